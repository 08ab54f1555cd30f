"""How large the cards are, from the first few that are shown; all are then cut out alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from vision.arrays import Image
from vision.enrolling.one_card import CardSize
from vision.reading.pose import Edges, Pose, crop

ENOUGH = 3
"""Cards after which the size is settled: the median of so many is not spoiled by one odd fit."""
_REACH = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Showing:
    """A card found at rest: its face [128,80,3], where it lies in the sharp picture, and that."""

    face: Image
    pose: Pose
    sharp: Image


class Sizing:
    """Learns the size of the cards in pixels of the sharp picture."""

    def __init__(self) -> None:
        self.size: CardSize | None = None
        """Settled size; None before enough cards were shown."""
        self._shown: list[tuple[Card, Showing]] = []

    @property
    def estimate(self) -> CardSize | None:
        """What is known of the size so far; None before the first card."""
        if self.size is not None or not self._shown:
            return self.size
        widths = [shown.pose.width for _, shown in self._shown]
        heights = [shown.pose.height for _, shown in self._shown]
        return CardSize(float(np.median(widths)), float(np.median(heights)))

    def add(self, card: Card, showing: Showing) -> list[tuple[Card, Image]]:
        """Take note of a card; when the size is settled by it, return all their faces anew."""
        if self.size is not None:
            return []
        self._shown.append((card, showing))
        if len(self._shown) < ENOUGH:
            return []
        size = self.size = self.estimate
        assert size is not None
        again = [(one, _cut(shown, size)) for one, shown in self._shown]
        self._shown.clear()
        return again

    def forget(self, card: Card) -> None:
        """Leave a card out again."""
        self._shown = [pair for pair in self._shown if pair[0] is not card]


def _cut(shown: Showing, size: CardSize) -> Image:
    sized = shown.pose.sized(size.width, size.height)
    return crop(shown.sharp, Edges(shown.sharp).fit(sized, _REACH * size.height, _REACH))
