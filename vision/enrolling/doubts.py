"""Why a picture of a folder is not learned, and one sentence that names all such pictures at once.

Who photographs a deck wants to go back to the table once, not once for every blurred card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text
from vision.enrolling.face_quality import Flaw

UNREADABLE = Text(de="kein lesbares Bild", en="not a readable picture")
OTHER_FORMAT = Text(
    de="{suffix} kann nicht gelesen werden, bitte als JPEG speichern",
    en="{suffix} cannot be read, please save it as JPEG",
)
NO_CARD = Text(de="keine Karte zu finden", en="no card can be found")
CUT_OFF = Text(de="Karte am Bildrand abgeschnitten", en="the card is cut off by the picture's edge")
LIKE = Text(de="sieht aus wie {other}", en="looks like {other}")
INDISTINCT = Text(
    de="In diesem Blatt sehen {first} und {second} für die Kamera gleich aus; sie würde die eine "
    "für die andere nehmen. Bitte ein anderes Blatt nehmen.",
    en="In this deck {first} and {second} look the same to the camera; it would take one for the "
    "other. Please take another deck.",
)
NOT_EMPTY = Text(de="zeigt die Karte {other}", en="shows the card {other}")
FLAWS = {
    Flaw.BLURRED: Text(de="unscharf", en="blurred"),
    Flaw.SMALL: Text(de="Karte zu klein", en="the card is too small"),
    Flaw.GLARE: Text(de="von einer Spiegelung überstrahlt", en="burnt out by a reflection"),
    Flaw.DARK: Text(de="zu dunkel", en="too dark"),
    Flaw.BURNT: Text(de="überbelichtet", en="overexposed"),
}
_ONE = Text(
    de="Ein Bild taugt nicht zum Einlernen: {named}. Bitte die Karte neu aufnehmen, ganz, allein, "
    "scharf, gut belichtet und ohne Spiegelung auf dunklerem, einfarbigem Grund.",
    en="One picture is not fit to learn from: {named}. Please take it again, the whole card alone, "
    "sharp, well lit and without reflections on a darker, plain ground.",
)
_SEVERAL = Text(
    de="{count} Bilder taugen nicht zum Einlernen: {named}. Bitte diese Karten neu aufnehmen, "
    "jede ganz, allein, scharf, gut belichtet und ohne Spiegelung auf dunklerem, einfarbigem "
    "Grund.",
    en="{count} pictures are not fit to learn from: {named}. Please take them again, each with the "
    "whole card alone, sharp, well lit and without reflections on a darker, plain ground.",
)
_ALIKE = Text(
    de="Die Namen passen nicht zu den Bildern: {named}. Bitte prüfen, ob ein Bild falsch benannt "
    "ist.",
    en="The names do not fit the pictures: {named}. Please check whether a picture has a wrong "
    "name.",
)
_BOTH = Text(de="{one} {two}", en="{one} {two}")
_NAMED = Text(de="{name} ({why})", en="{name} ({why})")


@dataclass(frozen=True, slots=True)
class Doubt:
    """One picture that is not learned."""

    name: str
    """The file's name."""
    why: Text
    misnamed: bool = False
    """The picture is well; its name is in doubt."""


def sentence(doubts: Sequence[Doubt]) -> Text:
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


def _listed(doubts: Sequence[Doubt]) -> Text:
    each = [_NAMED.format(name=doubt.name, why=doubt.why) for doubt in doubts]
    return Text(de=", ".join(text.de for text in each), en=", ".join(text.en for text in each))
