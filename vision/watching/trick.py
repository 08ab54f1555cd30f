"""The running trick: its cards, the order they were laid in, and the signs that it was taken."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Image, as_image
from vision.place.geometry import SMALL, transform
from vision.reading.plane import from_ordered
from vision.reading.pose import Pose, overlap
from vision.reading.reader import CardReader, CardReading
from vision.sighting import TableContext, TrickCleared
from vision.watching.motion import difference, relit
from vision.watching.scene import TableScene
from vision.watching.thresholds import THRESHOLDS

_TRICK = THRESHOLDS.trick


@dataclass(slots=True, eq=False)
class LyingCard:
    """One card of the running trick."""

    track: int
    t: float
    """First frame of rest, seconds of the recording."""
    best: CardReading
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
    play: bool = True
    """False: it lay there before the table was watched."""

    @classmethod
    def earlier(cls, t: float, reading: CardReading) -> LyingCard:
        """Return a card that lay there before the table was watched, from the second `t` on."""
        nothing = np.zeros((0, 0, 3), np.uint8)
        return cls(-1, t, reading, reading.similarities.copy(), 1.0, nothing, play=False)

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

    def seen_by(self, onto: Floats, size: tuple[float, float], side: int, sides: int) -> None:
        """Lie where another square shows it: `onto` maps the old sharp picture to the new one.

        `size` is a card's there, `side` and `sides` the old and the new picture's.
        """
        pose = from_ordered(transform(onto, self.pose.corners())).sized(*size)
        self.best = CardReading(pose, self.best.similarities)
        small = _in_small(sides) @ onto @ np.linalg.inv(_in_small(side))
        self.under = as_image(cv2.warpPerspective(self.under, small, (SMALL, SMALL)))

    def lies_at(self, reading: CardReading) -> bool:
        """Whether a reading shows this very card where it lies already."""
        return (
            reading.top == self.identity
            and reading.pose.distance(self.pose) < _TRICK.stayed
            and reading.pose.turned(self.pose) < _TRICK.stayed_turn
        )

    def add(self, reading: CardReading) -> None:
        """Take another look into account: looks worse than the best one hardly count."""
        gain = reading.similarity - self.best.similarity
        if gain > 0:
            fade = math.exp(-gain / _TRICK.blend)
            self.total, self.weight = self.total * fade, self.weight * fade
            share = 1.0
        else:
            share = math.exp(gain / _TRICK.blend)
        self.total = self.total + share * reading.similarities
        self.weight += share
        if gain > 0:
            self.best = reading

    def moved_to(self, reading: CardReading) -> None:
        """The card was pushed: its place is the new one, whatever it looks like there."""
        self.add(reading)
        self.best = CardReading(reading.pose, self.best.similarities)


def _in_small(side: int) -> Floats:
    """Return the map from a sharp picture of `side` to the small one."""
    k = SMALL / side
    return np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1.0]])


def lay(track: int, t: float, reading: CardReading, under: Image) -> LyingCard:
    """Return a newly laid card; `under` is the small picture of the rest before it came."""
    return LyingCard(track, t, reading, reading.similarities.copy(), 1.0, under)


class TrickRemains:
    """What is left of a trick: now against the last rest with its cards and the empty table.

    A pixel counts only where card and table differed, so nothing depends on how bright either is.
    All three are small pictures; poses are in a sharp picture of side `side`. At `unknown` places
    nobody has seen the empty table: nothing is asked there.
    """

    def __init__(
        self, now: Image, laid: Image, empty: Image, side: int, unknown: Sequence[Pose] = ()
    ) -> None:
        table = relit(empty, now)
        shown = difference(relit(laid, now), table)
        self._counts = shown > _TRICK.informative_level
        for pose in unknown:
            self._counts &= ~_place(pose, side, 1.1)
        self._gone = difference(now, table) * 2 < shown
        self._side = side

    def emptied(self, cards: Sequence[LyingCard], cover: Pose | None = None) -> bool:
        """Whether every card's place looks like the empty table again.

        Under `cover`, a card laid since, nothing is asked; half of the places must be left then.
        """
        hidden = None if cover is None else _place(cover, self._side, 1.1)
        asked = 0
        for lying in cards:
            place = _place(lying.pose, self._side) & self._counts
            if hidden is not None:
                place &= ~hidden
            if int(place.sum()) < _TRICK.least_informative:
                continue
            asked += 1
            if float(self._gone[place].mean()) < _TRICK.empty_share:
                return False
        return asked > 0 and (hidden is None or asked * 2 >= len(cards))

    def gone_share(self, cards: Sequence[LyingCard]) -> float:
        """Return the share of the cards' pixels that look like the empty table."""
        place = np.zeros((SMALL, SMALL), bool)
        for lying in cards:
            place |= _place(lying.pose, self._side)
        place &= self._counts
        return float(self._gone[place].mean()) if place.any() else 0.0


def _place(pose: Pose, side: int, grow: float = 0.85) -> Bools:
    k = SMALL / side
    corners = (pose.corners(grow) + 0.5) * k - 0.5
    mask = np.zeros((SMALL, SMALL), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask > 0


class SweepTracker:
    """Follows what is still on the table while it moves, to see where a trick goes."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None

    def follow(self, now: Image, empty: Image) -> None:
        """Take the next moving small picture."""
        apart = difference(now, empty) > 2 * _TRICK.informative_level
        if apart.sum() < 0.01 * apart.size:
            return
        y, x = np.nonzero(apart)
        centre = (SMALL - 1) / 2
        self._last = (float(x.mean()) - centre, centre - float(y.mean()))

    def direction(self) -> float | None:
        """Angle on the table plane of where things were last seen; forgets it.

        None where that was too near the middle: a slow camera saw no more of where they went.
        """
        last, self._last = self._last, None
        if last is None or math.hypot(*last) < _TRICK.gone_out * SMALL:
            return None
        return math.atan2(last[1], last[0])


@dataclass(frozen=True, slots=True)
class LeftOff:
    """Where pictures of one size left off."""

    size: tuple[int, int] | None
    """Width and height, pixels."""
    reference: TableScene | None
    tables: tuple[TableScene, ...]
    trick: RunningTrick

    def holds(self, size: tuple[int, int] | None, trick: RunningTrick) -> bool:
        """Tell whether that size is back and nothing was read meanwhile; `trick` is that of now."""
        return self.size == size and self.trick.laid == trick.laid


class RunningTrick:
    """The cards that lie on the table, the one laid last at the end.

    All pictures given are small ones of the watched square; `side` is that of the sharp picture.
    """

    def __init__(self) -> None:
        self.cards: list[LyingCard] = []
        self.missing = False
        """Whether the newest card was not there at the last look."""
        self._tracks = 0
        self._together: Image | None = None
        self._sweep = SweepTracker()

    def lay(self, t: float, reading: CardReading, under: Image) -> LyingCard:
        """Add a card that came to rest at `t` seconds; `under` shows the table without it."""
        card = lay(self._tracks, t, reading, under)
        self._tracks += 1
        self.cards.append(card)
        # Whatever moved until now was a hand that laid a card.
        self._sweep = SweepTracker()
        return card

    def remember(self, now: Image) -> None:
        """Take note of how the cards look together, if any lie and none is missing."""
        if self.cards and not self.missing:
            self._together = now

    def seen_by(
        self, now: Image, onto: Floats, size: tuple[float, float], side: int, sides: int
    ) -> None:
        """Lie where another square shows the cards (`LyingCard.seen_by`); `now` is its picture."""
        for card in self.cards:
            card.seen_by(onto, size, side, sides)
        self._together = None if self._together is None else now
        self._sweep = SweepTracker()

    def follow(self, now: Image, empty: Image) -> None:
        """Follow where the cards go while the table moves."""
        if self.cards:
            self._sweep.follow(now, empty)

    def left(
        self, now: Image, empty: Image, side: int, unknown: Sequence[Pose]
    ) -> TrickRemains | None:
        """Return what is left of the trick; None where none was seen at rest."""
        if not self.cards or self._together is None:
            return None
        return TrickRemains(now, self._together, empty, side, unknown)

    def read_nowhere(self, sharp: Image, reader: CardReader) -> bool:
        """Whether none of the cards can be read where it lay: taken, whatever the light does.

        The newest lies on all others, so that a trick that lies there has one at least that reads.
        """
        here = reader.read(sharp, [lying.pose for lying in self.cards])
        return all(
            own.similarities[lying.identity] < reader.nets.accept
            for lying, own in zip(self.cards, here, strict=True)
        )

    def incomplete(self, context: TableContext | None) -> bool:
        """Whether cards of this trick are still to come, as far as anybody knows."""
        return context is not None and len(self.cards) < context.trick_size

    def hidden_by(self, reading: CardReading, accept: float) -> bool:
        """Whether a reading is surely a card, and so laid that it hides the newest of these."""
        clear = reading.similarity >= accept + _TRICK.clear * (1.0 - accept)
        return clear and overlap(reading.pose, self.cards[-1].pose) >= _TRICK.hiding

    def lifted(self, now: Image, side: int) -> LyingCard | None:
        """Take off the newest card once two looks in succession do not find it."""
        before, self.missing = self.missing, False
        if not self.cards or self._together is None:
            return None
        newest = self.cards[-1]
        if not TrickRemains(now, self._together, newest.under, side).emptied([newest]):
            return None
        self.missing = not before
        return self.cards.pop() if before else None

    def taken(self, t: float, known_t: float) -> TrickCleared:
        """The trick was taken: say so, and begin the next one."""
        event = TrickCleared(t, known_t, len(self.cards), self._sweep.direction())
        self.forget()
        return event

    @property
    def laid(self) -> int:
        """How many cards were ever laid."""
        return self._tracks

    def put_away(self) -> RunningTrick:
        """Return the trick as it lies; here a new one begins."""
        kept = copy(self)
        kept.cards = list(self.cards)
        self.forget()
        return kept

    def forget(self) -> None:
        """Nothing of the trick counts any more."""
        self.cards.clear()
        self._together = None


def mostly_gone(trick: RunningTrick, left: TrickRemains) -> bool:
    """Tell whether most of a trick is not there any more."""
    return len(trick.cards) >= 2 and left.gone_share(trick.cards) >= _TRICK.mostly_gone


def laying_order(places: Sequence[tuple[float, float]], context: TableContext | None) -> list[int]:
    """Return the indices of new cards in the order they were laid.

    `places` are centres on the table plane, the uppermost card first. Cards lean towards who laid
    them, so the seats whose turn it is tell the order where they do so clearly; otherwise what
    lies on top came last.
    """
    stacked = list(range(len(places)))[::-1]
    if context is None or context.seat is None or not 2 <= len(places) <= 3:
        return stacked
    sides = context.coming or tuple(
        360.0 * (context.seat + turn) / context.seats for turn in range(len(places))
    )
    if len(sides) < len(places):
        return stacked

    def lean(order: Sequence[int]) -> float:
        return sum(_towards(places[index], sides[turn]) for turn, index in enumerate(order))

    best = max(permutations(stacked), key=lean)
    return list(best) if lean(best) > lean(stacked) + _TRICK.order_nats else stacked


def _towards(place: tuple[float, float], side: float) -> float:
    """Return how far towards a side of the table a card lies, in nats: in the middle nothing."""
    angle = math.radians(side)
    return -(place[0] * math.sin(angle) + place[1] * math.cos(angle)) / _TRICK.seat_spread_mm
