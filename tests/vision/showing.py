"""Somebody shows cards of the drawn deck to a camera, one after another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.cards import Card
from tests.vision.drawn import Laid, Table
from vision.arrays import Image, as_image
from vision.camera.frames import Frame

LONG = 120.0
"""Length of the cards in pixels."""


@dataclass
class BackedTable(Table):
    """The drawn table, on which a card may also lie with its back up."""

    backs: list[Laid] = field(default_factory=list)

    def picture(self) -> Image:
        """Draw the table as it is now."""
        image = super().picture()
        for laid in self.backs:
            corners = np.round(laid.corners()).astype(np.int32)
            cv2.fillConvexPoly(image, corners, (225, 228, 230), cv2.LINE_AA)
            middle = corners.mean(0)
            inner = np.round(middle + (corners - middle) * 0.86).astype(np.int32)
            cv2.fillConvexPoly(image, inner, (130, 60, 40), cv2.LINE_AA)
        return as_image(image)


class Show:
    """Shows cards at changing places and angles; each is taken away before the next comes."""

    def __init__(self, table: Table | None = None, seed: int = 3) -> None:
        self.table = table or BackedTable(width=640, height=400)
        self._rng = np.random.default_rng(seed)

    def empty(self, seconds: float = 1.0) -> Iterator[Frame]:
        """Show the table alone."""
        yield from self.table.frames(seconds)

    def card(self, which: Card, seconds: float = 0.4) -> Iterator[Frame]:
        """Lay a card, let it rest, take it away."""
        x, y = (float(v) for v in self._rng.uniform(-40, 40, 2))
        turn = float(self._rng.uniform(0, 2 * math.pi))
        laid = Laid(which, self.table.width / 2 + x, self.table.height / 2 + y, turn, LONG)
        start = (self.table.width / 2, self.table.height + 200)
        yield from self.table.slide(laid, start, 0.12)
        yield from self.table.frames(seconds)
        yield from self.table.sweep(0.12)
        yield from self.table.frames(0.2)

    def cards(self, which: Sequence[Card]) -> Iterator[Frame]:
        """Show several cards in turn."""
        for one in which:
            yield from self.card(one)

    def back(self, which: Card) -> Iterator[Frame]:
        """Show a card's back."""
        assert isinstance(self.table, BackedTable)
        middle = (self.table.width / 2, self.table.height / 2 + 20)
        self.table.backs.append(Laid(which, *middle, 0.4, LONG))
        yield from self.table.frames(0.5)
        self.table.backs.clear()
        yield from self.table.frames(0.3)

    def hand(self) -> Iterator[Frame]:
        """Let a hand rest in the middle."""
        self.table.arm = (self.table.width / 2, self.table.height / 2)
        yield from self.table.frames(0.6)
        self.table.arm = None
        yield from self.table.frames(0.3)
