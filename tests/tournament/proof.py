"""The proof: fifty tables, cut lines, a killed broker, a killed database, and the same ranking."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from statistics import median, quantiles

from engine.evening.fold import fold
from engine.evening.start_numbers import numbers_of
from engine.evening.state import TableState
from engine.journal.journal import Journal
from kiosk.exchange.messages import ListMessage
from kiosk.home.clock import system_time
from kiosk.organiser.admission import Admitted, Frame, Refusal
from kiosk.organiser.app import create_organiser_app
from kiosk.organiser.book import Book
from kiosk.organiser.broker_files import Plan, write_broker
from kiosk.organiser.collector import Collector, Counts
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.ranking import lines_of, ranking, table_lists
from kiosk.organiser.settings import settings_of
from kiosk.organiser.store import Outcome, Store
from kiosk.organiser.tournament import Participant, RoundPlan, TableSeats, Tournament
from tests.kiosk.served import serving
from tests.mosquitto import free_port
from tests.postgres import Postgres
from tests.shared_data import ROOT
from tests.tournament.broker import WrittenBroker
from tests.tournament.hall import Projector
from tests.tournament.relay import Relay
from tests.tournament.tables import DEALS, JOURNAL

PATIENCE_S = 1800.0
HALLS: Mapping[str, float | None] = {"a page turns as it says": None, "asked every second": 1.0}
"""Screens in the hall, and how long a page stays on each."""
_DEAL_BYTES = 5000
Score = tuple[int, Fraction, int]
"""Start number, points, solos won."""


@dataclass(frozen=True)
class Figures:
    """What came out."""

    tables: int
    deals: int
    seconds: float
    connections: int
    cuts: int
    broker_kills: int
    database_kills: int
    counts: Counts
    delays: tuple[float, ...]
    """Seconds from a deal's last card to its being kept."""
    waits: tuple[float, ...]
    """Seconds from a message's coming to its being kept."""
    halls: Mapping[str, tuple[float, ...]]
    """By how the hall's screen turns: seconds from a deal's last card to each player's points."""
    differences: tuple[str, ...]
    """What the organiser has otherwise than the journals."""

    def lines(self) -> Iterable[str]:
        """Say it, a figure a line."""
        counts = self.counts
        yield f"tables {self.tables}, deals {self.tables * self.deals}, {self.seconds:.1f} s"
        yield f"lines of tables {self.connections}, cut {self.cuts}"
        yield f"broker killed {self.broker_kills}, database killed {self.database_kills}"
        yield f"messages {counts.messages}, kept {counts.new}, come again {counts.repeated}"
        yield f"refused {counts.refused}, transactions {counts.batches}"
        yield f"last card to kept: {_spread(self.delays)}"
        yield f"come to kept: {_spread(self.waits)}"
        for turns, seconds in self.halls.items():
            yield f"last card to hall, {turns}: {_spread(seconds)}"
        yield "ranking against the journals: " + ("DIFFERENT" if self.differences else "equal")
        yield from (f"  {each}" for each in self.differences)


def _spread(seconds: Sequence[float]) -> str:
    late = quantiles(seconds, n=20, method="inclusive")[-1]
    return (
        f"median {median(seconds):.2f} s, 95 of 100 within {late:.2f} s, "
        f"all within {max(seconds):.2f} s"
    )


class TimedStore(Store):
    """The store, noting when it had what."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.first: dict[tuple[str, int], float] = {}
        self.waits: list[float] = []
        self._lists: dict[str, int] = {}
        self._cursors: dict[str, int] = {}

    def keep(
        self, frame: Frame, messages: Sequence[Admitted], refused: Iterable[Refusal] = ()
    ) -> Outcome:
        """Keep a batch, and note the time once it is kept."""
        outcome = super().keep(frame, messages, refused)
        now = time.time()
        for each in messages:
            message = each.message
            self.waits.append(now - datetime.fromisoformat(each.arrived.at).timestamp())
            if isinstance(message, ListMessage):
                self._lists[message.source.table] = message.source.cursor
            else:
                self.first.setdefault((message.source.table, message.deal), now)
        for table, receipt in outcome.receipts.items():
            self._cursors[table] = receipt.cursor
        return outcome

    def whole(self) -> int:
        """Return of how many tables everything has come: the list is an outbox's last message."""
        return sum(self._cursors.get(table, 0) >= at for table, at in self._lists.items())


def prove(
    tables: int,
    deals: int,
    seed: int,
    folder: Path,
    *,
    receipt_s: float = 10.0,
    halls: Mapping[str, float | None] = HALLS,
) -> Figures:
    """Play a round at so many tables, and compare what the organiser has with the journals."""
    chance = random.Random(seed)
    tournament = Tournament("rennen", "Fünfzig Tische", rounds=1, deals=deals)
    numbers = list(range(1, 4 * tables + 1))
    chance.shuffle(numbers)
    seats = [TableSeats(str(at + 1), tuple(numbers[4 * at : 4 * at + 4])) for at in range(tables)]
    port = free_port()
    (folder / "homes").mkdir(parents=True)
    with (
        Postgres() as server,
        Database.open(server.create("tournament")) as database,
        Relay(port, tables, deals * _DEAL_BYTES, seed) as relay,
    ):
        book, store = Book(database, system_time), TimedStore(database)
        book.begin(tournament)
        book.keep_people(
            tournament.id, (Participant(number, f"Person {number}") for number in sorted(numbers))
        )
        begun = system_time().isoformat()
        book.keep_round(tournament.id, RoundPlan(1, tuple(seats), begun=begun))
        plan = Plan(tuple(each.table for each in seats), ("127.0.0.1",), relay.port)
        plan = replace(plan, at=str(folder / "organiser" / "broker"))
        files = write_broker(folder / "organiser", plan)
        line = settings_of(files.folder).line
        assert line is not None
        with WrittenBroker(files, plan.port, port) as broker:
            collector = Collector(replace(line, port=port), book, store, tournament.id, system_time)
            desk = Desk(book, tournament.id, store, system_time, collector.live, collector.announce)
            watched = Watched(collector)
            collector.start()
            watched.wait(lambda: collector.online)
            started = time.monotonic()
            players = _players(folder, files.folder, tables, deals, seed, receipt_s)
            with ExitStack() as hall:
                address = hall.enter_context(serving(create_organiser_app(desk)))
                screens = {
                    turns: hall.enter_context(Projector(address, stays))
                    for turns, stays in halls.items()
                }
                hall.callback(collector.close)
                hall.callback(_end, players)
                _disturb(watched, store, tables * deals, broker, server)
                watched.wait(lambda: store.whole() == tables, players)
                seconds = time.monotonic() - started
                for screen in screens.values():
                    screen.turn_once(len(numbers))
                players.communicate(timeout=PATIENCE_S)
                assert players.returncode == 0
            assert collector.failed is None
        differences = tuple(_differences(folder, book, store, tournament))
    return Figures(
        tables,
        deals,
        seconds,
        relay.connections,
        relay.cuts,
        1,
        1,
        collector.counts,
        tuple(_delays(folder, store)),
        tuple(store.waits),
        {turns: tuple(_to_hall(folder, seats, screen)) for turns, screen in screens.items()},
        differences,
    )


class Watched:
    """A collector that can be waited for."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector
        self._news = threading.Condition()
        collector.listen(self._tell)

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()

    def wait(
        self, until: Callable[[], bool], players: subprocess.Popen[bytes] | None = None
    ) -> None:
        """Wait until something is so; the players, where there are any, must be alive."""
        deadline = time.monotonic() + PATIENCE_S
        with self._news:
            while not self._news.wait_for(until, 5.0):
                assert players is None or players.poll() is None, "the tables ended"
                assert self.collector.failed is None
                assert time.monotonic() < deadline, self.collector.counts


def _players(
    folder: Path, broker: Path, tables: int, deals: int, seed: int, receipt_s: float
) -> subprocess.Popen[bytes]:
    words = [
        *(sys.executable, "-m", "tests.tournament.tables", str(folder / "homes"), str(broker)),
        *("--tables", str(tables), "--deals", str(deals), "--seed", str(seed)),
        *("--receipt-s", str(receipt_s)),
    ]
    environ = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(words, stdin=subprocess.PIPE, cwd=ROOT, env=environ)


def _disturb(
    watched: Watched, store: TimedStore, whole: int, broker: WrittenBroker, server: Postgres
) -> None:
    """Kill the broker after a third of all deals, and the database after two."""
    collector = watched.collector
    watched.wait(lambda: len(store.first) >= whole // 3)
    broker.kill()
    watched.wait(lambda: not collector.online)
    broker.start()
    watched.wait(lambda: len(store.first) >= 2 * whole // 3)
    server.kill()
    watched.wait(lambda: collector.database_trouble is not None)
    server.start()


def _differences(folder: Path, book: Book, store: Store, tournament: Tournament) -> Iterable[str]:
    """Say what the organiser has otherwise than the journals."""
    plans = book.rounds(tournament.id)
    results, lists = store.results(tournament.id), store.lists(tournament.id)
    played = {each.table: _journal(folder / "homes" / each.table) for each in plans[0].tables}
    expected = [
        (table, deal) for table, (deals, _) in played.items() for deal in range(1, deals + 1)
    ]
    yield from other("deal", expected, ((each.source.table, each.deal) for each in results))
    yield from other("list of table", played, (each.source.table for each in lists))
    scores = {score[0]: score for _, told in played.values() for score in told}
    by_deals = ((line.number, line.points, line.soli) for line in lines_of(results))
    yield from other("by its deals, number", scores.values(), by_deals)
    listed = ((line.number, line.points, line.soli) for each in lists for line in each.lines)
    yield from other("by its list, number", scores.values(), listed)
    tables = table_lists(plans, results, lists, ())
    for (_, table), told in tables.items():
        if told.differs:
            yield f"list of table {table} is not what its deals come to"
    standings = ranking(tournament, book.field(tournament.id), plans, tables)
    ranked = [(each.place, (each.number, each.points, each.soli)) for each in standings]
    yield from other("place", _ranked(scores), ranked)


def other(what: str, journals: Iterable[object], organiser: Iterable[object]) -> Iterable[str]:
    """Say what only one of both has, or has more often."""
    there, here = Counter(map(str, journals)), Counter(map(str, organiser))
    yield from (f"{what} {each}: in the journals alone" for each in there - here)
    yield from (f"{what} {each}: at the organiser alone, or twice" for each in here - there)


def _end(players: subprocess.Popen[bytes]) -> None:
    players.kill()
    players.wait()
    assert players.stdin is not None
    players.stdin.close()


def _evening(home: Path) -> TableState:
    """Return how a table stands by its own journal."""
    with closing(Journal.open(home / JOURNAL)) as journal:
        (mark,) = journal.evenings()
        return fold(journal.events_of(mark))


def _journal(home: Path) -> tuple[int, list[Score]]:
    """Return how many deals a table's own journal has, and what they come to."""
    state = _evening(home)
    points: dict[int, Fraction] = {}
    soli: dict[int, int] = {}
    for deal in state.finished:
        assert deal.result is not None
        assert deal.contract is not None
        numbers = numbers_of(state, deal)
        for number, gain in zip(numbers, deal.gains, strict=True):
            points[number] = points.get(number, Fraction(0)) + gain
        caller = deal.contract.seat
        assert caller is not None
        won = deal.gains[caller] > 0
        soli[numbers[caller]] = soli.get(numbers[caller], 0) + won
    return len(state.finished), [(n, points[n], soli.get(n, 0)) for n in points]


def _ranked(scores: Mapping[int, Score]) -> list[tuple[int, Score]]:
    """Rank by points, then solos; equal ones share a place."""
    order = sorted(scores.values(), key=lambda score: (-score[1], -score[2], score[0]))
    places: list[tuple[int, Score]] = []
    for at, score in enumerate(order):
        same = at > 0 and order[at - 1][1:] == score[1:]
        places.append((places[-1][0] if same else at + 1, score))
    return places


def _delays(folder: Path, store: TimedStore) -> Iterable[float]:
    for (table, deal), kept in store.first.items():
        yield kept - _last_cards(folder, table)[deal - 1]


def _last_cards(folder: Path, table: str) -> list[float]:
    """Return when the last card of each of a table's deals lay."""
    lines = (folder / "homes" / table / DEALS).read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    assert [each["deal"] for each in told] == list(range(1, len(told) + 1))
    return [each["at"] for each in told]


def _to_hall(folder: Path, seats: Sequence[TableSeats], screen: Projector) -> Iterable[float]:
    """Return how long the points of every player and deal took to a screen in the hall."""
    running: dict[int, list[Fraction]] = {}
    lay: dict[int, list[float]] = {}
    for each in seats:
        state = _evening(folder / "homes" / each.table)
        for deal in state.finished:
            for number, gain in zip(numbers_of(state, deal), deal.gains, strict=True):
                points = running.setdefault(number, [])
                points.append((points[-1] if points else 0) + gain)
        lay |= dict.fromkeys(each.numbers, _last_cards(folder, each.table))
    return screen.delays(running, lay)
