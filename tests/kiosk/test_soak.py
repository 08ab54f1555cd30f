"""What the soak calls growth; it is run by `python -m tests.kiosk.soak` and among the proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kiosk.held import MEGA, Held
from tests.kiosk.soak import MOST_GROWN, MOST_MORE, Growth, Sample, told

HELD = Held(memory=100 * MEGA, resident=200 * MEGA, threads=20, files=15, sockets=2)


def grown(bytes_a_deal: int, **last: int) -> Growth:
    """A run of eleven samples; its beginning, when things are loaded, does not count."""
    samples = [Sample(0.0, replace(HELD, memory=1), 0, 0.0)]
    samples += [
        Sample(at, replace(HELD, memory=HELD.memory + round(at * bytes_a_deal)), 5 * MEGA, at)
        for at in range(100, 1100, 100)
    ]
    samples[-1] = replace(samples[-1], held=replace(samples[-1].held, **last))
    return Growth(tuple(samples))


def test_growth_is_the_line_through_what_counts() -> None:
    growth = grown(2000)
    assert growth.slope == pytest.approx(2000)
    assert growth.faults() == []
    assert "memory +2.0 kB a deal, reckoned up to 5000 deals +10 MB" in told(growth, "deal", 5000)


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ({"memory": HELD.memory + 2 * MOST_GROWN}, "memory grew by 80 MB"),
        ({"threads": HELD.threads + MOST_MORE + 1}, "4 more threads"),
        ({"files": HELD.files + MOST_MORE + 1}, "4 more files"),
        ({"sockets": HELD.sockets + MOST_MORE + 1}, "4 more sockets"),
    ],
)
def test_what_grows_beyond_its_bound_is_told(last: dict[str, int], said: str) -> None:
    assert grown(0, **last).faults() == [said]


def test_a_run_too_short_tells_nothing() -> None:
    with pytest.raises(ValueError, match="too short"):
        Growth(grown(0).samples[:1]).faults()
