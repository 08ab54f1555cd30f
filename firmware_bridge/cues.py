"""What the table tells by light: pure functions from the table's state to pictures.

A cue is data, a sequence of steps with their seconds; time itself is `firmware_bridge.player`'s.
The strip obeys the same fair display as the page (DESIGN 8): while a deal runs it shows whose
turn it is, who won the trick and, once the called card lies open, who plays with whom. It never
reads points, hands, or a verdict that the page does not show.

No two cues look alike without their colours: each has its own place, pattern or movement
(docs/LIGHTS.md shows them all).

| cue | lights |
|---|---|
| whose turn | the middle of the seat's side |
| trick won | the whole side, for a moment |
| teams | declarers whole, the others dotted, for a moment |
| revoke and its like | pairs along the side of whom it may have been |
| wrong turn | both ends of the side |
| result | the winners' sides whole, one light before each loser |
| Laufende | one block more each time: "with" clockwise, "without" single lights the other way |
| question | each fourth light, all round |
| no picture | the corners between the seats |
| at rest | all of them, dim |

How often a light may change is `firmware_bridge.player`'s: never above two flashes a second.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.deal.record import DealRecord
from engine.deal.report import DealReport, DealResult, TrickView, Verdict
from engine.evening.state import TableState
from firmware_bridge.strip import (
    AMBER,
    BLUE,
    CYAN,
    EMBER,
    WHITE,
    Canvas,
    Look,
    Picture,
    Rgb,
    segment,
)

TRICK_SECONDS = 1.6
"""How long the winner of a trick is lit before the next turn."""
TEAMS_SECONDS = 3.0
"""How long the teams are lit once the called card is on the table."""
COUNT_SECONDS = 0.6
"""Seconds from one of the Laufende to the next."""
COUNTED_SECONDS = 2.0
"""How long the whole run of Laufende stays lit."""

TURN_SHARE = 0.6
"""Part of a seat's side that tells its turn; what is won takes the whole side."""
ASKING_EVERY = 4
"""A question lights each fourth light."""
WRONG_TURN = frozenset(("out_of_turn", "lead_out_of_turn"))
"""Kinds of verdicts that say that it was somebody else's turn."""
END_PART = 5
"""A wrong turn lights a fifth of the side at either end."""
DOTS_EVERY = 3
"""The side against the declarers is dotted: each third light."""


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of a sequence."""

    seconds: float | None
    """How long it is shown; None: until something else happens. Only the last step has None."""
    picture: Picture
    urgent: bool = False
    """Whether it comes before what is merely pleasant."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the table's state does not know: what the page says just now, and the camera."""

    alerts: tuple[Verdict, ...] = ()
    """Verdicts the page shows and nobody has ruled on yet."""
    asking: bool = False
    """The page asks about a card."""
    watching: bool = True
    """There is a picture from the camera (or none is wanted)."""


NOTHING_OUTSIDE = Outside()
DEFAULT_LOOK = Look()


def sequence(
    before: TableState | None,
    after: TableState,
    outside: Outside = NOTHING_OUTSIDE,
    look: Look = DEFAULT_LOOK,
) -> tuple[Step, ...]:
    """Return what to show now that `before` became `after`; the last step stays.

    `before` is None where nothing was shown yet (program start, recovery): what happened earlier
    is not told again. An alert is shown at once, before anything that is merely pleasant.
    """
    last = Step(None, picture(after, outside, look), urgent=bool(outside.alerts))
    if before is None or outside.alerts:
        return (last,)
    return (*_happened(before, after, look), last)


def picture(
    state: TableState, outside: Outside = NOTHING_OUTSIDE, look: Look = DEFAULT_LOOK
) -> Picture:
    """Return the steady picture: turn or result, with alert, question and camera laid over it."""
    canvas = Canvas(look.lights)
    seats = max(len(state.seats), 1)
    report = _running(state)
    result = _result(state) if state.running else None
    if report is not None and report.turn is not None:
        canvas.paint(segment(look, seats, report.turn, TURN_SHARE), CYAN)
    elif report is None and result is not None and 0 < len(result.winners) < seats:
        _paint_result(canvas, look, seats, result.winners)
    else:
        canvas.fill(EMBER)
    if outside.asking:
        canvas.fill(AMBER, every=ASKING_EVERY)
    for verdict in outside.alerts:
        _paint_alert(canvas, look, seats, verdict)
    if not outside.watching:
        _paint_corners(canvas, look, seats)
    return canvas.finish(look)


def _concerned(verdict: Verdict) -> tuple[int, ...]:
    """Return whose seats an alert lights: all it may have been while nobody can be named."""
    named = () if verdict.seat is None else (verdict.seat,)
    return verdict.suspects or named


def _happened(before: TableState, after: TableState, look: Look) -> tuple[Step, ...]:
    """Return what is told once: trick won, teams shown, Laufende counted."""
    old, new = before.deal, after.deal
    if old is None or old.closed:
        return ()
    if len(after.finished) > len(before.finished):
        finished = after.finished[-1]
        if finished.record.id != old.record.id:
            return ()
        return _count_laufende(finished.record, finished.result, look)
    if new is None or new.record.id != old.record.id:
        return ()
    return (
        *_trick_won(old.report, new.report, new.record.players, look),
        *_teams_shown(old.report, new.report, new.record, look),
    )


def _trick_won(old: DealReport, new: DealReport, seats: int, look: Look) -> tuple[Step, ...]:
    done = _complete(new)
    if len(done) != len(_complete(old)) + 1:
        return ()
    winner = done[-1].winner
    if winner is None:
        return ()
    canvas = Canvas(look.lights)
    _paint_seats(canvas, look, seats, (winner,), WHITE)
    return (Step(TRICK_SECONDS, canvas.finish(look)),)


def _teams_shown(
    old: DealReport, new: DealReport, record: DealRecord, look: Look
) -> tuple[Step, ...]:
    """Light both sides, once: the called card is what names them, so it lies on the table."""
    contract = record.contract
    if contract is None or contract.seat is None or not _just_shown(old, new):
        return ()
    canvas = Canvas(look.lights)
    _paint_sides(canvas, look, record, (contract.seat, *new.partners))
    return (Step(TEAMS_SECONDS, canvas.finish(look)),)


def _just_shown(old: DealReport, new: DealReport) -> bool:
    """Tell whether the last hidden partner has just shown."""
    return bool(new.sides_known and new.partners) and not (old.sides_known and old.partners)


def _count_laufende(record: DealRecord, result: DealResult | None, look: Look) -> tuple[Step, ...]:
    """Light one block more for each of the Laufende, beginning where light 0 lies."""
    count = abs(result.laufende) if result is not None else 0
    if result is None or count == 0:
        return ()
    canvas = Canvas(look.lights)
    steps: list[Step] = []
    for number in range(min(count, look.lights)):
        _paint_laufende(canvas, look, number, count, having=result.laufende > 0)
        steps.append(Step(COUNT_SECONDS, canvas.finish(look)))
    steps[-1] = Step(COUNTED_SECONDS, steps[-1].picture)
    return tuple(steps)


def _paint_laufende(canvas: Canvas, look: Look, number: int, count: int, *, having: bool) -> None:
    """Paint one of them: "with" a blue block, clockwise; "without" one white light, backwards."""
    pitch = max(look.lights // max(count, 12), 1)
    start = number * pitch
    if having:
        canvas.paint(range(start, start + max(pitch - 1, 1)), BLUE)
    else:
        canvas.paint((look.lights - 1 - start,), WHITE)


def _running(state: TableState) -> DealReport | None:
    deal = state.deal
    return None if deal is None or deal.closed else deal.report


def _result(state: TableState) -> DealResult | None:
    return state.finished[-1].result if state.finished else None


def _complete(report: DealReport) -> tuple[TrickView, ...]:
    return tuple(trick for trick in report.tricks if trick.complete)


def _paint_seats(canvas: Canvas, look: Look, seats: int, lit: Collection[int], colour: Rgb) -> None:
    for seat in lit:
        canvas.paint(segment(look, seats, seat), colour)


def _paint_result(canvas: Canvas, look: Look, seats: int, winners: Collection[int]) -> None:
    """Light the winners' sides, and one light before everybody else."""
    _paint_seats(canvas, look, seats, winners, WHITE)
    for seat in set(range(seats)) - set(winners):
        side = segment(look, seats, seat)
        canvas.paint(side[len(side) // 2 :][:1], WHITE)


def _paint_alert(canvas: Canvas, look: Look, seats: int, verdict: Verdict) -> None:
    """Mark the sides it is about: both ends for a wrong turn, pairs for everything else."""
    for seat in set(_concerned(verdict)) & set(range(seats)):
        side = segment(look, seats, seat)
        canvas.wipe(side)
        if verdict.kind in WRONG_TURN:
            end = max(len(side) // END_PART, 1)
            canvas.paint((*side[:end], *side[-end:]), AMBER)
        else:
            canvas.paint([light for place, light in enumerate(side) if place % 4 < 2], AMBER)


def _paint_sides(
    canvas: Canvas, look: Look, record: DealRecord, declarers: Collection[int]
) -> None:
    for seat in range(record.players):
        lights = segment(look, record.players, seat)
        if seat in declarers:
            canvas.paint(lights, BLUE)
        elif seat not in record.out:
            canvas.paint(lights, WHITE, every=DOTS_EVERY)


def _paint_corners(canvas: Canvas, look: Look, seats: int) -> None:
    """Mark the ends of all sides: the table cannot see."""
    for seat in range(seats):
        end = segment(look, seats, seat).stop
        canvas.paint(range(end - 1, end + 1), AMBER)
