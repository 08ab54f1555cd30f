"""Deals of the journal and of files: deal file, notation for people, one-line Schafkopf records.

Which form a file has follows from the end of its name, where nothing else is said: `.mkn` is the
notation, `.txt` one-line records, everything else the deal file. A file that is read is what it
looks like, whatever it is called.

Deals of a file become evenings of the journal as if they had been played at the table. Deals that
name the same evening make one, whoever sits down and whatever is played; where the file names none,
those with the same game and the same people do. Both as long as what the file says of the next deal
is what the last one left. What the journal cannot hold of a deal is told; a deal that would come to
another result there is refused, and then nothing is read in.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.bounds import lines_of
from engine.deal.record import DealRecord
from engine.dealfile.lines import deals_in, looks_like_json
from engine.dealfile.writer import to_json
from engine.evening.deal import DealState
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import Envelope, EveningEnded, EveningStarted, Event, GameChanged, SeatsChanged
from engine.games.carry import BOCK, DOUBLER
from engine.journal.journal import Journal
from engine.notation.oneline import read_lines, write_line
from engine.notation.reader import read_one_by_one
from engine.notation.writer import write
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import overrides
from engine.text import NO_WORDS, Language, PlainError, Text
from kiosk.home.texts import read_text
from kiosk.table.resumption import state_of
from kiosk.words import pages as m


@dataclass(frozen=True, slots=True)
class RecordedDeals:
    """The deals of a journal."""

    records: tuple[DealRecord, ...]
    """With evening, number and names as further fields, and which cards a person corrected."""
    beside: int
    """Notes and changes of the score by hand: they belong to no deal."""


def recorded_deals(journal: Journal) -> RecordedDeals:
    """Return every deal of every evening, the running one last.

    Raises:
        PlainError: an event was written by a newer program.
    """
    states = [fold(journal.events_of(mark)) for mark in journal.evenings()]
    records = [record for state in states for record in records_of(state)]
    beside = sum(len(state.notes) + len(state.adjustments) for state in states)
    return RecordedDeals(tuple(records), beside)


def records_of(state: TableState) -> tuple[DealRecord, ...]:
    """Return every deal of an evening, the running one last."""
    return tuple(_record(state, deal) for deal in state.deals)


def _record(state: TableState, deal: DealState) -> DealRecord:
    corrected = [index for index, laid in enumerate(deal.laid) if laid.corrected and laid.fixed]
    told: dict[str, object] = {
        "evening": state.evening or "",
        "deal": str(deal.number),
        "seats": list(deal.names),
    }
    if corrected:
        told["corrected"] = corrected
    return replace(deal.record, extra={**deal.record.extra, **told})


DEALS, MKN, ONELINE = "deals", "mkn", "oneline"
FORMATS = (DEALS, MKN, ONELINE)

_BY_SUFFIX = {".mkn": MKN, ".txt": ONELINE}
_UNREADABLE = Text(
    de="Die Spieldatei {file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The deal file {file} cannot be read ({why}); check the path and permissions.",
)


@dataclass(frozen=True, slots=True)
class FoundDeals:
    """One deal of a file, or one mistake in it."""

    line: int
    """From 1."""
    record: DealRecord | None
    error: Text | None = None
    column: int | None = None
    """From 1; None where the form has no columns to tell."""


def format_of(name: str | Path, said: str | None = None) -> str:
    """Return the form that a file is written in: what was said, else what its name says."""
    return said or _BY_SUFFIX.get(Path(name).suffix.casefold(), DEALS)


def form_of(name: str | Path, text: str, said: str | None = None) -> str:
    """Return the form of a file that is read: what was said, else what it looks like.

    JSON may lie in a `.txt`, and the notation in any file.
    """
    if said is None and looks_like_json(text):
        return DEALS
    if said is None and _TAG.match(text):
        return MKN
    return format_of(name, said)


def text_of(name: str) -> str:
    """Return the text of a file of deals, or of the standard input for `-`.

    Raises:
        PlainError: the file cannot be read, or is no text.
    """
    return read_text(name, _UNREADABLE)


def read_deals(text: str, form: str) -> Iterator[FoundDeals]:
    """Yield every deal of a text and every mistake in it, in their order.

    A text that is not of this form at all is one mistake.
    """
    return _READ[form](text)


_TAG = re.compile(r'\s*\[\s*\w+\s+"')
_NOTATION = re.compile(r'^[ \t]*(\[\s*\w+\s+"|\d+\.\s)', re.MULTILINE)
_ONE_LINER = re.compile(r":\s*\S\S(\s|$)", re.MULTILINE)
"""Cards behind a colon."""
_NO_NOTATION = Text(
    de='Das ist keine Notation; erwartet sind Zeilen wie [Game "schafkopf"] und „1. 2: EO E7“.',
    en='That is not notation; its lines look like [Game "schafkopf"] and "1. 2: EO E7".',
)
_NO_ONE_LINERS = Text(
    de="Das sind keine Einzeiler; erwartet sind Zeilen wie „Rufspiel Blaue von 3: so h7 …“.",
    en='These are not one-liners; such a line looks like "Rufspiel Blaue von 3: so h7 …".',
)


_NO_DEALS = Text(
    de="Das sind {count} JSON-Objekte und kein Spiel darunter (keines nennt „game“); bitte die "
    "Datei mit den Spielen nennen.",
    en='These are {count} JSON objects with no deal among them (none names its "game"); '
    "please name the file with the deals.",
)


def _read_notation(text: str) -> Iterator[FoundDeals]:
    strange = not _NOTATION.search(text)
    for deal in read_one_by_one(text):
        if strange:
            yield FoundDeals(deal.line, None, _NO_NOTATION)
            return
        for problem in deal.problems:
            yield FoundDeals(problem.line, None, problem.text, problem.column)
        if deal.record is not None:
            yield FoundDeals(deal.line, deal.record)


def _read_one_liners(text: str) -> Iterator[FoundDeals]:
    strange = not _ONE_LINER.search(text)
    for line in read_lines(lines_of(text.replace("\r\n", "\n").replace("\r", "\n"))):
        if strange:
            yield FoundDeals(line.line, None, _NO_ONE_LINERS)
            return
        for problem in line.problems:
            yield FoundDeals(line.line, None, problem)
        if line.record is not None:
            yield FoundDeals(line.line, line.record)


def _read_deal_file(text: str) -> Iterator[FoundDeals]:
    """Yield deals and mistakes; objects of which none is a deal are one mistake."""
    strange: list[FoundDeals] = []
    found = deals_in(text)
    for each in found:
        read = FoundDeals(each.line, each.record, each.error)
        if not each.fields or "game" in each.fields:
            yield from (*strange, read)
            yield from (FoundDeals(more.line, more.record, more.error) for more in found)
            return
        strange.append(read)
    if len(strange) > 1:
        yield FoundDeals(strange[0].line, None, _NO_DEALS.format(count=len(strange)))
    else:
        yield from strange


_READ: Mapping[str, Callable[[str], Iterator[FoundDeals]]] = {
    DEALS: _read_deal_file,
    MKN: _read_notation,
    ONELINE: _read_one_liners,
}


def write_deal(record: DealRecord, form: str) -> tuple[str, Text | None]:
    """Return the deal as it stands in a file, and what of it the form does not say (a list).

    Raises:
        PlainError: the form cannot hold the deal.
    """
    if form == MKN:
        return write(record, evaluate(record)) + "\n", None
    if form == ONELINE:
        line = write_line(record)
        de = ", ".join(each.de for each in line.lost)
        en = ", ".join(each.en for each in line.lost)
        return line.text + "\n", Text(de=de, en=en) if line.lost else None
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n", None


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
    en="These deals have already been imported (evening {evening}); nothing was imported.",
)
_HALF_A_SIGN = Text(
    de="In einem Namen oder Vermerk der Datei steht ein halbes Schriftzeichen (\\ud800 bis "
    "\\udfff); bitte löschen. Nichts wurde eingelesen.",
    en="A name or remark in the file contains half a character (\\ud800 to \\udfff); please "
    "delete it. Nothing was imported.",
)
_OTHERWISE = Text(
    de="Das Spiel {id} kann das Journal nicht so festhalten, wie es in der Datei steht{why}. "
    "Nichts wurde eingelesen.",
    en="The journal cannot hold deal {id} the way it is in the file{why}. Nothing was imported.",
)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    deals: int
    evenings: int
    events: int
    left_out: int
    """Deals of which fields of others stay in the file alone."""
    renamed: int
    """Deals whose ids named somebody: an id stays in the journal, a name can be forgotten."""


def import_deals(
    journal: Journal, found: Iterable[FoundDeals], at: str, language: Language = "de"
) -> Imported:
    """Read deals in, all of them or nothing.

    Args:
        journal: may hold evenings already, none of them running.
        found: the deals of a file.
        at: RFC 3339 with offset.
        language: in which a seat is called that the file gives no name.

    Raises:
        PlainError: something in the file cannot be read, or the journal cannot hold it.
    """
    records = _records(found)
    name = _name_of(records)
    _check_free(journal, name)
    evenings = _Evenings(name, journal.last_seq, at, language)
    nameless = _nameless(records, name)
    for record in nameless:
        evenings.add(record)
    events = evenings.ended()
    try:
        journal.append(events, at)
    except UnicodeEncodeError as error:
        raise PlainError(_HALF_A_SIGN) from error
    left_out = sum(1 for record in records if record != _told(record))
    renamed = sum(1 for was, now in zip(records, nameless, strict=True) if was.id != now.id)
    return Imported(len(records), evenings.count, len(events), left_out, renamed)


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
    language: Language
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
        deck, names = record.family.value, self._seats(record)
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
        deal += [
            *opening_events(record, carry, rules),
            *card_events(record),
            *closing_events(record),
        ]
        state = fold(self._enveloped(deal), state)
        wrong = _wrong(state, record)
        if wrong is None:
            self.state = state
            self.events += deal
        return wrong

    def _changes(self, record: DealRecord) -> list[Event]:
        """Return who sits down and what is played from this deal on, where that is new."""
        changes: list[Event] = []
        if self._seats(record) != self.state.seats:
            changes.append(SeatsChanged(self._seats(record)))
        if record.game != self.state.game:
            changes.append(GameChanged(record.game, overrides(record.rules, record.game)))
        return changes

    def _seats(self, record: DealRecord) -> tuple[str, ...]:
        seats = (m.SEAT.format(n=n) for n in range(1, record.players + 1))
        return _names(record) or tuple(seat.in_language(self.language) for seat in seats)

    def _enveloped(self, events: Iterable[Event]) -> Iterator[Envelope]:
        first = self.after + len(self.events) + 1
        return (Envelope(seq, self.at, event) for seq, event in enumerate(events, start=first))


def _records(found: Iterable[FoundDeals]) -> list[DealRecord]:
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
    for mark in journal.evenings():
        if mark.evening.startswith(name):
            raise PlainError(_TWICE.format(evening=mark.evening))
    if state_of(journal).running:
        raise PlainError(_RUNNING)


_LEAST = 3
"""Letters of a first or last name that is looked for in an id."""


def _nameless(records: Sequence[DealRecord], name: str) -> list[DealRecord]:
    """Return the deals with ids that name nobody who plays in them; `name` begins the new ones."""
    people = {part for record in records for seat in _names(record) for part in seat.split()}
    parts = [re.escape(part) for part in people if part.isalpha() and len(part) >= _LEAST]
    if not parts:
        return list(records)
    named = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(parts)})(?![^\W\d_])", re.IGNORECASE)
    return [
        replace(record, id=f"{name}-deal-{number}") if named.search(record.id) else record
        for number, record in enumerate(records, 1)
    ]


def _evening_of(record: DealRecord) -> tuple[object, ...]:
    named = record.extra.get("evening")
    return (named,) if isinstance(named, str) else (record.game, record.players, _names(record))


def _names(record: DealRecord) -> tuple[str, ...]:
    told = record.extra.get("seats")
    if isinstance(told, list) and len(told) == record.players:
        return tuple(str(name) for name in told)
    return ()


def _told(record: DealRecord) -> DealRecord:
    """Return what the journal can know of a record."""
    extra = {name: each for name, each in record.extra.items() if name in _TABLE_FIELDS}
    return replace(record, extra=extra)


def _wrong(state: TableState, record: DealRecord) -> PlainError | None:
    kept = state.finished[-1].record if state.finished else None
    if state.oddities or kept is None or state.deal is not None:
        why = state.oddities[-1].why if state.oddities else NO_WORDS
        said = Text(de=f": {why.de.rstrip('.')}", en=f": {why.en.rstrip('.')}")
        return PlainError(_OTHERWISE.format(id=record.id or "?", why=said if why.de else ""))
    if not _same(kept, replace(_told(record), extra={})):
        return PlainError(_OTHERWISE.format(id=record.id or "?", why=""))
    return None


def _same(kept: DealRecord, told: DealRecord) -> bool:
    """Tell whether the journal holds the deal as the file tells it.

    A deal that nobody played and that would have counted double (a doubler, a Bock round) need
    not say so: it comes to the same.
    """
    if kept == told:
        return True
    unplayed = told.end is not None and told.end.get("kind") == "thrown_in"
    first = kept.doubles[0].say if kept.doubles else None
    if not unplayed or first not in (BOCK, DOUBLER) or kept.doubles[1:] != told.doubles:
        return False
    plain = replace(kept, doubles=told.doubles)
    return plain == told and evaluate(plain).result == evaluate(kept).result
