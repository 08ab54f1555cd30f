"""The display in the hall: standings, or who sits where, page after page by itself.

It is read from afar, needs no password and shows start numbers alone unless the tournament shows
names. A page stays for `PAGE_S` seconds. It turns in its place, so that what is there stays where
the organiser's computer does not answer for a while; a browser without scripts loads it anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import TypeVar

from flask import Blueprint, render_template, request

from engine.text import Text
from kiosk.organiser.desk import Desk
from kiosk.organiser.pages.frame import desk, number
from kiosk.organiser.tournament import RoundPlan
from kiosk.words import organiser as w

bp = Blueprint("hall", __name__)

PAGE_S = 15
ROWS = 10
"""Lines on one page; each is a fourteenth of the picture's height."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HallPage:
    """One page of the display."""

    heading: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    page: int
    """From 1."""
    pages: int


def hall_page(at: Desk, page: int) -> HallPage:
    """Return a page of what the hall should see now; beyond the last it begins again."""
    plans = at.rounds
    waiting = next((plan for plan in plans if not plan.begun), None)
    running = next((plan for plan in plans if plan.runs), None)
    begun = [plan for plan in plans if plan.begun]
    if running is None and waiting is not None:
        return _seats(at, waiting, page)
    if not begun:
        return HallPage(w.WELCOME, (), (), 1, 1)
    heading = w.AFTER_ROUND.format(n=begun[-1].number)
    if at.over:
        heading = w.PROVISIONAL if at.outstanding() else w.FINAL
    standings, part, pages = _part(at.ranking(), page)
    names = at.tournament.names
    rows = tuple(
        (
            str(row.place),
            str(row.number),
            *((row.name,) if names else ()),
            number(row.points),
            str(row.soli),
        )
        for row in standings
    )
    columns = (w.PLACE, w.NUMBER, *((w.NAME,) if names else ()), w.POINTS, w.SOLI)
    return HallPage(heading, columns, rows, part, pages)


def _seats(at: Desk, plan: RoundPlan, page: int) -> HallPage:
    """Return who sits where in the next round, by start number: everybody looks for their own."""
    field, names = at.field, at.tournament.names
    tables = {number: each.table for each in plan.tables for number in each.numbers}
    numbers, part, pages = _part(sorted(tables), page)
    rows = tuple(
        (
            str(each),
            *((field[each].name,) if names else ()),
            tables[each],
        )
        for each in numbers
    )
    columns = (w.NUMBER, *((w.NAME,) if names else ()), w.TABLE)
    return HallPage(w.SIT_DOWN.format(n=plan.number), columns, rows, part, pages)


def _part(rows: Sequence[T], page: int) -> tuple[Sequence[T], int, int]:
    """Return the rows of a page, which page that is, and how many there are."""
    pages = max(1, ceil(len(rows) / ROWS))
    at = (page - 1) % pages
    return rows[at * ROWS : (at + 1) * ROWS], at + 1, pages


@bp.get("/hall")
def display() -> str:
    """Show a page, and where to turn to."""
    asked = request.args.get("page", "1")
    page = hall_page(desk(), int(asked) if asked.isdecimal() and len(asked) < 6 else 1)
    left = desk().overview().left
    now = datetime.now().astimezone()
    return render_template("hall.html", shown=page, left=left, page_s=PAGE_S, now=now)
