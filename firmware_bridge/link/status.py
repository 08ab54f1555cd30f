"""How a strip on a line is doing: what its owner publishes for pages, `doctor` and tests.

Whether a line is bad is judged by the last minute, not by a trouble that is over. It is called bad
above one share of messages sent again, and good below another, so that the warning does not come
and go with each look.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum

from engine.text import Text
from firmware_bridge.link.messages import ChipCounters


class LineState(Enum):
    """Where a strip's owner stands."""

    SEARCHING = "searching"
    """No port to try."""
    GREETING = "greeting"
    """A port is open, or being opened, and nobody has answered yet."""
    CONNECTED = "connected"
    LOST = "lost"
    """Somebody had answered, or a port refuses; tried again soon."""
    CLOSED = "closed"


@dataclass(slots=True)
class Counters:
    """What the line has cost since the program began; written by its owner alone.

    The kind of figures that Klipper keeps for its lines (its docs/Protocol.md, statistics): most
    trouble of such a line is a cable, a supply or a port, and shows here first.
    """

    opened: int = 0
    """Times a port was opened."""
    greeted: int = 0
    """Times the other side has answered a greeting."""
    resets: int = 0
    """Times it had forgotten everything while the line was open."""
    lost: int = 0
    """Times a greeted line was lost."""
    pictures: int = 0
    """Pictures acknowledged."""
    skipped: int = 0
    """Pictures that a newer one had replaced before they were sent."""
    repaired: int = 0
    """Pictures sent once more because the other side had another one in its memory."""
    mismatched: int = 0
    """Pictures that the other side shows differently, however often they are sent."""
    frames_out: int = 0
    frames_in: int = 0
    bytes_out: int = 0
    bytes_in: int = 0
    retransmitted: int = 0
    """Requests sent again."""
    bytes_retransmitted: int = 0
    broken_in: int = 0
    """Blocks from the other side that did not check."""
    broken_out: int = 0
    """Blocks of ours that the other side could not read, as it says."""
    strays: int = 0
    """Answers that nobody waited for any more."""
    buttons: int = 0
    """Presses handed on."""
    buttons_again: int = 0
    """Button events that came twice and were handed on once."""
    buttons_stale: int = 0
    """Presses too old to act on."""
    answer_ms: float = 0.0
    """Smoothed time from a request to its answer."""
    picture_ms: float = 0.0
    """Time the newest picture took from being asked for to being acknowledged."""
    picture_worst_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Greeting:
    """Who answered."""

    firmware: str
    """As the other side calls itself."""
    lights: int | None = None
    """How many lights it drives; None: it does not say."""
    cap_ma: int | None = None
    """The most current it lets its lights draw, mA."""
    cause: Text | None = None
    """Why it began anew, where it says so."""


@dataclass(frozen=True, slots=True)
class StripStatus:
    """A strip's owner at one moment."""

    driver: str
    """`mehrkopf`, `wled`; while nobody has answered what is being tried, joined by `+`."""
    state: LineState = LineState.SEARCHING
    port: str | None = None
    greeting: Greeting | None = None
    trouble: Text | None = None
    """What is wrong now, and the way out; gone when the strip answers again."""
    last_trouble: Text | None = None
    """The last thing that went wrong, answered since or not."""
    remote: ChipCounters | None = None
    """What the controller itself has counted."""
    counters: Counters = field(default_factory=Counters)
    bad_line: bool = False
    """Whether messages had to be sent again and again lately (`link.health`)."""
    mismatched: bool = False
    """Whether the other side showed something else lately than it was told."""


WINDOW = 60.0
"""Seconds that are looked back on."""
FEW = 40
"""Of fewer messages nothing can be said; the heartbeat alone makes 75 a minute."""
BAD_SHARE = 1 / 20
"""Share of messages sent again above which something is wrong with the line."""
GOOD_SHARE = 1 / 50
"""Share below which it is well again."""
_EVERY = 1.0
"""Seconds between two notes."""


@dataclass(frozen=True, slots=True)
class _Note:
    at: float
    sent: int
    again: int
    mismatched: int


class LineHealth:
    """Reckons over the last minute; knows no clock, and belongs to the line's owner."""

    def __init__(self) -> None:
        self._notes: deque[_Note] = deque()
        self.bad = False
        """Whether messages have to be sent again and again."""
        self.mismatched = False
        """Whether the other side shows something else than it was told."""

    def begin(self, now: float, counters: Counters) -> None:
        """Leave out what came before: a greeting is said to a chip that is still starting.

        A line that was bad is not called good before it has shown that it is.
        """
        self._notes = deque((_note(now, counters),))

    def look(self, now: float, counters: Counters) -> None:
        """Reckon anew; `now` in seconds, never going back. Begins by itself where it has to."""
        if not self._notes:
            self.begin(now, counters)
        if now >= self._notes[-1].at + _EVERY:
            self._notes.append(_note(now, counters))
        while len(self._notes) > 1 and self._notes[1].at <= now - WINDOW:
            self._notes.popleft()
        since = self._notes[0]
        sent, again = counters.frames_out - since.sent, counters.retransmitted - since.again
        if sent >= FEW:
            self.bad = again > sent * (GOOD_SHARE if self.bad else BAD_SHARE)
        self.mismatched = counters.mismatched > since.mismatched


def _note(now: float, counters: Counters) -> _Note:
    return _Note(now, counters.frames_out, counters.retransmitted, counters.mismatched)
