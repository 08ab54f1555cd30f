"""People: who the journal's numbers stand for, and what was remarked, in tables outside the chain.

A line of an event holds a number in place of each person's name and of each free text, so that the
chain of hashes stays whole when a name is forgotten. Rows are only added; a name can be forgotten,
and with it goes from the remarks. Each row has a checksum, since the chain says nothing of it: a
damage shows, a deliberate change of a name does not. Nobody but the rim of the journal sees
numbers.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, pairwise

from engine.text import PlainError, Text

_ONLY_FORGOTTEN = (
    "CREATE TRIGGER people_are_only_forgotten BEFORE UPDATE ON people WHEN NEW.name IS NOT NULL "
    "BEGIN SELECT RAISE(ABORT, 'people are only forgotten'); END"
)
SCHEMA = (
    "CREATE TABLE people (number INTEGER PRIMARY KEY, name TEXT, hash TEXT NOT NULL) STRICT",
    "CREATE TABLE remarks (number INTEGER PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL) "
    "STRICT",
    "CREATE TABLE former_heads (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT",
    "CREATE TABLE forgetting (since TEXT NOT NULL) STRICT",
    _ONLY_FORGOTTEN,
    "CREATE TRIGGER people_never_go BEFORE DELETE ON people "
    "BEGIN SELECT RAISE(ABORT, 'people are never deleted'); END",
    "CREATE TRIGGER remarks_never_go BEFORE DELETE ON remarks "
    "BEGIN SELECT RAISE(ABORT, 'remarks are never deleted'); END",
)
"""`former_heads` are those printed before names left the lines (`engine.journal.migration`),
`forgetting` is from when on the days are counted after which names are forgotten."""

TABLES = ("people", "remarks", "former_heads", "forgetting")

NAMES: Mapping[str, str] = {
    "evening_started": "seats",
    "seats_changed": "seats",
    "substitute_sat": "name",
    "score_adjusted": "gone",
}
"""By type of event the field that holds a name, or several."""
REMARKS: Mapping[str, str] = {"note": "text", "score_adjusted": "reason"}
"""By type of event the field that holds what somebody wrote freely."""

_MISSING = Text(
    de="Im Journal fehlt, wofür die Nummer {number} steht; bitte den letzten Export einlesen.",
    en="The journal does not say what number {number} stands for; please import the latest export.",
)
_FAULT = Text(
    de="Namen oder Vermerke stimmen nicht (Nummer {number})",
    en="names or remarks are wrong at number {number}",
)


FORGOTTEN = "Person\N{NO-BREAK SPACE}"
"""What the names of forgotten people begin with: its blank is one that nobody can type."""


def placeholder(number: int) -> str:
    """Return what a forgotten person is called, in both languages."""
    return f"{FORGOTTEN}{number}"


def _called(number: int, name: str | None) -> str:
    """Return what somebody is called; a program of before stored what the nameless are called."""
    return placeholder(number) if name is None or is_placeholder(name) else name


def is_placeholder(name: str) -> bool:
    """Tell whether this is what a forgotten person is called, also with a blank that was typed.

    >>> is_placeholder(placeholder(5)), is_placeholder("Person 5"), is_placeholder("Person")
    (True, True, False)
    """
    return re.fullmatch(rf"{FORGOTTEN.strip()}\s\d+", name, re.IGNORECASE) is not None


def row_hash(table: str, number: int, text: str | None) -> str:
    """Return the checksum of a row of `people` or `remarks`."""
    return sha256(json.dumps([table, number, text], ensure_ascii=False).encode()).hexdigest()


@dataclass(slots=True)
class Kept:
    """What stands beside the chain: names and remarks by their numbers."""

    names: dict[int, str | None] = field(default_factory=dict)
    """None: forgotten."""
    remarks: dict[int, str] = field(default_factory=dict)

    def named(self, found: Mapping[str, object]) -> dict[str, object]:
        """Return an event's JSON object with names and remarks in place of numbers.

        Raises:
            PlainError: a number stands for nothing.
        """
        return _translated(found, self._name, self._remark)

    def _name(self, number: object) -> object:
        if type(number) is not int:
            return number
        if number not in self.names:
            raise PlainError(_MISSING.format(number=number))
        return _called(number, self.names[number])

    def _remark(self, number: object) -> object:
        if type(number) is not int:
            return number
        if number not in self.remarks:
            raise PlainError(_MISSING.format(number=number))
        return self.remarks[number]

    def fault(self, lines: Iterable[str]) -> Text | None:
        """Return what is missing: a number in a row, or one that a line of an event holds."""
        found = [numbers_of(line) for line in lines]
        people, remarks = zip(*found, strict=True) if found else ((), ())
        for used, rows in ((people, self.names), (remarks, self.remarks)):
            for number in range(1, max((len(rows), *rows, *chain(*used))) + 1):
                if number not in rows:
                    return _FAULT.format(number=number)
        return None


@dataclass(slots=True)
class Numbering:
    """Numbers for the names and remarks of events that are to be stored."""

    known: Mapping[str, int] = field(default_factory=dict)
    """Numbers of names that have one."""
    people: int = 0
    """How many have a number already, the forgotten ones too."""
    remarks: int = 0
    new: Kept = field(default_factory=Kept)
    _numbers: dict[str, int] = field(default_factory=dict)

    def numbered(self, found: Mapping[str, object]) -> dict[str, object]:
        """Return an event's JSON object with numbers in place of names and remarks."""
        return _translated(found, self._name, self._remark)

    def _name(self, name: object) -> object:
        if not isinstance(name, str):
            return name
        number = self.known.get(name) or self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self.people + len(self.new.names) + 1
            self.new.names[number] = name
        return number

    def _remark(self, text: object) -> object:
        if not isinstance(text, str):
            return text
        number = self.remarks + len(self.new.remarks) + 1
        self.new.remarks[number] = text
        return number


class People:
    """Who the numbers of one open journal stand for; read when it is first asked."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._kept: Kept | None = None
        self._numbers: dict[str, int] = {}

    @property
    def kept(self) -> Kept:
        """Every name and remark."""
        if self._kept is None:
            self._kept = kept_in(self._database)
            self._numbers = _by_name(self._kept)
        return self._kept

    def numbering(self) -> Numbering:
        """Return numbers for events that are to be stored."""
        kept = self.kept
        return Numbering(self._numbers, len(kept.names), len(kept.remarks))

    def stored(self, new: Kept) -> None:
        """Take note of what was stored."""
        self.kept.names.update(new.names)
        self.kept.remarks.update(new.remarks)
        self._numbers.update(_by_name(new))

    def forget(self, numbers: Collection[int]) -> None:
        """Forget people, all or none; see `forget`."""
        forget(self._database, numbers)
        self._kept = None

    def fill_in(self, found: Kept) -> int:
        """Give back what was lost; see `fill_in`."""
        count = fill_in(self._database, found)
        self._kept = None
        return count


def _by_name(kept: Kept) -> dict[str, int]:
    # A forgotten person that an old screen still names is that person, nobody new.
    return {_called(number, name): number for number, name in kept.names.items()}


def _translated(
    found: Mapping[str, object],
    name: Callable[[object], object],
    remark: Callable[[object], object],
) -> dict[str, object]:
    type_, told = str(found.get("type")), dict(found)
    for fields, translate in ((NAMES, name), (REMARKS, remark)):
        key = fields.get(type_)
        if key is not None and key in told:
            value = told[key]
            told[key] = list(map(translate, value)) if isinstance(value, list) else translate(value)
    return told


def numbers_of(line: str) -> tuple[list[int], list[int]]:
    """Return the people and the remarks that a line of an event holds."""
    people: list[int] = []
    remarks: list[int] = []

    def note(numbers: list[int]) -> Callable[[object], object]:
        def seen(value: object) -> object:
            if type(value) is int:
                numbers.append(value)
            return value

        return seen

    _translated(json.loads(line), note(people), note(remarks))
    return people, remarks


def kept_in(database: sqlite3.Connection) -> Kept:
    """Return names and remarks of a journal; nothing of one that still has them in its lines."""
    if not _has_tables(database):
        return Kept()
    names = database.execute("SELECT number, name FROM people ORDER BY number").fetchall()
    remarks = database.execute("SELECT number, text FROM remarks ORDER BY number").fetchall()
    return Kept(dict(names), dict(remarks))


def add(database: sqlite3.Connection, new: Kept) -> None:
    """Add rows, within the transaction of the events that need them."""
    for statement, table, rows in (
        ("INSERT INTO people VALUES (?, ?, ?)", "people", new.names),
        ("INSERT INTO remarks VALUES (?, ?, ?)", "remarks", new.remarks),
    ):
        database.executemany(
            statement,
            [(number, text, row_hash(table, number, text)) for number, text in rows.items()],
        )


def fault(database: sqlite3.Connection) -> Text | None:
    """Return what is wrong with names and remarks; None where they are whole.

    Rows have to be there without a gap, with their checksums, and one for each number of an event.
    """
    if not _has_tables(database):
        return None
    for table, statement in (
        ("people", "SELECT number, name, hash FROM people ORDER BY number"),
        ("remarks", "SELECT number, text, hash FROM remarks ORDER BY number"),
    ):
        for number, text, stored in database.execute(statement):
            if stored != row_hash(table, number, text):
                return _FAULT.format(number=number)
    return kept_in(database).fault(line for _, line in _lines_with_numbers(database))


def former_head(database: sqlite3.Connection, seq: int) -> str | None:
    """Return the head after event `seq` while names stood in the lines; None where none is kept."""
    if not _has_tables(database):
        return None
    row = database.execute("SELECT hash FROM former_heads WHERE seq = ?", (seq,)).fetchone()
    return None if row is None else row[0].decode() if isinstance(row[0], bytes) else row[0]


_ROW = re.compile(rb"\0([\0\x0d-\x7f]|[\x81-\xff][\0-\x7f])\x81\x0d", re.DOTALL)
"""In SQLite's file what stands before a row's texts: that the number stands elsewhere, how long the
name or remark is (0: forgotten), that a hash of 64 digits follows."""
_HIGHEST = 1 << 21
"""Numbers looked for; they take three bytes at most."""


def found_in(*bodies: bytes) -> Kept:
    """Return every name and remark whose row is whole, wherever it lies in a damaged file.

    A person who is forgotten somewhere is forgotten; of a remark the last one counts.
    """
    found = Kept()
    for body in bodies:
        for at, said, stored in _rows(body):
            try:
                text = None if said is None else said.decode()
            except UnicodeDecodeError:
                continue
            for number in _numbers_before(body, at - 1):
                if row_hash("people", number, text).encode() == stored:
                    gone = number in found.names and found.names[number] is None
                    found.names[number] = None if gone else text
                if text is not None and row_hash("remarks", number, text).encode() == stored:
                    found.remarks[number] = text
    return found


def texts_in(body: bytes) -> Iterator[bytes]:
    """Yield what stands in rows of names and remarks, whole or not; more may look like one."""
    return (text for _, text, _ in _rows(body) if text)


def _rows(body: bytes) -> Iterator[tuple[int, bytes | None, bytes]]:
    """Yield where a row may begin, its text (None: forgotten), and the hash behind it."""
    for row in _ROW.finditer(body):
        kind, at = row[1], row.end()
        said = kind[0] if len(kind) == 1 else (kind[0] & 0x7F) << 7 | kind[1]
        end = at + max(0, said - 13) // 2
        yield row.start(), body[at:end] if said else None, body[end : end + 64]


def _numbers_before(body: bytes, end: int) -> Iterator[int]:
    """Yield the row numbers that may end before this place, written in one to three bytes."""
    for size in (1, 2, 3):
        digits = body[end - size : end]
        if len(digits) == size and all(each & 0x80 for each in digits[:-1]):
            number = 0
            for each in digits:
                number = number << 7 | each & 0x7F
            if 0 < number < _HIGHEST:
                yield number


LOST = "…"
"""What stands in place of a remark that is lost."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Numbers of people and remarks whose rows a damage took."""

    names: frozenset[int] = frozenset()
    remarks: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.names or self.remarks)

    def __or__(self, other: Lost) -> Lost:
        """Return those of both."""
        return Lost(self.names | other.names, self.remarks | other.remarks)


def completed(kept: Kept, lines: Iterable[str]) -> tuple[Kept, Lost]:
    """Return names and remarks for every number that lines use, and which of them had been lost."""
    used = [numbers_of(line) for line in lines]
    people = max((0, *chain(*(each for each, _ in used))))
    remarks = max((0, *chain(*(each for _, each in used))))
    whole = Kept(
        {number: kept.names.get(number) for number in range(1, people + 1)},
        {number: kept.remarks.get(number, LOST) for number in range(1, remarks + 1)},
    )
    names, texts = whole.names.keys() - kept.names, whole.remarks.keys() - kept.remarks
    return whole, Lost(frozenset(names), frozenset(texts))


def found_again(lost: Lost, here: Kept, there: Kept, most: tuple[int, int]) -> Kept:
    """Return what another journal still knows of what was lost here.

    Args:
        lost: here.
        here: every name and remark of this journal.
        there: those of the other one.
        most: the highest numbers of people and remarks that stand for the same in both.

    Whoever was forgotten here stays so, in remarks too.
    """
    people, remarks = most
    same = {number: name for number, name in there.names.items() if name and number <= people}
    names = {number: name for number, name in same.items() if number in lost.names}
    gone = {
        number: name
        for number, name in same.items()
        if number not in lost.names and here.names.get(number) is None
    }
    words = _words(gone, [name for name in (*here.names.values(), *names.values()) if name])
    texts = {
        number: _without(text, words)
        for number, text in there.remarks.items()
        if number in lost.remarks and number <= remarks and text != LOST
    }
    return Kept(dict(names), texts)


def lacking(lost: Lost, here: Kept) -> Lost:
    """Return what of it stands for nothing here."""
    return Lost(
        frozenset(number for number in lost.names if here.names.get(number) is None),
        frozenset(number for number in lost.remarks if here.remarks.get(number, LOST) == LOST),
    )


def fill_in(database: sqlite3.Connection, found: Kept) -> int:
    """Write names and remarks in place of those that were lost, all or none; return how many.

    What stands for something already stays what it is.

    Raises:
        sqlite3.Error: the disk is full or fails; nothing was written.
    """
    before = database.total_changes
    database.execute("BEGIN IMMEDIATE")
    try:
        database.execute("DROP TRIGGER people_are_only_forgotten")
        database.executemany(
            "UPDATE people SET name = ?, hash = ? WHERE number = ? AND name IS NULL",
            [(name, row_hash("people", n, name), n) for n, name in found.names.items()],
        )
        database.executemany(
            "UPDATE remarks SET text = ?, hash = ? WHERE number = ? AND text = ?",
            [(text, row_hash("remarks", n, text), n, LOST) for n, text in found.remarks.items()],
        )
        count = database.total_changes - before
        database.execute(_ONLY_FORGOTTEN)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return count


def names_in(line: str) -> bool:
    """Tell whether a line holds a name or remark itself, as those of version 1 do."""
    numbering = Numbering()
    numbering.numbered(json.loads(line))
    return numbering.new != Kept()


def _lines_with_numbers(database: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    types = json.dumps(sorted({*NAMES, *REMARKS}))
    yield from database.execute(
        "SELECT seq, line FROM events WHERE type IN (SELECT value FROM json_each(?)) ORDER BY seq",
        (types,),
    )


def numbers_up_to(database: sqlite3.Connection, seq: int) -> tuple[int, int]:
    """Return the highest numbers of people and remarks in the events up to `seq`; 0: none."""
    used = [numbers_of(line) for at, line in _lines_with_numbers(database) if at <= seq]
    people, remarks = zip(*used, strict=True) if used else ((), ())
    return max((0, *chain(*people))), max((0, *chain(*remarks)))


def forget(database: sqlite3.Connection, numbers: Collection[int]) -> None:
    """Forget people in one transaction; nothing of the events changes.

    Names go from remarks too, as far as they stand there as words of their own. So do the former
    heads that were worked out over these names: one could try names against them. What is
    overwritten does not stay behind in the file (`engine.journal.database.prepare`).

    Raises:
        sqlite3.Error: the disk is full or fails; nothing was forgotten.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        _forget(database, numbers)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    sweep(database)


def sweep(database: sqlite3.Connection) -> None:
    """Empty the write-ahead log, in which what was overwritten still stands."""
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _forget(database: sqlite3.Connection, numbers: Collection[int]) -> None:
    kept = kept_in(database)
    gone = {number: kept.names[number] for number in numbers}
    words = _words(gone, [name for n, name in kept.names.items() if name and n not in gone])
    left = {number: _without(text, words) for number, text in kept.remarks.items()}
    changed = {number: text for number, text in left.items() if text != kept.remarks[number]}
    database.executemany(
        "UPDATE people SET name = NULL, hash = ? WHERE number = ?",
        [(row_hash("people", number, None), number) for number in gone],
    )
    database.executemany(
        "UPDATE remarks SET text = ?, hash = ? WHERE number = ?",
        [(text, row_hash("remarks", number, text), number) for number, text in changed.items()],
    )
    for seq, line in _lines_with_numbers(database):
        people, remarks = numbers_of(line)
        if gone.keys() & {*people} or changed.keys() & {*remarks}:
            database.execute("DELETE FROM former_heads WHERE seq >= ?", (seq,))
            return


_LEAST = 3
"""Letters of a first or last name that is looked for by itself in a remark."""


def _words(gone: Mapping[int, str | None], others: Sequence[str]) -> dict[str, int]:
    """Return what is looked for in remarks: names and their parts, the longest first.

    A part that somebody else is called too is left: it may be that other one who is meant.
    """
    shared = {part.casefold() for name in others for part in name.split()}
    words = {name: n for n, name in gone.items() if name and any(map(str.isalpha, name))}
    parts = {
        part: number
        for name, number in words.items()
        for part in name.split()
        if len(part) >= _LEAST and part.casefold() not in shared and any(map(str.isalpha, part))
    }
    return dict(sorted({**parts, **words}.items(), key=lambda word: -len(word[0])))


def _without(text: str, words: Mapping[str, int]) -> str:
    """Return a remark in which each of the words, its genitive too, is the person's number."""
    if not words:
        return text
    either = "|".join(f"({re.escape(word)})" for word in words)
    numbers = tuple(words.values())
    return re.sub(
        rf"(?<!\w)(?:{either})(?:['’]?s)?(?!\w)",
        lambda found: placeholder(numbers[(found.lastindex or 1) - 1]),
        text,
        flags=re.IGNORECASE,
    )


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the journal has a number for."""

    number: int
    name: str | None
    """None: forgotten."""
    evenings: tuple[int, ...]
    """`seq` of the begin of each evening at which they sat or helped."""
    last: str
    """When the newest event of the last of these was recorded (RFC 3339); empty without one."""


def people_in(database: sqlite3.Connection) -> tuple[Person, ...]:
    """Return everybody with the evenings they came to, by number."""
    came: dict[int, dict[int, None]] = {}
    starts: list[int] = [0]
    for seq, line in _lines_with_numbers(database):
        if json.loads(line)["type"] == "evening_started":
            starts.append(seq)
        for number in numbers_of(line)[0]:
            came.setdefault(number, {})[starts[-1]] = None
    ends = {begin: _at(database, end) for begin, end in pairwise((*starts, None))}
    return tuple(
        Person(number, known, evenings, ends[evenings[-1]] if evenings else "")
        for number, name in kept_in(database).names.items()
        for known in (None if name is None or is_placeholder(name) else name,)
        for evenings in (tuple(came.get(number, ())),)
    )


def _at(database: sqlite3.Connection, before: int | None) -> str:
    """Return when the newest event was recorded, or the newest before event `before`."""
    row = database.execute(
        "SELECT json_extract(line, '$.at') FROM events WHERE ? IS NULL OR seq < ? "
        "ORDER BY seq DESC LIMIT 1",
        (before, before),
    ).fetchone()
    return "" if row is None else str(row[0])


def _has_tables(database: sqlite3.Connection) -> bool:
    return bool(database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'people'").fetchone())
