"""The journal: every event of every evening, kept through pulled plugs and careless edits.

A change anywhere changes the head hash, which is printed on result lists. A journal is checked from
end to end when it is opened, and against what is known to have been in it (`head`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.bounds import MOST_DEAL, json_of, too_deep
from engine.events import Envelope, Event
from engine.journal import codec
from engine.journal import database as db
from engine.journal.database import GENESIS, next_hash, sqlite_reason
from engine.journal.head import Head
from engine.journal.opening import JournalFile, checkpoint, open_file
from engine.text import PlainError, Text

Stamp = Callable[[], str]

_CANNOT_WRITE = Text(
    de="Der Abend lässt sich nicht speichern ({why}); Platz auf dem Datenträger schaffen, dann "
    "geht es weiter. Nichts davor ist verloren.",
    en="The evening cannot be stored ({why}); free some space on the disk, then go on. "
    "Nothing before this is lost.",
)
_NO_EXPORT = Text(
    de="Zeile {line} ist nicht aus einem Export ({what}); bitte eine vollständige Exportdatei "
    "wählen. Nichts wurde eingelesen.",
    en="Line {line} is not from an export ({what}); please choose a complete export file. "
    "Nothing was imported.",
)
_NEWER_EXPORT = Text(
    de="Dieser Export wurde mit einem neueren Mehrkopf geschrieben; bitte das Programm auf den "
    "neuesten Stand bringen.",
    en="This export was written by a newer mehrkopf; please update the program.",
)
_BROKEN_CHAIN = Text(de="die Prüfsumme stimmt nicht", en="its checksum is wrong")
_NOT_JSON = Text(de="kein JSON", en="not JSON")
_LONG = Text(de="die Zeile ist zu lang", en="the line is too long")
_NO_HEAD = Text(de="der Kopf des Exports fehlt", en="the export's header is missing")
_CUT_OFF = Text(de="die Datei ist abgeschnitten", en="the file is cut off")
_NOT_EMPTY = Text(
    de="In dieses Journal kann nicht eingelesen werden, es enthält schon Abende; bitte einen "
    "leeren Datenordner nennen.",
    en="This journal already holds evenings, so nothing can be imported into it; please name an "
    "empty data folder.",
)
_EXPORT_VERSION = 1


@dataclass(frozen=True, slots=True)
class EveningMark:
    """Where an evening begins in the journal."""

    seq: int
    evening: str
    at: str


class Journal:
    """An open journal; owned by one thread at a time.

    >>> from engine.events import Note
    >>> journal = Journal.in_memory()
    >>> [envelope] = journal.append([Note("new cards")], "2026-01-06T20:00:00+01:00")
    >>> envelope.seq, journal.last_seq, len(journal.head)
    (1, 1, 64)
    """

    def __init__(self, database: sqlite3.Connection, file: JournalFile | None = None) -> None:
        """Use `open` or `in_memory` instead."""
        self._database = database
        self._file = file
        row = database.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        self._seq: int = 0 if row is None else row[0]
        self._head: str = GENESIS if row is None else row[1]

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open the journal at `path` for writing, making it where there is none.

        The whole file is checked against its hashes first.

        Raises:
            PlainError: another program writes it, it is damaged (it is left as it is), it is no
                journal, a newer program wrote it, or the folder cannot be written.
        """
        return cls(*open_file(path))

    @classmethod
    def in_memory(cls) -> Journal:
        """Return a journal that is gone with the program, for watching and for tests."""
        return cls(db.open_memory())

    @classmethod
    def of(cls, lines: Iterable[str]) -> Journal:
        """Return a journal in memory that holds whole lines of another."""
        journal = cls.in_memory()
        journal._store(lines)
        return journal

    @property
    def head(self) -> str:
        """SHA-256 over everything so far, 64 hexadecimal digits."""
        return self._head

    def head_at(self, seq: int) -> str:
        """Return the head hash as it was after event `seq`; that of an empty journal before any."""
        row = self._database.execute(
            "SELECT hash FROM events WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (seq,)
        ).fetchone()
        return GENESIS if row is None else str(row[0])

    @property
    def last_seq(self) -> int:
        """`seq` of the newest event; 0 in an empty journal."""
        return self._seq

    def append(self, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        """Store events, all or none; they are on the disk when this returns.

        Args:
            events: in their order.
            at: RFC 3339 with offset; the engine has no clock.

        Raises:
            PlainError: the disk is full or fails; nothing was stored.
        """
        return self.append_dated([(at, event) for event in events])

    def append_dated(self, dated: Sequence[tuple[str, Event]]) -> tuple[Envelope, ...]:
        """Store events of another journal, each with its own time; else as `append`.

        Raises:
            PlainError: the disk is full or fails; nothing was stored.
        """
        envelopes = tuple(
            Envelope(self._seq + 1 + index, at, event) for index, (at, event) in enumerate(dated)
        )
        self._store(_line(envelope) for envelope in envelopes)
        return envelopes

    def events(self, after: int = 0) -> Iterator[Envelope]:
        """Return the stored events with `seq` above `after`, in order.

        Raises:
            PlainError: an event was written by a newer program.
        """
        rows = self._database.execute(
            "SELECT line FROM events WHERE seq > ? ORDER BY seq", (after,)
        )
        for (line,) in rows:
            yield _stored(line)

    def evenings(self) -> tuple[EveningMark, ...]:
        """Return where each evening begins, oldest first."""
        rows = self._database.execute(
            "SELECT seq, json_extract(line, '$.evening'), json_extract(line, '$.at') "
            "FROM events WHERE type = 'evening_started' ORDER BY seq"
        )
        return tuple(EveningMark(*row) for row in rows)

    def export_lines(self) -> Iterator[str]:
        """Return the journal as JSON Lines without line ends: a header, then one event a line."""
        header = {"journal": "mehrkopf", "v": _EXPORT_VERSION, "events": self._seq}
        yield _canonical({**header, "head": self._head})
        rows = self._database.execute("SELECT line FROM events ORDER BY seq")
        for (line,) in rows:
            yield line

    def import_lines(self, lines: Iterable[str]) -> int:
        """Fill this empty journal from an export, all or nothing; return the number of events.

        The head hash is afterwards that of the exported journal.

        Raises:
            PlainError: this journal is not empty, the lines are no complete and unaltered export,
                or the disk is full.
        """
        count, head, checked = _read_export(lines)
        if self._seq:
            raise PlainError(_NOT_EMPTY)
        self._store(checked, expected=head)
        return count

    def stay(self) -> bool:
        """Write the journal anew where its files were moved or deleted; tell whether they were.

        Raises:
            PlainError: it cannot be written; nothing that was stored is lost yet.
        """
        if self._file is None:
            return False
        renewed = self._file.put_back(self._database, Head(self._seq, self._head))
        self._database = self._database if renewed is None else renewed
        return renewed is not None

    def checkpoint(self) -> None:
        """Empty the log into the file; called where nobody waits. A failure is only logged."""
        if self._file is not None:
            checkpoint(self._database)

    def close(self) -> None:
        """Let go of the file; further calls fail."""
        self.checkpoint()
        self._database.close()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _store(self, lines: Iterable[str], expected: str | None = None) -> None:
        seq, head = self._seq, self._head
        rows: list[tuple[int, str, str]] = []
        for line in lines:
            seq += 1
            head = next_hash(head, line)
            rows.append((seq, line, head))
        if expected is not None and head != expected:
            raise PlainError(_NO_EXPORT.format(line=1, what=_BROKEN_CHAIN))
        self.stay()
        try:
            db.add(self._database, rows)
        except sqlite3.Error as error:
            raise PlainError(_CANNOT_WRITE.format(why=sqlite_reason(error))) from error
        self._seq, self._head = seq, head
        if self._file is not None:
            self._file.keep(Head(seq, head))


def _canonical(value: object) -> str:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def _line(envelope: Envelope) -> str:
    event = codec.to_json(envelope.event)
    return _canonical({"seq": envelope.seq, "at": envelope.at, **event})


def _stored(line: str) -> Envelope:
    try:
        return _envelope(json.loads(line))
    except (ValueError, RecursionError, KeyError, AssertionError) as error:
        raise PlainError(codec.UNREADABLE.format(what=line[:_SHOWN])) from error


_SHOWN = 30


def _envelope(found: dict[str, object]) -> Envelope:
    seq, at = found["seq"], found["at"]
    assert isinstance(seq, int)
    assert isinstance(at, str)
    return Envelope(seq, at, codec.from_json(found))


def _read_export(lines: Iterable[str]) -> tuple[int, str, list[str]]:
    numbered = enumerate((line for line in lines if line.strip()), start=1)
    _, first = next(numbered, (1, ""))
    header = _parsed(1, first)
    count, head = header.get("events"), header.get("head")
    if header.get("journal") != "mehrkopf" or not isinstance(count, int):
        raise PlainError(_NO_EXPORT.format(line=1, what=_NO_HEAD))
    if header.get("v") != _EXPORT_VERSION:
        raise PlainError(_NEWER_EXPORT)
    checked: list[str] = []
    for number, line in numbered:
        found = _parsed(number, line)
        if found.get("seq") != len(checked) + 1 or not isinstance(found.get("at"), str):
            raise PlainError(_NO_EXPORT.format(line=number, what=f"seq {found.get('seq')}"))
        codec.from_json(found)
        checked.append(_canonical(found))
    if len(checked) != count:
        raise PlainError(_NO_EXPORT.format(line=len(checked) + 2, what=_CUT_OFF))
    return count, str(head), checked


def _parsed(number: int, line: str) -> dict[str, object]:
    if len(line) > MOST_DEAL:
        raise PlainError(_NO_EXPORT.format(line=number, what=_LONG))
    try:
        found = json_of(line)
    except ValueError as error:
        raise PlainError(_NO_EXPORT.format(line=number, what=_NOT_JSON)) from error
    if not isinstance(found, dict) or too_deep(found):
        raise PlainError(_NO_EXPORT.format(line=number, what=_NOT_JSON))
    return found
