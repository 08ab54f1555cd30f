"""The one thread that owns a strip's line: finds it, greets, shows, and finds it again.

Nothing else touches the port. `show` lays the picture down and rings a bell; a strip that hangs, is
pulled out or was never there costs its caller nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from enum import Enum
from typing import Any, Protocol

from engine.text import Text
from firmware_bridge.link import words as w
from firmware_bridge.link.exchange import ForgottenError
from firmware_bridge.link.messages import ChipCounters
from firmware_bridge.link.port import Bell, LineLostError, Wire
from firmware_bridge.link.status import Counters, Greeting, LineHealth, LineState, StripStatus
from firmware_bridge.strip import BLACK, Picture, Rgb

LOG = logging.getLogger("mehrkopf.strip")

FIRST_BACK_OFF, LAST_BACK_OFF = 0.2, 5.0
"""Seconds before the next look for a strip: doubled from one to the other."""
FAREWELL = 0.6
"""Seconds a closing strip has for going dark."""
CLOSE_WITHIN = 1.5
"""Seconds after which `close` no longer waits for a line that hangs."""


class NotOursError(Exception):
    """Nobody on this line speaks what is wanted; `text` says so.

    `answered`: somebody who speaks this dialect has answered, and will not do what is wanted; no
    other dialect needs to be tried on him.
    """

    def __init__(self, text: Text, *, answered: bool = False) -> None:
        super().__init__(text.en)
        self.text = text
        self.answered = answered


class _Visit(Enum):
    """How a visit to a port went."""

    SILENT = "silent"
    """Nobody has answered."""
    REFUSED = "refused"
    """Somebody has, and will not do what is wanted."""
    STAYED = "stayed"
    """Somebody did what was wanted, until now."""


class Talk(Protocol):
    """What a driver says on one open line; every call is in the owner's thread."""

    @property
    def remote(self) -> ChipCounters | None:
        """What the other side has counted itself, where it counts."""
        ...

    def greet(self) -> Greeting:
        """Greet until somebody answers.

        Raises:
            NotOursError: nobody does, or nobody we understand.
            LineLostError: the line broke.
        """
        ...

    def show(self, picture: Picture) -> None:
        """Show the picture; returns once it is acknowledged, or raises as `rest` does."""
        ...

    def rest(self) -> None:
        """Listen and keep the line alive until the bell rings or something is to be done.

        Raises:
            LineLostError: the line broke or nobody answers.
            ForgottenError: the other side wants a greeting and the whole picture.
        """
        ...


class Dialect(Protocol):
    """A kind of strip."""

    name: str
    """As in table.toml."""
    baud: int
    """The rate its line is opened with."""

    def talk(self, wire: Wire, counters: Counters, ending: Callable[[], bool]) -> Talk:
        """Begin to talk on an open line; `ending` tells whether to stop trying."""
        ...


class LineStrip:
    """A strip at the end of a serial line; satisfies `Strip`."""

    def __init__(
        self,
        lights: int,
        ports: Callable[[], Iterable[str]],
        dialects: Sequence[Dialect],
        opener: Callable[[str, int, Bell], Wire] = Wire,
        leave_alone: float = 0.0,
    ) -> None:
        """Begin to look for the strip.

        Args:
            lights: how many lights it has.
            ports: where it may be, likeliest first; asked before each look.
            dialects: what it may speak, likeliest first.
            opener: opens a port; a test's may fail or hang.
            leave_alone: seconds for which a port where nobody answered is not opened again,
                unless it was unplugged meanwhile; for ports that are only guessed.
        """
        self._lights = lights
        self._ports = ports
        self._dialects = tuple(dialects)
        self._opener = opener
        self._leave_alone = leave_alone
        self._silent: dict[str, float] = {}
        """Ports where nobody answered, and when they may be tried again."""
        self._bell = Bell()
        self._counters = Counters()
        self._health = LineHealth()
        self._news = threading.Condition()
        self._status = StripStatus(
            "+".join(dialect.name for dialect in dialects), counters=self._counters
        )
        self._wanted: Picture | None = None
        self._wanted_at = 0.0
        self._last_timed = 0.0
        self._shown: Picture | None = None
        self._ends: float | None = None
        self._thread = threading.Thread(target=self._run, name="strip line", daemon=True)
        self._thread.start()

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._lights

    @property
    def status(self) -> StripStatus:
        """How it is doing just now."""
        with self._news:
            return replace(self._status, counters=copy(self._counters))

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show the picture soon; a newer one takes its place in the meantime."""
        fitted = (*tuple(picture)[: self._lights], *(BLACK,) * (self._lights - len(picture)))
        with self._news:
            if self._ends is not None or fitted == self._wanted:
                return
            if self._wanted is not None and self._wanted != self._shown:
                self._counters.skipped += 1
            self._wanted, self._wanted_at = fitted, time.monotonic()
            self._bell.ring()

    def wait(self, wanted: Callable[[StripStatus], bool], seconds: float) -> bool:
        """Wait until the status is as wanted; whether it came to that in time."""
        with self._news:
            return self._news.wait_for(lambda: wanted(self._status), seconds)

    def settled(self, seconds: float) -> bool:
        """Wait until the newest picture is acknowledged; whether it was in time."""
        with self._news:
            return self._news.wait_for(lambda: self._shown == self._wanted is not None, seconds)

    def close(self) -> None:
        """Go dark and let go of the line; a line that hangs is left behind after a moment."""
        self.show(())
        with self._news:
            if self._ends is None:
                self._ends = time.monotonic() + FAREWELL
                self._bell.ring()
                self._news.notify_all()
        self._thread.join(CLOSE_WITHIN)
        if self._thread.is_alive():
            LOG.warning("%s", w.STUCK.format(port=self._status.port or "?").en)

    def _run(self) -> None:
        pause = FIRST_BACK_OFF
        while not self._ending():
            answered = self._counters.greeted
            try:
                self._look()
            except Exception:
                # A mistake of ours must not leave the table dark for the rest of the evening.
                LOG.exception("the strip's line failed")
                self._publish(state=LineState.LOST, trouble=w.MISTAKE)
            pause = FIRST_BACK_OFF if self._counters.greeted > answered else pause
            self._sleep(pause)
            pause = min(2 * pause, LAST_BACK_OFF)
        self._publish(state=LineState.CLOSED)
        self._bell.close()

    def _sleep(self, seconds: float) -> None:
        """Wait; a new picture is no reason to look sooner, closing is."""
        with self._news:
            self._news.wait_for(self._ending, seconds)

    def _look(self) -> None:
        """Try each port; returns when none answers, or when one that did is lost."""
        there = tuple(self._ports())
        now = time.monotonic()
        # What was unplugged may be another board when it comes back.
        self._silent = {port: at for port, at in self._silent.items() if port in there}
        ports = tuple(port for port in there if self._silent.get(port, 0.0) <= now)
        if not there:
            self._publish(state=LineState.SEARCHING, port=None)
        for port in ports:
            for dialect in self._dialects:
                visit = self._visit(port, dialect)
                if self._ending() or visit is _Visit.STAYED:
                    return
                if visit is _Visit.REFUSED:
                    break
            self._silent[port] = time.monotonic() + self._leave_alone

    def _visit(self, port: str, dialect: Dialect) -> _Visit:
        """Stay at a port while somebody answers there; how it went."""
        self._publish(state=LineState.GREETING, port=port)
        answered = refused = False
        try:
            with self._opener(port, dialect.baud, self._bell) as wire:
                self._counters.opened += 1
                talk = dialect.talk(wire, self._counters, self._ending)
                self._greet(talk, dialect)
                answered = True
                self._serve(talk, dialect)
        except (NotOursError, LineLostError) as error:
            self._counters.lost += answered
            refused = isinstance(error, NotOursError) and error.answered
            LOG.log(logging.WARNING if answered else logging.DEBUG, "%s", error)
            self._publish(state=LineState.LOST, greeting=None, trouble=error.text)
        if refused:
            return _Visit.REFUSED
        return _Visit.STAYED if answered else _Visit.SILENT

    def _greet(self, talk: Talk, dialect: Dialect) -> None:
        greeting = talk.greet()
        self._counters.greeted += 1
        self._health.begin(time.monotonic(), self._counters)
        with self._news:
            self._shown = None
        self._publish(
            state=LineState.CONNECTED, driver=dialect.name, greeting=greeting, trouble=None
        )

    def _serve(self, talk: Talk, dialect: Dialect) -> None:
        """Show what is wanted until the line is lost, or the strip closed and dark."""
        while True:
            try:
                picture, asked_at = self._due()
                if picture is not None and not self._too_late():
                    talk.show(picture)
                    self._acknowledged(picture, asked_at)
                elif self._ending():
                    return
                else:
                    talk.rest()
                    self._hear_of(talk)
                self._weigh()
            except ForgottenError:
                self._counters.resets += 1
                self._greet(talk, dialect)

    def _due(self) -> tuple[Picture | None, float]:
        """Return the picture to be sent and when it was asked for, or none."""
        self._bell.hush()
        with self._news:
            return (None if self._wanted == self._shown else self._wanted), self._wanted_at

    def _acknowledged(self, picture: Picture, asked_at: float) -> None:
        took = (time.monotonic() - asked_at) * 1000
        with self._news:
            # Only its first showing tells how long a picture takes; later ones are repairs.
            if self._last_timed != asked_at:
                self._last_timed = asked_at
                self._counters.picture_ms = took
                self._counters.picture_worst_ms = max(took, self._counters.picture_worst_ms)
            self._counters.pictures += 1
            self._shown = picture
            self._news.notify_all()

    def _hear_of(self, talk: Talk) -> None:
        if talk.remote != self._status.remote:
            self._publish(remote=talk.remote)

    def _weigh(self) -> None:
        """Say so where the line has become bad, or good again."""
        health, said = self._health, self._status
        health.look(time.monotonic(), self._counters)
        if (health.bad, health.mismatched) != (said.bad_line, said.mismatched):
            self._publish(bad_line=health.bad, mismatched=health.mismatched)

    def _ending(self) -> bool:
        return self._ends is not None

    def _too_late(self) -> bool:
        return self._ends is not None and time.monotonic() > self._ends

    def _publish(self, **news: Any) -> None:
        if news.get("trouble") is not None:
            news["last_trouble"] = news["trouble"]
        with self._news:
            self._status = replace(self._status, **news)
            self._news.notify_all()
