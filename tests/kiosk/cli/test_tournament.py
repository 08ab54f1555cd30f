"""`mehrkopf tournament`: from nothing to a page, with and without a broker."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from kiosk.cli import main
from kiosk.exchange.messages import ListLine
from kiosk.home.clock import system_time
from kiosk.organiser.book import Book
from kiosk.organiser.broker_files import BrokerFiles
from kiosk.organiser.database import Database
from kiosk.organiser.settings import settings_of
from kiosk.organiser.store import Store
from kiosk.organiser.tournament import PaperList, Participant
from tests.kiosk.organiser.made import AT, CUP, FRAME, PLANS, result, sent, signed, taken
from tests.mosquitto import Listener, free_port
from tests.shared_data import ROOT
from tests.tournament.broker import WrittenBroker


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Run a command; return its status and everything it said."""
    status = main(["--lang", "en", "tournament", *words])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_a_tournament_is_created_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = ("--home", str(tmp_path))
    words = ("new", "cup", "--title", "Herbstrennen", "--mode", "plus", "--minutes", "90", *home)
    assert said(capsys, "status", *home) == (
        2,
        'mehrkopf: There is no tournament here yet; "mehrkopf tournament new" creates one.\n',
    )
    assert said(capsys, *words)[0] == 0
    status, told = said(capsys, *words)
    assert (status, "here already" in told) == (2, True)
    assert said(capsys, "status", *home) == (0, "Herbstrennen (cup): 0 people, 0 rounds drawn.\n")
    with Database.open(tmp_path / "tournament") as database:
        made = Book(database, system_time).tournament()
    assert (made.mode, made.minutes, made.rounds, made.deals) == ("plus", 90, 2, 30)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "Herbst 26"), "will not do as the id of a tournament"),
        (("new", "cup", "--deals", "0"), "needs a number of deals or a time"),
        (("new", "cup", "--mode", "pluss"), "plus"),
        (("new", "cup", "--database", "mysql://db.example/x"), "is no address of a database"),
        (("broker", "--tables", "0", "--host", "hall.example"), "There can be 1 to"),
        (("broker", "--tables", "2", "--host", "a b"), "neither an IP address"),
        (("broker", "--tables", "2"), "--host"),
        (("run", "cup"), "no tournament here yet"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = said(capsys, *words, "--home", str(tmp_path))
    assert status == 2
    assert told in output
    assert output.count("\n") == 1


def test_a_tournament_that_is_removed_is_kept_aside_and_comes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = ("--home", str(tmp_path))
    with Database.open(tmp_path / "tournament") as database:
        book = Book(database, system_time)
        book.begin(CUP)
        book.keep_round(CUP.id, PLANS[0])
    # What forbids it is said before anything is asked.
    status, told = said(capsys, "remove", "cup", *home)
    assert (status, "Round 1 of tournament" in told, "aside?" in told) == (2, True, False)
    with Database.open(tmp_path / "tournament") as database:
        Book(database, system_time).keep_round(CUP.id, replace(PLANS[0], ended=AT))
    # Nothing typed, the input's end (Ctrl+D), the id.
    for typed, expected in (("\n", 1), ("", 1), ("cup\n", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status, told = said(capsys, "remove", "cup", *home)
        assert (status, "Nothing has been put aside.\n" in told) == (expected, expected == 1)
    for command in ("status", "run"):
        status, told = said(capsys, command, *home)
        assert (status, "those put aside: cup. " in told) == (2, True)
        assert "mehrkopf tournament restore" in told
    # Its id stays taken, and everything of it is there again.
    assert said(capsys, "new", "cup", *home)[0] == 2
    assert "those put aside: cup" in said(capsys, "restore", "other", *home)[1]
    assert said(capsys, "restore", "cup", *home)[0] == 0
    assert "1 rounds drawn" in said(capsys, "status", *home)[1]


@pytest.mark.parametrize(("words", "status"), [(("remove", "cup"), 1), (("password",), 130)])
def test_ctrl_c_at_a_question_changes_nothing(
    words: tuple[str, ...],
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    home = ("--home", str(tmp_path))
    assert said(capsys, "new", "cup", *home)[0] == 0
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", interrupted)
    monkeypatch.setattr("click.termui.hidden_prompt_func", interrupted)
    assert said(capsys, *words, *home)[0] == status
    assert said(capsys, "status", *home)[0] == 0
    assert not (tmp_path / "tournament" / "page-password").exists()


def test_status_shows_what_came_and_what_was_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Database.open(tmp_path / "tournament") as database:
        book = Book(database, system_time)
        book.begin(CUP)
        for plan in PLANS:
            book.keep_round(CUP.id, plan)
        store = Store(database)
        store.keep(FRAME, taken(result(10), result(20, 2, previous=10), signed(21, previous=20)))
        store.keep(FRAME, taken(result(10, deltas=(9, -3, -3, -3))))
        numbers = PLANS[0].tables[1].numbers
        paper = PaperList("2", 1, 1, tuple(ListLine(n, Fraction(0), 0) for n in numbers), AT)
        book.keep_paper(CUP.id, paper)
        # What was taken back is none.
        book.keep_paper(CUP.id, replace(paper, round=2))
        book.keep_paper(CUP.id, replace(paper, round=2, revision=2, taken_back=True))
    assert said(capsys, "status", "--home", str(tmp_path)) == (
        0,
        "Herbstrennen (cup): 0 people, 2 rounds drawn.\n"
        "Round 1: running; 2 of 2 lists are in (1 from paper), 2 deals from tables.\n"
        "Round 2: not begun yet; 0 of 2 lists are in (0 from paper), 0 deals from tables.\n"
        f"Turned away, 1 in all, last at {AT}: Table 1 has said something else under the same "
        "revision as before; the first holds.\n",
    )


@contextmanager
def running(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the organiser's program and yield it with its page's address."""
    program = subprocess.Popen(
        [
            *(sys.executable, "-m", "kiosk.cli", "--lang", "en", "tournament", "run"),
            *("--port", "0", "--home", str(home), *words),
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert program.stdout is not None
        address = None
        for line in program.stdout:
            if address := re.search(r"http://\S+", line):
                break
        assert address is not None
        yield program, address[0]
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0
    finally:
        program.kill()
        program.wait()
        assert program.stdout is not None
        program.stdout.close()


def with_broker(home: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, BrokerFiles]:
    """Write a broker's files and a round that runs; return its port and them."""
    port = free_port()
    where = ("--host", "127.0.0.1", "--port", str(port), "--home", str(home))
    assert said(capsys, "broker", "--tables", "2", *where)[0] == 0
    files = BrokerFiles(home / "tournament")
    config = files.config.read_text("utf-8")
    files.config.write_text(config.replace("/etc/mosquitto/mehrkopf", str(files.broker)), "utf-8")
    with Database.open(settings_of(files.folder).database) as database:
        book = Book(database, system_time)
        book.begin(CUP)
        book.keep_people(CUP.id, (Participant(n, f"Person {n}") for n in range(1, 9)))
        book.keep_round(CUP.id, PLANS[0])
    return port, files


def test_run_collects_and_shows_its_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, (port, files) = ("--home", str(tmp_path)), with_broker(tmp_path, capsys)
    password = (files.table("1") / "mqtt-password").read_text("utf-8").strip()
    with WrittenBroker(files, port) as broker, running(tmp_path) as (_, address):
        # The broker's certificate is the written one.
        broker.certificates = files  # type: ignore[assignment]
        with Listener(broker, "1", password, ("mehrkopf/1/to/#",)) as table:
            table.hears("mehrkopf/1/to/seating")
            table.says("mehrkopf/1/result", sent(result(10)).payload)
            table.hears("mehrkopf/1/to/receipt")
        with urllib.request.urlopen(address) as page:
            assert "Herbstrennen" in page.read().decode()
    status, told = said(capsys, "status", *home)
    assert (status, "1 deals" in told) == (0, True)


def test_what_is_put_aside_while_it_is_served_goes_on_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, (port, files) = ("--home", str(tmp_path)), with_broker(tmp_path, capsys)
    password = (files.table("1") / "mqtt-password").read_text("utf-8").strip()
    with WrittenBroker(files, port) as broker, running(tmp_path) as (_, address):
        broker.certificates = files  # type: ignore[assignment]
        assert said(capsys, "remove", "cup", "--yes", *home)[0] == 2
        with Database.open(settings_of(files.folder).database) as database:
            Book(database, system_time).keep_round(CUP.id, replace(PLANS[0], ended=AT))
        assert said(capsys, "remove", "cup", "--yes", *home)[0] == 0
        with Listener(broker, "1", password, ("mehrkopf/1/to/#",)) as table:
            table.says("mehrkopf/1/result", sent(result(10)).payload)
            table.wait(lambda: any(each.topic.endswith("receipt") for each in table.heard))
        with urllib.request.urlopen(address) as page:
            assert "Herbstrennen" in page.read().decode()
    assert said(capsys, "restore", "cup", *home)[0] == 0
    assert "1 deals" in said(capsys, "status", *home)[1]


def test_without_a_broker_the_pages_are_there(tmp_path: Path) -> None:
    with Database.open(tmp_path / "tournament") as database:
        Book(database, system_time).begin(CUP)
    with running(tmp_path) as (_, address), urllib.request.urlopen(address) as page:
        assert page.status == 200


def test_others_are_let_in_only_with_a_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(tmp_path / "tournament") as database:
        Book(database, system_time).begin(CUP)
    words = ("--host", "0.0.0.0", "--home", str(tmp_path))
    status, told = said(capsys, "run", *words)
    assert (status, "please set a password first" in told) == (2, True)
    for typed, expected in (("short\n", 2), ("long enough for all\n", 0)):
        monkeypatch.setattr(sys, "stdin", _Typed(typed))
        assert said(capsys, "password", "--home", str(tmp_path))[0] == expected
    with (
        running(tmp_path, "--host", "0.0.0.0") as (_, address),
        urllib.request.urlopen(address.replace("0.0.0.0", "127.0.0.1")) as page,
    ):
        assert page.url.endswith("/sign-in")


class _Typed:
    """A standard input that is no terminal."""

    def __init__(self, line: str) -> None:
        self._line = line

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return self._line


def test_without_the_extra_it_says_what_brings_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['sqlalchemy'] = None; from kiosk.cli import main; "
        "sys.exit(main(['--lang', 'en', 'tournament', 'status']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MEHRKOPF_HOME": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "mehrkopf: “mehrkopf tournament” needs packages that a table alone does not have; please "
        'enter “pip install "mehrkopf[organiser]"” or “make setup-club”.\n'
    )
