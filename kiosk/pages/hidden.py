"""Page and form of the cards that lay face down (`/hidden`); never while a deal runs."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.state import DealState
from kiosk import messages as m
from kiosk.commands import TellHidden
from kiosk.pages import hidden_screen, stage
from kiosk.pages.door import refuse, the_door
from kiosk.view import TableView

bp = Blueprint("hidden", __name__)


@bp.get("/hidden")
def ask() -> ResponseReturnValue:
    """Show what was picked so far, and what can have lain face down."""
    view = the_door().view()
    deal = _over(view)
    chosen = hidden_screen.read(deal, request.args.getlist)
    screen = hidden_screen.screen(deal, chosen, request.args.get("for", ""))
    return stage.sub_page("hidden.html", view, screen)


@bp.post("/hidden")
def tell() -> ResponseReturnValue:
    """Record what lay face down, as far as all of it was picked."""
    door = the_door()
    deal = _over(door.view())
    if deal.id != request.form.get("deal"):
        return redirect("/", code=303)
    chosen = hidden_screen.read(deal, request.form.getlist)
    door.do(TellHidden(deal.id, tuple((name, cards) for name, cards in chosen.items() if cards)))
    return redirect("/", code=303)


def _over(view: TableView) -> DealState:
    """Return the deal that is over and has such cards; nobody learns of one that runs."""
    deal = view.state.last_deal
    if view.state.deal is not None:
        refuse(m.NOT_AFTERWARDS, 403)
    if deal is None or not hidden_screen.may_tell(view.state, deal):
        refuse(m.NOT_FOUND, 404)
    return deal
