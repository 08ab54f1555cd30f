"""A well-known engine on the same core: OpenSpiel's trick-taking games, legal moves only.

What is timed is asking for the legal moves and laying one, for each move of deals played before;
the deal itself is given. OpenSpiel judges nothing and settles little, so this is its best side.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.text import Text
from kiosk.cli.bench_figures import Figure, best

_GAMES = ("euchre", "hearts", "oh_hell", "skat", "spades", "tarok")
_DEALS = 40
_TITLE = Text(de="OpenSpiel {game}, nur erlaubte Züge", en="OpenSpiel {game}, legal moves only")
_MISSING = Text(
    de="nicht gemessen: OpenSpiel fehlt; make setup-bench (oder pip install 'mehrkopf[bench]')",
    en="not measured: OpenSpiel is missing; make setup-bench (or pip install 'mehrkopf[bench]')",
)


def figures() -> Iterator[Figure]:
    """Measure each game, or say how to get them."""
    try:
        spiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        yield Figure("openspiel", Text(de="OpenSpiel", en="OpenSpiel"), None, "", note=_MISSING)
        return
    for name in _GAMES:
        chance = random.Random(1)
        deals = [_played(spiel.load_game(name), chance) for _ in range(_DEALS)]
        moves = sum(len(moves) for _, moves in deals)
        seconds = best(partial(_all_again, deals))
        yield Figure(f"openspiel_{name}", _TITLE.format(game=name), moves / seconds, "plays/s")


def _played(game: Any, chance: random.Random) -> tuple[Any, list[int]]:
    """Return a dealt state and the moves of one deal, bids among them, drawn by chance."""
    state = game.new_initial_state()
    while state.is_chance_node():
        _by_chance(state, chance)
    first = state.clone()
    moves: list[int] = []
    # A game of several deals ends here where the next one is dealt.
    while not state.is_terminal() and not state.is_chance_node():
        move = chance.choice(state.legal_actions())
        moves.append(move)
        state.apply_action(move)
    return first, moves


def _by_chance(state: Any, chance: random.Random) -> None:
    outcomes = state.chance_outcomes()
    moves = [move for move, _ in outcomes]
    weights = [weight for _, weight in outcomes]
    state.apply_action(chance.choices(moves, weights)[0])


def _all_again(deals: list[tuple[Any, list[int]]]) -> None:
    for first, moves in deals:
        _again(first, moves)


def _again(first: Any, moves: list[int]) -> None:
    state = first.clone()
    for move in moves:
        state.legal_actions()
        state.apply_action(move)
