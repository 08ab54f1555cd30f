"""Payments: everybody's sum is nothing, whoever pays whom."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.games.payouts import STOCK, Payment, each_to_each, ledger, pot, together

PLAYERS = 7
SEATS = st.integers(0, PLAYERS - 1)
AMOUNTS = st.integers(0, 1000)
SIDES = st.integers(1, PLAYERS - 1).flatmap(
    lambda size: st.permutations(range(PLAYERS)).map(lambda seats: (seats[:size], seats[size:]))
)
PAYMENTS = st.lists(
    st.builds(
        Payment,
        st.one_of(SEATS, st.just(STOCK)),
        st.one_of(SEATS, st.just(STOCK)),
        st.integers(-50, 50),
    )
)


@given(PAYMENTS)
def test_whatever_is_paid_sums_to_nothing(payments: list[Payment]) -> None:
    """Deal file: sum(payout) + stock_change = 0."""
    paid = ledger(PLAYERS, payments)
    assert sum(paid.payout, Fraction(paid.stock_change)) == 0
    assert len(paid.payout) == PLAYERS


@given(SIDES, AMOUNTS)
def test_a_pot_takes_the_amount_once_from_each_and_is_shared_equally(
    sides: tuple[list[int], list[int]], amount: int
) -> None:
    """EN, DE Abrechnung: jeder Verlierer zahlt, die Gewinner teilen gleichmäßig."""
    payers, payees = sides
    paid = ledger(PLAYERS, pot(payers, payees, amount))
    assert {paid.payout[seat] for seat in payers} == {Fraction(-amount)}
    assert {paid.payout[seat] for seat in payees} == {Fraction(amount * len(payers), len(payees))}


@given(SIDES, AMOUNTS)
def test_each_pays_each_the_whole_amount(sides: tuple[list[int], list[int]], amount: int) -> None:
    """EN Abrechnung, a solo."""
    payers, payees = sides
    paid = ledger(PLAYERS, each_to_each(payers, payees, amount))
    assert {paid.payout[seat] for seat in payers} == {Fraction(-amount * len(payees))}
    assert {paid.payout[seat] for seat in payees} == {Fraction(amount * len(payers))}


@given(st.lists(SEATS, min_size=1, unique=True), AMOUNTS)
def test_what_some_bring_up_together_is_whole(payers: list[int], amount: int) -> None:
    """A Stock of 40 doubled by three: thirds that make 40."""
    paid = ledger(PLAYERS, together(payers, STOCK, amount))
    assert paid.stock_change == amount
    assert {paid.payout[seat] for seat in payers} == {Fraction(-amount, len(payers))}
