"""Files written whole or not at all, also where the plug is pulled meanwhile.

Beside the file a draft is written and brought to the disk, then it takes the file's name: whoever
reads finds the file as it was before or as it is now. A draft left behind is written over. Threads
that write into one folder wait for each other, so that none takes another's unfinished draft.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

DRAFT = ".part"
"""What a draft's name ends with, behind the file's own."""
EVERYBODY = 0o666
"""As the machine gives rights to new files: what people carry away."""
GROUP = 0o640
OWNER = 0o600


def write_whole(path: Path, body: bytes | str, rights: int = GROUP) -> None:
    """Write a file; text as UTF-8.

    Raises:
        OSError: it cannot be written; the file is as it was before.
    """
    with _gate(path.parent):
        _write(path, body, rights)
        settle(path.parent)


def is_locked(lock: Path) -> bool:
    """Tell whether another program holds a file's lock; the file is not changed.

    Raises:
        OSError: it cannot be opened.
    """
    handle = os.open(lock, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


_GATES: dict[Path, Lock] = {}
_ALL = Lock()


def _gate(folder: Path) -> Lock:
    with _ALL:
        return _GATES.setdefault(folder, Lock())


def _write(path: Path, body: bytes | str, rights: int) -> None:
    draft = path.with_name(path.name + DRAFT)
    try:
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, rights)
        with os.fdopen(handle, "wb") as file:
            file.write(body.encode() if isinstance(body, str) else body)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def settle(folder: Path) -> None:
    """Let the names in a folder reach the disk too.

    Raises:
        OSError: the disk refuses.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some drives know no order for names: their files are written through all the same.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)
