"""The cards that lie on the table, and the signs that they were taken away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.place.field import SMALL
from vision.place.light import relit
from vision.reading.pose import Pose
from vision.reading.reader import Reading
from vision.watching.settle import difference

_INFORMATIVE = 14.0
_EMPTY_SHARE = 0.8
_LEAST_INFORMATIVE = 12
_BLEND = 0.02
_STAYED = 0.12
_STAYED_TURN = math.radians(8)


@dataclass(slots=True, eq=False)
class Lying:
    """One card of the running trick."""

    track: int
    t: float
    """First frame of rest, seconds of the recording."""
    best: Reading
    """The most similar reading so far."""
    total: Floats
    """Weighted sum of the similarities of all readings."""
    weight: float
    under: Image
    """Small picture of the rest before the card came."""
    told: tuple[float, ...] = ()
    """The log-scores last reported."""
    view: Floats | None = None
    """The net's vectors [2,128] of the best reading."""

    @property
    def pose(self) -> Pose:
        """Where the card lies."""
        return self.best.pose

    @property
    def similarities(self) -> Floats:
        """Similarities summed over several frames; clearer readings weigh more."""
        mean: Floats = self.total / self.weight
        return mean

    @property
    def identity(self) -> int:
        """Index of the likeliest card."""
        return int(self.total.argmax())

    def lies_at(self, reading: Reading) -> bool:
        """Whether a reading shows this very card where it lies already."""
        return (
            reading.top == self.identity
            and reading.pose.distance(self.pose) < _STAYED
            and reading.pose.turned(self.pose) < _STAYED_TURN
        )

    def add(self, reading: Reading) -> None:
        """Take another look into account: looks worse than the best one hardly count."""
        gain = reading.similarity - self.best.similarity
        if gain > 0:
            fade = math.exp(-gain / _BLEND)
            self.total, self.weight = self.total * fade, self.weight * fade
            share = 1.0
        else:
            share = math.exp(gain / _BLEND)
        self.total = self.total + share * reading.similarities
        self.weight += share
        if gain > 0:
            self.best = reading

    def moved_to(self, reading: Reading) -> None:
        """The card was pushed: its place is the new one, whatever it looks like there."""
        self.add(reading)
        self.best = Reading(reading.pose, self.best.similarities)


def lay(track: int, t: float, reading: Reading, under: Image) -> Lying:
    """Return a newly laid card; `under` is the small picture of the rest before it came."""
    return Lying(track, t, reading, reading.similarities.copy(), 1.0, under)


class Comparison:
    """What is left of a trick: now against the last rest with its cards and the empty table.

    A pixel counts only where card and table differed, so nothing depends on how bright either is.
    All three are small pictures; poses are in a sharp picture of side `side`.
    """

    def __init__(self, now: Image, laid: Image, empty: Image, side: int) -> None:
        table = relit(empty, now)
        shown = difference(relit(laid, now), table)
        self._counts = shown > _INFORMATIVE
        self._gone = difference(now, table) * 2 < shown
        self._side = side

    def emptied(self, cards: Sequence[Lying], cover: Pose | None = None) -> bool:
        """Whether every card's place looks like the empty table again.

        Under `cover`, a card laid since, nothing is asked; half of the places must be left then.
        """
        hidden = None if cover is None else _place(cover, self._side, 1.1)
        asked = 0
        for lying in cards:
            place = _place(lying.pose, self._side) & self._counts
            if hidden is not None:
                place &= ~hidden
            if int(place.sum()) < _LEAST_INFORMATIVE:
                continue
            asked += 1
            if float(self._gone[place].mean()) < _EMPTY_SHARE:
                return False
        return asked > 0 and (hidden is None or asked * 2 >= len(cards))

    def gone_share(self, cards: Sequence[Lying]) -> float:
        """Return the share of the cards' pixels that look like the empty table."""
        place = np.zeros((SMALL, SMALL), bool)
        for lying in cards:
            place |= _place(lying.pose, self._side)
        place &= self._counts
        return float(self._gone[place].mean()) if place.any() else 0.0


def _place(
    pose: Pose, side: int, grow: float = 0.85
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    k = SMALL / side
    corners = (pose.corners(grow) + 0.5) * k - 0.5
    mask = np.zeros((SMALL, SMALL), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask > 0


class Sweep:
    """Follows what is still on the table while it moves, to see where a trick goes."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None

    def follow(self, now: Image, empty: Image) -> None:
        """Take the next moving small picture."""
        apart = difference(now, empty) > 2 * _INFORMATIVE
        if apart.sum() < 0.01 * apart.size:
            return
        y, x = np.nonzero(apart)
        centre = (SMALL - 1) / 2
        self._last = (float(x.mean()) - centre, centre - float(y.mean()))

    def direction(self) -> float | None:
        """Angle on the table plane of where things were last seen; forgets it."""
        last, self._last = self._last, None
        if last is None or math.hypot(*last) < 0.05 * SMALL:
            return None
        return math.atan2(last[1], last[0])
