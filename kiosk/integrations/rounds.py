"""The rounds of a journal, read beside the table that writes it: what its outbox follows from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.events import EveningStarted, TournamentPlace
from engine.journal.journal import EveningMark, Journal
from engine.journal.snapshot import open_beside
from kiosk.exchange.messages import CURSORS
from kiosk.integrations.outbox import Outgoing, Round, outbox


@dataclass(frozen=True, slots=True)
class Told:
    """What a journal has to tell just now."""

    journal: str
    """Its head after the first event; empty where nothing is in it."""
    newest: int
    """The highest cursor there could be."""
    tournament: str
    """Of the newest evening that was played in one; empty where none was."""
    now: bool
    """Whether the newest evening is of that tournament."""
    rounds: tuple[Outgoing, ...]
    """Of that tournament, all rounds, in order."""
    home: tuple[Outgoing, ...]
    """Of the newest evening, where it belongs to no tournament."""


NOTHING = Told("", 0, "", False, (), ())


@dataclass(slots=True)
class _Read:
    """A round and how far it was read."""

    round: Round
    seq: int
    head: str
    """After that event: another one, and the journal is another."""


class JournalRounds:
    """Reads a journal again and again; what it has read of an evening it does not read twice."""

    def __init__(
        self, path: Path, table: str, seal: Callable[[str], str] = lambda head: ""
    ) -> None:
        """Look at the journal `path` of a table; there may be none yet."""
        self._path, self._table, self._seal = path, table, seal
        self._places: dict[int, TournamentPlace | None] = {}
        self._read: dict[int, _Read] = {}

    def told(self) -> Told:
        """Return what there is to tell.

        Raises:
            PlainError: the journal cannot be read, or a newer program wrote it.
        """
        if not self._path.exists():
            return NOTHING
        with open_beside(self._path) as journal:
            return self._told(journal)

    def _told(self, journal: Journal) -> Told:
        marks = journal.evenings()
        if not marks:
            return NOTHING
        if any(journal.head_at(each.seq) != each.head for each in self._read.values()):
            # Another journal lies there now: a backup was taken back.
            self._read.clear()
            self._places.clear()
        places = [(mark, self._place(journal, mark)) for mark in marks]
        played = [place for _, place in places if place is not None]
        tournament = played[-1].id if played else ""
        newest, at = places[-1]
        own = [mark for mark, place in places if place is not None and place.id == tournament]
        of = journal.head_at(1)
        return Told(
            journal=of,
            newest=(journal.last_seq + 1) * CURSORS - 1,
            tournament=tournament,
            now=at is not None,
            rounds=self._outbox(journal, own, of),
            home=self._outbox(journal, [newest], of) if at is None else (),
        )

    def _place(self, journal: Journal, mark: EveningMark) -> TournamentPlace | None:
        if mark.seq not in self._places:
            [begun] = journal.events(mark.seq - 1, mark.seq)
            event = begun.event
            place = event.tournament if isinstance(event, EveningStarted) else None
            self._places[mark.seq] = place
        return self._places[mark.seq]

    def _outbox(self, journal: Journal, marks: list[EveningMark], of: str) -> tuple[Outgoing, ...]:
        found = [self._round(journal, mark) for mark in marks]
        return outbox(found, self._table, of, journal.head_at, self._seal)

    def _round(self, journal: Journal, mark: EveningMark) -> Round:
        read = self._read.get(mark.seq)
        if read is None:
            read = self._read[mark.seq] = _Read(Round(), mark.seq - 1, "")
        read.round.feed(journal.events(read.seq, mark.last))
        read.seq, read.head = mark.last, journal.head_at(mark.last)
        return read.round
