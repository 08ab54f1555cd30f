"""WLED over USB behind `Strip`: a strip on an off-the-shelf board, no line of firmware of ours.

Its rate is found and its state set once; whole pictures are sent and read back. Written from WLED's
published serial interface (kno.wled.ge/interfaces/serial) and tested against a fake made from it
and against our own chip built to speak Adalight. No real WLED was run.

Pictures go out as Adalight has them, and lights are read back as a TPM2 data packet. Adalight has
no check over the colours: a byte lost on the way shifts them until the next header. So what is
shown is read back and compared, and the picture is sent again at least twice a second. That also
keeps WLED from going back to an effect of its own (2.5 s without a picture), and bounds how long a
garbled picture can stay.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence

from engine.text import Text
from firmware_bridge.link import words as lw
from firmware_bridge.link.messages import ChipCounters
from firmware_bridge.link.owner import NotOursError
from firmware_bridge.link.port import LineLostError, Wire
from firmware_bridge.link.status import Counters, Greeting
from firmware_bridge.strip import Picture, Rgb

_CHECK = 0x55
_TPM2_DATA = b"\xc9\xda"
_TPM2_END = 0x36
_HEAD = 4
TOLERANCE = 3
"""A colour read back may be off by so much: WLED computes with its brightness there and back."""


def frame(picture: Sequence[Rgb]) -> bytes:
    """Return "Ada", the number of lights less one, a check over that, and the colours."""
    high, low = divmod(len(picture) - 1, 256)
    head = bytes((high, low, high ^ low ^ _CHECK))
    return b"Ada" + head + bytes(channel for light in picture for channel in light)


def read_back(heard: bytes) -> bytes | None:
    """Return the colours of the first whole TPM2 packet in what was heard, three bytes a light."""
    start = heard.find(_TPM2_DATA)
    if start < 0 or len(heard) < start + _HEAD:
        return None
    length = int.from_bytes(heard[start + 2 : start + _HEAD], "big")
    end = start + _HEAD + length
    if len(heard) <= end or heard[end] != _TPM2_END:
        return None
    return heard[start + _HEAD : end]


def same(wanted: Sequence[Rgb], colours: bytes) -> bool:
    """Tell whether the lights that both have show what was wanted."""
    asked = bytes(channel for light in wanted for channel in light)
    return all(
        abs(ours - theirs) <= TOLERANCE for ours, theirs in zip(asked, colours, strict=False)
    )


BAUDS = (115_200, 500_000, 460_800, 230_400, 576_000, 921_600, 1_000_000, 1_500_000)
"""WLED's rates, likeliest first; 115200 is what it has when it comes."""
FAST = 500_000
_SET_FAST = b"\xb3"
"""The byte that makes WLED go on at `FAST`, until it is switched off."""
_FAST_FROM = 50
"""Lights for which 115200 baud is too slow, as WLED's own page says."""
PROBE_TIME = 0.25
"""Seconds for WLED to name its version at one rate."""
GREET_FOR = 6.0
"""Seconds that a board may take to start after its port was opened."""
REPEAT = 0.45
"""Seconds after which the picture is sent again."""
STATE_TIME = 0.6
"""Seconds for WLED to tell its state; not every build does."""
TRIES = 3
"""How often a picture is sent that is read back as another one, or not at all."""
_MARGIN = 0.15
_NAME = b"WLED "

STATE = (
    json.dumps(
        {
            "on": True,
            "bri": 255,
            "transition": 0,
            "lor": 0,
            # What it falls back to when nobody sends pictures any more: dark.
            "seg": {"fx": 0, "col": [[0, 0, 0]]},
            "v": True,
        }
    ).encode()
    + b"\n"
)
"""Said once after the greeting. WLED drops the byte behind the object, hence one more."""


class WledDialect:
    """WLED's serial interface."""

    name = "wled"
    baud = BAUDS[0]

    def __init__(self, lights: int, silent: Text = lw.SILENT) -> None:
        """Remember how many lights are wanted, and what to say of a `{port}` nobody answers at."""
        self.lights = lights
        self.silent = silent

    def talk(self, wire: Wire, counters: Counters, ending: Callable[[], bool]) -> WledTalk:
        """Begin to talk on an open line."""
        return WledTalk(self, wire, counters, ending)


class WledTalk:
    """One open line to a WLED."""

    remote: ChipCounters | None = None
    """WLED counts nothing for us."""

    def __init__(
        self, dialect: WledDialect, wire: Wire, counters: Counters, ending: Callable[[], bool]
    ) -> None:
        self._lights = dialect.lights
        self._silent = dialect.silent
        self._wire = wire
        self._counters = counters
        self._ending = ending
        self._baud = BAUDS[0]
        self._picture: Picture | None = None
        self._sent_at = time.monotonic()

    def greet(self) -> Greeting:
        """Ask at each rate for the version, then set the state; see `Talk.greet`."""
        version = self._find()
        if version is None:
            raise NotOursError(self._silent.format(port=self._wire.port))
        if self._lights > _FAST_FROM and self._baud < FAST:
            self._hurry()
        lights, cap_ma = self._state_set()
        return Greeting(firmware=version, lights=lights, cap_ma=cap_ma)

    def show(self, picture: Picture) -> None:
        """Send the picture until it is read back so; see `Talk.show`."""
        self._picture = picture
        answered = False
        for attempt in range(TRIES):
            self._counters.retransmitted += attempt > 0
            colours = self._shown(picture)
            if colours is not None and same(picture, colours):
                return
            answered = answered or colours is not None
            self._counters.broken_in += colours is None
            self._counters.repaired += colours is not None
        if not answered:
            raise LineLostError(lw.DUMB.format(port=self._wire.port))
        # It answers and shows something else: its own settings limit it. It is sent again soon.
        self._counters.mismatched += 1

    def rest(self) -> None:
        """Wait until the bell rings or the picture is to be sent again; see `Talk.rest`."""
        due = self._sent_at + REPEAT
        if time.monotonic() < due:
            self._hear(due, bool, wake=True)
        elif self._picture is not None:
            self.show(self._picture)
        elif self._version() is None:
            raise LineLostError(lw.DUMB.format(port=self._wire.port))

    def _find(self) -> str | None:
        """Return its version, at whatever rate it answers; None when it does not in time."""
        until = time.monotonic() + GREET_FOR
        flush = b""
        while time.monotonic() < until and not self._ending():
            for baud in BAUDS:
                if self._ending():
                    return None
                self._go_on_at(baud)
                version = self._version(flush)
                if version is not None:
                    return version
            # A picture cut off at our last end may still swallow what we say.
            flush = bytes(3 * self._lights)
        return None

    def _hurry(self) -> None:
        """Go on at a higher rate where it can; an older WLED stays where it is."""
        slow = self._baud
        self._say(_SET_FAST)
        # It still says at the old rate what the new one is; whoever goes ahead loses the byte.
        self._hear(time.monotonic() + PROBE_TIME, lambda heard: heard.endswith(b"\n"))
        for baud in (FAST, slow, FAST, slow):
            self._go_on_at(baud)
            if self._version() is not None:
                return
        raise LineLostError(lw.DUMB.format(port=self._wire.port))

    def _go_on_at(self, baud: int) -> None:
        self._wire.set_baud(baud)
        self._baud = baud

    def _version(self, before: bytes = b"") -> str | None:
        """Ask for the version; None when there is no answer."""
        self._say(before + b"v")
        heard = self._hear(
            time.monotonic() + PROBE_TIME + self._line_time(len(before)),
            lambda heard: b"\n" in heard.partition(_NAME)[2],
        )
        _, name, rest = heard.partition(_NAME)
        word, end, _ = rest.partition(b"\n")
        return word.strip().decode("ascii", "replace") if name and end else None

    def _state_set(self) -> tuple[int | None, int | None]:
        """Set the state; return how many lights it has and its own limit in mA, where it says so.

        `maxpwr` is 0 where WLED limits nothing (kno.wled.ge, page "JSON API", info object).
        """
        self._say(STATE)
        heard = self._hear(time.monotonic() + STATE_TIME, lambda heard: heard.endswith(b"}\r\n"))
        try:
            leds = json.loads(heard[heard.index(b'{"state"') :])["info"]["leds"]
            count, most = leds.get("count"), leds.get("maxpwr")
        except (ValueError, KeyError, TypeError, AttributeError):
            return None, None
        return (
            count if type(count) is int else None,
            most if type(most) is int and most > 0 else None,
        )

    def _shown(self, picture: Picture) -> bytes | None:
        """Send the picture; return what is read back, None for nothing of use."""
        self._say(frame(picture) + b"L")
        patience = _MARGIN + 2 * self._line_time(3 * max(self._lights, 300))
        heard = self._hear(self._sent_at + patience, lambda heard: read_back(heard) is not None)
        return read_back(heard)

    def _line_time(self, count: int) -> float:
        """Return the seconds that so many bytes take on the line, ten bits each."""
        return 10 * count / self._baud

    def _say(self, data: bytes) -> None:
        self._wire.write(data)
        self._counters.frames_out += 1
        self._counters.bytes_out += len(data)
        self._sent_at = time.monotonic()

    def _hear(self, until: float, enough: Callable[[bytes], bool], *, wake: bool = False) -> bytes:
        """Return what comes in until it is enough, until then, or until the bell rings."""
        heard = b""
        while time.monotonic() < until and not enough(heard):
            data = self._wire.read(until, wake=wake)
            heard += data
            self._counters.bytes_in += len(data)
            if wake and not data:
                break
        self._counters.frames_in += bool(heard)
        return heard
