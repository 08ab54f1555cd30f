"""How the table looks without cards: the last few looks of it."""

from __future__ import annotations

from collections import deque

from vision.watching.scene import Scene
from vision.watching.settle import changed

TABLES = 3
"""So many looks of the table without cards are kept: an arm comes, shifts, and is gone again."""


class Tables(deque[Scene]):
    """The table as last seen and before what came that is no card, the last look first."""

    def __init__(self) -> None:
        super().__init__(maxlen=TABLES)

    def like(self, scene: Scene) -> bool:
        """Tell whether the table looks as it did without cards; it is remembered as it does now."""
        for table in self:
            if not changed(scene.small, table.small):
                self.remove(table)
                self.appendleft(scene)
                return True
        return False
