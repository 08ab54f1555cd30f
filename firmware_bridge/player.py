"""Plays cues on a strip: the one place where the light has a clock.

`Playback` is the pure part and is told the time; `StripPlayer` is the thread that waits for the
next step or for new cues, whichever comes first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from firmware_bridge.cues import SHORTEST, Step
from firmware_bridge.strip import Picture, Strip


class Playback:
    """Which picture is due; knows no clock and does no waiting.

    Between two different pictures lie at least `shortest` seconds, however fast cues follow each
    other, so that no light can flash above 3 Hz; of what came in between only the newest is shown.
    """

    def __init__(self, shortest: float = SHORTEST) -> None:
        self._shortest = shortest
        self._steps: Sequence[Step] = ()
        self._next = 0
        self._due: float | None = None
        """When the next step is due; None while there is none."""
        self._shown: Picture | None = None
        self._quiet_until = float("-inf")

    def play(self, steps: Sequence[Step], now: float) -> None:
        """Replace what is playing; cues that only repeat how it ends are let pass."""
        if len(steps) == 1 and self._steps and steps[0].picture == self._steps[-1].picture:
            return
        self._steps = tuple(steps)
        self._next = 0
        self._due = max(now, self._quiet_until) if steps else None

    def advance(self, now: float) -> Picture | None:
        """Return the picture to show at `now`, or None where nothing changes."""
        if self._due is None or now < self._due:
            return None
        step = self._steps[self._next]
        self._next += 1
        more = step.seconds is not None and self._next < len(self._steps)
        self._due = now + max(step.seconds or 0.0, self._shortest) if more else None
        if step.picture == self._shown:
            return None
        self._shown = step.picture
        self._quiet_until = now + self._shortest
        return step.picture

    @property
    def due(self) -> float | None:
        """When `advance` has something to do again; None: not before the next `play`."""
        return self._due


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
