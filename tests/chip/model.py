"""The chip as hardware/PROTOCOL.md tells it, in Python: the oracle of the firmware's core."""

from __future__ import annotations

import struct
from collections import deque
from dataclasses import dataclass, field, replace

from tests.chip import wire
from tests.chip.wire import Counters, Frame, Kind, Reason

LOOKS = 4
RELEASED, PRESSED, HELD = 0, 1, 2


@dataclass(slots=True)
class Button:
    """One button's debouncing."""

    looks: deque[int] = field(default_factory=lambda: deque([1] * LOOKS, LOOKS))
    down: bool = False
    since: int | None = None
    """When it was seen pressed; None: not down, or told as held already."""

    def look(self, level: int, now: int) -> list[int]:
        self.looks.append(level)
        if set(self.looks) == {int(self.down)}:
            self.down = not self.down
            self.since = now if self.down else None
            return [PRESSED if self.down else RELEASED]
        if self.since is not None and now - self.since >= 1000:
            self.since = None
            return [HELD]
        return []


@dataclass(slots=True)
class Event:
    button: int
    what: int
    at: int


class Model:
    """Satisfies `tests.chip.core_lib.Chip`."""

    def __init__(self) -> None:
        self.sent: list[Frame] = []
        self.lit: list[bytes] = []

    def start(self, now: int, cause: int = 0) -> None:
        self.sent.clear()
        self.lit.clear()
        self.cause, self.leds, self.cap = cause, wire.MAX_LEDS, wire.CAP_MA
        self.counters = Counters()
        self.greeted, self.greetings, self.heard, self.written = False, 0, now, now
        self.block = bytearray()
        self.event_sent: int | None = None
        self.buttons = [Button() for _ in range(4)]
        self.hangs = 0
        self._fail_safe(now)
        self._welcome(0, now)

    def taken(self) -> tuple[list[Frame], list[bytes]]:
        taken = list(self.sent), list(self.lit)
        self.sent.clear()
        self.lit.clear()
        return taken

    def byte(self, byte: int, now: int) -> None:
        if byte:
            self.block.append(byte)
            return
        block, self.block = bytes(self.block), bytearray()
        if not block:
            return
        try:
            frame: Frame | None = wire.decode(block)
        except ValueError:
            frame = None
        if frame is None or len(block) > 199:
            self._count(broken=1)
            self.sent.append(Frame(Kind.NAK, 0, bytes([0, Reason.FRAME])))
            return
        self._count(frames=1)
        self._take(frame, now)

    def look(self, levels: int, now: int) -> None:
        for number, button in enumerate(self.buttons):
            for what in button.look(levels >> number & 1, now):
                if not self.greeted:
                    continue
                if len(self.events) == 8:
                    self._count(events_lost=1)
                else:
                    self._count(events=1)
                    self.events.append(Event(number, what, now))

    def tick(self, now: int) -> None:
        if self.greeted and now - self.heard >= 3000:
            self._count(silences=1)
            self._fail_safe(now)
        if now - self.written >= 1000:
            self._write(self.shown, now)
        if (
            self.greeted
            and self.events
            and (self.event_sent is None or now - self.event_sent >= 50)
        ):
            oldest = self.events[0]
            if self.event_sent is not None:
                self._count(events_resent=1)
            self.event_sent = now
            age = min(now - oldest.at, 65535)
            payload = struct.pack(">BBH", oldest.button, oldest.what, age)
            self.sent.append(Frame(Kind.BUTTON, self.event_seq, payload))

    def faults(self, overruns: int, overflows: int, framing: int) -> None:
        self._count(overruns=overruns, overflows=overflows, framing=framing)

    def _count(self, **more: int) -> None:
        now = {name: getattr(self.counters, name) + by for name, by in more.items()}
        self.counters = replace(
            self.counters,
            **{n: v if n in {"frames", "pictures"} else min(v, 65535) for n, v in now.items()},
        )

    def _write(self, picture: tuple[wire.Rgb, ...], now: int) -> None:
        self.shown, self.written = picture, now
        self.lit.append(wire.flat(picture))

    def _fail_safe(self, now: int) -> None:
        self.greeted = False
        self._forget_events()
        self.memory = [wire.FAIL_SAFE, *[(0, 0, 0)] * (self.leds - 1)]
        self._write(tuple(self.memory), now)

    def _forget_events(self) -> None:
        self.events: list[Event] = []
        self.event_seq = 1
        self.event_sent = None

    def _welcome(self, seq: int, now: int) -> None:
        welcome = wire.Welcome(
            wire.VERSION,
            (1, 0),
            wire.MAX_LEDS,
            self.leds,
            self.cap,
            self.cause,
            self.greetings,
            sum(button.down << number for number, button in enumerate(self.buttons)),
            replace(self.counters, uptime_ms=now),
        )
        self.sent.append(Frame(Kind.WELCOME, seq, wire.write_welcome(welcome)))

    def _take(self, frame: Frame, now: int) -> None:
        if frame.kind >= 0x80:
            self._count(refused=1)
            return
        self.heard = now
        if frame.kind == Kind.SEEN:
            if self.greeted and self.event_sent is not None and frame.seq == self.event_seq:
                self.events.pop(0)
                self.event_seq, self.event_sent = self.event_seq % 255 + 1, None
            return
        answer = self._answer(frame, now)
        if isinstance(answer, Reason):
            self._count(refused=1)
            self.sent.append(Frame(Kind.NAK, frame.seq, bytes([frame.kind, answer])))
            if answer is Reason.VERSION:
                self._welcome(0, now)
        elif answer is not None:
            self.sent.append(answer)

    def _answer(self, frame: Frame, now: int) -> Frame | Reason | None:
        ack = Frame(Kind.ACK, frame.seq, bytes([frame.kind]))
        payload = frame.payload
        if frame.kind == Kind.HELLO:
            return self._hello(frame, now)
        if not self.greeted:
            return Reason.NOT_GREETED
        if frame.kind == Kind.PING:
            return Reason.LENGTH if payload else ack
        if frame.kind == Kind.STATS:
            counters = wire.write_counters(replace(self.counters, uptime_ms=now))
            return Reason.LENGTH if payload else Frame(Kind.COUNTERS, frame.seq, counters)
        if frame.kind == Kind.PIXELS:
            return self._pixels(payload) or ack
        if frame.kind == Kind.SHOW:
            if len(payload) != 2:
                return Reason.LENGTH
            if int.from_bytes(payload, "big") != wire.crc(wire.flat(self.memory)):
                return Reason.PICTURE
            shown = wire.shown(self.memory, self.cap)
            self._count(pictures=1, dimmed=int(shown != tuple(self.memory) or self._over()))
            self._write(shown, now)
            return ack
        if frame.kind == Kind.HANG:
            if payload != b"HANG":
                return Reason.LENGTH
            self.hangs += 1
            return None
        return Reason.TYPE

    def _over(self) -> bool:
        need = -(-sum(map(sum, self.memory)) * 20 // 255)
        return need > max(self.cap - self.leds, 0)

    def _hello(self, frame: Frame, now: int) -> Reason | None:
        payload = frame.payload
        if payload and payload[0] != wire.VERSION:
            return Reason.VERSION
        if len(payload) < 5:
            return Reason.LENGTH
        _, leds, cap = struct.unpack(">BHH", payload[:5])
        if leds > wire.MAX_LEDS:
            return Reason.RANGE
        self.cap = cap if 0 < cap < wire.CAP_MA else wire.CAP_MA
        if leds and leds != self.leds:
            self._write(((0, 0, 0),) * self.leds, now)
            self.leds = leds
            self.memory = [(0, 0, 0)] * leds
            self.shown = tuple(self.memory)
        self.greeted = True
        self._forget_events()
        for button in self.buttons:
            button.since = None
        self._welcome(frame.seq, now)
        self.greetings = min(self.greetings + 1, 65535)
        return None

    def _pixels(self, payload: bytes) -> Reason | None:
        if len(payload) < 5 or (len(payload) - 2) % 3:
            return Reason.LENGTH
        first = int.from_bytes(payload[:2], "big")
        lights = [(r, g, b) for r, g, b in struct.iter_unpack("BBB", payload[2:])]
        if first + len(lights) > self.leds:
            return Reason.RANGE
        self.memory[first : first + len(lights)] = lights
        return None
