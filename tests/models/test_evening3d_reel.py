"""Films kept on disk: drawn once, whole or not at all, and named by all that decides them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from models.workshop.evening.moment import DealPlan
from models.workshop.evening3d.faces import DeckTextures, deck
from models.workshop.evening3d.film import Film3d, Script3d, Shot
from models.workshop.evening3d.moment import Manner
from models.workshop.evening3d.reel import reel_name, reeled

SHOTS = [Shot(0.0, b"\xff\xd8one"), Shot(0.093, b""), Shot(0.2, b"three" * 1000)]
SCRIPT = Script3d((DealPlan("one", ((0, "EA"), (1, "E7")), (0,)),), 2, 5)


class Filmed:
    """Stands for a film; counts how often it is drawn, and may break off."""

    def __init__(self, shots: list[Shot], breaks: bool = False) -> None:
        self.drawn = 0
        self._shots, self._breaks = shots, breaks

    def shots(self) -> Iterator[Shot]:
        self.drawn += 1
        yield from self._shots
        if self._breaks:
            raise RuntimeError("the browser has gone")


def told(shots: Iterator[Shot]) -> list[tuple[float, bytes]]:
    return [(shot.t, shot.coded) for shot in shots]


def test_a_film_is_drawn_once_and_told_again_as_it_was(tmp_path: Path) -> None:
    film = Filmed(SHOTS)
    path = tmp_path / "a.reel"
    first = told(reeled(cast(Film3d, film), path))
    assert first == [(shot.t, shot.coded) for shot in SHOTS]
    assert told(reeled(cast(Film3d, film), path)) == first
    assert film.drawn == 1


def test_a_film_that_broke_off_is_not_taken_for_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.reel"
    with pytest.raises(RuntimeError, match="browser"):
        told(reeled(cast(Film3d, Filmed(SHOTS[:1], breaks=True)), path))
    again = Filmed(SHOTS)
    assert len(told(reeled(cast(Film3d, again), path))) == 3
    assert again.drawn == 1


def test_another_script_or_face_is_another_film() -> None:
    faces: DeckTextures = deck("drawn-6002")
    code = next(iter(faces.faces))
    marked = {**faces.faces, code: np.full_like(faces.faces[code], 9)}
    named = {
        reel_name(SCRIPT, faces),
        reel_name(replace(SCRIPT, seed=6), faces),
        reel_name(replace(SCRIPT, manner=Manner(throw=0.0)), faces),
        reel_name(SCRIPT, replace(faces, faces=marked)),
    }
    assert len(named) == 4
    assert reel_name(SCRIPT, deck("drawn-6002")) in named
