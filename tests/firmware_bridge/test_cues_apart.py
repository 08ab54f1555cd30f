"""Whoever sees no colours tells every cue from every other: by its place, its pattern, its time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

import pytest

from engine.deal.report import Verdict
from engine.evening.state import TableState
from firmware_bridge.cues import Outside, Step, sequence
from firmware_bridge.strip import BLACK, Look
from tests.firmware_bridge.tables import PEOPLE, finished, playing, report, trick

Seen = tuple[tuple[int, float | None], ...]
"""What is left of a cue without its colours: which lights (light n is bit n), how long."""

COMPANIES = range(2, 8)
"""How many people may sit round the table."""
STEADY = ("turn", "revoke", "wrong turn", "question", "no picture", "at rest", "result")


def told(before: TableState | None, after: TableState, look: Look, **outside: object) -> Seen:
    return seen(sequence(before, after, Outside(**outside), look))  # type: ignore[arg-type]


def seen(steps: tuple[Step, ...]) -> Seen:
    return tuple(
        (sum(1 << n for n, c in enumerate(step.picture) if c != BLACK), step.seconds)
        for step in steps
    )


def verdict(kind: str, seat: int) -> Verdict:
    return Verdict(kind, seat=seat, play=9, proof=(9, 21), known_after=21)


def every_cue(look: Look, people: int = 4) -> Mapping[str, set[Seen]]:
    """Every cue, at every seat, with every turn: only what tells it, without what follows.

    With two people there are no teams to show.
    """
    cues: dict[str, set[Seen]] = {}
    seats = PEOPLE[:people]

    def play(**changes: object) -> TableState:
        return playing(report(**changes), seats=seats)

    def end(**changes: object) -> TableState:
        return finished(seats=seats, **changes)

    def add(name: str, said: Seen) -> None:
        cues.setdefault(name, set()).add(said)

    add("at rest", told(None, TableState(), look))
    for seat in range(people):
        turn = play(turn=seat)
        add("turn", told(None, turn, look))
        add("question", told(None, turn, look, asking=True))
        add("no picture", told(None, turn, look, watching=False))
        won = play(tricks=(trick(0, seat),), turn=seat)
        add("trick won", told(play(turn=people - 1), won, look)[:1])
        for other in range(people):
            turn = play(turn=other)
            add("revoke", told(None, turn, look, alerts=(verdict("revoke", seat),)))
            if other != seat:
                add("wrong turn", told(None, turn, look, alerts=(verdict("out_of_turn", seat),)))
    for winners in some_of(range(people)):
        if len(winners) < people:
            add("result", told(None, end(winners=winners), look))
        if winners[0] != 0 and len(winners) < people - 1:
            shown = play(partners=winners, sides_known=True)
            add("teams", told(play(), shown, look)[:1])
    for count in range(1, 15):
        add("Laufende with", told(play(), end(laufende=count), look)[:-1])
        add("Laufende without", told(play(), end(laufende=-count), look)[:-1])
    return cues


def some_of(seats: range) -> Iterator[tuple[int, ...]]:
    for size in range(1, len(seats) + 1):
        yield from itertools.combinations(seats, size)


@pytest.mark.parametrize("people", COMPANIES)
@pytest.mark.parametrize("lights", [40, 60, 144])
def test_every_pair_of_cues_differs_without_colour(lights: int, people: int) -> None:
    cues = every_cue(Look(lights=lights), people)
    assert len(cues) == (11 if people > 2 else 10)
    for one, other in itertools.combinations(cues, 2):
        assert not cues[one] & cues[other], (one, other)
    # Whatever stays is told by which lights are lit alone.
    masks = {name: {mask for said in cues[name] for mask, _ in said} for name in STEADY}
    for name in ("trick won", "teams"):
        masks[name] = {mask for said in cues.get(name, ()) for mask, _ in said}
    for one, other in itertools.combinations(masks, 2):
        assert not masks[one] & masks[other], (one, other)


def test_by_night_and_dimmed_nothing_that_is_lit_goes_dark() -> None:
    bright = every_cue(Look(brightness=1.0, milliamps=1e6))
    dark = every_cue(Look(brightness=0.4, night=True))
    assert bright == dark
