"""How good the camera's picture of the table is, and in words what to change.

Looks at a few pictures of the resting table, best with some cards on it. What it measures: light,
clipping, glare, sharpness, pixels per card and the rolling bands of mains light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Floats, Image, Mask
from vision.place.corners import card_pixels
from vision.place.geometry import Geometry

WANTED_CARD_PIXELS, LEAST_CARD_PIXELS = 140.0, 100.0
"""The embedding net reads 128; 66 to 180 is what it was trained on at its hardest."""
DIM_LEVEL, DARK_LEVEL = 110.0, 70.0
"""Of 255, of the lightest things: below the second even the darkest training renders are rare (a
gain of exp(-0.55 - 1.3 * 0.5) on white paper), below the first noise begins to show."""
CLIPPED_SHARE = 0.04
_CLIPPED = 252
GLARE_SHARE = 0.002
"""A blob of blown-out light this share of the watched square hides a corner of a card."""
BLUR_SHARE, SOFT_SHARE = 0.035, 0.024
"""Width of an edge by the length of a card: at 140 pixels 5 and 3.4, which is the blur of the
hardest training renders (2.0 pixels, two and a half times that across an edge) and somewhat more
than that of a usual room (1.2)."""
FLICKER_SHARE = 0.03
"""Peak of the bands by the brightness; the camera's noise averages out along a line."""
_EDGE_CONTRAST = 36.0
_EDGES_WANTED = 60


class QualityGrade(Enum):
    """How it stands with one thing."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """One thing that was measured: its name, value, grade, and what to change."""

    name: str
    value: float
    grade: QualityGrade
    text: Text


def measure(frames: Sequence[Image], geometry: Geometry) -> tuple[QualityMeasure, ...]:
    """Measure pictures of the resting table, one after another from one camera.

    Flicker needs at least four of them; everything else is measured in the last.
    """
    last = frames[-1]
    region = _region(geometry, last)
    pixels = card_pixels(geometry)
    return (
        _light(last, region),
        _clipping(last, region),
        _glare(last, region),
        _focus(last, region, pixels),
        _size(pixels, geometry.calibrated),
        _flicker(frames),
    )


def _region(geometry: Geometry, image: Image) -> Mask:
    half = geometry.field_mm / 2
    corners = geometry.to_px(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
    region = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(region, np.round(corners).astype(np.int32), 255)
    return region if region.any() else np.full_like(region, 255)


def _light(image: Image, region: Mask) -> QualityMeasure:
    grey = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 2.0), cv2.COLOR_BGR2GRAY)
    lightest = float(np.percentile(grey[region > 0], 98))
    if lightest < DARK_LEVEL:
        return QualityMeasure("light", lightest, QualityGrade.BAD, _DARK)
    if lightest < DIM_LEVEL:
        return QualityMeasure("light", lightest, QualityGrade.FAIR, _DIM)
    return QualityMeasure("light", lightest, QualityGrade.GOOD, _LIGHT_GOOD)


def _clipping(image: Image, region: Mask) -> QualityMeasure:
    inside = image[region > 0]
    share = float(np.count_nonzero(inside.min(axis=1) >= _CLIPPED) / len(inside))
    if share >= CLIPPED_SHARE:
        return QualityMeasure("clipping", share, QualityGrade.BAD, _CLIPPING)
    return QualityMeasure("clipping", share, QualityGrade.GOOD, _CLIPPING_GOOD)


def _glare(image: Image, region: Mask) -> QualityMeasure:
    """The largest blown-out blob that is brighter than what surrounds it by far."""
    blown = ((image.min(axis=2) >= _CLIPPED) & (region > 0)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(blown)
    if count < 2:
        return QualityMeasure("glare", 0.0, QualityGrade.GOOD, _GLARE_GOOD)
    largest = float(stats[1:, cv2.CC_STAT_AREA].max()) / float(np.count_nonzero(region))
    if largest >= GLARE_SHARE:
        grade = QualityGrade.BAD if largest >= 4 * GLARE_SHARE else QualityGrade.FAIR
        return QualityMeasure("glare", largest, grade, _GLARE)
    return QualityMeasure("glare", largest, QualityGrade.GOOD, _GLARE_GOOD)


def _focus(image: Image, region: Mask, pixels: float) -> QualityMeasure:
    width = edge_width(image, region)
    if width is None:
        return QualityMeasure("focus", 0.0, QualityGrade.UNKNOWN, _NO_EDGES)
    share = width / pixels
    if share >= BLUR_SHARE:
        return QualityMeasure("focus", share, QualityGrade.BAD, _BLURRED)
    if share >= SOFT_SHARE:
        return QualityMeasure("focus", share, QualityGrade.FAIR, _SOFT)
    return QualityMeasure("focus", share, QualityGrade.GOOD, _FOCUS_GOOD)


def edge_width(image: Image, region: Mask | None = None) -> float | None:
    """Return how many pixels wide the sharper edges are; None where there are hardly any.

    An edge's width is its step by its steepest slope, whatever its contrast.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1) / 2
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1) / 2
    slope = np.hypot(slope_x, slope_y)
    around = np.ones((15, 15), np.uint8)
    step = np.asarray(cv2.dilate(smooth, around) - cv2.erode(smooth, around), float)
    steepest = np.asarray(cv2.dilate(slope, np.ones((7, 7), np.uint8)), float)
    at_edge = (slope >= 0.999 * steepest) & (step >= _EDGE_CONTRAST)
    if region is not None:
        at_edge &= region > 0
    if np.count_nonzero(at_edge) < _EDGES_WANTED:
        return None
    widths = step[at_edge] / np.maximum(steepest[at_edge], 1e-3)
    return float(np.percentile(widths, 25))


def _size(pixels: float, calibrated: bool) -> QualityMeasure:
    if not calibrated:
        return QualityMeasure("pixels", 0.0, QualityGrade.UNKNOWN, _PIXELS_UNKNOWN)
    if pixels >= WANTED_CARD_PIXELS:
        return QualityMeasure(
            "pixels", pixels, QualityGrade.GOOD, _PIXELS_GOOD.format(pixels=round(pixels))
        )
    grade = QualityGrade.FAIR if pixels >= LEAST_CARD_PIXELS else QualityGrade.BAD
    return QualityMeasure("pixels", pixels, grade, _PIXELS_FEW.format(pixels=round(pixels)))


def _flicker(frames: Sequence[Image]) -> QualityMeasure:
    if len(frames) < 4 or len({frame.shape for frame in frames}) > 1:
        return QualityMeasure("flicker", 0.0, QualityGrade.UNKNOWN, _FLICKER_UNKNOWN)
    share = bands(frames)
    if share >= FLICKER_SHARE:
        return QualityMeasure("flicker", share, QualityGrade.BAD, _FLICKER)
    return QualityMeasure("flicker", share, QualityGrade.GOOD, _FLICKER_GOOD)


def bands(frames: Sequence[Image]) -> float:
    """Return how strongly lines brighten and darken from picture to picture, by their brightness.

    A rolling shutter writes lamps that pulse with the mains as bands across the picture, and a
    camera without one makes the whole picture pulse. A hand changes only part of each line and
    falls out with the median.
    """
    lines = np.stack([_lines(frame) for frame in frames])
    ratio = np.log(lines + 4.0)
    ratio -= np.median(ratio, axis=0)
    kernel = np.ones(5) / 5
    across = np.median(ratio, axis=2)
    smooth = np.stack([np.convolve(row, kernel, "valid") for row in across])
    high, low = np.percentile(smooth, [95, 5])
    return float(high - low) / 2


def _lines(frame: Image) -> Floats:
    """Return the mean brightness of 16 stretches of each of some 180 lines."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (16, min(180, frame.shape[0])), interpolation=cv2.INTER_AREA)
    return np.asarray(small, float)


_LIGHT_GOOD = Text(de="Licht: genug", en="Light: enough")
_DIM = Text(
    de="Licht: knapp; eine Lampe über dem Tisch hilft",
    en="Light: a little low; a lamp over the table helps",
)
_DARK = Text(
    de="Licht: zu dunkel; bitte eine Lampe über dem Tisch anmachen oder länger belichten",
    en="Light: too dark; please switch on a lamp over the table or use a longer exposure",
)
_CLIPPING_GOOD = Text(de="Belichtung: nichts ausgefressen", en="Exposure: nothing blown out")
_CLIPPING = Text(
    de="Belichtung: helle Flächen sind ausgefressen; bitte kürzer belichten oder die Lampe dimmen",
    en="Exposure: bright areas are blown out; please use a shorter exposure or dim the lamp",
)
_GLARE_GOOD = Text(de="Spiegelung: keine", en="Glare: none")
_GLARE = Text(
    de="Spiegelung: eine Lampe spiegelt sich; bitte Lampe oder Kamera zur Seite rücken oder einen "
    "Polfilter vor die Kamera setzen",
    en="Glare: a lamp is reflected; please move the lamp or the camera to the "
    "side, or put a polariser on the camera",
)
_FOCUS_GOOD = Text(de="Schärfe: gut", en="Focus: good")
_SOFT = Text(
    de="Schärfe: etwas weich; bitte nachstellen, bis die Kartenränder klar sind",
    en="Focus: a little soft; please adjust it until the edges of the cards are crisp",
)
_BLURRED = Text(
    de="Schärfe: unscharf; bitte auf die Tischplatte scharf stellen und die Linse putzen",
    en="Focus: blurred; please focus on the table top and clean the lens",
)
_NO_EDGES = Text(
    de="Schärfe: nicht zu messen; bitte ein paar Karten auf den Tisch legen",
    en="Focus: cannot be measured; please lay some cards on the table",
)
_PIXELS_GOOD = Text(
    de="Auflösung: eine Karte ist {pixels} Punkte lang",
    en="Resolution: a card is {pixels} pixels long",
)
_PIXELS_FEW = Text(
    de="Auflösung: eine Karte ist nur {pixels} Punkte lang (140 wären gut); bitte Kamera näher "
    "heran oder größere Bilder wählen",
    en="Resolution: a card is only {pixels} pixels long (140 would be good); "
    "please move the camera closer or choose a larger picture size",
)
_PIXELS_UNKNOWN = Text(
    de="Auflösung: nur auf einem eingemessenen Tisch zu messen; eine Karte soll so lang sein wie "
    "ein Neuntel der Bildhöhe",
    en="Resolution: can be measured on a measured table only; a card should be as long as a ninth "
    "of the picture's height",
)
_FLICKER_GOOD = Text(de="Flimmern: keins", en="Flicker: none")
_FLICKER = Text(
    de="Flimmern: das Licht pulst; bitte Belichtung auf 1/100 oder 1/50 Sekunde fest einstellen "
    "(bei 60 Hz 1/120 oder 1/60)",
    en="Flicker: the light is pulsing; please lock the exposure at 1/100 or "
    "1/50 of a second (1/120 or 1/60 with 60 Hz mains)",
)
_FLICKER_UNKNOWN = Text(
    de="Flimmern: zu wenige Bilder zum Messen", en="Flicker: too few pictures to measure"
)
