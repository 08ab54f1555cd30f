"""Pages and forms of the call (`/call`) and of the auction (`/auction`).

The auction's screen shows who speaks, what may be said and what was said.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.deal.auction import REDEAL, AuctionOutcome, AuctionView, NamedGame
from engine.deal.record import Bid, Contract, DealRecord, JsonObject
from engine.deal.report import DealReport
from engine.dealfile.contract import NAMED_CONTRACT
from engine.games.contract_fields import CallMenu
from engine.games.wording import suit_text
from engine.text import Text
from kiosk.screens import call as call_screen
from kiosk.screens import facts, tapped_call
from kiosk.screens.cards import bid_text, call_menu, contract_text, misfit, suit_key
from kiosk.screens.facts import DealFacts
from kiosk.screens.tapped_call import NOBODY, THROWN_IN, Tapped
from kiosk.screens.values import Line
from kiosk.table.commands import Announce, CloseDeal, Double, MakeBid, StartDeal
from kiosk.table.person_names import short
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import go, refuse, the_door
from kiosk.web.play import table
from kiosk.words import calls as c
from kiosk.words import pages as m

bp = Blueprint("call", __name__)

_THROWN_IN: JsonObject = {"kind": "thrown_in", "why": "all_pass"}


@bp.get("/call")
def ask() -> ResponseReturnValue:
    """Show the call as far as it has been tapped; at first, what is recorded."""
    view = the_door().view()
    record = _record(view)
    menu = call_menu(record)
    tapped = _read(record, menu) if request.args.get("step") else tapped_call.recorded(record)
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
    contract = tapped_call.contract_of(tapped, menu)
    if contract is not None:
        contract = tapped_call.kept(contract, record.contract, menu)
    unfit = contract is None or misfit(record, contract) is not None
    if unfit and not thrown_in:
        return _show(view, record, menu, tapped)
    if request.form.get("deal", _about(view)) != _about(view):
        if not _stands(view, contract):
            refuse(m.DEAL_WENT_ON, 409)
        return go("/")
    if facts.callable_deal(view) is None:
        door.do(StartDeal())
    if contract is None:
        door.do(CloseDeal(_THROWN_IN))
        return go("/")
    for gone in tapped_call.taken_off(tapped, record):
        door.do(Double(gone.say, gone.seat, gone.after, said=False))
    if contract != record.contract:
        door.do(Announce(contract))
    for word, seat, after in tapped_call.new_doublings(tapped, record):
        door.do(Double(word, seat, after))
    return go("/")


def _show(
    view: TableView, record: DealRecord, menu: CallMenu, tapped: Tapped
) -> ResponseReturnValue:
    names, about = short(view.state.seats), _about(view)
    screen = call_screen.call(names, record, menu, tapped, about, when=True)
    return stage.sub_page("call.html", view, screen)


def _read(record: DealRecord, menu: CallMenu) -> Tapped:
    """Return what was tapped before, and this tap applied to it."""
    tapped = tapped_call.read(request.values, record, menu)
    if tapped is None:
        refuse(m.UNKNOWN_CALL)
    return tapped_call.after(tapped, request.values.get("tap", ""), record, menu)


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


def _record(view: TableView) -> DealRecord:
    """Return the running deal's record, or what the next deal's will begin with."""
    if not view.state.seats:
        refuse(m.NO_EVENING, 409)
    deal = facts.callable_deal(view)
    return deal.record if deal is not None else facts.next_record(view)


@dataclass(frozen=True, slots=True)
class Word:
    """One button: what it says and what it sends."""

    text: Text
    fields: tuple[tuple[str, str], ...] = ()
    href: str | None = None
    """Where it leads instead of sending anything."""
    suit: str | None = None
    main: bool = False


@dataclass(frozen=True, slots=True)
class AuctionScreen:
    """The auction as far as it went."""

    deal: str
    said: tuple[tuple[str, Line], ...]
    """Who said what, in order."""
    lead: Text
    """Who speaks, or how it ended."""
    words: tuple[Word, ...]
    confirm: Text | None = None
    """The game that follows, ready to be announced."""
    odd: tuple[Text, ...] = ()
    """What did not belong there; nobody pays for it."""


def auction(
    names: tuple[str, ...], record: DealRecord, report: DealReport, game: str = ""
) -> AuctionScreen | None:
    """Return the screen; None where this deal has no auction to note.

    Args:
        names: by seat.
        record: the deal's.
        report: what follows from it.
        game: the key of the game whose suit is asked for; see `key_of`.
    """
    view = report.auction
    if view is None or (view.turn is None and view.outcome is None):
        return None
    outcome = view.outcome
    return AuctionScreen(
        record.id,
        tuple(
            (names[bid.seat], bid_text(record.game, bid.say, bid.contract)) for bid in record.bids
        ),
        _lead(names, view),
        _words(view, game) if outcome is None else _after(outcome),
        None if outcome is None else _sentence(names, record.game, outcome),
        tuple(
            each.text.format(name="" if each.seat is None else names[each.seat])
            for each in view.findings
        ),
    )


def key_of(game: NamedGame) -> str:
    """Return what a game is called in a form: its kind, and whether it is a Tout."""
    return f"{game.kind}{'+' if game.tout else ''}"


def find_bid(view: AuctionView, say: str, key: str, suit: str) -> Bid | None:
    """Return the bid that a form makes; None where nobody may say that now."""
    seat = view.turn
    offer = next((each for each in view.offers if each.say == say), None)
    if seat is None or offer is None:
        return None
    if say != NAMED_CONTRACT:
        return Bid(seat, say)
    named = next((each for each in offer.games if key_of(each) == key), None)
    if named is None:
        return None
    suits = {each.letter: each for each in named.suits}
    if bool(suits) != (suit in suits):
        return None
    return Bid(seat, say, Contract(named.kind, seat, suits.get(suit), named.tout))


def _lead(names: tuple[str, ...], view: AuctionView) -> Text:
    outcome = view.outcome
    if outcome is not None:
        won = None if outcome.seat is None else names[outcome.seat]
        return c.ALL_PASSED if won is None else c.HAS_IT.format(name=won)
    assert view.turn is not None
    words = c.DECIDES if view.choices else c.SPEAKS
    return words.format(name=names[view.turn])


def _words(view: AuctionView, game: str) -> tuple[Word, ...]:
    """Return what may be said now; a game with suits asks for its suit first."""
    words: list[Word] = []
    for offer in view.offers:
        if offer.say != NAMED_CONTRACT:
            words.append(Word(offer.text, (("say", offer.say),)))
            continue
        asked = next((each for each in offer.games if key_of(each) == game), None)
        words += [_game(each) for each in offer.games] if asked is None else _suits(asked)
    for choice in view.choices:
        words.append(_choice(choice.word, choice.text))
    return tuple(words)


def _game(game: NamedGame) -> Word:
    key = key_of(game)
    if game.suits:
        return Word(game.title, href=f"/auction?{urlencode({'game': key})}")
    return Word(game.title, (("say", NAMED_CONTRACT), ("game", key)))


def _suits(game: NamedGame) -> list[Word]:
    return [
        Word(
            suit_text(suit),
            (("say", NAMED_CONTRACT), ("game", key_of(game)), ("suit", suit.letter)),
            suit=suit_key(suit),
        )
        for suit in game.suits
    ]


def _choice(word: str, text: Text) -> Word:
    """Return what follows when all passed: thrown in at once, a game by the page of the call."""
    if word == REDEAL:
        return Word(text, (("say", REDEAL),))
    return Word(text, href="/call?" + urlencode({"step": "1", "who": "none", "kind": word}))


def _after(outcome: AuctionOutcome) -> tuple[Word, ...]:
    """Return the way on where the game is not complete yet."""
    if outcome.contract is not None:
        return ()
    if outcome.seat is None:
        return (Word(m.THROWN_IN, (("say", REDEAL),)), Word(c.OTHER_GAME, href="/call"))
    known = {"step": "1", "who": str(outcome.seat)}
    if outcome.partner is not None:
        known |= {"kind": "hochzeit", "f.partner": str(outcome.partner)}
    return (Word(c.NAME_IT, href=f"/call?{urlencode(known)}", main=True),)


def _sentence(names: tuple[str, ...], game: str, outcome: AuctionOutcome) -> Text | None:
    if outcome.contract is None:
        return None
    words = contract_text(game, outcome.contract)
    seat = outcome.contract.seat
    return words if seat is None else m.CALL_SENTENCE.format(name=names[seat], contract=words)


@bp.get("/auction")
def ask_auction() -> ResponseReturnValue:
    """Show whose word it is."""
    view = the_door().view()
    deal = facts.running_deal(view)
    screen = None if deal is None else _screen(deal, request.args.get("game", ""))
    return stage.sub_page("auction.html", view, screen)


@bp.post("/auction/begin")
def begin() -> ResponseReturnValue:
    """Begin the next deal where none runs, and its auction."""
    door = the_door()
    if table.asks_first(door.view().state):
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
    bid = find_bid(view, form.get("say", ""), form.get("game", ""), form.get("suit", ""))
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


def _screen(deal: DealFacts, game: str) -> AuctionScreen | None:
    return auction(deal.names, deal.record, deal.report, game)


def _deal() -> DealFacts:
    deal = facts.running_deal(the_door().view())
    if deal is None:
        refuse(m.NO_DEAL_RUNS, 409)
    return deal
