"""Pictures for a person who tests the lights: which colour, which side, which way round."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from firmware_bridge.look import BLUE, WHITE, Canvas, Look, dimmed, segment
from firmware_bridge.strip import Picture, Rgb
from kiosk.strip import words as w

COLOURS: dict[str, Rgb] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "white": (255, 255, 255),
}
_TAIL = 9
"""Lights behind light 0 that show the direction, each darker than the one before."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One test: its key, what its button says, and what is to be seen."""

    key: str
    word: Text | str
    tell: Text


def patterns(names: tuple[str, ...]) -> tuple[Pattern, ...]:
    """Return the tests a table with these people has."""
    colours = (
        Pattern(key, word, w.TELL_COLOUR.format(colour=_adjective(word)))
        for key, word in w.COLOURS.items()
    )
    first = names[0] if names else w.SEAT.format(number=1)
    seats = (
        Pattern(f"seat-{seat}", name, w.TELL_SEAT.format(name=name))
        for seat, name in enumerate(names)
    )
    return (*colours, Pattern("first", w.FIRST, w.TELL_FIRST.format(name=first)), *seats)


def painted(key: str, look: Look, seats: int) -> Picture:
    """Return the picture of a test.

    Raises:
        KeyError: there is no such test.
    """
    if key in COLOURS:
        return dimmed((COLOURS[key],) * look.lights, look)
    canvas = Canvas(look.lights)
    if key == "first":
        for behind in range(min(_TAIL, look.lights - 1), 0, -1):
            share = (_TAIL + 1 - behind) / (_TAIL + 1)
            red, green, blue = (int(share * channel) for channel in BLUE)
            canvas.paint((behind,), (red, green, blue))
        canvas.paint((0,), WHITE)
        return canvas.finish(look)
    canvas.paint(segment(look, seats, {f"seat-{n}": n for n in range(seats)}[key]), WHITE)
    return canvas.finish(look)


def _adjective(word: Text) -> Text:
    return Text(de=word.de.lower(), en=word.en.lower())
