"""An evening without end grows by what it keeps of each deal."""

from __future__ import annotations

from tests.kiosk.kept import evening, kept_of

MOST = 36_000
"""Bytes; 24 hours of deals then stay below 40 MB with all else that grows."""


def test_a_deal_that_is_over_keeps_little_and_the_evening_all_of_it() -> None:
    state = evening(4)
    assert len(state.finished) == 4
    assert max(kept_of(state.finished)[1:-1]) < MOST
    for deal in state.finished:
        assert deal.result is not None
        assert all(laid.scores is not None and len(laid.scores) == 32 for laid in deal.laid)
