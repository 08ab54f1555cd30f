"""Deals of a file as evenings of the journal: as if they had been played at the table.

Deals that follow each other with the same game and the same people make one evening. Whatever of a
deal the journal cannot hold is told; a deal that would come to another one there is refused, and
then nothing is read in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.as_events import cards, closing, opening
from engine.dealfile import to_json
from engine.events import Envelope, EveningEnded, EveningStarted, Event
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
    de=" (Noch {count} weitere Fehler; „mehrkopf score“ zeigt alle.)",
    en=' ({count} more mistakes; "mehrkopf score" shows them all.)',
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
    events: list[Event] = []
    evenings = 0
    for _, group in groupby(records, _table_of):
        evenings += 1
        deals = list(group)
        events += _evening(f"{name}-{evenings}", deals, journal.last_seq + len(events), at)
    journal.append(events, at)
    left_out = sum(1 for record in records if record != _told(record))
    return Imported(len(records), evenings, len(events), left_out)


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


def _table_of(record: DealRecord) -> tuple[object, ...]:
    return record.game, _names(record)


def _names(record: DealRecord) -> tuple[str, ...]:
    told = record.extra.get("seats")
    if isinstance(told, list) and len(told) == record.players:
        return tuple(str(name) for name in told)
    return tuple(str(seat) for seat in range(1, record.players + 1))


def _evening(name: str, records: Sequence[DealRecord], seq: int, at: str) -> list[Event]:
    first = records[0]
    rules = overrides(first.rules, first.game)
    events: list[Event] = [
        EveningStarted(name, first.game, rules, _names(first), first.family.value, {})
    ]
    state = fold(_enveloped(events, seq, at))
    for record in records:
        own = None if record.rules == first.rules else overrides(record.rules, record.game)
        deal = [*opening(record, state.next_carry, own), *cards(record), *closing(record)]
        state = fold(_enveloped(deal, seq + len(events), at), state)
        events += deal
        _check(state, record)
    return [*events, EveningEnded()]


def _enveloped(events: Iterable[Event], after: int, at: str) -> Iterator[Envelope]:
    return (Envelope(seq, at, event) for seq, event in enumerate(events, start=after + 1))


def _told(record: DealRecord) -> DealRecord:
    """Return what the journal can know of a record."""
    extra = {name: each for name, each in record.extra.items() if name in _TABLE_FIELDS}
    return replace(record, hands=None, blind=None, extra=extra)


def _check(state: TableState, record: DealRecord) -> None:
    kept = state.finished[-1].record if state.finished else None
    if state.oddities or kept is None or state.deal is not None:
        why = state.oddities[-1].why if state.oddities else Text(de="", en="")
        said = Text(de=f": {why.de.rstrip('.')}", en=f": {why.en.rstrip('.')}")
        raise PlainError(_OTHERWISE.format(id=record.id or "?", why=said if why.de else ""))
    if kept != replace(_told(record), extra={}):
        raise PlainError(_OTHERWISE.format(id=record.id or "?", why=""))
