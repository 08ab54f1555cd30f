"""What systemd is told: ready once the page answers, alive only while work gets done."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from engine.journal.journal import Journal
from kiosk.table.systemd import STUCK_S, Pulse, Service, answers, interval, notifier, writes
from kiosk.table.writer import Table
from kiosk.web.server import PageServer
from tests.shared_data import ROOT

PATIENCE_S = 30.0


class Systemd:
    """The other end of the line."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.settimeout(PATIENCE_S)
        self.line.bind(address)

    def hear(self) -> str:
        return self.line.recv(4096).decode()

    def hear_until(self, wanted: str) -> list[str]:
        heard = [self.hear()]
        while wanted not in heard[-1]:
            heard.append(self.hear())
        return heard


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    listening = Systemd(str(tmp_path / "notify"))
    yield listening
    listening.line.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(Journal.open(tmp_path / "journal.sqlite")) as opened:
        yield opened


def environment(tmp_path: Path, watchdog_s: float | None = None) -> dict[str, str]:
    asked = {} if watchdog_s is None else {"WATCHDOG_USEC": str(round(watchdog_s * 1e6))}
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), **asked}


def test_started_by_hand_nothing_is_said() -> None:
    service = Service({})
    service.ready()
    service.close()
    assert notifier({}) is None
    assert notifier({"NOTIFY_SOCKET": "here"}) is None
    assert notifier({"NOTIFY_SOCKET": "@here"}) is not None


def test_ready_alive_and_stopping_are_said_in_this_order(systemd: Systemd, tmp_path: Path) -> None:
    service = Service(environment(tmp_path, 0.3))
    service.watch("table", lambda within: True)
    service.ready()
    assert systemd.hear() == "READY=1"
    assert systemd.hear() == systemd.hear() == "WATCHDOG=1\nSTATUS=running"
    service.close()
    assert systemd.hear_until("STOPPING=1")[-1] == "STOPPING=1"


def test_without_a_watchdog_only_beginning_and_end_are_said(
    systemd: Systemd, tmp_path: Path
) -> None:
    service = Service(environment(tmp_path))
    service.ready()
    service.close()
    assert [systemd.hear(), systemd.hear()] == ["READY=1", "STOPPING=1"]


def test_a_name_in_no_folder_is_reached() -> None:
    name = f"mehrkopf-test-{os.getpid()}"
    listening = Systemd("\0" + name)
    service = Service({"NOTIFY_SOCKET": "@" + name})
    service.ready()
    assert listening.hear() == "READY=1"
    listening.line.close()


def test_nobody_listening_any_more_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(environment(tmp_path))
    service.ready()
    assert "systemd was not reached" in caplog.text


def test_what_hangs_is_named_and_keeps_the_watchdog_hungry(
    systemd: Systemd, tmp_path: Path
) -> None:
    moves = threading.Event()
    service = Service(environment(tmp_path, 0.3))
    service.watch("page", lambda within: True)
    service.watch("eyes", lambda within: moves.is_set())
    service.ready()
    assert systemd.hear() == "READY=1"
    assert [systemd.hear() for _ in range(3)] == ["STATUS=no progress: eyes"] * 3
    moves.set()
    assert "WATCHDOG=1" in systemd.hear_until("WATCHDOG=1")[-1]
    service.close()


def test_a_part_that_was_forgotten_is_not_asked_any_more() -> None:
    service = Service({})
    forget = service.watch("eyes", lambda within: False)
    assert service.hanging(0) == ("eyes",)
    again = service.watch("eyes", lambda within: True)
    forget()
    assert service.hanging(0) == ()
    again()
    again()
    assert service.hanging(0) == ()


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "30000000"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
    ],
)
def test_three_looks_fit_into_the_time_systemd_waits(
    environ: dict[str, str], seconds: float | None
) -> None:
    assert interval(environ, pid=7) == seconds


def test_parts_that_answer_at_the_last_moment_keep_systemd_waiting_no_longer_than_it_will(
    systemd: Systemd, tmp_path: Path
) -> None:
    """Writer, eyes and page each take all the time they are given."""
    watchdog_s, given = 0.3, list[float]()

    def answers_late(within: float) -> bool:
        given.append(within)
        return True

    service = Service(environment(tmp_path, watchdog_s))
    for part in ("table", "eyes", "page"):
        service.watch(part, answers_late)
    service.ready()
    systemd.hear_until("WATCHDOG=1")
    service.close()
    between = watchdog_s / 3
    assert between + sum(given[:3]) < watchdog_s


def test_a_thread_that_waits_does_not_hang_and_one_at_work_may_take_its_time() -> None:
    now = [0.0]
    pulse = Pulse(lambda: now[0])
    assert pulse.moves(1)
    with pulse.work():
        now[0] = STUCK_S - 1
        assert pulse.moves(1)
        now[0] = STUCK_S + 1
        assert not pulse.moves(1)
        pulse.beat()
        assert pulse.moves(1)
    now[0] = 10 * STUCK_S
    assert pulse.moves(1)


def test_the_writer_hangs_while_a_job_holds_it_and_moves_again_after(table: Table) -> None:
    probe = writes(table)
    assert probe(PATIENCE_S)
    held, go_on = threading.Event(), threading.Event()

    def hold(core: object) -> None:
        held.set()
        go_on.wait(PATIENCE_S)

    table.post(hold)
    assert held.wait(PATIENCE_S)
    assert not probe(0.05)
    go_on.set()
    assert probe(PATIENCE_S)
    table.close()
    assert probe(0.0)


def test_the_page_moves_while_it_answers_anything() -> None:
    server = PageServer(Flask("nothing"), "127.0.0.1", 0)
    port = server.port
    server.start()
    assert answers("127.0.0.1", port)(PATIENCE_S)
    server.close()
    assert not answers("127.0.0.1", port)(PATIENCE_S)


def test_the_running_table_tells_systemd_all_of_it(systemd: Systemd, tmp_path: Path) -> None:
    program = subprocess.Popen(
        [
            *(sys.executable, "-m", "kiosk.cli", "run", "--no-camera", "--stay", "--port", "0"),
            *("--home", str(tmp_path / "home")),
        ],
        env=os.environ | environment(tmp_path, 1.5),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert systemd.hear() == "READY=1"
        assert program.stdout is not None
        address = program.stdout.readline().split(": ", 1)[1].split()[0]
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as page:
            assert page.status == 200
        assert systemd.hear_until("WATCHDOG=1")[-1] == "WATCHDOG=1\nSTATUS=running"
        program.send_signal(signal.SIGTERM)
        assert systemd.hear_until("STOPPING=1")
        assert program.wait(PATIENCE_S) == 0
    finally:
        program.kill()
        program.communicate()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=PATIENCE_S)
