"""Opening cameras: USB through V4L2, a network camera by its address, a ribbon camera by rpicam.

A phone comes by a line of its own (`phone.py`). Opening what the user named: a camera, a network
camera, a folder of pictures or a recording.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.text import PlainError, Text
from vision.arrays import Image, as_image
from vision.camera.controls import Locked, Properties, lock, locked_settings
from vision.camera.frames import FrameSource, PictureFolder, RegionMask, VideoFile
from vision.camera.live import TROUBLE, CameraLamp, CaptureOpener, LiveSource, SourceState
from vision.camera.network import is_address, is_network, shown_address
from vision.camera.phone import NOT_FOR_THIS, PHONE, PhoneLine, phone_opener
from vision.camera.rpicam import RpicamSettings, rpicam_opener

LOG = logging.getLogger("mehrkopf.camera")

UDEV_NAME = Path("/dev/video-mehrkopf")
"""What hardware/udev/60-mehrkopf.rules calls the USB camera, whatever its number is today."""
_OPEN_TIMEOUT_MS = 5000
_READ_TIMEOUT_MS = 3000

_NO_ANSWER = Text(
    de="Unter {url} meldet sich keine Kamera. Bitte Adresse und Netz prüfen.",
    en="No camera answers at {url}. Please check the address and the network.",
)
_NO_CAMERAS_ADDRESS = Text(
    de="{url} ist keine Adresse einer Netzwerkkamera; sie beginnt mit http:// oder rtsp://.",
    en="{url} is not the address of a network camera; those begin with http:// or rtsp://.",
)
_NOT_THERE = Text(
    de="Die Kamera {device} ist nicht da oder belegt. Bitte anstecken oder das andere "
    "Programm beenden.",
    en="The camera {device} is missing or in use. Please plug it in or close the other program.",
)
_OTHER_SIZE = Text(
    de="Die Kamera liefert {width} x {height} Punkte statt der gewünschten {asked_width} x "
    "{asked_height}.",
    en="The camera delivers {width} x {height} pixels, not the {asked_width} x "
    "{asked_height} asked for.",
)
_SLOW = Text(
    de="Die Kamera liefert nur {fps:.0f} Bilder in der Sekunde; bitte an einen eigenen, schnellen "
    "USB-Anschluss stecken.",
    en="The camera delivers only {fps:.0f} pictures per second; please plug it "
    "into a fast USB port of its own.",
)
_LEAST_FPS = 10.0


@dataclass(frozen=True, slots=True)
class CameraRequest:
    """What a camera is asked for: pixels and pictures a second."""

    width: int = 1280
    height: int = 720
    fps: int = 30


SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
"""What cameras deliver, width and height: the least and the most that may be asked for, and two
between."""


_SIZE = re.compile(r"(\d{1,5})\s*[x×]\s*(\d{1,5})")


def read_size(word: str) -> tuple[int, int] | None:
    """Return width and height of "1920x1080", None for what is no size that may be asked for."""
    said = _SIZE.fullmatch(word.strip().lower())
    if said is None:
        return None
    size = int(said[1]), int(said[2])
    least, most = SIZES[0], SIZES[-1]
    fits = least[0] <= size[0] <= most[0] and least[1] <= size[1] <= most[1]
    return size if fits else None


class OpenCvCapture:
    """A camera behind `cv2.VideoCapture`."""

    def __init__(self, capture: cv2.VideoCapture, reason: Text | None = None) -> None:
        self.capture = capture
        self._reason = reason

    @property
    def reason(self) -> Text | None:
        """What to say once it is gone."""
        return self._reason

    def grab(self) -> bool:
        """Wait for the next picture."""
        return bool(self.capture.grab())

    def retrieve(self) -> Image | None:
        """Decode the picture grabbed last."""
        whole, picture = self.capture.retrieve()
        return as_image(picture) if whole and picture is not None else None

    def release(self) -> None:
        """Let go of the camera."""
        self.capture.release()


def device_of(spec: str) -> str:
    """Return the device file a USB camera's name stands for."""
    if spec == "camera":
        # Numbers move: a Pi's own codecs may be /dev/video0.
        return str(UDEV_NAME) if UDEV_NAME.is_symlink() else "/dev/video0"
    return f"/dev/video{spec}" if spec.isdigit() else spec


def ribbon_number(spec: str) -> int | None:
    """Return which ribbon camera `csi`, `csi:1`, `rpicam:1` names; None for any other source."""
    kind, _, number = spec.partition(":")
    if kind not in ("csi", "rpicam"):
        return None
    return int(number) if number.isdigit() else 0


def opener_for(
    spec: str,
    asked: CameraRequest | None = None,
    locked: Locked | None = None,
    line: PhoneLine | None = None,
) -> CaptureOpener:
    """Return what opens the camera of this name; each attempt raises `PlainError` in vain.

    It is held at the `locked` values each time it is opened: unplugged, a camera forgets them. A
    phone comes by its `line`.

    Raises:
        PlainError: it is a phone, and there is no line.
    """
    wanted = asked or CameraRequest()
    if spec == PHONE:
        if line is None:
            raise PlainError(NOT_FOR_THIS)
        return phone_opener(line, wanted.width, wanted.height, wanted.fps)
    if is_network(spec):
        return lambda: network(spec)
    ribbon = ribbon_number(spec)
    if ribbon is not None:
        settings = RpicamSettings(
            camera=ribbon,
            width=wanted.width,
            height=wanted.height,
            fps=wanted.fps,
        )
        held = settings if locked is None else locked_settings(settings, locked)
        return rpicam_opener(held)

    def open_usb() -> OpenCvCapture:
        capture = usb(device_of(spec), wanted)
        said = shortcomings(capture.capture, wanted)
        if locked is not None:
            said += lock(capture.capture, locked)
        for sentence in said:
            LOG.warning("%s", sentence.en)
        return capture

    return open_usb


def no_answer(url: str) -> Text:
    """Say that no network camera answers at this address."""
    return _NO_ANSWER.format(url=shown_address(url))


def network(url: str) -> OpenCvCapture:
    """Open a network camera: MJPEG over HTTP, or RTSP; its address is never said as a whole.

    Raises:
        PlainError: it does not answer.
    """
    limits = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _OPEN_TIMEOUT_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _READ_TIMEOUT_MS,
    ]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise PlainError(no_answer(url))
    return OpenCvCapture(capture, no_answer(url))


def usb(device: str, asked: CameraRequest) -> OpenCvCapture:
    """Open a USB camera by its device file and ask it for a size and a rate.

    Raises:
        PlainError: it is not there or taken by another program.
    """
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    if not capture.isOpened():
        raise PlainError(_NOT_THERE.format(device=shown_address(device)))
    # Uncompressed pictures of this size come at five a second over USB 2.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, asked.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, asked.height)
    capture.set(cv2.CAP_PROP_FPS, asked.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return OpenCvCapture(capture, _NOT_THERE.format(device=shown_address(device)))


def shortcomings(capture: Properties, asked: CameraRequest) -> tuple[Text, ...]:
    """Compare what an open camera says it delivers with what it was asked for."""
    width = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
    height = round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    fps = float(capture.get(cv2.CAP_PROP_FPS))
    other = other_size(width, height, asked)
    said = [] if other is None else [other]
    # A driver that does not know its rate says 0.
    if 0.0 < fps < _LEAST_FPS:
        said.append(_SLOW.format(fps=fps))
    return tuple(said)


def other_size(width: int, height: int, asked: CameraRequest) -> Text | None:
    """Say which size a camera took that refused the one asked for; None where it did not."""
    if (width, height) == (asked.width, asked.height):
        return None
    return _OTHER_SIZE.format(
        width=width, height=height, asked_width=asked.width, asked_height=asked.height
    )


def open_camera(
    spec: str,
    mask: RegionMask | None = None,
    *,
    asked: CameraRequest | None = None,
    light: CameraLamp | None = None,
    locked: Locked | None = None,
) -> LiveSource:
    """Open a camera by what the user wrote; see `open_source`.

    `light` is on while the camera is held; `locked` are the values it is held at.

    Raises:
        PlainError: it is not there, taken by another program or does not answer.
    """
    opener, first = opener_for(spec, asked, locked), None
    if light is not None:
        light.on()
    try:
        first = opener()
    finally:
        if first is None and light is not None:
            light.off()
    if first is None:
        raise PlainError(TROUBLE[SourceState.LOST])
    return LiveSource(opener, mask, first=first, light=light)


def is_camera(spec: str) -> bool:
    """Whether these words name something that delivers pictures as they happen."""
    return (
        spec.isdigit()
        or spec.split(":", maxsplit=1)[0] == "camera"
        or ribbon_number(spec) is not None
        or spec.startswith("/dev/video")
        or spec == PHONE
        or is_network(spec)
    )


def open_source(
    spec: str,
    mask: RegionMask | None = None,
    asked: CameraRequest | None = None,
    light: CameraLamp | None = None,
) -> FrameSource:
    """Open a source by what the user wrote; `light` is on while a camera is held.

    `0`, `camera` or `/dev/video0` is a USB camera, `csi` or `csi:1` one on a Raspberry Pi's ribbon,
    `http://...` or `rtsp://...` a network camera, a folder its pictures, anything else a recording.

    Raises:
        PlainError: it cannot be opened or read.
    """
    if is_camera(spec):
        return open_camera(spec, mask, asked=asked, light=light)
    if is_address(spec):
        raise PlainError(_NO_CAMERAS_ADDRESS.format(url=shown_address(spec)))
    path = Path(spec)
    return PictureFolder(path, mask) if path.is_dir() else VideoFile(path, mask)
