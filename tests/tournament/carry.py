"""What a collector carries: deals as fast as Mosquitto's own program can tell them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

from engine.dealfile.writer import to_json
from engine.text import Text
from kiosk.exchange.messages import ResultMessage, SeatResult, Source, result_to_json
from kiosk.home.clock import system_time
from kiosk.organiser.book import Book
from kiosk.organiser.collector import Collector
from kiosk.organiser.database import Database
from kiosk.organiser.line import Line
from kiosk.organiser.tournament import RoundPlan, TableSeats, Tournament
from tests.kiosk.random_deals import random_deal
from tests.mosquitto import Mosquitto
from tests.postgres import Postgres
from tests.tournament.proof import TimedStore, Watched

TABLES = 20
_AT = "2026-11-28T20:00:00+01:00"
DEAL_S = 180
"""Of one deal at a table, as people play."""


def carried(deals: int, folder: Path) -> Iterable[str]:
    """Measure with both databases, and say it."""
    each = deals // TABLES
    files = [_told(folder, table, each) for table in range(1, TABLES + 1)]
    size = sum(file.stat().st_size for file in files) / (each * TABLES)
    yield f"deals {each * TABLES} of {size:.0f} bytes from {TABLES} tables"
    with Database.open(folder / "sqlite") as database:
        yield _said("SQLite", _seconds(database, files, each * TABLES, folder / "one"), deals)
    with Postgres() as server, Database.open(server.create("carry")) as database:
        yield _said("PostgreSQL", _seconds(database, files, each * TABLES, folder / "two"), deals)


def _said(name: str, seconds: float, deals: int) -> str:
    rate = deals / seconds
    return f"{name}: {rate:.0f} deals/s, {rate * DEAL_S:.0f} tables at a deal each {DEAL_S} s"


def _told(folder: Path, table: int, deals: int) -> Path:
    """Write what a table tells, a message a line."""
    file = folder / f"table-{table}"
    with file.open("wb") as lines:
        for deal in range(1, deals + 1):
            source = Source(
                "carry", str(table), 1, f"{table:064x}", deal * 10, deal * 10 - 10, "c" * 64, _AT
            )
            deltas = (3, -1, -1, -1)
            seats = tuple(SeatResult(4 * table - seat, Fraction(deltas[seat])) for seat in range(4))
            record = to_json(random_deal(table * 1000 + deal))
            contract = Text(de="Solo", en="solo")
            message = ResultMessage(source, deal, "counted", seats, contract, record=record)
            lines.write(result_to_json(message) + b"\n")
    return file


def _seconds(database: Database, files: list[Path], deals: int, folder: Path) -> float:
    """Return from the first deal to come to the last one kept."""
    book, store = Book(database, system_time), TimedStore(database)
    book.begin(Tournament("carry", "Carry", rounds=1, deals=1000))
    seats = tuple(
        TableSeats(str(table), tuple(4 * table - seat for seat in range(4)))
        for table in range(1, TABLES + 1)
    )
    book.keep_round("carry", RoundPlan(1, seats, begun=_AT))
    with Mosquitto(folder, more="max_queued_messages 100000") as broker:
        collector = Collector(Line("127.0.0.1", broker.port), book, store, "carry", system_time)
        watched = Watched(collector)
        collector.start()
        try:
            watched.wait(lambda: collector.online)
            started = time.monotonic()
            tellers = [_teller(broker.port, table + 1, file) for table, file in enumerate(files)]
            watched.wait(lambda: collector.counts.new == deals)
            seconds = time.monotonic() - started
            for each in tellers:
                assert each.wait() == 0
        finally:
            collector.close()
    return seconds


def _teller(port: int, table: int, file: Path) -> subprocess.Popen[bytes]:
    words = ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(port), "-q", "1"]
    with file.open("rb") as lines:
        return subprocess.Popen([*words, "-t", f"mehrkopf/{table}/result", "-l"], stdin=lines)
