"""A host of few words, for tests of single frames; the real one is `firmware_bridge.link`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Self

import serial

from tests.chip import wire
from tests.chip.board import PATIENCE
from tests.chip.wire import Frame, Kind, Rgb


class Client:
    """Sends requests and waits for answers; what answers nothing is set aside."""

    def __init__(self, port: str, baud: int = wire.BAUD) -> None:
        self._line = serial.Serial(port, baud, timeout=0.05, exclusive=True)
        self._half = b""
        self.aside: list[Frame] = []
        """Frames nobody asked for, the oldest first."""
        self.broken = 0
        self._seq = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._line.close()

    def next_seq(self) -> int:
        self._seq = self._seq % 255 + 1
        return self._seq

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def frames(self) -> list[Frame]:
        """Return what has arrived, waiting a moment for something."""
        self._half += self._line.read(max(self._line.in_waiting, 1))
        *blocks, self._half = self._half.split(b"\0")
        good = []
        for block in filter(None, blocks):
            try:
                good.append(wire.decode(block))
            except ValueError:
                self.broken += 1
        return good

    def ask(self, frame: Frame, *, every: float = 0.25, patience: float = PATIENCE) -> Frame:
        """Send a request, again and again, until it is answered, and return the answer.

        Raises:
            TimeoutError: it is not.
        """
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            self.write(wire.encode(frame))
            again = time.monotonic() + every
            while time.monotonic() < again:
                arrived = self.frames()
                answers = [f for f in arrived if f.seq == frame.seq and f.kind in range(0x80, 0xA0)]
                self.aside += [f for f in arrived if f not in answers]
                if answers:
                    return answers[0]
        raise TimeoutError(f"no answer to {frame}")

    def wait_aside(
        self, kind: Kind, count: int = 1, *, seq: int | None = None, patience: float = PATIENCE
    ) -> list[Frame]:
        """Return the first `count` frames of a type (and number) that nobody asked for.

        Raises:
            TimeoutError: they do not come.
        """
        deadline = time.monotonic() + patience
        while len(found := self._aside(kind, seq)) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(found)} of {count} frames of type {kind}")
            self.aside += self.frames()
        return found[:count]

    def _aside(self, kind: Kind, seq: int | None) -> list[Frame]:
        return [f for f in self.aside if f.kind == kind and seq in {None, f.seq}]

    def hello(self, leds: int, cap_ma: int = 0) -> wire.Welcome:
        answer = self.ask(wire.hello(self.next_seq(), leds, cap_ma))
        assert answer.kind == Kind.WELCOME, answer
        return wire.read_welcome(answer.payload)

    def show(self, picture: Sequence[Rgb]) -> None:
        for at in range(0, len(picture), wire.PIECE):
            self._accepted(wire.pixels(self.next_seq(), at, picture[at : at + wire.PIECE]))
        self._accepted(wire.show(self.next_seq(), picture))

    def _accepted(self, frame: Frame) -> None:
        answer = self.ask(frame)
        assert answer.kind == Kind.ACK, (frame, answer)

    def ping(self) -> Frame:
        return self.ask(Frame(Kind.PING, self.next_seq()))

    def stats(self) -> wire.Counters:
        return wire.read_counters(self.ask(Frame(Kind.STATS, self.next_seq())).payload)
