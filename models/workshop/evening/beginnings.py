"""Tables that do not begin empty: with the first picture something lies there that nobody played.

A trick of whoever sat there before is swept before the deal; a pile face down, coasters and a menu
stay where they are, aside from the middle, all evening.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum

import numpy as np

from models.workshop.evening.choreography import EveningCourse
from models.workshop.evening.geometry import TablePose
from models.workshop.evening.moment import DrawnCard, EveningMoment
from models.workshop.evening.quiet_scenes import swept

_ASIDE_MM = (165.0, 215.0)
"""How far from the middle, to the left or right, what stays lies."""
_PILE = 8


class BeginningKind(Enum):
    """What lies there with the first picture."""

    TRICK = "trick"
    PILE = "pile"
    COASTERS = "coasters"
    MENU = "menu"


def begin(
    course: EveningCourse, kind: BeginningKind, cards: Sequence[str], rng: np.random.Generator
) -> None:
    """Lay on the table what the evening begins with; `cards` are those of the deck."""
    if kind is BeginningKind.TRICK:
        faces = [str(face) for face in rng.permutation(list(cards))]
        for seat in range(course.seats):
            angle = course.angle(seat)
            x, y, turn = rng.normal(0, 1, 3) * (12.0, 12.0, 0.25)
            out = float(rng.uniform(30, 48))
            pose = TablePose(out * math.cos(angle), out * math.sin(angle), angle + math.pi / 2)
            lying = pose.moved(float(x), float(y), float(turn))
            course.middle.append(DrawnCard(faces[seat], lying))
    elif kind is BeginningKind.PILE:
        place = _aside(rng, 1)
        for _card in range(_PILE):
            x, y, turn = rng.normal(0, 1, 3) * (0.8, 0.8, 0.01)
            course.under.append(DrawnCard(None, place.moved(float(x), float(y), float(turn))))
    elif kind is BeginningKind.COASTERS:
        course.under += [
            DrawnCard(thing, _aside(rng, side))
            for thing, side in (("coaster", -1), ("card-coaster", 1))
        ]
    else:
        course.under.append(DrawnCard("menu", _aside(rng, 1)))


def _aside(rng: np.random.Generator, side: int) -> TablePose:
    x, y = side * float(rng.uniform(*_ASIDE_MM)), float(rng.uniform(-70, 70))
    return TablePose(x, y, float(rng.uniform(0, 2 * math.pi)))


def cleared(course: EveningCourse, frames: int = 40) -> Iterator[EveningMoment]:
    """Let what lies in the middle be looked at, and have it swept; nothing where it is empty."""
    if course.middle:
        yield from course.idle(frames)
        yield from swept(course, 0)
