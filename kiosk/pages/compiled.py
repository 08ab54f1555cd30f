"""Templates are compiled once for all pages of the program, and before somebody waits for one.

Compiling takes a hundred times as long as drawing. Left to the first who looks, it falls upon the
first card of an evening, and upon every phone at once.
"""

from __future__ import annotations

from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Compiled templates in memory, shared by applications that compile them alike."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled of the same text."""
        checksum, code = self._known.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        if bucket.code is not None:
            self._known[bucket.key] = (bucket.checksum, bucket.code)


COMPILED = Compiled()
"""Of all applications whose templates get their words by `kiosk.app.set_words`."""


def compile_ahead(app: Flask) -> None:
    """Compile every template `app` may draw; what was compiled for another costs next to nothing.

    About half a second of processor time the first time, to be spent where nobody waits.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
