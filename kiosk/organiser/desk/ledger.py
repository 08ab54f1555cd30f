"""What stands of a tournament: what people entered beside what tables sent; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from engine.text import PlainError, Text
from kiosk.exchange.messages import ListMessage, ResultMessage
from kiosk.organiser.book import Book
from kiosk.organiser.live import LiveTables
from kiosk.organiser.ranking import (
    Place,
    Standing,
    TableList,
    holding,
    newest,
    ranking,
    table_lists,
)
from kiosk.organiser.rulings import Rulings
from kiosk.organiser.store import Fork, Noted
from kiosk.organiser.tournament import (
    Field,
    PaperList,
    Penalty,
    Protest,
    RoundPlan,
    RulingKind,
    TableSeats,
    Tournament,
)

MOST_TYPED = 1_000_000
"""Characters of a file that is read in."""
_NOT_DRAWN = Text(
    de="Runde {round} ist noch nicht ausgelost.", en="Round {round} has not been drawn yet."
)
_NO_TABLE = Text(
    de="Tisch {table} spielt in Runde {round} nicht.",
    en="Table {table} does not play in round {round}.",
)
_NO_PAPER = Text(
    de="Für Tisch {table} gilt in Runde {round} keine Liste vom Papier; bitte das Spiel nennen.",
    en="No list from paper holds for table {table} in round {round}; please name the deal.",
)
_TOO_LONG = Text(
    de="Diese Datei ist zu lang für eine Liste; bitte prüfen, ob es die richtige ist.",
    en="This file is too long to be a list; please check that it is the right one.",
)


class Arrivals(Protocol):
    """What tables sent and is kept."""

    def results(self, tournament: str) -> Sequence[ResultMessage]:
        """Return of every deal the result that holds."""
        ...

    def lists(self, tournament: str) -> Sequence[ListMessage]:
        """Return of every table and round the list that holds."""
        ...

    def revisions(
        self, tournament: str, table: str, round_: int, deal: int
    ) -> Sequence[ResultMessage]:
        """Return everything that was ever said of one deal, the newest last."""
        ...

    def list_revisions(self, tournament: str, table: str, round_: int) -> Sequence[ListMessage]:
        """Return every list a table signed off in a round, the newest last."""
        ...

    def refusals(self, most: int = 200) -> Sequence[Noted]:
        """Return what was turned away, the newest first."""
        ...

    def repeated(self) -> Mapping[str, int]:
        """Return how often something came again that was here already, by table."""
        ...

    def admit_journal(self, tournament: str, table: str, round_: int, journal: str) -> None:
        """Let a table's round come from another journal; what the old one sent counts no more."""
        ...

    def forks(self, tournament: str) -> Sequence[Fork]:
        """Return every round of which something is kept beside what counts."""
        ...

    def settle(
        self,
        tournament: str,
        table: str,
        round_: int,
        branch: str,
        then: Callable[[Mapping[int, int]], object],
        *,
        both: bool,
    ) -> None:
        """Let a branch count, alone or with what it lacks, together with what `then` writes.

        `then` is told which deals got which number.
        """
        ...


class Ledger:
    """One tournament as it stands; any thread may read it."""

    def __init__(
        self,
        book: Book,
        tournament: str,
        arrivals: Arrivals,
        clock: Callable[[], datetime],
        live: LiveTables | None = None,
        announce: Callable[[], object] = bool,
    ) -> None:
        """Keep in `book` what is done for a tournament, beside what arrived from tables.

        `live` knows how the tables stand, `announce` has them told who sits where and what was
        ruled; without a broker there is neither, and every list comes from paper.
        """
        self._book = book
        self._id = tournament
        self._arrivals = arrivals
        self._clock = clock
        self.on_paper = live is None
        """Whether there is no broker at all, so that every list comes from paper."""
        self._live = live or LiveTables()
        self._announce = announce

    @property
    def tournament(self) -> Tournament:
        """The frame."""
        return self._book.served(self._id)

    @property
    def now(self) -> datetime:
        """What the clock says."""
        return self._clock()

    @property
    def field(self) -> Field:
        """Everybody who takes part."""
        return self._book.field(self._id)

    @property
    def rounds(self) -> tuple[RoundPlan, ...]:
        """What is drawn, as far as the tournament goes."""
        last = self.tournament.rounds
        plans = self._book.rounds(self._id)
        return tuple(plan for plan in plans if plan.begun or plan.number <= last)

    @property
    def round_numbers(self) -> range:
        """Every round, drawn or not."""
        return range(1, max((self.tournament.rounds, *(plan.number for plan in self.rounds))) + 1)

    @property
    def penalties(self) -> dict[int, Penalty]:
        """By their entry's number, also those taken back."""
        return self._book.penalties(self._id)

    @property
    def protests(self) -> dict[int, Protest]:
        """By their entry's number."""
        return self._book.protests(self._id)

    def lists(self) -> dict[Place, TableList]:
        """Return the list of every table in every round that has begun."""
        return table_lists(
            self.rounds,
            self._arrivals.results(self._id),
            self._arrivals.lists(self._id),
            self.all_papers(),
            self.rulings,
        )

    @property
    def rulings(self) -> Rulings:
        """Those that change points."""
        return Rulings.of(self.protests)

    def all_results(self) -> Sequence[ResultMessage]:
        """Return of every deal the result that holds, as its table sent it."""
        return self._arrivals.results(self._id)

    def to_rule(self) -> dict[int, Protest]:
        """Return the protests that wait for a ruling, or for one on a later version."""
        protests = self.protests
        papers = holding(self.all_papers()).values()
        overtaken = Rulings.of(protests).overtaken(newest(self.all_results()), papers)
        return {
            entry: each
            for entry, each in protests.items()
            if each.ruling is RulingKind.OPEN or entry in overtaken
        }

    def history(self, entry: int) -> Sequence[tuple[str, Protest]]:
        """Return how a protest stood, and from when on, the newest last."""
        return self._book.protest_history(self._id, entry)

    def results(self, round_: int, table: str) -> tuple[ResultMessage, ...]:
        """Return a table's deals of a round, each in its newest revision."""
        return newest(
            each
            for each in self._arrivals.results(self._id)
            if (each.source.round, each.source.table) == (round_, table)
        )

    def revisions(self, round_: int, table: str, deal: int) -> Sequence[ResultMessage]:
        """Return every revision of a deal, the newest last."""
        return self._arrivals.revisions(self._id, table, round_, deal)

    def list_revisions(self, round_: int, table: str) -> Sequence[ListMessage]:
        """Return every list that a table signed off in a round, the newest last."""
        return self._arrivals.list_revisions(self._id, table, round_)

    def all_papers(self) -> tuple[PaperList, ...]:
        """Return every list that was typed in from paper, of one place the newest last."""
        return self._book.papers(self._id)

    def papers(self, round_: int, table: str) -> tuple[PaperList, ...]:
        """Return every list of a table and round that was typed in from paper, the newest last."""
        return tuple(
            each for each in self.all_papers() if (each.round, each.table) == (round_, table)
        )

    def paper(self, round_: int, table: str) -> PaperList | None:
        """Return the list from paper that holds; None where none does."""
        return holding(self.papers(round_, table)).get((round_, table))

    def ranking(self) -> tuple[Standing, ...]:
        """Return everybody who came, best first; nobody before a round has begun."""
        if not any(plan.begun for plan in self.rounds):
            return ()
        penalties = self.penalties.values()
        return ranking(self.tournament, self.field, self.rounds, self.lists(), penalties)

    @property
    def over(self) -> bool:
        """Whether every round has been played."""
        ended = [plan for plan in self.rounds if plan.ended]
        return len(ended) >= self.tournament.rounds

    def refusals(self) -> Sequence[Noted]:
        """Return what was turned away, the newest first."""
        return self._arrivals.refusals()

    def repeated(self) -> Mapping[str, int]:
        """Return how often something came again that was here already, by table."""
        return self._arrivals.repeated()

    def forks(self) -> tuple[Fork, ...]:
        """Return where a table lost deals and told others since, as far as nobody has ruled."""
        ruled = self._book.forks(self._id)
        return tuple(
            fork
            for fork in self._arrivals.forks(self._id)
            if not any(
                (each.round, each.table) == (fork.round, fork.table) and each.covers(fork.beside)
                for each in ruled
            )
        )

    @property
    def _now(self) -> str:
        return self._clock().isoformat("T", "seconds")

    def _plan(self, number: int) -> RoundPlan:
        found = next((plan for plan in self.rounds if plan.number == number), None)
        if found is None:
            raise PlainError(_NOT_DRAWN.format(round=number))
        return found

    def _seats(self, round_: int, table: str) -> TableSeats:
        found = self._plan(round_).seats_of(table)
        if found is None:
            raise PlainError(_NO_TABLE.format(table=table, round=round_))
        return found

    def _held_paper(self, round_: int, table: str) -> PaperList:
        found = self.paper(round_, table)
        if found is None:
            raise PlainError(_NO_PAPER.format(table=table, round=round_))
        return found


def short_enough(text: str) -> None:
    """Do nothing where a file can be read in.

    Raises:
        PlainError: it is too long.
    """
    if len(text) > MOST_TYPED:
        raise PlainError(_TOO_LONG)
