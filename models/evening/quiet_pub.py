"""What a pub's table sees besides: patience with the same deck, the last card shown, cards left.

None of it is a play, though every card of it is one of the deck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from models.evening.bodies import Grasp
from models.evening.course import Course, along, ease, hand
from models.evening.geometry import Pose
from models.evening.moment import Lying, Moment
from models.evening.quiet_cards import swept


def patience(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """One player lays cards out in rows, one by one and some onto others, and gathers them."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    count = min(len(cards), int(rng.integers(5, 13)))
    columns = int(rng.integers(3, 6))
    depth = float(rng.uniform(34, 112))
    for number, card in enumerate(rng.permutation(list(cards))[:count]):
        row, column = divmod(number, columns)
        dx, dy, turn = rng.normal(0, 1, 3) * (3.0, 3.0, 0.06)
        place = along(Pose(0, 0, angle + math.pi / 2), angle, 62.0 - depth * row)
        place = along(place, angle + math.pi / 2, 68.0 * (column - (columns - 1) / 2))
        yield from _laid(course, seat, str(card), place.moved(float(dx), float(dy), float(turn)))
        yield from course.idle(int(rng.integers(6, 40)))
    yield from course.idle(int(rng.integers(10, 60)))
    yield from swept(course, seat)


def last_card(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """The dealer shows the last card he dealt: it lies open for a while, and goes to a hand."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    dx, dy, turn = rng.normal(0, 1, 3) * (16.0, 16.0, 0.3)
    place = along(Pose(0, 0, angle + math.pi / 2), angle, float(rng.uniform(0, 90)))
    yield from _laid(
        course, seat, str(rng.choice(list(cards))), place.moved(float(dx), float(dy), float(turn))
    )
    yield from course.idle(int(rng.integers(25, 110)))
    yield from swept(course, int(rng.integers(course.seats)))


def left_lying(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """Cards of the deal before lie about while people talk; two more are thrown to them."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    drawn = [str(card) for card in rng.permutation(list(cards))]
    place = along(Pose(0, 0), course.angle(seat), 40.0)
    for share in ease(12):
        pose = course.out_of_sight(seat).towards(place, share)
        yield from course.show((), (hand(seat, pose, course.angle(seat)),))
    for card in drawn[: int(rng.integers(3, 8))]:
        dx, dy = rng.normal(0, 60, 2)
        lying = Pose(float(dx), float(dy), float(rng.uniform(0, 2 * math.pi)))
        course.middle.append(Lying(card, lying))
    course.withdraw(seat, place)
    yield from course.idle(int(rng.integers(60, 130)))
    for card in drawn[8 : 8 + int(rng.integers(0, 3))]:
        other = int(rng.integers(course.seats))
        dx, dy = rng.normal(0, 50, 2)
        turned = Pose(float(dx), float(dy), course.angle(other) + math.pi / 2)
        yield from _laid(course, other, card, turned)
        yield from course.idle(int(rng.integers(20, 60)))
    yield from swept(course, int(rng.integers(course.seats)))


def retold(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """A player lays a trick out again, card by card from his own hand, and talks about it."""
    rng = course.rng
    seat = int(rng.integers(course.seats))
    angle = course.angle(seat)
    count = min(course.seats, len(cards))
    for number, card in enumerate(rng.permutation(list(cards))[:count]):
        dx, dy, turn = rng.normal(0, 1, 3) * (8.0, 8.0, 0.15)
        place = along(Pose(0, 0, angle + math.pi / 2), angle, 24.0)
        place = along(place, angle + math.pi / 2, 34.0 * (number - (count - 1) / 2))
        yield from _laid(course, seat, str(card), place.moved(float(dx), float(dy), float(turn)))
        yield from course.idle(int(rng.integers(4, 36)))
    yield from course.idle(int(rng.integers(20, 80)))
    yield from swept(course, seat)


def _laid(course: Course, seat: int, card: str, place: Pose) -> Iterator[Moment]:
    """A hand brings a card, lays it down and leaves."""
    angle = course.angle(seat)
    start = course.out_of_sight(seat).moved(0, 0, place.turn)
    for share in ease(int(course.rng.integers(8, 15))):
        pose = start.towards(place, share)
        carried = Lying(card, pose, 2 + 18 * (1 - share))
        yield from course.show((carried,), (hand(seat, pose, angle, Grasp.HOLD),))
    course.middle.append(Lying(card, place))
    course.withdraw(seat, place)
