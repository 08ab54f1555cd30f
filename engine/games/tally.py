"""Counting what was won: Augen and tricks of each seat, and what is left to play for."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.facts import UNKNOWN, Facts


@dataclass(frozen=True, slots=True)
class Tally:
    """Augen and tricks of each seat in the finished tricks."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]


def won_so_far(facts: Facts) -> Tally:
    """Count the finished tricks as far as it is known who won them."""
    points = [0] * facts.setting.players
    tricks = [0] * facts.setting.players
    for trick in facts.tricks:
        if trick.complete and trick.winner is not None:
            points[trick.winner] += trick.points
            tricks[trick.winner] += 1
    return Tally(tuple(points), tuple(tricks))


def tally(facts: Facts) -> Tally | None:
    """Count the finished tricks; None where a card or the winner of a trick is not known."""
    if facts.doubtful or UNKNOWN in facts.klasses:
        return None
    if any(trick.complete and trick.winner is None for trick in facts.tricks):
        return None
    return won_so_far(facts)


@dataclass(frozen=True, slots=True)
class Remainder:
    """What no finished trick holds: cards still in hands, or in a trick that was broken off."""

    tricks: int
    points: int
    """Augen of all of them."""
    least: int
    """The fewest Augen that some of them can make; below nothing with a Preuße."""
    most: int


NOTHING_LEFT = Remainder(0, 0, 0, 0)
"""Every trick was played, or is told for."""


def remainder(facts: Facts) -> Remainder:
    """Return what is left to play for."""
    finished = sum([trick.complete for trick in facts.tricks])
    if finished == facts.setting.trick_count:
        return NOTHING_LEFT
    gone = {card for trick in facts.tricks if trick.complete for _, card in trick.plays}
    worth = [points for card, points in facts.setting.points.items() if card not in gone]
    return Remainder(
        facts.setting.trick_count - finished,
        sum(worth),
        sum(points for points in worth if points < 0),
        sum(points for points in worth if points > 0),
    )
