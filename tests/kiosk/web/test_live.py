from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine.text import Text
from kiosk.web.live import Streams, message
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import app_of

pytestmark = pytest.mark.usefixtures("called")


def opened(app: Flask, query: str = "", **headers: str) -> tuple[TestResponse, Iterator[str]]:
    response = app.test_client().get(f"/live{query}", headers=headers, buffered=False)
    chunks = (chunk.decode() for chunk in response.iter_encoded())
    return response, chunks


def test_the_newest_picture_comes_first_and_whole(door: FakeDoor) -> None:
    app = app_of(door)
    response, chunks = opened(app)
    assert response.mimetype == "text/event-stream"
    assert next(chunks) == "retry: 2000\n\n"
    first = next(chunks)
    assert first.startswith(f"event: stage\nid: {app.config['BOOT']}-{door.view().version}\ndata: ")
    assert 'data-screen="table"' in first
    response.close()


def test_each_publication_is_one_message(door: FakeDoor) -> None:
    app = app_of(door)
    response, chunks = opened(app)
    next(chunks)
    next(chunks)
    door.play("0EO")
    second = next(chunks)
    assert 'data-card="EO"' in second
    assert f"id: {app.config['BOOT']}-{door.view().version}\n" in second
    response.close()


def test_a_recording_that_begins_and_ends_is_shown_though_nothing_happens(door: FakeDoor) -> None:
    badge: list[Text | None] = [None]
    response, chunks = opened(app_of(door, heartbeat=0.01, recording=lambda: badge[0]))
    next(chunks)
    assert 'id="recording"' not in next(chunks)
    badge[0] = Text(de="Aufnahme läuft: abend.mkv", en="Recording: abend.mkv")
    assert 'title="Aufnahme läuft: abend.mkv"' in next(
        chunk for chunk in chunks if "event:" in chunk
    )
    badge[0] = None
    assert 'id="recording"' not in next(chunk for chunk in chunks if "event:" in chunk)
    response.close()


def test_who_has_the_newest_picture_gets_only_a_sign_of_life(door: FakeDoor) -> None:
    app = app_of(door, heartbeat=0.01)
    known = f"{app.config['BOOT']}-{door.view().version}"
    response, chunks = opened(app, **{"Last-Event-ID": known})
    assert [next(chunks), next(chunks)] == ["retry: 2000\n\n", ": alive\n\n"]
    response.close()


def test_after_a_restart_an_old_number_counts_for_nothing(door: FakeDoor) -> None:
    response, chunks = opened(app_of(door), **{"Last-Event-ID": f"other-{door.view().version}"})
    next(chunks)
    assert next(chunks).startswith("event: stage")
    response.close()


def test_a_stream_ends_after_its_lifetime(door: FakeDoor) -> None:
    response, chunks = opened(app_of(door, heartbeat=0.01, lifetime=1.0))
    assert list(chunks)[-1] == ": alive\n\n"
    response.close()


def test_too_many_streams_are_sent_away_and_places_come_back(door: FakeDoor) -> None:
    app = app_of(door, streams=1, at_table=False)
    streams: Streams = app.extensions["streams"]
    somebody = streams.take("somebody else")
    assert somebody is not None
    refused = app.test_client().get("/live")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "60"
    streams.give(somebody)
    again, _ = opened(app)
    assert again.status_code == 200
    again.close()


def test_the_tables_own_screen_is_never_sent_away(door: FakeDoor) -> None:
    app = app_of(door, streams=2)
    streams: Streams = app.extensions["streams"]
    for number in range(2):
        assert streams.take(f"other {number}") is not None
    own, chunks = opened(app)
    assert own.status_code == 200
    assert next(chunks) == "retry: 2000\n\n"
    # Its next page takes the place of the one before; nobody else's stream ends.
    again, _ = opened(app)
    assert again.status_code == 200
    assert [ticket.over for ticket in streams.standing()] == [False] * 3
    assert streams.take("a phone") is None
    again.close()
    own.close()
    assert len(streams.standing()) == 2


def test_a_browser_that_goes_from_page_to_page_is_never_sent_away() -> None:
    streams = Streams(4, heartbeat=5, lifetime=900)
    other = streams.take("phone")
    tickets = [streams.take("kiosk") for _ in range(10)]
    assert other is not None
    assert [ticket is not None and ticket.over for ticket in tickets] == [True] * 7 + [False] * 3
    assert not other.over


def test_a_visitor_gets_no_place_by_pushing_others_out() -> None:
    streams = Streams(2, heartbeat=5, lifetime=900)
    kept = [streams.take("a"), streams.take("b")]
    assert streams.take("c") is None
    assert [ticket is not None and ticket.over for ticket in kept] == [False, False]


def test_a_stream_whose_place_was_taken_ends(door: FakeDoor) -> None:
    app = app_of(door, heartbeat=0.01)
    response, chunks = opened(app)
    next(chunks)
    streams: Streams = app.extensions["streams"]
    (ticket,) = streams.standing()
    ticket.over = True
    assert [chunk[:12] for chunk in chunks] == ["event: stage"]
    response.close()


def test_a_stream_nobody_read_gives_its_place_back(door: FakeDoor) -> None:
    app = app_of(door, streams=1)
    for _ in range(3):
        response, _chunks = opened(app)
        assert response.status_code == 200
        response.close()


def test_other_pages_get_the_notice_only(door: FakeDoor) -> None:
    response, chunks = opened(app_of(door), "?see=notice")
    next(chunks)
    first = next(chunks)
    assert first.startswith("event: notice\n")
    assert "data-screen" not in first
    response.close()


def test_a_message_cannot_be_broken_by_its_body() -> None:
    assert message("stage", "1", "a\n\nevent: x\r\nb") == (
        "event: stage\nid: 1\ndata: a\ndata: event: x\ndata: b\n\n"
    )
