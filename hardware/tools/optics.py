"""What a camera that looks straight down sees of the table, past its hood: plain triangles.

Angles are full angles of view in degrees, lengths in millimetres, pictures in pixels. Distortion of
the lens is left out: at the rims of wide lenses a card is some percent smaller than reckoned here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, radians, tan

from hardware.tools.places import sizes
from vision.place.geometry import DEFAULT_FIELD_MM

CARD_MM = 92.0
"""Length of the smaller common card (`vision.place.corners.CARD_MM`)."""
GOOD_PIXELS = 140.0
"""Length of a card in the picture from which reading is good (`vision.camera.quality`)."""
LEAST_PIXELS = 100.0
"""And below which `mehrkopf camera check` finds the picture not good enough."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera as its data sheet has it, and the picture mehrkopf asks of it."""

    name: str
    horizontal: float
    """Angle of view across the picture's longer side, degrees."""
    front: float = 10.4
    """Its board's face to the front of the lens, millimetres."""
    spacer: float = 2.0
    """Between its board and the head's plate."""
    pupil: float = 5.0
    """Width of its front lens."""
    width: int = 1920
    height: int = 1080

    @property
    def vertical(self) -> float:
        """Angle of view across the shorter side, degrees; square pixels, no distortion."""
        return degrees(2 * atan(tan(radians(self.horizontal) / 2) * self.height / self.width))


@dataclass(frozen=True, slots=True)
class Table:
    """A table and the squares in its middle, millimetres."""

    name: str
    long: float
    wide: float
    square: float
    """What just fills the picture's shorter side."""
    read: float
    """Where cards are played: no rail of the strip covers any of it."""

    @property
    def watched(self) -> float:
        """What the program watches of it, as the table's measuring sheet tells it."""
        return min(self.read, DEFAULT_FIELD_MM)


ROUND = Table("60 cm rund / round", 600.0, 600.0, 400.0, 340.0)
LONG = Table("120 × 80 cm", 1200.0, 800.0, 600.0, 600.0)
SQUARE = Table("90 × 90 cm", 900.0, 900.0, 520.0, 520.0)
TABLES = (ROUND, LONG, SQUARE)


def angle_of(focal: float, across: float) -> float:
    """Return the angle of view of a lens of this focal length over a sensor so wide, degrees."""
    return degrees(2 * atan(across / (2 * focal)))


OV2710_WIDE = 5.856
"""Width of the sensor's 1920 points of 3.05 micrometres (OmniVision OV2710)."""
_SIZE = sizes()
USB_M12 = Camera(
    "ELP-USBFHD01M-L36 (USB)",
    angle_of(3.6, OV2710_WIDE),
    _SIZE["m12_front"],
    _SIZE["m12_spacer"],
    _SIZE["m12_pupil"],
)
MODULE_3 = Camera(
    "Camera Module 3 (CSI)", 66.0, _SIZE["csi_front"], _SIZE["csi_spacer"], _SIZE["csi_pupil"]
)
MODULE_3_WIDE = Camera(
    "Camera Module 3 Wide (CSI)", 102.0, 11.3, _SIZE["csi_spacer"], _SIZE["csi_pupil"]
)
CAMERAS = (USB_M12, MODULE_3, MODULE_3_WIDE)
"""The modules' angles: Raspberry Pi's product brief, the whole sensor (`--mode 2304:1296`)."""


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


def drop(camera: Camera) -> float:
    """Return how far the front of the lens stands below the head's plate."""
    return camera.front - camera.spacer - sizes()["plate_thick"]


def deep(camera: Camera) -> float:
    """Return how far the hood's edge lies below the front of the lens."""
    return sizes()["hood_deep"] - drop(camera)


def opening() -> float:
    """Return the side of the hood's square opening: reckoned for Camera Module 3 (hood.scad)."""
    size = sizes()
    csi = MODULE_3
    return hood_opening(deep(csi), size["mask_field"], size["mask_height"], csi.pupil)


def shows(camera: Camera, height: float) -> float:
    """Return the side of the square on the table that the lens sees in full from this height."""
    return (opening() - camera.pupil) * height / deep(camera)
