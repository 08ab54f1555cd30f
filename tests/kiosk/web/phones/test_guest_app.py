"""The guests' application: everything to see, nothing to do."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.events import BreakBegun
from engine.text import PlainError, Text
from firmware_bridge.strip import Picture
from kiosk.table.commands import Undo
from kiosk.table.view import SourceKind, TableView
from kiosk.web.phones.guest_app import GuestSettings, create_guest_app
from kiosk.web.phones.limits import Places, Terms
from kiosk.web.static_files import STATIC, Files
from tests.kiosk.fake_door import REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import screen, shown_cards, text
from tests.kiosk.served import app_of, pages

pytestmark = pytest.mark.usefixtures("called")

PAGES = ("/", "/scores", "/deals")
QUICK = Terms(most=3, per_address=2, heartbeat=0.01, lifetime=5.0)


@pytest.fixture
def app(door: FakeDoor) -> Flask:
    return create_guest_app(door, GuestSettings(terms=QUICK))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_no_route_knows_a_method_that_writes(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    assert {rule.rule for rule in rules} >= {"/", "/scores", "/deals", "/live", "/api/state"}
    for rule in rules:
        assert (rule.methods or set()) <= {"GET", "HEAD", "OPTIONS"}, rule


def test_nothing_that_writes_is_answered(client: FlaskClient) -> None:
    for path in (*PAGES, "/static/guests.css", "/deal", "/undo"):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert client.open(path, method=method).status_code in (404, 405), (method, path)


def test_its_door_takes_no_command(app: Flask, door: FakeDoor) -> None:
    with pytest.raises(PlainError):
        app.extensions["door"].do(Undo())
    assert door.commands == []


def test_there_is_neither_cookie_nor_form_nor_button(client: FlaskClient, door: FakeDoor) -> None:
    door.play(REVOKE[:22])
    for path in PAGES:
        answer = client.get(path)
        assert "Set-Cookie" not in answer.headers
        assert not re.search(r"<form|<button|<input|csrf", text(answer)), path


@pytest.mark.parametrize("laid", [0, 1, 3, 4, 19, 22])
def test_phones_show_the_cards_the_kiosk_shows_and_no_others(
    client: FlaskClient, door: FakeDoor, laid: int
) -> None:
    door.play(RUFSPIEL.split()[:laid])
    kiosk = app_of(door).test_client()
    ours, theirs = text(client.get("/")), text(kiosk.get("/"))
    assert screen(ours) == screen(theirs)
    assert shown_cards(ours) == shown_cards(theirs)
    assert re.findall(r'data-points="(\d+)"', ours) == re.findall(r'data-points="(\d+)"', theirs)


def test_a_proven_revoke_is_shown_with_its_proof_and_left_to_the_table(
    client: FlaskClient, door: FakeDoor
) -> None:
    door.play(REVOKE[:22])
    page = text(client.get("/"))
    assert screen(page) == "alert"
    assert "Entschieden wird am Tisch" in page
    assert "Spiel verloren" not in page


def test_result_score_and_deals_follow(client: FlaskClient, door: FakeDoor) -> None:
    assert "0" not in re.findall(r'data-line="(\d)"', text(client.get("/deals")))
    door.play(RUFSPIEL)
    door.finish()
    assert screen(text(client.get("/"))) == "result"
    assert re.findall(r'data-total="([-\d]+)"', text(client.get("/scores")))
    assert re.findall(r'data-line="(\d)"', text(client.get("/deals"))) == ["1"]


@pytest.mark.parametrize(("source", "camera"), [("camera", True), ("none", False)])
def test_a_break_speaks_of_a_camera_only_where_there_is_one(
    client: FlaskClient, door: FakeDoor, source: SourceKind, camera: bool
) -> None:
    door.show(source=source)
    door.record(BreakBegun())
    page = text(client.get("/"))
    assert "Pause." in page
    assert ("Die Kamera sieht weg" in page) is camera


def test_before_an_evening_it_says_so() -> None:
    client = create_guest_app(FakeDoor()).test_client()
    assert "Noch kein Abend" in text(client.get("/"))


def test_a_name_with_markup_stays_a_name() -> None:
    door = FakeDoor()
    door.seat_them(("<b>Resi</b>", '"><script>', "Vroni", "Sepp"))
    door.play("0EO 1EU")
    client = create_guest_app(door).test_client()
    for path in (*PAGES, "/api/state"):
        answer = client.get(path)
        drawn = json.loads(text(answer))["body"] if path == "/api/state" else text(answer)
        assert "<b>Resi" not in drawn
        assert '"><script>' not in drawn
    assert "&lt;b&gt;Resi" in text(client.get("/"))


@pytest.mark.parametrize(
    ("query", "wanted", "language"),
    [
        ("", "de-DE,de;q=0.9", "de"),
        ("", "en-GB", "en"),
        ("", "fr", "de"),
        ("?lang=en", "de", "en"),
        ("?lang=xx", "en", "en"),
    ],
)
def test_the_phones_language_or_the_addresss(
    client: FlaskClient, query: str, wanted: str, language: str
) -> None:
    page = text(client.get("/" + query, headers={"Accept-Language": wanted}))
    assert f'<html lang="{language}">' in page
    assert ("English" in page) is (language == "de")


def test_a_german_phone_at_a_table_that_speaks_english_is_answered_in_german(
    door: FakeDoor,
) -> None:
    english = create_guest_app(door, pages(language="en").guests).test_client()
    for wanted, language in (("de-DE,de;q=0.9", "de"), ("en-GB", "en"), ("fr", "en"), ("", "en")):
        page = text(english.get("/", headers={"Accept-Language": wanted}))
        assert f'<html lang="{language}">' in page


def test_a_state_has_an_id_and_is_sent_once(client: FlaskClient, door: FakeDoor) -> None:
    first = json.loads(text(client.get("/api/state")))
    known = f"/api/state?since={first['id']}"
    assert client.get(known).status_code == 304
    door.play("0EO")
    second = json.loads(text(client.get(known)))
    assert 'data-card="EO"' in second["body"]
    assert second["id"] != first["id"]


def test_what_phones_do_not_show_sends_them_nothing(client: FlaskClient, door: FakeDoor) -> None:
    known = json.loads(text(client.get("/api/state")))["id"]
    lit: Picture = ((255, 0, 0),)
    door.show(strip=lit)
    assert client.get(f"/api/state?since={known}").status_code == 304


def test_the_badge_of_a_recording_reaches_the_phones(door: FakeDoor) -> None:
    badge: list[Text | None] = [None]
    client = create_guest_app(door, pages(recording=lambda: badge[0]).guests).test_client()
    assert 'id="recording"' not in text(client.get("/"))
    badge[0] = Text(de="Aufnahme läuft: a.mkv", en="Recording: a.mkv")
    assert 'id="recording"' in text(client.get("/"))


@pytest.mark.parametrize("word", ["x", "1", "deadbeef-", "deadbeef-x", "deadbeef-1\x00", "9" * 400])
def test_an_id_that_cannot_be_is_refused(client: FlaskClient, word: str) -> None:
    assert client.get("/api/state", query_string={"since": word}).status_code == 400
    assert client.get("/live", query_string={"after": word}).status_code == 400


def test_a_last_event_id_that_cannot_be_is_refused(client: FlaskClient) -> None:
    assert client.get("/live", headers={"Last-Event-ID": "<script>"}).status_code == 400


def test_an_id_of_another_start_gets_the_whole_state(client: FlaskClient) -> None:
    assert client.get("/api/state?since=deadbeef-7").status_code == 200


def test_a_page_that_is_none_is_refused(client: FlaskClient) -> None:
    assert client.get("/api/state?see=../../etc/passwd").status_code == 400


def test_a_long_address_is_refused(client: FlaskClient) -> None:
    assert client.get("/?lang=" + "x" * 600).status_code == 414


def stream(client: FlaskClient, **headers: str) -> tuple[int, Iterator[str]]:
    response = client.get("/live", headers=headers, buffered=False)
    return response.status_code, (chunk.decode() for chunk in response.iter_encoded())


def test_live_updates_are_whole_states_with_an_id(client: FlaskClient, door: FakeDoor) -> None:
    _, chunks = stream(client)
    assert next(chunks) == "retry: 2000\n\n"
    first = next(chunks)
    assert re.match(r"event: state\nid: [0-9a-f]{8}-\d+\ndata: ", first)
    door.play("0EO 1EU 2H8")
    later = next(chunk for chunk in chunks if "event: state" in chunk)
    assert [f'data-card="{card}"' in later for card in ("EO", "EU", "H8")] == [True] * 3


def test_a_quiet_stream_gives_signs_of_life_a_phone_can_hear(client: FlaskClient) -> None:
    _, chunks = stream(client)
    assert [next(chunks)[:12] for _ in range(3)][2] == "event: alive"


def test_a_stream_says_when_the_phones_go_off(client: FlaskClient, app: Flask) -> None:
    _, chunks = stream(client)
    next(chunks)
    app.extensions["places"].end(0.0)
    assert [chunk[:10] for chunk in chunks] == ["event: sta", "event: off"]


def test_streams_are_few_and_each_address_has_fewer() -> None:
    places = Places(QUICK)
    assert [places.take(address) for address in ("a", "a", "a", "b", "c")] == [
        *(True, True, False),
        *(True, False),
    ]
    places.give("a")
    assert places.take("c")
    assert places.held == 3


def test_a_phone_without_a_place_is_told_when_to_come_again(
    client: FlaskClient, app: Flask
) -> None:
    for address in ("a", "b", "c"):
        app.extensions["places"].take(address)
    refused = client.get("/live")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "30"
    assert client.get("/api/state").status_code == 200


def test_a_flood_from_one_address_is_sent_away_before_the_application(door: FakeDoor) -> None:
    client = create_guest_app(door, GuestSettings(requests=5)).test_client()
    codes = [client.get("/api/state").status_code for _ in range(7)]
    assert codes == [200] * 5 + [429] * 2
    assert client.get("/").headers["Retry-After"] == "10"
    other = client.get("/", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert other.status_code == 200


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "/etc/passwd", "%2e%2e/run.py", "vendor/VENDOR.toml", "x"]
)
def test_only_the_pages_own_files_are_handed_out(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code in (400, 404)


def test_a_file_comes_as_it_is_and_packed_where_that_helps(client: FlaskClient) -> None:
    with client.get("/static/guests.js") as script:
        assert script.data == (STATIC / "guests.js").read_bytes()
    with client.get("/static/kiosk.css") as plain:
        whole = (STATIC / "kiosk.css").read_bytes()
        assert plain.data.count(b"{") == whole.count(b"{")
        assert b"/*" in whole
        assert b"/*" not in plain.data
    with client.get("/static/kiosk.css", headers={"Accept-Encoding": "gzip"}) as packed:
        assert gzip.decompress(packed.data) == plain.data
    again = client.get("/static/kiosk.css", headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304


def test_every_file_the_pages_name_is_there(client: FlaskClient, door: FakeDoor) -> None:
    files = Files()
    door.play("0EO 1EU")
    for path in PAGES:
        for name in re.findall(r'(?:href|src)="/static/([^"#]+)', text(client.get(path))):
            assert files.find(name) is not None, name


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/static/nowhere.css", "/api/state"])
def test_every_answer_keeps_the_page_to_itself(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in headers


def test_a_foreign_host_is_refused(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_a_state_is_drawn_once_for_all_phones(app: Flask, door: FakeDoor) -> None:
    drawn: list[str] = []
    painter = app.extensions["painter"]
    draw = painter._draw

    def noted(page: str, view: TableView) -> str:
        drawn.append(page)
        return str(draw(page, view))

    painter._draw = noted
    client = app.test_client()
    for _ in range(20):
        assert client.get("/").status_code == 200
        assert client.get("/api/state?lang=de").status_code == 200
    assert drawn == ["table"]
    door.play("0EO")
    assert client.get("/").status_code == client.get("/?lang=en").status_code == 200
    assert drawn == ["table"] * 3


def test_settings_of_the_kiosk_stay_with_the_kiosk(door: FakeDoor) -> None:
    app = create_guest_app(door, pages(secret_key=b"k").guests)
    assert not {"phones", "pin", "start", "setup", "evening"} & app.extensions.keys()
    assert app.config.get("SECRET_KEY") is None


def test_phones_write_amounts_as_the_table_wishes_now(door: FakeDoor) -> None:
    settings = GuestSettings()
    client = create_guest_app(door, settings).test_client()
    door.play(RUFSPIEL)
    door.finish()
    assert "€" not in text(client.get("/deals"))
    settings.preferences.wishes.change(money=True)
    assert "€" in text(client.get("/deals"))
    settings.preferences.wishes.change(money=False)
    assert "€" not in text(client.get("/deals"))
