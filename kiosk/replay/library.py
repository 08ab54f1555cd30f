"""Which evenings can be replayed, which one a person means, and their addresses.

Evenings are those of a journal's file, or those read from another file. A journal that another
program (or this one) is writing is only read: each look opens it anew and takes what was added
since the last. A person names an evening by its number, its day or its name.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar
from urllib.parse import urlencode

from engine.evening.deal import DealState
from engine.events import Envelope, EveningStarted
from engine.journal.journal import Journal
from engine.journal.snapshot import open_beside
from engine.text import PlainError, Text
from kiosk.home.clock import iso_day
from kiosk.replay.reel import Recall, Reel, Tape, reel

EVENINGS = "/replay"
"""The list of evenings."""
NOW = "now"
"""Stands for the evening on the table."""


def deals(evening: str = NOW) -> str:
    """Return the address of an evening's deals."""
    return f"{EVENINGS}/{evening}"


def deal_replay(number: int, evening: str = NOW) -> str:
    """Return the address of a deal's beginning."""
    return f"{EVENINGS}/{evening}/{number}"


def file(evening: str = NOW) -> str:
    """Return the address of the evening as one file."""
    return f"{EVENINGS}/{evening}/file"


def open_cards(evening: str, number: int) -> str:
    """Return the address of what is told of a deal with open cards."""
    return f"{EVENINGS}/{evening}/{number}/open"


def step(evening: str, number: int, seq: int, *, marks: bool, opened: bool = False) -> str:
    """Return the address of one step; with `marks` alerts and corrections are marked.

    With `opened` the cards are marked that the deal hung on with open cards.
    """
    return f"{EVENINGS}/{evening}/{number}/{seq}{_query({}, marks=marks, opened=opened)}"


def place(evening: str, number: int, *, marks: bool, opened: bool = False, **of: int) -> str:
    """Return the address that finds a place in a deal (`card=17`, `trick=5`), both from 1."""
    return f"{EVENINGS}/{evening}/{number}{_query(of, marks=marks, opened=opened)}"


def _query(fields: Mapping[str, int], *, marks: bool, opened: bool) -> str:
    wished = {**({"marks": 1} if marks else {}), **({"open": 1} if opened else {})}
    return "?" + urlencode({**fields, **wished}) if fields or wished else ""


MOST_TAPES = 4
MOST_REELS = 24
"""Deals kept worked out; the next step of one of them costs no second reading."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of the list."""

    number: int
    """From 1, in the order of the journal; its key."""
    name: str
    began: str
    """RFC 3339."""
    game: str
    seats: tuple[str, ...]

    @property
    def key(self) -> str:
        """What stands for it in an address and on the command line."""
        return str(self.number)


class EveningShelf(Protocol):
    """Where evenings come from."""

    def evenings(self) -> tuple[Evening, ...]:
        """Return every evening, the oldest first."""
        ...

    def tape(self, number: int) -> Tape | None:
        """Return the evening of this number (from 1), None where there is none."""
        ...


class EmptyShelf:
    """Nothing is recorded."""

    def evenings(self) -> tuple[Evening, ...]:
        """Return nothing."""
        return ()

    def tape(self, number: int) -> Tape | None:
        """Return nothing."""
        return None


class ReadShelf:
    """Evenings read once and kept: an export, a deal file."""

    def __init__(self, journal: Journal) -> None:
        self._tapes = {
            mark.number: Tape(list(journal.events_of(mark)), journal.head)
            for mark in journal.evenings()
        }

    def evenings(self) -> tuple[Evening, ...]:
        """Return every evening, the oldest first."""
        return tuple(
            _listed(number, tape.envelopes[0]) for number, tape in sorted(self._tapes.items())
        )

    def tape(self, number: int) -> Tape | None:
        """Return the evening of this number."""
        return self._tapes.get(number)


class JournalShelf:
    """The evenings of a journal's file, which may grow meanwhile; nothing is ever written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tapes: NewestFew[Tape] = NewestFew(MOST_TAPES)

    def evenings(self) -> tuple[Evening, ...]:
        """Return every evening, the oldest first; nothing before there is a journal."""
        return self._read(_evenings, ())

    def tape(self, number: int) -> Tape | None:
        """Return the evening of this number as far as it is recorded by now."""
        return self._read(lambda journal: self._tape(journal, number), None)

    def _tape(self, journal: Journal, number: int) -> Tape | None:
        mark = next((each for each in journal.evenings() if each.number == number), None)
        if mark is None:
            return None
        key = number, journal.forgotten
        known = self._tapes.get(key)
        if known is not None and known.last_seq == mark.last and known.head == journal.head:
            return known
        after = mark.seq - 1 if known is None else known.last_seq
        news = list(journal.events(after, mark.last))
        tape = Tape(news, journal.head) if known is None else known.grown(news, journal.head)
        return self._tapes.keep(key, tape)

    def _read(self, job: Callable[[Journal], T], nothing: T) -> T:
        if not self._path.exists():
            return nothing
        with open_beside(self._path) as journal:
            return job(journal)


class Library:
    """The evenings and, worked out when asked for, their deals step by step.

    `reels` deals are kept worked out.
    """

    def __init__(
        self,
        shelf: EveningShelf | None = None,
        recall: Recall | None = None,
        reels: int = MOST_REELS,
    ) -> None:
        self._shelf = EmptyShelf() if shelf is None else shelf
        self._recall = Recall() if recall is None else recall
        self._reels: NewestFew[Reel] = NewestFew(reels)

    def evenings(self) -> tuple[Evening, ...]:
        """Return every evening, the oldest first."""
        return self._shelf.evenings()

    def tape(self, key: str) -> Tape | None:
        """Return the evening meant: its number, or `now` for the newest; None where it is none."""
        number = len(self.evenings()) if key == NOW else _number(key)
        return None if number is None else self._shelf.tape(number)

    def reel(self, tape: Tape, deal: DealState) -> Reel:
        """Return a deal of `tape` step by step."""
        newest = deal.log[-1].seq if deal.log else deal.head.seq
        key = (tape.first_seq, tape.began, deal.id, newest, deal.names)
        known = self._reels.get(key)
        return known if known is not None else self._reels.keep(key, reel(tape, deal, self._recall))


class NewestFew(OrderedDict[Hashable, T]):
    """The newest few of something that takes a while to work out; used by several threads."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._gate = Lock()

    def keep(self, key: Hashable, value: T) -> T:
        """Keep a value and return it; the one longest not asked for may go."""
        with self._gate:
            self[key] = value
            self.move_to_end(key)
            while len(self) > self._most:
                self.popitem(last=False)
        return value


def _evenings(journal: Journal) -> tuple[Evening, ...]:
    return tuple(_listed(mark.number, next(journal.events_of(mark))) for mark in journal.evenings())


def _listed(number: int, begin: Envelope) -> Evening:
    event = begin.event
    assert isinstance(event, EveningStarted)
    return Evening(number, event.evening, begin.at, event.game, event.seats)


def _number(key: str) -> int | None:
    return int(key) if key.isascii() and key.isdigit() and len(key) < 8 else None


_SHOWN = 5

_NONE = Text(
    de="Den Abend „{word}“ gibt es nicht; da sind: {known}. Auch eine Datei lässt sich nennen.",
    en='There is no evening "{word}"; there are: {known}. You can also name a file.',
)
_EMPTY = Text(
    de="Hier ist noch kein Abend aufgezeichnet; mit --home den richtigen Datenordner oder eine "
    "Datei nennen.",
    en="No evening has been recorded here yet; name the right data folder with --home, or a file.",
)
_SEVERAL = Text(
    de="„{word}“ passt auf mehrere Abende; bitte die Nummer nennen: {known}.",
    en='"{word}" matches several evenings; please give the number: {known}.',
)
_ONE = "{number} ({day}, {name})"


def find_evening(evenings: tuple[Evening, ...], word: str) -> Evening:
    """Return the evening meant by `word`: number, day (2026-11-20) or name.

    Raises:
        PlainError: there is none, or there are several.
    """
    if not evenings:
        raise PlainError(_EMPTY)
    found = [each for each in evenings if word in (each.key, each.name)]
    found = found or [each for each in evenings if word == _day(each)]
    if len(found) == 1:
        return found[0]
    sentence = _SEVERAL if found else _NONE
    raise PlainError(sentence.format(word=word, known=_named(tuple(found) or evenings)))


def _day(evening: Evening) -> str:
    return iso_day(evening.began) or evening.began


def _named(evenings: tuple[Evening, ...]) -> str:
    shown = [
        _ONE.format(number=each.number, day=_day(each), name=each.name)
        for each in evenings[-_SHOWN:]
    ]
    return ", ".join((*(("…",) if len(evenings) > _SHOWN else ()), *shown))
