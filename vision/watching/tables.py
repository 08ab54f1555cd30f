"""How the table looks without cards: the last few looks of it, and the first."""

from __future__ import annotations

from collections import deque

from vision.watching.scene import Scene
from vision.watching.settle import changed

TABLES = 4
"""So many looks of the table without cards are kept: an arm comes, shifts, and is gone again; and
however many packets are dealt, once they are taken up the table looks as it did at first."""


class Tables(deque[Scene]):
    """The table as last seen and before what came that is no card, the last look first."""

    def __init__(self) -> None:
        super().__init__(maxlen=TABLES)

    def add(self, scene: Scene) -> None:
        """Take a new look for the last one; of too many the first stays."""
        if len(self) == TABLES:
            del self[-2]
        self.appendleft(scene)

    def like(self, scene: Scene) -> bool:
        """Tell whether the table looks as it did without cards; it is remembered as it does now.

        What came after the look it is like is gone again.
        """
        for at, table in enumerate(self):
            if not changed(scene.small, table.small):
                for _ in range(at + 1):
                    self.popleft()
                self.appendleft(scene)
                return True
        return False
