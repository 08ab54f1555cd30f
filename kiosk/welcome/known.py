"""People of earlier evenings, so that nobody types a name twice."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import EveningStarted
from engine.journal import Journal
from engine.state import TableState
from kiosk import messages as m
from kiosk.view import TableView
from kiosk.welcome.names import fits

_EVENINGS = 30
"""Evenings looked back; who has not come since is typed again."""
_UNNAMED = frozenset(
    word for n in range(1, 8) for word in (m.SEAT.format(n=n).de, m.SEAT.format(n=n).en)
)
"""What people are called who gave no name."""


class Acquaintances:
    """Names of earlier evenings, those who came last first; grows while the program runs.

    `seen` is called in the writer's thread, `names` in any: what is kept is one tuple.
    """

    def __init__(self, earlier: Iterable[str] = ()) -> None:
        self._names = distinct(earlier)
        self._seatings = 0

    def names(self) -> tuple[str, ...]:
        """Return the names, each once."""
        return self._names

    def seen(self, view: TableView) -> None:
        """Take note of who sits there now."""
        if len(view.state.seatings) + len(view.state.substitutions) != self._seatings:
            self._seatings = len(view.state.seatings) + len(view.state.substitutions)
            self._names = distinct((*people_of(view.state), *self._names))


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
