"""TOML, read within bounds; what is none has a line where that begins.

The reader of the standard library fails in more ways than it says: at brackets that stand deep, at
numbers of thousands of digits, and after a time that grows with the square of the text.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from engine.bounds import MOST_SETTINGS, too_deep

_AT = re.compile(r"\(at line (\d+), column \d+\)")


class NoTomlError(Exception):
    """A text is no TOML, from this line on."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


def toml_of(text: str) -> dict[str, Any]:
    """Return what a TOML text holds.

    Raises:
        NoTomlError: it is none, or larger and deeper than any of ours.
    """
    if len(text) > MOST_SETTINGS:
        raise NoTomlError(text.count("\n", 0, MOST_SETTINGS) + 1, "too long")
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = int(at.group(1)) if at else max(1, len(text.splitlines()))
        raise NoTomlError(line, str(error)) from error
    except (ValueError, RecursionError) as error:
        raise NoTomlError(_strangest(text), str(error)) from error
    if too_deep(read):
        raise NoTomlError(_strangest(text), "too deep")
    return read


def _strangest(text: str) -> int:
    """Return the line that most likely cannot be read: the longest one."""
    lines = text.splitlines()
    return 1 + max(range(len(lines)), key=lambda number: len(lines[number]), default=0)
