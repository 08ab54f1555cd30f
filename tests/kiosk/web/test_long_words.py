"""Long names may break in one place each word, where the break shows."""

import pytest

from kiosk.web.templates import SOFT_HYPHEN, hyphened, letters


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("Resi", "Resi"),
        ("Franz-Xaver Huber", "Franz-Xaver Huber"),
        ("Hieronymusmaximilian", "Hieronymus|maximilian"),
        ("Maria Christoffelsbacher", "Maria Christof|felsbacher"),
        ("Bschrzgrtnschmpflrst", "Bschrzgrtn|schmpflrst"),
    ],
)
def test_only_a_long_word_may_break_and_near_its_middle(name: str, broken: str) -> None:
    assert hyphened(name).replace(SOFT_HYPHEN, "|") == broken
    assert hyphened(name).replace(SOFT_HYPHEN, "") == name


def test_a_word_that_may_break_takes_the_room_of_its_longer_part() -> None:
    assert letters("Resi") == 4
    assert letters("Christoffelsbacher") < letters("Christoffels")
