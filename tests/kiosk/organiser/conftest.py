"""What the organiser's tests share: one PostgreSQL a run, and a database of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.database import Database
from tests.kiosk.organiser.browser import Browser
from tests.kiosk.organiser.office import Office
from tests.postgres import Postgres

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for the whole run."""
    with Postgres(sure=False) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where an empty database is: once a folder, once a server's."""
    if request.param == "sqlite":
        return tmp_path / "organiser"
    server: Postgres = request.getfixturevalue("postgres")
    return server.create(f"t{next(_NUMBERS)}")


@pytest.fixture
def database(place: Path | str) -> Iterator[Database]:
    """An open one; tests that use it run once a kind."""
    with Database.open(place) as opened:
        yield opened


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """A desk at the evening's begin, in a database of its own."""
    with Database.open(tmp_path) as database:
        yield Office(database)


@pytest.fixture
def browser(office: Office) -> Browser:
    """Its pages, in English."""
    return Browser(create_organiser_app(office.desk, OrganiserServing("en")))


@pytest.fixture
def file_database(tmp_path: Path) -> Iterator[Database]:
    """An open one in a folder, for tests that the kind of database is nothing to."""
    with Database.open(tmp_path / "organiser") as opened:
        yield opened
