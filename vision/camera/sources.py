"""Opening what the user named: a camera, a network camera, a folder of pictures or a recording."""

from __future__ import annotations

from pathlib import Path

from engine.text import PlainError
from vision.camera.cameras import opener_for
from vision.camera.controls import Locked
from vision.camera.frames import FrameSource, PictureFolder, VideoFile
from vision.camera.health import TROUBLE, SourceState
from vision.camera.live import Light, LiveSource
from vision.camera.mask import RegionMask


def open_camera(
    spec: str,
    mask: RegionMask | None = None,
    *,
    light: Light | None = None,
    locked: Locked | None = None,
) -> LiveSource:
    """Open a camera by what the user wrote; see `open_source`.

    `light` is on while the camera is held; `locked` are the values it is held at.

    Raises:
        PlainError: it is not there, taken by another program or does not answer.
    """
    opener = opener_for(spec, locked=locked)
    first = opener()
    if first is None:
        raise PlainError(TROUBLE[SourceState.LOST])
    return LiveSource(opener, mask, first=first, light=light)


def is_camera(spec: str) -> bool:
    """Whether these words name something that delivers pictures as they happen."""
    names = ("camera", "csi", "rpicam")
    return (
        spec.isdigit()
        or spec.split(":", maxsplit=1)[0] in names
        or spec.startswith(("/dev/video", "http://", "https://"))
    )


def open_source(spec: str, mask: RegionMask | None = None) -> FrameSource:
    """Open a source by what the user wrote.

    `0`, `camera` or `/dev/video0` is a USB camera, `csi` or `csi:1` one on a Raspberry Pi's ribbon,
    `http://...` a network camera (MJPEG), a folder its pictures, anything else a recording.

    Raises:
        PlainError: it cannot be opened or read.
    """
    if is_camera(spec):
        return open_camera(spec, mask)
    path = Path(spec)
    return PictureFolder(path, mask) if path.is_dir() else VideoFile(path, mask)
