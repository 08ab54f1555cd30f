"""A start that cannot be: said on the page where the device stays, mended there by two taps."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from engine.journal.journal import DamagedError, Journal
from engine.text import PlainError, Text
from kiosk.home.data_folder import Home
from kiosk.web.swap import Swaps, trouble
from tests.kiosk.cli import address_of, start
from tests.kiosk.opened import sentence

WHY = Text(de="Das Journal ist beschädigt.", en="The journal is damaged.")


def damaged(folder: Path) -> Home:
    home = Home(folder)
    home.prepare()
    Journal.open(home.journal).close()
    home.journal.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096)
    return home


def token(page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', page)
    assert found is not None
    return found[1]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return damaged(tmp_path)


def client_of(error: PlainError, home: Home, swaps: Swaps) -> FlaskClient:
    return trouble(error, "de", swaps, home).test_client()


def test_a_damaged_journal_is_told_from_other_trouble(home: Home) -> None:
    with pytest.raises(DamagedError, match="is damaged"):
        Journal.open(home.journal)


def test_it_is_laid_aside_after_a_question_and_nothing_is_deleted(home: Home) -> None:
    swaps, held = Swaps(), home.journal.read_bytes()
    client = client_of(DamagedError(WHY), home, swaps)
    first = client.get("/anything")
    assert first.status_code == 503
    assert sentence(first.text) == WHY.de
    sure = client.get("/aside").text
    assert "gelöscht wird nichts" in sentence(sure)
    assert client.post("/aside").status_code == 400
    assert client.post("/aside", data={"token": "ä"}).status_code == 400
    assert client.post("/aside", data={"token": "x"}).status_code == 400
    assert home.journal.exists()
    assert client.post("/aside", data={"token": token(sure)}).status_code == 200
    assert not home.journal.exists()
    (kept,) = home.root.glob("journal-damaged-*.sqlite")
    assert kept.read_bytes() == held
    assert swaps.wait(lambda: None) == "again"


def test_other_trouble_can_only_be_tried_again(home: Home) -> None:
    swaps = Swaps()
    client = client_of(PlainError(WHY), home, swaps)
    page = client.get("/").text
    assert "/aside" not in page
    assert client.post("/aside", data={"token": token(page)}).status_code == 200
    assert home.journal.exists()
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_a_device_that_stays_is_mended_on_its_page(home: Home) -> None:
    process = start(home.root, "run", "--no-camera", "--stay", "--port", "0", OMP_NUM_THREADS="1")
    with process:
        try:
            address = address_of(process)
            with pytest.raises(HTTPError) as refused:
                urlopen(address)
            page = refused.value.read().decode()
            assert "ist beschädigt" in sentence(page)
            body = urlencode({"token": token(page)}).encode()
            urlopen(f"{address}aside", body).close()
            page = _after_a_moment(address)
            assert 'data-screen="start"' in page
        finally:
            process.terminate()
            process.communicate(timeout=60)
    assert list(home.root.glob("journal-damaged-*.sqlite"))


def _after_a_moment(address: str) -> str:
    """Return the page once it is no longer the one that asks to wait."""
    while True:
        try:
            with urlopen(address, timeout=60) as answer:
                return str(answer.read().decode())
        except HTTPError as waits:
            if waits.code != 503:
                raise
