from __future__ import annotations

import pytest

from engine.text import PlainError
from firmware_bridge.pins.gpio import Pins
from kiosk.cli.doctor import look_for_pins
from tests.firmware_bridge.pins.boards import mock_board, no_pi


def test_no_pins_are_a_note() -> None:
    level, said = look_for_pins(None)
    assert level == "note"
    assert "[pins]" in said.de


def test_pins_that_are_there_are_listed_and_none_is_taken() -> None:
    with mock_board() as board:
        level, said = look_for_pins(Pins(buzzer=None))
        assert (level, board.pins) == ("ok", {})
    assert said.en == "GPIO 5 (undo), 6 (next_deal), 16 (confirm), 26 (mute), 17 (status)"


def test_pins_that_cannot_be_reached_are_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    no_pi(monkeypatch)
    with pytest.raises(PlainError, match="not a Raspberry Pi"):
        look_for_pins(Pins())
