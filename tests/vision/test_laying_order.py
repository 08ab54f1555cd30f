"""Which of two cards came first."""

from __future__ import annotations

from dataclasses import replace

from vision.sighting import TableContext
from vision.watching.trick import laying_order


def turn(seat: int | None, seats: int = 4) -> TableContext:
    return TableContext(seat, seats, seats)


def test_without_a_turn_the_upper_card_came_last() -> None:
    assert laying_order([(0, -40), (-40, 0)], None) == [1, 0]
    assert laying_order([(0, -40), (-40, 0)], turn(None)) == [1, 0]


def test_cards_lean_towards_who_laid_them() -> None:
    # Seat 0 sits below, seat 1 on the left.
    assert laying_order([(0, -40), (-40, 0)], turn(0)) == [0, 1]
    assert laying_order([(-40, 0), (0, -40)], turn(0)) == [1, 0]
    assert laying_order([(40, 0), (0, 40)], turn(2)) == [1, 0]


def test_at_a_turned_table_they_lean_the_other_way() -> None:
    turned = replace(turn(2), coming=(90.0, 180.0, 270.0, 0.0))
    # Seat 2 sits on the left now, seat 3 above.
    assert laying_order([(-25, -5), (-17, 53)], turned) == [0, 1]
    assert laying_order([(-17, 53), (-25, -5)], turned) == [1, 0]
    assert laying_order([(2, 5), (-4, -3)], turned) == [1, 0]


def test_cards_in_the_middle_tell_nothing() -> None:
    assert laying_order([(3, -40), (-3, -40)], turn(0)) == [1, 0]


def test_one_card_is_in_order() -> None:
    assert laying_order([(0, 0)], turn(0)) == [0]
    assert laying_order([], turn(0)) == []
