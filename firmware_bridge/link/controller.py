"""The strip's own controller behind `Strip`: what protocol version 1 says, in its order."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.text import Text
from firmware_bridge.buttons import FOUR, Button, ButtonListener
from firmware_bridge.link import words as w
from firmware_bridge.link.exchange import (
    TRIES,
    Exchange,
    ForgottenError,
    RefusedError,
    UnansweredError,
)
from firmware_bridge.link.frames import Frame
from firmware_bridge.link.messages import (
    BAUD,
    MOST_LIGHTS,
    PIECE,
    VERSION,
    Cause,
    ChipCounters,
    Kind,
    Press,
    Reason,
    Welcome,
    button_of,
    counters_of,
    flat,
    hello,
    pixels,
    show,
    welcome_of,
)
from firmware_bridge.link.owner import LOG, NotOursError
from firmware_bridge.link.port import LineLostError, Wire
from firmware_bridge.link.status import Counters, Greeting
from firmware_bridge.strip import Picture

GREET_EVERY, GREET_FOR = 0.2, 3.0
"""Seconds between greetings, and how long a boot loader may keep the controller deaf."""
HEARTBEAT = 0.8
"""Seconds of quiet after which we say something; after 1 s we would be late, after 3 s gone."""
STATS_EVERY = 5
"""Each so many heartbeats the controller is asked for its counters."""
OLDEST_PRESS_MS = 2000
"""A press older than this is not acted on: the table has moved on."""
SMALLEST_PIECE = 8
"""Lights in the smallest PIXELS: on a line with noise short frames get through."""
PICTURE_TRIES = 3
"""How often a picture is sent anew when the controller's memory is another one."""


class ControllerDialect:
    """Protocol version 1."""

    name = "mehrkopf"
    baud = BAUD

    def __init__(
        self,
        lights: int,
        listener: ButtonListener | None = None,
        cap_ma: int = 0,
        silent: Text = w.SILENT,
    ) -> None:
        """Remember what each greeting says.

        Args:
            lights: how many lights hang on the line, up to `MOST_LIGHTS`.
            listener: told of presses that count, in the owner's thread.
            cap_ma: the most they may draw, mA; 0: what the controller has built in.
            silent: what to say of a `{port}` where nobody answers.
        """
        self.silent = silent
        self.lights = lights
        self.listener = listener
        self.cap_ma = min(max(cap_ma, 0), 0xFFFF)

    def talk(self, wire: Wire, counters: Counters, ending: Callable[[], bool]) -> ControllerTalk:
        """Begin to talk on an open line."""
        return ControllerTalk(self, wire, counters, ending)


class ControllerTalk:
    """One open line to a controller."""

    def __init__(
        self,
        dialect: ControllerDialect,
        wire: Wire,
        counters: Counters,
        ending: Callable[[], bool],
    ) -> None:
        self._dialect = dialect
        self._wire = wire
        self._counters = counters
        self._ending = ending
        self._exchange = Exchange(wire, counters, self._button)
        self._greeted = False
        self._last_event: int | None = None
        self._beats = 0
        self._memory = b""
        """The picture in the controller's memory as far as we know; empty: we do not."""
        self._piece = PIECE
        self._remote: ChipCounters | None = None

    @property
    def remote(self) -> ChipCounters | None:
        """What the controller has counted since its reset."""
        return self._remote

    def greet(self) -> Greeting:
        """Say HELLO until WELCOME comes; see `Talk.greet`."""
        self._greeted = False
        self._memory = b""
        try:
            welcome = welcome_of(self._hello())
        except UnansweredError as error:
            raise NotOursError(self._dialect.silent.format(port=self._wire.port)) from error
        except RefusedError as error:
            raise NotOursError(self._why_not(error), answered=True) from error
        except ValueError as error:
            raise NotOursError(self._dialect.silent.format(port=self._wire.port)) from error
        if welcome.version != VERSION:
            raise NotOursError(self._other_version(welcome.version), answered=True)
        self._greeted = True
        self._last_event = None
        self._remote = welcome.counters
        return _greeting(welcome)

    def show(self, picture: Picture) -> None:
        """Send the pieces that differ, and let them be shown; see `Talk.show`."""
        colours = flat(picture)
        for _ in range(PICTURE_TRIES):
            self._send(colours)
            try:
                self._ask(Kind.SHOW, show(colours), TRIES)
            except RefusedError as error:
                if error.reason != Reason.PICTURE:
                    raise self._mistake(error) from error
                self._counters.repaired += 1
                self._memory = b""
                continue
            self._memory = colours
            return
        raise LineLostError(w.DUMB.format(port=self._wire.port))

    def rest(self) -> None:
        """Listen until the bell rings or the heartbeat is due; see `Talk.rest`."""
        due = self._exchange.quiet_since + HEARTBEAT
        if time.monotonic() < due:
            self._exchange.listen(due)
            return
        self._beats += 1
        try:
            if self._beats % STATS_EVERY:
                self._exchange.ask(Kind.PING, b"", Kind.ACK)
                return
            self._remote = counters_of(self._exchange.ask(Kind.STATS, b"", Kind.COUNTERS))
        except RefusedError as error:
            raise self._mistake(error) from error
        except (UnansweredError, ValueError) as error:
            raise LineLostError(w.DUMB.format(port=self._wire.port)) from error

    def _hello(self) -> bytes:
        return self._exchange.ask(
            Kind.HELLO,
            hello(self._dialect.lights, self._dialect.cap_ma),
            Kind.WELCOME,
            pause=GREET_EVERY,
            tries=round(GREET_FOR / GREET_EVERY),
            stop=self._ending,
        )

    def _send(self, colours: bytes) -> None:
        """Write the picture into the controller's memory; what is there already is not sent."""
        lights, at = len(colours) // 3, 0
        while at < lights:
            end = min(at + self._piece, lights)
            part = slice(3 * at, 3 * end)
            known = bool(self._memory) and self._memory[part] == colours[part]
            if known or self._sent(at, colours[part]):
                at = end

    def _sent(self, first: int, colours: bytes) -> bool:
        """Send a piece; whether it arrived. On a line with noise the next one is shorter."""
        before = self._counters.retransmitted
        last_chance = self._piece == SMALLEST_PIECE
        try:
            self._ask(Kind.PIXELS, pixels(first, colours), TRIES if last_chance else 2)
        except RefusedError as error:
            raise self._mistake(error) from error
        except UnansweredError:
            self._memory = b""
            self._piece = max(self._piece // 2, SMALLEST_PIECE)
            return False
        smooth = self._counters.retransmitted == before
        self._piece = min(2 * self._piece, PIECE) if smooth else self._piece
        return True

    def _ask(self, kind: Kind, payload: bytes, tries: int) -> None:
        """Ask for an acknowledgement; nobody answering the last try means the line is lost."""
        try:
            self._exchange.ask(kind, payload, Kind.ACK, tries=tries)
        except UnansweredError as error:
            if tries < TRIES:
                raise
            raise LineLostError(w.DUMB.format(port=self._wire.port)) from error

    def _button(self, frame: Frame) -> None:
        """Acknowledge a button event; hand it on where it is new, counts and is fresh."""
        if not self._greeted:
            return
        try:
            event = button_of(frame.payload)
        except ValueError:
            self._counters.strays += 1
            return
        self._exchange.tell(Kind.SEEN, frame.seq)
        if frame.seq == self._last_event:
            self._counters.buttons_again += 1
            return
        self._last_event = frame.seq
        if event.button >= len(FOUR):
            self._counters.strays += 1
            return
        button = FOUR[event.button]
        if event.press != (Press.HELD if button is Button.UNDO else Press.PRESSED):
            return
        if event.age_ms > OLDEST_PRESS_MS:
            self._counters.buttons_stale += 1
            return
        self._counters.buttons += 1
        if self._dialect.listener is not None:
            self._dialect.listener(button)

    def _why_not(self, error: RefusedError) -> Text:
        if error.reason == Reason.VERSION:
            return self._other_version(self._announced_version())
        if error.reason == Reason.RANGE:
            lights = self._dialect.lights
            return w.TOO_MANY.format(port=self._wire.port, most=MOST_LIGHTS, lights=lights)
        return self._mistake(error).text

    def _announced_version(self) -> int | str:
        """Return the version in the announcement that follows the refusal of ours."""
        try:
            if not self._exchange.announced:
                self._exchange.listen(time.monotonic() + GREET_EVERY)
        except ForgottenError:
            LOG.debug("the controller has announced itself")
        return self._exchange.announced[0] if self._exchange.announced else "?"

    def _other_version(self, theirs: int | str) -> Text:
        return w.OTHER_VERSION.format(port=self._wire.port, theirs=theirs, ours=VERSION)

    def _mistake(self, error: RefusedError) -> LineLostError:
        said = {"kind": f"{error.kind:#04x}", "reason": error.reason}
        return LineLostError(w.REFUSED.format(port=self._wire.port, **said))


def _greeting(welcome: Welcome) -> Greeting:
    return Greeting(
        firmware=".".join(map(str, welcome.firmware)),
        lights=welcome.lights,
        cap_ma=welcome.cap_ma,
        cause=_cause(welcome),
    )


def _cause(welcome: Welcome) -> Text | None:
    """Say why the controller began anew; a watchdog that bit is said before how it looks.

    Optiboot leaves by the watchdog, so its bit tells nothing beside that of the reset line.
    """
    if welcome.greetings:
        return None
    if welcome.cause & Cause.LOW_SUPPLY:
        return w.CAUSES["supply"]
    if welcome.cause & Cause.POWER:
        return w.CAUSES["power"]
    if welcome.cause & Cause.RESET_LINE:
        return w.CAUSES["line"]
    return w.CAUSES["watchdog" if welcome.cause & Cause.WATCHDOG else "hidden"]
