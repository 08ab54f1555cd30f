"""How firmly the places of a trick speak for who led it."""

from __future__ import annotations

from kiosk.director.seat_likelihood import even_angles
from kiosk.director.trick_order import firmness
from tests.kiosk.random_deals import random_deal
from tests.kiosk.situations.playing import Playing


def test_the_places_speak_for_the_true_leader_and_against_any_other() -> None:
    table = Playing(random_deal(0), careless=True)
    table.to_the_end()
    angles = even_angles(4)
    assert all(firmness(table.deal, start, angles) > 0.0 for start in range(0, 28, 4))
