"""Pictures of the resting table: explained cards copied over, the table without cards, bare cloth.

A shadow that wanders over a checked cloth changes whole rectangles of it, and checks have edges
along every side of them; where dealt cards were taken up, the bare cloth is what is new. The net
learned faces, not cloths: now and then it finds a cloth a little like some card. But what lies
there hides the cloth's own print, and light does not: so print is compared, spot by spot and free
of light, with the table as it was seen before (`shows_bare_table`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image
from vision.place.geometry import SMALL
from vision.reading.pose import Pose, crop
from vision.watching.motion import changed, relit
from vision.watching.thresholds import THRESHOLDS

_SCENE = THRESHOLDS.scene


@dataclass(frozen=True, slots=True, eq=False)
class TableScene:
    """A resting table: sharp and small picture of the same moment."""

    sharp: Image
    small: Image

    def in_light_of(self, other: TableScene) -> Image:
        """Return the sharp picture in the light of `other`."""
        return relit(self.sharp, other.sharp)

    def with_parts_of(self, other: TableScene, poses: Iterable[Pose]) -> TableScene:
        """Return this scene in the light of `other`, with `poses` as they look there."""
        sharp = self.in_light_of(other).copy()
        for pose in poses:
            copy_card(sharp, other.sharp, pose)
        shrunk = cv2.resize(sharp, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
        return TableScene(sharp, as_image(cv2.GaussianBlur(shrunk, (0, 0), 1.0)))


def copy_card(target: Image, source: Image, pose: Pose) -> None:
    """Copy a card with a narrow margin, for its shadow, from one sharp picture to another."""
    cv2.copyTo(source, pose.draw(target.shape[0], _SCENE.copied_margin), target)


def middle_of(frames: Sequence[Image]) -> Image:
    """Return the pixelwise median of up to three frames: noise and flicker fall out."""
    if len(frames) < 3:
        return frames[-1]
    a, b, c = frames[-3:]
    return as_image(cv2.max(cv2.min(a, b), cv2.min(cv2.max(a, b), c)))


class EmptyTables(deque[TableScene]):
    """The table as last seen and before what came that is no card, the last look first."""

    def __init__(self) -> None:
        super().__init__(maxlen=_SCENE.tables_kept)

    def add(self, scene: TableScene) -> None:
        """Take a new look for the last one; of too many the first stays."""
        if len(self) == _SCENE.tables_kept:
            del self[-2]
        self.appendleft(scene)

    def like(self, scene: TableScene) -> bool:
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


def shows_bare_table(pose: Pose, now: Image, tables: Iterable[TableScene]) -> bool:
    """Whether the sharp picture `now` shows at a pose what one of the tables showed there.

    Never where the table is plain: there is nothing to tell it by.
    """
    seen = _grey(now, pose)
    return any(same_print(_grey(table.sharp, pose), seen) >= _SCENE.bare_share for table in tables)


def same_print(table: Floats, seen: Floats) -> float:
    """Return the share of a table's printed spots [h,w] that show the same print, 0..1.

    0 where too little is printed.
    """
    own, other = _spots(table), _spots(seen)
    both = cv2.blur(table * seen, _SCENE.spot) - own[0] * other[0]
    printed = own[1] > _SCENE.print_level
    if printed.mean() < _SCENE.printed_share:
        return 0.0
    alike = both > _SCENE.same_print * own[1] * np.maximum(other[1], _SCENE.print_level / 2)
    return float(alike[printed].mean())


def _spots(grey: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the spread of grey levels around every pixel."""
    mean = cv2.blur(grey, _SCENE.spot)
    square = cv2.blur(grey * grey, _SCENE.spot)
    return np.asarray(mean), np.sqrt(np.maximum(0.0, square - mean * mean))


def _grey(picture: Image, pose: Pose) -> Floats:
    grey: Floats = cv2.cvtColor(crop(picture, pose), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return grey
