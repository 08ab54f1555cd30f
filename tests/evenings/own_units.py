"""Which evenings are measured: deck, table, nuisances, seats, camera; all from one seed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.workshop.evening.beginnings import BeginningKind
from models.workshop.evening.quiet import QuietKind
from models.workshop.evening.stage import SCALES, EveningNuisance, EveningStage, drawn_stage
from models.workshop.evening.surfaces import Surface
from tests.evenings.own_deals import playable
from tests.evenings.own_decks import kept_deck, many_cards, names

TABLES = (
    Surface.PALE_WOOD,
    Surface.NEWSPAPER,
    Surface.DARK_WOOD,
    Surface.CHECKED,
    Surface.WHITE,
    Surface.LACQUER,
    Surface.FELT,
    Surface.WAX_CLOTH,
)
TURNS = (0.0, 90.0, 37.0, 180.0, 270.0, 321.0)
"""How the table stands under the camera, degrees."""
LINES = (720, 720, 540, 720, 1080, 540)
"""Lines of the picture, evening by evening."""
_INTERLUDES = (QuietKind.DEALING, QuietKind.SHUFFLING, QuietKind.COUNTING, QuietKind.THROWN_IN)
_LYING = 0.25
_MORE_SEATS = 11
"""Every eleventh evening five to seven play, with a deck that has cards enough."""


@dataclass(frozen=True)
class Unit:
    """One evening to be watched."""

    number: int
    seed: int
    deck: str
    stage: EveningStage
    game: str
    seats: int
    turn: float
    captured: bool
    interludes: tuple[QuietKind, ...]
    beginning: BeginningKind | None = None

    @property
    def size(self) -> str:
        share = self.stage.camera.height / 720
        return min(SCALES, key=lambda name: abs(SCALES[name] * share - self.stage.camera.scale))

    @property
    def angles(self) -> tuple[float, ...]:
        """Where the seats are, degrees clockwise from the lower edge: the table is turned."""
        return tuple((360.0 * seat / self.seats - self.turn) % 360.0 for seat in range(self.seats))


def unit(number: int, seed: int, decks: int, pitch: tuple[float, float] | None = None) -> Unit:
    """Return evening `number` of a seed, seen askew by `pitch`, from and to, in degrees."""
    listed = names(decks)
    many = number % _MORE_SEATS == _MORE_SEATS - 1
    deck = many_cards(number // _MORE_SEATS) if many else listed[number % len(listed)]
    upright = staged(number, seed, deck, many=many)
    return upright if pitch is None else askew(upright, pitch)


def askew(upright: Unit, pitch: tuple[float, float]) -> Unit:
    """Return an evening seen from any side by so many degrees, from and to."""
    rng = np.random.default_rng([upright.seed, upright.number, 41])
    camera = replace(
        upright.stage.camera,
        tilt_x=0.0,
        tilt_y=0.0,
        pitch=math.radians(rng.uniform(*pitch)),
        away=float(rng.uniform(0, 2 * math.pi)),
    )
    return replace(upright, stage=replace(upright.stage, camera=camera))


def staged(number: int, seed: int, deck: str, *, many: bool = False) -> Unit:
    """Return evening `number` of a seed with this deck; with `many` five to seven play."""
    rng = np.random.default_rng([seed, number, 37])
    surface = TABLES[(number + number // len(TABLES)) % len(TABLES)]
    every = tuple(EveningNuisance)
    order = rng.permutation(len(every))[: int(rng.integers(1, 5))]
    has = frozenset(every[int(place)] for place in order)
    games = [game for game in playable(kept_deck(deck).codes) if not many or game[1] > 4]
    game, seats = games[int(rng.integers(len(games)))]
    turn = TURNS[int(rng.integers(len(TURNS)))]
    stage = drawn_stage(
        seed=int(rng.integers(1 << 30)),
        surface=surface,
        nuisances=has,
        lines=LINES[int(rng.integers(len(LINES)))],
        size=str(rng.choice(list(SCALES), p=(0.7, 0.3))),
        roll=math.radians(turn),
    )
    quiet = (_INTERLUDES[int(rng.integers(len(_INTERLUDES)))],) if rng.random() < 0.35 else ()
    captured = bool(rng.random() < 0.5)
    return Unit(
        number, seed, deck, stage, game, seats, turn, captured, quiet, _beginning(number, seed)
    )


def _beginning(number: int, seed: int) -> BeginningKind | None:
    """Return what lies there with the first picture, on one evening of four."""
    chance = np.random.default_rng([seed, number, 43])
    kinds = tuple(BeginningKind)
    return kinds[int(chance.integers(len(kinds)))] if chance.random() < _LYING else None
