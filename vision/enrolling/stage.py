"""The middle of the table as the place where cards are shown one by one: frames in, looks out.

The table is first seen empty; afterwards every rest in which something lies there is looked at a
few times, until whoever looks is content. A hand that passes changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import Image
from vision.camera.frames import Frame
from vision.place.field import Field
from vision.place.geometry import Geometry, overhead
from vision.watching.scene import Scene, middle_of
from vision.watching.settle import Settle, changed

EMPTY_SECONDS = 0.5
"""Rest after which the table is taken to be as it is when nothing is shown."""
LOOK_SECONDS = (0.2, 0.45, 0.9, 1.6)
"""Rest after which what lies there is looked at."""
_REFRESH_SECONDS = 0.5
_MOST_SIDE = 720


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What rests on the table just now."""

    t: float
    """Seconds of the source at the first frame of this rest."""
    scene: Scene
    number: int
    """Looks at this rest before this one."""

    @property
    def last(self) -> bool:
        """Whether this rest is not looked at again."""
        return self.number == len(LOOK_SECONDS) - 1


class Stage:
    """Watches the place of one camera; without `geometry` it is taken to look straight down."""

    def __init__(self, geometry: Geometry | None = None) -> None:
        self._geometry = geometry
        self._field: Field | None = None
        self._settle = Settle()
        self._recent: list[Image] = []
        self._looks = 0
        self._refreshed = 0.0
        self.empty: Scene | None = None
        """The table with nothing shown; None before it was seen."""
        self.cleared = False
        """Whether the table was empty since the last look."""

    @property
    def field(self) -> Field:
        """The watched square.

        Raises:
            ValueError: no frame was fed yet.
        """
        if self._field is None:
            raise ValueError("no picture yet")
        return self._field

    def feed(self, frame: Frame) -> Look | None:
        """Take the next frame; return a look where something lies there that is still of interest.

        A picture of another size begins anew with the empty table.
        """
        field = self._field_for(frame.image)
        small = field.small(frame.image)
        self._recent = [*self._recent, frame.image][-3:]
        if not self._settle.step(frame.t, small):
            self._looks = 0
            return None
        rest = frame.t - self._settle.since
        if self.empty is None:
            if rest >= EMPTY_SECONDS:
                self.empty = self._scene(small)
            return None
        if not changed(small, self.empty.small):
            self.cleared = True
            self._refresh(frame.t, small)
            return None
        if self._looks >= len(LOOK_SECONDS) or rest < LOOK_SECONDS[self._looks]:
            return None
        self._looks += 1
        return Look(self._settle.since, self._scene(small), self._looks - 1)

    def enough(self) -> None:
        """What rests there needs no further look; the next one is after the next motion."""
        self._looks = len(LOOK_SECONDS)
        self.cleared = False

    def forget_table(self) -> None:
        """Take the next rest for the empty table."""
        self.empty = None
        self._settle.interrupt()

    def _field_for(self, image: Image) -> Field:
        height, width = image.shape[:2]
        seen = self._field
        if seen is None or (seen.width, seen.height) != (width, height):
            geometry = self._geometry or overhead(width, height)
            seen = self._field = Field(geometry, width, height, min(width, height, _MOST_SIDE))
            self._recent.clear()
            self.forget_table()
        return seen

    def _scene(self, small: Image) -> Scene:
        return Scene(self.field.sharp(middle_of(self._recent)), small)

    def _refresh(self, t: float, small: Image) -> None:
        if t - self._refreshed >= _REFRESH_SECONDS:
            self._refreshed = t
            self.empty = self._scene(small)
