"""A whole evening of every family of games in a browser, from the first call to the files."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kiosk.walks.families import FAMILIES, Family
from tests.kiosk.walks.stage import SIZES, walking

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ONE_EACH = tuple((family, SIZES[number % len(SIZES)]) for number, family in enumerate(FAMILIES))
"""Every family and every size; `make prove` walks each family at each size."""
REST = tuple(pair for pair in product(FAMILIES, SIZES) if pair not in ONE_EACH)


def name(value: object) -> str:
    return value.game if isinstance(value, Family) else "x".join(map(str, value))  # type: ignore[call-overload]


def walk(browser: Browser, folder: Path, family: Family, size: tuple[int, int]) -> None:
    with walking(browser, folder, family, size) as (evening, album, _):
        evening.evening()
    assert album.unlike == []


@pytest.mark.parametrize(("family", "size"), ONE_EACH, ids=name)
def test_a_whole_evening(
    chromium: Browser, tmp_path: Path, family: Family, size: tuple[int, int]
) -> None:
    walk(chromium, tmp_path, family, size)


@pytest.mark.prove
@pytest.mark.parametrize(("family", "size"), REST, ids=name)
def test_a_whole_evening_at_the_other_sizes(
    chromium: Browser, tmp_path: Path, family: Family, size: tuple[int, int]
) -> None:
    walk(chromium, tmp_path, family, size)
