"""Why a file is no video that can be read, in words, and whether a recording was cut short.

The decoder only says that it cannot; what a person can do about it depends on why. So the first
bytes are looked at: an empty file, a container without pictures, a copy that broke off.
"""

from __future__ import annotations

import struct
from pathlib import Path

from engine.text import PlainError, Text, os_reason

_NOT_READABLE = Text(
    de="{path} ist kein lesbares Video: {why}.", en="{path} is not a readable video: {why}."
)
_EMPTY = Text(
    de="die Datei ist leer; bitte noch einmal übertragen",
    en="the file is empty; please copy it again",
)
_NO_FILE = Text(
    de="es ist keine gewöhnliche Datei; bitte eine Videodatei angeben",
    en="it is no ordinary file; please name a video file",
)
_BROKEN_OFF = Text(
    de="die Datei bricht ab, bevor ihr Verzeichnis kommt; bitte noch einmal ganz übertragen",
    en="the file breaks off before its index; please copy it again as a whole",
)
_SOUND_ONLY = Text(
    de="sie enthält kein Bild; bitte eine andere Datei angeben",
    en="there are no pictures in it; please name another file",
)
_OTHER = Text(de="bitte eine andere Datei angeben", en="please name another file")
_NOT_OPEN = Text(
    de="die Datei kann nicht geöffnet werden ({why}); bitte die Rechte prüfen",
    en="the file cannot be opened ({why}); please check its permissions",
)
_TOO_SMALL = Text(
    de="die Bilder sind nur {width} x {height} Punkte groß; bitte mit 1280 x 720 aufnehmen",
    en="its pictures are only {width} x {height} pixels; please record with 1280 x 720",
)
_CUT_SHORT = Text(
    de="{path} bricht nach {read:.1f} von {whole:.1f} Sekunden ab; ausgewertet ist nur der Anfang. "
    "Bitte die Datei noch einmal übertragen.",
    en="{path} breaks off after {read:.1f} of {whole:.1f} seconds; only its beginning was "
    "read. Please copy the file again.",
)
_CUT_SHARE = 0.97
_CUT_SECONDS = 0.5
SMALLEST_SIDE = 32
"""No card can be read below this by far, but a small test picture is still a picture."""


def unreadable(path: Path) -> PlainError:
    """Return the error for a recording that cannot be decoded, with the reason where one shows."""
    return PlainError(_NOT_READABLE.format(path=path, why=_why(path)))


def too_small(path: Path, width: int, height: int) -> PlainError:
    """Return the error for a recording of pictures in which nothing can be seen."""
    why = _TOO_SMALL.format(width=width, height=height)
    return PlainError(_NOT_READABLE.format(path=path, why=why))


def cut_short(path: Path, frames: int, stated: float, seconds: float, fps: float) -> Text | None:
    """Return the warning for a recording that ended before its container says it should.

    `frames` were read, the last at `seconds`; the container speaks of `stated` frames (0 or less:
    it does not say). Where frames have times of their own both must be short, for the number of
    frames in such a container is often only an estimate.
    """
    if stated <= 0 or frames >= _CUT_SHARE * stated:
        return None
    whole, read = stated / fps, seconds + 1.0 / fps
    if whole - read <= _CUT_SECONDS or read >= _CUT_SHARE * whole:
        return None
    return _CUT_SHORT.format(path=path, read=read, whole=whole)


def _why(path: Path) -> Text:
    if not path.is_file():
        return _NO_FILE
    try:
        with path.open("rb") as file:
            boxes = _boxes(file.read(12), path)
            if path.stat().st_size == 0:
                return _EMPTY
            if boxes is None:
                return _SOUND_ONLY if _is_sound(path) else _OTHER
    except OSError as error:
        return _NOT_OPEN.format(why=os_reason(error))
    return _SOUND_ONLY if b"moov" in boxes else _BROKEN_OFF


def _is_sound(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(12)
    riff = start[:4] == b"RIFF" and start[8:12] == b"WAVE"
    return riff or start[:4] in (b"OggS", b"fLaC") or start[:3] == b"ID3"


def _boxes(start: bytes, path: Path) -> set[bytes] | None:
    """Return the kinds of top-level boxes of an MP4 or MOV, None for any other file."""
    if start[4:8] not in (b"ftyp", b"moov", b"mdat", b"wide", b"free"):
        return None
    kinds: set[bytes] = set()
    size = path.stat().st_size
    at = 0
    with path.open("rb") as file:
        while at + 8 <= size:
            file.seek(at)
            head = file.read(16)
            (length,) = struct.unpack(">I", head[:4])
            if length == 1 and len(head) == 16:
                (length,) = struct.unpack(">Q", head[8:16])
            if length < 8:
                length = size - at
            if at + length <= size:
                kinds.add(head[4:8])
            at += length
    return kinds
