"""Pictures of a resting table, and painting what is explained from one into another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2

from vision.arrays import Image, as_image
from vision.place.field import SMALL
from vision.place.light import relit
from vision.reading.pose import Pose

_MARGIN = 1.06


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A resting table: sharp and small picture of the same moment."""

    sharp: Image
    small: Image

    def in_light_of(self, other: Scene) -> Image:
        """Return the sharp picture in the light of `other`."""
        return relit(self.sharp, other.sharp)

    def with_parts_of(self, other: Scene, poses: Iterable[Pose]) -> Scene:
        """Return this scene in the light of `other`, with `poses` as they look there."""
        sharp = self.in_light_of(other).copy()
        for pose in poses:
            paint(sharp, other.sharp, pose)
        shrunk = cv2.resize(sharp, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
        return Scene(sharp, as_image(cv2.GaussianBlur(shrunk, (0, 0), 1.0)))


def paint(target: Image, source: Image, pose: Pose) -> None:
    """Copy a card with a narrow margin, for its shadow, from one sharp picture to another."""
    cv2.copyTo(source, pose.draw(target.shape[0], _MARGIN), target)


def middle_of(frames: Sequence[Image]) -> Image:
    """Return the pixelwise median of up to three frames: noise and flicker fall out."""
    if len(frames) < 3:
        return frames[-1]
    a, b, c = frames[-3:]
    return as_image(cv2.max(cv2.min(a, b), cv2.min(cv2.max(a, b), c)))
