"""Minutes without play, watched through the whole line: nothing may be recorded or said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from models.workshop.evening.geometry import FRAMES_PER_SECOND, Picture
from models.workshop.evening.quiet import QuietFilm, QuietKind
from models.workshop.evening.stage import CameraLens, EveningNuisance, drawn_stage, scenery
from models.workshop.evening.surfaces import Surface
from tests.evenings.own_deals import playable, played
from tests.evenings.own_decks import enrolled, kept_deck
from tests.evenings.own_watch import accused, watch_pictures
from vision.reading.nets import Nets

DECK = "drawn-5002"
"""Watched where nothing else is asked for: it needs no data beside this repository."""
EVERY = 2
TABLES = (
    (Surface.DARK_WOOD, frozenset[EveningNuisance]()),
    (Surface.PALE_WOOD, frozenset({EveningNuisance.SHADOWS})),
    (Surface.NEWSPAPER, frozenset({EveningNuisance.DRIFT})),
    (Surface.LACQUER, frozenset({EveningNuisance.GLARE})),
    (Surface.CHECKED, frozenset({EveningNuisance.CLUTTER})),
    (Surface.FELT, frozenset({EveningNuisance.DIM})),
)


@dataclass(frozen=True)
class Silence:
    """What was said while nobody played."""

    seconds: float
    cards: int
    verdicts: int
    said: tuple[dict[str, Any], ...]
    during: dict[str, int]
    """Kind of scene to cards recorded in it."""


def quiet(
    nets: Nets,
    seconds: float,
    seed: int,
    kinds: Sequence[QuietKind] = tuple(QuietKind),
    deck: str = DECK,
) -> Silence:
    """Watch so many seconds of scenes without play on one table; `seed` chooses which.

    Raises:
        PlainError: this deck cannot be enrolled.
    """
    kept = kept_deck(deck)
    profile = enrolled(kept, nets, captured=bool(seed % 2))
    name, seats = playable(kept.codes)[0]
    game = played(name, seats, kept.codes, seed, 2)
    surface, nuisances = TABLES[seed % len(TABLES)]
    stage = drawn_stage(seed, surface, nuisances)
    turned = tuple(kinds[(place + seed) % len(kinds)] for place in range(len(kinds)))
    film = QuietFilm(kept.deck, turned, seconds, seed, seats, stage.camera, scenery(stage))
    lens, last = CameraLens(stage), 0.0

    def pictures() -> Iterator[tuple[float, Picture]]:
        nonlocal last
        for number, frame in enumerate(film.frames()):
            if number % EVERY == 0:
                last = number / FRAMES_PER_SECOND
                yield last, lens.take(frame, last)

    lines = [json.dumps(_called(json.loads(line))) for line in game.lines]
    said, _ = watch_pictures(pictures(), profile, nets, lines)
    cards = [event for event in said if event["type"] == "card_played"]
    return Silence(
        last,
        len(cards),
        len(accused(said)),
        tuple(said),
        dict(Counter(_scene_at(film.truth(), event["t"]) for event in cards)),
    )


def _called(deal: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in deal.items() if key not in ("plays", "hands", "expect")}


def _scene_at(truth: Sequence[dict[str, object]], t: float) -> str:
    begun = [line for line in truth if float(str(line["seconds"])) <= t]
    return str(begun[-1]["kind"]) if begun else "before"
