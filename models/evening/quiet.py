"""What people do at the table without playing; nothing of it is a play.

Empty table, hands, beer, things laid down here; what is done with cards stands in `quiet_cards`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

import numpy as np

from models.evening import quiet_cards, quiet_pub, things
from models.evening.bodies import Grasp
from models.evening.course import Course, along, ease, hand
from models.evening.extras import lean, sip
from models.evening.geometry import FRAMES_PER_SECOND, Pose
from models.evening.moment import Happening, Lying, Moment, Reach
from models.evening.places import drinkers
from models.evening.pub_things import PUB_KINDS


class Quiet(Enum):
    """The kinds of scenes without play."""

    EMPTY = "empty"
    HANDS = "hands"
    BEER = "beer"
    THINGS = "things"
    DEALING = "dealing"
    SHUFFLING = "shuffling"
    COUNTING = "counting"
    THROWN_IN = "thrown-in"
    SHOWN = "shown"
    FACE_DOWN = "face-down"
    FOREIGN = "foreign"
    PUB_THINGS = "pub-things"
    PATIENCE = "patience"
    LAST_CARD = "last-card"
    LEFT_LYING = "left-lying"
    RETOLD = "retold"


Act = Callable[[Course, Sequence[str]], Iterator[Moment]]
"""One scene; the second argument names the cards at hand."""


class QuietTable:
    """Plays scenes by lot until the time is over; iterate `moments` once."""

    def __init__(
        self, rng: np.random.Generator, seats: int, cards: Sequence[str], kinds: Sequence[Quiet]
    ) -> None:
        self._course = Course(rng, seats)
        self._cards = tuple(cards)
        self._kinds = tuple(kinds)

    @property
    def happenings(self) -> list[Happening]:
        """What has happened so far: when which scene began, and never a card."""
        return self._course.happenings

    def moments(self, seconds: float) -> Iterator[Moment]:
        """Yield frames for at least this long; the last scene is played out."""
        course, frames = self._course, 0
        turn = 0
        while frames < seconds * FRAMES_PER_SECOND:
            kind = self._kinds[turn % len(self._kinds)]
            turn += 1
            course.note(f"quiet:{kind.value}")
            for moment in scene(kind, course, self._cards):
                frames += 1
                yield moment
            for moment in course.idle(int(course.rng.integers(20, 60))):
                frames += 1
                yield moment


def scene(kind: Quiet, course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """Yield one scene; afterwards the table is as it was."""
    yield from _ACTS[kind](course, cards)


def _empty(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """Nothing but the light, and at times somebody who leans in."""
    if course.rng.random() < 0.6:
        course.besides(lean(int(course.rng.integers(course.seats)), 40))
    yield from course.idle(int(course.rng.integers(80, 160)))


def _beer(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """Somebody drinks; now and then two."""
    rng = course.rng
    for _round in range(2):
        course.besides(sip(int(rng.choice(drinkers(course.seats))), course.seats, 30))
        yield from course.idle(int(rng.integers(60, 130)))


def _hands(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """Hands reach over the middle, gesture, and rest there."""
    rng = course.rng
    for _round in range(int(rng.integers(2, 4))):
        seats = rng.permutation(course.seats)[: int(rng.integers(1, 3))]
        ways = [list(_gesture(course, int(seat))) for seat in seats]
        for step in range(max(map(len, ways))):
            reaches = tuple(way[step] for way in ways if step < len(way))
            yield from course.show((), reaches)
        yield from course.idle(int(rng.integers(10, 50)))


def _gesture(course: Course, seat: int) -> Iterator[Reach]:
    """A hand that comes in, wanders from place to place, rests at some, and leaves."""
    rng, angle = course.rng, course.angle(seat)
    here = course.out_of_sight(seat)
    spots = int(rng.integers(1, 5))
    for number in range(spots + 1):
        last = number == spots
        x, y = rng.normal(0, 60, 2)
        there = course.out_of_sight(seat) if last else Pose(float(x), float(y), here.turn)
        arm = angle + float(rng.normal(0, 0.25)) * (not last)
        grasp = Grasp.OPEN if rng.random() < 0.6 else Grasp.HOLD
        for share in ease(int(rng.integers(8, 22))):
            yield hand(seat, here.towards(there, share), arm, grasp)
        here = there
        for _rest in range(0 if last else int(rng.choice((0, 4, 30, 75)))):
            dx, dy = rng.normal(0, 0.5, 2)
            yield hand(seat, there.moved(float(dx), float(dy)), arm, grasp)


def _things(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """Something is laid into the middle, lies a while, and is taken again."""
    yield from _laid_about(course, things.KINDS)


def _pub_things(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """The same with money, menus, the deck's box and what else cards may be pictured on."""
    yield from _laid_about(course, PUB_KINDS)


def _laid_about(course: Course, kinds: Sequence[str]) -> Iterator[Moment]:
    rng = course.rng
    for kind in rng.permutation(kinds)[: int(rng.integers(2, 4))]:
        seat = int(rng.integers(course.seats))
        x, y = rng.normal(0, 45, 2)
        place = Pose(float(x), float(y), float(rng.uniform(0, 2 * math.pi)))
        yield from lay_down(course, seat, str(kind), place)
        yield from course.idle(int(rng.integers(40, 110)))
        if rng.random() < 0.4:
            yield from shove(course, seat)
        yield from take_up(course, int(rng.integers(course.seats)))


def lay_down(course: Course, seat: int, what: str | None, place: Pose) -> Iterator[Moment]:
    """A hand lays something down where it is to lie, and leaves."""
    angle = course.angle(seat)
    start = course.out_of_sight(seat).moved(0, 0, place.turn)
    for share in ease(int(course.rng.integers(10, 16))):
        pose = start.towards(place, share)
        carried = Lying(what, pose, 2 + 20 * (1 - share))
        yield from course.show((carried,), (hand(seat, pose, angle),))
    course.middle.append(Lying(what, place))
    yield from course.show((), (hand(seat, place, angle),))
    course.withdraw(seat, place)


def take_up(course: Course, seat: int) -> Iterator[Moment]:
    """A hand takes what lies on top in the middle away."""
    angle, place = course.angle(seat), course.middle[-1].pose
    far = course.out_of_sight(seat)
    for share in ease(10):
        yield from course.show((), (hand(seat, far.towards(place, share), angle, Grasp.OPEN),))
    taken = course.middle.pop()
    for share in ease(14):
        pose = place.towards(along(place, angle, 560.0), share)
        gone = Lying(taken.card, pose, 3 + 18 * share)
        yield from course.show((gone,), (hand(seat, pose, angle),))


def shove(course: Course, seat: int) -> Iterator[Moment]:
    """A hand pushes what lies on top in the middle a little aside."""
    angle, top = course.angle(seat), course.middle.pop()
    far = course.out_of_sight(seat)
    for share in ease(10):
        reach = hand(seat, far.towards(top.pose, share), angle, Grasp.OPEN)
        yield from course.show((top,), (reach,))
    dx, dy, turn = course.rng.normal(0, 1, 3) * (18.0, 18.0, 0.2)
    there = top.pose.moved(float(dx), float(dy), float(turn))
    for share in ease(8):
        pose = top.pose.towards(there, share)
        reach = hand(seat, pose, angle, Grasp.OPEN)
        yield from course.show((Lying(top.card, pose),), (reach,))
    course.middle.append(Lying(top.card, there))
    course.withdraw(seat, there)
    yield from course.idle(20)


def _face_down(course: Course, _: Sequence[str]) -> Iterator[Moment]:
    """One to three cards lie face down in the middle: buried, under, offered for a Hochzeit."""
    rng = course.rng
    count = int(rng.integers(1, 4))
    for _card in range(count):
        seat = int(rng.integers(course.seats))
        x, y = rng.normal(0, 30, 2)
        turn = course.angle(seat) + math.pi / 2 + float(rng.normal(0, 0.3))
        yield from lay_down(course, seat, None, Pose(float(x), float(y), turn))
        yield from course.idle(int(rng.integers(15, 60)))
    for _card in range(count):
        yield from take_up(course, int(rng.integers(course.seats)))


def _foreign(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
    """A card of another deck lies face up, as if it were led."""
    rng = course.rng
    others = [card for card in cards if card.startswith(quiet_cards.FOREIGN)]
    if not others:
        raise ValueError("no other deck at hand to take a foreign card from")
    seat = int(rng.integers(course.seats))
    x, y = rng.normal(0, 25, 2)
    turn = course.angle(seat) + math.pi / 2 + float(rng.normal(0, 0.3))
    yield from lay_down(course, seat, str(rng.choice(others)), Pose(float(x), float(y), turn))
    yield from course.idle(int(rng.integers(50, 110)))
    yield from take_up(course, seat)


def _own(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if not card.startswith(quiet_cards.FOREIGN))


def _with_own(act: Act) -> Act:
    def played(course: Course, cards: Sequence[str]) -> Iterator[Moment]:
        yield from act(course, _own(cards))

    return played


_ACTS: Mapping[Quiet, Act] = {
    Quiet.EMPTY: _empty,
    Quiet.HANDS: _hands,
    Quiet.BEER: _beer,
    Quiet.THINGS: _things,
    Quiet.FACE_DOWN: _face_down,
    Quiet.FOREIGN: _foreign,
    Quiet.DEALING: _with_own(quiet_cards.dealing),
    Quiet.SHUFFLING: _with_own(quiet_cards.shuffling),
    Quiet.COUNTING: _with_own(quiet_cards.counting),
    Quiet.THROWN_IN: _with_own(quiet_cards.thrown_in),
    Quiet.SHOWN: _with_own(quiet_cards.shown),
    Quiet.PUB_THINGS: _pub_things,
    Quiet.PATIENCE: _with_own(quiet_pub.patience),
    Quiet.LAST_CARD: _with_own(quiet_pub.last_card),
    Quiet.LEFT_LYING: _with_own(quiet_pub.left_lying),
    Quiet.RETOLD: _with_own(quiet_pub.retold),
}
