"""Who does what wrong around a called ten or a card face down, from PG and RULES 0.27, 9.3.

Written over whole hands, nothing of the engine's and nothing of the simulation's. The picker keeps
the ace beside the called ten, or the card face down, until the suit is led, and plays it then. The
holder of the called card brings it then, leads the suit with it only and does not throw it off
before. The last trick is free. The card face down counts as the called suit and beats nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TRUMPS = ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9", "D8", "D7"]
RANKS = "ATK987"
FAIL = "CSH"
DECK = TRUMPS + [suit + rank for suit in FAIL for rank in RANKS]
HAND = {4: 7, 5: 6, 6: 5}
BURY = {4: 4, 5: 2, 6: 2}
"""PG, the deal: cards each plays, and cards buried, by people."""

Act = tuple[str, int, int]
"""Kind, seat, index of the play; -1 where it was wrong before the first card."""


@dataclass(frozen=True)
class Call:
    """What the picker said; `under` is the card that lies face down, None where none does."""

    players: int
    dealer: int
    picker: int
    called: str
    under: str | None = None

    @property
    def suit(self) -> str:
        return self.called[0]

    @property
    def kept(self) -> str:
        """What the picker keeps until the suit is led."""
        return self.under or f"{self.suit}A"

    def klass(self, card: str) -> str:
        """Return what a card is followed by."""
        if card == self.under:
            return self.suit
        return "T" if card in TRUMPS else card[0]

    def winner(self, trick: Sequence[tuple[int, str]]) -> int:
        """Return the seat that takes a finished trick."""
        led = self.klass(trick[0][1])

        def height(play: tuple[int, str]) -> int:
            card = play[1]
            if card == self.under or self.klass(card) not in ("T", led):
                return 0
            return 100 - TRUMPS.index(card) if card in TRUMPS else 10 - RANKS.index(card[1])

        return max(trick, key=height)[0]


@dataclass(frozen=True)
class Moment:
    """What all can see when a card is laid, the card face down being known."""

    led: str | None
    """Class led; None for the lead."""
    open: bool
    """Whether the called suit was led in an earlier trick."""
    last: bool
    """Whether it is the last trick."""


def moments(call: Call, plays: Sequence[tuple[int, str]]) -> list[Moment] | None:
    """Return each play's moment; None where somebody else led than took the trick before."""
    found: list[Moment] = []
    was_led, leader = False, (call.dealer + 1) % call.players
    for start in range(0, len(plays), call.players):
        trick = plays[start : start + call.players]
        if trick[0][0] != leader:
            return None
        led = call.klass(trick[0][1])
        last = start == call.players * (HAND[call.players] - 1)
        found += [Moment(led if at else None, was_led, last) for at in range(len(trick))]
        was_led = was_led or led == call.suit
        leader = call.winner(trick)
    return found


def wrongs(call: Call, seat: int, moment: Moment, hand: Sequence[str], card: str) -> list[str]:
    """Return the kinds of error that laying `card` is; `hand` still holds it."""
    found: list[str] = []
    led = moment.led
    opens = led is None and call.klass(card) == call.suit
    asked = not moment.open and (led == call.suit or opens)
    early = not moment.open and not asked and not moment.last
    if seat == call.picker:
        if call.kept in hand and ((asked and card != call.kept) or (early and card == call.kept)):
            found.append("under_withheld" if call.under else "called_suit_not_kept")
    elif call.called in hand:
        if asked and card != call.called:
            found.append("called_card_underled" if opens else "called_card_withheld")
        elif early and card == call.called:
            found.append("called_card_discarded")
    follows = led is None or call.klass(card) == led
    if not follows and any(call.klass(each) == led for each in hand):
        # Not playing the card face down is one act, whatever it is called.
        found += [] if "under_withheld" in found else ["revoke"]
    return found


def called_wrongly(call: Call, hand: Sequence[str], bury: Sequence[str]) -> bool:
    """Tell whether the picker may not call as he did; `hand` is what he plays.

    For a ten he holds the three fail aces and keeps the one beside it; a card face down is laid
    where no suit can be called otherwise.
    """
    mine = [*hand, *bury]
    if call.called in hand:
        return True
    if call.under is None:
        keeps = any(call.klass(card) == call.suit for card in hand)
        return not keeps or any(suit + "A" not in mine for suit in FAIL)
    plain = {card[0] for card in mine if card not in TRUMPS and card != call.under}
    # The ace he calls is another's by his own word, wherever it is.
    return any(suit in plain and (suit == call.suit or suit + "A" not in mine) for suit in FAIL)


def acts_of(
    call: Call,
    seat: int,
    own: Sequence[tuple[int, Moment, str]],
    hand: Sequence[str],
    bury: Sequence[str],
) -> frozenset[Act]:
    """Return everything a seat did wrong with `hand` as dealt (the picker's after the bury)."""
    found: list[Act] = []
    if seat == call.picker and called_wrongly(call, hand, bury):
        found.append(("illegal_call", seat, -1))
    left = list(hand)
    for index, moment, card in own:
        found += [(kind, seat, index) for kind in wrongs(call, seat, moment, left, card)]
        left.remove(card)
    return frozenset(found)
