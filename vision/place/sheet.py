"""The sheet of paper that measures a table: four markers and a bar of 100 mm, printed true to size.

It is laid in the middle of the table, its arrow towards seat 0. Each marker found gives four points
whose place on the table is known, and its number says which sheet it is: how large a square is
watched stands on the paper, and nobody is asked.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Floats, Image, as_floats
from vision.place.geometry import DEFAULT_FIELD_MM, Geometry, as_rows, transform

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
BAR_MM = 100.0
_MARKER_MM = 55.0
_CELLS = 6
_CENTRES = ((-62.5, 100.0), (62.5, 100.0), (62.5, -100.0), (-62.5, -100.0))
"""Where the markers' middles lie, in the order of their numbers."""
_LEAST_MARKERS = 2
_MOST_ERROR_PX = 3.0
_LEAST_MARKER_PX = 18.0
_DOTS_A_MM = 300 / 25.4
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "×": "x"})
"""OpenCV's letters are those of ASCII."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that is printed: the watched square's side in mm, and what only this sheet says.

    Its four markers are numbered one after the other from `first`.
    """

    field_mm: float
    first: int
    german: str
    english: str

    def marker(self, number: int) -> tuple[float, float] | None:
        """Return where the middle of the marker of this number lies, None where it has none."""
        place = number - self.first
        return _CENTRES[place] if 0 <= place < len(_CENTRES) else None

    def lines(self) -> tuple[tuple[float, float, float, str], ...]:
        """Return centre x, baseline y (mm, y up), size of the letters (mm) and words."""
        return (
            (0.0, 32.0, 5.0, "Mehrkopf: Tisch einmessen / measuring the table"),
            (0.0, 22.0, 4.0, "In Originalgröße drucken: der Balken ist 100 mm lang."),
            (0.0, 16.0, 4.0, "Print at actual size: the bar is 100 mm long."),
            (0.0, -7.0, 4.0, self.german),
            (0.0, -13.0, 4.0, self.english),
            (0.0, -22.0, 4.0, "Flach in die Tischmitte, Pfeil zu Platz 1."),
            (0.0, -28.0, 4.0, "Flat in the middle of the table, arrow towards seat 1."),
        )


USUAL = Sheet(
    DEFAULT_FIELD_MM, 10, "Geschaut wird auf 48 × 48 cm.", "A square of 48 × 48 cm is watched."
)
ROUND = Sheet(
    340.0,
    14,
    "Runder Tisch, 60 cm, mit Lichtschienen: geschaut wird auf 34 × 34 cm.",
    "Round table, 60 cm, with light rails: a square of 34 × 34 cm is watched.",
)
"""Where rails lie on the rim of a round table of 60 cm; `hardware/guide/camera.md` reckons it."""
SHEETS = (USUAL, ROUND)

_NO_MARKERS = Text(
    de="Das Messblatt ist nicht zu erkennen; bitte flach in die Tischmitte legen, ohne Spiegelung "
    "und Schatten, und nichts darauf.",
    en="The measuring sheet cannot be seen; please lay it flat in the middle of "
    "the table, without glare or shadow and with nothing on it.",
)
_ONE_MARKER = Text(
    de="Vom Messblatt ist nur ein Feld zu erkennen; bitte ganz ins Bild legen und aufdecken.",
    en="Only one mark of the measuring sheet can be seen; please bring the "
    "whole sheet into the picture and uncover it.",
)
_TWO = Text(
    de="Es liegen Felder von zwei verschiedenen Messblättern im Bild; bitte nur das eine für "
    "diesen Tisch liegen lassen.",
    en="Marks of two different measuring sheets are in the picture; please leave only the one "
    "for this table.",
)
_SMALL = Text(
    de="Das Messblatt ist im Bild zu klein; bitte die Kamera näher heran oder das Bild größer "
    "stellen.",
    en="The measuring sheet is too small in the picture; please move the camera "
    "closer or choose a larger picture size.",
)
_BENT = Text(
    de="Das Messblatt liegt nicht flach; bitte glatt streichen.",
    en="The measuring sheet is not lying flat; please smooth it out.",
)
_NO_SHEET = Text(
    de="Für ein Quadrat von {field:g} mm gibt es kein Messblatt, nur für {known} mm. Wer ein "
    "anderes Quadrat will, druckt eines davon und sagt --field erst beim Suchen.",
    en="There is no measuring sheet for a square of {field:g} mm, only for {known} mm. For "
    "another square, print one of these and give --field when looking for it.",
)
_BAR = Text(
    de="Der Balken kann nicht {bar:g} mm lang sein, möglich sind 50 bis 150; bitte noch einmal "
    "messen oder das Blatt in Originalgröße drucken (100 mm).",
    en="The bar cannot be {bar:g} mm long, only 50 to 150; please measure it "
    "again or print the sheet at actual size (100 mm).",
)


@dataclass(frozen=True, slots=True)
class Box:
    """A black rectangle: left and lower edge, width and height in mm from the sheet's middle."""

    x: float
    y: float
    width: float
    height: float


def for_field(field_mm: float) -> Sheet:
    """Return the sheet that is printed for a watched square of this side.

    Raises:
        PlainError: there is none.
    """
    for printed in SHEETS:
        if printed.field_mm == field_mm:
            return printed
    known = ", ".join(f"{printed.field_mm:g}" for printed in SHEETS)
    raise PlainError(_NO_SHEET.format(field=field_mm, known=known))


def boxes(printed: Sheet) -> Iterator[Box]:
    """Return what is printed black: markers, bar and arrow."""
    cell = _MARKER_MM / _CELLS
    for number, (x, y) in enumerate(_CENTRES, printed.first):
        left, top = x - _MARKER_MM / 2, y + _MARKER_MM / 2
        for row, cells in enumerate(_pattern(number)):
            for column, black in enumerate(cells):
                if black:
                    yield Box(left + column * cell, top - (row + 1) * cell, cell, cell)
    yield Box(-BAR_MM / 2, 4.0, BAR_MM, 3.0)
    # The arrow is stepped: only rectangles, so that three writers stay one.
    yield Box(-1.5, -70.0, 3.0, 30.0)
    for step in range(12):
        yield Box(-(12.0 - step), -71.0 - step, 2 * (12.0 - step), 1.0)


def svg(printed: Sheet) -> str:
    """Return the sheet as SVG of A4 size."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" '
        'viewBox="-105 -148.5 210 297">',
        '<rect x="-105" y="-148.5" width="210" height="297" fill="#fff"/>',
    ]
    parts += [
        f'<rect x="{box.x:.4f}" y="{-box.y - box.height:.4f}" width="{box.width:.4f}" '
        f'height="{box.height:.4f}" shape-rendering="crispEdges"/>'
        for box in boxes(printed)
    ]
    parts += [
        f'<text x="{x}" y="{-y}" font-size="{size}" font-family="sans-serif" '
        f'text-anchor="middle">{words}</text>'
        for x, y, size, words in printed.lines()
    ]
    return "\n".join([*parts, "</svg>", ""])


def pdf(printed: Sheet) -> bytes:
    """Return the sheet as a PDF of one A4 page that prints at its true size."""
    k = 72 / 25.4
    drawn = [
        f"{(box.x + WIDTH_MM / 2) * k:.3f} {(box.y + HEIGHT_MM / 2) * k:.3f} "
        f"{box.width * k:.3f} {box.height * k:.3f} re f"
        for box in boxes(printed)
    ]
    for x, y, size, words in printed.lines():
        # Helvetica's letters are half as wide as high, near enough to centre a line.
        left = (x + WIDTH_MM / 2 - 0.245 * size * len(words)) * k
        shown = words.encode("cp1252").decode("latin-1").replace("(", "\\(").replace(")", "\\)")
        drawn.append(
            f"BT /F {size * k:.2f} Tf {left:.2f} {(y + HEIGHT_MM / 2) * k:.2f} Td ({shown}) Tj ET"
        )
    stream = "\n".join(drawn).encode("latin-1")
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH_MM * k:.3f} {HEIGHT_MM * k:.3f}]"
        "/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    written = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj%s\nendobj\n" % (number, content)
    table = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
    )
    return bytes(written)


def picture(printed: Sheet, dots_a_mm: float = _DOTS_A_MM) -> Image:
    """Return the sheet as pixels, white paper and black print, without umlauts."""
    size = (round(HEIGHT_MM * dots_a_mm), round(WIDTH_MM * dots_a_mm), 3)
    sheet = np.full(size, 255, np.uint8)

    def place(x: float, y: float) -> tuple[int, int]:
        return (
            round((x + WIDTH_MM / 2) * dots_a_mm),
            round((HEIGHT_MM / 2 - y) * dots_a_mm),
        )

    for box in boxes(printed):
        left, bottom = place(box.x, box.y)
        right, top = place(box.x + box.width, box.y + box.height)
        sheet[top:bottom, left:right] = 0
    for x, y, height, words in printed.lines():
        plain = words.translate(_PLAIN)
        scale = height * dots_a_mm / 30
        thick = max(1, round(scale * 1.5))
        (wide, _), _ = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        column, row = place(x, y)
        at = (column - wide // 2, row)
        cv2.putText(sheet, plain, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), thick)
    return sheet


def png(printed: Sheet) -> bytes:
    """Return the sheet as a PNG that says its own resolution, so that it prints true to size."""
    whole, data = cv2.imencode(".png", picture(printed))
    assert whole
    dots = round(_DOTS_A_MM * 1000)
    said = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    chunk = struct.pack(">I", 9) + said + struct.pack(">I", zlib.crc32(said))
    written = data.tobytes()
    # Behind the signature (8 bytes) and the header chunk (25).
    return written[:33] + chunk + written[33:]


def find(
    image: Image, field_mm: float | None = None, bar_mm: float = BAR_MM
) -> tuple[Geometry, int]:
    """Find the sheet in a picture; return the geometry it gives and how many markers were seen.

    `field_mm` is the watched square's side where it is to be another than the sheet says, `bar_mm`
    how long the bar is on the paper, where a printer did not keep the size.

    Raises:
        PlainError: it is not there, covered, too small or not flat; two different ones lie there;
            or the bar cannot be right.
    """
    check_bar(bar_mm)
    printed, pixels, plane = _seen(image)
    matrix, _ = cv2.findHomography(pixels, plane * (bar_mm / BAR_MM), 0)
    if matrix is None:
        raise PlainError(_BENT)
    height, width = image.shape[:2]
    rows = as_rows(as_floats(matrix) / float(matrix[2, 2]))
    side = printed.field_mm if field_mm is None else field_mm
    geometry = Geometry(rows, side, size=(width, height))
    back = transform(geometry.inverse, plane * (bar_mm / BAR_MM))
    if float(np.hypot(*(back - pixels).T).mean()) > _MOST_ERROR_PX:
        raise PlainError(_BENT)
    return geometry, len(pixels) // 4


def check_bar(bar_mm: float) -> None:
    """Make sure that a printed bar may be so many mm long.

    Raises:
        PlainError: no printer stretches or shrinks it so far.
    """
    if not 0.5 * BAR_MM <= bar_mm <= 1.5 * BAR_MM:
        raise PlainError(_BAR.format(bar=bar_mm))


def _seen(image: Image) -> tuple[Sheet, Floats, Floats]:
    """Return which sheet lies there, and its markers' corners in the picture and on the table."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(_dictionary(), settings)
    found, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    pixels, plane, seen = [], [], set()
    half = _MARKER_MM / 2
    around = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    for corners, number in zip(found, [] if numbers is None else numbers.ravel(), strict=True):
        for printed in SHEETS:
            centre = printed.marker(int(number))
            if centre is not None:
                seen.add(printed)
                pixels.append(np.asarray(corners, float).reshape(4, 2))
                plane.append(around + np.array(centre))
    if len(seen) > 1:
        raise PlainError(_TWO)
    if len(pixels) < _LEAST_MARKERS:
        raise PlainError(_ONE_MARKER if pixels else _NO_MARKERS)
    sides = [np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1).min() for corners in pixels]
    if min(sides) < _LEAST_MARKER_PX:
        raise PlainError(_SMALL)
    return seen.pop(), np.concatenate(pixels), np.concatenate(plane)


@lru_cache(maxsize=1)
def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _pattern(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which of a marker's 6 x 6 cells are black."""
    drawn = cv2.aruco.generateImageMarker(_dictionary(), number, _CELLS)
    return np.asarray(drawn) < 128
