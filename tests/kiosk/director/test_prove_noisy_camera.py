"""Thousands of deals of every game told by good and poor cameras: the figures of `make prove`."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import pytest

from tests.evenings.proof import ENGINE, Row, write
from tests.simulate.noisy_camera import DIM, PUB, STUDIO, Noise
from tests.simulate.noisy_deals import LATER, Case, honest, tally, with_revoke

DEALS = int(os.environ.get("MEHRKOPF_NOISY_DEALS", "1000"))
SEED = int(os.environ.get("MEHRKOPF_NOISY_SEED", "850000"))
NEARLY_ALL = 0.97
"""Chosen after 741 of 750 were shown (seeds from 810000: 98.8 %, from 97.7 %): below that."""
honest_later = partial(honest, games=LATER)
revoke_later = partial(with_revoke, games=LATER)
CASES: tuple[tuple[str, Noise, Callable[[int], Case], str], ...] = (
    ("legal deals, poor camera", DIM, honest, "0 accused"),
    ("legal deals, usual camera", PUB, honest, "0 accused, at most 1 question a deal"),
    ("one revoke each, usual camera", PUB, with_revoke, "0 innocents accused"),
    ("one revoke each, good camera", STUDIO, with_revoke, "0 innocents; nearly all revokes shown"),
    ("legal deals, Sheepshead and Bierkopf, poor camera", DIM, honest_later, "0 accused"),
    ("legal deals, Sheepshead and Bierkopf, usual camera", PUB, honest_later, "0 accused"),
    ("one revoke each, Sheepshead and Bierkopf, usual camera", PUB, revoke_later, "0 innocents"),
)


@pytest.mark.prove
@pytest.mark.parametrize(("what", "noise", "make", "wanted"), CASES)
def test_deals_told_by_a_camera(
    what: str, noise: Noise, make: Callable[[int], Case], wanted: str
) -> None:
    found, wrong = tally(map(make, range(SEED, SEED + DEALS)), noise, SEED)
    command = f"pytest -m prove tests/kiosk/director/test_prove_noisy_camera.py (seed {SEED})"
    write([Row(f"simulated camera, {what}", wanted, found.words(), command)], ENGINE)
    assert wrong == []
    if noise is STUDIO:
        assert found.proven / found.guilty > NEARLY_ALL
