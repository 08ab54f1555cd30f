"""What the auction's screen shows: who speaks, what may be said, what was said."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from engine.dealfile_bids import NAMED
from engine.games.auction.view import REDEAL, AuctionView, NamedGame, Outcome
from engine.games.auction.words import BID_TEXTS
from engine.games.words import suit_text
from engine.record import Bid, Contract, DealRecord
from engine.report import DealReport
from engine.text import Text
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.pages.cards import suit_key
from kiosk.pages.catalogue import contract_text
from kiosk.pages.screens import Line


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
        tuple((names[bid.seat], _said(record.game, bid)) for bid in record.bids),
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
    if say != NAMED:
        return Bid(seat, say)
    named = next((each for each in offer.games if key_of(each) == key), None)
    if named is None:
        return None
    suits = {each.letter: each for each in named.suits}
    if bool(suits) != (suit in suits):
        return None
    return Bid(seat, say, Contract(named.kind, seat, suits.get(suit), named.tout))


def _said(game: str, bid: Bid) -> Text:
    if bid.contract is not None:
        return contract_text(game, bid.contract)
    return BID_TEXTS.get(bid.say, Text(de=bid.say, en=bid.say))


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
        if offer.say != NAMED:
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
    return Word(game.title, (("say", NAMED), ("game", key)))


def _suits(game: NamedGame) -> list[Word]:
    return [
        Word(
            suit_text(suit),
            (("say", NAMED), ("game", key_of(game)), ("suit", suit.letter)),
            suit=suit_key(suit),
        )
        for suit in game.suits
    ]


def _choice(word: str, text: Text) -> Word:
    """Return what follows when all passed: thrown in at once, a game by the page of the call."""
    if word == REDEAL:
        return Word(text, (("say", REDEAL),))
    return Word(text, href="/call?" + urlencode({"step": "1", "who": "none", "kind": word}))


def _after(outcome: Outcome) -> tuple[Word, ...]:
    """Return the way on where the game is not complete yet."""
    if outcome.contract is not None:
        return ()
    if outcome.seat is None:
        return (Word(m.THROWN_IN, (("say", REDEAL),)), Word(c.OTHER_GAME, href="/call"))
    known = {"step": "1", "who": str(outcome.seat)}
    if outcome.partner is not None:
        known |= {"kind": "hochzeit", "f.partner": str(outcome.partner)}
    return (Word(c.NAME_IT, href=f"/call?{urlencode(known)}", main=True),)


def _sentence(names: tuple[str, ...], game: str, outcome: Outcome) -> Text | None:
    if outcome.contract is None:
        return None
    words = contract_text(game, outcome.contract)
    seat = outcome.contract.seat
    return words if seat is None else m.CALL_SENTENCE.format(name=names[seat], contract=words)
