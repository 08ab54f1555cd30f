"""Whether a picture is good enough to learn a card from, and in words what to change.

What is learned badly is read badly all evening: a face must be large, sharp, free of glare, neither
dark nor burnt out. What is only softer than its fellows is named, but learned. All pictures of a
folder are named in one sentence: who photographs a deck wants to go back to the table once.

The numbers are of own renders of training decks: 168 photographs of cards 260 to 460 pixels long,
each sharp and with one thing wrong with it. At SMEARED and BURNT a view begins to lose against the
cards most like it; before that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Floats, Image
from vision.enrolling.cutout import sharpness
from vision.place.geometry import as_quad
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

BLURRED = 0.36
"""Sharpness below which the small signs in the corners are gone: edges wider than six pixels."""
SOFT_EDGES = 0.33
"""The same for a face without noise, by `edge_sharpness`: a drawn one in focus has 0.9 and more,
one blurred by 2.5 pixels about this."""
SHORTEST = 64.0
"""Length in pixels of the picture below which a card's pips run together: half of a crop's."""
GLARE_SHARE = 0.05
"""Part of the face that may be burnt out."""
_BURNT = 250
_ABOVE_PAPER = 12
_RIM = 4
_STRONGEST = 30
_EXTREMES = 20
_SPECK = 5


class Flaw(Enum):
    """Why a view is not learned."""

    BLURRED = "blurred"
    SMALL = "small"
    GLARE = "glare"
    DARK = "dark"
    BURNT = "burnt"


FLAW_WORDS = {
    Flaw.BLURRED: Text(
        de="unscharf: ruhig liegen lassen, Kamera scharf stellen",
        en="blurred: leave the card lying still, focus the camera",
    ),
    Flaw.SMALL: Text(
        de="zu klein: die Kamera näher an den Tisch bringen",
        en="too small: move the camera closer to the table",
    ),
    Flaw.GLARE: Text(
        de="von einer Spiegelung überstrahlt: Karte drehen oder Lampe versetzen",
        en="washed out by a reflection: turn the card or move the lamp",
    ),
    Flaw.DARK: Text(
        de="zu dunkel: mehr Licht machen oder länger belichten",
        en="too dark: add light or use a longer exposure",
    ),
    Flaw.BURNT: Text(
        de="überbelichtet: kürzer belichten oder weniger Licht",
        en="overexposed: use a shorter exposure or less light",
    ),
}


def flaw_of(face: Image, length_px: float) -> Flaw | None:
    """Return what is wrong with a face [128,80,3] that was `length_px` long in the picture."""
    if length_px < SHORTEST:
        return Flaw.SMALL
    if glare_share(face) > GLARE_SHARE:
        return Flaw.GLARE
    return Flaw.BLURRED if sharpness(face) < BLURRED else None


def edge_sharpness(face: Image) -> float:
    """Return how sharp the sharpest edges of a face [128,80,3] are; 2 is a step in one pixel.

    For drawn and scanned faces: it does not matter how few edges there are, as on an ace with one
    small sign, but a camera's noise would be taken for edges.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)[_RIM:-_RIM, _RIM:-_RIM]
    levels = np.sort(grey, axis=None)
    spread = float(levels[-_EXTREMES:].mean() - levels[:_EXTREMES].mean())
    if spread < 1.0:
        return 0.0
    steps = [np.sort(np.abs(np.diff(grey, axis=axis)), axis=None) for axis in (0, 1)]
    return max(float(each[-_STRONGEST:].mean()) for each in steps) / spread * 2.0


def glare_share(face: Image) -> float:
    """Return the share of a face [128,80,3] that is burnt out, brighter than its own paper.

    White paper may itself be as bright as the camera can tell; then nothing can be called glare.
    """
    inner = face[_RIM : CROP_HEIGHT - _RIM, _RIM : CROP_WIDTH - _RIM]
    darkest = inner.min(axis=2)
    rim = np.concatenate([face[:_RIM].reshape(-1, 3), face[-_RIM:].reshape(-1, 3)])
    paper = float(np.median(rim.min(axis=1)))
    burnt = (darkest >= max(_BURNT, paper + _ABOVE_PAPER)).astype(np.uint8)
    kernel = np.ones((_SPECK, _SPECK), np.uint8)
    whole = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, kernel)
    return float(whole.mean())


CLEAR_LENGTH = 200.0
"""Length in pixels of the picture from which on softness is the lens's or the hand's; what is
smaller has no finer edges, and is mostly a scan with a margin, whose white paper is no fault."""
SMEARED = 0.5
"""Sharpness across the worst direction: blurred by a hundredth of the card's length, or moved by
four; of sharp renders 99 in 100 have 0.68 and more."""
SOFT_FACE = 0.55
"""Edges of a drawn or scanned face blurred by a hundredth of its length; 1.2 and more in focus."""
_FELLOWS = 5
_SOFTER, _SOFT_ENOUGH = 0.72, 0.85
_SMEARED_MORE, _SMEARED_ENOUGH = 0.65, 0.65
DARK = 60.0
"""Grey level that a twentieth of the card reaches: a quarter of what a lamp gives."""
BURNT = 250
BURNT_SHARE = 0.25
"""Part of a photographed card that is burnt out in all colours: from there on its light inks go."""
_BRIGHT = 95
_INSET_Y, _INSET_X = 6, 5
_EDGE = 7
_DIAGONAL = 1.2
"""A step of one pixel looks so much higher along a diagonal."""
_GRAIN = 0.25
_AROUND = 1.06
_LEAST_GROUND = 0.02


@dataclass(frozen=True, slots=True)
class Focus:
    """How sharp a face is: 1 and more in focus, whatever light and contrast."""

    edges: float
    """Of its sharpest edges, whichever way they run."""
    worst: float
    """Across the direction in which it is least sharp."""


def focus_of(face: Image) -> Focus:
    """Return how sharp a face [128,80,3] is."""
    return Focus(edge_sharpness(face), _worst_direction(face))


def is_soft(focus: Focus, *, photographed: bool) -> bool:
    """Whether a face is so blurred that a deck is read worse with it."""
    return focus.worst < SMEARED if photographed else focus.edges < SOFT_FACE


def is_softer(focus: Focus, fellows: Sequence[Focus]) -> bool:
    """Whether a face is softer than the others of its kind in the same folder.

    It costs nothing measurable yet; who photographs a deck can take it once more.
    """
    if len(fellows) < _FELLOWS:
        return False
    edges = float(np.median([other.edges for other in fellows]))
    worst = float(np.median([other.worst for other in fellows]))
    softer = focus.edges < min(_SOFT_ENOUGH, _SOFTER * edges)
    return softer or focus.worst < min(_SMEARED_ENOUGH, _SMEARED_MORE * worst)


def is_soft_though_small(focus: Focus) -> bool:
    """Whether a drawn or scanned face that is smaller than CLEAR_LENGTH is blurred."""
    return focus.edges < SOFT_EDGES


def is_dark(face: Image) -> bool:
    """Whether a face, or a whole picture, is so dark that noise hides the print."""
    return float(np.percentile(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), _BRIGHT)) < DARK


def is_burnt(face: Image, picture: Image, corners: Floats) -> bool:
    """Whether a camera took the card too bright; white paper that was drawn is no fault.

    `corners` is where the card lies in the picture: the grain of the ground tells the camera.
    """
    burnt = float((face.min(axis=2) >= BURNT).mean())
    return burnt > BURNT_SHARE and _ground_grain(picture, corners) > _GRAIN


def _worst_direction(face: Image) -> float:
    """As `vision.enrolling.cutout.sharpness`, in each of four directions; the least of them."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    inner = np.ascontiguousarray(grey[_INSET_Y:-_INSET_Y, _INSET_X:-_INSET_X])
    around = np.ones((_EDGE, _EDGE), np.uint8)
    local = np.asarray(cv2.dilate(inner, around) - cv2.erode(inner, around), np.float32)
    spread = float(np.percentile(inner, 98) - np.percentile(inner, 2))
    contrast = max(spread, 0.8 * float(np.percentile(local, 99)))
    if contrast < 1.0:
        return 0.0
    printed = float((local >= 0.5 * contrast).mean())
    rank = float(np.clip(100 - 25 * printed / _EDGE, 98.0, 99.9))
    steps = (
        np.diff(inner, axis=1),
        np.diff(inner, axis=0),
        (inner[1:, 1:] - inner[:-1, :-1]) / _DIAGONAL,
        (inner[1:, :-1] - inner[:-1, 1:]) / _DIAGONAL,
    )
    return min(float(np.percentile(np.abs(step), rank)) for step in steps) / contrast * 2.0


def _ground_grain(picture: Image, corners: Floats) -> float:
    """Return by how many levels neighbours differ where the card does not lie; 0 where drawn."""
    quad = np.asarray(as_quad(corners))
    middle = quad.mean(axis=0)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    ground = np.full(grey.shape, 255, np.uint8)
    card = np.rint(middle + (quad - middle) * _AROUND).astype(np.int32)
    cv2.fillConvexPoly(ground, card, (0,))
    if float((ground > 0).mean()) < _LEAST_GROUND:
        return 0.0
    fine = cv2.absdiff(grey, cv2.blur(grey, (3, 3)))
    return float(fine[ground > 0].mean())


UNREADABLE = Text(de="kein lesbares Bild", en="not a readable picture")
OTHER_FORMAT = Text(
    de="{suffix} kann nicht gelesen werden, bitte als JPEG speichern",
    en="{suffix} cannot be read, please save it as JPEG",
)
NO_CARD = Text(de="keine Karte zu finden", en="no card can be found")
CUT_OFF = Text(
    de="Karte am Bildrand abgeschnitten", en="the card is cut off at the edge of the picture"
)
LIKE = Text(de="sieht aus wie {other}", en="looks like {other}")
INDISTINCT = Text(
    de="In diesem Blatt sehen {first} und {second} für die Kamera gleich aus; sie würde die eine "
    "für die andere nehmen. Bitte ein anderes Blatt nehmen.",
    en="In this deck {first} and {second} look the same to the camera; it would "
    "mistake one for the other. Please use another deck.",
)
NOT_EMPTY = Text(de="zeigt die Karte {other}", en="shows the card {other}")
FLAWS = {
    Flaw.BLURRED: Text(de="unscharf", en="blurred"),
    Flaw.SMALL: Text(de="Karte zu klein", en="the card is too small"),
    Flaw.GLARE: Text(de="von einer Spiegelung überstrahlt", en="washed out by a reflection"),
    Flaw.DARK: Text(de="zu dunkel", en="too dark"),
    Flaw.BURNT: Text(de="überbelichtet", en="overexposed"),
}
_ONE = Text(
    de="Ein Bild taugt nicht zum Einlernen: {named}. Bitte die Karte neu aufnehmen, ganz, allein, "
    "scharf, gut belichtet und ohne Spiegelung auf dunklerem, einfarbigem Grund.",
    en="One picture cannot be used for enrolling: {named}. Please take it again "
    "with the whole card, alone, sharp, well lit and without reflections, on "
    "a darker, plain background.",
)
_SEVERAL = Text(
    de="{count} Bilder taugen nicht zum Einlernen: {named}. Bitte diese Karten neu aufnehmen, "
    "jede ganz, allein, scharf, gut belichtet und ohne Spiegelung auf dunklerem, einfarbigem "
    "Grund.",
    en="{count} pictures cannot be used for enrolling: {named}. Please take "
    "them again, each with the whole card, alone, sharp, well lit and "
    "without reflections, on a darker, plain background.",
)
_ALIKE = Text(
    de="Die Namen passen nicht zu den Bildern: {named}. Bitte prüfen, ob ein Bild falsch benannt "
    "ist.",
    en="The names do not match the pictures: {named}. Please check whether a "
    "picture has the wrong name.",
)
_BOTH = Text(de="{one} {two}", en="{one} {two}")
_NAMED = Text(de="{name} ({why})", en="{name} ({why})")


@dataclass(frozen=True, slots=True)
class RejectedPicture:
    """One picture that is not learned."""

    name: str
    """The file's name."""
    why: Text
    misnamed: bool = False
    """The picture is well; its name is in doubt."""


def sentence(doubts: Sequence[RejectedPicture]) -> Text:
    """Say what is wrong with all pictures that are in doubt, at least one."""
    bad = [doubt for doubt in doubts if not doubt.misnamed]
    misnamed = [doubt for doubt in doubts if doubt.misnamed]
    said = []
    if bad:
        text = _ONE if len(bad) == 1 else _SEVERAL
        said.append(text.format(count=len(bad), named=_listed(bad)))
    if misnamed:
        said.append(_ALIKE.format(named=_listed(misnamed)))
    return said[0] if len(said) == 1 else _BOTH.format(one=said[0], two=said[1])


def _listed(doubts: Sequence[RejectedPicture]) -> Text:
    each = [_NAMED.format(name=doubt.name, why=doubt.why) for doubt in doubts]
    return Text(de=", ".join(text.de for text in each), en=", ".join(text.en for text in each))
