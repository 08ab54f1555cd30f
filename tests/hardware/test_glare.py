"""The strip as built throws less light onto the cards than the evenings that were tried with it."""

from __future__ import annotations

import re

import pytest

from hardware.tools import rails
from hardware.tools.seats import TOPS, Top
from tests.kiosk.lit_evenings.glow import EDGE_MM, HEIGHT_MM
from tests.kiosk.lit_evenings.measure import LIGHTS
from tests.shared_data import ROOT

CANDLE_LUX = 16.0


def test_what_was_tried_is_what_the_evenings_say_of_themselves() -> None:
    assert (EDGE_MM, HEIGHT_MM) == (450.0, 60.0)
    assert rails.tried_lux() == pytest.approx(48, abs=0.5)
    assert LIGHTS["glaring"].strength == pytest.approx(rails.tried_lux() / CANDLE_LUX, rel=0.01)


@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_by_a_candle_it_is_weaker_than_what_was_tried_in_a_room(top: Top) -> None:
    assert 0 < rails.middle_lux(top) / CANDLE_LUX < LIGHTS["lit"].strength
    assert rails.middle_lux(top) < rails.middle_lux(top, capped=False)


def test_the_guide_to_the_lights_says_how_much() -> None:
    text = (ROOT / "docs" / "LIGHTS.md").read_text("utf-8")
    shown = [float(lux.replace(",", ".")) for lux in re.findall(r"(\d+[.,]\d) lx", text)]
    assert shown == pytest.approx([rails.middle_lux(top) for top in TOPS] * 2, abs=0.06)
