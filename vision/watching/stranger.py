"""What lies there and is no card of the deck: backs, cards of another deck, hands.

A hand trembles and reaches in from the rim; it is waited for. A rectangle of card size with sides
like a card that is like no face of the deck is a back or a foreign card; it is said once, and from
then on it belongs to the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Floats, Image
from vision.reading.pose import crop
from vision.reading.reader import Reader, Reading
from vision.watching.evidence import SIDES, sides_seen
from vision.watching.pieces import Pieces
from vision.watching.size import edges_fit

PATIENCE_SECONDS = 2.0
"""After this long at rest whatever could not be read belongs to the table."""
_SAME_DOUBT = 0.4
_SAME_FACE = 0.9
"""Correlation of the similarities to all cards from which on two strangers look the same."""
_PAPER = 0.35
"""Share of a face that is plain paper at least; a back is printed all over."""
_PAPER_LEVEL = 0.8
_PAPER_COLOUR = 0.25


@dataclass(frozen=True, slots=True)
class Stranger:
    """A card that is none of the deck, or one face down."""

    reading: Reading
    back: bool


@dataclass(slots=True)
class Strangers:
    """Follows what could not be read, and knows the backs seen so far."""

    _doubts: list[tuple[Reading, float]] = field(default_factory=list)
    """What could not be read, each with the time it was first looked at."""
    _seen: list[Floats] = field(default_factory=list)
    """How like each card of the deck the strangers so far were."""

    def forget_places(self) -> None:
        """Forget what was doubtful: the camera was moved."""
        self._doubts.clear()

    def still_doubtful(self, t: float, doubtful: Sequence[Reading]) -> list[Reading]:
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
            if t - first < PATIENCE_SECONDS
        ]

    def among(
        self, pieces: Pieces, image: Image, size: tuple[float, float] | None, reader: Reader
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
        cards = [pose for pose in fitted if sides_seen(edges, pose) >= SIDES]
        found = []
        for reading in reader.read(image, cards):
            if reading.similarity < reader.nets.accept:
                found.append(Stranger(reading, self._is_back(reading, image, reader)))
                self._seen.append(reading.similarities)
        return found

    def _is_back(self, reading: Reading, image: Image, reader: Reader) -> bool:
        if reader.likeness_to_back(image, reading.pose) > reading.similarity:
            return True
        if paper_share(crop(image, reading.pose)) < _PAPER:
            return True
        return any(_looks_like(reading.similarities, seen) for seen in self._seen)


def _alike(one: Reading, other: Reading) -> bool:
    """Whether two readings in doubt are the same thing at the same place."""
    near = one.pose.distance(other.pose) < _SAME_DOUBT
    return near and _looks_like(one.similarities, other.similarities)


def _looks_like(one: Floats, other: Floats) -> bool:
    return float(np.corrcoef(one, other)[0, 1]) >= _SAME_FACE


def paper_share(face: Image) -> float:
    """Return the share of a rectified card that is bright and without colour beside the rest."""
    colours = face.astype(np.float64)
    white = np.maximum(np.percentile(colours.reshape(-1, 3), 97, axis=0), 1.0)
    balanced = np.clip(colours / white, 0.0, 1.0)
    bright = balanced.max(2)
    plain = bright - balanced.min(2) < _PAPER_COLOUR
    share: float = float(((bright > _PAPER_LEVEL) & plain).mean())
    return share
