"""Pictures of the resting table, and of what lay still for a moment while hands moved.

Explained cards are copied over, the table without cards is kept, and the bare cloth. A shadow that
wanders over a checked cloth changes whole rectangles of it, and checks have edges along every side
of them; where dealt cards were taken up, the bare cloth is what is new. The net learned faces, not
cloths: now and then it finds a cloth a little like some card. But what lies there hides the cloth's
own print, and light does not: so print is compared, spot by spot and free of light, with the table
as it was seen before (`shows_bare_table`).

Of cards laid in a hurry the lower one lies there for a third of a second before the next covers it,
and the table never comes to rest between them: a hand leaves, the next one comes. So every place is
followed by itself (`StillPlaces`). Where as much as a card lay still, as it did not before, and is
about to be covered, the picture of the moment before tells what it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import (
    Bools,
    Floats,
    Image,
    Mask,
    as_image,
)
from vision.place.geometry import SMALL, WatchedSquare
from vision.reading.pose import Pose, crop
from vision.watching.motion import changed, difference, relit
from vision.watching.thresholds import THRESHOLDS

_SCENE = THRESHOLDS.scene
_MOTION = THRESHOLDS.motion
_STILL_PLACES = THRESHOLDS.still_places

_AROUND = np.ones((5, 5), np.uint8)
_SPECK = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class TableScene:
    """A resting table: sharp and small picture of the same moment."""

    sharp: Image
    small: Image
    whole: Image | None = None
    """The source picture, as long as nobody knows for sure where the table lies in it."""

    def seen_by(self, field: WatchedSquare, onto: Floats) -> TableScene:
        """Return the table as another square shows it.

        `onto` maps this sharp picture to its one, where the source picture is not there.
        """
        if self.whole is not None:
            return TableScene(field.sharp(self.whole), field.small(self.whole), self.whole)
        sharp = as_image(cv2.warpPerspective(self.sharp, onto, (field.side, field.side)))
        return TableScene(sharp, _shrunk(sharp))

    def in_light_of(self, other: TableScene) -> Image:
        """Return the sharp picture in the light of `other`."""
        return relit(self.sharp, other.sharp)

    def with_parts_of(self, other: TableScene, poses: Iterable[Pose]) -> TableScene:
        """Return this scene in the light of `other`, with `poses` as they look there."""
        sharp = self.in_light_of(other).copy()
        for pose in poses:
            copy_card(sharp, other.sharp, pose)
        return TableScene(sharp, _shrunk(sharp))


def _shrunk(sharp: Image) -> Image:
    shrunk = cv2.resize(sharp, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    return as_image(cv2.GaussianBlur(shrunk, (0, 0), 1.0))


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

    def seen_by(self, field: WatchedSquare, onto: Floats) -> None:
        """Show every look as another square does (`TableScene.seen_by`)."""
        looks = [table.seen_by(field, onto) for table in self]
        self.clear()
        self.extend(looks)

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
