"""The badge of a running recording: any screen of this table can say that pictures are kept.

A file in the data folder, locked by the recording program; the kernel drops the lock with the
process, so a killed recording never leaves a badge that lies.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.text import Text
from kiosk.home import Home, not_writable

BADGE = Text(de="Aufnahme läuft: {file}", en="Recording: {file}")


def _path(home: Home) -> Path:
    return home.root / "recording"


@contextmanager
def badge(home: Home, out: Path) -> Iterator[None]:
    """Hold up the badge while `out` is recorded.

    Raises:
        PlainError: the data folder cannot be written.
    """
    home.prepare()
    try:
        handle = os.open(_path(home), os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise not_writable(home.root, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        os.ftruncate(handle, 0)
        os.pwrite(handle, out.name.encode("utf-8", "surrogateescape"), 0)
        yield
    finally:
        os.close(handle)


def recording_now(home: Home) -> Text | None:
    """Return what the badge says, None where nothing is being recorded."""
    try:
        handle = os.open(_path(home), os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        name = os.pread(handle, 4096, 0).decode("utf-8", "replace")
        return BADGE.format(file=name)
    finally:
        os.close(handle)
    return None
