"""What a camera sees of the table: plain triangles, for a camera that looks straight down.

Angles are full angles of view in degrees, lengths in millimetres, pictures in pixels. Distortion of
the lens is left out: at the rims of wide lenses a card is some percent smaller than reckoned here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, hypot, radians, tan

CARD_MM = 92.0
"""Length of the smaller common card (`vision.place.corners.CARD_MM`)."""
GOOD_PIXELS = 140.0
"""Length of a card in the picture from which reading is good (`vision.camera.quality`)."""
LEAST_PIXELS = 100.0
"""And below which it is refused as too small."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera as its data sheet has it, and the picture mehrkopf asks of it."""

    name: str
    horizontal: float
    """Angle of view across the picture's longer side, degrees."""
    width: int = 1280
    height: int = 720

    @property
    def vertical(self) -> float:
        """Angle of view across the shorter side, degrees; square pixels, no distortion."""
        return degrees(2 * atan(tan(radians(self.horizontal) / 2) * self.height / self.width))


@dataclass(frozen=True, slots=True)
class Table:
    """A table and the square in its middle where cards are played, millimetres."""

    name: str
    long: float
    wide: float
    square: float


SMALL = Table("80 × 80 cm", 800.0, 800.0, 460.0)
LARGE = Table("120 × 80 cm", 1200.0, 800.0, 600.0)
TABLES = (SMALL, LARGE)

CAMERAS = (
    Camera("Raspberry Pi Camera Module 3 (CSI)", 66.0),
    Camera("USB (UVC), 70°", 70.4),
    Camera("USB (UVC), 60°", 60.0),
    Camera("USB (UVC), 48°", 48.0),
)
"""Module 3: 66 degrees by its product brief. 70.4: a webcam sold as 78 degrees across the diagonal
(`from_diagonal`). 60: a 38 mm board with a lens of 4 mm or so. 48: one sold as 55 degrees."""


def from_diagonal(diagonal: float, width: int = 16, height: int = 9) -> float:
    """Return the horizontal angle of view of a lens sold by its diagonal one, degrees."""
    return degrees(2 * atan(tan(radians(diagonal) / 2) * width / hypot(width, height)))


def height_for(camera: Camera, side: float) -> float:
    """Return how high above the table the lens sees a square of this side in full, mm."""
    return side / (2 * tan(radians(camera.vertical) / 2))


def length_seen(camera: Camera, height: float) -> float:
    """Return what the picture's longer side shows from `height` mm above the table, mm."""
    return height * 2 * tan(radians(camera.horizontal) / 2)


def card_pixels(camera: Camera, side: float) -> float:
    """Return how long a card is in the picture, when the square just fills its shorter side."""
    return CARD_MM * camera.height / side


def hood_opening(deep: float, field: float, height: float, pupil: float) -> float:
    """Return the side of the hood's square opening, mm.

    By similar triangles a square of side `field` on a table `height` below the lens is as large as
    `deep / height` of it where the hood ends, `deep` below the lens; the lens's own width is added,
    for light comes in past both its rims.
    """
    return deep * field / height + pupil


def seen_past_hood(deep: float, opening: float, height: float, pupil: float) -> float:
    """Return the side of the square on the table of which any light at all reaches the lens, mm."""
    return (opening + pupil) * height / deep - pupil
