"""Counting whether cards can be spread, against trying every way (RULES 13, T2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.proof.possible import can_be_spread, spare_cards

SIZES = st.lists(st.integers(0, 3), min_size=1, max_size=4)


def spread_somehow(sizes: Sequence[int], places: Sequence[tuple[int, int]]) -> bool:
    """Whether one of all ways to take cards for the first place, then the next, comes out."""
    if not places:
        return not any(sizes)
    refused, room = places[0]
    takes = [range(1 if refused >> sort & 1 else size + 1) for sort, size in enumerate(sizes)]
    return any(
        spread_somehow([size - took for size, took in zip(sizes, taken, strict=True)], places[1:])
        for taken in product(*takes)
        if sum(taken) == room
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int]]]:
    """Sizes of sorts, and places whose rooms add up to the number of cards."""
    sizes = draw(SIZES)
    left = sum(sizes)
    places = []
    for _ in range(draw(st.integers(1, 4)) - 1):
        room = draw(st.integers(0, left))
        left -= room
        places.append((draw(st.integers(0, 2 ** len(sizes) - 1)), room))
    places.append((draw(st.integers(0, 2 ** len(sizes) - 1)), left))
    return sizes, places


@given(tables())
@settings(max_examples=600, deadline=None)
def test_counting_says_what_trying_every_way_says(
    table: tuple[list[int], list[tuple[int, int]]],
) -> None:
    sizes, places = table
    assert can_be_spread(sizes, places) is spread_somehow(sizes, places)


@given(tables(), st.data())
@settings(max_examples=400, deadline=None)
def test_a_card_less_takes_at_most_one_card_to_spare(
    table: tuple[list[int], list[tuple[int, int]]], data: st.DataObject
) -> None:
    sizes, places = table
    if not sum(sizes):
        return
    sort = data.draw(st.sampled_from([sort for sort, size in enumerate(sizes) if size]))
    place = data.draw(st.sampled_from([at for at, (_, room) in enumerate(places) if room]))
    fewer = [size - (number == sort) for number, size in enumerate(sizes)]
    smaller = [(refused, room - (at == place)) for at, (refused, room) in enumerate(places)]
    if not places[place][0] >> sort & 1:
        before = spare_cards(sizes, places)
        assert before < 0 or spare_cards(fewer, smaller) >= before - 1


def test_three_cards_of_a_sort_that_only_one_place_for_two_accepts() -> None:
    assert not can_be_spread([3, 3], [(0b01, 2), (0b01, 2), (0b00, 2)])
    assert can_be_spread([2, 4], [(0b01, 2), (0b01, 2), (0b00, 2)])
