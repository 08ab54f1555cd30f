"""Doubling in turn while a deal is played: who may now, a button each (Bierkopf)."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.doubling import may_double
from kiosk import entry_words as e
from kiosk.commands import Double
from kiosk.pages import facts
from kiosk.pages.catalogue import doubling_words
from kiosk.pages.door import the_door
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import DoubleButton, InTurn

bp = Blueprint("doubling", __name__)


def in_turn(deal: DealFacts | None) -> InTurn | None:
    """Return who may double now; None where nobody may or the table decides."""
    may = None if deal is None else may_double(deal.record)
    if deal is None or may is None or not may.seats:
        return None
    word = doubling_words(deal.record.game)[may.say]
    buttons = tuple(
        DoubleButton(seat, e.DOUBLE_BY.format(name=deal.names[seat], word=word))
        for seat in may.seats
    )
    return InTurn(deal.record.id, len(deal.record.doubles), buttons)


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
