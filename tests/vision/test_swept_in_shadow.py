"""A trick that went while a shadow wandered over the table: none of its cards reads any more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from vision.arrays import Floats, Image
from vision.reading.pose import Pose
from vision.reading.reader import CardReading
from vision.watching.trick import RunningTrick

ACCEPT = 0.8
PICTURE: Image = np.zeros((8, 8, 3), np.uint8)


@dataclass
class Nets:
    accept: float = ACCEPT


class Reader:
    """Reads each place as it was told, card by card of the trick."""

    def __init__(self, *similarities: float) -> None:
        self.nets = Nets()
        self._told = similarities

    def read(self, image: Image, poses: list[Pose]) -> list[CardReading]:
        return [
            CardReading(pose, row(card, told))
            for card, (pose, told) in enumerate(zip(poses, self._told, strict=True))
        ]


def row(card: int, similarity: float) -> Floats:
    """Like the card by so much, and very like another card that does not lie there."""
    likeness = np.full(4, 0.3)
    likeness[card], likeness[3] = similarity, 0.95
    return likeness


@pytest.mark.parametrize(
    ("told", "gone"), [((0.4, 0.5, 0.3), True), ((0.4, 0.5, 0.9), False), ((0.9, 0.4, 0.4), False)]
)
def test_a_trick_is_gone_when_no_card_of_it_reads_any_more(
    told: tuple[float, float, float], gone: bool
) -> None:
    trick = RunningTrick()
    for card in range(3):
        pose = Pose(100.0 + 20 * card, 100.0, 0.5 * card, 60.0, 100.0)
        trick.lay(float(card), CardReading(pose, row(card, 0.97) * [1, 1, 1, 0.1]), PICTURE)
    assert trick.read_nowhere(PICTURE, Reader(*told)) is gone  # type: ignore[arg-type]
