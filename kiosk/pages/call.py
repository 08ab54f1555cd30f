"""Page and form of the call."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from engine.games.naming import CallMenu
from engine.record import Contract, DealRecord, JsonObject
from kiosk import messages as m
from kiosk.commands import Announce, CloseDeal, Double, StartDeal
from kiosk.pages import call_screen, call_state, facts, stage
from kiosk.pages.call_state import NOBODY, THROWN_IN, Tapped
from kiosk.pages.catalogue import call_menu, misfit
from kiosk.pages.door import refuse, the_door
from kiosk.pages.names import short
from kiosk.view import TableView

bp = Blueprint("call", __name__)

_THROWN_IN: JsonObject = {"kind": "thrown_in", "why": "all_pass"}


@bp.get("/call")
def ask() -> ResponseReturnValue:
    """Show the call as far as it has been tapped; at first, what is recorded."""
    view = the_door().view()
    record = _record(view)
    menu = call_menu(record)
    tapped = _read(record, menu) if request.args.get("step") else call_state.recorded(record)
    return _show(view, record, menu, tapped)


@bp.post("/call")
def announce() -> ResponseReturnValue:
    """Record the call; where no deal runs yet, the call begins one."""
    door = the_door()
    view = door.view()
    record = _record(view)
    menu = call_menu(record)
    tapped = _read(record, menu)
    thrown_in = tapped.who == NOBODY and tapped.kind == THROWN_IN
    contract = call_state.contract_of(tapped, menu)
    if contract is not None:
        contract = call_state.kept(contract, record.contract, menu)
    unfit = contract is None or misfit(record, contract) is not None
    if unfit and not thrown_in:
        return _show(view, record, menu, tapped)
    if request.form.get("deal", _about(view)) != _about(view):
        if not _stands(view, contract):
            refuse(m.DEAL_WENT_ON, 409)
        return _to_the_table()
    if facts.callable_deal(view) is None:
        door.do(StartDeal())
    if contract is None:
        door.do(CloseDeal(_THROWN_IN))
        return _to_the_table()
    if contract != record.contract:
        door.do(Announce(contract))
    for word, seat in call_state.new_doublings(tapped, record):
        door.do(Double(word, seat))
    return _to_the_table()


def _show(
    view: TableView, record: DealRecord, menu: CallMenu, tapped: Tapped
) -> ResponseReturnValue:
    screen = call_screen.call(short(view.state.seats), record, menu, tapped, _about(view))
    return stage.sub_page("call.html", view, screen)


def _read(record: DealRecord, menu: CallMenu) -> Tapped:
    """Return what was tapped before, and this tap applied to it."""
    tapped = call_state.read(request.values, record, menu)
    if tapped is None:
        refuse(m.UNKNOWN_CALL)
    return call_state.after(tapped, request.values.get("tap", ""), record, menu)


def _about(view: TableView) -> str:
    """Return which deal a call is about: a form sent twice must not call the next one too."""
    deal = facts.callable_deal(view)
    return f"after-{view.state.deals_started}" if deal is None else deal.record.id


def _stands(view: TableView, contract: Contract | None) -> bool:
    """Tell whether what was called is recorded already: the button was tapped twice."""
    if contract is None:
        last = facts.last_deal(view)
        return last is not None and last.record.end == _THROWN_IN
    deal = facts.callable_deal(view)
    return deal is not None and deal.record.contract == contract


def _to_the_table() -> ResponseReturnValue:
    """Go to the first page; a script that sent the form is told so, it cannot follow by itself."""
    if request.headers.get("HX-Request"):
        return Response(status=204, headers={"HX-Redirect": "/"})
    return redirect("/", code=303)


def _record(view: TableView) -> DealRecord:
    """Return the running deal's record, or what the next deal's will begin with."""
    if not view.state.seats:
        refuse(m.NO_EVENING, 409)
    deal = facts.callable_deal(view)
    return deal.record if deal is not None else facts.next_record(view)
