"""Pages and forms that put a reading right, tell face-down cards, and tell two players' piles.

Cards that lay face down (`/hidden`) are never told while a deal runs; piles (`/layout`) are told
by taps as they lie.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.cards import Card
from engine.evening.deal import DealState
from kiosk.screens import check as check_screen
from kiosk.screens import correction, facts
from kiosk.screens.cards import deck
from kiosk.screens.facts import DealFacts
from kiosk.screens.result import bounced
from kiosk.screens.values import is_whole
from kiosk.table.commands import (
    Command,
    ConfirmCard,
    CorrectCard,
    GiveLayout,
    InsertCard,
    LeaveQuestion,
    RemoveCard,
    ShownPlace,
    TellHidden,
    TurnOver,
)
from kiosk.table.deal_answers import lying_open, may_turn
from kiosk.table.orders import StaleAnswerError
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import read_card, refuse, serving, the_door
from kiosk.web.language import local_path
from kiosk.words import pages as m

bp = Blueprint("check", __name__)


@bp.get("/check/<int:seq>")
def ask(seq: int) -> ResponseReturnValue:
    """Show one card, what it looks like, and with `deck=1` the whole deck."""
    view, deal, play = _play(seq)
    order, whole = stage.order_of(deal.deal), request.args.get("deck") == "1"
    screen = replace(check_screen.check(view, deal, play, order, whole=whole), back=_back())
    return stage.sub_page("check.html", view, screen, see="strip")


@bp.post("/check/<int:seq>")
def correct(seq: int) -> ResponseReturnValue:
    """Record which card it was; the card already read confirms the reading."""
    _, deal, play = _play(seq)
    card, shown = card_of(deal), _shown()
    command: Command = CorrectCard(seq, card, shown)
    if deal.record.plays[play].card is card:
        command = ConfirmCard(seq, shown)
    return _answer(seq, command)


@bp.post("/remove/<int:seq>")
def remove(seq: int) -> ResponseReturnValue:
    """Record that this was no card at all."""
    _play(seq)
    return _answer(seq, RemoveCard(seq, _shown()))


@bp.post("/unknown/<int:seq>")
def leave(seq: int) -> ResponseReturnValue:
    """Note that nobody knows which card it was; it can be told later from the list."""
    _play(seq)
    return _answer(seq, LeaveQuestion(seq))


@bp.get("/missing/<int:seq>")
def ask_missing(seq: int) -> ResponseReturnValue:
    """Ask which card was laid before this one without being seen."""
    view, deal, play = _play(seq)
    screen = replace(check_screen.missing(view, deal, play), back=_back())
    return stage.sub_page("check.html", view, screen)


@bp.post("/missing/<int:seq>")
def insert(seq: int) -> ResponseReturnValue:
    """Record a card that was laid before this one."""
    _, deal, _ = _play(seq)
    return _answer(seq, InsertCard(card_of(deal), seq, _shown()))


@bp.get("/last")
def last_trick() -> ResponseReturnValue:
    """Show the last trick that was made."""
    view = the_door().view()
    return stage.sub_page("last.html", view, facts.last_trick(view))


@bp.get("/review")
def review() -> ResponseReturnValue:
    """Show a finished deal with all its cards; never a running one (DESIGN 8)."""
    view = the_door().view()
    if facts.running_deal(view) is not None:
        refuse(m.NOT_AFTERWARDS, 403)
    deal = facts.last_deal(view)
    if deal is None:
        refuse(m.NO_SCORES, 404)
    return stage.sub_page("review.html", view, facts.review(view, deal))


def _answer(seq: int, command: Command) -> ResponseReturnValue:
    """Record an answer about a play; where it stands elsewhere by now it is asked about anew.

    A tap within a moment after the question before the score came up was meant for another button.
    """
    asked = request.form.get("asked")
    if asked is not None and bounced(asked, serving().double_tap):
        return redirect("/", code=303)
    door = the_door()
    before = door.view()
    try:
        door.do(command)
    except StaleAnswerError as error:
        view, deal, play = _play(seq)
        if isinstance(command, InsertCard):
            screen = check_screen.missing(view, deal, play)
        else:
            order = stage.order_of(deal.deal)
            screen = check_screen.check(view, deal, play, order, whole=False)
        screen = replace(screen, note=error.text, back=_back())
        return stage.sub_page("check.html", view, screen, see="strip"), 409
    about = before.state.deal_with_play(seq)
    if about is not None:
        stage.tell_moved(door.view(), correction.moved(before, door.view(), about.id))
    return redirect("/", code=303)


def _back() -> str:
    """Return the page people came from: a step of a replay, or the table."""
    return local_path(request.values.get("back", "/"))


def _shown() -> ShownPlace | None:
    """Return where the form says that the play stood."""
    trick, _, seat = request.form.get("about", "").partition(".")
    return (int(trick), int(seat)) if is_whole(trick) and is_whole(seat) else None


def _play(seq: int) -> tuple[TableView, DealFacts, int]:
    view = the_door().view()
    found = check_screen.find(view, seq)
    if found is None:
        refuse(m.UNKNOWN_PLAY, 404)
    deal, play = found
    if not check_screen.may_be_seen(view, deal, play, claims=serving().claims):
        refuse(m.NOT_AFTERWARDS, 403)
    return view, deal, play


def card_of(deal: DealFacts) -> Card:
    """Return the card that was tapped; one that the deal's deck does not have is refused."""
    code = request.form.get("card", "")
    card = read_card(code, deal.record.family)
    if card not in deck(deal.record):
        refuse(m.UNKNOWN_CARD.format(code=code))
    return card


@bp.get("/hidden")
def ask_hidden() -> ResponseReturnValue:
    """Show what was picked so far, and what can have lain face down."""
    view = the_door().view()
    deal = _over(view)
    chosen = check_screen.read(deal, request.args.getlist)
    screen = check_screen.face_down_screen(deal, chosen, request.args.get("for", ""))
    return stage.sub_page("hidden.html", view, screen)


@bp.post("/hidden")
def tell_hidden() -> ResponseReturnValue:
    """Record what lay face down, as far as all of it was picked."""
    door = the_door()
    deal = _over(door.view())
    if deal.id != request.form.get("deal"):
        return redirect("/", code=303)
    chosen = check_screen.read(deal, request.form.getlist)
    door.do(TellHidden(deal.id, tuple((name, cards) for name, cards in chosen.items() if cards)))
    return redirect("/", code=303)


def _over(view: TableView) -> DealState:
    """Return the deal that is over and has such cards; nobody learns of one that runs."""
    deal = view.state.last_deal
    if view.state.deal is not None:
        refuse(m.NOT_AFTERWARDS, 403)
    if deal is None or not check_screen.may_tell(view.state, deal):
        refuse(m.NOT_FOUND, 404)
    return deal


@bp.get("/layout")
def show_layout() -> ResponseReturnValue:
    """Show what lies open on each pile."""
    view = the_door().view()
    return stage.sub_page("layout.html", view, check_screen.piles_screen(_deal(view)))


@bp.get("/layout/<int:seat>/<int:pile>")
def ask_layout(seat: int, pile: int) -> ResponseReturnValue:
    """Ask which card lies open on a pile."""
    view = the_door().view()
    deal = _deal(view)
    _check(deal, seat, pile)
    lies = request.args.get("lies") == "1"
    return stage.sub_page("check.html", view, check_screen.pick(deal, seat, pile, lies=lies))


@bp.post("/layout/<int:seat>/<int:pile>")
def tell_layout(seat: int, pile: int) -> ResponseReturnValue:
    """Note the open card, and go to the next pile nobody told; a card that lies is asked again."""
    door, code = the_door(), request.form.get("card", "")
    deal = _deal(door.view())
    _check(deal, seat, pile)
    card = read_card(code, deal.record.family)
    if card not in deck(deal.record):
        refuse(m.UNKNOWN_CARD.format(code=code))
    if card in lying_open(deal):
        return redirect(f"/layout/{seat}/{pile}?lies=1", code=303)
    if check_screen.first_told(deal, seat, pile):
        door.do(GiveLayout(check_screen.with_top(deal, seat, pile, card)))
    else:
        door.do(TurnOver(seat, pile, card))
    after = facts.running_deal(door.view())
    last = None if after is None else check_screen.following(after.deal, seat)
    return redirect("/layout" if last is None else f"/layout/{last[0]}/{last[1]}", code=303)


def _check(deal: DealState, seat: int, pile: int) -> None:
    shape = facts.shape(deal)
    known = shape is not None and seat in deal.head.active and 0 <= pile < shape[0]
    tells = known and (check_screen.first_told(deal, seat, pile) or may_turn(deal, seat, pile))
    if not tells:
        refuse(m.NOT_FOUND, 404)


def _deal(view: TableView) -> DealState:
    deal = facts.running_deal(view)
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    if facts.shape(deal.deal) is None:
        refuse(m.NOT_FOUND, 404)
    return deal.deal
