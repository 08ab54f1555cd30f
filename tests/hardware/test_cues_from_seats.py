"""Every cue is told from every other by whoever sits anywhere: by the lights seen from there."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image

from firmware_bridge.strip import Look
from hardware.tools import rails, sights
from hardware.tools.seats import TOPS, Top, eye
from hardware.tools.views import lights_seen
from tests.firmware_bridge.lights.examples import examples
from tests.firmware_bridge.lights.film import FILM
from tests.firmware_bridge.test_cues_apart import PLAYERS, Seen, every_cue


def from_seat(
    top: Top, seat: int, lights: int, setup: sights.Setup = sights.RIM
) -> tuple[bool, ...]:
    """Return which lights one of four players sees."""
    others = (*setup.stand(top, PLAYERS), *setup.others(top, PLAYERS))
    return lights_seen(eye(top, PLAYERS, seat), setup.strip(top), lights, others)


def masked(said: Seen, visible: tuple[bool, ...]) -> Seen:
    """Return what is left of a cue where only these lights are seen."""
    return tuple(
        (tuple(lit and can for lit, can in zip(mask, visible, strict=True)), seconds)
        for mask, seconds in said
    )


@pytest.mark.parametrize("seat", range(PLAYERS))
@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_the_eleven_cues_differ_from_every_seat(top: Top, seat: int) -> None:
    lights = rails.laid(top).lights
    visible = from_seat(top, seat, lights)
    assert sum(visible) >= 0.95 * lights
    cues = {
        name: {masked(said, visible) for said in each}
        for name, each in every_cue(Look(lights=lights)).items()
    }
    assert len(cues) == 11
    for one, other in itertools.combinations(cues, 2):
        assert not cues[one] & cues[other], (one, other)
    assert all(any(map(any, (mask for mask, _ in said))) for said in cues["turn"])


def test_below_the_rim_somebody_saw_nothing_of_whose_turn_it_was() -> None:
    """The strip as it was: what the test above would have said of it."""
    top = TOPS[2]
    visible = from_seat(top, 0, 60, sights.BEFORE)
    turns = {masked(said, visible) for said in every_cue(Look(lights=60))["turn"]}
    assert any(not any(mask) for said in turns for mask, _ in said)


def test_the_film_has_every_step_of_every_cue() -> None:
    steps = [step for example in examples() for step in example.steps]
    assert len(steps) > 11
    with Image.open(FILM) as film:
        assert getattr(film, "n_frames", 1) == len(steps)
    assert FILM.stat().st_size < 200_000
