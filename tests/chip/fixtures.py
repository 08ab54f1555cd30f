"""Fixtures for whoever wants a board: `from tests.chip.fixtures import board` in a conftest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chip.board import Board
from tests.chip.build import build

MakeBoard = Callable[..., Board]
"""Makes a board with the arguments of `Board`; all are closed when the test ends."""


@pytest.fixture
def make_board() -> Iterator[MakeBoard]:
    """Boards as they are asked for."""
    build()
    made: list[Board] = []

    def make(*args: Any, **options: Any) -> Board:
        made.append(Board(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def board(make_board: MakeBoard, tmp_path: Path) -> Board:
    """One board with our program, its strip's wire traced to `trace` in the test's folder.

    Its program has started: the first picture is lit, and the line is heard. What is said to one
    that still starts is lost, which `make_board` leaves to those who test it.
    """
    one = make_board(trace=tmp_path / "trace")
    one.wait_for(lambda picture: True)
    return one
