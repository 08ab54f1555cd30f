"""How much of a text from outside is read: beyond that it is told in one sentence, not worked on.

A file may come from anywhere. Each bound is far above what people write, and low enough that a
small machine stays quick: the worst text within them costs some hundred megabytes and seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import isinf

from engine.text import Text

MOST_BYTES = 64 * 1024 * 1024
"""Of a file of deals or of an exported journal: a thousand evenings of forty deals have 70 MB as
deals over many lines, a tenth as a journal."""
MOST_SETTINGS = 64 * 1024
"""Characters of a file of settings or house rules, which with all remarks have 10,000. Reading TOML
takes a time that grows with the square of the text."""
MOST_DEAL = 256 * 1024
"""Characters of one deal, one event, one line: a deal with everything on record has 4,000. JSON of
nothing but brackets takes twenty times its size in memory."""
MOST_ENTRIES = 1000
"""Entries of one list of a deal, fields of a deal, parts of a deal in the notation: twenty times
the largest deck. The deal file counts plays to a thousand as well."""
DEEPEST = 32
"""Brackets within each other; ours stand four deep."""

TOO_LONG = Text(
    de=f"Ein Spiel oder eine Zeile hat hier über {MOST_DEAL} Zeichen; so lang ist keines, bitte "
    "die Datei prüfen.",
    en=f"A deal or a line here is longer than {MOST_DEAL} characters; none ever is, so please "
    "check the file.",
)
TOO_DEEP = Text(
    de=f"Mehr als {DEEPEST} Klammern stehen hier ineinander; so tief wird nicht gelesen, bitte die "
    "Datei prüfen.",
    en=f"Brackets here are nested more than {DEEPEST} deep, deeper than can be read; please "
    "check the file.",
)
TOO_MANY = Text(
    de=f"Ein Spiel hat hier über {MOST_ENTRIES} Einträge; so viele hat keines, bitte die Datei "
    "prüfen.",
    en=f"A deal here has more than {MOST_ENTRIES} entries; no deal has that many, so please "
    "check the file.",
)


def json_of(text: str, pairs: Callable[[list[tuple[str, object]]], object] | None = None) -> object:
    """Return what a JSON text says; `pairs` makes an object of its fields.

    Raises:
        ValueError: it is no JSON, or what Python reads and JSON does not know (NaN, Infinity), or
            numbers and brackets that Python gives up on.
    """
    try:
        return json.loads(
            text, object_pairs_hook=pairs, parse_constant=_no_number, parse_float=_finite
        )
    except RecursionError as error:
        raise ValueError("too deep") from error


def _no_number(word: str) -> object:
    raise ValueError(word)


def _finite(word: str) -> float:
    value = float(word)
    if isinf(value):
        raise ValueError(word)
    return value


def too_deep(value: object) -> bool:
    """Tell whether lists and objects stand deeper within each other than anything of ours.

    >>> too_deep([[[1]]]), too_deep({"a": [0]}), too_deep(eval("[" * 40 + "]" * 40))
    (False, False, True)
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            part
            for each in level
            if isinstance(each, list | Mapping)
            for part in (each.values() if isinstance(each, Mapping) else each)
            if isinstance(part, list | Mapping)
        ]
        if not level:
            return False
    return True


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text without their ends, one after the other: a list of all is large.

    >>> list(lines_of("a\n\nb")), list(lines_of(""))
    (['a', '', 'b'], [''])
    """
    at = 0
    while (end := text.find("\n", at)) >= 0:
        yield text[at:end]
        at = end + 1
    yield text[at:]
