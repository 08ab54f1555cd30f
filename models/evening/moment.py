"""One frame of an evening as plain data: what lies, what moves, who reaches in."""

from __future__ import annotations

from dataclasses import dataclass

from models.evening.bodies import Grasp
from models.evening.geometry import Pose


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on (or, with `lift` in millimetres, over) the table; `card` None shows its back."""

    card: str | None
    pose: Pose
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class Reach:
    """A player's hand: finger tips at `pose`, the arm away along `pose.turn`."""

    seat: int
    pose: Pose
    grasp: Grasp


@dataclass(frozen=True, slots=True)
class Extras:
    """What goes on besides the play."""

    reaches: tuple[Reach, ...] = ()
    glass: tuple[int, Pose | None] | None = None
    """The glass off its place: its owner's seat and where it is (None: out of sight)."""
    leaning: tuple[tuple[int, float], ...] = ()
    """Seats leaning in and how far, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything the painter needs for one frame, lowest first."""

    resting: tuple[Lying, ...]
    moving: tuple[Lying, ...] = ()
    reaches: tuple[Reach, ...] = ()
    extras: Extras = Extras()


@dataclass(frozen=True, slots=True)
class Happening:
    """Ground truth: what happened, at which frame.

    `kind` is `deal`, `card`, `trick_taken` or `deal_end`. For a card `frame` is the first in which
    it lies at rest, `pose` where it lies then.
    """

    frame: int
    kind: str
    seat: int | None = None
    card: str | None = None
    pose: Pose | None = None
    deal: str | None = None


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal to be played: its name, the cards in order, and who takes each trick."""

    id: str
    plays: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Liveliness:
    """How rough the evening is; shares are probabilities."""

    pauses: tuple[int, ...] = (6, 14, 26, 44)
    """Frames a player thinks, drawn by lot."""
    spread: float = 14.0
    """How far from its place a card lands, mm (standard deviation)."""
    out: tuple[float, float] = (16.0, 36.0)
    """How far towards its player a card lands, mm, drawn by lot between the two."""
    lean: float = 0.26
    """How much askew it lies, radians."""
    toss: float = 0.6
    """Share of cards thrown, not laid."""
    linger: float = 0.3
    """Share of laid cards on which the hand rests a while."""
    nudge: float = 0.2
    """Share of cards that push others."""
    hurry: float = 0.12
    """Share of cards played before the last hand is gone."""
    sips: float = 0.22
    """Share of tricks after which somebody drinks."""
    leans: float = 0.2
    """Share of tricks during which somebody leans in."""
    tremble: float = 0.9
    """How much a hand that rests on a card shakes from frame to frame, mm; no hand is still."""
    between_deals: int = 26
    """Frames the won tricks stay after a deal."""
