"""The table's state as an evening goes on: what lies, who withdraws, what goes on besides.

Whatever happens at the table (play, dealing, shuffling, counting) happens on one course, frame by
frame, so that one thing can follow the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from models.evening.bodies import Grasp
from models.evening.extras import joined
from models.evening.geometry import Pose, seat_angle
from models.evening.moment import Extras, Happening, Lying, Moment, Reach

FAR = 540.0
"""Distance from the centre at which a hand is out of the picture, mm."""
NEAR_EDGE = 40.0
"""From a card's middle to the finger tips that hold it, mm."""


class Course:
    """What lies and moves; `show` yields the next frame."""

    def __init__(self, rng: np.random.Generator, seats: int) -> None:
        self.rng = rng
        self.seats = seats
        self.happenings: list[Happening] = []
        self.under: list[Lying] = []
        """Things and packets that lie below everything else."""
        self.piles: dict[int, list[Lying]] = {}
        """Won tricks by seat."""
        self.middle: list[Lying] = []
        """The trick, or whatever else lies in the middle, lowest first."""
        self._frame = 0
        self._leaving: list[Iterator[Reach]] = []
        self._beside: list[Iterator[Extras]] = []

    @property
    def busy(self) -> bool:
        """Whether somebody drinks or leans in."""
        return bool(self._beside)

    def angle(self, seat: int) -> float:
        """Return the direction from the centre to a seat, radians."""
        return seat_angle(seat, self.seats)

    def note(
        self,
        kind: str,
        seat: int | None = None,
        card: str | None = None,
        pose: Pose | None = None,
        deal: str | None = None,
    ) -> None:
        """Write down what happens with the next frame."""
        self.happenings.append(Happening(self._frame, kind, seat, card, pose, deal))

    def show(
        self, moving: tuple[Lying, ...] = (), reaches: tuple[Reach, ...] = ()
    ) -> Iterator[Moment]:
        """Yield one frame: the given movement and whatever goes on besides."""
        leaving = [next(way, None) for way in self._leaving]
        self._leaving = [w for w, r in zip(self._leaving, leaving, strict=True) if r]
        beside = [next(way, None) for way in self._beside]
        self._beside = [w for w, e in zip(self._beside, beside, strict=True) if e]
        piles = [card for pile in self.piles.values() for card in pile[-2:]]
        self._frame += 1
        yield Moment(
            resting=(*self.under, *piles, *self.middle),
            moving=moving,
            reaches=(*(reach for reach in leaving if reach), *reaches),
            extras=joined([part for part in beside if part]),
        )

    def idle(self, frames: int) -> Iterator[Moment]:
        """Yield frames in which only what goes on besides goes on."""
        for _ in range(frames):
            yield from self.show()

    def besides(self, extras: Iterator[Extras]) -> None:
        """Let somebody drink or lean in from now on."""
        self._beside.append(extras)

    def withdraw(self, seat: int, pose: Pose) -> None:
        """Let the hand of `seat` that is at `pose` leave the picture from now on."""
        angle = self.angle(seat)
        frames = int(self.rng.integers(8, 13))
        far = along(pose, angle, FAR)
        ways = [
            hand(seat, pose.towards(far, ((step + 1) / frames) ** 1.4), angle, Grasp.OPEN)
            for step in range(frames)
        ]
        self._leaving.append(iter(ways))

    def out_of_sight(self, seat: int) -> Pose:
        """Return a place beyond the picture's edge on a seat's side."""
        return along(Pose(0.0, 0.0), self.angle(seat), FAR)


def along(pose: Pose, angle: float, distance: float) -> Pose:
    """Return the pose shifted by `distance` mm in a direction."""
    return pose.moved(distance * math.cos(angle), distance * math.sin(angle))


def hand(seat: int, card: Pose, angle: float, grasp: Grasp = Grasp.HOLD) -> Reach:
    """Return the hand of `seat` holding a card that lies at `card`, the arm along `angle`."""
    x = card.x + NEAR_EDGE * math.cos(angle)
    y = card.y + NEAR_EDGE * math.sin(angle)
    return Reach(seat, Pose(x, y, angle), grasp)


def ease(frames: int) -> list[float]:
    """Return a smooth way from 0 to 1."""
    steps = [(frame + 1) / frames for frame in range(frames)]
    return [step * step * (3 - 2 * step) for step in steps]
