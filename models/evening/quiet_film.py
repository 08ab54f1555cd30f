"""Scenes without play, painted: what must be watched in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from models.evening.film import told
from models.evening.geometry import Camera, Picture
from models.evening.painter import Deck, Painter, Scenery
from models.evening.pub_things import pub_things
from models.evening.quiet import Quiet, QuietTable
from models.evening.quiet_cards import FOREIGN
from models.procedural import drawn_deck

FOREIGN_SEED = 7001
"""The seed of the other deck that a foreign card comes from."""


class QuietFilm:
    """Scenes by lot for so many seconds; iterate `frames` once, then read `truth`: no card."""

    def __init__(
        self,
        deck: Deck,
        kinds: Sequence[Quiet],
        seconds: float,
        seed: int,
        seats: int = 4,
        camera: Camera | None = None,
        scenery: Scenery | None = None,
    ) -> None:
        play, paint = np.random.default_rng(seed).spawn(2)
        deck = with_pub_things(with_strangers(deck), seed)
        self._seconds = seconds
        self._play = QuietTable(play, seats, [*deck.faces, *deck.others], kinds)
        self._painter = Painter(paint, seats, deck, camera, scenery)

    def frames(self) -> Iterator[Picture]:
        """Yield the frames in order, BGR."""
        for moment in self._play.moments(self._seconds):
            yield self._painter.frame(moment)

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return which scene began when, one JSON object each."""
        return tuple(told(happening, self._painter) for happening in self._play.happenings)


def with_strangers(deck: Deck, seed: int = FOREIGN_SEED) -> Deck:
    """Return the deck with another deck's faces at hand."""
    other = drawn_deck(seed)
    return replace(deck, others={FOREIGN + code: face for code, face in other.faces.items()})


def with_pub_things(deck: Deck, seed: int) -> Deck:
    """Return the deck with the things at hand that its cards are pictured on, and others."""
    chance = np.random.default_rng([seed, FOREIGN_SEED])
    made = pub_things(chance, list(deck.faces.values()), (deck.width, deck.height))
    return replace(deck, things=made)
