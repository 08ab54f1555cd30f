"""What was measured of each camera, in `settings.toml` of the data folder.

One section a camera, by the name it is opened with: where the table lies in its picture, and the
values its exposure, gain, white balance and focus were locked at.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from engine.text import PlainError, Text
from kiosk.home import Home, not_writable
from kiosk.toml_files import read_toml
from kiosk.whole_file import write_whole
from vision.camera.controls import Locked
from vision.camera.frames import FrameSource
from vision.camera.live import Light
from vision.camera.sources import is_camera, open_camera, open_source
from vision.place.geometry import Geometry

_HEAD = "# Written by mehrkopf: what was measured of each camera. Deleting it forgets that.\n"
_DAMAGED = Text(
    de="Die gespeicherten Kameradaten {file} sind nicht lesbar ({why}); die Datei löschen und "
    "neu einmessen.",
    en="The stored camera data {file} cannot be read ({why}); delete the file and measure again.",
)
_WRONG_VALUES = Text(de="die Werte darin passen nicht", en="the values in it do not fit")


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
    path = home.settings_toml
    if not path.exists():
        return {}
    data = read_toml(path, _DAMAGED)
    try:
        return {name: _setup(values) for name, values in data.get("camera", {}).items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PlainError(_DAMAGED.format(file=path, why=_WRONG_VALUES)) from error


def chosen_camera(home: Home) -> str | None:
    """Return the camera that was chosen on the screen, None where none was.

    Raises:
        PlainError: the file is damaged.
    """
    path = home.settings_toml
    if not path.exists():
        return None
    chosen = read_toml(path, _DAMAGED).get("chosen")
    return chosen if isinstance(chosen, str) else None


def choose_camera(home: Home, camera: str) -> None:
    """Keep which camera was chosen.

    Raises:
        PlainError: the file is damaged, or the data folder cannot be written.
    """
    _write(home, load_setups(home), camera)


def open_with_setup(
    home: Home, spec: str, light: Light | None = None
) -> tuple[FrameSource, Geometry | None]:
    """Open a source as it was set up; return it and where the table lies in its picture.

    Raises:
        PlainError: it cannot be opened, or what was measured of it is damaged.
    """
    if not is_camera(spec):
        return open_source(spec), None
    setup = setup_of(home, spec) or CameraSetup()
    return open_camera(spec, light=light, locked=setup.locked), setup.geometry


def store_setup(home: Home, camera: str, setup: CameraSetup) -> None:
    """Keep what was measured of this camera; whole or, where the plug is pulled, not at all.

    Raises:
        PlainError: the file is damaged, or the data folder cannot be written.
    """
    _write(home, load_setups(home) | {camera: setup}, chosen_camera(home))


def _write(home: Home, setups: dict[str, CameraSetup], chosen: str | None) -> None:
    home.prepare()
    said = "" if chosen is None else f"chosen = {json.dumps(chosen)}\n"
    sections = (_section(name, setups[name]) for name in sorted(setups))
    try:
        write_whole(home.settings_toml, "".join((_HEAD, said, *sections)))
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
