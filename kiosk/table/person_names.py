"""Names of people at the table: what may stand in one, its short form, names of earlier evenings.

Where there is little room people are called by their first name, while one alone has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from engine.evening.state import TableState
from engine.events import EveningStarted
from engine.journal.journal import Journal
from engine.journal.people import is_placeholder
from engine.text import PlainError, Text
from kiosk.table.view import TableView
from kiosk.words import pages as m
from kiosk.words import start as w
from kiosk.words.tournament import NUMBERED

LONGEST_NAME = 20
"""Characters (PAGES 6.4)."""
_SIGNS = frozenset(" .-'’")
_LETTERS = ("L", "M", "N")
"""First letters of the Unicode categories of letters, their accents, and digits."""


def read_names(given: Sequence[str], sitting: Collection[str] = ()) -> tuple[str, ...]:
    """Return the names of those at the table as they will be shown, empty seats left out.

    Args:
        given: one a seat.
        sitting: those who sit there already: what they are called stays, so that somebody whose
            name was lost keeps the number.

    Raises:
        PlainError: a name is too long, holds what no name holds, is none, or is there twice.
    """
    names: list[str] = []
    for number, raw in enumerate(given, start=1):
        name = raw if raw in sitting else visible(raw)
        if not name:
            continue
        if name not in sitting:
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
        PlainError: it is empty, too long, holds what no name holds, or is what people are called
            whose name is not known.
    """
    if not name:
        raise PlainError(w.NAME_EMPTY)
    if len(name) > LONGEST_NAME:
        raise PlainError(m.NAME_TOO_LONG.format(n=seat))
    if not all(allowed(character) for character in name):
        raise PlainError(w.NAME_LETTERS.format(name=name))
    if is_placeholder(name):
        raise PlainError(w.NAME_OF_NOBODY.format(name=name))


def allowed(character: str) -> bool:
    """Tell whether a name may hold this character (PAGES 6.4: an allow-list)."""
    return character in _SIGNS or unicodedata.category(character)[0] in _LETTERS


def visible(raw: str) -> str:
    """Return a name without control and invisible characters, runs of blanks made one."""
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", raw)
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())


def short(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return each person's first name; the whole name where two share it, or it is an initial."""
    first = [name.split(" ", 1)[0] for name in names]
    count = Counter([word.casefold() for word in first])
    return tuple(
        [
            word if len(word) > 2 and count[word.casefold()] == 1 and word[-1] != "." else name
            for word, name in zip(first, names, strict=True)
        ]
    )


_EVENINGS = 30
"""Evenings looked back; who has not come since is typed again."""
_UNNAMED = frozenset(
    word for n in range(1, 8) for word in (m.SEAT.format(n=n).de, m.SEAT.format(n=n).en)
)
"""What people are called who gave no name."""
_NUMBERED = re.compile(
    "|".join(
        re.escape(word).replace("17", "[0-9]+")
        for word in (NUMBERED.format(n=17).de, NUMBERED.format(n=17).en)
    )
)
"""What people of a tournament are called whose names stay with the organiser."""


def is_unnamed(name: str) -> bool:
    """Tell whether this is what somebody is called who gave no name: nobody's."""
    return (
        name in _UNNAMED or _NUMBERED.fullmatch(name) is not None or not any(map(str.isalpha, name))
    )


class Acquaintances:
    """Names of earlier evenings, those who came last first; grows while the program runs.

    Whoever is forgotten is none any more. `seen` is called in the writer's thread, `names` in any:
    what is kept is one tuple.
    """

    def __init__(
        self, earlier: Iterable[str] = (), known: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """Begin with names; `known` tells who is, once somebody was forgotten."""
        self._names = distinct(earlier)
        self._known = known
        self._seatings = 0
        self._forgotten = 0

    def names(self) -> tuple[str, ...]:
        """Return the names, each once."""
        return self._names

    def seen(self, view: TableView) -> None:
        """Take note of who sits there now."""
        if len(view.state.seatings) + len(view.state.substitutions) != self._seatings:
            self._seatings = len(view.state.seatings) + len(view.state.substitutions)
            self._names = distinct((*people_of(view.state), *self._names))
        if view.forgotten != self._forgotten:
            known = {*self._known()}
            self._names = tuple(name for name in self._names if name in known)
        self._forgotten = view.forgotten


def people_of(state: TableState) -> tuple[str, ...]:
    """Return everybody who was at the table this evening, those who sit there now first."""
    seated = [name for _, names in reversed(state.seatings) for name in names]
    helped = [each.name for each in state.substitutions if each.name is not None]
    return distinct((*state.seats, *seated, *helped))


def earlier_names(journal: Journal) -> tuple[str, ...]:
    """Return who sat at the table when the last evenings began, the newest evening first."""
    names: list[str] = []
    for mark in reversed(journal.evenings()[-_EVENINGS:]):
        begun = next(journal.events(after=mark.seq - 1)).event
        if isinstance(begun, EveningStarted):
            names += begun.seats
    return distinct(names)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, as it was written first.

    The unnamed are left out, and names that nobody could be given here (an evening read in).
    """
    found: dict[str, str] = {}
    for name in names:
        if name not in _UNNAMED and fits(name):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())
