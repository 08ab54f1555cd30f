"""Everything there is beside the table, on one page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from engine.text import Text
from kiosk.pages import stage
from kiosk.pages.door import settings, the_door
from kiosk.view import TableView
from kiosk.welcome import menu_words as w
from kiosk.welcome.rules import open_drafts

bp = Blueprint("menu", __name__)


@dataclass(frozen=True, slots=True)
class Way:
    """One button of the menu."""

    href: str
    word: Text
    note: Text
    post: bool = False
    """Whether it does something instead of leading somewhere."""


@bp.get("/menu")
def show() -> ResponseReturnValue:
    """Show where one can go from here."""
    view = the_door().view()
    offered = {rule.rule for rule in current_app.url_map.iter_rules()}
    chosen = settings()
    demonstrates = chosen.reception.swaps.demonstrates
    ways = menu(
        view,
        phones=chosen.desk is not None,
        demonstrates=demonstrates,
        drafts=bool(open_drafts(view)),
    )
    there = tuple(way for way in ways if way.href in offered)
    return stage.sub_page("welcome/menu.html", view, there)


def menu(
    view: TableView, *, phones: bool, demonstrates: bool, drafts: bool = False
) -> tuple[Way, ...]:
    """Return what the menu offers just now, what is wanted most often first."""
    evening = (Way("/people", w.PEOPLE, w.PEOPLE_LONG),) if view.state.running else ()
    past = (Way("/evenings", w.EVENINGS, w.EVENINGS_LONG),) if view.state.seats else ()
    real = view.state.running and view.source in ("camera", "none")
    deck = (Way("/setup/deck", w.DECK, w.DECK_LONG.format(deck=view.state.deck)),) if real else ()
    sample = demonstrates and view.source != "sample"
    return (
        *evening,
        Way("/rules", w.RULES, w.RULES_DRAFT if drafts else w.RULES_LONG),
        *deck,
        Way("/setup", w.CAMERA, w.CAMERA_LONG),
        *((Way("/phones", w.PHONES, w.PHONES_LONG),) if phones else ()),
        *past,
        Way("/comfort", w.SOUNDS, w.SOUNDS_LONG),
        Way("/strip", w.STRIP, w.STRIP_LONG),
        Way("/words", w.WORDS, w.WORDS_LONG),
        Way("/space", w.SPACE, w.SPACE_LONG),
        *((Way("/show", w.SHOW, w.SHOW_LONG, post=True),) if sample else ()),
    )
