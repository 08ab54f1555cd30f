"""From the table's state to the pin: cues, host and program; what was meant is read back.

The whole evening, camera and clock and all, is `tests/kiosk/run/test_sample_evening.py`.
"""

from __future__ import annotations

import pytest

from engine.deal.report import Verdict
from firmware_bridge.cues import Outside, sequence
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import LineStrip
from tests.chip.board import Board
from tests.chip.reading import climbs, revoke_seats
from tests.firmware_bridge.tables import finished, playing, report


def test_laufende_and_revoke_are_read_from_the_pin(board: Board) -> None:
    before, after = playing(report()), finished(laufende=4)
    verdict = Verdict("revoke", seat=2, play=9, proof=(9, 21), known_after=21)
    strip = LineStrip(60, lambda: (board.port,), (ControllerDialect(60),))
    try:
        for step in (*sequence(None, before), *sequence(before, after)):
            strip.show(step.picture)
            board.wait_for(step.picture)
        assert climbs(board.pictures) == [[1, 2, 3, 4]]
        assert not any(map(revoke_seats, board.pictures))
        (alert,) = sequence(before, before, Outside(alerts=(verdict,)))
        strip.show(alert.picture)
        board.wait_for(lambda picture: revoke_seats(picture) == {2})
    finally:
        strip.close()


@pytest.mark.parametrize("seats", [(), (0,), (1, 3), (0, 1, 2, 3)])
def test_the_reader_finds_only_what_is_there(seats: tuple[int, ...]) -> None:
    verdict = Verdict("revoke", seat=None, play=9, proof=(9, 21), known_after=21, suspects=seats)
    outside = Outside(alerts=(verdict,) if seats else ())
    (step,) = sequence(None, playing(report()), outside)
    assert revoke_seats(step.picture) == set(seats)
    assert climbs([step.picture]) == []
