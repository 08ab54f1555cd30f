"""A controller made from hardware/PROTOCOL.md alone, behind a pseudo terminal that can be pulled.

It keeps what it shows, so that a test can tell that nothing else was ever shown. What comes and
goes runs through `inbound` and `outbound`, where a test loses, spoils, doubles or holds it back.
"""

from __future__ import annotations

import os
import select
import struct
import threading
import tty
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.chip import wire
from tests.chip.wire import Frame

DEADLINE = 30.0
HELLO, PING, STATS, PIXELS, SHOW, SEEN = 0x01, 0x02, 0x03, 0x10, 0x11, 0x20
ACK, NAK, WELCOME, COUNTERS, BUTTON = 0x80, 0x81, 0x82, 0x83, 0xA0
FRAME, LENGTH, TYPE, RANGE, NOT_GREETED, PICTURE, VERSION = range(1, 8)

Fault = Callable[[bytes], Iterable[bytes]]
"""What becomes of a block of bytes: nothing, itself, itself twice, something else."""


def faultless(data: bytes) -> Iterable[bytes]:
    return (data,)


class FakeChip:
    """The chip and its USB plug; `name` is where udev would put it."""

    def __init__(self, name: Path, version: int = 1) -> None:
        self.name = name
        self.version = version
        self.inbound: Fault = faultless
        self.outbound: Fault = faultless
        self.heard: list[Frame] = []
        self.shown: list[bytes] = []
        self.seen: list[int] = []
        self.on_frame: Callable[[Frame], None] = lambda frame: None
        self.deaf = False
        self.greeted = False
        self.greetings = 0
        self.lights = 144
        self.memory = bytearray(3 * 144)
        self.changed = threading.Condition()
        self._master: int | None = None
        self._slave: int | None = None
        self._pulled: int | None = None
        self._thread: threading.Thread | None = None
        self._rest = b""
        self._stop_hear, self._stop_say = os.pipe()
        self.plug()

    def plug(self) -> None:
        """Plug it in; like a real one it gets another number each time."""
        self._master, self._slave = os.openpty()
        if self._pulled is not None:
            os.close(self._pulled)
            self._pulled = None
        tty.setraw(self._slave)
        self.name.unlink(missing_ok=True)
        self.name.symlink_to(os.ttyname(self._slave))
        self.reset(announce=False)
        self._thread = threading.Thread(target=self._run, args=(self._master,), daemon=True)
        self._thread.start()

    def pull(self) -> None:
        """Pull the plug."""
        assert self._thread is not None
        assert self._master is not None
        assert self._slave is not None
        self.name.unlink()
        os.write(self._stop_say, b"!")
        self._thread.join(DEADLINE)
        os.read(self._stop_hear, 1)
        os.close(self._master)
        # Held until the next plug, so that nobody gets the old number.
        self._pulled = self._slave
        self._master = self._slave = self._thread = None

    def close(self) -> None:
        if self._thread is not None:
            self.pull()
        for handle in (self._pulled, self._stop_hear, self._stop_say):
            if handle is not None:
                os.close(handle)

    def reset(self, *, announce: bool = True) -> None:
        """Forget everything, as after the watchdog."""
        self.greeted = False
        self.greetings = 0
        self.lights = 144
        self.memory = bytearray(3 * 144)
        self._rest = b""
        if announce:
            self.say(Frame(WELCOME, 0, self._welcome()))

    def press(self, number: int, button: int, what: int, age_ms: int = 20) -> None:
        """Report a button event."""
        self.say(Frame(BUTTON, number, struct.pack(">BBH", button, what, age_ms)))

    def say(self, frame: Frame) -> None:
        for data in self.outbound(wire.encode(frame)):
            if self._master is not None:
                os.write(self._master, data)

    def until(self, wanted: Callable[[], bool]) -> bool:
        with self.changed:
            return self.changed.wait_for(wanted, DEADLINE)

    def _run(self, master: int) -> None:
        while True:
            ready, _, _ = select.select([master, self._stop_hear], [], [])
            if self._stop_hear in ready:
                return
            data = os.read(master, 4096)
            for block in self.inbound(data):
                self._take(block)

    def _take(self, data: bytes) -> None:
        *blocks, self._rest = (self._rest + data).split(b"\0")
        for block in filter(None, blocks):
            try:
                frame = wire.decode(block)
            except ValueError:
                self._refuse(0, 0, FRAME)
                continue
            with self.changed:
                self.heard.append(frame)
                if not self.deaf:
                    self.on_frame(frame)
                    self._obey(frame)
                self.changed.notify_all()

    def _obey(self, frame: Frame) -> None:
        kind, payload = frame.kind, frame.payload
        if kind == HELLO:
            self._hello(frame)
        elif not self.greeted:
            if kind != SEEN:
                self._refuse(frame.seq, kind, NOT_GREETED)
        elif kind == PING:
            self._ack(frame)
        elif kind == STATS:
            self.say(Frame(COUNTERS, frame.seq, bytes(32)))
        elif kind == SEEN:
            self.seen.append(frame.seq)
        elif kind == PIXELS:
            first, colours = int.from_bytes(payload[:2], "big"), payload[2:]
            if 3 * first + len(colours) > 3 * self.lights:
                self._refuse(frame.seq, kind, RANGE)
                return
            self.memory[3 * first : 3 * first + len(colours)] = colours
            self._ack(frame)
        elif kind == SHOW:
            picture = bytes(self.memory[: 3 * self.lights])
            if wire.crc(picture) != int.from_bytes(payload, "big"):
                self._refuse(frame.seq, kind, PICTURE)
                return
            self.shown.append(picture)
            self._ack(frame)
        else:
            self._refuse(frame.seq, kind, TYPE)

    def _hello(self, frame: Frame) -> None:
        version, lights, _ = struct.unpack_from(">BHH", frame.payload)
        if version != self.version:
            self._refuse(frame.seq, HELLO, VERSION)
            self.say(Frame(WELCOME, 0, self._welcome()))
        elif lights > 144:
            self._refuse(frame.seq, HELLO, RANGE)
        else:
            if lights != self.lights:
                self.lights, self.memory = lights, bytearray(3 * 144)
            self.greeted = True
            self.say(Frame(WELCOME, frame.seq, self._welcome()))
            self.greetings += 1

    def _ack(self, frame: Frame) -> None:
        self.say(Frame(ACK, frame.seq, bytes((frame.kind,))))

    def _refuse(self, seq: int, kind: int, reason: int) -> None:
        self.say(Frame(NAK, seq, bytes((kind, reason))))

    def _welcome(self) -> bytes:
        head = (self.version, 1, 7, 144, self.lights, 2000, 2, self.greetings, 0)
        return struct.pack(">BBBHHHBHB", *head) + bytes(32)
