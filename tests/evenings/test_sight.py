"""Every cause of docs/CAMERA.md, rendered: told within ten seconds of play, and gone when over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from models.workshop.evening.faults import CameraFault
from tests.evenings.measure_sight import (
    FAULTS,
    SEED,
    TOLD_WITHIN_S,
    BaseFilm,
    base_film,
    good,
    measure,
    profile_of,
    tellings,
)
from vision.camera.live import Health, SourceState
from vision.camera.visibility import HINDRANCES
from vision.reading.nets import Nets
from vision.sighting import Hindrance, SightChanged

PLAYED_S, TRICK_S, TRICKS_S = 6.0, 9.0, 16.0
"""Play that is watched with a fault: a few cards, the first trick, both."""
QUICK = {
    Hindrance.COVERED: CameraFault(cover=(50, 70, 120), noise=2.0, begins=5.0),
    Hindrance.DARK: CameraFault(light=0.1, noise=3.0),
    Hindrance.NOISE: CameraFault(noise=28.0),
    Hindrance.BLUR: CameraFault(blur=12.0),
    Hindrance.GLARE: CameraFault(glare=0.36),
    Hindrance.SMALL: CameraFault(distance=4.6),
}


@pytest.fixture(scope="module")
def film() -> BaseFilm:
    """Two tricks, painted once for all causes."""
    return base_film(2, SEED, seconds=TRICKS_S, lines=540)


def told_of(film: BaseFilm, fault: CameraFault, nets: Nets, seconds: float) -> list[SightChanged]:
    """Return what is told of the film's first seconds of play through a camera with a fault."""
    until = max(film.first, fault.begins) + seconds
    return tellings(film.through(fault, until), profile_of(film, nets), nets)


@pytest.mark.parametrize("cause", QUICK)
def test_what_hinders_is_told_within_ten_seconds_of_play(
    nets: Nets, film: BaseFilm, cause: Hindrance
) -> None:
    fault = QUICK[cause]
    # It takes three cards to tell that they are too small.
    told = told_of(film, fault, nets, TRICK_S if cause is Hindrance.SMALL else PLAYED_S)
    assert [event.hindrance for event in told] == [cause]
    assert told[0].t <= max(film.first, fault.begins) + TOLD_WITHIN_S


def test_a_table_so_dark_that_nothing_is_seen_to_move_is_told(nets: Nets, film: BaseFilm) -> None:
    fault = CameraFault(light=0.07, noise=3.0)
    told = told_of(film, fault, nets, PLAYED_S)
    assert [event.hindrance for event in told] == [Hindrance.DARK]
    assert film.first < told[0].t <= film.first + TOLD_WITHIN_S


def test_where_nothing_measured_says_why_it_is_told_within_two_tricks(
    nets: Nets, film: BaseFilm
) -> None:
    """A camera that looks over the table rather than at it; up to 76 degrees this one is read."""
    told = told_of(film, CameraFault(pitch=80.0), nets, TRICKS_S)
    assert [event.hindrance for event in told] == [Hindrance.UNKNOWN]


def test_of_good_pictures_nothing_is_told(nets: Nets, film: BaseFilm) -> None:
    edge = CameraFault(light=0.33, noise=2.0, blur=2.0)
    for fault in (CameraFault(), edge):
        assert told_of(film, fault, nets, TRICK_S) == []


@pytest.mark.parametrize("cause", [Hindrance.COVERED, Hindrance.NOISE])
def test_it_goes_when_it_is_over(nets: Nets, film: BaseFilm, cause: Hindrance) -> None:
    over = film.first + 5.0
    fault = replace(QUICK[cause], begins=0.0, ends=over)
    told = told_of(film, fault, nets, TRICK_S)
    assert [event.hindrance for event in told] == [cause, None]
    assert over <= told[1].t <= over + 4.0


def test_a_frozen_picture_is_told_by_the_source(film: BaseFilm) -> None:
    health, frozen = Health(), CameraFault(frozen=True, begins=film.first)
    until = film.first + PLAYED_S
    states = [(t, health.look(t, picture)) for t, picture in film.through(frozen, until)]
    first = next(t for t, state in states if state is SourceState.FROZEN)
    assert film.first < first <= film.first + TOLD_WITHIN_S
    health = Health()
    good = film.through(CameraFault(), until)
    assert {health.look(t, picture) for t, picture in good} == {SourceState.OPEN}


def test_every_cause_has_its_sentence_in_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "CAMERA.md").read_text("utf-8")
    assert set(HINDRANCES) == set(Hindrance)
    for sentence in HINDRANCES.values():
        for words in (sentence.de, sentence.en):
            assert words.split(";")[0] in page or words.split(", ")[0] in page


@pytest.mark.prove
def test_every_cause_is_told_on_twenty_tables_and_good_pictures_are_silent() -> None:
    assert measure(tuple(FAULTS), range(20), SEED) == 0
    assert good(30.0, SEED) == 0
