"""A Raspberry Pi's ribbon camera, through a child process `rpicam-vid`.

OpenCV's V4L2 cannot open these cameras, and their Python binding asks for another NumPy than
OpenCV does. The child writes plain YUV 4:2:0 pictures of known length to its standard output; a
picture that is not needed is thrown away without being converted.
"""

from __future__ import annotations

import os
import re
import selectors
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import IO

import cv2
import numpy as np

from engine.text import PlainError, Text, os_reason
from vision.arrays import Image, as_image

PROGRAM = "rpicam-vid"
OLDER_PROGRAM = "libcamera-vid"
FIRST_PICTURE_SECONDS = 10.0
"""The sensor is started and exposure found before the first picture comes."""
PICTURE_SECONDS = 3.0
_LIST_SECONDS = 8.0
_KILL_SECONDS = 2.0
_LAST_LINES = 20
_CHUNK = 1 << 20
_STRIDE = 64
"""Lines of the child's pictures are padded to a multiple of this; such widths need no padding."""

WHOLE_FIELD = {"imx708": "2304:1296"}
"""The sensor's mode that keeps the whole angle, by the beginning of its name. Asked for 1280 x 720
without one, Camera Module 3 (and Wide) takes its fast mode of 1536 x 864, the middle two thirds of
its angle."""

_MISSING = Text(
    de="Das Programm rpicam-vid fehlt; bitte „sudo apt install rpicam-apps“ ausführen.",
    en='The program rpicam-vid is missing; please run "sudo apt install rpicam-apps".',
)
_WIDTH = Text(
    de="Die Breite {width} geht bei einer CSI-Kamera nicht; bitte ein Vielfaches von 64 nehmen "
    "(1280, 1536, 1920).",
    en="A CSI camera cannot do a width of {width}; please choose a multiple of "
    "64 (1280, 1536, 1920).",
)
NO_CAMERA = Text(
    de="Keine CSI-Kamera gefunden; bitte Stromversorgung trennen und das Flachbandkabel prüfen.",
    en="No CSI camera found; please unplug the power and check the ribbon cable.",
)
_DOES_NOT_RUN = Text(
    de="{program} läuft nicht ({why}); bitte „sudo apt full-upgrade“ ausführen und neu starten.",
    en='{program} does not run ({why}); please run "sudo apt full-upgrade" and restart the device.',
)
_NO_END = Text(de="es wird nicht fertig", en="it does not finish")
_SILENT = Text(
    de="Die CSI-Kamera liefert kein Bild mehr; sie wird neu gestartet.",
    en="The CSI camera has stopped delivering pictures; it is being restarted.",
)
_ENDED = Text(
    de="Die CSI-Kamera ist ausgefallen ({why}); sie wird neu gestartet.",
    en="The CSI camera has failed ({why}); it is being restarted.",
)
_OTHER_LIBRARY = Text(
    de="rpicam-vid passt nicht zum libcamera dieses Systems; bitte „sudo apt full-upgrade“ "
    "ausführen und neu starten.",
    en="rpicam-vid does not match this system's libcamera; please run \"sudo apt "
    'full-upgrade" and restart the device.',
)
_REASONS: tuple[tuple[str, Text], ...] = (
    ("no cameras available", NO_CAMERA),
    # The program is of another time than libcamera: an update that was broken off, a mixed system.
    ("shared libraries", _OTHER_LIBRARY),
    ("symbol lookup error", _OTHER_LIBRARY),
    (
        "in use by another process",
        Text(
            de="Die CSI-Kamera wird von einem anderen Programm benutzt; bitte dieses beenden.",
            en="The CSI camera is in use by another program; please close that one.",
        ),
    ),
    (
        "resource busy",
        Text(
            de="Die CSI-Kamera wird von einem anderen Programm benutzt; bitte dieses beenden.",
            en="The CSI camera is in use by another program; please close that one.",
        ),
    ),
    (
        "failed to allocate",
        Text(
            de="Für die CSI-Kamera reicht der Speicher nicht; bitte andere Programme beenden oder "
            "eine kleinere Bildgröße wählen.",
            en="There is not enough memory for the CSI camera; please close other "
            "programs or choose a smaller picture size.",
        ),
    ),
    (
        "unrecognised option",
        Text(
            de="rpicam-vid ist zu alt; bitte „sudo apt full-upgrade“ ausführen.",
            en='rpicam-vid is too old; please run "sudo apt full-upgrade".',
        ),
    ),
    (
        "camera frontend has timed out",
        Text(
            de="Die CSI-Kamera antwortet nicht; bitte das Flachbandkabel prüfen.",
            en="The CSI camera does not respond; please check the ribbon cable.",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class RpicamSettings:
    """What the child is asked for; None leaves a value to the camera.

    `exposure_us` microseconds, `gain` analogue gain from 1, `awb_gains` red and blue,
    `lens_dioptres` reciprocal metres, `mains_hz` 50 or 60.
    """

    camera: int = 0
    width: int = 1280
    height: int = 720
    fps: int = 30
    exposure_us: int | None = None
    gain: float | None = None
    awb_gains: tuple[float, float] | None = None
    lens_dioptres: float | None = None
    mains_hz: int = 50
    mode: str | None = None
    """Width and height of the sensor's own mode, as in `WHOLE_FIELD`."""
    metadata: str | None = None
    """File the child writes its values of each picture to."""


def arguments(settings: RpicamSettings) -> list[str]:
    """Return the child's arguments, without its name."""
    words = ["--camera", str(settings.camera), "--codec", "yuv420", "--output", "-"]
    words += ["--timeout", "0", "--nopreview", "--verbose", "1"]
    words += ["--width", str(settings.width), "--height", str(settings.height)]
    if settings.mode is not None:
        words += ["--mode", settings.mode]
    words += ["--framerate", str(settings.fps), "--denoise", "cdn_fast"]
    words += ["--flicker-period", f"{round(500_000 / settings.mains_hz)}us"]
    if settings.exposure_us is not None:
        words += ["--shutter", f"{settings.exposure_us}us"]
    if settings.gain is not None:
        words += ["--gain", f"{settings.gain:.3f}"]
    if settings.awb_gains is not None:
        words += ["--awbgains", "{:.3f},{:.3f}".format(*settings.awb_gains)]
    if settings.lens_dioptres is not None:
        words += ["--autofocus-mode", "manual", "--lens-position", f"{settings.lens_dioptres:.3f}"]
    if settings.metadata is not None:
        words += ["--metadata", settings.metadata, "--metadata-format", "json"]
    return words


def why_failed(lines: list[str], status: int | None) -> Text:
    """Turn what the child wrote to standard error into one plain sentence."""
    return _known(lines) or _ENDED.format(why=_last(lines, status))


def _known(lines: list[str]) -> Text | None:
    said = "\n".join(lines).lower()
    return next((text for sign, text in _REASONS if sign in said), None)


def _last(lines: list[str], status: int | None) -> str:
    errors = [line for line in lines if "error" in line.lower()]
    return ((errors or lines)[-1].strip(" *\t") if lines else f"Status {status}")[:120]


class RpicamCapture:
    """One running child."""

    def __init__(self, command: list[str], settings: RpicamSettings) -> None:
        self._width, self._height = settings.width, settings.height
        self._length = settings.width * settings.height * 3 // 2
        self._child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._pipe = self._child.stdout.fileno()
        os.set_blocking(self._pipe, False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._pipe, selectors.EVENT_READ)
        self._lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._listener = threading.Thread(
            target=self._hear, args=(self._child.stderr,), name="rpicam-stderr", daemon=True
        )
        self._listener.start()
        self._patience = FIRST_PICTURE_SECONDS
        self._whole: bytearray | None = None
        self._part = bytearray()
        self._reason: Text | None = None

    @property
    def reason(self) -> Text | None:
        """Why it ended, None while it runs."""
        return self._reason

    def grab(self) -> bool:
        """Wait for the next picture; False when the child ended or hangs."""
        deadline = time.monotonic() + self._patience
        while len(self._part) < self._length:
            left = deadline - time.monotonic()
            if left <= 0 or not self._ready.select(left):
                self._reason = _SILENT
                return False
            chunk = os.read(self._pipe, min(_CHUNK, self._length - len(self._part)))
            if not chunk:
                self._reason = self._ended()
                return False
            self._part += chunk
        self._whole, self._part = self._part, bytearray()
        self._patience = PICTURE_SECONDS
        return True

    def retrieve(self) -> Image | None:
        """Convert the picture grabbed last."""
        if self._whole is None:
            return None
        planes = np.frombuffer(self._whole, np.uint8).reshape(-1, self._width)
        return as_image(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420))

    def release(self) -> None:
        """End the child, if it must be by force, and wait until it has gone."""
        self._ready.close()
        self._child.terminate()
        try:
            self._child.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._listener.join(_KILL_SECONDS)
        for pipe in (self._child.stdout, self._child.stderr):
            if pipe is not None:
                pipe.close()

    def _ended(self) -> Text:
        try:
            status: int | None = self._child.wait(_KILL_SECONDS)
        except subprocess.TimeoutExpired:
            status = None
        self._listener.join(_KILL_SECONDS)
        return why_failed(list(self._lines), status)

    def _hear(self, stderr: IO[bytes]) -> None:
        for line in stderr:
            self._lines.append(line.decode("utf-8", "replace").rstrip())


def program() -> str:
    """Return the path of the child's program.

    Raises:
        PlainError: it is not installed.
    """
    found = shutil.which(PROGRAM) or shutil.which(OLDER_PROGRAM)
    if found is None:
        raise PlainError(_MISSING)
    return found


_LISTED = re.compile(r"^\s*(\d+)\s*:\s*(\S+)\s*\[", re.MULTILINE)


def listed() -> dict[int, str]:
    """Return the ribbon cameras' names by number, as the very program lists that takes pictures.

    No camera is opened for it, so that one in use is listed as well.

    Raises:
        PlainError: the program is missing or does not run; the sentence says what to do.
    """
    command = program()
    name = os.path.basename(command)
    try:
        done = subprocess.run(
            [command, "--list-cameras"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LIST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PlainError(_DOES_NOT_RUN.format(program=name, why=_NO_END)) from None
    except OSError as error:
        why = os_reason(error)
        raise PlainError(_DOES_NOT_RUN.format(program=name, why=why)) from error
    said = done.stdout + done.stderr
    if done.returncode:
        lines = said.splitlines()
        why_not = _DOES_NOT_RUN.format(program=name, why=_last(lines, done.returncode))
        raise PlainError(_known(lines) or why_not)
    return {int(number): camera for number, camera in _LISTED.findall(said)}


def _whole_field(camera: int) -> str | None:
    """Return the mode for the whole angle of the sensor with this number; None: the child's own."""
    name = listed().get(camera, "")
    return next((mode for sensor, mode in WHOLE_FIELD.items() if name.startswith(sensor)), None)


def rpicam_opener(settings: RpicamSettings) -> Callable[[], RpicamCapture]:
    """Return what starts the child and waits for its first picture.

    Where `settings` name no mode, the one that keeps this sensor's whole angle is asked for.

    Raises (when called):
        PlainError: there is no such program, or it ended without a picture, with its reason.
    """

    def opener() -> RpicamCapture:
        if settings.width % _STRIDE:
            raise PlainError(_WIDTH.format(width=settings.width))
        asked = replace(settings, mode=settings.mode or _whole_field(settings.camera))
        capture = RpicamCapture([program(), *arguments(asked)], asked)
        if capture.grab():
            return capture
        reason = capture.reason or _SILENT
        capture.release()
        raise PlainError(reason)

    return opener
