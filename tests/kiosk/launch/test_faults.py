"""Faults that no other test of docs/FAULTS.md brings about."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.evening.fold import fold
from engine.events import Note
from engine.journal.check import check
from engine.journal.journal import Journal
from kiosk.home.data_folder import Home
from kiosk.launch import Launch
from kiosk.table.commands import Announce, CloseDeal, LayCard, StartDeal, StartEvening
from kiosk.table.systemd import Service
from kiosk.table.writer import Table, TableCore
from kiosk.words import orders as w
from tests.engine.spine import GRAS, NAMES, RUFSPIEL
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.launch.test_damaged_files import bound_by_rights, launched, screen, tap, ways_of
from tests.kiosk.opened import client_of, sentence, shown_cards, text
from tests.kiosk.served import served, touch_table

BEGIN = StartEvening("schafkopf", {}, NAMES, "isar")


@contextmanager
def attempt(launch: Launch) -> Iterator[FlaskClient]:
    with ExitStack() as shown:
        yield launch.attempt(shown, Service({}))[0].test_client()


def begin(table: Table | TableCore) -> None:
    table.do(BEGIN)
    table.do(StartDeal())
    table.do(Announce(GRAS))


def test_on_a_disk_that_is_read_only_an_evening_can_be_written_for_now(home: Home) -> None:
    Journal.open(home.journal).close()
    kept = {path: path.read_bytes() for path in home.root.iterdir() if path.is_file()}
    for path in (*home.root.rglob("*"), home.root):
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        with bound_by_rights():
            launch = launched(home)
            with attempt(launch) as client:
                assert screen(client) == "trouble"
                assert sentence(text(client.get("/"))).startswith("In den Datenordner")
                assert "passing" in ways_of(client)
                tap(client, "passing")
            with attempt(launch) as client:
                assert screen(client) == "start"
                assert "Dieser Abend ist beim Ausschalten fort" in text(client.get("/"))
    finally:
        for path in (home.root, *home.root.rglob("*")):
            path.chmod(0o700)
    assert kept == {path: path.read_bytes() for path in home.root.iterdir() if path.is_file()}


@pytest.mark.parametrize("held", [b"", b"x", bytes(31)])
def test_a_key_that_is_none_is_told_and_made_anew(home: Home, held: bytes) -> None:
    home.secret.write_bytes(held)
    with attempt(launched(home)) as client:
        assert screen(client) == "start"
        assert "Der Schlüssel der Seite war nicht lesbar; sie hat jetzt einen neuen." in text(
            client.get("/")
        )
    assert len(home.secret.read_bytes()) == 32


def test_a_clock_that_jumps_during_the_evening_changes_no_order_and_no_score(
    tmp_path: Path,
) -> None:
    right = datetime.fromisoformat("2026-11-21T20:00:00+01:00")
    jumps = [timedelta(), timedelta(days=-9000), timedelta(hours=3), timedelta(days=20_000)]
    taken: list[str] = []

    def now() -> str:
        taken.append((right + jumps[len(taken) % len(jumps)]).isoformat(timespec="milliseconds"))
        return taken[-1]

    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    core = TableCore(journal, now)
    begin(core)
    for code in RUFSPIEL:
        core.do(LayCard(card(code)))
    core.do(CloseDeal())
    assert [int(total) for total in core.state.totals] == [70, -70, -70, 70]
    assert [envelope.at for envelope in journal.events()] != sorted(taken)
    journal.close()
    assert check(path).sound
    journal = Journal.open(path)
    assert fold(journal.events()) == core.state
    journal.close()


def test_a_journal_moved_away_meanwhile_is_noted_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal.open(path)
    core = TableCore(journal, lambda: "2026-11-21T20:00:00+01:00")
    begin(core)
    path.rename(tmp_path / "elsewhere")
    core.do(LayCard(card(RUFSPIEL[0])))
    notes = [each.event.text for each in journal.events() if isinstance(each.event, Note)]
    assert notes == [f"{w.PUT_BACK.de} / {w.PUT_BACK.en}"]
    assert len(core.state.deal.laid if core.state.deal else ()) == 1
    door = FakeDoor()
    door.record(*(each.event for each in journal.events()))
    assert w.PUT_BACK.de in text(client_of(door).get("/scores"))
    journal.close()
    assert check(path).sound


def test_a_browser_that_goes_away_costs_nothing_and_another_shows_how_it_stands() -> None:
    with touch_table(Journal.in_memory()) as table, served(table) as address:
        begin(table)
        port = int(address.rpartition(":")[2])
        for code in RUFSPIEL[:3]:
            with socket.create_connection(("127.0.0.1", port)) as browser:
                browser.sendall(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                assert browser.recv(12) == b"HTTP/1.1 200"
                # Hung up in the middle of the stream, unread.
            table.do(LayCard(card(code)))
        with urlopen(f"{address}/") as answer:
            page = answer.read().decode()
    assert shown_cards(page) == RUFSPIEL[:3]
