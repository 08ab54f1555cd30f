"""Page and forms of the auction (`/auction`)."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.games.auction.view import REDEAL
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.auction import screen as screens
from kiosk.commands import Announce, CloseDeal, MakeBid, StartDeal
from kiosk.pages import facts, stage, unsettled
from kiosk.pages.door import refuse, the_door
from kiosk.pages.facts import DealFacts

bp = Blueprint("auction", __name__)


@bp.get("/auction")
def ask() -> ResponseReturnValue:
    """Show whose word it is."""
    view = the_door().view()
    deal = facts.running_deal(view)
    screen = None if deal is None else _screen(deal, request.args.get("game", ""))
    return stage.sub_page("auction/auction.html", view, screen)


@bp.post("/auction/begin")
def begin() -> ResponseReturnValue:
    """Begin the next deal where none runs, and its auction."""
    door = the_door()
    if unsettled.asks_first(door.view().state):
        return redirect("/next", code=303)
    if facts.running_deal(door.view()) is None:
        door.do(StartDeal())
    return redirect("/auction", code=303)


@bp.post("/auction")
def say() -> ResponseReturnValue:
    """Note one word; a form that is out of date changes nothing."""
    door, form = the_door(), request.form
    deal = _deal()
    view = deal.report.auction
    stale = (form.get("deal"), form.get("said")) != (deal.record.id, str(len(deal.record.bids)))
    if view is None or stale:
        return redirect("/auction", code=303)
    if form.get("say") == REDEAL:
        if not all(bid.say == "pass" for bid in deal.record.bids):
            refuse(c.NO_SUCH_WORD)
        door.do(CloseDeal({"kind": "thrown_in", "why": "all_pass"}))
        return redirect("/", code=303)
    bid = screens.find_bid(view, form.get("say", ""), form.get("game", ""), form.get("suit", ""))
    if bid is None:
        refuse(c.NO_SUCH_WORD)
    door.do(MakeBid(bid.seat, bid.say, bid.contract))
    return redirect("/auction", code=303)


@bp.post("/auction/play")
def play() -> ResponseReturnValue:
    """Announce the game that the auction came to."""
    deal = _deal()
    view = deal.report.auction
    outcome = None if view is None else view.outcome
    if outcome is None or outcome.contract is None:
        return redirect("/auction", code=303)
    if deal.record.contract != outcome.contract:
        the_door().do(Announce(outcome.contract))
    return redirect("/", code=303)


def _screen(deal: DealFacts, game: str) -> screens.AuctionScreen | None:
    return screens.auction(deal.names, deal.record, deal.report, game)


def _deal() -> DealFacts:
    deal = facts.running_deal(the_door().view())
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    return deal
