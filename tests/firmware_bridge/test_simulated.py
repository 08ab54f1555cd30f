from __future__ import annotations

from firmware_bridge.strip import Picture, SimulatedStrip, Strip

RED, BLACK = (255, 0, 0), (0, 0, 0)


def test_it_keeps_and_hands_on_each_new_picture_once() -> None:
    heard: list[Picture] = []
    strip = SimulatedStrip(3, heard.append)
    strip.show((RED, RED, RED))
    strip.show([RED, RED, RED])
    strip.show((RED, BLACK, RED))
    assert heard == [(RED, RED, RED), (RED, BLACK, RED)]
    assert strip.picture == heard[-1]


def test_a_picture_of_the_wrong_length_is_cut_or_filled_up() -> None:
    strip = SimulatedStrip(2)
    strip.show((RED,))
    assert strip.picture == (RED, BLACK)
    strip.show((RED, RED, RED))
    assert strip.picture == (RED, RED)


def test_closing_shows_black() -> None:
    strip: Strip = SimulatedStrip(2)
    strip.show((RED, RED))
    strip.close()
    assert isinstance(strip, SimulatedStrip)
    assert strip.picture == (BLACK, BLACK)
    assert strip.lights == 2
