"""What the organiser's tests share: one PostgreSQL a run, and a database of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from kiosk.organiser.database import Database
from tests.postgres import Postgres

_NUMBERS = count(1)
NewPlace = Callable[[], Path | str]


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
