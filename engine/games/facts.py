"""A deal before its first card, and what its cards show: what every rule is asked about.

A `Setting` is everything about a deal that does not depend on the cards played: seats, deck,
classes and strengths of the cards, thresholds. It is made once for each combination of rules,
players and contract and then reused, which is where the referee's speed comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.record import DealRecord, Play
from engine.report import TrickView

TRUMP = 0
"""The class of the trumps; plain suits are 1 to 4 in the order of the suits."""
UNKNOWN = -1
"""The class of a card that was not seen or is not in the deck."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for a deal before its first card."""

    seats: tuple[int, ...]
    """Active seats clockwise, lowest first."""
    rotation: Mapping[int, tuple[int, ...]]
    """Leader to the seats of a trick in order."""
    players: int
    """Seats at the table, those who sit out included."""
    deck: tuple[Card, ...]
    hand_size: int
    trick_count: int
    points: Mapping[Card, int]
    total: int
    """Augen of the whole deck."""
    klass: Mapping[Card, int]
    """Class a card is followed by; empty before the contract is known."""
    strength: Mapping[Card, int]
    """Higher beats lower among trumps and cards of the led class; every trump beats the rest."""
    trumps: tuple[Card, ...] = ()
    """Highest first."""
    stamm: tuple[Card, ...] = ()
    """The trumps that are none by suit (Ober, Unter), highest first."""
    called: Card | None = None
    """The Ass that names the partner, or the card called in its place."""
    schoene: Card | None = None
    """The Schöne called with the Ass, where five or more hold cards (EN, normal game)."""
    base: str = ""
    """Which of the tariff's base prices is paid; empty where the game has no tariff."""
    silent: int | None = None
    """A seat whose not following says nothing: one card that it holds counts as another suit's, and
    nobody knows which, so what it leads says nothing either (PG, the card face down). Only such a
    setting depends on the plays: the card may show."""
    otherwise: tuple[int, ...] = ()
    """Classes that must be played, in this order, by whoever cannot follow (BK: the trumps); only
    who has none of these either may play any card. Mostly empty."""
    piles: tuple[int, int] | None = None
    """Piles before each seat and cards in each, where two play from a layout; only the top card of
    a pile can be played, and `hand_size` counts them all (EN, 2 players)."""

    play_count: int = field(init=False)
    """Cards laid in a whole deal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "play_count", self.trick_count * len(self.seats))


@dataclass(frozen=True, slots=True)
class Facts:
    """What the cards show about a deal, before anybody judges it."""

    record: DealRecord
    setting: Setting
    klasses: tuple[int, ...]
    """Class of each play, UNKNOWN where it was not seen."""
    tricks: tuple[TrickView, ...]
    led: tuple[int, ...]
    """Class led in each trick; UNKNOWN where it was not seen or the order of seats was broken."""
    doubtful: frozenset[Card]
    """Cards seen more than once: one of the readings must be wrong."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays in order."""
        return self.record.plays


@dataclass(frozen=True, slots=True)
class Foreknown:
    """What a contract says about hands before the first card (RULES 5, Hochzeit)."""

    denials: tuple[tuple[int, int], ...] = ()
    """Seat and class: the seat says by the contract that it holds no card of the class."""
    owners: Mapping[Card, int] = field(default_factory=dict)
    """Cards that everybody saw go into a hand before the first card, and the seat that has them."""
    kind: str = "hochzeit_trump"
    """The verdict where a denial turns out to be wrong."""


NOTHING_FOREKNOWN = Foreknown()
"""Most contracts say nothing about hands."""
