"""The `Strip`: something that shows one colour a light, how it may look, and how it was laid.

Drivers are told pictures, not meanings. A `Look` is a strip's length, how bright, by night, and
where each seat's lights lie; a `Canvas` is what pictures are painted on.

Colours never carry a meaning alone: each cue also has its place or its pattern, and the colours
themselves stay apart for red-green-blind and blue-blind people. PAGES 3 gives the page's amber and
cyan; blue and white of the teams are the pair of a colour-blind-safe palette (Okabe and Ito, 2008).

Cues, and the page, know one order alone: light 0 lies at the right end of the lower side, the
others follow clockwise as seen from above. Who glues a strip begins where the cable comes out
(`LaidStrip`). A `SimulatedStrip` only keeps its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Protocol

Rgb = tuple[int, int, int]
"""Red, green, blue, 0..255 each."""
Picture = tuple[Rgb, ...]
"""One colour a light, in the order of the strip; light 0 lies at the right end of seat 0's side."""


class Strip(Protocol):
    """One strip of lights round the table."""

    @property
    def lights(self) -> int:
        """How many lights it has."""
        ...

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show the picture soon; never blocks and never raises for a missing strip."""
        ...

    def close(self) -> None:
        """Show black and let go of the line."""
        ...


BLACK: Rgb = (0, 0, 0)
CYAN: Rgb = (76, 201, 240)
"""Whose turn it is; the page's colour of action."""
WHITE: Rgb = (255, 240, 220)
"""What somebody won."""
BLUE: Rgb = (0, 114, 178)
"""The declarers' side, once the table has seen it; the other side is white and dotted."""
AMBER: Rgb = (255, 176, 0)
"""Something to look at on the page; the page's colour of alarm. Never flashing."""
EMBER: Rgb = (60, 36, 12)
"""At rest: the table is on and waits."""

MILLIAMPS_PER_CHANNEL = 20.0
"""Current of one colour of one light at full value (hardware/guide/power.md)."""
NIGHT_SHARE = 0.25
"""By night the strip shows this share of its brightness."""
FIRST_SEAT = Fraction(1, 8)
"""Middle of seat 0's side, in parts of the strip: light 0 lies at that side's right end."""


@dataclass(frozen=True, slots=True)
class Look:
    """The strip's length and how much light is wanted.

    Raises:
        ValueError: a number out of its range.
    """

    lights: int = 60
    """How many lights the strip has, 4..300."""
    brightness: float = 0.4
    """Share of full value that no colour exceeds, 0..1."""
    night: bool = False
    """Darker still, for late evenings."""
    milliamps: float = 2000.0
    """What the supply may be asked for; a picture that needs more is dimmed as a whole."""
    seat_angles: tuple[float, ...] | None = None
    """Where people sit, degrees clockwise from the lower edge, one a seat; None, or another number
    of them than people: evenly."""

    def __post_init__(self) -> None:
        if not 4 <= self.lights <= 300:
            raise ValueError(f"a strip has 4 to 300 lights, not {self.lights}")
        if not 0 <= self.brightness <= 1:
            raise ValueError(f"brightness is 0 to 1, not {self.brightness}")
        if self.milliamps <= 0:
            raise ValueError(f"the supply's current is above 0 mA, not {self.milliamps}")


def dimmed(picture: Sequence[Rgb], look: Look) -> Picture:
    """Return the picture within `look`: its brightness, the night, and the supply's current."""
    share = look.brightness * (NIGHT_SHARE if look.night else 1.0)
    wanted = milliamps(picture) * share
    if wanted > look.milliamps:
        share *= look.milliamps / wanted
    return tuple(
        [(int(red * share), int(green * share), int(blue * share)) for red, green, blue in picture]
    )


def milliamps(picture: Sequence[Rgb]) -> float:
    """Return the current the picture draws, in milliamperes."""
    return sum(map(sum, picture)) * MILLIAMPS_PER_CHANNEL / 255


@lru_cache(maxsize=512)
def segment(look: Look, seats: int, seat: int, share: float = 1.0) -> range:
    """Return the lights before a seat, as numbers that may run past either end of the strip.

    A seat's side reaches half-way to its neighbours; `share` (0..1) narrows it about the seat. At
    least one light is returned. Take the numbers modulo `look.lights`.
    """
    places = _places(look, seats)
    here, part = places[seat], Fraction(share) / 2
    others = [place for other, place in enumerate(places) if other != seat]
    after = min(((place - here) % 1 for place in others), default=Fraction(1))
    before = min(((here - place) % 1 for place in others), default=Fraction(1))
    first = _light_at((here - part * before) * look.lights)
    return range(first, max(_light_at((here + part * after) * look.lights), first + 1))


def _places(look: Look, seats: int) -> list[Fraction]:
    """Return the middle of each seat's side, in parts of the strip."""
    angles = look.seat_angles
    if angles is None or len(angles) != seats:
        return [FIRST_SEAT + Fraction(seat, seats) for seat in range(seats)]
    return [FIRST_SEAT + Fraction(angle) / 360 for angle in angles]


def _light_at(boundary: Fraction) -> int:
    """Return the first light behind a boundary; exactly, so that neighbours agree on theirs."""
    return floor(boundary + Fraction(1, 2))


class Canvas:
    """A picture being painted, all black at first; later paint covers earlier."""

    def __init__(self, lights: int) -> None:
        self._colours: list[Rgb] = [BLACK] * lights

    def paint(self, lights: Sequence[int], colour: Rgb, every: int = 1) -> None:
        """Colour each `every`-th of these lights; numbers wrap round the strip."""
        for light in lights[::every]:
            self._colours[light % len(self._colours)] = colour

    def fill(self, colour: Rgb, every: int = 1) -> None:
        """Colour each `every`-th light of the whole strip."""
        self.paint(range(len(self._colours)), colour, every)

    def wipe(self, lights: Sequence[int]) -> None:
        """Put these lights out."""
        self.paint(lights, BLACK)

    def finish(self, look: Look) -> Picture:
        """Return the picture as the strip may show it."""
        return dimmed(self._colours, look)


class SimulatedStrip:
    """A strip without a strip: it keeps the picture and hands it on, to the page or to a test.

    Satisfies `Strip`; `listener` gets every new picture, in the thread that shows it.
    """

    def __init__(self, lights: int = 60, listener: Callable[[Picture], None] | None = None) -> None:
        self._lights = lights
        self._listener = listener
        self._picture: Picture = (BLACK,) * lights

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._lights

    @property
    def picture(self) -> Picture:
        """What it shows now."""
        return self._picture

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show the picture, cut or filled up with black to the strip's length."""
        shown = (*tuple(picture)[: self._lights], *(BLACK,) * (self._lights - len(picture)))
        if shown == self._picture:
            return
        self._picture = shown
        if self._listener is not None:
            self._listener(shown)

    def close(self) -> None:
        """Show black."""
        self.show(())


LOWER_RIGHT = 360.0 * (1 - float(FIRST_SEAT))
"""Where light 0 of the painted order lies, degrees clockwise from the middle of the lower edge."""


class LaidStrip:
    """A strip as it lies on the table; satisfies `Strip`.

    `zero_at` is where its light 0 lies, degrees clockwise from the middle of the lower edge;
    `clockwise` whether the next lights follow clockwise as seen from above.
    """

    def __init__(
        self, strip: Strip, zero_at: float = LOWER_RIGHT, *, clockwise: bool = True
    ) -> None:
        self._strip = strip
        shift = round((zero_at - LOWER_RIGHT) / 360 * strip.lights)
        # A light stands for the stretch behind it: run backwards, that lies on its other side.
        self._first, self._step = (shift, 1) if clockwise else (shift - 1, -1)

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._strip.lights

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show a picture of the painted order; one of another length is handed on as it is."""
        count = len(picture)
        if count == self.lights:
            picture = [picture[(self._first + self._step * n) % count] for n in range(count)]
        self._strip.show(picture)

    def close(self) -> None:
        """Show black and let go of the line."""
        self._strip.close()
