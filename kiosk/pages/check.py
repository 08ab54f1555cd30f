"""Pages and forms that put a reading right."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card
from kiosk import messages as m
from kiosk.commands import Command, ConfirmCard, CorrectCard, InsertCard, LayCard, RemoveCard
from kiosk.pages import check_screen, facts, stage
from kiosk.pages.catalogue import deck
from kiosk.pages.door import read_card, refuse, the_door
from kiosk.pages.facts import DealFacts
from kiosk.view import TableView

bp = Blueprint("check", __name__)


@bp.get("/check/<int:seq>")
def ask(seq: int) -> ResponseReturnValue:
    """Show one card, what it looks like, and with `deck=1` the whole deck."""
    view, deal, play = _play(seq)
    screen = check_screen.check(view, deal, play, whole=request.args.get("deck") == "1")
    return stage.sub_page("check.html", view, screen, see="strip")


@bp.post("/check/<int:seq>")
def correct(seq: int) -> ResponseReturnValue:
    """Record which card it was; the card already read confirms the reading."""
    _, deal, play = _play(seq)
    card = _card(deal)
    command: Command = CorrectCard(seq, card)
    if deal.record.plays[play].card is card:
        command = ConfirmCard(seq)
    the_door().do(command)
    return redirect("/", code=303)


@bp.post("/remove/<int:seq>")
def remove(seq: int) -> ResponseReturnValue:
    """Record that this was no card at all."""
    _play(seq)
    the_door().do(RemoveCard(seq))
    return redirect("/", code=303)


@bp.get("/missing/<int:seq>")
def ask_missing(seq: int) -> ResponseReturnValue:
    """Ask which card was laid before this one without being seen."""
    view, deal, play = _play(seq)
    return stage.sub_page("check.html", view, check_screen.missing(view, deal, play))


@bp.post("/missing/<int:seq>")
def insert(seq: int) -> ResponseReturnValue:
    """Record a card that was laid before this one."""
    _, deal, _ = _play(seq)
    the_door().do(InsertCard(_card(deal), seq))
    return redirect("/", code=303)


@bp.get("/lay")
def ask_next() -> ResponseReturnValue:
    """Ask which card is laid next: by touch, without the camera."""
    view = the_door().view()
    return stage.sub_page("check.html", view, check_screen.lay(_running(view)))


@bp.post("/lay")
def lay() -> ResponseReturnValue:
    """Record a card laid by touch."""
    door = the_door()
    door.do(LayCard(_card(_running(door.view()))))
    return redirect("/", code=303)


@bp.get("/last")
def last_trick() -> ResponseReturnValue:
    """Show the last trick that was made."""
    view = the_door().view()
    return stage.sub_page("last.html", view, facts.last_trick(view))


@bp.get("/review")
def review() -> ResponseReturnValue:
    """Show a finished deal with all its cards; never a running one (DESIGN point 8)."""
    view = the_door().view()
    if facts.running_deal(view) is not None:
        refuse(m.NOT_AFTERWARDS, 403)
    deal = facts.last_deal(view)
    if deal is None:
        refuse(m.NO_SCORES, 404)
    return stage.sub_page("review.html", view, facts.review(view, deal))


def _play(seq: int) -> tuple[TableView, DealFacts, int]:
    view = the_door().view()
    found = check_screen.find(view, seq)
    if found is None:
        refuse(m.UNKNOWN_PLAY, 404)
    deal, play = found
    if not check_screen.may_be_seen(view, deal, play):
        refuse(m.NOT_AFTERWARDS, 403)
    return view, deal, play


def _running(view: TableView) -> DealFacts:
    deal = facts.running_deal(view)
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    return deal


def _card(deal: DealFacts) -> Card:
    code = request.form.get("card", "")
    card = read_card(code, deal.record.family)
    if card not in deck(deal.record):
        refuse(m.UNKNOWN_CARD.format(code=code))
    return card
