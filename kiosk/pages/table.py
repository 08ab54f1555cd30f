"""The first page and the buttons below the table."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from kiosk import messages as m
from kiosk.commands import (
    ClaimRest,
    CloseDeal,
    Restore,
    StartDeal,
    StateHolder,
    StateLaufende,
    Undo,
)
from kiosk.pages import facts, stage, stop_screen, unsettled
from kiosk.pages.door import refuse, the_door
from kiosk.pages.language import local_path
from kiosk.pages.whole import is_whole

bp = Blueprint("table", __name__)


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show what the table's state asks for."""
    return stage.page(the_door().view())


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back what a person did last; the list is shown again where it was done there."""
    the_door().do(Undo())
    return redirect(local_path(request.form.get("back", "/")), code=303)


@bp.post("/restore")
def restore() -> ResponseReturnValue:
    """Bring back what the newest undo took."""
    of = request.form.get("of", "")
    the_door().do(Restore(int(of) if is_whole(of) else 0))
    return redirect("/", code=303)


@bp.post("/deal")
def deal() -> ResponseReturnValue:
    """Begin the next deal; the deal passes clockwise. One without a result is asked about first."""
    door = the_door()
    if unsettled.asks_first(door.view().state):
        return redirect("/next", code=303)
    door.do(StartDeal())
    return redirect("/", code=303)


@bp.post("/settle")
def settle() -> ResponseReturnValue:
    """End the deal: because of what the table ruled, or because all cards were laid by hand."""
    door = the_door()
    deal = facts.running_deal(door.view())
    ruled = deal is not None and facts.stopped_by(deal) is not None
    door.do(CloseDeal({"kind": "ruled"} if ruled else None))
    return redirect("/", code=303)


@bp.get("/stop")
def ask_end() -> ResponseReturnValue:
    """Ask how the deal ends before its last card."""
    view = the_door().view()
    deal = facts.running_deal(view)
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    return stage.sub_page("stop.html", view, stop_screen.stop(deal))


@bp.post("/stop")
def stop() -> ResponseReturnValue:
    """End the deal as the table says; tapped twice it ends no other deal."""
    door, form = the_door(), request.form
    end = stop_screen.end_of(
        form.get("kind", ""),
        form.get("why"),
        form.get("seat"),
        agreed=stop_screen.NOT_AGREED not in form,
    )
    if end is None:
        refuse(m.UNKNOWN_END)
    deal = facts.running_deal(door.view())
    if deal is not None and deal.record.id == form.get("deal"):
        door.do(CloseDeal(end))
    return redirect("/", code=303)


@bp.post("/rest")
def rest() -> ResponseReturnValue:
    """Note that somebody claims the rest, or that the others do not agree."""
    door, form = the_door(), request.form
    deal = facts.running_deal(door.view())
    seat = form.get("seat")
    if seat is not None and not is_whole(seat):
        refuse(m.UNKNOWN_SEAT)
    if deal is not None and deal.record.id == form.get("deal"):
        door.do(ClaimRest(None if seat is None else int(seat)))
    return redirect("/", code=303)


@bp.post("/holder")
def holder() -> ResponseReturnValue:
    """Settle a deal that ended before the called card lay with who the table says had it."""
    form = request.form
    seat = form.get("seat", "")
    if not is_whole(seat):
        refuse(m.UNKNOWN_SEAT)
    the_door().do(StateHolder(form.get("deal", ""), int(seat)))
    return redirect("/", code=303)


@bp.post("/laufende")
def laufende() -> ResponseReturnValue:
    """Settle a deal that ended early with the Laufende the table states."""
    form = request.form
    try:
        count = int(form.get("count", ""))
    except ValueError:
        refuse(m.UNKNOWN_LAUFENDE)
    the_door().do(StateLaufende(form.get("deal", ""), count))
    return redirect("/", code=303)
