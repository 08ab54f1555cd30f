"""The display in the hall: standings, or who sits where, page after page by itself.

It is read from afar, needs no password and shows start numbers alone unless the tournament shows
names. A page stays for `PAGE_S` seconds. It turns in its place, so that what is there stays where
the organiser's computer does not answer for a while; a browser without scripts loads it anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from engine.text import Text
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.pages.frame import desk, number
from kiosk.organiser.tournament import RoundPlan
from kiosk.words import organiser as w

bp = Blueprint("hall", __name__)

PAGE_S = 15
ROWS = 10
"""Lines of one block, each a fourteenth of the picture's height."""
MANY = 40
"""Beyond so many, names too stand in two blocks side by side, as numbers alone always do."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HallPage:
    """One page of the display."""

    heading: Text
    columns: tuple[Text, ...]
    blocks: tuple[tuple[Row, ...], ...]
    page: int
    """From 1."""
    pages: int


@dataclass(frozen=True, slots=True)
class _Table:
    """What is shown over one or several pages."""

    heading: Text
    columns: tuple[Text, ...]
    rows: tuple[Row, ...]

    @property
    def pages(self) -> tuple[tuple[Row, ...], ...]:
        """Its rows, page by page."""
        beside = len(self.rows) > MANY or w.NAME not in self.columns
        most = ROWS * (2 if beside else 1)
        return tuple(self.rows[at : at + most] for at in range(0, max(1, len(self.rows)), most))


def hall_page(at: Desk, page: int) -> HallPage:
    """Return a page of what the hall should see now; beyond the last it begins again.

    Before a round that is who sits where, and after it where everybody stands; both between two.
    """
    plans = at.rounds
    waiting = next((plan for plan in plans if not plan.begun), None)
    tables = []
    if waiting is not None and not any(plan.runs for plan in plans):
        tables.append(_seats(at, waiting))
    begun = [plan.number for plan in plans if plan.begun]
    if begun:
        tables.append(_standings(at, begun[-1]))
    if not tables:
        return HallPage(w.WELCOME, (), (), 1, 1)
    pages = [(table, rows) for table in tables for rows in table.pages]
    index = (page - 1) % len(pages)
    shown, rows = pages[index]
    blocks = tuple(rows[first : first + ROWS] for first in range(0, len(rows), ROWS))
    return HallPage(shown.heading, shown.columns, blocks, index + 1, len(pages))


def _standings(at: Desk, last: int) -> _Table:
    """Return where everybody stands after, or in, the round that began last."""
    heading = w.AFTER_ROUND.format(n=last)
    if at.over:
        heading = w.PROVISIONAL if at.outstanding() else w.FINAL
    names = at.tournament.names
    rows = tuple(
        (
            str(row.place),
            str(row.number),
            *((row.name,) if names else ()),
            number(row.points),
            str(row.soli),
        )
        for row in at.ranking()
    )
    columns = (w.PLACE, w.NUMBER, *((w.NAME,) if names else ()), w.POINTS, w.SOLI_WON)
    return _Table(heading, columns, rows)


def _seats(at: Desk, plan: RoundPlan) -> _Table:
    """Return who sits where in the next round, by start number: everybody looks for their own."""
    names = {each.number: each.name for each in at.field.people} if at.tournament.names else None
    tables = {number: each.table for each in plan.tables for number in each.numbers}
    rows = tuple(
        (str(each), *((names[each],) if names is not None else ()), tables[each])
        for each in sorted(tables)
    )
    columns = (w.NUMBER, *((w.NAME,) if names is not None else ()), w.TABLE)
    return _Table(w.SIT_DOWN.format(n=plan.number), columns, rows)


@bp.get("/hall")
def display() -> str:
    """Show a page, and where to turn to."""
    asked = request.args.get("page", "1")
    page = hall_page(desk(), int(asked) if asked.isdecimal() and len(asked) < 6 else 1)
    left = desk().time_left()
    now = desk().now.astimezone()
    return render_template("hall.html", shown=page, left=left, page_s=PAGE_S, now=now)
