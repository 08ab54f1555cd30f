"""Files of the data folder in which a name still stands, apart from the journal that runs.

A journal can forget; files that were made of it before are whoever made them's own.
"""

from __future__ import annotations

import html
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from engine.journal.people import texts_in
from engine.text import Text
from kiosk.home.data_folder import Home
from kiosk.words import names as w

_MOST = 256 * 2**20
"""Bytes of a file, or of one unpacked, that are looked through; a bigger one is named as unread."""
_PICTURES = frozenset({".png", ".pdf", ".jpg", ".mkv", ".mp4"})
"""Endings of files that may show a name without holding its letters."""


@dataclass(frozen=True, slots=True)
class Traces:
    """Where a name still stands, paths within the data folder."""

    holding: tuple[str, ...] = ()
    """Files that hold it."""
    unread: tuple[str, ...] = ()
    """Files that cannot be looked through: pictures, and what is no file to be read."""
    ids: tuple[str, ...] = ()
    """Ids of deals in the journal that hold it."""


def traces(home: Home, *names: str, within: Path | None = None) -> Traces:
    """Return the files that hold one of the names as a word of its own.

    Args:
        home: whose files are looked through.
        names: as they were typed; without any, what cannot be looked through is told all the same.
        within: a file or folder of it; None: all.
    """
    holding, unread = [], []
    word = _pattern(names)
    for path in _files(home, within or home.root):
        named = path.relative_to(home.root).as_posix()
        if path.suffix.casefold() in _PICTURES:
            unread.append(named)
            continue
        try:
            if any(word.search(body) for body in _bodies(path)):
                holding.append(named)
        except (OSError, zipfile.BadZipFile, zlib.error, _TooBigError, RuntimeError):
            unread.append(named)
    return Traces(tuple(holding), tuple(unread))


def holds(path: Path, name: str) -> bool:
    """Tell whether a file, or one of a folder, holds a name; no where it cannot be looked through.

    It may lie outside the data folder, on a stick.
    """
    word = _pattern((name,))
    for each in [path, *path.rglob("*")]:
        with suppress(OSError, zipfile.BadZipFile, zlib.error, _TooBigError, RuntimeError):
            if each.is_file() and any(word.search(body) for body in _bodies(each)):
                return True
    return False


def _files(home: Home, within: Path) -> Iterator[Path]:
    ours = {home.journal.name, home.sample_journal.name}
    for path in sorted([within, *within.rglob("*")]):
        inside = path.relative_to(home.root).parts
        running = len(inside) == 1 and inside[0].split("-")[0].removesuffix(".lock") in ours
        if path.is_file() and not running and inside[0] != home.decks.name:
            yield path


class _TooBigError(Exception):
    """More than is looked through."""


def _bodies(path: Path) -> Iterator[bytes]:
    """Yield what a file holds, and what is packed in it."""
    if path.stat().st_size > _MOST:
        raise _TooBigError
    body = path.read_bytes()
    yield body
    # In a journal that lies aside a name does not stand by itself: its checksum follows at once.
    yield b"\n".join(texts_in(body))
    if zipfile.is_zipfile(BytesIO(body)):
        with zipfile.ZipFile(BytesIO(body)) as packed:
            for each in packed.infolist():
                if each.file_size > _MOST:
                    raise _TooBigError
                yield packed.read(each)


def _pattern(names: tuple[str, ...]) -> re.Pattern[bytes]:
    """Return what a name looks like in text, JSON and XML, as a word of its own."""
    ways = {
        way
        for name in names
        for way in (name, json.dumps(name)[1:-1], html.escape(name), html.escape(name, quote=False))
    }
    told = []
    for way in sorted(ways, key=len, reverse=True):
        with suppress(UnicodeEncodeError):
            told.append(re.escape(way.encode()))
    either = b"|".join(told) or rb"(?!)"
    return re.compile(rb"(?<![A-Za-z0-9])(?:" + either + rb")(?![A-Za-z0-9])")


_NAMED = 8
"""Files that are called by name in one sentence."""


def told(found: Traces) -> tuple[Text, ...]:
    """Return in sentences where a forgotten name still stands."""
    said = [w.HOLDING.format(files=listed(found.holding)) if found.holding else w.NO_FILES]
    if found.unread:
        said.append(w.UNREAD.format(files=listed(found.unread)))
    if found.ids:
        said.append(w.IN_IDS.format(ids=listed(found.ids)))
    return (*said, w.ELSEWHERE)


def holding(found: Traces) -> tuple[Text, ...]:
    """Return in sentences where the name of somebody who is known stands beside the journal."""
    said = [w.ALSO_IN.format(files=listed(found.holding)) if found.holding else w.NO_FILES]
    if found.unread:
        said.append(w.UNREAD.format(files=listed(found.unread)))
    if found.ids:
        said.append(w.ALSO_IN_IDS.format(ids=listed(found.ids)))
    return tuple(said)


def listed(files: tuple[str, ...]) -> Text:
    """Return files, or names, in one sentence: those by their name that there is room for."""
    # The many backups do not push a journal that lies aside out of the sentence.
    heaps = Counter(map(_heap, files))
    shown = ", ".join(sorted(files, key=lambda file: heaps[_heap(file)])[:_NAMED])
    more = len(files) - _NAMED
    return w.MORE.format(files=shown, n=more) if more > 0 else Text(de=shown, en=shown)


def _heap(file: str) -> str:
    return file.partition("/")[0]
