"""`python -m tests.firmware_bridge.lights.film`: all cues as four people see them, in a row.

Every frame is the table from four seats (`hardware.tools.sights`), rendered once; only the lights
change. The film is drawn by hand, for a rendering is too slow for each run of the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from hardware.tools import sights
from hardware.tools.seats import SQUARE
from tests.firmware_bridge.lights.examples import Example, examples
from tests.shared_data import ROOT

FILM = ROOT / "docs" / "lights" / "seats.webp"
LAST_SECONDS = 1.6
"""How long a cue that stays is shown."""
_WIDE, _TALL, _LINE = 320, 190, 26
_TOP = 0.28
"""Share of a picture cut off above: nothing but the wall."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the film, and how long it is shown."""

    picture: Image.Image
    seconds: float


def frames() -> Iterator[Frame]:
    """Yield the film's frames: each step of each cue, from four seats."""
    scenes = sights.scenes(sights.RIM, SQUARE, 4)
    for example in examples():
        for step in example.steps:
            seats = [scene.showing(step.picture) for scene in scenes]
            seconds = LAST_SECONDS if step.seconds is None else step.seconds
            yield Frame(_together(example, seats), seconds)


def write() -> None:
    """Write the film."""
    shown = list(frames())
    shown[0].picture.save(
        FILM,
        save_all=True,
        append_images=[frame.picture for frame in shown[1:]],
        duration=[round(1000 * frame.seconds) for frame in shown],
        loop=0,
        quality=45,
        method=6,
    )


def _together(example: Example, seats: list[Image.Image]) -> Image.Image:
    made = Image.new("RGB", (2 * _WIDE, 2 * _TALL + _LINE), (255, 255, 255))
    pen, font = ImageDraw.Draw(made), ImageFont.load_default(15)
    words = f"{example.name.de} · {example.name.en}"
    pen.text((6, 4), words, fill=(20, 32, 43), font=font)
    for number, seen in enumerate(seats):
        row, column = divmod(number, 2)
        cut = seen.crop((0, int(_TOP * seen.height), seen.width, seen.height))
        made.paste(cut.resize((_WIDE, _TALL)), (column * _WIDE, _LINE + row * _TALL))
        pen.text(
            (column * _WIDE + 6, _LINE + row * _TALL + 4),
            f"Platz · seat {number + 1}",
            fill=(200, 205, 210),
            font=font,
        )
    return made


if __name__ == "__main__":
    write()
