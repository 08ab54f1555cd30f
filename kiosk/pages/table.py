"""The first page and the buttons below the table."""

from __future__ import annotations

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from kiosk.commands import CloseDeal, StartDeal, Undo
from kiosk.pages import facts, stage
from kiosk.pages.door import the_door

bp = Blueprint("table", __name__)


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show what the table's state asks for."""
    return stage.page(the_door().view())


@bp.get("/start")
def start() -> ResponseReturnValue:
    """Show the start of the next evening."""
    return stage.start_page(the_door().view())


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back what a person did last."""
    the_door().do(Undo())
    return redirect("/", code=303)


@bp.post("/deal")
def deal() -> ResponseReturnValue:
    """Begin the next deal; the deal passes clockwise."""
    the_door().do(StartDeal())
    return redirect("/", code=303)


@bp.post("/settle")
def settle() -> ResponseReturnValue:
    """End the deal: because of what the table ruled, or because all cards were laid by hand."""
    door = the_door()
    deal = facts.running_deal(door.view())
    ruled = deal is not None and facts.upheld(deal) is not None
    door.do(CloseDeal({"kind": "ruled"} if ruled else None))
    return redirect("/", code=303)
