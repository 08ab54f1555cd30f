"""What was measured of each camera, and the camera held to it.

In `settings.toml` of the data folder each camera has a section by the name it is opened with: where
the table lies in its picture, and the values its exposure, gain, white balance and focus were
locked at. Locking lets the automatics settle and holds them there, on USB and on the ribbon alike.
`Steady` keeps the picture as light as the empty table was: where the room grows darker or lighter
for good, it locks anew while no card lies, for nothing is seen meanwhile. The address of a network
camera may hold its password, so the file is its owner's alone.
"""

from __future__ import annotations

import json
import logging
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from engine.files import OWNER, write_whole
from engine.text import PlainError, Text
from kiosk.home.data_folder import Home, not_writable
from kiosk.home.files import read_toml
from vision.camera.cameras import (
    CameraRequest,
    OpenCvCapture,
    device_of,
    is_camera,
    open_camera,
    open_source,
    opener_for,
    read_size,
    ribbon_number,
    usb,
)
from vision.camera.controls import Drift, Locked, from_metadata, lock, release, settled, values_of
from vision.camera.frames import Frame, FrameSource
from vision.camera.live import CameraLamp, Capture, CaptureOpener, LiveSource
from vision.camera.network import CameraAddress
from vision.camera.rpicam import RpicamCapture, RpicamSettings, rpicam_opener
from vision.place.geometry import Geometry
from vision.sighting import TableActivity

_HEAD = "# Written by mehrkopf: what was measured of each camera. Deleting it forgets that.\n"
_DAMAGED = Text(
    de="Die gespeicherten Kameradaten {file} sind nicht lesbar ({why}); bitte "
    "die Datei löschen und den Tisch neu einmessen.",
    en="The saved camera data {file} cannot be read ({why}); please delete the "
    "file and measure the table again.",
)
_WRONG_VALUES = Text(de="die Werte darin stimmen nicht", en="the values in it make no sense")


@dataclass(frozen=True)
class CameraSetup:
    """What is known of one camera; None for what was not measured yet."""

    geometry: Geometry | None = None
    locked: Locked | None = None


def setup_of(home: Home, camera: str) -> CameraSetup | None:
    """Return what was measured of this camera, None where nothing was.

    Raises:
        PlainError: the file is damaged.
    """
    return load_setups(home).get(camera)


def load_setups(home: Home) -> dict[str, CameraSetup]:
    """Return what was measured of every camera.

    Raises:
        PlainError: the file is damaged.
    """
    path, data = home.settings_toml, _read(home)
    try:
        return {name: _setup(values) for name, values in data.get("camera", {}).items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PlainError(_DAMAGED.format(file=path, why=_WRONG_VALUES)) from error


def chosen_camera(home: Home) -> CameraAddress | None:
    """Return the camera that was chosen on the screen, None where none was.

    Raises:
        PlainError: the file is damaged.
    """
    chosen = _read(home).get("chosen")
    return CameraAddress(chosen) if isinstance(chosen, str) else None


def choose_camera(home: Home, camera: str | None) -> None:
    """Keep which camera was chosen; None: none any more.

    Raises:
        PlainError: the file is damaged, or the data folder cannot be written.
    """
    _write(home, load_setups(home), camera, chosen_size(home))


def chosen_size(home: Home) -> tuple[int, int] | None:
    """Return the size of pictures that was chosen on the screen, None where none was.

    Raises:
        PlainError: the file is damaged.
    """
    chosen = _read(home).get("size")
    if chosen is None:
        return None
    size = read_size(chosen) if isinstance(chosen, str) else None
    if size is None:
        raise PlainError(_DAMAGED.format(file=home.settings_toml, why=_WRONG_VALUES))
    return size


def choose_size(home: Home, size: tuple[int, int]) -> None:
    """Keep which size of pictures was chosen.

    Raises:
        PlainError: the file is damaged, or the data folder cannot be written.
    """
    _write(home, load_setups(home), chosen_camera(home), size)


def request_of(home: Home, configured: tuple[int, int]) -> CameraRequest:
    """Return what a camera is asked for: the size chosen on the screen, else the configured one.

    Raises:
        PlainError: the file is damaged.
    """
    width, height = chosen_size(home) or configured
    return CameraRequest(width, height)


def open_with_setup(
    home: Home, spec: str, asked: CameraRequest, light: CameraLamp | None = None
) -> tuple[FrameSource, Geometry | None]:
    """Open a source as it was set up; return it and where the table lies in its picture.

    Raises:
        PlainError: it cannot be opened, or what was measured of it is damaged.
    """
    if not is_camera(spec):
        return open_source(spec), None
    setup = setup_of(home, spec) or CameraSetup()
    opened = open_camera(spec, asked=asked, light=light, locked=setup.locked)
    return opened, setup.geometry


def store_setup(home: Home, camera: str, setup: CameraSetup) -> None:
    """Keep what was measured of this camera; whole or, where the plug is pulled, not at all.

    Raises:
        PlainError: the file is damaged, or the data folder cannot be written.
    """
    _write(home, load_setups(home) | {camera: setup}, chosen_camera(home), chosen_size(home))


def _read(home: Home) -> dict[str, Any]:
    path = home.settings_toml
    if not path.exists():
        return {}
    with suppress(OSError):
        # Older versions left it readable by everybody.
        path.chmod(OWNER)
    return read_toml(path, _DAMAGED)


def _write(
    home: Home,
    setups: dict[str, CameraSetup],
    chosen: str | None,
    size: tuple[int, int] | None,
) -> None:
    home.prepare()
    said = "" if chosen is None else f"chosen = {json.dumps(chosen)}\n"
    said += "" if size is None else 'size = "{}x{}"\n'.format(*size)
    sections = (_section(name, setups[name]) for name in sorted(setups))
    try:
        write_whole(home.settings_toml, "".join((_HEAD, said, *sections)), OWNER)
    except OSError as error:
        raise not_writable(home.root, error) from error


def _section(name: str, setup: CameraSetup) -> str:
    # A string of JSON is one of TOML too, and so are its lists of numbers.
    lines = [f"\n[camera.{json.dumps(name)}]"]
    geometry, locked = setup.geometry, setup.locked
    if geometry is not None:
        lines.append(f"field_mm = {float(geometry.field_mm)!r}")
        lines.append(f"px_to_mm = {json.dumps([list(row) for row in geometry.px_to_mm])}")
        if geometry.size is not None:
            lines.append(f"size = {json.dumps(list(geometry.size))}")
    if locked is not None:
        lines.append(f"mains_hz = {locked.mains_hz}")
        for key in ("exposure_s", "gain", "white", "focus"):
            value = getattr(locked, key)
            if value is not None:
                lines.append(f"{key} = {float(value)!r}")
        if locked.awb_gains is not None:
            lines.append(f"awb_gains = {json.dumps(list(locked.awb_gains))}")
    return "\n".join(lines) + "\n"


def _setup(values: dict[str, Any]) -> CameraSetup:
    return CameraSetup(_geometry(values), _locked(values))


def _geometry(values: dict[str, Any]) -> Geometry | None:
    if "px_to_mm" not in values:
        return None
    a, b, c = (_three(row) for row in values["px_to_mm"])
    size = None
    if "size" in values:
        width, height = values["size"]
        size = (int(width), int(height))
    return Geometry((a, b, c), float(values["field_mm"]), size=size)


def _three(row: list[float]) -> tuple[float, float, float]:
    a, b, c = row
    return float(a), float(b), float(c)


def _locked(values: dict[str, Any]) -> Locked | None:
    if "mains_hz" not in values:
        return None

    def number(key: str) -> float | None:
        return float(values[key]) if key in values else None

    gains = None
    if "awb_gains" in values:
        red, blue = values["awb_gains"]
        gains = (float(red), float(blue))
    mains = int(values["mains_hz"])
    if mains not in (50, 60):
        raise ValueError(f"mains_hz = {mains}")
    return Locked(
        number("exposure_s"), number("gain"), number("white"), number("focus"), gains, mains
    )


_MOST_FAILURES = 3
MOST_PICTURES = 150
"""Five seconds: automatics that have not come to rest by then swing for ever."""

_NO_VALUES = Text(
    de="Eine Netzwerkkamera oder ein Video lässt sich von hier nicht einstellen; bitte an der "
    "Kamera selbst festhalten.",
    en="A network camera or a video cannot be adjusted from here; please lock "
    "the settings on the camera itself.",
)
_UNSETTLED = Text(
    de="Die Kamera hat keine ruhige Belichtung gefunden; bitte für gleichmäßiges Licht sorgen und "
    "noch einmal versuchen.",
    en="The camera found no steady exposure; please make the light even and try again.",
)


def lock_camera(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
    """Settle and lock the camera of this name; return the values and what it did not allow.

    Raises:
        PlainError: it is not there, cannot be adjusted from here, or does not settle.
    """
    ribbon = ribbon_number(camera)
    if ribbon is not None:
        return lock_ribbon(RpicamSettings(camera=ribbon, mains_hz=mains_hz)), ()
    if camera == "camera" or camera.isdigit() or camera.startswith("/dev/video"):
        device = device_of(camera)
        return lock_usb(usb(device, CameraRequest()), mains_hz, device)
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


def lock_ribbon(settings: RpicamSettings) -> Locked:
    """Let a ribbon camera settle; its child is started with the values from then on.

    Raises:
        PlainError: it is not there, does not settle, or tells no values.
    """
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "metadata.json"
        capture = rpicam_opener(replace(settings, metadata=str(told)))()
        try:
            _settle(capture)
        finally:
            capture.release()
        values = from_metadata(told, settings.mains_hz)
    if values is None:
        raise PlainError(_UNSETTLED)
    return values


def relocking_opener(
    camera: str,
    mains_hz: int,
    found: Callable[[Locked], None],
    asked: CameraRequest | None = None,
) -> CaptureOpener:
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
                return opener_for(camera, asked)()
            known.append(values)
            found(values)
        return opener_for(camera, asked, known[0])()

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


LOG = logging.getLogger("mehrkopf.camera")

_LOOK_SECONDS = 1.0
MakeOpener = Callable[[str, int, Callable[[Locked], None]], CaptureOpener]


class Steady:
    """Watches the brightness of one camera's empty table."""

    def __init__(
        self,
        source: LiveSource,
        camera: str,
        home: Home,
        mains_hz: int,
        opener: MakeOpener = relocking_opener,
    ) -> None:
        self._source = source
        self._camera = camera
        self._home = home
        self._mains_hz = mains_hz
        self._opener = opener
        self._drift: Drift | None = None
        self._looked = float("-inf")

    def look(self, frame: Frame, activity: TableActivity) -> None:
        """Take a picture into account; only those of the resting, empty table count."""
        if activity is not TableActivity.EMPTY or frame.t - self._looked < _LOOK_SECONDS:
            return
        self._looked = frame.t
        brightness = float(sum(cv2.mean(frame.image[::8, ::8])[:3])) / 3
        if self._drift is None:
            self._drift = Drift(brightness)
        elif self._drift.step(frame.t, brightness):
            # What it looks like afterwards is the new measure.
            self._drift = None
            LOG.info("the light has changed; the camera settles and is locked anew")
            opener = self._opener(self._camera, self._mains_hz, self._keep)
            self._source.reopen_with(opener)

    def _keep(self, values: Locked) -> None:
        known = setup_of(self._home, self._camera) or CameraSetup()
        store_setup(self._home, self._camera, replace(known, locked=values))


def steady_for(source: LiveSource, camera: str, home: Home, asked: CameraRequest) -> Steady | None:
    """Return what keeps this camera steady; None for one that was never locked."""
    setup = setup_of(home, camera)
    if setup is None or setup.locked is None:
        return None
    opener = partial(relocking_opener, asked=asked)
    return Steady(source, camera, home, setup.locked.mains_hz, opener)
