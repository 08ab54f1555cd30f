"""A few inputs of every surface, always the same; `python -m tests.fuzz all` tries many."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fuzz.__main__ import outcome
from tests.fuzz.pages import PAGES, page_surfaces
from tests.fuzz.surfaces import FILES, Surface, inputs, surfaces

FEW = 150


@pytest.fixture
def known(tmp_path: Path) -> Iterator[dict[str, Surface]]:
    with ExitStack() as stack:
        yield surfaces(tmp_path) | page_surfaces(tmp_path, stack)


def test_every_surface_has_a_name(known: dict[str, Surface]) -> None:
    assert set(known) == {*FILES, *PAGES}


@pytest.mark.parametrize("name", [*FILES, *PAGES])
def test_it_is_understood_or_told_in_one_sentence(known: dict[str, Surface], name: str) -> None:
    tried = itertools.islice(inputs(known[name], 19), FEW)
    found = [outcome(known[name], data) for data in tried]
    assert [each for each in found if each not in ("understood", "told")] == []
