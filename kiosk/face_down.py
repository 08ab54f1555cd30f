"""Cards a camera does not see because they lie face down: told after the deal, or as they turn up.

What was buried or went from hand to hand is told once the deal is over; nobody at the table learns
it before. The open cards of two players' piles everybody sees: they are told as they lie. Pure like
`kiosk.orders`, which asks here.
"""

from __future__ import annotations

from engine.cards import Card
from engine.events import Announced, CardRevealed, DealClosed, Event, LayoutGiven, Undone
from engine.fitting import check_contract
from engine.games import game
from engine.games.hidden import with_hidden
from engine.record import Contract
from engine.state import DealState, TableState
from engine.text import PlainError
from kiosk import order_words as w
from kiosk.commands import GiveLayout, StateHolder, StateLaufende, TellHidden, TurnOver
from kiosk.stated import closing, state_answer

Piles = tuple[tuple[tuple[Card | None, ...], ...], ...]


def told_afterwards(
    command: StateLaufende | StateHolder | TellHidden, state: TableState
) -> tuple[Event, ...]:
    """Return what is recorded of an answer about a deal that is over.

    Raises:
        PlainError: it is not asked for, or cannot be so.
    """
    if isinstance(command, TellHidden):
        return tell_hidden(command, state)
    return state_answer(command, state)


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
