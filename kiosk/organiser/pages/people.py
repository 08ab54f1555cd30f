"""Who takes part: entered one by one or as a list, paid, absent, replaced."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from kiosk.organiser.money import euros
from kiosk.organiser.pages.frame import desk, to, typed, whole
from kiosk.organiser.tournament import Presence
from kiosk.words import organiser as w

bp = Blueprint("people", __name__)


@bp.get("/people")
def people() -> str:
    """Show everybody."""
    field, fee = desk().field, desk().tournament.fee
    payers = sum(each.paid for each in field.people)
    paid = w.PAID_SUM.format(paid=payers, all=len(field.people), sum=euros(payers * fee))
    return render_template("people.html", field=field, paid=paid)


@bp.post("/people")
def enter() -> ResponseReturnValue:
    """Enter somebody."""
    number = whole(typed("number")) if typed("number") else 0
    desk().enter(typed("name"), typed("town"), paid=typed("paid") == "1", number=number)
    return to("/people")


@bp.post("/people/list")
def enter_list() -> ResponseReturnValue:
    """Enter everybody of a list."""
    desk().enter_all(request.form.get("list", ""))
    return to("/people")


@bp.get("/people/<int:number>")
def person(number: int) -> str:
    """Show one person, and what can be changed."""
    return render_template(
        "person.html",
        person=desk().field[number],
        presences=Presence,
        next_round=desk().next_round,
        unseated=desk().unseated(number),
    )


@bp.post("/people/<int:number>/paid")
def paid(number: int) -> ResponseReturnValue:
    """Note that somebody paid, or did not."""
    desk().set_paid(number, paid=typed("paid") == "1")
    return to("/people")


@bp.post("/people/<int:number>/presence")
def presence(number: int) -> ResponseReturnValue:
    """Note whether somebody plays."""
    known = {each.value: each for each in Presence}
    desk().set_presence(number, known.get(typed("presence"), Presence.HERE))
    return to(f"/people/{number}")


@bp.post("/people/<int:number>/out")
def take_out(number: int) -> ResponseReturnValue:
    """Take somebody out again who was entered by mistake."""
    desk().take_out(number)
    return to("/people")


@bp.post("/people/<int:number>/name")
def rename(number: int) -> ResponseReturnValue:
    """Put right how somebody is called."""
    desk().rename(number, typed("right_name"), typed("right_town"))
    return to("/people")


@bp.post("/people/<int:number>/substitute")
def substitute(number: int) -> ResponseReturnValue:
    """Let somebody else play on under a number."""
    desk().substitute(number, typed("name"), typed("town"))
    return to("/people")
