"""Opening pages and reading what they show, for the tests of the pages."""

from __future__ import annotations

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.evening.deal import DealState
from engine.text import Language
from kiosk.table.view import TableDoor
from kiosk.table.writer import Table
from tests.kiosk.fake_door import REVOKE, FakeDoor
from tests.kiosk.served import app_of


def client_of(door: TableDoor, language: Language = "de", **given: object) -> FlaskClient:
    return app_of(door, language=language, **given).test_client()


def text(response: TestResponse) -> str:
    """Return the page, whose foot has four places at most, whatever the page is about."""
    page = response.get_data(as_text=True)
    assert len(places(page)) <= 4, places(page)
    return page


def places(page: str) -> list[str]:
    """Return what the foot's places say, in order."""
    foot = page.partition('<footer class="foot">')[2].partition("</footer>")[0]
    return [each.strip() for each in re.findall(r'class="button[^>]*>([^<]*)<', foot)]


def post(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Post a form the way the page does: with the token of a page that was opened."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', text(client.get("/")))
    assert found is not None
    return client.post(path, data={**fields, "csrf_token": found[1]})


def shown_cards(page: str) -> list[str]:
    return re.findall(r'data-card="([^"]+)"', page)


def screen(page: str) -> str:
    found = re.search(r'data-screen="(\w+)"', page)
    assert found is not None
    return found[1]


def sentence(page: str) -> str:
    found = re.search(r'id="sentence">([^<]+)<', page)
    assert found is not None
    return found[1]


def marked(page: str) -> str | None:
    """Return where the mark of an open finding leads."""
    found = re.search(r'data-finding href="([^"]+)">', page)
    return found[1].replace("&amp;", "&") if found else None


def offered(page: str) -> list[str]:
    """Return the taps that are in sight."""
    buttons = re.findall(r'<button [^>]*data-choice="([^"]+)"([^>]*)>', page)
    return [key for key, rest in buttons if "hidden" not in rest]


def newest(table: Table) -> DealState:
    deal = table.view().state.last_deal
    assert deal is not None
    return deal


IN_CODE = re.compile(
    r"\b[A-Za-z_]\w*\((?:\w+=|'|&#39;).{,60}|(?:<|&lt;)\w[\w.]*(?::| object at ).{,60}"
)


def in_code(words: str) -> list[str]:
    """Return what stands there as Python writes a value (`Text(de=…`, `<Suit.H: 3>`)."""
    return IN_CODE.findall(words)


def alerted(door: FakeDoor) -> str:
    """Play until Toni's revoke is proven; return the verdict's id."""
    door.seat_them()
    door.call()
    door.play(REVOKE[:22])
    (verdict,) = door.view().outlook.shown
    return verdict.id
