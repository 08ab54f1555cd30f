"""The pages under load: fifty phones that look on, twenty that hammer, and the kiosk meanwhile.

The table is a real one with its journal on disk, the servers are those of `run`; the phones are
other programs on the same machine.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Condition, Event
from time import monotonic
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import Text
from kiosk.cli.bench_figures import Figure
from kiosk.home.data_folder import Home
from kiosk.table.commands import Announce, Command, LayCard, StartDeal, StartEvening, Undo
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from kiosk.web.phones.guest_app import GuestSettings, create_guest_app
from kiosk.web.server import GUESTS, PageServer
from tests.kiosk.served import app_of

PHONES, HAMMERS = 50, 20
STATES = 60
TOUCHES = 60
MANY = 10_000
_GAP_S = 0.25
"""Seconds between two cards; faster than anybody lays them."""
_SETTLED = 2_000
"""States after which all buffers have their size."""
_PATIENCE_S = 30.0
_HERE = "127.0.0.1"
_PLAYS = ["EO", "EU", "H8", "SO", "GO", "HZ", "HK", "HA", "HO", "SU", "H9", "E7"]
_NAMES = ("Resi", "Toni", "Vroni", "Sepp")
_MIB, _KIB = 2**20, 1024
LIGHT_KIB = 100_000 / _KIB
"""What a first page may weigh with all it loads: 100 KB."""
_FILE = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_FONT = re.compile(r'url\("([^"]+\.woff2)"\)')

_TITLES = {
    "phones_median": Text(de="Karte gelegt bis {n} Handys", en="card laid to {n} phones"),
    "phones_p99": Text(de="… die langsamsten 1 von 100", en="… the slowest 1 in 100"),
    "kiosk_p99": Text(de="Kiosk antwortet dabei (1 von 100)", en="kiosk answers meanwhile (p99)"),
    "kiosk_median": Text(de="Kiosk antwortet dabei", en="kiosk answers meanwhile"),
    "flood": Text(de="Anfragen der {n} Hämmernden", en="requests of the {n} that hammer"),
    "memory": Text(de="Speicher über {n} Stände", en="memory over {n} states"),
    "page_guest": Text(de="erste Seite am Handy", en="a phone's first page"),
    "page_kiosk": Text(de="erste Seite am Kiosk", en="the kiosk's first page"),
}
_NOTE = Text(de="429 und 503 inbegriffen: {codes}", en="429 and 503 included: {codes}")


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came out under load; seconds."""

    phones: tuple[float, ...]
    """From the tap that lays a card to the whole state at a phone, each phone and state."""
    kiosk: tuple[float, ...]
    """For one page of the kiosk, connecting included."""
    codes: dict[str, int]


def figures() -> Iterator[Figure]:
    """Measure everything; what has a bound is held against it."""
    loaded = under_load()
    yield from of_load(loaded)
    yield Figure(
        "memory", _TITLES["memory"].format(n=f"{MANY:,}"), grown(MANY), "MiB", 4.0, least=False
    )
    for name, weight in weights():
        yield Figure(name, _TITLES[name], weight, "KiB", LIGHT_KIB, least=False)


def of_load(loaded: Loaded) -> Iterator[Figure]:
    """Return the rows of a load."""
    rows = (
        ("phones_median", median(loaded.phones), 50.0),
        ("phones_p99", p99(loaded.phones), 200.0),
        ("kiosk_median", median(loaded.kiosk), 20.0),
        ("kiosk_p99", p99(loaded.kiosk), None),
    )
    for name, seconds, bound in rows:
        title = _TITLES[name].format(n=PHONES)
        yield Figure(name, title, 1000 * seconds, "ms", bound, least=False)
    codes = ", ".join(f"{code} {count:,}" for code, count in sorted(loaded.codes.items()))
    total = float(sum(loaded.codes.values()))
    note = _NOTE.format(codes=codes)
    yield Figure("flood", _TITLES["flood"].format(n=HAMMERS), total, "", note=note)


def p99(values: Sequence[float]) -> float:
    """Return the value that 1 in 100 exceeds."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(0.99 * len(ranked)))]


def under_load(
    states: int = STATES, touches: int = TOUCHES, phones: int = PHONES, hammers: int = HAMMERS
) -> Loaded:
    """Lay cards while phones look on and hammer, and touch the kiosk meanwhile."""
    with ExitStack() as stack:
        house = stack.enter_context(_house())
        phone = house.guests.test_client()
        looking = stack.enter_context(_program("look", house.guest_port, phones))
        hammering = stack.enter_context(_program("flood", house.guest_port, hammers))
        for each in (looking, hammering):
            _line(each)
        touching = stack.enter_context(_program("ask", house.kiosk_port, touches))
        laid: dict[str, float] = {}
        for number in range(states):
            begun = monotonic()
            _next_state(house.table, number)
            laid.setdefault(phone.get("/api/state").get_json()["id"], begun)
            Event().wait(_GAP_S)
        kiosk = json.loads(_line(touching))
        codes = _ended(hammering)
        times = [at - laid[number] for number, at in _ended(looking) if number in laid]
    if len(times) < 0.9 * phones * states:
        raise AssertionError(f"only {len(times)} of {phones * states} states arrived")
    return Loaded(tuple(times), tuple(kiosk), codes)


@dataclass(frozen=True, slots=True)
class _House:
    table: Table
    guests: Flask
    kiosk_port: int
    guest_port: int


@contextmanager
def _house() -> Iterator[_House]:
    """Serve a table that plays, as `run` does."""
    with ExitStack() as stack:
        home = Home(Path(stack.enter_context(TemporaryDirectory())))
        home.prepare()
        table = stack.enter_context(_table(Journal.open(home.journal)))
        guests, kiosk = create_guest_app(table), app_of(table)
        inside = PageServer(kiosk, _HERE, 0)
        outside = PageServer(guests, _HERE, 0, GUESTS)
        for server in (inside, outside):
            server.start()
            stack.callback(server.close)
        yield _House(table, guests, inside.port, outside.port)


def _table(journal: Journal) -> Table:
    """Return a table with an evening, a deal and its call."""
    table = Table(journal)
    table.do(StartEvening("schafkopf", {}, _NAMES, "isar"))
    table.do(StartDeal(3))
    table.do(Announce(Contract("wenz", 0, None)))
    return table


def _next_state(table: Table, number: int) -> None:
    """Lay a card, or take one back once there are a few."""
    turn = number % (2 * len(_PLAYS))
    table.do(LayCard(card(_PLAYS[turn])) if turn < len(_PLAYS) else Undo())


@contextmanager
def _program(kind: str, port: int, count: int) -> Iterator[subprocess.Popen[str]]:
    """Run phones as a program of their own."""
    words = (sys.executable, "-m", "tests.bench.pages_clients", kind, _HERE, str(port))
    pipe = subprocess.PIPE
    with subprocess.Popen((*words, str(count)), stdin=pipe, stdout=pipe, text=True) as program:
        try:
            yield program
        finally:
            if program.poll() is None:
                program.kill()


def _line(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline()


def _ended(program: subprocess.Popen[str]) -> Any:
    """End phones and return what they measured."""
    assert program.stdin is not None
    program.stdin.close()
    return json.loads(_line(program))


class Carousel:
    """A door that shows the same few pictures again and again, each as a new one.

    So that nothing grows but what the pages keep.
    """

    def __init__(self, views: Sequence[TableView]) -> None:
        self._views = views
        self._news = Condition()
        self._view = views[0]
        self._shown = -1
        """The newest version after which somebody asked for news."""

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until another picture than version `after` is there."""
        with self._news:
            self._shown = max(self._shown, after)
            self._news.notify_all()
            newer = self._news.wait_for(lambda: self._view.version != after, timeout)
            return self._view if newer else None

    def do(self, command: Command) -> None:
        """Do nothing: this table plays by itself."""

    def turn(self) -> None:
        """Show the next picture, once the one before is shown."""
        with self._news:
            self._news.wait_for(lambda: self._shown >= self._view.version, _PATIENCE_S)
            number = self._view.version + 1
            self._view = replace(self._views[number % len(self._views)], version=number)
            self._news.notify_all()


def grown(states: int, settled: int = _SETTLED, phones: int = 8) -> float:
    """Return by how many MiB this program grew while phones were shown so many states."""
    views: list[TableView] = []
    with _table(Journal.in_memory()) as table:
        for number in range(2 * len(_PLAYS)):
            views.append(table.view())
            _next_state(table, number)
    carousel = Carousel(views)
    guests = create_guest_app(carousel, GuestSettings(requests=10 * states))
    server = PageServer(guests, _HERE, 0, GUESTS)
    server.start()
    phone = guests.test_client()
    begun = 0.0
    try:
        with _program("look", server.port, phones) as looking:
            _line(looking)
            for number in range(states + settled):
                if number == settled:
                    begun = _memory()
                carousel.turn()
                phone.get("/")
            ended = _memory()
            seen = _ended(looking)
    finally:
        server.close()
    if len(seen) < states:
        raise AssertionError(f"only {len(seen)} states reached the phones")
    return (ended - begun) / _MIB


def _memory() -> float:
    """Return the bytes this program holds in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def weights() -> Iterator[tuple[str, float]]:
    """Return what the first page of a phone and of the kiosk weigh with all they load, in KiB.

    As it goes over the line, headers included.
    """
    with _table(Journal.in_memory()) as table:
        for number in range(4):
            _next_state(table, number)
        for name, app in (
            ("page_guest", create_guest_app(table)),
            ("page_kiosk", app_of(table)),
        ):
            yield name, _weight(app.test_client()) / _KIB


def _weight(client: FlaskClient) -> int:
    """Return the bytes of the first page and of each file it loads, as they are sent."""
    first = _fetched(client, "/")
    files = set(_FILE.findall(_plain(first)))
    for sheet in sorted(each for each in files if each.endswith(".css")):
        # The letters beyond Latin are loaded only where a name needs them.
        found = _FONT.findall(_plain(_fetched(client, sheet)))
        files |= {f"/static/{font}" for font in found if "latin-ext" not in font}
    return sum(_sent_bytes(sent) for sent in (first, *(_fetched(client, f) for f in files)))


_SERVER_LINES = (
    b"HTTP/1.1 200 OK\r\nDate: Fri, 27 Nov 2026 20:15:00 GMT\r\nServer: waitress\r\n\r\n"
)
"""What the server itself puts before each answer."""


def _sent_bytes(sent: TestResponse) -> int:
    """Return what an answer weighs, its headers included."""
    headers = sum(len(f"{name}: {value}\r\n".encode()) for name, value in sent.headers)
    return len(_SERVER_LINES) + headers + len(sent.data)


def _fetched(client: FlaskClient, path: str) -> TestResponse:
    sent = client.get(path, headers={"Accept-Encoding": "gzip"})
    if sent.status_code != HTTPStatus.OK:
        raise AssertionError(f"{path}: {sent.status}")
    return sent


def _plain(sent: TestResponse) -> str:
    packed = sent.content_encoding == "gzip"
    return (gzip.decompress(sent.data) if packed else sent.data).decode()
