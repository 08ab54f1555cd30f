"""A line that loses, spoils, doubles and turns about what goes over it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from tests.firmware_bridge.link import fake_chip
from tests.firmware_bridge.link.asked import Join, as_bytes, painted
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip


def lossy(chance: random.Random) -> fake_chip.Fault:
    """Lose one block in six, double another."""

    def fault(data: bytes) -> Iterable[bytes]:
        fate = chance.randrange(6)
        return () if fate == 0 else (data, data) if fate == 1 else (data,)

    return fault


def noisy(chance: random.Random, share: float) -> fake_chip.Fault:
    """Flip this share of the bits."""

    def fault(data: bytes) -> Iterable[bytes]:
        spoilt = bytearray(data)
        for bit in range(8 * len(data)):
            if chance.random() < share:
                spoilt[bit // 8] ^= 1 << bit % 8
        return (bytes(spoilt),)

    return fault


def late(chance: random.Random) -> fake_chip.Fault:
    """Hold some blocks back until after a later one, as no line does but a bad hub might."""
    held: list[bytes] = []

    def fault(data: bytes) -> Iterable[bytes]:
        if not held and chance.randrange(4) == 0:
            held.append(data)
            return ()
        behind = tuple(held)
        held.clear()
        return (data, *behind)

    return fault


FAULTS: dict[str, Callable[[random.Random], fake_chip.Fault]] = {
    "loss and doubling": lossy,
    "0.2 % of the bits flipped": lambda chance: noisy(chance, 0.002),
    "order turned about": late,
}


@pytest.mark.parametrize("name", FAULTS)
def test_on_a_bad_line_nothing_but_asked_pictures_is_shown(
    chip: FakeChip, join: Join, name: str
) -> None:
    chance = random.Random(7)
    chip.inbound, chip.outbound = FAULTS[name](chance), FAULTS[name](chance)
    strip = join()
    asked = [painted(number) for number in range(8)]
    for picture in asked:
        strip.show(picture)
        assert strip.settled(DEADLINE), strip.status
    assert set(chip.shown) <= set(map(as_bytes, asked))
    assert chip.shown[-1] == as_bytes(asked[-1])
    counters = strip.status.counters
    assert counters.retransmitted > 0
    assert counters.bytes_retransmitted > 0
