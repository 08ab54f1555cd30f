"""Deals of a file as evenings of the journal: as if they had been played at the table.

Deals that name the same evening make one, whoever sits down and whatever is played; where the file
names none, those with the same game and the same people do. Both as long as what the file says of
the next deal is what the last one left. Whatever of a deal the journal cannot
hold is told; a deal that would come to another one there is refused, and then nothing is read in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.as_events import cards, closing, opening
from engine.dealfile import to_json
from engine.events import Envelope, EveningEnded, EveningStarted, Event, GameChanged, SeatsChanged
from engine.fold import fold
from engine.journal import Journal
from engine.record import DealRecord
from engine.rules import overrides
from engine.state import TableState
from engine.text import PlainError, Text
from kiosk.deal_formats import Found

_TABLE_FIELDS = frozenset({"evening", "deal", "seats"})
"""Further fields that the journal has places of its own for."""

_WRONG = Text(
    de="Zeile {line}: {error}{more} Nichts wurde eingelesen.",
    en="Line {line}: {error}{more} Nothing was imported.",
)
_MORE = Text(
    de=" (Weitere Fehler: {count}; „mehrkopf score“ zeigt alle.)",
    en=' (More mistakes: {count}; "mehrkopf score" shows them all.)',
)
_NONE = Text(
    de="In dieser Datei steht kein Spiel; nichts wurde eingelesen.",
    en="There is no deal in this file; nothing was imported.",
)
_RUNNING = Text(
    de="Ein Abend läuft noch; bitte erst auf der Seite beenden oder mit --home einen anderen "
    "Datenordner nennen. Nichts wurde eingelesen.",
    en="An evening is still running; please end it on the page first or name another data folder "
    "with --home. Nothing was imported.",
)
_TWICE = Text(
    de="Diese Spiele sind schon eingelesen (Abend {evening}); nichts wurde eingelesen.",
    en="These deals have been imported already (evening {evening}); nothing was imported.",
)
_OTHERWISE = Text(
    de="Das Spiel {id} kann das Journal nicht so festhalten, wie es in der Datei steht{why}. "
    "Nichts wurde eingelesen.",
    en="The journal cannot hold deal {id} as it stands in the file{why}. Nothing was imported.",
)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    deals: int
    evenings: int
    events: int
    left_out: int
    """Deals of which hands as dealt, blind or fields of others stay in the file alone."""


def import_deals(journal: Journal, found: Iterable[Found], at: str) -> Imported:
    """Read deals in, all of them or nothing.

    Args:
        journal: may hold evenings already, none of them running.
        found: the deals of a file.
        at: RFC 3339 with offset.

    Raises:
        PlainError: something in the file cannot be read, or the journal cannot hold it.
    """
    records = _records(found)
    name = _name_of(records)
    _check_free(journal, name)
    evenings = _Evenings(name, journal.last_seq, at)
    for record in records:
        evenings.add(record)
    events = evenings.ended()
    journal.append(events, at)
    left_out = sum(1 for record in records if record != _told(record))
    return Imported(len(records), evenings.count, len(events), left_out)


@dataclass
class _Evenings:
    """The events of the deals so far.

    What earlier deals leave on the table (Stock, Bock round, doublers) may be more than the file
    tells of the next one, where deals of several evenings stand in it: then another begins there.
    """

    name: str
    after: int
    """`seq` of the newest event of the journal."""
    at: str
    events: list[Event] = field(default_factory=list)
    count: int = 0
    state: TableState = field(default_factory=TableState)
    table: tuple[object, ...] | None = None

    def add(self, record: DealRecord) -> None:
        """Add a deal, in a new evening where it cannot go on with the last one.

        Raises:
            PlainError: the journal cannot hold it.
        """
        if self.table == _evening_of(record) and self._laid(record) is None:
            return
        self._end()
        self.count += 1
        self.table = _evening_of(record)
        rules = overrides(record.rules, record.game)
        deck, names = record.family.value, _names(record)
        name = f"{self.name}-{self.count}"
        self._go_on([EveningStarted(name, record.game, rules, names, deck, {})], TableState())
        wrong = self._laid(record)
        if wrong is not None:
            raise wrong

    def ended(self) -> list[Event]:
        """Return all events; no more deals follow."""
        self._end()
        return self.events

    def _end(self) -> None:
        if self.table is not None:
            self.events.append(EveningEnded())
            self.table = None

    def _go_on(self, events: list[Event], state: TableState) -> None:
        self.state = fold(self._enveloped(events), state)
        self.events += events

    def _laid(self, record: DealRecord) -> PlainError | None:
        """Add the deal to the evening; where it comes to another one, add nothing and say why."""
        state = self.state
        same = record.game != state.game or record.rules == state.rules
        rules = None if same else overrides(record.rules, record.game)
        deal = self._changes(record)
        carry = fold(self._enveloped(deal), state).next_carry
        deal += [*opening(record, carry, rules), *cards(record), *closing(record)]
        state = fold(self._enveloped(deal), state)
        wrong = _wrong(state, record)
        if wrong is None:
            self.state = state
            self.events += deal
        return wrong

    def _changes(self, record: DealRecord) -> list[Event]:
        """Return who sits down and what is played from this deal on, where that is new."""
        changes: list[Event] = []
        if _names(record) != self.state.seats:
            changes.append(SeatsChanged(_names(record)))
        if record.game != self.state.game:
            changes.append(GameChanged(record.game, overrides(record.rules, record.game)))
        return changes

    def _enveloped(self, events: Iterable[Event]) -> Iterator[Envelope]:
        first = self.after + len(self.events) + 1
        return (Envelope(seq, self.at, event) for seq, event in enumerate(events, start=first))


def _records(found: Iterable[Found]) -> list[DealRecord]:
    records, wrong = [], []
    for each in found:
        if each.record is not None:
            records.append(each.record)
        elif each.error is not None:
            wrong.append((each.line, each.error))
    if wrong:
        line, error = wrong[0]
        more = _MORE.format(count=len(wrong) - 1) if len(wrong) > 1 else ""
        raise PlainError(_WRONG.format(line=line, error=error, more=more))
    if not records:
        raise PlainError(_NONE)
    return records


def _name_of(records: Sequence[DealRecord]) -> str:
    text = "\n".join(json.dumps(to_json(record), sort_keys=True) for record in records)
    return "import-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _check_free(journal: Journal, name: str) -> None:
    marks = journal.evenings()
    for mark in marks:
        if mark.evening.startswith(name):
            raise PlainError(_TWICE.format(evening=mark.evening))
    if marks and fold(journal.events(marks[-1].seq - 1)).running:
        raise PlainError(_RUNNING)


def _evening_of(record: DealRecord) -> tuple[object, ...]:
    named = record.extra.get("evening")
    return (named,) if isinstance(named, str) else (record.game, _names(record))


def _names(record: DealRecord) -> tuple[str, ...]:
    told = record.extra.get("seats")
    if isinstance(told, list) and len(told) == record.players:
        return tuple(str(name) for name in told)
    return tuple(str(seat) for seat in range(1, record.players + 1))


def _told(record: DealRecord) -> DealRecord:
    """Return what the journal can know of a record."""
    extra = {name: each for name, each in record.extra.items() if name in _TABLE_FIELDS}
    return replace(record, hands=None, blind=None, extra=extra)


def _wrong(state: TableState, record: DealRecord) -> PlainError | None:
    kept = state.finished[-1].record if state.finished else None
    if state.oddities or kept is None or state.deal is not None:
        why = state.oddities[-1].why if state.oddities else Text(de="", en="")
        said = Text(de=f": {why.de.rstrip('.')}", en=f": {why.en.rstrip('.')}")
        return PlainError(_OTHERWISE.format(id=record.id or "?", why=said if why.de else ""))
    if kept != replace(_told(record), extra={}):
        return PlainError(_OTHERWISE.format(id=record.id or "?", why=""))
    return None
