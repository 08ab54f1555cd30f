"""What changed, in connected pieces: an arm reaches in from the rim, a card lies by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, Mask
from vision.reading.pose import Pose, from_corners
from vision.watching.evidence import CHANGE_LEVEL

COARSE_LENGTH = 48.0
"""Pixels a card is long in the coarse picture in which pieces are looked for."""
_GAP = 5
"""Gaps of print on white on white this wide are closed, strips this narrow fall away."""
_RIM = 2
_COMPACT = 0.85
"""Share of the rectangle around a card that its own piece fills at least."""
_SHAPE = 0.2
_OTHER_SHAPE = 0.15
"""From here on a card lies further from the deck's shape than its outline is ever measured."""
_ASPECTS = (0.5, 0.78)
"""Width over length of the narrowest and the widest cards sold, tarock and square-cut patience."""
_LENGTHS = (0.1, 0.48)
"""Length of a card as a share of the field's side."""
_DARK = 6.0
_DEEPEST = 0.7
"""Logarithm of the share of the light that a shadow takes at most: half of it."""
_GREYEST = 0.12
"""By how much more it takes of one colour than of another, likewise."""
_SMOOTH = 0.04
"""By how much it differs within `_NEAR` coarse pixels, likewise (standard deviation)."""
_NEAR = 5
_STRIP = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The connected pieces of a change, coarse."""

    labels: NDArray[np.int32]
    areas: NDArray[np.float64]
    """Area of each piece in pixels of the sharp picture; the first is the ground, 0."""
    reaches_in: NDArray[np.bool_]
    """Whether a piece touches the rim of the field; the ground does not count."""
    k: float
    """Coarse pixels a sharp pixel."""

    @property
    def largest(self) -> float:
        """Area of the largest piece in pixels of the sharp picture."""
        return float(self.areas.max())

    def armed(self, pose: Pose) -> bool:
        """Whether what lies at `pose` hangs together with something that reaches in."""
        inside = self.labels[self._drawn(pose, 0.9)]
        return bool(self.reaches_in[inside[inside > 0]].any())

    def beside(self, poses: Sequence[Pose], shadow: Mask | None = None) -> float:
        """Return the area that hangs together with cards and is none of them, in areas of one.

        What `shadow` says lies in the shadow only does not count.
        """
        left, _ = self.around(poses, shadow)
        return float(left.sum()) / self.k**2 / (poses[0].width * poses[0].height)

    def around(self, poses: Sequence[Pose], shadow: Mask | None = None) -> tuple[Mask, Mask]:
        """Return what hangs together with cards and is none of them, and the cards; 1 and 0."""
        cards = np.zeros(self.labels.shape, bool)
        for pose in poses:
            cards |= self._drawn(pose, 1.1)
        own = np.unique(self.labels[cards & (self.labels > 0)])
        left = np.isin(self.labels, own) & ~cards
        if shadow is not None:
            left &= shadow == 0
        opened = cv2.morphologyEx(np.asarray(left, np.uint8), cv2.MORPH_OPEN, _STRIP)
        return np.asarray(opened, np.uint8), np.asarray(cards, np.uint8)

    def alone(self) -> bool:
        """Whether any piece does not reach in from the rim."""
        return bool((~self.reaches_in & (self.areas > 0)).any())

    def rectangles(self, aspect: float, size: tuple[float, float] | None) -> list[Pose]:
        """Return the pieces that lie by themselves and have the shape and size of a card.

        `aspect` is width over length, `size` both in pixels of the sharp picture, where known.
        """
        found = []
        for pose in self._compact():
            if abs(pose.width / pose.height / aspect - 1) > _SHAPE:
                continue
            if size is None:
                found.append(pose)
            elif abs(pose.height / size[1] - 1) < _SHAPE:
                found.append(pose.sized(*size))
        return found

    def cards_of_another_shape(self, aspect: float, side: float) -> list[Pose]:
        """Return the pieces that lie by themselves, shaped like cards, but not like the deck's.

        `aspect` is the deck's, width over length; `side` the field's in pixels.
        """
        narrowest, widest = _ASPECTS
        shortest, longest = _LENGTHS
        return [
            pose
            for pose in self._compact()
            if narrowest <= pose.width / pose.height <= widest
            and abs(pose.width / pose.height / aspect - 1) > _OTHER_SHAPE
            and shortest * side <= pose.height <= longest * side
        ]

    def _compact(self) -> list[Pose]:
        """Return the rectangles that pieces which do not reach in fill."""
        found = []
        for label in np.flatnonzero(~self.reaches_in & (self.areas > 0)):
            piece = np.asarray(self.labels == label, np.uint8)
            contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            pose = from_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(contours[0]))))
            # A pixel of the coarse picture covers more than its middle.
            filled = float(piece.sum()) / ((pose.width + 1) * (pose.height + 1))
            if filled >= _COMPACT:
                found.append(
                    Pose(
                        (pose.x + 0.5) / self.k - 0.5,
                        (pose.y + 0.5) / self.k - 0.5,
                        pose.theta,
                        (pose.width + 1) / self.k,
                        (pose.height + 1) / self.k,
                    )
                )
        return found

    def _drawn(self, pose: Pose, grow: float) -> NDArray[np.bool_]:
        corners = (pose.corners(grow) + 0.5) * self.k - 0.5
        mask = np.zeros(self.labels.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask > 0


def pieces(level: Image, length: float) -> Pieces:
    """Find the pieces of a change; `level` comes from `change`, `length` is a card's in pixels."""
    k = COARSE_LENGTH / length
    small = cv2.resize(level, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    return pieces_of(np.asarray(small > CHANGE_LEVEL, np.uint8), k)


def shadowed(before: Image, after: Image, like: Pieces) -> Mask:
    """Return where sharp `after` is `before` in another light, 1 and 0, as coarse as `like`.

    A shadow that comes or goes takes about as much of every colour, never most of it, and has no
    edges: what is printed or cut has.
    """
    size = (like.labels.shape[1], like.labels.shape[0])
    was, now = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float64) + _DARK
        for each in (before, after)
    )
    ratio = np.log(now / was)
    light = ratio.mean(2)
    grey = ratio.max(2) - ratio.min(2) < _GREYEST
    rough = cv2.blur(light * light, (_NEAR, _NEAR)) - cv2.blur(light, (_NEAR, _NEAR)) ** 2
    smooth = rough < _SMOOTH**2
    return np.asarray(grey & smooth & (np.abs(light) < _DEEPEST), np.uint8)


def pieces_of(coarse: Mask, k: float) -> Pieces:
    """Find the pieces of a coarse mask of `k` pixels a sharp pixel."""
    square = np.ones((_GAP, _GAP), np.uint8)
    mask = np.asarray(cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, square))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, square))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64) / k**2
    areas[0] = 0.0
    inner = labels[_RIM:-_RIM, _RIM:-_RIM]
    rim = np.bincount(labels.ravel(), minlength=count) > np.bincount(inner.ravel(), minlength=count)
    rim[0] = False
    return Pieces(np.asarray(labels, np.int32), areas, rim, k)
