"""What is known of any place that was read: how similar it is to each card."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats


class Likeness:
    """Gives a reading its words; whoever inherits holds the similarities to each card."""

    __slots__ = ()

    similarities: Floats

    @property
    def top(self) -> int:
        """Index of the most similar card."""
        return int(self.similarities.argmax())

    @property
    def similarity(self) -> float:
        """Similarity to the most similar card."""
        return float(self.similarities.max())

    @property
    def margin(self) -> float:
        """By how much the most similar card leads the next."""
        two = np.partition(self.similarities, -2)[-2:]
        return float(two[1] - two[0])
