"""Stop and wait: one request under way, sent again until answered (PROTOCOL.md, section 3)."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_bridge.link.frames import Frame, FrameReader, encode
from firmware_bridge.link.messages import Kind, Reason, refusal_of
from firmware_bridge.link.port import Wire
from firmware_bridge.link.status import Counters

ANSWER_TIME = 0.1
"""Seconds after which a request is sent again."""
TRIES = 5
"""How often a request is sent before the line counts as lost."""
_SMOOTH = 1 / 8
"""Share of the newest answer's time in the smoothed one (RFC 6298)."""


class ForgottenError(Exception):
    """The controller was reset, or took us for gone: it wants a greeting and the whole picture."""


class RefusedError(Exception):
    """The controller refuses a request it could read."""

    def __init__(self, kind: int, reason: int) -> None:
        super().__init__(f"type {kind:#04x}, reason {reason}")
        self.kind = kind
        self.reason = reason


class UnansweredError(Exception):
    """Nobody has answered, however often it was asked."""


_MISTAKES = (Reason.LENGTH, Reason.TYPE, Reason.RANGE)
"""What only a mistake in a program can mean, when it is said again and again. Once it may be the
line: a closing zero that arrives as a one lengthens a frame by a byte that the CRC does not see."""

Aside = Callable[[Frame], None]
"""Told of frames that answer nothing: button events."""


class Exchange:
    """Requests and answers on one open line."""

    def __init__(self, wire: Wire, counters: Counters, aside: Aside) -> None:
        self._wire = wire
        self._counters = counters
        self._aside = aside
        self._reader = FrameReader()
        self._seq = 0
        self.quiet_since = time.monotonic()
        """When something was last sent."""
        self._refused: RefusedError | None = None
        self.announced = b""
        """What the controller said of itself unasked, after a reset."""

    def ask(
        self,
        kind: Kind,
        payload: bytes,
        wanted: Kind,
        *,
        pause: float = ANSWER_TIME,
        tries: int = TRIES,
        stop: Callable[[], bool] = lambda: False,
    ) -> bytes:
        """Send a request until it is answered by `wanted`; return the answer's payload.

        Args:
            kind: type of the request.
            payload: what it says.
            wanted: type of the answer.
            pause: seconds to wait for an answer.
            tries: how often it is sent at most.
            stop: tells before each try whether to give up.

        Raises:
            LineLostError: the line broke.
            UnansweredError: nobody answers.
            ForgottenError: the controller does not know us any more.
            RefusedError: it does not want this.
        """
        self._seq = self._seq % 255 + 1
        request = Frame(kind, self._seq, payload)
        stuffed = encode(request)
        self._refused = None
        for attempt in range(tries):
            if stop():
                break
            if attempt:
                self._counters.retransmitted += 1
                self._counters.bytes_retransmitted += len(stuffed)
            sent = self._send(stuffed)
            answer = self._answer(request, wanted, sent + pause)
            if answer is not None:
                self._took(time.monotonic() - sent)
                return answer.payload
        raise self._refused or UnansweredError

    def tell(self, kind: Kind, seq: int) -> None:
        """Send what nobody answers.

        Raises:
            LineLostError: the line broke.
        """
        self._send(encode(Frame(kind, seq)))

    def listen(self, until: float) -> None:
        """Hear what the controller says by itself, until then or until the bell rings.

        Raises:
            LineLostError: the line broke.
            ForgottenError: the controller was reset.
        """
        for frame in self._hear(until, wake=True):
            self._unasked(frame)

    def _send(self, stuffed: bytes) -> float:
        self._wire.write(stuffed)
        self._counters.frames_out += 1
        self._counters.bytes_out += len(stuffed)
        self.quiet_since = time.monotonic()
        return self.quiet_since

    def _answer(self, request: Frame, wanted: Kind, until: float) -> Frame | None:
        """Return the answer; None when there is none in time, or the request arrived broken."""
        while time.monotonic() < until:
            answer, again = None, False
            for frame in self._hear(until):
                if _answers(frame, request, wanted):
                    answer = frame
                elif frame.kind == Kind.NAK:
                    again = self._refusal(request, frame) or again
                else:
                    self._unasked(frame, greeting=request.kind == Kind.HELLO)
            if answer is not None or again:
                return answer
        return None

    def _refusal(self, request: Frame, frame: Frame) -> bool:
        """Tell whether the request is to be sent again at once."""
        try:
            kind, reason = refusal_of(frame.payload)
        except ValueError:
            self._counters.strays += 1
            return False
        if reason == Reason.FRAME:
            self._counters.broken_out += 1
            return True
        if (frame.seq, kind) != (request.seq, request.kind):
            self._counters.strays += 1
            return False
        if reason == Reason.NOT_GREETED:
            raise ForgottenError
        refused = RefusedError(kind, reason)
        if reason not in _MISTAKES:
            raise refused
        self._counters.broken_out += 1
        self._refused = refused
        return True

    def _unasked(self, frame: Frame, *, greeting: bool = False) -> None:
        if frame.kind == Kind.BUTTON:
            self._aside(frame)
        elif frame.kind == Kind.WELCOME and frame.seq == 0:
            # While we greet it anyhow there is no reason to begin anew.
            if not greeting:
                raise ForgottenError
        else:
            self._counters.strays += 1

    def _hear(self, until: float, *, wake: bool = False) -> list[Frame]:
        data = self._wire.read(until, wake=wake)
        frames = list(self._reader.feed(data))
        for frame in frames:
            if frame.kind == Kind.WELCOME and frame.seq == 0:
                self.announced = frame.payload
        self._counters.bytes_in += len(data)
        self._counters.frames_in += len(frames)
        self._counters.broken_in += self._reader.taken_broken()
        return frames

    def _took(self, seconds: float) -> None:
        before = self._counters.answer_ms
        now = seconds * 1000
        self._counters.answer_ms = now if before == 0 else before + _SMOOTH * (now - before)


def _answers(frame: Frame, request: Frame, wanted: Kind) -> bool:
    if (frame.kind, frame.seq) != (wanted, request.seq):
        return False
    return wanted != Kind.ACK or frame.payload[:1] == bytes((request.kind,))
