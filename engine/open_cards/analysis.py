"""A whole deal with open cards: what it came to at every card, and with which card to more.

From the last card back to the first, for the end of a deal is cheap and what it teaches the search
serves the beginning. Where the limit is reached first, the tricks before are left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from engine.deal.record import DealRecord
from engine.open_cards.deal import OpenDeal
from engine.open_cards.game import OpenGame, Position, Solver
from engine.open_cards.search import EnoughError, Limit

_T = TypeVar("_T")

SLICE = 20_000
"""Positions after which the search lets go and it is told how far it is: about a second."""


@dataclass(frozen=True, slots=True)
class PlayValue:
    """One card that was laid, and the best that could have been; points are the side's in all."""

    play: int
    """Index of the play."""
    before: int
    """With best play of all from before it."""
    after: int
    """With best play of all once it lay."""
    better: int
    """A card with which it stays as before; the one laid where that is one."""

    @property
    def loss(self) -> int:
        """The points that went with it."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class Course:
    """What a deal came to at every card, as far back as it was worked out."""

    deal: OpenDeal
    positions: tuple[Position, ...]
    """Before each play, and at the end."""
    values: tuple[PlayValue, ...]
    """The last plays of the deal, from the first trick that was worked out."""
    open_until: int | None
    """The last play at which another card would have led to another result; None where none."""

    @property
    def first(self) -> int:
        """Index of the first play that was worked out."""
        return len(self.positions) - 1 - len(self.values)

    @property
    def final(self) -> int:
        """The side's points in the end."""
        return self.positions[-1].taken


def grade(deal: OpenDeal, points: int) -> int:
    """Return how many steps of the result these points reach."""
    return bisect_right(deal.steps, points)


def positions_of(deal: OpenDeal, record: DealRecord) -> tuple[Position, ...]:
    """Return the position before each play of a record, and the one at the end."""
    game = OpenGame(deal)
    found = [game.start]
    for play in record.plays:
        assert play.card is not None
        found.append(game.after(found[-1], deal.bit_of[play.card]))
    return tuple(found)


def course(deal: OpenDeal, record: DealRecord, limit: Limit) -> Generator[int, None, Course]:
    """Work a deal out; yields how many plays are done, and returns its course.

    Where one play takes long, the same number is yielded again and again meanwhile.

    Args:
        deal: the deal with open cards.
        record: what was played.
        limit: how much may be searched; it tells by then how much was.
    """
    solver, positions = Solver(deal, limit), positions_of(deal, record)
    laid = [deal.bit_of[play.card] for play in record.plays if play.card is not None]
    found: list[PlayValue] = []
    open_until: int | None = None
    value = positions[-1].taken
    try:
        for play in reversed(range(len(laid))):
            at, card = positions[play], laid[play]
            worth = partial(_value_of, solver, at, card, value, play)
            each = yield from _in_slices(limit, len(found), worth)
            if open_until is None:
                is_open = partial(_open, solver, at, positions[-1].taken)
                if (yield from _in_slices(limit, len(found), is_open)):
                    open_until = play
            found.append(each)
            value = each.before
            yield len(found)
    except EnoughError:
        whole = len(found) - len(found) % len(deal.seats)
        del found[whole:]
    found.reverse()
    return Course(deal, positions, tuple(found), open_until)


def _in_slices(limit: Limit, done: int, ask: Callable[[], _T]) -> Generator[int, None, _T]:
    """Return the answer to a question; yields `done` whenever a slice of the search is used up.

    It is asked anew then, and comes back to where it was by what the search has kept.
    """
    whole = limit.positions
    while True:
        limit.positions = min(whole, limit.used + SLICE)
        try:
            return ask()
        except EnoughError:
            if limit.positions == whole:
                raise
        finally:
            limit.positions = whole
        yield done


def _value_of(solver: Solver, at: Position, laid: int, value: int, play: int) -> PlayValue:
    """Return what a play was worth, `value` being what its card led to."""
    game = solver.game
    ours = game.deal.side[game.mover(at)]
    best, better = value, laid
    low, high = solver.bounds(at)
    played = game.alike(at, laid)
    for card in game.different(at):
        if game.alike(at, card) == played or best == (high if ours else low):
            continue
        after = game.after(at, card)
        need = best + 1 if ours else best
        if (solver.reaches(after, need) >= need) is ours:
            best, better = solver.value(after, need if ours else need - 1), card
    return PlayValue(play, best, value, better)


def _open(solver: Solver, at: Position, final: int) -> bool:
    """Tell whether another card leads to another result than the deal had."""
    steps, reached = solver.game.deal.steps, grade(solver.game.deal, final)
    for card in solver.game.different(at):
        after = solver.game.after(at, card)
        if reached and solver.reaches(after, steps[reached - 1]) < steps[reached - 1]:
            return True
        if reached < len(steps) and solver.reaches(after, steps[reached]) >= steps[reached]:
            return True
    return False
