"""Small files of the data folder that are damaged: the usual values instead, the file kept.

A trifle that cannot be read costs that trifle and no evening. It is renamed, never deleted:
somebody may rescue what stood in it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from engine.text import PlainError, Text, os_reason
from kiosk.home.data_folder import Home
from kiosk.words.parts import COMES_AGAIN, NOT_SET_ASIDE, SET_ASIDE, TRIFLES

LOG = logging.getLogger("mehrkopf")

_DAMAGE = (PlainError, OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What reading a file of wrong content may end with."""


def aside(path: Path, now: datetime) -> Path:
    """Return the name under which a damaged file is kept."""
    return path.with_name(f"{path.stem}-damaged-{now:%Y%m%d-%H%M%S}{path.suffix}")


def damage(path: Path, read: Callable[[], object]) -> Exception | None:
    """Return why `read` fails at a file that is there; None: all is well."""
    try:
        # A broken link is there, too.
        if path.exists() or path.is_symlink():
            read()
    except _DAMAGE as error:
        return error
    return None


def mended(path: Path, read: Callable[[], object]) -> Text | None:
    """Set a trifle aside where `read` fails at it; return what is to be said, None: all is well."""
    error = damage(path, read)
    if error is None:
        return None
    LOG.warning("%s cannot be read: %s", path, error)
    return set_aside(path)


def set_aside(path: Path) -> Text:
    """Rename a damaged trifle; return what is to be said of it."""
    kept, what = aside(path, datetime.now()), TRIFLES[path.name]
    try:
        path.rename(kept)
    except OSError as error:
        LOG.error("%s cannot be renamed: %s", path, error)  # noqa: TRY400
        return NOT_SET_ASIDE.format(what=what, why=os_reason(error))
    LOG.warning("it is kept as %s", kept)
    return COMES_AGAIN.get(path.name, SET_ASIDE).format(what=what)


def mended_folders(home: Home) -> tuple[Text, ...]:
    """Set aside what stands in the place of a folder; return what is to be said."""
    folders = (home.decks, home.rules, home.exports, home.clips, home.backups)
    return tuple(
        set_aside(path)
        for path in folders
        if (path.exists() or path.is_symlink()) and not path.is_dir()
    )
