"""The second renderer asks for nothing that no person could see."""

from __future__ import annotations

import math

import numpy as np
import pytest

from models.workshop.evening.moment import DealPlan
from models.workshop.evening3d.course import Course3d
from models.workshop.evening3d.moment import CardState, Happening3d, Moment3d
from models.workshop.evening3d.movement import seat_angle
from models.workshop.evening3d.setting import Floats

SIZE = (56.0, 100.0)
CODES = [suit + rank for suit in "EGHS" for rank in "AZKOU987"]
CLEAR_S = 0.35
"""So long at least a card lies whole in sight."""
STEP_S = 0.05
HAND_MM = (42.0, 45.0)
"""How far a hand reaches beyond where it grips, and to either side."""


@pytest.fixture(scope="module", params=[3, 4, 5])
def course(request: pytest.FixtureRequest) -> Course3d:
    seats = int(request.param)
    plays = tuple((at % seats, code) for at, code in enumerate(CODES[: 4 * seats]))
    plan = DealPlan("fair", plays, (0, 1, 2, 0))
    return Course3d(np.random.default_rng(40 + seats), seats, (plan,), SIZE)


def points(state: CardState) -> Floats:
    across, along = np.meshgrid(np.linspace(-0.48, 0.48, 7), np.linspace(-0.48, 0.48, 11))
    flat = np.stack([across.ravel() * SIZE[0], along.ravel() * SIZE[1], 0 * along.ravel()], axis=1)
    return np.asarray(flat @ state.body.turn.as_matrix().T + np.array(state.body.middle))


def in_sight(card: CardState, moment: Moment3d) -> float:
    """Return the share of a card that neither a hand nor a card laid later is above."""
    own = points(card)
    hidden = np.zeros(len(own), bool)
    for hand in moment.hands:
        local = (own - np.array(hand.body.middle)) @ hand.body.turn.as_matrix()
        hidden |= (local[:, 0] > -HAND_MM[0]) & (abs(local[:, 1]) < HAND_MM[1])
    cards = (*moment.resting, *moment.moving)
    later = [state.id for state in cards].index(card.id) + 1
    for state in cards[later:]:
        local = (own - np.array(state.body.middle)) @ state.body.turn.as_matrix()
        hidden |= (abs(local[:, 0]) < SIZE[0] / 2) & (abs(local[:, 1]) < SIZE[1] / 2)
    return 1.0 - float(hidden.mean())


def cards_of(course: Course3d) -> list[tuple[Happening3d, CardState]]:
    return [(one, one.state) for one in course.happenings if one.state is not None]


def test_every_card_lies_whole_in_sight_for_a_while(course: Course3d) -> None:
    happened = [*course.happenings]
    for happening, state in cards_of(course):
        swept = next(one.t for one in happened if one.kind == "trick_taken" and one.t > happening.t)
        times = np.arange(happening.t, swept - 1.0, STEP_S)
        clear = sum(in_sight(state, course.timeline.at(float(t))) > 0.97 for t in times)
        assert clear * STEP_S >= CLEAR_S, happening


def test_every_card_comes_from_its_own_player(course: Course3d) -> None:
    """Both the hand and the way of the card speak for the seat; the next one's never does."""
    seats = 1 + max(one.seat or 0 for one in course.happenings)
    for happening, state in cards_of(course):
        moving = [
            (seen.body, moment.hands)
            for back in np.arange(0.1, 1.3, STEP_S)
            for moment in [course.timeline.at(float(happening.t - back))]
            for seen in moment.moving
            if seen.id == state.id
        ]
        body, hands = moving[-1]
        x, y, _ = body.middle
        outward = [math.cos(angle) * x + math.sin(angle) * y for angle in _angles(seats)]
        assert int(np.argmax(outward)) == happening.seat
        assert happening.seat in {hand.seat for hand in hands}


def _angles(seats: int) -> list[float]:
    return [seat_angle(seat, seats) for seat in range(seats)]
