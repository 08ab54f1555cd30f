"""`mehrkopf camera check|corners|sheet|lock`: set up the camera over the table.

`check` ends with status 1 where it finds something bad, `lock` where the camera refuses something.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from engine.files import EVERYBODY, write_whole
from engine.text import PlainError, Text
from kiosk.camera import camera_values
from kiosk.camera.camera_values import (
    CameraSetup,
    chosen_camera,
    request_of,
    setup_of,
    store_setup,
)
from kiosk.cli.command import HOME, Arguments, Option, command, group
from kiosk.cli.common import CONFIG, FILE, JSON, SOURCE, home_of, say, target, warn, writing
from kiosk.cli.lamp import lamp_of, lit
from kiosk.home.data_folder import Home
from kiosk.settings import load_settings
from vision.arrays import Image
from vision.camera.cameras import is_camera, open_source
from vision.camera.frames import FrameSource, read_picture
from vision.camera.live import LiveSource
from vision.camera.network import CameraAddress, shown_address
from vision.camera.quality import QualityGrade, QualityMeasure, measure
from vision.place import sheet
from vision.place.corners import PicturePoint, card_pixels, from_taps, turned
from vision.place.geometry import DEFAULT_FIELD_MM, Geometry, overhead

_DEGREES = Text(de="GRAD", en="DEGREES")
_SOURCE = Text(
    de="camera, csi, eine Netzwerkkamera, ein Video oder ein Bild (sonst die Kamera der "
    "Einstellungen)",
    en="camera, csi, a network camera, a video or a picture (default: the configured camera)",
)
_CAMERA = Text(
    de="für diese Kamera speichern (sonst für die, die angesehen wird)",
    en="store for this camera (default: the one looked at)",
)
CORNERS = Text(
    de="eine Tischecke im Bild, x,y in Punkten; viermal angeben, in beliebiger Reihenfolge",
    en="a corner of the table in the picture, x,y in pixels; give this four times, in any order",
)
TABLE = Text(de="Tischmaße in mm (800x600)", en="size of the table in mm (800x600)")
_SEAT = Text(
    de="Bildpunkt, nach dem Platz 1 sitzt (sonst unten)",
    en="point in the picture towards which seat 1 sits (default: below)",
)
_TURN = Text(
    de="Platz 1 sitzt so viele Grad weiter im Uhrzeigersinn",
    en="turn seat 1 by this many degrees clockwise",
)
_FIELD = Text(
    de="Seite des beobachteten Quadrats in mm (sonst 480)",
    en="side of the watched square in mm (default: 480)",
)
_SHEET_FIELD = Text(
    de="Seite des beobachteten Quadrats in mm (beim Drucken 480 oder 340, sonst 480; beim Suchen "
    "sonst, was das Messblatt sagt)",
    en="side of the watched square in mm (printing: 480 or 340, default: 480; finding: default is "
    "what the sheet says)",
)
_OUT = Text(
    de="Messblatt schreiben: .pdf, .svg oder .png",
    en="write the measuring sheet: .pdf, .svg or .png",
)
_BAR = Text(
    de="gemessene Länge des gedruckten Balkens in mm (sonst 100)",
    en="measured length of the printed bar in mm (default: 100)",
)
_MAINS = Text(de="Netzfrequenz: 50 oder 60", en="mains frequency: 50 or 60")
_BAD_POINT = Text(
    de="„{word}“ ist kein Bildpunkt; erwartet wird x,y, zum Beispiel 310,85.",
    en='"{word}" is not a point in the picture; please give x,y, for example 310,85.',
)
_BAD_SIZE = Text(
    de="„{word}“ ist kein Tischmaß; erwartet wird Breite x Tiefe in mm, zum Beispiel 800x600.",
    en='"{word}" is not a table size; please give width x depth in mm, for example 800x600.',
)
_BAD_OUT = Text(
    de="Das Messblatt kann als .pdf, .svg oder .png geschrieben werden, nicht als {name}.",
    en="The measuring sheet can be written as .pdf, .svg or .png, not as {name}.",
)
_NO_CORNERS = Text(
    de="Es fehlen die Ecken: --at x,y viermal angeben, oder das Messblatt nehmen.",
    en="The corners are missing: give --at x,y four times, or use the measuring sheet.",
)
_WRITTEN = Text(
    de="{file}: in Originalgröße (100 %) drucken, in die Tischmitte legen, Pfeil zu Platz 1; dann "
    "auf der Seite „Mit Messblatt suchen“ oder mehrkopf camera sheet",
    en="{file}: print it at actual size (100 %), put it in the middle of the table "
    'with the arrow towards seat 1, then "Use the sheet" on the page or mehrkopf camera sheet',
)
_STORED = Text(
    de="Für {camera} gespeichert: eine Karte ist {pixels} Punkte lang.",
    en="Stored for {camera}: a card is {pixels} pixels long.",
)
_LOCKED = Text(de="Für {camera} festgehalten: {values}", en="Locked for {camera}: {values}")
_NO_PICTURE = Text(
    de="Die Kamera hat kein Bild geliefert; bitte Kabel und Strom prüfen.",
    en="The camera sent no picture; please check its cable and power.",
)
_MARKS = {
    QualityGrade.GOOD: "✓",
    QualityGrade.FAIR: "·",
    QualityGrade.BAD: "✗",
    QualityGrade.UNKNOWN: "?",
}
_PICTURES = 12
_WARM_UP = 15
_WAIT_SECONDS = 10.0


_SOURCE_OPTION = Option("--source", value=SOURCE, type=CameraAddress, text=_SOURCE)
_LOOKING = (
    _SOURCE_OPTION,
    Option("--camera", value="NAME", type=CameraAddress, text=_CAMERA),
    CONFIG,
    HOME,
)
_TURN_OPTION = Option("--turn", value=_DEGREES, type=float, default=0.0, text=_TURN)


@command(JSON, *_LOOKING)
def _check(arguments: Arguments) -> int:
    pictures, camera = _look(arguments, _PICTURES)
    height, width = pictures[-1].shape[:2]
    known = setup_of(home_of(arguments), camera)
    geometry = known.geometry if known is not None else None
    seen = geometry.in_picture(width, height) if geometry else overhead(width, height)
    found = measure(pictures, seen)
    for measured in found:
        sys.stdout.write(_line(measured, arguments) + "\n")
    return 1 if any(measured.grade is QualityGrade.BAD for measured in found) else 0


def _line(measured: QualityMeasure, arguments: Arguments) -> str:
    text = measured.text.in_language(arguments.language)
    if not arguments.json:
        return f"{_MARKS[measured.grade]} {text}"
    said = {
        "check": measured.name,
        "grade": measured.grade.value,
        "value": round(measured.value, 4),
        "text": text,
    }
    return json.dumps(said, ensure_ascii=False)


@command(
    Option("--at", value="X,Y", multiple=True, text=CORNERS),
    Option("--table", value="BxT", default="800x800", text=TABLE),
    Option("--seat", value="X,Y", text=_SEAT),
    _TURN_OPTION,
    Option("--field", value="MM", type=float, default=DEFAULT_FIELD_MM, text=_FIELD),
    *_LOOKING,
)
def _corners(arguments: Arguments) -> int:
    if not arguments.at:
        raise PlainError(_NO_CORNERS)
    taps = [picture_point(word) for word in arguments.at]
    table = table_size(arguments.table)
    seat = None if arguments.seat is None else picture_point(arguments.seat)
    pictures, camera = _look(arguments, 1)
    height, width = pictures[-1].shape[:2]
    geometry = from_taps(taps, (width, height), table, seat, arguments.field)
    return _store(arguments, camera, turned(geometry, arguments.turn))


@command(
    Option("--out", value=FILE, type=target, text=_OUT),
    Option("--bar-mm", value="MM", type=float, default=sheet.BAR_MM, text=_BAR),
    _TURN_OPTION,
    Option("--field", value="MM", type=float, text=_SHEET_FIELD),
    *_LOOKING,
)
def _sheet(arguments: Arguments) -> int:
    if arguments.out is not None:
        return _print(arguments.out, arguments)
    pictures, camera = _look(arguments, 1)
    geometry, _ = sheet.find(pictures[-1], arguments.field, arguments.bar_mm)
    return _store(arguments, camera, turned(geometry, arguments.turn))


def _print(out: Path, arguments: Arguments) -> int:
    makers: dict[str, Callable[[sheet.Sheet], bytes]] = {
        ".pdf": sheet.pdf,
        ".svg": lambda printed: sheet.svg(printed).encode("utf-8"),
        ".png": sheet.png,
    }
    if out.suffix.lower() not in makers:
        raise PlainError(_BAD_OUT.format(name=out.name))
    sheet.check_bar(arguments.bar_mm)
    field = arguments.field
    printed = sheet.USUAL if field is None else sheet.for_field(field)
    with writing(out):
        write_whole(out, makers[out.suffix.lower()](printed), EVERYBODY)
    say(_WRITTEN.format(file=out), arguments.language)
    return 0


@command(
    _SOURCE_OPTION,
    Option("--mains", type=click.Choice((50, 60)), default=50, text=_MAINS),
    CONFIG,
    HOME,
)
def _lock(arguments: Arguments) -> int:
    camera = _spec(arguments)
    home = home_of(arguments)
    with lit(lamp_of(camera, load_settings(arguments.config, home))):
        values, refused = camera_values.lock_camera(camera, arguments.mains)
    store_setup(home, camera, replace(_known(home, camera), locked=values))
    for sentence in refused:
        warn(sentence, arguments.language)
    said = _LOCKED.format(camera=shown_address(camera), values=camera_values.in_words(values))
    say(said, arguments.language)
    return 1 if refused else 0


def _store(arguments: Arguments, camera: str, geometry: Geometry) -> int:
    home = home_of(arguments)
    store_setup(home, camera, replace(_known(home, camera), geometry=geometry))
    say(
        _STORED.format(camera=shown_address(camera), pixels=round(card_pixels(geometry))),
        arguments.language,
    )
    return 0


def _known(home: Home, camera: str) -> CameraSetup:
    return setup_of(home, camera) or CameraSetup()


def _spec(arguments: Arguments) -> str:
    home = home_of(arguments)
    configured = load_settings(arguments.config, home).source
    spec: str = arguments.source or chosen_camera(home) or configured or "camera"
    return spec


def _look(arguments: Arguments, count: int) -> tuple[list[Image], str]:
    """Return the newest pictures of the source, and the name under which it is stored."""
    spec = _spec(arguments)
    camera: str = arguments.camera or spec
    path = Path(spec)
    if not is_camera(spec) and path.is_file() and path.suffix.lower() in _STILLS:
        return [read_picture(path)], camera
    home = home_of(arguments)
    settings = load_settings(arguments.config, home)
    asked, light = request_of(home, settings.size), lamp_of(spec, settings)
    with open_source(spec, asked=asked, light=light) as source:
        pictures = _pictures(source, count)
    if not pictures:
        raise PlainError(_NO_PICTURE)
    return pictures, camera


_STILLS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def _pictures(source: FrameSource, count: int) -> list[Image]:
    if not isinstance(source, LiveSource):
        return [frame.image for _, frame in zip(range(count), source, strict=False)]
    pictures: list[Image] = []
    # A camera that was just opened is still finding its exposure.
    for _ in range(_WARM_UP + count):
        frame = source.newest(_WAIT_SECONDS)
        if frame is None:
            break
        pictures.append(frame.image)
    return pictures[-count:]


def picture_point(word: str) -> PicturePoint:
    """Return the point of the picture that `310,85` names.

    Raises:
        PlainError: it names none.
    """
    parts = word.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        raise PlainError(_BAD_POINT.format(word=word)) from None
    return x, y


def table_size(word: str) -> tuple[float, float]:
    """Return width and depth in millimetres that `800x600` names.

    Raises:
        PlainError: it names none.
    """
    parts: Sequence[str] = word.lower().replace("×", "x").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise PlainError(_BAD_SIZE.format(word=word)) from None
    return width, height


execute = group(
    {
        "check": (
            Text(
                de="das Bild der Kamera beurteilen",
                en="check whether the camera's picture is good enough",
            ),
            _check,
        ),
        "corners": (
            Text(
                de="vier Ecken des Tischs im Bild angeben",
                en="mark the table's four corners in the picture",
            ),
            _corners,
        ),
        "sheet": (
            Text(
                de="das Messblatt drucken (--out) oder im Bild suchen",
                en="print the measuring sheet (--out) or find it in the picture",
            ),
            _sheet,
        ),
        "lock": (
            Text(
                de="Belichtung, Weißabgleich und Schärfe festhalten",
                en="lock exposure, white balance and focus",
            ),
            _lock,
        ),
    }
)
