"""Scenes without play, painted: empty table, hands, beer, things laid down.

All of it must be watched in silence. What is done with cards
without playing stands in `quiet_scenes`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from models.workshop.decks.drawn import drawn_deck
from models.workshop.evening import quiet_scenes, things
from models.workshop.evening.bodies import HandGrasp
from models.workshop.evening.choreography import EveningCourse, along, ease, hand, lean, sip
from models.workshop.evening.film import told
from models.workshop.evening.geometry import (
    FRAMES_PER_SECOND,
    Picture,
    TablePose,
    TiltedCamera,
    drinkers,
)
from models.workshop.evening.moment import DrawnCard, EveningHappening, EveningMoment, ReachingHand
from models.workshop.evening.painter import EveningPainter, PaintedDeck, Scenery
from models.workshop.evening.quiet_scenes import FOREIGN
from models.workshop.evening.things import PUB_KINDS, pub_things


class QuietKind(Enum):
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


QuietAct = Callable[[EveningCourse, Sequence[str]], Iterator[EveningMoment]]
"""One scene; the second argument names the cards at hand."""


class QuietTable:
    """Plays scenes by lot until the time is over; iterate `moments` once."""

    def __init__(
        self, rng: np.random.Generator, seats: int, cards: Sequence[str], kinds: Sequence[QuietKind]
    ) -> None:
        self._course = EveningCourse(rng, seats)
        self._cards = tuple(cards)
        self._kinds = tuple(kinds)

    @property
    def happenings(self) -> list[EveningHappening]:
        """What has happened so far: when which scene began, and never a card."""
        return self._course.happenings

    def moments(self, seconds: float) -> Iterator[EveningMoment]:
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


def scene(kind: QuietKind, course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """Yield one scene; afterwards the table is as it was."""
    yield from _ACTS[kind](course, cards)


def _empty(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """Nothing but the light, and at times somebody who leans in."""
    if course.rng.random() < 0.6:
        course.besides(lean(int(course.rng.integers(course.seats)), 40))
    yield from course.idle(int(course.rng.integers(80, 160)))


def _beer(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """Somebody drinks; now and then two."""
    rng = course.rng
    for _round in range(2):
        course.besides(sip(int(rng.choice(drinkers(course.seats))), course.seats, 30))
        yield from course.idle(int(rng.integers(60, 130)))


def _hands(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """Hands reach over the middle, gesture, and rest there."""
    rng = course.rng
    for _round in range(int(rng.integers(2, 4))):
        seats = rng.permutation(course.seats)[: int(rng.integers(1, 3))]
        ways = [list(_gesture(course, int(seat))) for seat in seats]
        for step in range(max(map(len, ways))):
            reaches = tuple(way[step] for way in ways if step < len(way))
            yield from course.show((), reaches)
        yield from course.idle(int(rng.integers(10, 50)))


def _gesture(course: EveningCourse, seat: int) -> Iterator[ReachingHand]:
    """A hand that comes in, wanders from place to place, rests at some, and leaves."""
    rng, angle = course.rng, course.angle(seat)
    here = course.out_of_sight(seat)
    spots = int(rng.integers(1, 5))
    for number in range(spots + 1):
        last = number == spots
        x, y = rng.normal(0, 60, 2)
        there = course.out_of_sight(seat) if last else TablePose(float(x), float(y), here.turn)
        arm = angle + float(rng.normal(0, 0.25)) * (not last)
        grasp = HandGrasp.OPEN if rng.random() < 0.6 else HandGrasp.HOLD
        for share in ease(int(rng.integers(8, 22))):
            yield hand(seat, here.towards(there, share), arm, grasp)
        here = there
        for _rest in range(0 if last else int(rng.choice((0, 4, 30, 75)))):
            dx, dy = rng.normal(0, 0.5, 2)
            yield hand(seat, there.moved(float(dx), float(dy)), arm, grasp)


def _things(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """Something is laid into the middle, lies a while, and is taken again."""
    yield from _laid_about(course, things.KINDS)


def _pub_things(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """The same with money, menus, the deck's box and what else cards may be pictured on."""
    yield from _laid_about(course, PUB_KINDS)


def _laid_about(course: EveningCourse, kinds: Sequence[str]) -> Iterator[EveningMoment]:
    rng = course.rng
    for kind in rng.permutation(kinds)[: int(rng.integers(2, 4))]:
        seat = int(rng.integers(course.seats))
        x, y = rng.normal(0, 45, 2)
        place = TablePose(float(x), float(y), float(rng.uniform(0, 2 * math.pi)))
        yield from lay_down(course, seat, str(kind), place)
        yield from course.idle(int(rng.integers(40, 110)))
        if rng.random() < 0.4:
            yield from shove(course, seat)
        yield from take_up(course, int(rng.integers(course.seats)))


def lay_down(
    course: EveningCourse, seat: int, what: str | None, place: TablePose
) -> Iterator[EveningMoment]:
    """A hand lays something down where it is to lie, and leaves."""
    angle = course.angle(seat)
    start = course.out_of_sight(seat).moved(0, 0, place.turn)
    for share in ease(int(course.rng.integers(10, 16))):
        pose = start.towards(place, share)
        carried = DrawnCard(what, pose, 2 + 20 * (1 - share))
        yield from course.show((carried,), (hand(seat, pose, angle),))
    course.middle.append(DrawnCard(what, place))
    yield from course.show((), (hand(seat, place, angle),))
    course.withdraw(seat, place)


def take_up(course: EveningCourse, seat: int) -> Iterator[EveningMoment]:
    """A hand takes what lies on top in the middle away."""
    angle, place = course.angle(seat), course.middle[-1].pose
    far = course.out_of_sight(seat)
    for share in ease(10):
        yield from course.show((), (hand(seat, far.towards(place, share), angle, HandGrasp.OPEN),))
    taken = course.middle.pop()
    for share in ease(14):
        pose = place.towards(along(place, angle, 560.0), share)
        gone = DrawnCard(taken.card, pose, 3 + 18 * share)
        yield from course.show((gone,), (hand(seat, pose, angle),))


def shove(course: EveningCourse, seat: int) -> Iterator[EveningMoment]:
    """A hand pushes what lies on top in the middle a little aside."""
    angle, top = course.angle(seat), course.middle.pop()
    far = course.out_of_sight(seat)
    for share in ease(10):
        reach = hand(seat, far.towards(top.pose, share), angle, HandGrasp.OPEN)
        yield from course.show((top,), (reach,))
    dx, dy, turn = course.rng.normal(0, 1, 3) * (18.0, 18.0, 0.2)
    there = top.pose.moved(float(dx), float(dy), float(turn))
    for share in ease(8):
        pose = top.pose.towards(there, share)
        reach = hand(seat, pose, angle, HandGrasp.OPEN)
        yield from course.show((DrawnCard(top.card, pose),), (reach,))
    course.middle.append(DrawnCard(top.card, there))
    course.withdraw(seat, there)
    yield from course.idle(20)


def _face_down(course: EveningCourse, _: Sequence[str]) -> Iterator[EveningMoment]:
    """One to three cards lie face down in the middle: buried, under, offered for a Hochzeit."""
    rng = course.rng
    count = int(rng.integers(1, 4))
    for _card in range(count):
        seat = int(rng.integers(course.seats))
        x, y = rng.normal(0, 30, 2)
        turn = course.angle(seat) + math.pi / 2 + float(rng.normal(0, 0.3))
        yield from lay_down(course, seat, None, TablePose(float(x), float(y), turn))
        yield from course.idle(int(rng.integers(15, 60)))
    for _card in range(count):
        yield from take_up(course, int(rng.integers(course.seats)))


def _foreign(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
    """A card of another deck lies face up, as if it were led."""
    rng = course.rng
    others = [card for card in cards if card.startswith(quiet_scenes.FOREIGN)]
    if not others:
        raise ValueError("no other deck at hand to take a foreign card from")
    seat = int(rng.integers(course.seats))
    x, y = rng.normal(0, 25, 2)
    turn = course.angle(seat) + math.pi / 2 + float(rng.normal(0, 0.3))
    yield from lay_down(course, seat, str(rng.choice(others)), TablePose(float(x), float(y), turn))
    yield from course.idle(int(rng.integers(50, 110)))
    yield from take_up(course, seat)


def _own(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if not card.startswith(quiet_scenes.FOREIGN))


def _with_own(act: QuietAct) -> QuietAct:
    def played(course: EveningCourse, cards: Sequence[str]) -> Iterator[EveningMoment]:
        yield from act(course, _own(cards))

    return played


_ACTS: Mapping[QuietKind, QuietAct] = {
    QuietKind.EMPTY: _empty,
    QuietKind.HANDS: _hands,
    QuietKind.BEER: _beer,
    QuietKind.THINGS: _things,
    QuietKind.FACE_DOWN: _face_down,
    QuietKind.FOREIGN: _foreign,
    QuietKind.DEALING: _with_own(quiet_scenes.dealing),
    QuietKind.SHUFFLING: _with_own(quiet_scenes.shuffling),
    QuietKind.COUNTING: _with_own(quiet_scenes.counting),
    QuietKind.THROWN_IN: _with_own(quiet_scenes.thrown_in),
    QuietKind.SHOWN: _with_own(quiet_scenes.shown),
    QuietKind.PUB_THINGS: _pub_things,
    QuietKind.PATIENCE: _with_own(quiet_scenes.patience),
    QuietKind.LAST_CARD: _with_own(quiet_scenes.last_card),
    QuietKind.LEFT_LYING: _with_own(quiet_scenes.left_lying),
    QuietKind.RETOLD: _with_own(quiet_scenes.retold),
}


FOREIGN_SEED = 7001
"""The seed of the other deck that a foreign card comes from."""


class QuietFilm:
    """Scenes by lot for so many seconds; iterate `frames` once, then read `truth`: no card."""

    def __init__(
        self,
        deck: PaintedDeck,
        kinds: Sequence[QuietKind],
        seconds: float,
        seed: int,
        seats: int = 4,
        camera: TiltedCamera | None = None,
        scenery: Scenery | None = None,
    ) -> None:
        play, paint = np.random.default_rng(seed).spawn(2)
        deck = with_pub_things(with_strangers(deck), seed)
        self._seconds = seconds
        self._play = QuietTable(play, seats, [*deck.faces, *deck.others], kinds)
        self._painter = EveningPainter(paint, seats, deck, camera, scenery)

    def frames(self) -> Iterator[Picture]:
        """Yield the frames in order, BGR."""
        for moment in self._play.moments(self._seconds):
            yield self._painter.frame(moment)

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return which scene began when, one JSON object each."""
        return tuple(told(happening, self._painter) for happening in self._play.happenings)


def with_strangers(deck: PaintedDeck, seed: int = FOREIGN_SEED) -> PaintedDeck:
    """Return the deck with another deck's faces at hand."""
    other = drawn_deck(seed)
    return replace(deck, others={FOREIGN + code: face for code, face in other.faces.items()})


def with_pub_things(deck: PaintedDeck, seed: int) -> PaintedDeck:
    """Return the deck with the things at hand that its cards are pictured on, and others."""
    chance = np.random.default_rng([seed, FOREIGN_SEED])
    made = pub_things(chance, list(deck.faces.values()), (deck.width, deck.height))
    return replace(deck, things=made)
