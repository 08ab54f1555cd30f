"""What the tests of the kiosk share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from werkzeug.routing import Rule

from engine.journal.journal import Journal
from kiosk.home.data_folder import Home
from kiosk.table.writer import Table
from tests.kiosk.cli import Cli
from tests.kiosk.eyed import Setup
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session", autouse=True)
def routes_compiled_once() -> Iterator[None]:
    """Compile what builds the address of a route once, not with each of thousands of applications.

    werkzeug writes and compiles two small functions for every route of every application, which
    takes more than half of the time of making one.
    """
    compiled: dict[object, object] = {}
    compile_one = Rule._compile_builder

    def once(self: Rule, append_unknown: bool = True) -> object:
        key = (self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown)
        if key not in compiled:
            compiled[key] = compile_one(self, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


PATIENCE_MS = 20_000
"""Longest wait of a browser for something that should come at once, in milliseconds."""


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in German, with a data folder of its own."""
    home = tmp_path / "home"
    monkeypatch.setenv("MEHRKOPF_HOME", str(home))
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    return Cli(capsys, home)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A data folder in which nothing is as yet."""
    home = Home(tmp_path / "home")
    home.prepare()
    return home


@pytest.fixture
def door() -> FakeDoor:
    """A table at which nobody sits as yet."""
    return FakeDoor()


@pytest.fixture
def seated(door: FakeDoor) -> None:
    """Four sit at it."""
    door.seat_them()


@pytest.fixture
def called(door: FakeDoor, seated: None) -> None:
    """And Resi has called Gras."""
    door.call()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with touch_table(Journal.open(tmp_path / "journal.sqlite")) as table:
        yield table


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[Setup]:
    setup = Setup(tmp_path / "journal.sqlite")
    yield setup
    setup.close()


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    with served(table, heartbeat=0.5) as address:
        yield address


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page that may neither complain nor ask anybody else for anything."""
    page = context.new_page()
    complaints: list[str] = []
    asked: set[str] = set()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    yield page
    page.goto("about:blank")
    assert complaints == []
    assert asked <= {address.split("/")[2]}
