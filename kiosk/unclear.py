"""A card the camera is not sure of waits a moment: was it one at all?

A hand, a sleeve or the corner of a card that lies there is now and then taken for a card. It reads
like several cards at once, or like one that was played long ago. Recorded at once it would shift
the seats of all that follows. So it is held back until a better look makes it plain, or until what
comes next tells: where that lies, or how many cards were swept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.places import Spot, seat_scores
from kiosk.reading import Reading

UNCLEAR_NATS = 1.0
"""With less lead over the next card a reading is held back (about one in four wrong)."""
ODD_NATS = 3.0
"""So much may a reading cost beside all that was played; more is odd."""
REAL_NATS = 3.0
"""How much likelier what is held back is a card than none, when nothing else is known of it."""
UNSEEN_SWEEP_NATS = 3.0
"""What it costs to think that a trick was swept unseen."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose cards come next, and where everybody sits."""

    seat: int
    following: int | None
    """Who comes after `seat` in this trick; None where its card completes the trick."""
    seats: Sequence[int]
    angles: tuple[float, ...]


def unclear(read: Reading, before: Reading) -> bool:
    """Tell whether the last play of `read`, which `before` lacks, may be no card at all."""
    return read.decoding.regret[-1] < UNCLEAR_NATS or read.loss - before.loss > ODD_NATS


def is_card(spot: Spot, then: Spot, turn: Turn) -> bool:
    """Tell whether what lies at `spot` was a card, now that another came to lie at `then`."""
    own, later = _fits(spot, turn), _fits(then, turn)
    if turn.following is None:
        return own[turn.seat] - UNSEEN_SWEEP_NATS + REAL_NATS > later[turn.seat]
    return own[turn.seat] + later[turn.following] + REAL_NATS > later[turn.seat]


def fits_turn(spot: Spot, turn: Turn) -> bool:
    """Tell whether what lies at `spot` fits the seat whose turn it is."""
    return _fits(spot, turn)[turn.seat] + REAL_NATS > 0


def _fits(spot: Spot, turn: Turn) -> dict[int, float]:
    """Return how much better the place fits each seat than the best of all, at most nought."""
    scores = seat_scores(spot, turn.angles)
    best = max(scores[seat] for seat in turn.seats)
    return {seat: scores[seat] - best for seat in turn.seats}
