"""What is no card of the deck, as the camera saw it at enrolment: its back, the table, a hand.

The similarity to a card says only how much something looks like that card. A back or a hand looks
a little like many; that it looks more like a back or a hand is what tells it apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.arrays import Floats, Image
from vision.reading.embedding import CROP_HEIGHT, CROP_WIDTH, embed, half_turned
from vision.reading.nets import Net
from vision.reading.pose import Pose, crop

SIDE = 128
"""Length of the net's vectors."""
TABLE_PLACES = ((0.0, 0.0), (-0.25, 0.0), (0.25, 0.0), (0.0, -0.25), (0.0, 0.25))
"""Where pieces of the empty table are cut out: right and down of the middle, shares of the side."""
HAND_PLACES = ((0.0, 0.0), (-0.06, 0.0), (0.06, 0.0), (0.0, 0.08))
_TURN = 0.7


class NegativeKind(Enum):
    """What lay where a card was expected; the order of the columns of `Negatives.likeness`."""

    BACK = "back"
    TABLE = "table"
    HAND = "hand"


KINDS = tuple(NegativeKind)


@dataclass(frozen=True, slots=True, eq=False)
class Negatives:
    """Enrolled negatives: unit vectors [rows,128], both ways up, with the kind of each row.

    `crops` [n,128,80,3] with `crop_kinds` are the pictures they were made of, one way up; both are
    empty where the profile came without pictures.
    """

    vectors: Floats
    kinds: tuple[NegativeKind, ...]
    crops: Image
    crop_kinds: tuple[NegativeKind, ...]

    def likeness(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, 3] of unit vectors [n,128], a column for each of `KINDS`.

        The best row of a kind counts; -1 where none of the kind is enrolled.
        """
        result = np.full((len(vectors), len(KINDS)), -1.0)
        for column, kind in enumerate(KINDS):
            rows = [row for row, own in enumerate(self.kinds) if own is kind]
            if rows:
                result[:, column] = (vectors @ self.vectors[rows].T).max(1)
        return result

    def embedded_with(self, net: Net) -> Negatives:
        """Return the same negatives with vectors of `net`, made of the crops."""
        return embed_negatives(net, self.crops, self.crop_kinds)

    def without_pictures(self) -> Negatives:
        """Return the vectors alone."""
        return Negatives(self.vectors, self.kinds, _NO_CROPS, ())


_NO_CROPS: Image = np.zeros((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
NO_NEGATIVES = Negatives(np.zeros((0, SIDE), np.float32), (), _NO_CROPS, ())
"""Of a deck that was enrolled without."""


def embed_negatives(net: Net, crops: Image, kinds: tuple[NegativeKind, ...]) -> Negatives:
    """Make negatives of crops [n,128,80,3], each of its kind."""
    if len(crops) == 0:
        return NO_NEGATIVES
    vectors = embed(net, np.concatenate([crops, half_turned(crops)]))
    return Negatives(vectors, kinds * 2, crops, kinds)


def pieces(
    sharp: Image, width: float, height: float, places: Sequence[tuple[float, float]]
) -> list[Image]:
    """Cut pieces [128,80,3] of a card's size in pixels out of a sharp picture, turned variously."""
    side = sharp.shape[0]
    return [
        crop(sharp, Pose((0.5 + x) * side, (0.5 + y) * side, _TURN * number, width, height))
        for number, (x, y) in enumerate(places)
    ]
