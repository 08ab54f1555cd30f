"""The piles of two players: which card lies open on each, as everybody at the table sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import Card
from engine.games import game
from engine.state import DealState
from engine.text import Text
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.face_down import Piles, may_turn, top
from kiosk.pages.cards import Face, by_suit, face
from kiosk.pages.catalogue import deck
from kiosk.pages.check_screen import CheckScreen
from kiosk.pages.names import short


@dataclass(frozen=True, slots=True)
class PileTile:
    """One pile: what lies open on it."""

    number: int
    what: Literal["open", "unsaid", "turn", "gone"]
    face: Face | None = None
    href: str | None = None
    """Where its open card is told; None where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class LayoutSeat:
    """One player's piles."""

    name: str
    piles: tuple[PileTile, ...]


@dataclass(frozen=True, slots=True)
class LayoutScreen:
    """Both players' piles."""

    sub: Text
    seats: tuple[LayoutSeat, ...]


def shape(deal: DealState) -> tuple[int, int] | None:
    """Return how many piles lie before each and how deep; None where nothing is laid out."""
    return game(deal.head.game).setting(deal.record).piles


def laid_out(deal: DealState) -> Piles:
    """Return the piles as they were told, each card not told as None."""
    number, depth = shape(deal) or (0, 0)
    blank = ((None,) * depth,) * number
    return deal.piles or tuple(blank for _ in range(deal.head.players))


def with_top(deal: DealState, seat: int, pile: int, card: Card) -> Piles:
    """Return the piles with another open card on one of them at the beginning."""
    piles = laid_out(deal)
    changed = (*piles[seat][pile][:-1], card)
    row = (*piles[seat][:pile], changed, *piles[seat][pile + 1 :])
    return (*piles[:seat], row, *piles[seat + 1 :])


def first_told(deal: DealState, seat: int, pile: int) -> bool:
    """Tell whether what a tap tells of a pile is how it lay at the beginning."""
    turned = any((each.event.seat, each.event.pile) == (seat, pile) for each in deal.turned)
    card = top(deal, seat, pile)
    played = {laid.card for laid in deal.laid if laid.seat == seat}
    return not turned and (card is None or card not in played)


def following(deal: DealState, seat: int) -> tuple[int, int] | None:
    """Return the next pile whose open card nobody told, the player's own first."""
    piles = laid_out(deal)
    order = [seat, *(each for each in deal.head.active if each != seat)]
    return next(
        (
            (each, number)
            for each in order
            for number, cards in enumerate(piles[each])
            if cards[-1] is None
        ),
        None,
    )


def screen(deal: DealState) -> LayoutScreen:
    """Return both players' piles."""
    names = short(deal.names)
    return LayoutScreen(
        m.DEAL_NUMBER.format(n=deal.number),
        tuple(
            LayoutSeat(
                names[seat],
                tuple(_tile(deal, seat, pile) for pile in range(len(laid_out(deal)[seat]))),
            )
            for seat in deal.head.active
        ),
    )


def _tile(deal: DealState, seat: int, pile: int) -> PileTile:
    href, card = f"/layout/{seat}/{pile}", top(deal, seat, pile)
    if may_turn(deal, seat, pile):
        return PileTile(pile + 1, "turn", href=href)
    if card is None:
        return PileTile(pile + 1, "unsaid", href=href)
    if card in {laid.card for laid in deal.laid if laid.seat == seat}:
        return PileTile(pile + 1, "gone")
    return PileTile(pile + 1, "open", face(card), href if first_told(deal, seat, pile) else None)


def pick(deal: DealState, seat: int, pile: int, *, lies: bool) -> CheckScreen:
    """Return the screen that asks which card lies open; the whole deck, whatever is gone."""
    return CheckScreen(
        seq=0,
        action=f"/layout/{seat}/{pile}",
        heading=c.WHICH_OPEN,
        trick=c.PILE_OF.format(name=short(deal.names)[seat], n=pile + 1),
        name="",
        face=None,
        options=(),
        right=None,
        deck=by_suit(deck(deal.record)),
        note=c.LIES_ALREADY if lies else None,
    )
