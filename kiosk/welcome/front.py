"""How an evening can begin: the first page where none is going on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from kiosk.pages.catalogue import game_title
from kiosk.pages.settings import PageSettings
from kiosk.view import TableView
from kiosk.welcome import words as w
from kiosk.welcome.plan import Plan, Step, as_last_time
from kiosk.welcome.walk_screen import Option


@dataclass(frozen=True, slots=True)
class FrontScreen:
    """A language at the very first start, then ways to begin."""

    title: Text
    question: Text
    fresh: bool
    """Whether nobody has begun an evening here yet."""
    ways: tuple[Option, ...]


def front(view: TableView, chosen: PageSettings) -> FrontScreen:
    """Return the ways to begin; "as last time" first, where there was a last time."""
    state, demonstrates = view.state, chosen.reception.swaps.demonstrates
    show = (Option("/show", w.SHOW, w.SHOW_LONG),) if demonstrates else ()
    if not state.seats:
        return FrontScreen(w.HELLO, w.WHICH_LANGUAGE, fresh=True, ways=show)
    last, names = game_title(state.game), ", ".join(state.seats)
    again = as_last_time(state, chosen.offered_decks()).href(Step.GO)
    anew = Plan(names=("",) * len(state.seats)).href(Step.GAME)
    ways = (
        Option(again, w.AS_LAST_TIME, w.LAST_TIME.format(game=last, names=names), main=True),
        Option(anew, w.SET_UP, w.SET_UP_LONG),
        Option("/scores", w.OLD_EVENING, w.OLD_EVENING_LONG),
        Option("/rules", w.HOUSE_RULES, w.HOUSE_RULES_LONG),
        Option("/setup", w.CAMERA_AND_DECK, w.CAMERA_AND_DECK_LONG),
    )
    return FrontScreen(w.HELLO, w.WHAT_TODAY, fresh=False, ways=(*ways, *show))
