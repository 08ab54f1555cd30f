"""Going on past a deal without a result: asked once, and a finger that bounces does not answer.

The deal stays in the evening's list, where its result can be entered later. What a second tap on
the same spot meets is the way back to the deal, never the way past it.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.state import TableState
from kiosk.commands import StartDeal
from kiosk.pages import stage, unsettled_screen
from kiosk.pages.door import settings, the_door
from kiosk.unsettled import unsettled

bp = Blueprint("unsettled", __name__)


def asks_first(state: TableState) -> bool:
    """Tell whether the next deal waits for an answer about the one before it."""
    return unsettled(state) is not None


@bp.get("/next")
def ask() -> ResponseReturnValue:
    """Ask whether the table goes on without this deal's result."""
    view = the_door().view()
    deal = unsettled(view.state)
    if deal is None:
        return redirect("/")
    return stage.sub_page("unsettled.html", view, unsettled_screen.screen(deal))


@bp.post("/next")
def go_on() -> ResponseReturnValue:
    """Begin the next deal; the one without a result stays in the list.

    Not for a form about another deal, nor within a moment after the question came up.
    """
    door, form = the_door(), request.form
    deal = unsettled(door.view().state)
    if deal is None or form.get("deal") != deal.id:
        return redirect("/", code=303)
    if unsettled_screen.bounced(form.get("asked", ""), settings().double_tap):
        return redirect("/next", code=303)
    door.do(StartDeal())
    return redirect("/", code=303)
