import re
from pathlib import Path
from typing import NoReturn

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import kiosk
from kiosk.app import create_app
from kiosk.web.templates import MAX_BODY
from tests.bench.pages_load import LIGHT_KIB, weights
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import app_of

TEMPLATES = Path(kiosk.__file__).parent / "templates"


@pytest.fixture
def client() -> FlaskClient:
    door = FakeDoor()
    door.seat_them()
    return app_of(door).test_client()


def sentence(response: TestResponse) -> str:
    found = re.search(r'id="sentence">([^<]+)<', response.get_data(as_text=True))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("path", ["/", "/call", "/nowhere", "/static/nowhere.css"])
def test_every_answer_keeps_the_page_to_itself(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


def test_a_file_says_only_what_it_can_be_used_for(client: FlaskClient) -> None:
    for path in ("kiosk.css", "alive.js", "suits.svg", "cards/isar/EO.svg"):
        with client.get(f"/static/{path}") as response:
            headers = response.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
        # Opened by itself a drawing is a document.
        policy = headers.get("Content-Security-Policy", "")
        assert ("default-src 'self'" in policy) == path.endswith(".svg")


def test_the_first_page_weighs_at_most_100_kb_with_all_it_loads() -> None:
    for name, kib in weights():
        assert kib <= LIGHT_KIB, name


def test_no_template_needs_what_the_policy_forbids() -> None:
    for path in TEMPLATES.glob("*.html"):
        markup = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", markup), path


def test_a_form_without_token_changes_nothing() -> None:
    door = FakeDoor()
    door.seat_them()
    response = create_app(door).test_client().post("/undo")
    assert response.status_code == 400
    assert "Die Seite war zu alt" in sentence(response)
    assert door.commands == []


def test_every_way_to_change_something_wants_a_token(client: FlaskClient) -> None:
    rules = client.application.url_map.iter_rules()
    writing = [rule for rule in rules if "POST" in (rule.methods or ())]
    assert len(writing) >= 10
    for rule in writing:
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        assert client.post(path).status_code == 400, path


def test_reading_never_writes(client: FlaskClient) -> None:
    for rule in client.application.url_map.iter_rules():
        assert (rule.methods or set()) <= {"GET", "HEAD", "OPTIONS"} or "GET" not in (
            rule.methods or ()
        )


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8080"])
def test_a_foreign_host_is_refused(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert "Unter dieser Adresse gibt es die Seite nicht" in sentence(response)


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "localhost:1"])
def test_the_own_host_is_served_on_any_port(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_an_oversized_body_is_refused(client: FlaskClient) -> None:
    response = client.post("/start", data={"name0": "x" * (MAX_BODY + 1)})
    assert response.status_code == 413
    assert "zu groß" in sentence(response)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [("/nowhere", "GET", 404), ("/undo", "GET", 405), ("/check/x", "GET", 404)],
)
def test_wrong_ways_are_told_plainly(
    client: FlaskClient, path: str, method: str, status: int
) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert "Bitte zum Tisch zurückgehen." in sentence(response)


def test_a_broken_page_says_so_and_does_not_show_its_inside() -> None:
    class BrokenDoor(FakeDoor):
        def view(self) -> NoReturn:
            raise RuntimeError("secret inside")

    app = create_app(BrokenDoor())
    app.logger.disabled = True
    response = app.test_client().get("/")
    assert response.status_code == 500
    assert "secret inside" not in response.get_data(as_text=True)
    assert "aufgezeichnet ist alles" in sentence(response)


def test_the_session_cookie_stays_here(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
