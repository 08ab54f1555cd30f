"""A whole evening of every family of games in a browser, from the first call to the files."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kiosk.walks.families import FAMILIES, Family
from tests.kiosk.walks.pictures import NO_PICTURE
from tests.kiosk.walks.stage import KEPT_WALKS, SIZES, walking

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

REST = tuple(pair for pair in product(FAMILIES, SIZES) if pair not in KEPT_WALKS)


def name(value: object) -> str:
    return value.game if isinstance(value, Family) else "x".join(map(str, value))  # type: ignore[call-overload]


def walk(browser: Browser, folder: Path, family: Family, size: tuple[int, int]) -> None:
    with walking(browser, folder, family, size) as (evening, album, _):
        evening.evening()
    assert [each for each in album.unlike if not each.endswith(NO_PICTURE)] == []


@pytest.mark.parametrize(("family", "size"), KEPT_WALKS, ids=name)
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
