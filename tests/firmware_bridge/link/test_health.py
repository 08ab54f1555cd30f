"""A line's warning: comes with a bad minute, goes with a good one, and does not flicker between."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from firmware_bridge.link import status as health_module
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.status import FEW, WINDOW, Counters, LineHealth
from tests.firmware_bridge.link.asked import painted
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip


class Line:
    """A line whose seconds a test fills."""

    def __init__(self) -> None:
        self.now = 100.0
        self.counters = Counters()
        self.health = LineHealth()
        self.health.begin(self.now, self.counters)

    def passes(self, seconds: int, sent: int, again: int, each: int = 1) -> list[bool]:
        """Send so many messages a second, `again` of them anew each so many seconds."""
        told = []
        for second in range(seconds):
            self.now += 1
            self.counters.frames_out += sent
            self.counters.retransmitted += again if second % each == 0 else 0
            self.health.look(self.now, self.counters)
            told.append(self.health.bad)
        return told


def test_it_comes_with_trouble_and_goes_a_minute_after_it() -> None:
    line = Line()
    assert not any(line.passes(60, sent=10, again=0))
    assert any(line.passes(15, sent=10, again=3))
    after = line.passes(90, sent=10, again=0)
    assert after[0]
    assert not any(after[int(WINDOW) + 1 :])


def test_a_long_good_evening_hides_no_bad_minute() -> None:
    line = Line()
    line.passes(4000, sent=10, again=0)
    assert line.passes(30, sent=10, again=2)[-1]


def test_of_a_few_messages_nothing_is_said() -> None:
    line = Line()
    line.counters.frames_out, line.counters.retransmitted = FEW - 1, FEW - 1
    line.health.look(line.now + 1, line.counters)
    assert not line.health.bad


@pytest.mark.parametrize("before", [False, True])
def test_between_the_two_shares_it_stays_what_it_was(before: bool) -> None:
    line = Line()
    assert line.passes(70, sent=10, again=4 if before else 0)[-1] is before
    # 3 %: too little to begin with, too much to end.
    assert set(line.passes(300, sent=10, again=3, each=10)) == {before}


def test_greetings_to_a_chip_that_starts_are_no_bad_line() -> None:
    line = Line()
    line.counters.frames_out, line.counters.retransmitted = 60, 59
    line.health.begin(line.now, line.counters)
    assert not any(line.passes(60, sent=2, again=0))


def test_other_colours_are_told_for_a_minute() -> None:
    line = Line()
    line.counters.mismatched = 1
    line.health.look(line.now + 1, line.counters)
    assert line.health.mismatched
    line.passes(61, sent=2, again=0)
    line.health.look(line.now + 61, line.counters)
    assert not line.health.mismatched


def losing_each_third() -> Callable[[bytes], Iterable[bytes]]:
    count = 0

    def fault(data: bytes) -> Iterable[bytes]:
        nonlocal count
        count += 1
        return () if count % 3 == 0 else (data,)

    return fault


def test_the_owner_says_so_and_takes_it_back(
    chip: FakeChip, join: Callable[..., LineStrip], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_module, "_EVERY", 0.0)
    strip = join()
    chip.outbound = losing_each_third()
    for number in range(2 * FEW):
        strip.show(painted(number))
        assert strip.settled(DEADLINE), strip.status
        if strip.status.bad_line:
            break
    assert strip.status.bad_line
    chip.outbound = lambda data: (data,)
    monkeypatch.setattr(health_module, "FEW", 1)
    monkeypatch.setattr(health_module, "WINDOW", 0.2)
    assert strip.wait(lambda status: not status.bad_line, DEADLINE), strip.status
    assert strip.status.counters.retransmitted > 0, "the figures stay"
