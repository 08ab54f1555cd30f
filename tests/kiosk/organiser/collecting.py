"""A collector at a real broker, with a database, and something to wait on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kiosk.home.clock import system_time
from kiosk.organiser.book import Book
from kiosk.organiser.collector import Collector
from kiosk.organiser.database import Database
from kiosk.organiser.line import Line
from kiosk.organiser.store import Store
from tests.kiosk.organiser.made import CUP, PLANS
from tests.mosquitto import PATIENCE_S, Listener, Mosquitto

USERS = {"1": "secret of one", "2": "secret of two", "organiser": "secret of all"}


@dataclass(frozen=True)
class Organiser:
    """Everything an organiser's machine runs."""

    collector: Collector
    book: Book
    store: Store
    news: threading.Condition

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until something is so; looked at whenever the collector says that it changed."""
        with self.news:
            assert self.news.wait_for(until, PATIENCE_S), (
                self.collector.counts,
                self.collector.trouble,
                self.collector.database_trouble,
            )

    def is_online(self) -> None:
        """Wait for the line to the broker."""
        self.wait(lambda: self.collector.online)


def line_to(broker: Mosquitto, folder: Path, password: str = USERS["organiser"]) -> Line:
    """Return the organiser's line to a broker with users."""
    file = folder / "organiser.password"
    file.write_text(password + "\n", "utf-8")
    authority = None if broker.certificates is None else broker.certificates.authority
    return Line("127.0.0.1", broker.port, "organiser", file, authority)


@contextmanager
def organising(
    line: Line, database: Database, *, begun: bool = True, waits: bool = True
) -> Iterator[Organiser]:
    """Collect for the small cup.

    Args:
        line: to the broker.
        database: where to.
        begun: whether the cup is new to the database.
        waits: whether it goes on only once the line stands.
    """
    book, store = Book(database, system_time), Store(database)
    if begun:
        book.begin(CUP)
        for plan in PLANS:
            book.keep_round(CUP.id, plan)
    collector = Collector(line, book, store, CUP.id, system_time)
    news = threading.Condition()

    def tell() -> None:
        with news:
            news.notify_all()

    collector.listen(tell)
    collector.start()
    organiser = Organiser(collector, book, store, news)
    try:
        if waits:
            organiser.is_online()
        yield organiser
    finally:
        collector.close()
    assert collector.failed is None


@contextmanager
def at_table(broker: Mosquitto, table: str = "1") -> Iterator[Listener]:
    """Be a table of the broker's: it hears what is said to it."""
    with Listener(broker, table, USERS[table], (f"mehrkopf/{table}/to/#",)) as listener:
        yield listener
