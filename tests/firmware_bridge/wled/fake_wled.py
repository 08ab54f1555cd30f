"""WLED's serial interface as its documentation tells it, behind a pseudo terminal.

`v` names the version, `{...}` sets the state (and with "v" tells it), `L` reads the lights back as
TPM2, "Ada" frames are shown, 0xB0 to 0xB7 change the rate. The rate is the terminal's own: at
another one only garbage arrives, and garbage is answered.
"""

from __future__ import annotations

import json
import os
import select
import termios
import threading
import tty
from collections.abc import Callable, Iterable
from pathlib import Path

DEADLINE = 30.0
BAUDS = (115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000)
_SPEEDS = {getattr(termios, f"B{baud}"): baud for baud in BAUDS}

Fault = Callable[[bytes], Iterable[bytes]]


class FakeWled:
    def __init__(self, name: Path, lights: int = 60, baud: int = 115200) -> None:
        self.name = name
        self.baud = baud
        self.lights = [bytes(3)] * lights
        self.shown: list[bytes] = []
        self.states: list[dict[str, object]] = []
        self.fault: Fault = lambda data: (data,)
        self.limit_ma: object = 0
        """Its own limit; 0: none."""
        self.dims = 1.0
        """What its own settings leave of a colour."""
        self.knows_rates = True
        self.talks_state = True
        self.dead = False
        self.changed = threading.Condition()
        self._pending = b""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        name.symlink_to(os.ttyname(self._slave))
        self._stop_hear, self._stop_say = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        os.write(self._stop_say, b"!")
        self._thread.join(DEADLINE)
        for handle in (self._master, self._slave, self._stop_hear, self._stop_say):
            os.close(handle)

    def until(self, wanted: Callable[[], bool]) -> bool:
        with self.changed:
            return self.changed.wait_for(wanted, DEADLINE)

    def stuck_in_a_picture(self, lights: int) -> None:
        """As after a host that was killed in the middle of a frame."""
        self._pending = b"Ada" + bytes((0, lights - 1, (lights - 1) ^ 0x55)) + b"\x11"

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._stop_hear], [], [])
            if self._stop_hear in ready:
                return
            data = os.read(self._master, 4096)
            if self.dead:
                continue
            if _SPEEDS.get(termios.tcgetattr(self._slave)[5]) != self.baud:
                data = bytes(byte & 0x80 | 1 for byte in data[::2])
            for part in self.fault(data):
                with self.changed:
                    self._pending += part
                    while self._step():
                        pass
                    self.changed.notify_all()

    def _step(self) -> bool:
        """Take one thing from what came in; False when there is no whole one."""
        data = self._pending
        if not data:
            return False
        taken = 1
        if data[:1] == b"A":
            if len(data) < 6 and b"Ada".startswith(data[:3]):
                return False
            if data[:3] == b"Ada" and data[3] ^ data[4] ^ 0x55 == data[5]:
                taken = 6 + 3 * (data[3] * 256 + data[4] + 1)
                if len(data) < taken:
                    return False
                self._picture(data[6:taken])
        elif data[:1] == b"v":
            self._say(b"WLED 0.14.4\r\n")
        elif data[:1] == b"L":
            colours = b"".join(self.lights)
            self._say(b"\xc9\xda" + len(colours).to_bytes(2, "big") + colours + b"\x36\n")
        elif data[:1] == b"{":
            try:
                state, end = json.JSONDecoder().raw_decode(data.decode("latin-1"))
            except ValueError:
                return False
            taken = end + 1
            self._state(state)
        elif 0xB0 <= data[0] <= 0xB7 and self.knows_rates:
            rate = BAUDS[data[0] - 0xB0]
            self._say(f"Baud is now {rate}\r\n".encode())
            self.baud = rate
        self._pending = data[taken:]
        return True

    def _picture(self, colours: bytes) -> None:
        dimmed = bytes(int(channel * self.dims) for channel in colours)
        for at in range(min(len(self.lights), len(dimmed) // 3)):
            self.lights[at] = dimmed[3 * at : 3 * at + 3]
        self.shown.append(colours)

    def _state(self, state: dict[str, object]) -> None:
        self.states.append(state)
        if state.get("v") and self.talks_state:
            told = {
                "state": {"on": True, "bri": 255},
                "info": {
                    "ver": "0.14.4",
                    "leds": {"count": len(self.lights), "maxpwr": self.limit_ma},
                },
            }
            self._say(json.dumps(told, separators=(",", ":")).encode() + b"\r\n")

    def _say(self, data: bytes) -> None:
        os.write(self._master, data)
