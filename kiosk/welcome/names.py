"""Names of people at the table: what may stand in one, and how it is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.text import PlainError, Text
from kiosk import messages as m
from kiosk.welcome import words as w

LONGEST_NAME = 20
"""Characters (KIOSK section 5)."""
_SIGNS = frozenset(" .-'’")
_LETTERS = ("L", "M", "N")
"""First letters of the Unicode categories of letters, their accents, and digits."""


def read_names(given: Sequence[str]) -> tuple[str, ...]:
    """Return the names of those at the table as they will be shown, empty seats left out.

    Raises:
        PlainError: a name is too long, holds what no name holds, or is there twice.
    """
    names: list[str] = []
    for number, raw in enumerate(given, start=1):
        name = visible(raw)
        if not name:
            continue
        check_name(name, number)
        if name.casefold() in (other.casefold() for other in names):
            raise PlainError(m.NAME_TWICE.format(name=name))
        names.append(name)
    return tuple(names)


def fitting_names(given: Sequence[str]) -> tuple[tuple[str, ...], Text | None]:
    """Return the names, one a seat, and what is wrong with the first that will not do.

    A name that will not do leaves its seat empty.
    """
    names: list[str] = []
    wrong: Text | None = None
    for raw in given:
        name = visible(raw)
        try:
            read_names((*names, name))
        except PlainError as error:
            wrong, name = wrong or error.text, ""
        names.append(name)
    return tuple(names), wrong


def fits(name: str) -> bool:
    """Tell whether somebody at the table may be called so."""
    return fitting_names((name,)) == ((name,), None)


def check_name(name: str, seat: int) -> None:
    """Check a name that was made `visible`; `seat` counts from 1.

    Raises:
        PlainError: it is empty, too long, or holds what no name holds.
    """
    if not name:
        raise PlainError(w.NAME_EMPTY)
    if len(name) > LONGEST_NAME:
        raise PlainError(m.NAME_TOO_LONG.format(n=seat))
    if not all(allowed(character) for character in name):
        raise PlainError(w.NAME_LETTERS.format(name=name))


def allowed(character: str) -> bool:
    """Tell whether a name may hold this character (KIOSK section 5: an allow-list)."""
    return character in _SIGNS or unicodedata.category(character)[0] in _LETTERS


def visible(raw: str) -> str:
    """Return a name without control and invisible characters, runs of blanks made one."""
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", raw)
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())
