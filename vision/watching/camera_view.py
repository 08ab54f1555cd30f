"""How the camera sees the table: the square it watches, and where on the table a card lies.

Everything that depends on where the camera stands is here; whoever watches sees only the square.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Image, as_image
from vision.place.geometry import Geometry, WatchedSquare, grown, overhead
from vision.place.movement import CameraShift, MovementGuard
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.sighting import Place, Quad
from vision.watching.finding import CardSizeEstimate
from vision.watching.thresholds import THRESHOLDS

_VIEW = THRESHOLDS.view


class CameraView:
    """The view of one camera or recording.

    Without `geometry` it is taken to look from straight above, and the size of the cards is found
    out from the first ones.
    """

    def __init__(self, profile: Profile, geometry: Geometry | None) -> None:
        self.size = CardSizeEstimate(_known_size(profile, geometry))
        self._card_mm = profile.height_mm
        self._measured = geometry
        self._field: WatchedSquare | None = None
        self._guard: MovementGuard | None = None
        self._known: dict[tuple[int, int], tuple[WatchedSquare, MovementGuard]] = {}
        """What was found out about pictures of each size."""
        self._grown = 1.0

    @property
    def field(self) -> WatchedSquare:
        """The watched square.

        Raises:
            ValueError: no picture was taken yet.
        """
        if self._field is None:
            raise ValueError("no picture yet")
        return self._field

    @property
    def card(self) -> tuple[float, float] | None:
        """Width and length of a card in pixels of the sharp picture, where they are known."""
        shares, side = self.size.shares, self.field.side
        return None if shares is None else (shares[0] * side, shares[1] * side)

    @property
    def unsure(self) -> bool:
        """Whether camera or table may have been moved just now."""
        return self._guard is not None and self._guard.unsure

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Width and height of the pictures looked at; None before the first."""
        return None if self._field is None else (self._field.width, self._field.height)

    def fitted(self, image: Image, *, keep: bool) -> Image:
        """Return the picture; to `keep` the size looked at, one of the same view is brought to it.

        The same view in more or fewer pixels has the same shape.
        """
        self._grown, size = 1.0, self.size_px
        height, width = image.shape[:2]
        if not keep or size is None or size == (width, height):
            return image
        k = size[0] / width
        if abs(size[1] / height / k - 1) > _VIEW.same_shape:
            return image
        self._grown = k
        how = cv2.INTER_AREA if k < 1 else cv2.INTER_CUBIC
        return as_image(cv2.resize(image, size, interpolation=how))

    def begins_anew(self, image: Image) -> bool:
        """Take a picture; True where its size is a new one, so that nothing seen so far counts."""
        height, width = image.shape[:2]
        if self.size_px == (width, height):
            return False
        if self._field is not None and self._guard is not None:
            self._known[self._field.width, self._field.height] = self._field, self._guard
        if (width, height) in self._known:
            self._field, self._guard = self._known[width, height]
            return True
        measured = self._measured
        geometry = measured.in_picture(width, height) if measured else overhead(width, height)
        side = round(geometry.field_mm / _mm_per_px(geometry))
        self._guard = MovementGuard(geometry)
        self._field = WatchedSquare(geometry, width, height, min(side, _VIEW.most_side))
        return True

    def check_movement_soon(self) -> None:
        """Ask at the next chance whether the camera was moved."""
        if self._guard is not None:
            self._guard.at_once()

    def shifted(
        self, t: float, image: Image, *, empty: bool, busy: bool = False
    ) -> CameraShift | None:
        """Follow a moved camera or table; return how it moved. Only an `empty` table is learnt."""
        assert self._guard is not None
        shift = self._guard.look(t, image, empty=empty, busy=busy)
        if shift is not None:
            seen = self.field
            self._field = WatchedSquare(self._guard.geometry, seen.width, seen.height, seen.side)
        return shift

    def where(self, pose: Pose) -> tuple[Quad, Place]:
        """Return where a card lies: its corners in the picture, its place on the table."""
        quad = self.field.to_picture(pose.corners())
        return grown(quad, 1 / self._grown), self._geometry().place(quad)

    def _geometry(self) -> Geometry:
        """Where nobody measured the table, the cards are the measure."""
        geometry, shares = self.field.geometry, self.size.shares
        if geometry.calibrated or shares is None:
            return geometry
        return geometry.scaled(self._card_mm / (shares[1] * geometry.field_mm))


def _known_size(profile: Profile, geometry: Geometry | None) -> tuple[float, float] | None:
    if geometry is None or not geometry.calibrated:
        return None
    length = profile.height_mm / geometry.field_mm
    return length * profile.aspect, length


def _mm_per_px(geometry: Geometry) -> float:
    ends = geometry.to_px(np.array([[-0.5, 0.0], [0.5, 0.0]]) * geometry.field_mm)
    return geometry.field_mm / math.dist(*ends)
