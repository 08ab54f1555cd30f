"""What the table looked like at first is known as long as anything of it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Image
from vision.place.geometry import SMALL
from vision.watching.scene import EmptyTables, TableScene
from vision.watching.thresholds import THRESHOLDS


def with_packets(count: int) -> TableScene:
    """A table on which so many packets lie."""
    small: Image = np.full((SMALL, SMALL, 3), 120, np.uint8)
    for number in range(count):
        row, column = divmod(number, 4)
        small[30 + 22 * row : 46 + 22 * row, 26 + 24 * column : 38 + 24 * column] = 230
    return TableScene(small, small)


def dealt(packets: int) -> EmptyTables:
    tables = EmptyTables()
    for count in range(packets + 1):
        tables.add(with_packets(count))
    return tables


def test_no_more_looks_are_kept_than_a_few_and_the_last_is_first() -> None:
    tables = dealt(9)
    assert len(tables) == THRESHOLDS.scene.tables_kept
    assert np.array_equal(tables[0].small, with_packets(9).small)


def test_once_all_that_was_dealt_is_taken_up_the_table_is_empty_again() -> None:
    tables, empty = dealt(9), with_packets(0)
    assert tables.like(empty)
    assert tables[0] is empty
    assert len(tables) == 1


def test_what_came_after_the_look_it_is_like_is_forgotten() -> None:
    tables = dealt(2)
    again = with_packets(1)
    assert tables.like(again)
    assert tables[0] is again
    assert len(tables) == 2


def test_a_table_as_it_never_was_is_like_none() -> None:
    tables = dealt(3)
    assert not tables.like(with_packets(8))
    assert len(tables) == THRESHOLDS.scene.tables_kept
