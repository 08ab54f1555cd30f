"""Opening pages and reading what they show, for the tests of the pages."""

from __future__ import annotations

import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.text import Language
from kiosk.app import PageSettings, create_app
from kiosk.view import TableDoor
from tests.kiosk.fake_door import REVOKE, FakeDoor


def client_of(door: TableDoor, language: Language = "de", **settings: object) -> FlaskClient:
    chosen = PageSettings(language=language, **settings)  # type: ignore[arg-type]
    return create_app(door, chosen).test_client()


def text(response: TestResponse) -> str:
    return response.get_data(as_text=True)


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


def alerted(door: FakeDoor) -> str:
    """Play until Toni's revoke is proven; return the verdict's id."""
    door.seat_them()
    door.call()
    door.play(REVOKE[:22])
    (verdict,) = door.view().shown
    return verdict.id
