"""Whatever is damaged in the data folder: the table stands, or a page leads to it by taps."""

from __future__ import annotations

import ctypes
import logging
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.journal.journal import Journal
from kiosk.cli.command import Arguments
from kiosk.cli.run import prepare
from kiosk.home.data_folder import Home
from kiosk.launch import Launch
from kiosk.table.systemd import Service
from kiosk.web.swap import Swaps
from tests.kiosk.opened import sentence

FILES = (
    *("table.toml", "words.toml", "page.toml", "strip.toml", "comfort.toml", "settings.toml"),
    "rulings.json",
    *("pin", "phones.json", "secret", "lock", "starts", "recording"),
    *("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.lock", "journal.sqlite.head"),
    *("sample.sqlite", "decks/isar.deck", "decks/isar.draft", "decks/isar.plan", "rules/haus.toml"),
    *("decks", "rules", "exports", "clips", "backups"),
)
"""Every name the program reads in its folder."""
DAMAGES = ("rubbish", "empty", "folder", "locked", "types", "link")
TRIFLES = frozenset(FILES[1:7])
ORDER = {
    "no_camera": True,
    "source": None,
    "calls": None,
    "deck": None,
    "port": 0,
    "host_mode": False,
    "stay": True,
    "config": None,
    "speed": 1.0,
    "lang": None,
    "language": "de",
}


def damage(path: Path, how: str) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    match how:
        case "rubbish":
            path.write_bytes(b"SQLite format 3\x00\xff\xfe = [[\n" + bytes(range(256)) * 8)
        case "empty":
            path.touch()
        case "folder":
            path.mkdir()
        case "locked":
            path.write_text('language = "de"\n')
            path.chmod(0)
        case "types":
            wrong = "[camera.camera]\npx_to_mm = 3\n"
            path.write_text('{"phones": [{"id": 3}]}' if path.suffix == ".json" else wrong)
        case "link":
            path.symlink_to("nowhere")


_VERSION = 0x20080522
_ANYWAY = 0b110
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root opens what is locked."""


@contextmanager
def bound_by_rights() -> Iterator[None]:
    """Let the rights of files hold for this thread, and those it begins, root's too."""
    libc = ctypes.CDLL(None, use_errno=True)
    head, held = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(head, held) == 0
    fewer = (ctypes.c_uint32 * 6)(*held)
    fewer[0] &= ~_ANYWAY
    assert libc.capset(head, fewer) == 0
    try:
        yield
    finally:
        assert libc.capset(head, held) == 0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    Journal.open(home.journal).close()
    return home


def launched(home: Home, **order: object) -> Launch:
    arguments = Arguments(**{**ORDER, **order})
    return Launch(partial(prepare, arguments), home, "de", Swaps(), stays=True)


def screen(client: FlaskClient) -> str:
    page = client.get("/", follow_redirects=True)
    found = re.search(r'data-screen="(\w+)"', page.text)
    assert found is not None, page.text
    return found[1]


def tap(client: FlaskClient, way: str) -> None:
    """Take a way out, and say yes where it asks once more."""
    page = client.get(f"/{way}").text
    token = re.search(r'name="token" value="(\w+)"', page)
    assert token is not None
    assert client.post(f"/{way}", data={"token": token[1]}).status_code == 200


def ways_of(client: FlaskClient) -> list[str]:
    page = client.get("/").text
    found = re.findall(r'(?:action|href)="/([\w-]+)(?:\?lang=de)?"', page)
    return [way for way in found if way != "again"]


def client_of(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_the_table_stands_or_a_tap_leads_to_it(
    home: Home, name: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage(home.root / name, how)
    held = (home.root / name).read_bytes() if how == "rubbish" else b""
    with bound_by_rights(), caplog.at_level(logging.WARNING):
        service = Service({})
        launch = launched(home)
        with ExitStack() as shown:
            client = client_of(launch.attempt(shown, service)[0])
            first, ways = screen(client), []
            if first == "trouble":
                assert name not in TRIFLES
                assert sentence(client.get("/").text)
                ways = ways_of(client)
                assert ways
            elif how == "rubbish" and name in TRIFLES:
                assert "data-mishap" in client.get("/").text
                (kept,) = home.root.glob(f"{Path(name).stem}-damaged-*")
                assert kept.read_bytes() == held
        for way in ways:
            # Each way out by itself, from the beginning.
            launch = launched(home)
            with ExitStack() as shown:
                client = client_of(launch.attempt(shown, service)[0])
                if screen(client) == "trouble":
                    tap(client, way)
            with ExitStack() as shown:
                client = client_of(launch.attempt(shown, service)[0])
                assert screen(client) != "trouble", (way, sentence(client.get("/").text))
    assert "Traceback" not in caplog.text
