"""Pages and form of the piles of two players (`/layout`), told by taps as they lie."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.state import DealState
from kiosk import messages as m
from kiosk.commands import GiveLayout, TurnOver
from kiosk.face_down import lying_open, may_turn
from kiosk.pages import facts, layout_screen, stage
from kiosk.pages.catalogue import deck
from kiosk.pages.door import read_card, refuse, the_door
from kiosk.view import TableView

bp = Blueprint("layout", __name__)


@bp.get("/layout")
def show() -> ResponseReturnValue:
    """Show what lies open on each pile."""
    view = the_door().view()
    return stage.sub_page("layout.html", view, layout_screen.screen(_deal(view)))


@bp.get("/layout/<int:seat>/<int:pile>")
def ask(seat: int, pile: int) -> ResponseReturnValue:
    """Ask which card lies open on a pile."""
    view = the_door().view()
    deal = _deal(view)
    _check(deal, seat, pile)
    lies = request.args.get("lies") == "1"
    return stage.sub_page("check.html", view, layout_screen.pick(deal, seat, pile, lies=lies))


@bp.post("/layout/<int:seat>/<int:pile>")
def tell(seat: int, pile: int) -> ResponseReturnValue:
    """Note the open card, and go to the next pile nobody told; a card that lies is asked again."""
    door, code = the_door(), request.form.get("card", "")
    deal = _deal(door.view())
    _check(deal, seat, pile)
    card = read_card(code, deal.record.family)
    if card not in deck(deal.record):
        refuse(m.UNKNOWN_CARD.format(code=code))
    if card in lying_open(deal):
        return redirect(f"/layout/{seat}/{pile}?lies=1", code=303)
    if layout_screen.first_told(deal, seat, pile):
        door.do(GiveLayout(layout_screen.with_top(deal, seat, pile, card)))
    else:
        door.do(TurnOver(seat, pile, card))
    after = facts.running_deal(door.view())
    last = None if after is None else layout_screen.following(after.deal, seat)
    return redirect("/layout" if last is None else f"/layout/{last[0]}/{last[1]}", code=303)


def _check(deal: DealState, seat: int, pile: int) -> None:
    shape = layout_screen.shape(deal)
    known = shape is not None and seat in deal.head.active and 0 <= pile < shape[0]
    tells = known and (layout_screen.first_told(deal, seat, pile) or may_turn(deal, seat, pile))
    if not tells:
        refuse(m.NOT_FOUND, 404)


def _deal(view: TableView) -> DealState:
    deal = facts.running_deal(view)
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    if layout_screen.shape(deal.deal) is None:
        refuse(m.NOT_FOUND, 404)
    return deal.deal
