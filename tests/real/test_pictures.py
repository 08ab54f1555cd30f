"""What `recognise` tells of the real pictures stays as good as it was."""

from __future__ import annotations

import pytest

from tests.real.measure import SETS, measured
from vision.reading.nets import load_nets

pytestmark = [pytest.mark.prove, pytest.mark.shared]

FLOORS = {
    "blackjack from french-brown-desk": (0.96, 0.82, 1),
    "blackjack without courts from french-notebook": (0.96, 0.9, 1),
    "four-seats, games 2 to 4 from game 1": (0.98, 0.98, 0),
    "still-table from french-brown-desk": (1.0, 0.9, 0),
}
"""Set to the least share of cards found and of cards right, and how many backs may be named."""


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_read_as_well_as_before(name: str) -> None:
    found, right, backs = FLOORS[name]
    count = measured(name, load_nets())
    assert count.cards
    assert count.found >= found * count.cards, count.faults
    assert count.right >= right * count.cards, count.faults
    assert count.backs_named <= backs, count.faults
    assert count.sure_wrong <= 0.005 * count.sure, count.faults
