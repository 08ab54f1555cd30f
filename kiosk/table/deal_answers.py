"""Answers people give about a deal: Laufende, who held the called card, hidden cards.

The end is taken back and said again with the answer in it, in one step; whoever takes the answer
back is asked again. What was buried or went from hand to hand is told once the deal is over: nobody
at the table learns it before. The open cards of two players' piles everybody sees: they are told as
they lie. Pure like `kiosk.table.orders`, which asks here.
"""

from __future__ import annotations

from engine.cards import Card
from engine.deal.record import LONGEST_NOTE, Contract, JsonObject
from engine.evening.checks import check_contract
from engine.evening.deal import DealState
from engine.evening.deal_log import standing
from engine.evening.state import TableState
from engine.events import (
    Announced,
    CardRevealed,
    DealClosed,
    DealingTold,
    Event,
    LayoutGiven,
    Note,
    Undone,
)
from engine.games import game
from engine.games.hidden import with_hidden
from engine.referee.evaluation import HOLDER, STATED, with_holder, with_laufende
from engine.text import PlainError, Text
from kiosk.director.seen_plays import is_full
from kiosk.table.commands import (
    GiveLayout,
    NoteDeal,
    StateHolder,
    StateLaufende,
    TellDealing,
    TellHidden,
    TurnOver,
)
from kiosk.table.person_names import visible
from kiosk.words import orders as w

ANSWERS = (STATED, HOLDER)
"""Fields of an end that hold what was asked for."""
VOID = "void"
"""The kind of end of a deal that does not count."""
BY_RULING: JsonObject = {"kind": "ruled"}
"""The end of a deal that an error ends which the table upholds."""


def state_answer(command: StateLaufende | StateHolder, state: TableState) -> tuple[Event, ...]:
    """Return the end taken back and said again with the answer in it.

    Raises:
        PlainError: it is not asked for, or cannot be so.
    """
    if isinstance(command, StateHolder):
        return _state_holder(command, state)
    return _state_laufende(command, state)


def _state_laufende(command: StateLaufende, state: TableState) -> tuple[Event, ...]:
    deal, closed, end = _ended(command.deal, state, w.NOT_ASKED)
    if end.get(STATED) == command.count and not deal.missing.laufende:
        return ()  # Two screens, one answer.
    possible = deal.missing.laufende
    if not possible:
        raise PlainError(w.NOT_ASKED)
    if command.count not in possible:
        raise PlainError(w.NOT_SO_MANY)
    return Undone(closed), DealClosed(with_laufende(end, command.count))


def _state_holder(command: StateHolder, state: TableState) -> tuple[Event, ...]:
    deal, closed, end = _ended(command.deal, state, w.HOLDER_NOT_ASKED)
    if end.get(HOLDER) == command.seat and not deal.missing.holders:
        return ()
    if not deal.missing.holders:
        raise PlainError(w.HOLDER_NOT_ASKED)
    if command.seat not in deal.missing.holders:
        raise PlainError(w.NOT_THE_HOLDER)
    return Undone(closed), DealClosed(with_holder(end, command.seat))


def is_void(deal: DealState) -> bool:
    """Tell whether people said that a deal does not count."""
    return deal.closed and (deal.end or {}).get("kind") == VOID


def counted_after_all(deal: DealState, state: TableState) -> tuple[Event, ...]:
    """Return what makes a deal that was not to count end by the error the table upholds in it.

    Nothing where it counts, or was thrown in: then what was upheld is settled anyhow.

    Raises:
        PlainError: the next deal runs, and this one's end stands.
    """
    closed = closing(deal)
    if closed is None or not is_void(deal):
        return ()
    if deal is not state.last_deal:
        raise PlainError(w.VOID_STANDS)
    # Were "ruled" recorded of a deal that was played out, a correction that withdraws the verdict
    # would leave nothing to settle.
    return Undone(closed), DealClosed(None if is_full(deal) else BY_RULING)


def _ended(deal_id: str, state: TableState, otherwise: Text) -> tuple[DealState, int, JsonObject]:
    """Return the newest deal, what closed it, and its end; `otherwise` where that cannot be."""
    deal = state.last_deal
    closed = None if deal is None or deal.id != deal_id else closing(deal)
    if deal is None or closed is None or deal.end is None:
        raise PlainError(otherwise)
    return deal, closed, deal.end


def closing(deal: DealState) -> int | None:
    """Return the `seq` of the event that closed the deal; None where it runs, or was entered."""
    for entry in reversed(standing(deal.log)):
        if isinstance(entry.envelope.event, DealClosed):
            return entry.seq
    return None


Piles = tuple[tuple[tuple[Card | None, ...], ...], ...]


def told_afterwards(
    command: StateLaufende | StateHolder | TellHidden | NoteDeal | TellDealing, state: TableState
) -> tuple[Event, ...]:
    """Return what is recorded of an answer about a deal, or of what was said beside its play.

    Raises:
        PlainError: it is not asked for, or cannot be so.
    """
    if isinstance(command, NoteDeal | TellDealing):
        return told_beside(command, state)
    if isinstance(command, TellHidden):
        return tell_hidden(command, state)
    return state_answer(command, state)


def told_beside(command: NoteDeal | TellDealing, state: TableState) -> tuple[Event, ...]:
    """Return what is recorded beside the play: a remark, or how it was dealt.

    Raises:
        PlainError: there is no such deal in the newest evening, it is not dealt so, or the remark
            is too long. That evening may be over: what was said of it is often said then.
    """
    deal = state.find_deal(command.deal)
    if deal is None:
        raise PlainError(w.NO_SUCH_DEAL)
    if isinstance(command, TellDealing):
        if command.dealt not in dealings(deal):
            raise PlainError(w.NOT_DEALT_SO)
        same = command.dealt == deal.dealt
        return () if same else (DealingTold(command.deal, command.dealt),)
    text = visible(command.text)
    if len(text) > LONGEST_NOTE:
        raise PlainError(w.REMARK_TOO_LONG.format(most=LONGEST_NOTE))
    return () if text == (deal.note or "") else (Note(text, command.deal),)


def dealings(deal: DealState) -> tuple[str, ...]:
    """Return how the cards of a deal may have been dealt, the usual way first."""
    rules = game(deal.head.game)
    return rules.dealings(rules.setting(deal.record))


def tell_hidden(command: TellHidden, state: TableState) -> tuple[Event, ...]:
    """Return the end taken back, the call said again with the cards in it, and the end.

    Raises:
        PlainError: the deal runs, another has begun, or the cards cannot have been these.
    """
    deal = state.last_deal
    closed = None if deal is None or deal.id != command.deal else closing(deal)
    if deal is None or deal.contract is None or closed is None or not deal.closed:
        raise PlainError(w.HIDDEN_LATER)
    contract = _told(deal, deal.contract, dict(command.cards))
    if contract == deal.contract:
        return ()  # Two screens, one answer.
    check_contract(deal.head, contract)
    return Undone(closed), Announced(contract), DealClosed(deal.end)


def _told(deal: DealState, contract: Contract, cards: dict[str, tuple[Card, ...]]) -> Contract:
    asked = {each.name: each for each in game(deal.head.game).hidden(deal.record)}
    every = [card for each in cards.values() for card in each]
    if not cards or not cards.keys() <= asked.keys() or len(set(every)) != len(every):
        raise PlainError(w.HIDDEN_CANNOT)
    for name, named in cards.items():
        try:
            contract = with_hidden(contract, asked[name], named)
        except ValueError:
            raise PlainError(w.HIDDEN_CANNOT) from None
    return contract


def lay_out(command: GiveLayout | TurnOver, deal: DealState) -> Event:
    """Return how the piles lie, or which card was turned over.

    Raises:
        PlainError: nothing lies in piles, this pile has no covered card left, or a card lies twice.
    """
    shape = game(deal.head.game).setting(deal.record).piles
    if shape is None:
        raise PlainError(w.NO_LAYOUT)
    if isinstance(command, GiveLayout):
        listed = [card for seat in command.piles for pile in seat for card in pile if card]
        if len(set(listed)) != len(listed):
            raise PlainError(w.CARD_LIES)
        return LayoutGiven(command.piles)
    if not may_turn(deal, command.seat, command.pile):
        raise PlainError(w.NO_SUCH_PILE)
    if command.card in lying_open(deal):
        raise PlainError(w.CARD_LIES)
    return CardRevealed(command.seat, command.pile, command.card, "touch")


def lying_open(deal: DealState) -> frozenset[Card]:
    """Return the cards that lie open on a pile now; not what was played, which nobody is told."""
    found: set[Card] = set()
    for seat, row in enumerate(deal.piles or ()):
        gone = {laid.card for laid in deal.laid if laid.seat == seat}
        tops = (top(deal, seat, pile) for pile in range(len(row)))
        found |= {card for card in tops if card is not None and card not in gone}
    return frozenset(found)


def top(deal: DealState, seat: int, pile: int) -> Card | None:
    """Return the card that was turned up last in a pile, played or not; None where not said."""
    if deal.piles is None:
        return None
    shown = [
        each.card for each in deal.turned if (each.event.seat, each.event.pile) == (seat, pile)
    ]
    cards = deal.piles[seat][pile]
    return shown[-1] if shown else cards[-1] if cards else None


def may_turn(deal: DealState, seat: int, pile: int) -> bool:
    """Tell whether a pile's open card was played and another lies under it."""
    shape = game(deal.head.game).setting(deal.record).piles
    if deal.piles is None or shape is None or not 0 <= seat < len(deal.piles):
        return False
    number, depth = shape
    if not 0 <= pile < min(number, len(deal.piles[seat])):
        return False
    turned = sum((each.event.seat, each.event.pile) == (seat, pile) for each in deal.turned)
    played = {laid.card for laid in deal.laid if laid.seat == seat}
    card = top(deal, seat, pile)
    return card is not None and card in played and turned < depth - 1
