"""The screen where the table chooses its words (`/words`)."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Family, card
from engine.text import Text
from kiosk.home.region import WORDS, Region
from kiosk.screens.cards import Face, face
from kiosk.web import stage
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.language import local_path
from kiosk.words import menu as w

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
                w.REGION_TITLES[key],
                face(_CARDS[key]),
                tuple((word, word == chosen[key]) for word in known),
            )
            for key, known in WORDS.items()
        )
    )


bp = Blueprint("region", __name__)


@dataclass(frozen=True, slots=True)
class _Page:
    screen: WordsScreen
    back: str


@bp.get("/words")
def ask() -> ResponseReturnValue:
    """Show the words there are to choose from, the chosen ones marked."""
    screen = words_screen(preferences().region.choice)
    back = local_path(request.args.get("back", "/"))
    return stage.sub_page("setup/region.html", the_door().view(), _Page(screen, back))


@bp.post("/words")
def choose() -> ResponseReturnValue:
    """Take one word from now on, and show the screen again."""
    chosen = dict(preferences().region.choice.words)
    for key, known in WORDS.items():
        word = request.form.get(key)
        if word is None:
            continue
        if word not in known:
            refuse(w.UNKNOWN_WORD)
        chosen[key] = word
    preferences().region.choose(Region(**chosen))
    back = local_path(request.form.get("back", "/"))
    return redirect(f"/words?back={back}" if back != "/" else "/words", code=303)
