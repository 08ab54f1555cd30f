"""The pages' own files: read and compressed once; no other file can be asked for.

A name is looked up among those found at the start and never becomes a path, so nothing outside can
be reached by a clever one.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from flask import Response, abort, request

STATIC = Path(__file__).parents[1] / "static"

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
"""What is handed out; licences and lists of origin are not."""
_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
_PACKED = (".css", ".js", ".svg")
_LEVEL = 9
MAX_AGE = 3600
"""Seconds a phone may keep a file without asking again."""


@dataclass(frozen=True, slots=True)
class File:
    """One file as it is sent."""

    kind: str
    body: bytes
    packed: bytes | None
    """The body compressed (gzip); None where that does not help."""
    tag: str


class Files:
    """The files of one folder, each read when it is first asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file() and path.suffix in _TYPES
        }
        self._read: dict[str, File] = {}
        self._gate = Lock()

    def find(self, name: str) -> File | None:
        """Return a file by its name below the folder; None where there is none."""
        path = self._paths.get(name)
        if path is None:
            return None
        with self._gate:
            if name not in self._read:
                self._read[name] = _read(path)
            return self._read[name]

    def answer(self, filename: str) -> Response:
        """Answer a request for a file, 404 where there is none."""
        file = self.find(filename)
        if file is None:
            abort(404)
        packed = file.packed if takes_gzip() else None
        response = Response(file.body if packed is None else packed, content_type=file.kind)
        if packed is not None:
            response.content_encoding = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = f"public, max-age={MAX_AGE}"
        response.set_etag(file.tag, weak=True)
        response.make_conditional(request)
        return response


@cache
def own_files() -> Files:
    """Return the pages' own files: every server of the program hands out the same."""
    return Files()


def takes_gzip() -> bool:
    """Tell whether the visitor reads compressed answers."""
    return bool(request.accept_encodings["gzip"])


def pack(body: bytes) -> bytes:
    """Return `body` compressed, always the same for the same body."""
    return gzip.compress(body, _LEVEL, mtime=0)


def _read(path: Path) -> File:
    body = path.read_bytes()
    if path.suffix == ".css":
        # What is written for who reads the file is a fifth of its weight on a phone's line.
        body = _COMMENT.sub(b"", body)
    packed = pack(body) if path.suffix in _PACKED else None
    tag = hashlib.sha256(body).hexdigest()[:16]
    return File(_TYPES[path.suffix], body, packed, tag)
