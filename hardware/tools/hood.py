"""The hood: how far each camera's lens stands in it, its opening, and what light gets past it.

Sizes are those of `mechanics/parameters.scad`; all in millimetres.
"""

from __future__ import annotations

from hardware.tools import optics
from hardware.tools.optics import Camera
from hardware.tools.places import sizes


def drop(camera: Camera) -> float:
    """Return how far the front of the lens stands below the head's plate."""
    return camera.front - camera.spacer - sizes()["plate_thick"]


def deep(camera: Camera) -> float:
    """Return how far the hood's edge lies below the front of the lens."""
    return sizes()["hood_deep"] - drop(camera)


def opening() -> float:
    """Return the side of the hood's square opening: reckoned for Camera Module 3 (hood.scad)."""
    size = sizes()
    csi = optics.MODULE_3
    return optics.hood_opening(deep(csi), size["mask_field"], size["mask_height"], csi.pupil)


def shows(camera: Camera, height: float) -> float:
    """Return the side of the square on the table that the lens sees in full from this height."""
    return (opening() - camera.pupil) * height / deep(camera)
