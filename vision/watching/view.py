"""How the camera sees the table: the square it watches, and where on the table a card lies.

Everything that depends on where the camera stands is here; whoever watches sees only the square.
"""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Image
from vision.place.field import Field
from vision.place.geometry import Geometry, overhead
from vision.place.moved import Guard, Shift
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.sighting import Place, Quad
from vision.watching.size import CardSize

_MAX_SIDE = 720


class View:
    """The view of one camera or recording.

    Without `geometry` it is taken to look from straight above, and the size of the cards is found
    out from the first ones.
    """

    def __init__(self, profile: Profile, geometry: Geometry | None) -> None:
        self.size = CardSize(_known_size(profile, geometry))
        self._card_mm = profile.height_mm
        self._measured = geometry
        self._field: Field | None = None
        self._guard: Guard | None = None

    @property
    def field(self) -> Field:
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

    def begins_anew(self, image: Image) -> bool:
        """Take a picture; True where its size is a new one, so that nothing seen so far counts."""
        height, width = image.shape[:2]
        seen = self._field
        if seen is not None and (seen.width, seen.height) == (width, height):
            return False
        measured = self._measured
        geometry = measured.in_picture(width, height) if measured else overhead(width, height)
        side = round(geometry.field_mm / _mm_per_px(geometry))
        self._guard = Guard(geometry)
        self._field = Field(geometry, width, height, min(side, _MAX_SIDE))
        return True

    def look_round_soon(self) -> None:
        """Ask at the next chance whether the camera was moved."""
        if self._guard is not None:
            self._guard.at_once()

    def shifted(self, t: float, image: Image, *, empty: bool) -> Shift | None:
        """Follow a moved camera or table; return how it moved. Only an `empty` table is learnt."""
        assert self._guard is not None
        shift = self._guard.look(t, image, empty=empty)
        if shift is not None:
            seen = self.field
            self._field = Field(self._guard.geometry, seen.width, seen.height, seen.side)
        return shift

    def where(self, pose: Pose) -> tuple[Quad, Place]:
        """Return where a card lies: its corners in the picture, its place on the table."""
        quad = self.field.to_picture(pose.corners())
        return quad, self._geometry().place(quad)

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
