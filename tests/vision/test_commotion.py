"""Many cards at once are no play; a trick laid card on card is one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.pose import Pose
from vision.reading.reader import CardReading
from vision.sighting import TableContext
from vision.watching.changes import changed_pieces
from vision.watching.explaining import Explanation
from vision.watching.no_play import many_at_once
from vision.watching.trick import LyingCard, lay

UNDER = np.zeros((144, 144, 3), np.uint8)


def reading(x: float, top: int) -> CardReading:
    similarities = np.full(32, 0.2)
    similarities[top] = 0.97
    return CardReading(Pose(300.0 + x, 300.0, 0.4, 80.0, 140.0), similarities)


def lying(count: int) -> tuple[LyingCard, ...]:
    return tuple(lay(k, float(k), reading(4.0 * k, k), UNDER) for k in range(count))


def found(*xs: float) -> Explanation:
    new = [reading(x, 9) for x in xs]
    return Explanation(changed_pieces(np.zeros((600, 600), np.uint8), 140.0), new=new)


def playing(seat: int | None) -> TableContext:
    return TableContext(seat=seat, seats=4, trick_size=4)


@pytest.mark.parametrize("before", [2, 3])
@pytest.mark.parametrize(
    ("context", "heap"), [(playing(1), False), (None, True), (playing(None), True)]
)
def test_cards_laid_right_on_each_other_are_a_trick_while_a_deal_runs_else_a_heap(
    before: int, context: TableContext | None, heap: bool
) -> None:
    assert many_at_once(found(4.0 * before), lying(before), context) is heap


def test_more_than_a_trick_on_one_heap_is_no_play() -> None:
    assert many_at_once(found(16.0), lying(4), playing(1))


@pytest.mark.parametrize(
    ("context", "count", "shown"),
    [(playing(1), 3, False), (playing(None), 2, False), (playing(None), 3, True)],
)
def test_several_cards_at_once_are_shown_around_only_where_nobody_plays(
    context: TableContext, count: int, shown: bool
) -> None:
    apart = found(*(150.0 * k for k in range(count)))
    assert many_at_once(apart, (), context) is shown
