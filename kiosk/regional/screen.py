"""What the screen of the words shows."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Family, card
from engine.text import Text
from kiosk.pages.cards import Face, face
from kiosk.regional import words as w
from kiosk.regional.region import WORDS, Region

_CARDS = {
    "gras": card("GO"),
    "ass": card("HA"),
    "unter": card("SU"),
    "index": card("HQ", Family.FRENCH),
}
"""A card that each choice gives its name to."""


@dataclass(frozen=True, slots=True)
class WordChoice:
    """One word and the card it names."""

    key: str
    title: Text
    face: Face
    words: tuple[tuple[str, bool], ...]
    """Each word, and whether it is the chosen one."""


@dataclass(frozen=True, slots=True)
class WordsScreen:
    """Every choice, in order."""

    choices: tuple[WordChoice, ...]


def words_screen(region: Region) -> WordsScreen:
    """Return the choices with the words of `region` marked."""
    chosen = dict(region.words)
    return WordsScreen(
        tuple(
            WordChoice(
                key,
                w.TITLES[key],
                face(_CARDS[key]),
                tuple((word, word == chosen[key]) for word in known),
            )
            for key, known in WORDS.items()
        )
    )
