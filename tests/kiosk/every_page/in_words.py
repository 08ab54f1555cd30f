"""What tells words from what the program writes down: values, keys, citations."""

from __future__ import annotations

import re

from kiosk.settings import _KNOWN

WRITTEN_DOWN = re.compile(
    r"\b[A-Z]\w+\(\w+=|\bobject at 0x|<[\w.]+ object|^None$|[=:(,] ?None\b|^[\[{(]'"
    r"|\b[A-Z][A-Za-z]+\.[A-Z][A-Z_]{2,}\b|<[A-Z]\w+\.[A-Z_]+"
)
"""How Python writes down a value that nobody put into words, also a member of an enumeration."""
KEY = re.compile(r"(?<![\w/.-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/(-])")
"""A name of the program: words joined by underscores."""
CITED = re.compile(r"\b(?:RULES|DESIGN|PAGES|KIOSK|VISION) \d|\b(?:DE|EN|AB|PG|BK) [A-Z\d]")
"""A citation of documents by section as code has it; a person is told the document's name."""


SETTINGS = frozenset(key for keys in _KNOWN.values() for key in keys)
"""What a person types into `table.toml`: named as it is typed there."""


def unworded(said: str) -> list[str]:
    """Return what stands in a sentence that is not in words."""
    found = [each[0] for rule in (WRITTEN_DOWN, CITED) for each in rule.finditer(said)]
    return found + [each[0] for each in KEY.finditer(said) if each[0] not in SETTINGS]
