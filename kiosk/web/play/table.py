"""The first page, the buttons below the table, and the end of a deal and of the evening.

Going on past a deal without a result is asked once, and a finger that bounces does not answer: a
second tap on the same spot meets the way back to the deal, never the way past it. The deal stays
in the evening's list, where its result can be entered later.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.evening.state import TableState
from engine.referee.evaluation import may_double
from kiosk.screens import deal_end, facts, result
from kiosk.screens import score as score_screen
from kiosk.screens.table import in_turn
from kiosk.screens.values import Sure, is_whole, sentences
from kiosk.table.commands import (
    ClaimRest,
    CloseDeal,
    Double,
    EndEvening,
    Restore,
    StartDeal,
    StateHolder,
    StateLaufende,
    Undo,
)
from kiosk.table.deal_answers import is_void
from kiosk.table.evening_orders import deal_runs
from kiosk.table.undo import undoing, unsettled
from kiosk.web import stage
from kiosk.web.door import refuse, serving, the_door
from kiosk.web.language import local_path
from kiosk.words import calls as c
from kiosk.words import pages as m
from kiosk.words import score_pad as e

bp = Blueprint("table", __name__)


def asks_first(state: TableState) -> bool:
    """Tell whether the next deal waits for an answer about the one before it."""
    return unsettled(state) is not None


@bp.get("/next")
def ask_next() -> ResponseReturnValue:
    """Ask whether the table goes on without this deal's result."""
    view = the_door().view()
    deal = unsettled(view.state)
    if deal is None:
        return redirect("/")
    return stage.sub_page("unsettled.html", view, result.screen(deal))


@bp.post("/next")
def go_on() -> ResponseReturnValue:
    """Begin the next deal; the one without a result stays in the list.

    Not for a form about another deal, nor within a moment after the question came up.
    """
    door, form = the_door(), request.form
    deal = unsettled(door.view().state)
    if deal is None or form.get("deal") != deal.id:
        return redirect("/", code=303)
    if result.bounced(form.get("asked", ""), serving().double_tap):
        return redirect("/next", code=303)
    door.do(StartDeal())
    return redirect("/", code=303)


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show what the table's state asks for."""
    return stage.page(the_door().view())


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back what a person did last; the list is shown again where it was done there.

    A tap that finds nothing to take back, from a page that is a moment old, changes nothing.
    """
    door = the_door()
    if undoing(door.view().state):
        door.do(Undo())
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
    if asks_first(door.view().state):
        return redirect("/next", code=303)
    door.do(StartDeal())
    return redirect("/", code=303)


@bp.post("/double")
def double() -> ResponseReturnValue:
    """Note a doubling of a seat whose turn it is; a form that is out of date changes nothing."""
    door, form = the_door(), request.form
    deal = facts.running_deal(door.view())
    may = in_turn(deal)
    seats = {str(button.seat): button.seat for button in may.buttons} if may is not None else {}
    about = (form.get("deal"), form.get("said"))
    if deal is not None and may is not None and about == (may.deal, str(may.said)):
        seat, rules = seats.get(form.get("seat", "")), may_double(deal.record)
        if seat is not None and rules is not None:
            door.do(Double(rules.say, seat))
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
    return stage.sub_page("stop.html", view, deal_end.stop(deal))


@bp.post("/stop")
def stop() -> ResponseReturnValue:
    """End the deal as the table says; tapped twice it ends no other deal."""
    door, form = the_door(), request.form
    end = deal_end.end_of(
        form.get("kind", ""),
        form.get("why"),
        form.get("seat"),
        agreed=deal_end.NOT_AGREED not in form,
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


@bp.get("/end")
def ask_evening_end() -> ResponseReturnValue:
    """Ask once whether the evening is over, and say what happens then."""
    view = the_door().view()
    if not view.state.running:
        refuse(m.NO_EVENING, 409)
    counted = sum(not is_void(each) for each in view.state.finished)
    what = e.END_WHAT.format(count=score_screen.deal_count(counted))
    left = [each for each in view.state.finished if each.result is None]
    lacks = tuple(c.NO_RESULT_SENTENCE.format(n=each.number) for each in left)
    runs = deal_runs(view.state)
    more = (*lacks, e.END_RUNNING, e.END_THEN) if runs else (*lacks, e.END_THEN)
    sure = Sure(e.END_ASK, what, sentences(*more), "/end", m.END_EVENING, "/scores")
    return stage.sub_page("sure.html", view, sure)


@bp.post("/end")
def end_evening() -> ResponseReturnValue:
    """Close the evening."""
    the_door().do(EndEvening())
    return redirect("/", code=303)
