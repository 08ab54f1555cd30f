"""What is wrong about a card, given everything the hand holds (RULES sections 6 and 7).

A hand's part in a deal can be judged from that hand and the plays alone: nobody's duty depends on
how the other cards are spread. That is what makes all distributions countable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiosk.simulate.table import TRUMP, Table

BEFORE_PLAY = -1
"""Stands for the play in an act that was wrong before the first card."""

NOT_KEPT = "called_suit_not_kept"
"""A picker's own duty, shown by his own cards alone (`engine.games.sheepshead.duties`)."""

Act = tuple[str, int, int]
"""Kind, seat, index of the play."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What all can see when a card is laid."""

    led: str | None
    """Class led; None for the lead itself."""
    leads: int
    """Earlier tricks to which the called suit was led."""
    gone: int
    """Cards of the called suit that lay in earlier tricks."""


@dataclass(slots=True)
class Hand:
    """What matters of a hand; it changes as cards leave it."""

    counts: dict[str, int]
    """Cards of each class, the called ones among them."""
    ace: bool
    schoene: bool
    size: int
    ran_away: bool = False
    brought_ace: bool = False
    """The Ass went at the first lead of its suit."""


def hand_of(table: Table, cards: Sequence[str]) -> Hand:
    """Return what matters of `cards`."""
    counts: dict[str, int] = {}
    for card in cards:
        klass = table.klasses[card]
        counts[klass] = counts.get(klass, 0) + 1
    return Hand(counts, table.ace in cards, table.schoene in cards, len(cards))


def wrongs(table: Table, seat: int, turn: Turn, hand: Hand, card: str) -> tuple[str, ...]:
    """Return the kinds of error that laying `card` is; `hand` still holds it."""
    klass = table.klasses[card]
    found: tuple[str, ...] = ()
    if turn.led is not None and klass != turn.led and hand.counts.get(turn.led, 0):
        found = ("revoke",)
    threw = turn.led not in (None, TRUMP) and klass not in (turn.led, TRUMP)
    if table.must_trump and threw and hand.counts.get(TRUMP, 0):
        found += ("must_trump",)
    if table.picked and seat == table.caller and table.searched is not None:
        found += _not_kept(table, turn, hand, klass)
    if table.ace is not None and (hand.ace or hand.schoene) and not hand.ran_away:
        found += _against_called(table, seat, turn, hand, card)
    return found


def _not_kept(table: Table, turn: Turn, hand: Hand, klass: str) -> tuple[str, ...]:
    """A picker keeps a card of the called suit until it is led; not in the last trick (PG)."""
    throws = turn.led not in (None, table.searched) and klass == table.searched
    last_one = hand.counts.get(klass, 0) == 1 and hand.size > 1
    return (NOT_KEPT,) if throws and last_one and not turn.leads else ()


def _bound(table: Table, seat: int, hand: Hand) -> tuple[str | None, ...]:
    """Return the called cards in hand that put a duty on `seat`, the Ass first (RULES 7)."""
    bound: tuple[str | None, ...] = ()
    if hand.ace and seat != table.caller:
        bound += (table.ace,)
    if hand.schoene:
        bound += (table.schoene,)
    return bound


def _against_called(table: Table, seat: int, turn: Turn, hand: Hand, card: str) -> tuple[str, ...]:
    bound = _bound(table, seat, hand)
    if not bound or (table.picked and turn.leads):
        return ()
    if turn.led is None:
        low = table.klasses[card] == table.searched and card != bound[0]
        return ("called_card_underled",) if low and not _may_lead_low(table, turn, hand) else ()
    if turn.led == table.searched:
        kept = card != bound[0]
        return ("called_card_withheld",) if kept and not _may_follow_low(table, turn, hand) else ()
    # Who has nothing but called cards left has no choice: the last card, or Ass and Schöne.
    if card in bound and hand.size > len(bound) and not _may_discard(table, turn, hand, card):
        return ("called_card_discarded",)
    return ()


def _own(table: Table, hand: Hand) -> int:
    return hand.counts.get(table.searched or "", 0)


def _may_lead_low(table: Table, turn: Turn, hand: Hand) -> bool:
    """Davonlaufen (RULES 7.2)."""
    allowed = table.keep_back in ("lead", "any") and not turn.leads
    return allowed and _own(table, hand) >= table.free_from


def _may_follow_low(table: Table, turn: Turn, hand: Hand) -> bool:
    """Umspielen when following: what lies in earlier tricks counts as gone (RULES 0.2)."""
    allowed = table.keep_back in ("follow", "any")
    return allowed and _own(table, hand) + turn.gone >= table.free_from


def _may_discard(table: Table, turn: Turn, hand: Hand, card: str) -> bool:
    """RULES 7.3, 12: the Schöne beside a brought Ass waits for the second lead."""
    if table.discard == "free":
        return True
    waits = 2 if card == table.schoene and hand.brought_ace else 1
    return turn.leads >= waits


def lay(table: Table, seat: int, turn: Turn, hand: Hand, card: str) -> None:
    """Take `card` out of `hand` and note what it changes for the duties."""
    klass = table.klasses[card]
    if table.ace is not None and klass == table.searched:
        bound = _bound(table, seat, hand)
        low = turn.led is None and bool(bound) and card != bound[0]
        if low and _may_lead_low(table, turn, hand):
            hand.ran_away = True
        if card == table.ace:
            first = turn.led in (None, table.searched) and not turn.leads
            # A caller who has it, against the rules, had no duty to bring it.
            hand.brought_ace = hand.brought_ace or (first and seat != table.caller)
    hand.counts[klass] -= 1
    hand.size -= 1
    hand.ace = hand.ace and card != table.ace
    hand.schoene = hand.schoene and card != table.schoene


def before_play(table: Table, seat: int, hand: Hand) -> tuple[str, ...]:
    """Return what was wrong about holding this hand before the first card (RULES 5)."""
    if table.ace is not None and seat == table.caller:
        plain = _own(table, hand) - hand.ace
        barred = hand.ace or not (plain or table.renonce)
        return ("illegal_call",) if barred else ()
    if table.kind == "hochzeit" and seat == table.caller:
        return ("hochzeit_trump",) if hand.counts.get(TRUMP, 0) else ()
    return ()


def turns_of(table: Table, plays: Sequence[tuple[int, str]]) -> list[Turn]:
    """Return what all could see before each play."""
    size = len(table.seats)
    leads = gone = 0
    found: list[Turn] = []
    for start in range(0, len(plays), size):
        trick = plays[start : start + size]
        led = table.klasses[trick[0][1]]
        found.append(Turn(None, leads, gone))
        found += [Turn(led, leads, gone)] * (len(trick) - 1)
        leads += led == table.searched
        gone += sum(1 for _, card in trick if table.klasses[card] == table.searched)
    return found


def acts_of_seat(
    table: Table,
    seat: int,
    own: Sequence[tuple[int, Turn, str]],
    hand: Hand,
) -> frozenset[Act]:
    """Return everything `seat` did wrong; `hand` is as dealt and is used up.

    Args:
        table: the table.
        seat: whose hand.
        own: index, circumstances and card of each of the seat's plays.
        hand: what was dealt.
    """
    found = [(kind, seat, BEFORE_PLAY) for kind in before_play(table, seat, hand)]
    for index, turn, card in own:
        found += [(kind, seat, index) for kind in wrongs(table, seat, turn, hand, card)]
        lay(table, seat, turn, hand, card)
    return frozenset(found)


def acts(
    table: Table, hands: Mapping[int, Sequence[str]], plays: Sequence[tuple[int, str]]
) -> frozenset[Act]:
    """Return everything that was wrong in a deal whose hands are known."""
    turns = turns_of(table, plays)
    found: frozenset[Act] = frozenset()
    for seat, cards in hands.items():
        own = [
            (index, turns[index], card)
            for index, (whose, card) in enumerate(plays)
            if whose == seat
        ]
        found |= acts_of_seat(table, seat, own, hand_of(table, cards))
    return found
