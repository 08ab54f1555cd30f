"""What is no play: what lies there and is no card of the deck, and many cards at once.

Backs, cards of another deck and hands are strangers. A hand trembles and reaches in from the rim;
it is waited for. A rectangle of card size with sides like a card that is like no face of the deck
is a back or a foreign card; it is said once, and from then on it belongs to the table.

Many cards at once, thrown in, shown, counted or shuffled, are a commotion. While it lasts nothing
is read; it is over when the table looks as empty as before, or when what is left lies still and
holds no card. What the table does just now, its activity, follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from vision.arrays import Floats, Image
from vision.place.geometry import transform
from vision.reading.plane import from_ordered
from vision.reading.pose import Pose, crop, overlap
from vision.reading.reader import CardReader, CardReading
from vision.sighting import TableActivity, TableContext
from vision.watching.changes import ChangedPieces, in_the_middle, sides_seen
from vision.watching.earlier import EarlierCards
from vision.watching.explaining import Explanation
from vision.watching.finding import edges_fit
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import LyingCard

_CHANGES = THRESHOLDS.changes
_STRANGERS = THRESHOLDS.strangers


@dataclass(frozen=True, slots=True)
class Stranger:
    """A card that is none of the deck, or one face down."""

    reading: CardReading
    back: bool
    told: bool = False
    """Whether it was told before: it is looked at again where an arm reached in meanwhile."""

    @property
    def pose(self) -> Pose:
        """Where it lies."""
        return self.reading.pose


@dataclass(slots=True)
class Strangers:
    """Follows what could not be read, and knows the backs seen so far."""

    _doubts: list[tuple[CardReading, float]] = field(default_factory=list)
    """What could not be read, each with the time it was first looked at."""
    _seen: list[Floats] = field(default_factory=list)
    """How like each card of the deck the strangers so far were."""
    _outlines: list[tuple[Pose, float]] = field(default_factory=list)
    """Outlines of cards of another shape, each with the time it was first looked at."""
    _told: list[Pose] = field(default_factory=list)
    """Where strangers lie that were told."""
    _other_shapes: int = 0
    """Cards of another shape so far."""
    _clear: int = 0
    """Cards of the deck so far that were read clearly."""

    def forget_places(self) -> None:
        """Forget what was doubtful: the camera was moved."""
        self._doubts.clear()
        self.swept()

    def seen_by(self, onto: Floats) -> None:
        """Know strangers again where another square shows them."""
        self._doubts.clear()
        self._outlines.clear()
        self._told = [from_ordered(transform(onto, pose.corners())) for pose in self._told]

    def swept(self) -> None:
        """The table is empty: what lay there and was no card is gone."""
        self._outlines.clear()
        self._told.clear()

    def read_clearly(self, reading: CardReading, accept: float) -> bool:
        """Tell whether a card was read clearly: after some its shape is no longer in question."""
        clear = reading.similarity >= accept + _STRANGERS.clear_margin
        self._clear += clear
        return clear

    @property
    def other_deck(self) -> bool:
        """Whether more cards of another shape were laid than clear ones of the deck.

        One alone may be a pad of paper.
        """
        return self._other_shapes > max(1, self._clear)

    def still_doubtful(self, t: float, doubtful: Sequence[CardReading]) -> list[CardReading]:
        """What cannot be read, less what has lain unreadable for so long that it is no card.

        A card that comes to lie where something else was in doubt is not that thing.
        """
        earlier = self._doubts
        self._doubts = []
        for reading in doubtful:
            first = min(
                (at for before, at in earlier if _alike(reading, before)),
                default=t,
            )
            self._doubts.append((reading, first))
        return [
            reading
            for reading, (_, first) in zip(doubtful, self._doubts, strict=True)
            if t - first < _STRANGERS.patience_seconds
        ]

    def lying(
        self,
        t: float,
        found: Explanation,
        image: Image,
        size: tuple[float, float] | None,
        reader: CardReader,
        *,
        again: bool,
        first: bool,
    ) -> list[Stranger]:
        """Return the strangers one look found, those told before as well.

        `again`: it is not the first look at this rest; `first`: no card of the deck lies there.
        """
        pieces, side = found.pieces, image.shape[0]
        among = self.among(pieces, image, size, reader) if again and found.doubtful else []
        other = not among and first and self._clear < _STRANGERS.settled + self._other_shapes
        if other:
            among = self.of_another_shape(t, pieces, image, reader)
        there = []
        for one in among:
            if in_the_middle(one.pose, side):
                near = [at for at in self._told if one.pose.distance(at) < _STRANGERS.same_doubt]
                there.append(replace(one, told=any(overlap(one.pose, at) > 0.5 for at in near)))
        new = [one for one in there if not one.told]
        self._told += [one.pose for one in new]
        self._other_shapes += len(new) if other else 0
        return there

    def among(
        self,
        pieces: ChangedPieces,
        image: Image,
        size: tuple[float, float] | None,
        reader: CardReader,
    ) -> list[Stranger]:
        """Return the cards among the pieces of a change that are like none of the deck."""
        rectangles = pieces.rectangles(reader.profile.aspect, size)
        if not rectangles:
            return []
        edges = reader.edges(image)
        if size is None:
            fitted = [edges_fit(edges, pose) for pose in rectangles]
        else:
            fitted = [edges.fit(pose, 0.06 * pose.height, 0.07) for pose in rectangles]
        cards = [pose for pose in fitted if sides_seen(edges, pose) >= _CHANGES.sides]
        found = []
        for reading in reader.read(image, cards):
            if reading.similarity < reader.nets.accept:
                found.append(Stranger(reading, self._is_back(reading, image, reader)))
                self._seen.append(reading.similarities)
        return found

    def of_another_shape(
        self, t: float, pieces: ChangedPieces, image: Image, reader: CardReader
    ) -> list[Stranger]:
        """Return the faces among the pieces of a change that no card of the deck has the shape of.

        Decks differ in shape: 56 by 100 mm is a Bavarian card, 63 by 88 a poker card. A card of
        another shape is read wherever a part of it looks a little like some card, at a new place
        at every look; but it lies alone, shows all its sides, and within them is like no card.
        """
        edges = reader.edges(image)
        shaped = pieces.cards_of_another_shape(reader.profile.aspect, image.shape[0])
        fitted = [edges_fit(edges, pose) for pose in shaped]
        sides = _CHANGES.sides if self._other_shapes else _CHANGES.all_sides
        whole = [pose for pose in fitted if sides_seen(edges, pose) >= sides]
        earlier, self._outlines = self._outlines, []
        for pose in whole:
            first = min((at for before, at in earlier if _same_outline(pose, before)), default=t)
            self._outlines.append((pose, first))
        patient = [
            pose for pose, first in self._outlines if t - first >= _STRANGERS.outline_seconds
        ]
        found = []
        for reading in reader.read(image, patient):
            if reading.similarity < reader.nets.accept and not self._is_back(
                reading, image, reader
            ):
                found.append(Stranger(reading, back=False))
        return found

    def _is_back(self, reading: CardReading, image: Image, reader: CardReader) -> bool:
        if reader.likeness_to_back(image, reading.pose) > reading.similarity:
            return True
        if paper_share(crop(image, reading.pose)) < _STRANGERS.paper_share:
            return True
        return any(_looks_like(reading.similarities, seen) for seen in self._seen)


def _same_outline(one: Pose, other: Pose) -> bool:
    """Whether two outlines are the same card's, lying still."""
    same_size = abs(one.height / other.height - 1) < _STRANGERS.same_outline
    return same_size and one.distance(other) < _STRANGERS.same_outline


def _alike(one: CardReading, other: CardReading) -> bool:
    """Whether two readings in doubt are the same thing at the same place."""
    near = one.pose.distance(other.pose) < _STRANGERS.same_doubt
    return near and _looks_like(one.similarities, other.similarities)


def _looks_like(one: Floats, other: Floats) -> bool:
    return float(np.corrcoef(one, other)[0, 1]) >= _STRANGERS.same_face


def paper_share(face: Image) -> float:
    """Return the share of a rectified card that is bright and without colour beside the rest."""
    colours = face.astype(np.float64)
    white = np.maximum(np.percentile(colours.reshape(-1, 3), 97, axis=0), 1.0)
    balanced = np.clip(colours / white, 0.0, 1.0)
    bright = balanced.max(2)
    plain = bright - balanced.min(2) < _STRANGERS.paper_colour
    share: float = float(((bright > _STRANGERS.paper_level) & plain).mean())
    return share


_COMMOTION = THRESHOLDS.commotion


@dataclass(slots=True)
class Commotion:
    """Whether there is one, and since when."""

    on: bool = False
    looked: float = 0.0

    def begin(self, t: float) -> None:
        """Read nothing from now on."""
        self.on, self.looked = True, t

    def end(self) -> None:
        """The table is empty again."""
        self.on = False


def idle(context: TableContext | None) -> bool:
    """Whether nobody plays: no deal runs, or all its cards lie."""
    return context is not None and context.seat is None


def card_may_come(context: TableContext | None, trick: Sequence[LyingCard]) -> bool:
    """Tell whether a card of a trick may come next; a deal may begin with the first two."""
    if context is None:
        return False
    return len(trick) < (_COMMOTION.few if idle(context) else context.trick_size)


def many_at_once(
    found: Explanation, trick: Sequence[LyingCard], context: TableContext | None
) -> bool:
    """Whether what one look found is no play: more than fits a trick, or a growing heap."""
    new = len(found.new)
    if new == 0:
        return False
    if _heap(found, trick) and not _room(context, len(trick) + new):
        return True
    if context is None:
        return False
    if idle(context) and not trick and new > _COMMOTION.few:
        return True
    size = context.trick_size
    room = size - len(trick) % size + _COMMOTION.more_than_room
    return new > room or len(trick) + new > size + _COMMOTION.more_than_trick


def hangs_together(
    found: Explanation, trick: Sequence[LyingCard], context: TableContext | None
) -> bool:
    """Whether a first card, laid while nobody plays, is part of a fan, a packet or a hand."""
    return bool(found.new) and not trick and idle(context) and found.beside > _COMMOTION.beside


def _room(context: TableContext | None, cards: int) -> bool:
    """Whether so many cards may be a trick that is being played, one laid right on the other."""
    return context is not None and not idle(context) and cards <= context.trick_size


def _heap(found: Explanation, trick: Sequence[LyingCard]) -> bool:
    """Whether card after card was laid right onto the last."""
    poses = [lying.pose for lying in trick] + [reading.pose for reading in found.new]
    onto = sum(overlap(a, b) >= _COMMOTION.heap_share for a, b in pairwise(poses))
    return onto >= _COMMOTION.heap_cards


def activity_in_motion(starting: bool, commotion: Commotion) -> TableActivity:
    """Return what to call a table where something moves; `starting` before the first rest."""
    if starting:
        return TableActivity.STARTING
    return TableActivity.SWEPT if commotion.on else TableActivity.MOVING


def activity_at_rest(
    commotion: Commotion, unread: bool, cards: int, earlier: EarlierCards
) -> TableActivity:
    """Return what to call a table at rest with so many cards, some of it `unread` or not."""
    if commotion.on:
        return TableActivity.SWEPT
    if unread:
        return TableActivity.HAND
    if cards:
        return TableActivity.STABLE
    if earlier.unknown:
        return TableActivity.STARTING
    return TableActivity.LYING if earlier.any else TableActivity.EMPTY
