"""The camera's light beside a command that holds a camera by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firmware_bridge.pins.panel import camera_light
from kiosk.settings import Settings
from vision.camera.cameras import is_camera
from vision.camera.live import CameraLamp


def lamp_of(spec: str, settings: Settings) -> CameraLamp | None:
    """Return the light that is lit while this camera is held; None for what is none, or has none.

    Raises:
        PlainError: its pin cannot be driven; the camera stays off then.
    """
    return camera_light(settings.light_pin) if is_camera(spec) else None


@contextmanager
def lit(lamp: CameraLamp | None) -> Iterator[None]:
    """Have the light lit meanwhile."""
    if lamp is None:
        yield
        return
    lamp.on()
    try:
        yield
    finally:
        lamp.off()
