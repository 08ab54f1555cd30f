"""Locking a camera: exposure, gain, white balance and focus stay as they were found to be good.

A card must look the same at the end of the evening as when it was enrolled, so nothing may adjust
itself meanwhile. First the camera's own automatics settle, then their values are taken over, the
exposure as a multiple of the mains light's pulse, and read back: what the camera does not allow is
said in words.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2

from engine.text import Text
from vision.camera.rpicam import RpicamSettings

LONGEST_EXPOSURE_S = 0.04
"""Longer and a camera cannot keep 25 pictures a second."""
DRIFT_FACTOR = 1.35
DRIFT_SECONDS = 20.0
_V4L2_MANUAL, _V4L2_APERTURE_PRIORITY = 1.0, 3.0
_V4L2_EXPOSURE_UNIT_S = 1e-4
_NEAR = 0.06
_CONTROL_SECONDS = 5.0

_EXPOSURE = Text(de="die Belichtung", en="the exposure")
_GAIN = Text(de="die Verstärkung", en="the gain")
_WHITE = Text(de="den Weißabgleich", en="the white balance")
_FOCUS = Text(de="die Schärfe", en="the focus")
_MAINS = Text(de="die Netzfrequenz", en="the mains frequency")
_REFUSED = Text(
    de="Die Kamera lässt {what} nicht festhalten; sie regelt weiter selbst.",
    en="The camera does not allow {what} to be locked; it keeps adjusting by itself.",
)
_OTHER = Text(
    de="Die Kamera hat {what} anders eingestellt als verlangt ({got:g} statt {asked:g}).",
    en="The camera set {what} to {got:g} instead of the {asked:g} asked for.",
)


@dataclass(frozen=True, slots=True)
class Locked:
    """Values to hold; None where the camera has or tells none.

    `exposure_s` seconds; `gain`, `white` and `focus` in the camera's own units for USB, for a
    ribbon camera analogue gain and dioptres; `awb_gains` red and blue of a ribbon camera.
    """

    exposure_s: float | None = None
    gain: float | None = None
    white: float | None = None
    focus: float | None = None
    awb_gains: tuple[float, float] | None = None
    mains_hz: int = 50


class Properties(Protocol):
    """What is needed of `cv2.VideoCapture`."""

    def get(self, prop: int, /) -> float:
        """Return a property, 0 or -1 where it has none."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Set a property; whether the driver took it."""
        ...


def steady_exposure(seconds: float, mains_hz: int) -> float:
    """Return the exposure nearest to `seconds` during which mains light sums up alike.

    A lamp pulses twice a period, so whole hundredths of a second at 50 Hz, whole 120ths at 60 Hz.
    Shorter than one pulse there is no steady exposure: then it is one pulse.
    """
    pulse = 0.5 / mains_hz
    most = math.floor(LONGEST_EXPOSURE_S / pulse + 1e-9)
    return pulse * min(max(1, round(seconds / pulse)), most)


def settled(values: list[float], share: float = 0.03) -> bool:
    """Whether an automatic's last five values have come to rest."""
    if len(values) < 5:
        return False
    last = values[-5:]
    return max(last) - min(last) <= share * max(abs(max(last)), 1e-9)


def values_of(camera: Properties, mains_hz: int = 50) -> Locked:
    """Read what the camera's automatics have arrived at, the exposure made steady.

    With a longer or shorter exposure than found the gain has to make up for the difference.
    """
    exposure = camera.get(cv2.CAP_PROP_EXPOSURE) * _V4L2_EXPOSURE_UNIT_S
    steady = steady_exposure(exposure, mains_hz) if exposure > 0 else None
    gain = _told(camera.get(cv2.CAP_PROP_GAIN))
    if steady is not None and gain is not None:
        gain = gain * exposure / steady
    return Locked(
        exposure_s=steady,
        gain=gain,
        white=_told(camera.get(cv2.CAP_PROP_WB_TEMPERATURE)),
        focus=_told(camera.get(cv2.CAP_PROP_FOCUS)),
        mains_hz=mains_hz,
    )


def release(camera: Properties) -> None:
    """Let the camera adjust itself, to find new values."""
    camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_APERTURE_PRIORITY)
    camera.set(cv2.CAP_PROP_AUTO_WB, 1.0)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)


def lock(camera: Properties, values: Locked, device: str | None = None) -> tuple[Text, ...]:
    """Hold the camera at these values; return what it did not allow, each in a sentence.

    `device` is its file: the mains frequency is no property of OpenCV and is set by `v4l2-ctl`
    where that is installed.
    """
    said = []
    if values.exposure_s is None:
        said.append(_REFUSED.format(what=_EXPOSURE))
    else:
        manual = camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL)
        asked = round(values.exposure_s / _V4L2_EXPOSURE_UNIT_S)
        said += _held(camera, cv2.CAP_PROP_EXPOSURE, asked, _EXPOSURE, manual)
    if values.gain is not None:
        said += _held(camera, cv2.CAP_PROP_GAIN, values.gain, _GAIN, True)
    if values.white is None:
        said.append(_REFUSED.format(what=_WHITE))
    else:
        manual = camera.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        said += _held(camera, cv2.CAP_PROP_WB_TEMPERATURE, values.white, _WHITE, manual)
    if values.focus is not None:
        # A lens that cannot be moved has no such property, and needs none.
        manual = camera.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)
        said += _held(camera, cv2.CAP_PROP_FOCUS, values.focus, _FOCUS, manual)
    if device is not None and not set_mains(device, values.mains_hz):
        said.append(_REFUSED.format(what=_MAINS))
    return tuple(said)


def set_mains(device: str, mains_hz: int) -> bool:
    """Tell a USB camera the mains frequency by `v4l2-ctl`; whether it took it."""
    program = shutil.which("v4l2-ctl")
    if program is None:
        return False
    value = {50: 1, 60: 2}[mains_hz]
    command = [program, "-d", device, f"--set-ctrl=power_line_frequency={value}"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_CONTROL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0 and not done.stderr


def from_metadata(path: Path, mains_hz: int = 50) -> Locked | None:
    """Read the values of the last whole picture in a file that `rpicam-vid --metadata` writes.

    None where there is none yet. The file is still being written: its last object may be half.
    """
    try:
        said = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    for found in reversed(re.findall(r"\{[^{}]*\}", said)):
        try:
            values = json.loads(found)
        except ValueError:
            continue
        return _ribbon(values, mains_hz)
    return None


def locked_settings(settings: RpicamSettings, values: Locked) -> RpicamSettings:
    """Return the settings with which a ribbon camera holds these values."""
    exposure = None if values.exposure_s is None else round(values.exposure_s * 1e6)
    return replace(
        settings,
        exposure_us=exposure,
        gain=values.gain,
        awb_gains=values.awb_gains,
        lens_dioptres=values.focus,
        mains_hz=values.mains_hz,
        metadata=None,
    )


class Drift:
    """Whether the light of the empty table has changed so much that the camera must settle anew."""

    def __init__(self, brightness: float) -> None:
        self._locked = max(brightness, 1.0)
        self._since: float | None = None

    def step(self, t: float, brightness: float) -> bool:
        """Take the brightness of the empty, resting table; true once it stayed off for a while."""
        ratio = max(brightness, 1.0) / self._locked
        if 1 / DRIFT_FACTOR < ratio < DRIFT_FACTOR:
            self._since = None
            return False
        if self._since is None:
            self._since = t
        return t - self._since >= DRIFT_SECONDS


def _ribbon(values: dict[str, object], mains_hz: int) -> Locked:
    def number(name: str) -> float | None:
        value = values.get(name)
        return float(value) if isinstance(value, int | float) else None

    gains = values.get("ColourGains")
    exposure, gain = number("ExposureTime"), number("AnalogueGain")
    steady = None if exposure is None else steady_exposure(exposure * 1e-6, mains_hz)
    if gain is not None and exposure and steady is not None:
        gain = max(1.0, gain * exposure * 1e-6 / steady)
    pair = None
    if isinstance(gains, list) and len(gains) == 2:
        pair = (float(gains[0]), float(gains[1]))
    return Locked(steady, gain, None, number("LensPosition"), pair, mains_hz)


def _told(value: float) -> float | None:
    """OpenCV answers 0 or -1 for a property the camera has not."""
    return value if value > 0 else None


def _held(
    camera: Properties, prop: int, asked: float, what: Text, manual: bool
) -> tuple[Text, ...]:
    took = camera.set(prop, asked)
    got = camera.get(prop)
    if not (took and manual):
        return (_REFUSED.format(what=what),)
    if abs(got - asked) > max(1.0, _NEAR * abs(asked)):
        return (_OTHER.format(what=what, got=got, asked=asked),)
    return ()
