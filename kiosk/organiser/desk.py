"""The organiser's desk: what is done during a tournament, each act checked and kept in the book.

Pages and commands call it; it holds no page and no thread. What tables sent it reads beside what
people entered, and whatever it answers follows from both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Protocol

from engine.text import PlainError, Text
from kiosk.exchange.messages import ListLine, ListMessage, ResultMessage
from kiosk.exchange.topics import OFFLINE
from kiosk.organiser.book import Book
from kiosk.organiser.draw import Odd, draw, read_plan
from kiosk.organiser.list_modes import list_mode
from kiosk.organiser.live import Live, LiveTables
from kiosk.organiser.people import read_people
from kiosk.organiser.ranking import (
    ListSource,
    Place,
    Standing,
    TableList,
    deals_at,
    holding,
    newest,
    ranking,
    table_lists,
)
from kiosk.organiser.rulings import Rulings, ruled_list, ruled_once, ruled_points
from kiosk.organiser.store import Fork, Noted
from kiosk.organiser.tournament import (
    WHOLE_LIST,
    Field,
    ForkRuling,
    PaperList,
    Participant,
    Penalty,
    Presence,
    Protest,
    RoundPlan,
    RuledFork,
    RuledPoints,
    RulingKind,
    TableSeats,
    Tournament,
)

MOST_TYPED = 1_000_000
"""Characters of a file that is read in."""
QUIET_S = 600.0
"""A table from which nothing has come for so long may need somebody to look."""

_NOT_DRAWN = Text(
    de="Runde {round} ist noch nicht ausgelost.", en="Round {round} has not been drawn yet."
)
_RUNS = Text(
    de="Runde {round} läuft schon; ausgelost wird vor ihrem Beginn.",
    en="Round {round} is under way; it is drawn before it begins.",
)
_OTHER_SEED = Text(
    de="Gespielt wird schon, ausgelost aus „{seed}“: dabei bleibt es, sonst kann niemand die "
    "Auslosung nachprüfen. Runden, die noch nicht begonnen haben, lassen sich mit demselben Wort "
    "neu auslosen.",
    en="Play has begun, drawn from “{seed}”: that stays, or nobody could check the draw. Rounds "
    "that have not begun can be drawn anew from the same word.",
)
_ONE_AT_A_TIME = Text(
    de="Runde {round} ist noch nicht beendet; danach kann die nächste beginnen.",
    en="Round {round} has not ended; the next one can begin after it.",
)
_NOT_BEGUN = Text(de="Runde {round} hat nicht begonnen.", en="Round {round} has not begun.")
_ABSENT = Text(
    de="In Runde {round} sitzt die Nummer {number} an Tisch {table}, spielt aber nicht mit; bitte "
    "neu auslosen oder Ersatz eintragen.",
    en="Number {number} sits at table {table} in round {round} but does not play; please draw "
    "again or enter a substitute.",
)
_UNSEATED = Text(
    de="In der Auslosung fehlt die Nummer {number}; bitte neu auslosen.",
    en="Number {number} is missing from the draw; please draw again.",
)
_NO_SEED = Text(
    de="Bitte ein Wort oder eine Zahl nennen, aus der die Auslosung folgt, am besten vor allen "
    "gezogen.",
    en="Please give a word or number that the draw follows from, best drawn in front of everybody.",
)
_PLAYED = Text(
    de="In Runde {round} ist schon gespielt oder eine Liste eingetragen; sie lässt sich nur noch "
    "beenden.",
    en="Round {round} has deals or a list already; it can only be ended.",
)
_NO_TABLE = Text(
    de="Tisch {table} spielt in Runde {round} nicht.",
    en="Table {table} does not play in round {round}.",
)
_NO_DEAL = Text(
    de="Von Tisch {table} ist in Runde {round} kein Spiel {deal} da.",
    en="There is no deal {deal} from table {table} in round {round}.",
)
_NO_PAPER = Text(
    de="Für Tisch {table} gilt in Runde {round} keine Liste vom Papier; bitte das Spiel nennen.",
    en="No list from paper holds for table {table} in round {round}; please name the deal.",
)
_ON_PAPER = Text(
    de="Für Tisch {table} gilt in Runde {round} die Liste vom Papier; bitte die Punkte dort "
    "ändern, oder die Liste erst zurücknehmen.",
    en="The list from paper holds for table {table} in round {round}; please change the points "
    "there, or take the list back first.",
)
_NO_FORK = Text(
    de="Was von Tisch {table} in Runde {round} zählt, ist schon entschieden.",
    en="What counts from table {table} in round {round} has been decided already.",
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

    def repeated(self) -> int:
        """Return how often something came again that was here already."""
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


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table as the overview shows it."""

    table: str
    people: tuple[Participant, ...]
    deals: int
    """Played so far."""
    planned: int
    """0 where time alone ends the round."""
    list: TableList | None
    """None before the round."""
    live: Live
    quiet: bool
    """Whether somebody should look: gone without a word, or silent for long."""
    contested: int
    """Protests nobody has ruled on, or whose deal has come in another version since."""
    unsettled: int
    """Deals that bring no points until something in them is decided."""
    forked: bool
    """Whether the table lost deals and told others since, and nobody has said what counts."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What keeps a ranking from being the last word."""

    lists: tuple[Place, ...]
    """Neither signed off nor typed in."""
    protests: int
    """Nobody has ruled on them, or their deal has come in another version since."""
    forks: tuple[Place, ...]
    """Where nobody has said yet what counts."""
    rounds: tuple[int, ...]
    """Not played to their end, begun or not."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.lists or self.protests or self.forks or self.rounds)


@dataclass(frozen=True, slots=True)
class Overview:
    """The tournament as it stands."""

    tournament: Tournament
    plan: RoundPlan | None
    """The round that runs, else the one that comes next, else the last; None before the draw."""
    rows: tuple[TableRow, ...]
    left: timedelta | None
    """Until the last deal may begin; None where no limit runs."""
    trouble: Text | None = None
    """Why nothing comes from the broker; None while the line stands, or where there is none."""


class Desk:
    """One tournament's desk; any thread may use it."""

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
        self._live = live or LiveTables()
        self._announce = announce

    # What is there.

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
            self._book.papers(self._id),
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
        papers = holding(self._book.papers(self._id)).values()
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

    def papers(self, round_: int, table: str) -> tuple[PaperList, ...]:
        """Return every list of a table and round that was typed in from paper, the newest last."""
        return tuple(
            each
            for each in self._book.papers(self._id)
            if (each.round, each.table) == (round_, table)
        )

    def paper(self, round_: int, table: str) -> PaperList | None:
        """Return the list from paper that holds; None where none does."""
        return holding(self.papers(round_, table)).get((round_, table))

    def ranking(self) -> tuple[Standing, ...]:
        """Return everybody who came, best first."""
        penalties = self.penalties.values()
        return ranking(self.tournament, self.field, self.rounds, self.lists(), penalties)

    @property
    def over(self) -> bool:
        """Whether every round has been played."""
        ended = [plan for plan in self.rounds if plan.ended]
        return len(ended) >= self.tournament.rounds

    def outstanding(self) -> Outstanding:
        """Return what is still to come before the ranking holds."""
        ended = {plan.number for plan in self.rounds if plan.ended}
        places = (place for place, told in self.lists().items() if _awaited(told))
        lists = tuple(place for place in places if place[0] in ended)
        forks = tuple((fork.round, fork.table) for fork in self.forks())
        rounds = {*range(1, self.tournament.rounds + 1), *(plan.number for plan in self.rounds)}
        return Outstanding(lists, len(self.to_rule()), forks, tuple(sorted(rounds - ended)))

    def overview(self) -> Overview:
        """Return the tournament as it stands."""
        tournament, plans, now = self.tournament, self.rounds, self._clock()
        running = next((plan for plan in plans if plan.runs), None)
        waiting = next((plan for plan in plans if not plan.begun), None)
        plan = running or waiting or (plans[-1] if plans else None)
        if plan is None:
            return Overview(tournament, None, (), None, self._live.trouble)
        field, lists = self.field, self.lists()
        contested, rulings = self.to_rule().values(), self.rulings
        unsettled = [
            (each.source.round, each.source.table)
            for each in newest(self.all_results())
            if rulings.applied(each).status == "unsettled"
        ]
        forked = {(each.round, each.table) for each in self.forks()}
        rows = []
        for seats in plan.tables:
            told = lists.get((plan.number, seats.table))
            live = self._live.of(seats.table)
            silent = _silent_since(live, plan, now) > QUIET_S
            rows.append(
                TableRow(
                    seats.table,
                    tuple(field[number].in_round(plan.number) for number in seats.numbers),
                    0 if told is None else told.deals,
                    deals_at(tournament, len(seats.numbers)),
                    told,
                    live,
                    plan.runs and _awaited(told) and (live.available == OFFLINE or silent),
                    sum((p.round, p.table) == (plan.number, seats.table) for p in contested),
                    unsettled.count((plan.number, seats.table)),
                    (plan.number, seats.table) in forked,
                )
            )
        return Overview(tournament, plan, tuple(rows), self.time_left(), self._live.trouble)

    def time_left(self) -> timedelta | None:
        """Return how long deals may still begin; None where no limit runs."""
        running = next((plan for plan in self.rounds if plan.runs), None)
        if running is None or not running.limit:
            return None
        return max(datetime.fromisoformat(running.limit) - self._clock(), timedelta(0))

    def refusals(self) -> Sequence[Noted]:
        """Return what was turned away, the newest first."""
        return self._arrivals.refusals()

    def repeated(self) -> int:
        """Return how often something came again that was here already."""
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

    # Terms and people.

    def set_terms(self, terms: Tournament) -> None:
        """Keep other terms of this tournament."""
        self._book.change(replace(terms, id=self._id))

    def admit_journal(self, table: str, round_: int, journal: str) -> None:
        """Take a table's round from another journal from now on: its device was replaced.

        Raises:
            PlainError: nothing has come from there so far, so anything will be taken.
        """
        self._seats(round_, table)
        self._arrivals.admit_journal(self._id, table, round_, journal)

    def rename(self, number: int, name: str, town: str) -> None:
        """Put right how somebody is called."""
        person = replace(self.field[number], name=name.strip(), town=town.strip())
        self._book.keep_person(self._id, person)

    def enter(self, name: str, town: str = "", *, paid: bool = False, number: int = 0) -> int:
        """Enter somebody, under the next free number where none is given; return the number.

        Raises:
            PlainError: the number is taken, or the name is none.
        """
        field = self.field
        person = Participant(number or field.next_number, name.strip(), town.strip(), paid)
        Field((*field.people, person))
        self._book.keep_person(self._id, person)
        return person.number

    def enter_all(self, text: str) -> int:
        """Enter everybody of a list, all or none; return how many.

        Raises:
            PlainError: a line cannot be read, or a number is taken.
        """
        _short_enough(text)
        people = read_people(text, self.field.next_number)
        Field((*self.field.people, *people))
        self._book.keep_people(self._id, people)
        return len(people)

    def set_paid(self, number: int, *, paid: bool) -> None:
        """Note that somebody paid, or did not after all."""
        self._book.keep_person(self._id, replace(self.field[number], paid=paid))

    def set_presence(self, number: int, presence: Presence) -> None:
        """Note that somebody never came, left, or is here after all."""
        self._book.keep_person(self._id, replace(self.field[number], presence=presence))

    def substitute(self, number: int, name: str, town: str = "") -> None:
        """Let somebody else play on under a number, from the round that comes next or runs."""
        plans = self.rounds
        round_ = next((plan.number for plan in plans if not plan.ended), len(plans) + 1)
        person = self.field[number].replaced_by(name.strip(), town.strip(), round_)
        self._book.keep_person(self._id, person)
        running = next((plan for plan in plans if plan.runs), None)
        if running is not None and running.table_of(number) is not None:
            self._announce()

    # The draw and the rounds.

    def preview(self, seed: str, odd: Odd = 3) -> tuple[RoundPlan, ...]:
        """Return the rounds as a seed would draw them; those that have begun stay.

        Raises:
            PlainError: no seed, another one than that of rounds that have begun, or too few people.
        """
        if not seed.strip():
            raise PlainError(_NO_SEED)
        kept = [plan for plan in self.rounds if plan.begun]
        drawn_from = self.tournament.seed
        if kept and drawn_from not in ("", seed.strip()):
            raise PlainError(_OTHER_SEED.format(seed=drawn_from))
        return draw(self.field.here, self.tournament.rounds, seed.strip(), kept, odd)

    def draw(self, seed: str, odd: Odd = 3) -> None:
        """Draw all rounds that have not begun, and keep them with the seed, all or none.

        Raises:
            PlainError: as `preview` raises it.
        """
        drawn = [plan for plan in self.preview(seed, odd) if not plan.begun]
        self._book.keep_draw(replace(self.tournament, seed=seed.strip()), drawn)

    def take_plan(self, text: str) -> None:
        """Take a draw that was made elsewhere, all of it or nothing.

        Raises:
            PlainError: it cannot be read, names somebody who is not there, or a round that runs.
        """
        _short_enough(text)
        begun = {plan.number for plan in self.rounds if plan.begun}
        plans = read_plan(text)
        for plan in plans:
            if plan.number in begun:
                raise PlainError(_RUNS.format(round=plan.number))
            self._check_people(plan)
        rounds = max(self.tournament.rounds, plans[-1].number)
        self._book.keep_draw(replace(self.tournament, seed="", rounds=rounds), plans)

    def begin_round(self, number: int) -> None:
        """Begin a round: its time runs, and every table is told who plays there.

        Raises:
            PlainError: it is not drawn or has begun, another one runs, or who was drawn is away.
        """
        plan = self._plan(number)
        if plan.begun:
            raise PlainError(_RUNS.format(round=number))
        running = next((each for each in self.rounds if each.runs), None)
        if running is not None:
            raise PlainError(_ONE_AT_A_TIME.format(round=running.number))
        self._check_people(plan)
        now, minutes = self._clock(), self.tournament.minutes
        limit = (now + timedelta(minutes=minutes)).isoformat("T", "seconds") if minutes else ""
        begun = replace(plan, begun=now.isoformat("T", "seconds"), limit=limit)
        self._book.keep_round(self._id, begun)
        self._announce()

    def untouched(self, number: int) -> bool:
        """Tell whether nothing has come from a round, neither from a table nor from paper."""
        played = (each.source.round for each in self.all_results())
        listed = (each.source.round for each in self._arrivals.lists(self._id))
        typed = (each.round for each in self._book.papers(self._id))
        return number not in {*played, *listed, *typed}

    def take_back_round(self, number: int) -> None:
        """Let a round that was begun by mistake not have begun, as long as nothing was played.

        Raises:
            PlainError: something has come from it.
        """
        plan = self._plan(number)
        if not self.untouched(number):
            raise PlainError(_PLAYED.format(round=number))
        if plan.runs:
            self._book.keep_round(self._id, replace(plan, begun="", limit=""))

    def end_round(self, number: int) -> None:
        """End a round; lists that come later still count.

        Raises:
            PlainError: it has not begun.
        """
        plan = self._plan(number)
        if not plan.begun:
            raise PlainError(_NOT_BEGUN.format(round=number))
        if not plan.ended:
            ended = replace(plan, ended=self._clock().isoformat("T", "seconds"))
            self._book.keep_round(self._id, ended)
            self._announce()

    def reopen_round(self, number: int) -> None:
        """Let a round that was ended by mistake go on.

        Raises:
            PlainError: another one runs.
        """
        running = next((each for each in self.rounds if each.runs), None)
        if running is not None and running.number != number:
            raise PlainError(_ONE_AT_A_TIME.format(round=running.number))
        self._book.keep_round(self._id, replace(self._plan(number), ended=""))
        self._announce()

    def tell_again(self) -> None:
        """Have every table told once more who plays there."""
        self._announce()

    # Lists, penalties, protests.

    def type_in(self, round_: int, table: str, lines: Sequence[ListLine], by: str = "") -> None:
        """Keep a list from paper; it holds before what the table sends.

        Raises:
            PlainError: others sit there, the points do not add up where they must, or there are
                more solos than deals.
        """
        seats = self._seats(round_, table)
        seats.check(line.number for line in lines)
        paper = PaperList(table, round_, self._next_paper(round_, table), tuple(lines), self._now)
        if list_mode(self.tournament.mode).zero_sum:
            paper.check_sum()
        paper.check_solos(deals_at(self.tournament, len(lines)))
        self._book.keep_paper(self._id, replace(paper, by=by))

    def take_back_list(self, round_: int, table: str) -> None:
        """Let what the table sends count again in place of the list from paper."""
        paper = self.paper(round_, table)
        if paper is not None:
            gone = replace(paper, revision=paper.revision + 1, taken_back=True)
            self._book.keep_paper(self._id, replace(gone, at=self._now))

    def punish(self, number: int, points: Fraction, reason: str, round_: int, by: str = "") -> int:
        """Give a penalty, or points; return its entry's number.

        Raises:
            PlainError: nobody has the number, or the reason is missing.
        """
        penalty = Penalty(self.field[number].number, points, reason.strip(), round_, self._now, by)
        entry = self._book.keep_penalty(self._id, penalty)
        self._announce()
        return entry

    def take_back_penalty(self, entry: int) -> None:
        """Take a penalty back; it stays on record as taken back."""
        penalty = replace(self.penalties[entry], taken_back=True)
        self._book.keep_penalty(self._id, penalty, entry)
        self._announce()

    def protest(self, round_: int, table: str, deal: int, number: int, words: str) -> int:
        """Contest a deal, or a list from paper (`WHOLE_LIST`); return the protest's number.

        Raises:
            PlainError: there is no such deal or list, nobody has the number, or the words are
                missing.
        """
        if deal == WHOLE_LIST:
            self._held_paper(round_, table)
        elif not self.revisions(round_, table, deal):
            raise PlainError(_NO_DEAL.format(table=table, round=round_, deal=deal))
        whose = self.field[number].number
        protest = Protest(table, round_, deal, whose, words.strip(), self._now)
        return self._book.keep_protest(self._id, protest)

    def rule_fork(self, round_: int, table: str, branch: str, ruling: ForkRuling) -> None:
        """Say what counts of a round of which a table lost deals and told others since.

        A protest against a deal that counts under another number from now on goes with it.

        Raises:
            PlainError: somebody has said so already, or there is nothing to say.
        """
        at = round_, table, branch
        fork = next(
            (each for each in self.forks() if (each.round, each.table, each.beside.branch) == at),
            None,
        )
        if fork is None:
            raise PlainError(_NO_FORK.format(table=table, round=round_))
        ruled = RuledFork(table, round_, ruling, (fork.holds, fork.beside), self._now)

        def keep(moved: Mapping[int, int]) -> None:
            for entry, protest in self.protests.items():
                if (protest.round, protest.table) == (round_, table) and protest.deal in moved:
                    other = replace(protest, deal=moved[protest.deal])
                    self._book.keep_protest(self._id, other, entry)
            self._book.keep_fork(self._id, ruled)

        if ruling is ForkRuling.OLD:
            keep({})
        else:
            both = ruling is ForkRuling.BOTH
            self._arrivals.settle(self._id, table, round_, branch, keep, both=both)

    def rule(
        self,
        entry: int,
        ruling: RulingKind,
        answer: str,
        points: Mapping[int, Fraction] | None = None,
    ) -> None:
        """Rule on a protest, or take the ruling back (`OPEN`).

        Args:
            entry: the protest's number.
            ruling: what becomes of it.
            answer: why.
            points: what the deal or list brings now, by start number, where the protest is upheld.

        Raises:
            PlainError: other points without a reason, or such as cannot be set.
        """
        protest = replace(self.protests[entry], ruling=ruling, answer=answer.strip(), points=None)
        if ruling is RulingKind.UPHELD and points is not None:
            protest = replace(protest, points=self._ruled(entry, protest, points))
        self._book.keep_protest(self._id, protest, entry)
        self._announce()

    def _ruled(
        self, entry: int, protest: Protest, points: Mapping[int, Fraction]
    ) -> RuledPoints | None:
        """Return the points of a ruling; None where the deal or list brings them anyway."""
        round_, table = protest.round, protest.table
        zero_sum = list_mode(self.tournament.mode).zero_sum
        if protest.on_paper:
            paper = self._held_paper(round_, table)
            ruled = ruled_list(paper, points, zero_sum=zero_sum)
            if ruled is not None:
                ruled_once(entry, self.rulings.on_paper(paper))
            return ruled
        versions = self.revisions(round_, table, protest.deal)
        if not versions:
            raise PlainError(_NO_DEAL.format(table=table, round=round_, deal=protest.deal))
        deal = versions[-1]
        ruled = ruled_points(deal, points, zero_sum=zero_sum)
        if ruled is None:
            return None
        if self.lists()[round_, table].source is ListSource.PAPER:
            raise PlainError(_ON_PAPER.format(table=table, round=round_))
        ruled_once(entry, self.rulings.on(deal))
        return ruled

    # Helpers.

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

    def _next_paper(self, round_: int, table: str) -> int:
        return max((each.revision for each in self.papers(round_, table)), default=0) + 1

    def _held_paper(self, round_: int, table: str) -> PaperList:
        found = self.paper(round_, table)
        if found is None:
            raise PlainError(_NO_PAPER.format(table=table, round=round_))
        return found

    def _check_people(self, plan: RoundPlan) -> None:
        """Do nothing where all who are here sit somewhere, and nobody else does."""
        here, field = set(self.field.here), self.field
        for seats in plan.tables:
            for number in seats.numbers:
                if field[number].number not in here:
                    raise PlainError(
                        _ABSENT.format(number=number, table=seats.table, round=plan.number)
                    )
                here.discard(number)
        if here:
            raise PlainError(_UNSEATED.format(number=min(here)))


def _silent_since(live: Live, plan: RoundPlan, now: datetime) -> float:
    """Return for how many seconds a table has said nothing since its round began."""
    if live.quiet_since is None:
        return 0.0
    begun = datetime.fromisoformat(plan.begun) if plan.begun else live.quiet_since
    return (now - max(begun, live.quiet_since)).total_seconds()


def _awaited(told: TableList | None) -> bool:
    """Whether deals are still to come from a table."""
    return told is None or told.source in (ListSource.RUNNING, ListSource.MISSING)


def _short_enough(text: str) -> None:
    if len(text) > MOST_TYPED:
        raise PlainError(_TOO_LONG)
