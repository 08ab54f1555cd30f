"""What a phone shows of the table: the kiosk's own screen values, drawn without anything to tap.

Nothing is added to them, so that what the kiosk keeps to itself (DESIGN point 8) no phone shows
either.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from kiosk.guests import words as w
from kiosk.pages import deals, facts, score_screen, stage, table_screen, wait_screen
from kiosk.pages.door import settings
from kiosk.pages.screens import Ask, Camera
from kiosk.view import TableView

_DRAWN = frozenset({"alert.html", "table.html", "result.html", "wait.html"})
"""The stage's screens that have a drawing for phones; any other is one for the table alone."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One page's changing part: which template draws it, and what."""

    template: str
    screen: object
    camera: Camera
    ask: Ask | None = None
    """The question the table is asked, where there is one."""
    backs: int = 0
    """Cards that lie face down."""
    paused: bool = False


@dataclass(frozen=True, slots=True)
class NoEvening:
    """Nothing to look at yet."""

    lead: Text = w.NO_EVENING
    long: Text = w.NO_EVENING_LONG


def shown(page: str, view: TableView) -> Shown:
    """Return what `page` (`table`, `scores`, `deals`) shows.

    Raises:
        KeyError: there is no such page.
    """
    template, screen = _PAGES[page](view)
    here = page == "table" and bool(view.state.seats)
    return Shown(
        template=f"guests/{template}",
        screen=screen,
        camera=facts.camera(view),
        ask=table_screen.ask(view) if here else None,
        backs=facts.backs(view) if here else 0,
        paused=view.state.paused is not None,
    )


def _table(view: TableView) -> tuple[str, object]:
    if not view.state.seats:
        return "front.html", NoEvening()
    template, screen = stage.in_play(view, settings().order_of(view.state.last_deal))
    if template not in _DRAWN:
        return "wait.html", wait_screen.between_deals(view)
    return template, screen


def _scores(view: TableView) -> tuple[str, object]:
    return "scores.html", score_screen.scores(view)


def _deals(view: TableView) -> tuple[str, object]:
    return "deals.html", deals.listed(view)


_PAGES = {"table": _table, "scores": _scores, "deals": _deals}
PAGES = tuple(_PAGES)
"""The pages phones can see."""
