"""A film before the table stands still until people have said yes; the demonstration's until seen.

The program is put together as it is for `run`, but for its server, and its film tells when the
first picture is taken.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kiosk import run
from kiosk.camera import sight
from kiosk.home.data_folder import Home
from kiosk.run import RunOrder
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.parts import Mishaps
from kiosk.table.systemd import Service
from kiosk.table.view import SourceKind
from kiosk.web.phones.camera_desk import CarriedCamera
from kiosk.web.swap import Swaps
from tests.kiosk.opened import post, screen, text
from vision.camera.frames import Frame, VideoFile

PATIENCE_S = 60.0
ANSWERED = {"name0": "A", "name1": "B", "name2": "C", "name3": "D", "dealer": "0", "deck": "isar"}
GAME = {"game": "schafkopf"}


class Film(VideoFile):
    """The sample's film; tells when it is looked at."""

    def __init__(self) -> None:
        super().__init__(resumption.SAMPLE_VIDEO)
        self.looked_at = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        self.looked_at.set()
        return super().__iter__()


@contextmanager
def table(
    home: Home, film: Film, monkeypatch: pytest.MonkeyPatch, calls: Path | None = None
) -> Iterator[FlaskClient]:
    monkeypatch.setattr(sight, "open_source", lambda _: film)
    kind: SourceKind = "video" if calls is None else "sample"
    order = RunOrder(kind, str(resumption.SAMPLE_VIDEO), calls, "isar", 0, "de")
    with ExitStack() as stack:
        service, mishaps = Service({}), Mishaps()
        app, _ = run.assemble(
            order,
            home,
            Settings(),
            stack,
            Swaps(),
            service,
            mishaps,
            lambda _: None,
            CarriedCamera(),
        )
        yield app.test_client()


def test_no_picture_is_looked_at_behind_the_first_question_nor_after_a_restart(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film()
    with table(home, film, monkeypatch) as client:
        for path in ("/", "/start", "/begin/people", "/setup/camera", "/more"):
            assert client.get(path).status_code == 200
        assert client.get("/setup/camera/picture").status_code == 409
        assert "Sind alle am Tisch einverstanden?" in text(
            client.get("/begin/go", query_string={**ANSWERED, **GAME})
        )
        assert post(client, "/start", camera="off", **ANSWERED, **GAME).status_code == 303
        assert "Kamera aus" in text(client.get("/"))
        assert not film.looked_at.is_set()
        # Somebody thinks better of it, at the badge.
        post(client, "/setup/camera/on", next="/")
        assert film.looked_at.wait(PATIENCE_S)
        assert "Kamera aus" not in text(client.get("/"))
    film = Film()
    with table(home, film, monkeypatch) as client:
        assert screen(text(client.get("/"))) == "resume"
        assert "Kamera an, weiter" in text(client.get("/"))
        assert not film.looked_at.is_set()
        assert post(client, "/resume", camera="on").status_code == 303
        assert film.looked_at.wait(PATIENCE_S)


def test_yes_at_the_last_question_begins_it(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    film = Film()
    with table(home, film, monkeypatch) as client:
        assert post(client, "/start", camera="on", **ANSWERED, **GAME).status_code == 303
        assert film.looked_at.wait(PATIENCE_S)


def test_the_demonstration_begins_with_its_first_viewer(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film()
    with table(home, film, monkeypatch, resumption.SAMPLE_CALLS) as client:
        # The service's own look at the page is nobody's.
        assert client.head("/static/marks.svg").status_code == 200
        assert not film.looked_at.is_set()
        client.get("/")
        assert film.looked_at.wait(PATIENCE_S)


def test_a_table_that_nobody_looked_at_ends_without_a_picture(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Film()
    with table(home, film, monkeypatch, resumption.SAMPLE_CALLS):
        assert not film.looked_at.is_set()
    assert not film.looked_at.is_set()
