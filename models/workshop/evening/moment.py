"""One frame of an evening as plain data: what lies, what moves, who reaches in.

Deal lines as plans for the compositor, and as the calls that go with a video.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from engine.text import PlainError, Text
from models.workshop.evening.bodies import HandGrasp
from models.workshop.evening.geometry import TablePose


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card on (or, with `lift` in millimetres, over) the table; `card` None shows its back."""

    card: str | None
    pose: TablePose
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class ReachingHand:
    """A player's hand: finger tips at `pose`, the arm away along `pose.turn`."""

    seat: int
    pose: TablePose
    grasp: HandGrasp


@dataclass(frozen=True, slots=True)
class Extras:
    """What goes on besides the play."""

    reaches: tuple[ReachingHand, ...] = ()
    glass: tuple[int, TablePose | None] | None = None
    """The glass off its place: its owner's seat and where it is (None: out of sight)."""
    leaning: tuple[tuple[int, float], ...] = ()
    """Seats leaning in and how far, 0 to 1."""


@dataclass(frozen=True, slots=True)
class EveningMoment:
    """Everything the painter needs for one frame, lowest first."""

    resting: tuple[DrawnCard, ...]
    moving: tuple[DrawnCard, ...] = ()
    reaches: tuple[ReachingHand, ...] = ()
    extras: Extras = Extras()


@dataclass(frozen=True, slots=True)
class EveningHappening:
    """Ground truth: what happened, at which frame.

    `kind` is `deal`, `card`, `trick_taken` or `deal_end`. For a card `frame` is the first in which
    it lies at rest, `pose` where it lies then.
    """

    frame: int
    kind: str
    seat: int | None = None
    card: str | None = None
    pose: TablePose | None = None
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


_NOT_CALLED = ("plays", "hands", "expect")
"""What the picture alone must tell; left out of the calls."""


def plans(lines: Iterable[str]) -> tuple[DealPlan, ...]:
    """Read deal lines; who takes each trick stands under `expect.winners`.

    Raises:
        PlainError: a line lacks its plays or the winners of its tricks.
    """
    return tuple(_plan(number, line) for number, line in enumerate(lines, 1) if line.strip())


def calls(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the deal lines without cards: who deals and what was called."""
    read = [json.loads(line) for line in lines if line.strip()]
    kept = [{key: deal[key] for key in deal if key not in _NOT_CALLED} for deal in read]
    return tuple(json.dumps(deal, ensure_ascii=False) for deal in kept)


def _plan(number: int, line: str) -> DealPlan:
    try:
        deal = json.loads(line)
        played = tuple((int(seat), str(card)) for seat, card in deal["plays"])
        winners = tuple(int(seat) for seat in deal["expect"]["winners"])
        name = str(deal["id"])
    except (ValueError, KeyError, TypeError):
        raise PlainError(
            Text(
                de=f"Zeile {number} der Spiele lässt sich nicht verfilmen; sie braucht id, plays "
                "und expect.winners.",
                en=f"Line {number} of the deals cannot be filmed; it needs id, plays and "
                "expect.winners.",
            )
        ) from None
    if not winners or len(played) % len(winners):
        raise PlainError(
            Text(
                de=f"Zeile {number}: {len(played)} Karten ergeben keine {len(winners)} Stiche; "
                "jeder Stich braucht seinen Gewinner in expect.winners.",
                en=f"Line {number}: {len(played)} cards make no {len(winners)} tricks; every "
                "trick needs its winner in expect.winners.",
            )
        )
    return DealPlan(name, played, winners)
