"""`mehrkopf record OUT`: record an evening from the camera, for `watch` to read back."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import ExitStack
from getpass import getpass
from pathlib import Path
from types import FrameType

from engine.text import PlainError, Text
from kiosk.camera.camera_values import open_with_setup, request_of
from kiosk.camera.recorder import RecordedVideo, Recording, badge, record, refuse
from kiosk.cli.command import HOME, Argument, Arguments, Option, command
from kiosk.cli.common import CONFIG, FILE, SOURCE, home_of, say, target, warn
from kiosk.cli.lamp import lamp_of
from kiosk.settings import load_settings
from kiosk.web.phones.desk import pin_of
from kiosk.web.pin import HostPin
from vision.camera.frames import VideoFile
from vision.camera.live import LiveSource
from vision.camera.network import CameraAddress

_OUT = Text(de="Videodatei, die entsteht (.mkv)", en="video file to write (.mkv)")
_SOURCE = Text(
    de="camera, csi, eine Netzwerkkamera oder ein Video (sonst die Kamera der Einstellungen)",
    en="camera, csi, a network camera or a video (default: the configured camera)",
)
_MINUTES = Text(de="nach so vielen Minuten aufhören", en="stop after this many minutes")
_YES = Text(
    de="alle am Tisch sind einverstanden; nicht mehr nachfragen",
    en="everybody at the table agrees; do not ask again",
)
_WHOLE = Text(
    de="das ganze Bild aufnehmen, nicht nur die Tischmitte",
    en="record the whole picture, not just the middle of the table",
)
_ASK = Text(
    de="Aufgenommen wird {what}. Sind alle am Tisch einverstanden? [j/N] ",
    en="This records {what}. Does everybody at the table agree? [y/N] ",
)
_MIDDLE = Text(de="nur die Tischmitte", en="only the middle of the table")
_ALL = Text(de="das ganze Kamerabild", en="the camera's whole picture")
_CONSENT = Text(
    de="Eine Aufnahme braucht das Einverständnis aller am Tisch; mit --yes bestätigen.",
    en="A recording needs the consent of everybody at the table; confirm with --yes.",
)
_ASK_PIN = Text(de="PIN dieses Tischs: ", en="This table's PIN: ")
_NEEDS_PIN = Text(
    de="Für eine Aufnahme braucht es den PIN dieses Tischs; bitte in einem Terminal eingeben oder "
    "als Zeile auf die Standardeingabe geben.",
    en="A recording needs this table's PIN; please type it in a terminal or give it "
    "as a line on standard input.",
)
_REFUSED = Text(
    de="Nicht alle sind einverstanden: Nichts wurde aufgenommen.",
    en="Not everybody agrees: nothing was recorded.",
)
_MINUTES_WRONG = Text(de="--minutes muss mehr als 0 sein.", en="--minutes must be more than 0.")
_BEGUN = Text(de="Aufnahme läuft: {file} (Strg+C beendet)", en="Recording: {file} (Ctrl+C to stop)")
_DONE = Text(
    de="{file}: {minutes}:{seconds:02d} aufgenommen, {size:.1f} MB{pauses}.{called}",
    en="{file}: {minutes}:{seconds:02d} recorded, {size:.1f} MB{pauses}.{called}",
)
_PAUSES = Text(
    de=", die Kamera setzte {count} Mal aus", en=", the camera dropped out {count} times"
)
_CALLED = Text(
    de=" An den Namen {named} wurde {suffix} gehängt: Die Aufnahme ist Matroska.",
    en=" {suffix} was added to the name {named}: the recording is Matroska.",
)
_FOLDER = Text(
    de="{path} ist ein Ordner; bitte die Datei nennen, die darin entstehen soll.",
    en="{path} is a folder; please name the file to write in it.",
)
_OTHER_KIND = Text(
    de="Aufgenommen wird als Matroska (.mkv), nicht als {suffix}; bitte die Datei {file} nennen.",
    en="Recordings are Matroska (.mkv), not {suffix}; please call the file {file}.",
)
_SUFFIX = ".mkv"
_OTHER_VIDEOS = frozenset(
    {".avi", ".flv", ".m4v", ".mov", ".mp4", ".mpeg", ".mpg", ".mts", ".ogv", ".ts", ".webm"}
)
_PROGRESS_S = 0.5


@command(
    Argument("out", FILE, _OUT, type=target),
    Option("--source", value=SOURCE, type=CameraAddress, text=_SOURCE),
    Option("--minutes", value="N", type=float, text=_MINUTES),
    Option("--yes", is_flag=True, text=_YES),
    Option("--whole", is_flag=True, text=_WHOLE),
    CONFIG,
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Record until stopped, the time is up or the source ends; status 1 where not all agree."""
    if arguments.minutes is not None and not arguments.minutes > 0:
        raise PlainError(_MINUTES_WRONG)
    home = home_of(arguments)
    settings = load_settings(arguments.config, home)
    spec = arguments.source or settings.source or "camera"
    out = _file(arguments.out)
    refuse(out)
    _permitted(pin_of(home), arguments)
    if not _consent(arguments):
        warn(_REFUSED, arguments.language)
        return 1
    light = lamp_of(spec, settings)
    opened, geometry = open_with_setup(home, spec, request_of(home, settings.size), light)
    recording = Recording(
        out=out,
        seconds=None if arguments.minutes is None else 60.0 * arguments.minutes,
        geometry=geometry,
        whole_picture=arguments.whole,
    )
    stop = threading.Event()
    with ExitStack() as stack:
        source = stack.enter_context(opened)
        stack.enter_context(badge(home, out))
        _stop_on_signals(stop, source if isinstance(source, LiveSource) else None)
        say(_BEGUN.format(file=out), arguments.language)
        done = record(source, recording, stop, _Shown(arguments))
        if isinstance(source, VideoFile) and source.warning is not None:
            warn(source.warning, arguments.language)
    say(_summary(arguments.out, out, done), arguments.language)
    return 0


def _file(named: Path) -> Path:
    """Return the file to make: what is recorded is Matroska, and is called that.

    Raises:
        PlainError: the name says another kind of video, or is a folder's.
    """
    if named.is_dir():
        raise PlainError(_FOLDER.format(path=named))
    suffix = named.suffix.lower()
    if suffix == _SUFFIX:
        return named
    if suffix in _OTHER_VIDEOS:
        file = str(named.with_suffix(_SUFFIX))
        raise PlainError(_OTHER_KIND.format(suffix=suffix, file=file))
    return named.with_name(named.name + _SUFFIX)


def _permitted(pin: HostPin, arguments: Arguments) -> None:
    """Ask for the table's PIN, where one was chosen.

    Raises:
        PlainError: it was not given, or is wrong.
    """
    if not pin.is_set:
        return
    if sys.stdin.isatty():
        try:
            digits = getpass(_ASK_PIN.in_language(arguments.language))
        except EOFError:  # Ctrl+D
            digits = ""
    else:
        digits = sys.stdin.readline()
    if not digits.strip():
        raise PlainError(_NEEDS_PIN)
    pin.check(digits.strip())


def _consent(arguments: Arguments) -> bool:
    """Tell whether everybody at the table agrees.

    Raises:
        PlainError: nobody is there who could be asked.
    """
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise PlainError(_CONSENT)
    what = _ALL if arguments.whole else _MIDDLE
    sys.stderr.write(_ASK.format(what=what).in_language(arguments.language))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("j", "ja", "y", "yes")


def _stop_on_signals(stop: threading.Event, live: LiveSource | None) -> None:
    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()
        if live is not None:
            # A camera that delivers nothing must not keep the recording from ending.
            live.end()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)


class _Shown:
    """Shows time and size of the recording on a terminal."""

    def __init__(self, arguments: Arguments) -> None:
        self._language = arguments.language
        self._shown = sys.stderr.isatty()
        self._last = 0.0

    def __call__(self, seconds: float, size: int) -> None:
        now = time.monotonic()
        if not self._shown or now - self._last < _PROGRESS_S:
            return
        self._last = now
        minutes, rest = divmod(int(seconds), 60)
        sys.stderr.write(f"\r● {minutes}:{rest:02d}  {size / 1e6:.1f} MB ")
        sys.stderr.flush()


def _summary(named: Path, out: Path, done: RecordedVideo) -> Text:
    minutes, seconds = divmod(round(done.seconds), 60)
    pauses: Text | str = _PAUSES.format(count=done.pauses) if done.pauses else ""
    called: Text | str = ""
    if out != named:
        called = _CALLED.format(named=named.name, suffix=_SUFFIX)
    return _DONE.format(
        file=out,
        minutes=minutes,
        seconds=seconds,
        size=done.size / 1e6,
        pauses=pauses,
        called=called,
    )
