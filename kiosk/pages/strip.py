"""The strip of lights, drawn as a frame round the page where no real one is connected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_bridge.strip import Picture, Rgb

_UNLIT: Rgb = (0, 0, 0)
_EYE = 0.35
"""Exponent from a light's power to how bright it looks in a dim room."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A run of neighbouring lights of one colour; lengths in parts of a side, 0..100."""

    side: str
    """`bottom`, `left`, `top`, `right`."""
    start: float
    length: float
    colour: str
    """`#rrggbb`."""

    @property
    def horizontal(self) -> bool:
        """Whether the bar lies along the upper or lower edge."""
        return self.side in ("bottom", "top")


_SIDES = ("bottom", "left", "top", "right")
_BACKWARDS = ("bottom", "left")
"""Sides along which the strip runs against x or y of the screen."""


def bars(picture: Picture) -> tuple[Bar, ...]:
    """Lay the strip round the page; light 0 at the right end of the lower side, then clockwise.

    The order is that of `firmware_bridge.strip.Picture`. Unlit lights are left out.
    """
    per_side = len(picture) / 4
    return tuple(
        _bar(side, start, end, colour)
        for number, side in enumerate(_SIDES)
        for start, end, colour in _runs(picture, number * per_side, (number + 1) * per_side)
    )


def _bar(side: str, start: float, end: float, colour: Rgb) -> Bar:
    begin = 1 - end if side in _BACKWARDS else start
    hexed = "#{:02x}{:02x}{:02x}".format(*on_screen(colour))
    return Bar(side, round(100 * begin, 2), round(100 * (end - start), 2), hexed)


def on_screen(colour: Rgb) -> Rgb:
    """Return how a light of this power looks: a dimmed light stays bright to the eye."""
    strongest = max(colour)
    if strongest == 0:
        return colour
    gain = (strongest / 255) ** (_EYE - 1)
    red, green, blue = (round(channel * gain) for channel in colour)
    return red, green, blue


def _runs(picture: Picture, low: float, high: float) -> Iterator[tuple[float, float, Rgb]]:
    """Yield start, end (as parts of the side, 0..1) and colour of each run of lit lights."""
    width = high - low
    run: tuple[float, float, Rgb] | None = None
    for index, colour in enumerate(picture):
        start, end = max(index, low), min(index + 1, high)
        if start >= end:
            continue
        if run is not None and run[2] == colour:
            run = (run[0], end, colour)
            continue
        if run is not None and run[2] != _UNLIT:
            yield (run[0] - low) / width, (run[1] - low) / width, run[2]
        run = (start, end, colour)
    if run is not None and run[2] != _UNLIT:
        yield (run[0] - low) / width, (run[1] - low) / width, run[2]
