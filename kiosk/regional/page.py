"""The screen where the table chooses its words (`/words`)."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.language import local_path
from kiosk.regional import words as w
from kiosk.regional.region import WORDS, Region
from kiosk.regional.screen import WordsScreen, words_screen

bp = Blueprint("regional", __name__)


@dataclass(frozen=True, slots=True)
class _Page:
    screen: WordsScreen
    back: str


@bp.get("/words")
def ask() -> ResponseReturnValue:
    """Show the words there are to choose from, the chosen ones marked."""
    screen = words_screen(settings().region.chosen)
    back = local_path(request.args.get("back", "/"))
    return stage.sub_page("regional/words.html", the_door().view(), _Page(screen, back))


@bp.post("/words")
def choose() -> ResponseReturnValue:
    """Take one word from now on, and show the screen again."""
    chosen = dict(settings().region.chosen.words)
    for key, known in WORDS.items():
        word = request.form.get(key)
        if word is None:
            continue
        if word not in known:
            refuse(w.UNKNOWN_WORD)
        chosen[key] = word
    settings().region.choose(Region(**chosen))
    back = local_path(request.form.get("back", "/"))
    return redirect(f"/words?back={back}" if back != "/" else "/words", code=303)
