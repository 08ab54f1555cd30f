"""The fewest payments, against every way of splitting people into groups."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evening.scoring import MOST_PEOPLE, fewest, rounded

SMALL = st.lists(st.integers(-6, 6), min_size=1, max_size=6)
LARGE = st.lists(st.integers(-500, 500), min_size=1, max_size=MOST_PEOPLE + 3)


def balanced(amounts: list[int]) -> list[int]:
    return [*amounts, -sum(amounts)]


def partitions(people: list[int]) -> Iterator[list[list[int]]]:
    """Yield every way of splitting people into groups."""
    if not people:
        yield []
        return
    first, *others = people
    for split in partitions(others):
        yield [[first], *split]
        for place, group in enumerate(split):
            yield [*split[:place], [first, *group], *split[place + 1 :]]


def by_brute_force(amounts: list[int]) -> int:
    people = [place for place, amount in enumerate(amounts) if amount]
    groups = max(
        sum(1 for _ in split)
        for split in partitions(people)
        if all(sum(amounts[place] for place in group) == 0 for group in split)
    )
    return len(people) - groups


def settle(amounts: list[int]) -> list[int]:
    left = list(amounts)
    for transfer in fewest(amounts):
        assert transfer.amount > 0
        assert transfer.payer != transfer.payee
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    return left


@settings(deadline=None, max_examples=150)
@given(SMALL)
def test_there_are_as_few_payments_as_there_can_be(drawn: list[int]) -> None:
    amounts = balanced(drawn)
    assert len(fewest(amounts)) == by_brute_force(amounts)
    assert not any(settle(amounts))


@settings(deadline=None, max_examples=25)
@given(LARGE)
def test_everybody_is_settled_whatever_the_number(drawn: list[int]) -> None:
    amounts = balanced(drawn)
    assert not any(settle(amounts))
    assert len(fewest(amounts)) < max(1, len(amounts))


def test_two_pairs_need_two_payments() -> None:
    assert len(fewest([7, 3, -3, -7])) == 2
    assert len(fewest([5, 5, -3, -7])) == 3
    assert fewest([0, 0, 0]) == ()
    assert fewest([]) == ()


def test_what_does_not_add_up_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        fewest([3, -2])
    with pytest.raises(ValueError, match="not whole"):
        rounded([Fraction(1, 3)])


FRACTIONS = st.lists(
    st.fractions(min_value=-100, max_value=100, max_denominator=12), min_size=1, max_size=8
)


@given(FRACTIONS)
def test_rounding_keeps_the_sum_and_is_never_off_by_one(drawn: list[Fraction]) -> None:
    amounts = [*drawn, -sum(drawn, Fraction(0))]
    whole = rounded(amounts)
    assert sum(whole) == 0
    assert all(abs(kept - exact) < 1 for kept, exact in zip(whole, amounts, strict=True))
    assert all(kept == exact for kept, exact in zip(whole, amounts, strict=True) if exact % 1 == 0)
