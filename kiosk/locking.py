"""Letting a camera's automatics settle and holding it there, USB and ribbon alike."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2

from engine.text import PlainError, Text
from vision.camera.cameras import Asked, OpenCvCapture, device_of, opener_for, usb
from vision.camera.controls import (
    Locked,
    from_metadata,
    lock,
    release,
    settled,
    values_of,
)
from vision.camera.live import Capture, Opener
from vision.camera.rpicam import RpicamCapture, RpicamSettings, rpicam_opener

_MOST_FAILURES = 3
MOST_PICTURES = 150
"""Five seconds: automatics that have not come to rest by then swing for ever."""

_NO_VALUES = Text(
    de="Eine Netzwerkkamera oder ein Video lässt sich von hier nicht einstellen; bitte an der "
    "Kamera selbst festhalten.",
    en="A network camera or a video cannot be adjusted from here; please lock it at the camera "
    "itself.",
)
_UNSETTLED = Text(
    de="Die Kamera hat keine ruhige Belichtung gefunden; bitte für gleichmäßiges Licht sorgen und "
    "noch einmal versuchen.",
    en="The camera found no steady exposure; please see to even light and try again.",
)


def lock_camera(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
    """Settle and lock the camera of this name; return the values and what it did not allow.

    Raises:
        PlainError: it is not there, cannot be adjusted from here, or does not settle.
    """
    if camera.split(":", maxsplit=1)[0] in ("csi", "rpicam"):
        number = camera.partition(":")[2] or "0"
        return lock_ribbon(RpicamSettings(camera=int(number), mains_hz=mains_hz)), ()
    if camera == "camera" or camera.isdigit() or camera.startswith("/dev/video"):
        device = device_of(camera)
        return lock_usb(usb(device, Asked()), mains_hz, device)
    raise PlainError(_NO_VALUES)


def lock_usb(
    capture: OpenCvCapture, mains_hz: int, device: str | None
) -> tuple[Locked, tuple[Text, ...]]:
    """Settle and lock an open USB camera, and let go of it; a USB camera keeps its values.

    Raises:
        PlainError: its brightness does not settle.
    """
    try:
        release(capture.capture)
        _settle(capture)
        values = values_of(capture.capture, mains_hz)
        return values, lock(capture.capture, values, device)
    finally:
        capture.release()


def lock_ribbon(
    settings: RpicamSettings,
    opener_for: Callable[[RpicamSettings], Callable[[], RpicamCapture]] = rpicam_opener,
) -> Locked:
    """Let a ribbon camera settle; its child is started with the values from then on.

    Raises:
        PlainError: it is not there, does not settle, or tells no values.
    """
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "metadata.json"
        capture = opener_for(replace(settings, metadata=str(told)))()
        try:
            _settle(capture)
        finally:
            capture.release()
        values = from_metadata(told, settings.mains_hz)
    if values is None:
        raise PlainError(_UNSETTLED)
    return values


def relocking_opener(camera: str, mains_hz: int, found: Callable[[Locked], None]) -> Opener:
    """Return an opener that settles and locks the camera anew when it is first called.

    `found` is told the values; later calls open the camera with them.
    """
    known: list[Locked] = []
    failed = 0

    def opener() -> Capture | None:
        nonlocal failed
        if not known:
            try:
                values, _ = lock_camera(camera, mains_hz)
            except PlainError:
                failed += 1
                if failed < _MOST_FAILURES:
                    raise
                # Light that never rests: better a camera that adjusts itself than none.
                return opener_for(camera)()
            known.append(values)
            found(values)
        return opener_for(camera, locked=known[0])()

    return opener


def in_words(values: Locked) -> Text:
    """Return the values for people."""
    parts = []
    if values.exposure_s is not None:
        parts.append(
            Text(de="Belichtung {x:g} ms", en="exposure {x:g} ms").format(
                x=round(values.exposure_s * 1000, 2)
            )
        )
    if values.gain is not None:
        parts.append(Text(de="Verstärkung {x:.2f}", en="gain {x:.2f}").format(x=values.gain))
    if values.white is not None:
        parts.append(
            Text(de="Weißabgleich {x:.0f} K", en="white balance {x:.0f} K").format(x=values.white)
        )
    if values.awb_gains is not None:
        pair = "{:.2f}/{:.2f}".format(*values.awb_gains)
        parts.append(Text(de="Weißabgleich {x}", en="white balance {x}").format(x=pair))
    if values.focus is not None:
        parts.append(Text(de="Schärfe {x:g}", en="focus {x:g}").format(x=values.focus))
    return Text(de=", ".join(part.de for part in parts), en=", ".join(part.en for part in parts))


def _settle(capture: OpenCvCapture | RpicamCapture) -> None:
    """Look on until the brightness has come to rest."""
    levels: list[float] = []
    for _ in range(MOST_PICTURES):
        picture = capture.retrieve() if capture.grab() else None
        if picture is None:
            break
        levels.append(float(cv2.mean(picture[::8, ::8])[1]))
        if settled(levels):
            return
    raise PlainError(capture.reason if not levels and capture.reason else _UNSETTLED)
