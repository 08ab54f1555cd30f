"""Plays cues on a strip: the one place where the light has a clock.

`Playback` is the pure part and is told the time; `StripPlayer` is the thread that waits for the
next step or for new cues, whichever comes first.

Photosensitive people sit at pub tables too. A flash is a pair of changes, there and back, and three
of them in a second are too many (WCAG 2.2, success criterion 2.3.1; PAGES 3). So two changes never
lie closer than `SHORTEST`, and no second holds more than `MOST_CHANGES`, which is two flashes.
Within that a light comes as soon as it can: a card laid right after another is light within a
quarter of a second.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from firmware_bridge.cues import Step
from firmware_bridge.strip import Picture, Strip

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


class Playback:
    """Which picture is due; knows no clock and does no waiting.

    However fast cues follow each other, pictures change no faster than `firmware_bridge.player`
    allows, so that no light can flash above 3 Hz. What is told once (a trick won, the teams) and
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
