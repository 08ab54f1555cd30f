"""What the table tells by light, and the one clock that the light has.

A cue is data, a sequence of steps with their seconds: pure functions make it from the table's
state. `Playback`, pure too, is told the time and says which picture is due; `StripPlayer` is the
thread that waits for the next step or for new cues, whichever comes first.
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

Photosensitive people sit at pub tables too. A flash is a pair of changes, there and back, and three
of them in a second are too many (WCAG 2.2, success criterion 2.3.1; PAGES 3). So two changes never
lie closer than `SHORTEST`, and no second holds more than `MOST_CHANGES`, which is two flashes.
Within that a light comes as soon as it can: a card laid right after another is light within a
quarter of a second.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
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
    Strip,
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


SHORTEST = 0.18
"""Seconds between two changes, at least."""
MOST_CHANGES = 4
"""Changes within any one second, at most."""
_SECOND = 1.0


class Calm:
    """Remembers when lights changed; knows no clock."""

    def __init__(self, shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._changes: deque[float] = deque(maxlen=MOST_CHANGES)

    @property
    def until(self) -> float:
        """The earliest moment of the next change, in the seconds `changed` was told."""
        if not self._changes:
            return float("-inf")
        soonest = self._changes[-1] + self._shortest
        full = len(self._changes) == MOST_CHANGES
        return max(soonest, self._changes[0] + _SECOND) if full else soonest

    def changed(self, now: float) -> None:
        """Note that the lights have changed."""
        self._changes.append(now)


MOST_CALM = 4.0
"""Seconds a cue waits at most for the table to be calm."""
MOST_UNTOLD = 3
"""So many things that were not shown yet wait at most; of more the oldest are old news."""


LOG = logging.getLogger("mehrkopf.strip")


class Playback:
    """Which picture is due; knows no clock and does no waiting.

    However fast cues follow each other, pictures change no faster than `Calm` allows, so
    that no light can flash above 3 Hz. What is told once (a trick won, the teams) and
    had not begun when the next came is told before it; what only lasts is replaced by the newest.

    While it is held the picture stands still, so that no light changes while a card is read; each
    cue waits `MOST_CALM` at most.
    """

    def __init__(self, shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._steps: Sequence[Step] = ()
        self._next = 0
        self._coming: list[Sequence[Step]] = []
        """What comes after `_steps`: the last of all these steps is the one that stays."""
        self._due: float | None = None
        """When the next step is due; None while there is none."""
        self._held = False
        self._shown: Picture | None = None
        self._calm = Calm(shortest)

    def play(self, steps: Sequence[Step], now: float) -> None:
        """Replace what is playing; cues that only repeat how it ends are let pass."""
        last = self._coming[-1] if self._coming else self._steps
        if len(steps) == 1 and last and steps[0].picture == last[-1].picture:
            return
        untold = [] if any(step.urgent for step in steps) else self._untold()
        self._steps, *self._coming = [*untold[-MOST_UNTOLD:], tuple(steps)]
        self._next = 0
        self._due = max(now, self._calm.until) if steps else None

    def hold(self, *, still: bool) -> None:
        """Let the picture stand still from now on, or go on."""
        self._held = still

    def advance(self, now: float) -> Picture | None:
        """Return the picture to show at `now`, or None where nothing changes."""
        due = self.due
        if due is None or now < due:
            return None
        step = self._steps[self._next]
        if step.picture != self._shown and now < self._calm.until:
            self._due = self._calm.until
            return None
        self._next += 1
        if self._next == len(self._steps) and self._coming:
            self._steps, self._next = self._coming.pop(0), 0
        more = step.seconds is not None and self._next < len(self._steps)
        self._due = now + max(step.seconds or 0.0, self._shortest) if more else None
        if step.picture == self._shown:
            return None
        self._shown = step.picture
        self._calm.changed(now)
        return step.picture

    @property
    def due(self) -> float | None:
        """When `advance` has something to do again; None: not before the next `play`."""
        if self._due is None:
            return None
        return self._due + MOST_CALM if self._held else self._due

    def _untold(self) -> list[Sequence[Step]]:
        """Return what is to be told once and has not begun."""
        begun = self._next > 0
        waiting = [*([] if begun else [self._steps]), *self._coming]
        once = [tuple(step for step in steps if step.seconds is not None) for steps in waiting]
        return [steps for steps in once if steps]


class StripPlayer:
    """A thread that shows cues on a strip; `play` returns at once and never raises."""

    def __init__(self, strip: Strip, clock: Callable[[], float] = time.monotonic) -> None:
        self._strip = strip
        self._clock = clock
        self._playback = Playback()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="strip", daemon=True)
        self._thread.start()

    def play(self, steps: Sequence[Step]) -> None:
        """Show these steps from now on."""
        with self._changed:
            self._playback.play(steps, self._clock())
            self._changed.notify()

    def hold(self, *, still: bool) -> None:
        """Let the picture stand still while a card is read, or go on."""
        with self._changed:
            self._playback.hold(still=still)
            self._changed.notify()

    def close(self) -> None:
        """Stop, and let the strip go black."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        self._strip.close()

    def _run(self) -> None:
        while not self._closing:
            try:
                self._show_all()
            except Exception:
                # A cue that fails must not leave the table dark for the rest of the evening.
                LOG.exception("a cue failed; the light goes on")
                with self._changed:
                    self._changed.wait(SHORTEST)

    def _show_all(self) -> None:
        while True:
            with self._changed:
                if self._closing:
                    return
                picture = self._playback.advance(self._clock())
                if picture is None:
                    due = self._playback.due
                    self._changed.wait(None if due is None else max(due - self._clock(), 0.0))
                    continue
            self._strip.show(picture)
