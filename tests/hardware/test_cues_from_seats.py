"""Every cue is told from every other by whoever sits anywhere: by the lights seen from there."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image

from firmware_bridge.strip import Look
from hardware.tools import rails, sights
from hardware.tools.seats import SQUARE, TOPS, Top, eye
from hardware.tools.views import lights_seen
from tests.firmware_bridge.lights.examples import examples
from tests.firmware_bridge.lights.film import FILM
from tests.firmware_bridge.test_cues_apart import COMPANIES, Seen, every_cue

LEAST = 0.95
"""Share of the lights that everybody sees, at least."""


def from_seats(
    top: Top, people: int, lights: int, setup: sights.Setup = sights.RIM
) -> tuple[int, ...]:
    """Return of everybody which lights he sees: light n is bit n."""
    strip = setup.strip(top)
    others = (*setup.stand(top, people), *setup.others(top, people))
    return tuple(
        sum(can << n for n, can in enumerate(lights_seen(at, strip, lights, others)))
        for at in (eye(top, people, seat) for seat in range(people))
    )


def masked(said: Seen, visible: int) -> Seen:
    """Return what is left of a cue where only these lights are seen."""
    return tuple((mask & visible, seconds) for mask, seconds in said)


@pytest.mark.parametrize("people", COMPANIES)
@pytest.mark.parametrize("top", TOPS, ids=lambda top: top.en)
def test_the_eleven_cues_differ_from_every_seat(top: Top, people: int) -> None:
    lights = rails.laid(top).lights
    every = every_cue(Look(lights=lights), people)
    assert len(every) == (11 if people > 2 else 10)
    for seat, visible in enumerate(from_seats(top, people, lights)):
        assert visible.bit_count() >= LEAST * lights, seat
        cues = {name: {masked(said, visible) for said in each} for name, each in every.items()}
        for one, other in itertools.combinations(cues, 2):
            assert not cues[one] & cues[other], (seat, one, other)
        assert all(any(mask for mask, _ in said) for said in cues["turn"]), seat


def test_below_the_rim_somebody_saw_nothing_of_whose_turn_it_was() -> None:
    """The strip as it was: what the test above would have said of it."""
    visible = from_seats(SQUARE, 4, 60, sights.BEFORE)[0]
    turns = {masked(said, visible) for said in every_cue(Look(lights=60))["turn"]}
    assert any(not any(mask for mask, _ in said) for said in turns)


def test_the_film_has_every_step_of_every_cue() -> None:
    steps = [step for example in examples() for step in example.steps]
    assert len(steps) > 11
    with Image.open(FILM) as film:
        assert getattr(film, "n_frames", 1) == len(steps)
    assert FILM.stat().st_size < 200_000
