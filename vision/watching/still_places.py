"""What lies still for a moment while something else moves.

Of cards laid in a hurry the lower one lies there for a third of a second before the next covers it,
and the table never comes to rest between them: a hand leaves, the next one comes. So every place is
followed by itself. Where as much as a card lay still, as it did not before, and is about to be
covered, the picture of the moment before tells what it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Image, Mask, as_image
from vision.place.geometry import SMALL
from vision.watching.motion import difference, relit
from vision.watching.scene import TableScene
from vision.watching.thresholds import THRESHOLDS

_MOTION = THRESHOLDS.motion
_STILL_PLACES = THRESHOLDS.still_places

_AROUND = np.ones((5, 5), np.uint8)
_SPECK = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class StillMoment:
    """What lay still while something else moved: since when, the picture, where it was still."""

    since: float
    images: tuple[Image, ...]
    """The last whole pictures."""
    small: Image
    still: Mask
    """Where it was still, 255 and 0."""
    new: Bools

    def scene(self, sharp: Image, before: TableScene) -> TableScene:
        """Return the table then, as `before` where something moved; `sharp` is its picture."""
        return TableScene(
            _filled(sharp, before.sharp, self.still), _filled(self.small, before.small, self.still)
        )


class StillPlaces:
    """Follows for each place of the small pictures how long it has been still."""

    def __init__(self) -> None:
        self._anchor: Image | None = None
        self._since: Floats = np.zeros((SMALL, SMALL))
        self._moment: StillMoment | None = None

    def forget(self) -> None:
        """The table is at rest, or the picture was lost."""
        self._anchor = self._moment = None

    def step(
        self,
        t: float,
        images: Sequence[Image],
        small: Image,
        before: Image,
        size: tuple[float, float] | None,
        side: int,
    ) -> StillMoment | None:
        """Take the next picture while something moves; `images` are the last whole ones.

        `before` is the small picture of the last rest, `size` a card's width and length in a sharp
        picture of `side`, where it is known. Returns the moment before something came over what
        had come to lie still.
        """
        card = _STILL_PLACES.usual_card_area
        if size is not None:
            card = size[0] * size[1] * (SMALL / side) ** 2
        if self._anchor is None:
            self._anchor, self._since = small.copy(), np.full((SMALL, SMALL), t)
            return None
        apart = difference(small, self._anchor)
        level = max(_MOTION.moving_level, _MOTION.noise_factor * float(np.median(apart[::3, ::3])))
        moving = cv2.dilate(np.asarray(apart > level, np.uint8), _SPECK) > 0
        self._anchor[moving] = small[moving]
        self._since[moving] = t
        still = np.asarray(t - self._since >= _STILL_PLACES.still_seconds)
        last = self._moment
        if last is not None and int((last.new & ~still).sum()) > _STILL_PLACES.touched_share * card:
            self._moment = None
            return last
        other = difference(small, before) > _MOTION.changed_level
        if int((still & other).sum()) < _STILL_PLACES.new_share * card:
            return None
        apart = difference(small, relit(before, small))
        new = np.asarray(still & (apart > _MOTION.changed_level), np.uint8)
        new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_OPEN, _SPECK), np.uint8)
        area = int(new.sum())
        if area >= _STILL_PLACES.new_share * card and (last is None or area >= int(last.new.sum())):
            since = float(np.median(self._since[new > 0]))
            kept = np.asarray(255 * cv2.erode(np.asarray(still, np.uint8), _AROUND), np.uint8)
            self._moment = StillMoment(since, tuple(images), small, kept, new > 0)
        return None


def _filled(now: Image, before: Image, still: Mask) -> Image:
    whole = relit(before, now).copy()
    cv2.copyTo(now, _as_large(still, now.shape[0]), whole)
    return as_image(whole)


def _as_large(mask: Mask, side: int) -> Mask:
    return np.asarray(cv2.resize(mask, (side, side), interpolation=cv2.INTER_NEAREST), np.uint8)
