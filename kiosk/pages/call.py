"""Page and form of the call."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.record import DealRecord
from kiosk import messages as m
from kiosk.commands import Announce, CloseDeal, Double, StartDeal
from kiosk.pages import call_screen, facts, stage
from kiosk.pages.catalogue import call_menu
from kiosk.pages.door import refuse, the_door
from kiosk.view import TableView

bp = Blueprint("call", __name__)


@bp.get("/call")
def ask() -> ResponseReturnValue:
    """Show the call as far as it has been tapped; at first, what is recorded."""
    view = the_door().view()
    record = _record(view)
    if request.args.get("clear"):
        doublings = call_screen.recorded(record).doublings
        tapped = call_screen.Tapped(doublings=doublings)
    elif request.args.get("step"):
        tapped = _read(record)
    else:
        tapped = call_screen.recorded(record)
    screen = call_screen.call(view.state.seats, record, call_menu(record), tapped)
    return stage.sub_page("call.html", view, screen)


@bp.post("/call")
def announce() -> ResponseReturnValue:
    """Record the call; where no deal runs yet, the call begins one."""
    door = the_door()
    record = _record(door.view())
    tapped = _read(record)
    thrown_in = tapped.who == call_screen.NOBODY and tapped.kind == call_screen.THROWN_IN
    contract = call_screen.contract_of(tapped, call_menu(record))
    if contract is None and not thrown_in:
        refuse(m.UNKNOWN_CALL)
    if facts.running_deal(door.view()) is None:
        door.do(StartDeal())
    if thrown_in:
        door.do(CloseDeal({"kind": "thrown_in", "why": "all_pass"}))
        return redirect("/", code=303)
    if contract != record.contract:
        door.do(Announce(contract))
    for word in call_screen.new_doublings(tapped, record):
        door.do(Double(word))
    return redirect("/", code=303)


def _read(record: DealRecord) -> call_screen.Tapped:
    tapped = call_screen.read(request.values, record, call_menu(record))
    if tapped is None:
        refuse(m.UNKNOWN_CALL)
    return tapped


def _record(view: TableView) -> DealRecord:
    """Return the running deal's record, or what the next deal's will begin with."""
    if not view.state.seats:
        refuse(m.NO_EVENING, 409)
    deal = facts.running_deal(view)
    return deal.record if deal is not None else facts.next_record(view)
