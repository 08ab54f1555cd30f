"""What somebody in the pub's network might try, over real sockets: it is refused, nothing changes,
and the kiosk answers as before."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest

from kiosk.web.phones import switches
from kiosk.web.phones.limits import MOST_REQUESTS
from kiosk.web.server import GUESTS, Bounds
from tests.kiosk.web.phones.conftest import House
from tests.kiosk.web.phones.sockets import Place

CROWD = 500


@contextmanager
def unharmed(house: House) -> Iterator[None]:
    """The journal's head is the same afterwards, and the kiosk and the phones still answer."""
    before = house.head()
    yield
    assert house.head() == before
    assert house.kiosk.get("/").status == 200
    assert house.desk.phones.state.on
    assert house.guests.get("/").status == 200


@pytest.fixture
def on(house: House) -> House:
    house.desk.phones.on()
    house.desk.host.on()
    return house


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


def everywhere(house: House) -> tuple[Place, ...]:
    return house.kiosk, house.guests, house.host


def test_a_foreign_host_a_missing_token_and_a_large_body_are_refused_everywhere(on: House) -> None:
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    with unharmed(on):
        for place in everywhere(on):
            assert place.get("/", Host="evil.example").status == 400
            for path in ("/deal", "/undo", "/start", "/pair", "/pin", "/phones/off"):
                assert 400 <= place.ask("POST", path, b"kind=x", **form).status < 500, path
            large = b"name0=" + b"x" * 1_000_000
            assert 400 <= status(place.raw(_post(place, "/start", large))) < 500


def _post(place: Place, path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {place.host}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + body


NO_REQUESTS = [
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /static/../../app.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/..%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /nowhere/\xff\xfe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
]


def test_what_is_no_request_of_ours_is_refused(on: House) -> None:
    with unharmed(on):
        for sent in NO_REQUESTS:
            for place in everywhere(on):
                answer = place.raw(sent)
                # The gate leads who is not let in to its own page and no further.
                led = place == on.host and b"\r\nLocation: /pair\r\n" in answer
                assert 400 <= status(answer) < 500 or led, (sent[:60], answer[:200])
                assert b"SECRET" not in answer


def test_ids_that_cannot_be_are_refused(on: House) -> None:
    with unharmed(on):
        for word in ("<script>", "-1", "deadbeef-", "\u00e4-1", "1" * 300):
            head = f"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {word}\r\n\r\n"
            assert status(on.guests.raw(head.encode())) == 400, word
        assert on.desk.phones.state.watching == 0


def test_five_hundred_connections_of_one_phone_leave_room_for_the_others(on: House) -> None:
    with unharmed(on), ExitStack() as stack:
        for _ in range(CROWD):
            stack.enter_context(on.guests.opened("127.0.0.2"))
        # Served at once, though the crowd still holds what it has.
        for _ in range(5):
            assert on.guests.get("/api/state").status == 200
            assert on.kiosk.get("/").status == 200


def test_five_hundred_connections_of_as_many_phones_stop_nobody_at_the_kiosk(on: House) -> None:
    with ExitStack() as stack:
        for number in range(CROWD):
            stack.enter_context(on.guests.opened(f"127.1.{number // 250}.{number % 250 + 1}"))
        for _ in range(5):
            assert on.kiosk.get("/").status == 200
        before = on.head()
    with unharmed(on):
        assert on.head() == before


def closes(connection: socket.socket) -> bool:
    """Wait until the other side hangs up."""
    connection.settimeout(20)
    try:
        return connection.recv(65536) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Bounds:
    """The guests' server with less patience, so that a test need not wait ten seconds."""
    bounds = replace(GUESTS, slow_s=0.4, stalled_s=0.4)
    monkeypatch.setattr(switches, "GUESTS", bounds)
    return bounds


@pytest.mark.usefixtures("hasty")
def test_who_sends_byte_by_byte_is_hung_up_on(house: House) -> None:
    house.desk.phones.on()
    with unharmed(house), ExitStack() as stack:
        slow = [stack.enter_context(house.guests.opened()) for _ in range(20)]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        assert house.guests.get("/").status == 200
        assert all(closes(connection) for connection in slow)


@pytest.mark.usefixtures("hasty")
def test_who_stops_reading_gives_the_place_back(house: House) -> None:
    house.desk.phones.on()
    house.call()
    with unharmed(house), house.guests.opened() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200" in connection.recv(64)
        places = house.desk.phones._running.places  # type: ignore[union-attr]
        assert places.held == 1
        # States nobody takes, until the server's buffers are full and it hangs up.
        painter = house.desk.phones._running.app.extensions["painter"]  # type: ignore[union-attr]
        draw = painter._draw
        much = "x" * 999_999
        painter._draw = lambda page, view: f"{draw(page, view)}<!--{view.version}{much}-->"
        with places._changed:
            for _ in range(40):
                house.table.call(lambda core: core.refresh())
                if places._changed.wait_for(lambda: places._held.total() == 0, 0.5):
                    break
            assert places._held.total() == 0


def test_a_phone_that_leaves_is_noticed_within_seconds(house: House) -> None:
    house.desk.phones.on()
    places = house.desk.phones._running.places  # type: ignore[union-attr]
    with house.guests.stream("/live") as events:
        assert next(events).startswith("state ")
        assert places.held == 1
    with places._changed:
        assert places._changed.wait_for(lambda: places._held.total() == 0, 4.0)


def test_sixty_four_look_on_and_the_next_is_told_to_ask(house: House) -> None:
    house.desk.phones.on()
    with ExitStack() as stack:
        for number in range(64):
            connection = stack.enter_context(house.guests.opened(f"127.2.0.{number + 1}"))
            connection.sendall(b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert b"200 OK" in connection.recv(64)
        refused = house.guests.get("/live")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
        with house.kiosk.stream("/live") as own:
            assert next(own).startswith("stage ")
        # A thread is left for every other question.
        assert house.guests.get("/api/state").status == 200
        assert house.kiosk.get("/").status == 200


def test_a_flood_of_one_phone_is_answered_429_and_the_others_are_served(on: House) -> None:
    codes = [on.guests.get("/api/state").status for _ in range(MOST_REQUESTS + 5)]
    assert codes[-5:] == [429] * 5
    with on.guests.opened("127.0.0.9") as other:
        other.sendall(b"GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        assert status(other.recv(64)) == 200
    assert on.kiosk.get("/").status == 200
