"""Strips and stands compared from every seat: the table and picture of `SEATS.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from firmware_bridge.strip import AMBER, BLACK, BLUE, CYAN, WHITE, Look, Picture, Rgb, segment
from hardware.tools import furniture, optics, rails, views
from hardware.tools.furniture import Head, Strip
from hardware.tools.optics import Camera
from hardware.tools.places import GUIDE, HARDWARE, fresh
from hardware.tools.seats import EYE_UP, PEOPLE, SQUARE, TOPS, Top, eye, seat
from hardware.tools.solids import Ball, Box, Solid
from hardware.tools.tables import markdown
from hardware.tools.views import Coat, Sight, least, most_hidden, sight

HEAD = Head(700.0)
SHEET = GUIDE / "pictures" / "seats.png"
_STRETCHES: tuple[Rgb, ...] = (CYAN, AMBER, WHITE, BLUE)
_WOOD, _CLOTH, _METAL = (150, 105, 65), (40, 90, 50), (90, 94, 100)


@dataclass(frozen=True, slots=True)
class Setup:
    """A strip and a stand, named in both languages, with what else is in the way."""

    de: str
    en: str
    strip: Callable[[Top], Strip]
    stand: Callable[[Top, int], Sequence[Solid]]
    others: Callable[[Top, int], Sequence[Solid]]
    round: bool = True
    """Whether it goes on a round table."""


def _floor(top: Top, people: int) -> Sequence[Solid]:
    return furniture.floor_stand(top, people, HEAD)


def _top(top: Top, _people: int) -> Sequence[Solid]:
    return (furniture.tabletop(top),)


BEFORE = Setup(
    "unter der Kante, Mast am Tisch",
    "under the rim, mast at the table",
    furniture.under_rim,
    lambda top, _people: furniture.mast_at_table(top, HEAD),
    _top,
    round=False,
)
RING = Setup(
    "Ring unter der Kamera, Stativ am Boden",
    "ring below the camera, stand on the floor",
    lambda top: furniture.ring_below(top, HEAD),
    _floor,
    _top,
)
RIM = Setup(
    "**auf der Kante, Stativ am Boden**",
    "**on the rim, stand on the floor**",
    lambda top: furniture.on_rim(top, rails.rail()),
    _floor,
    _top,
)
ARMS = Setup(
    "dasselbe, alle mit beiden Unterarmen darauf",
    "the same, everybody resting both forearms on it",
    RIM.strip,
    _floor,
    lambda top, people: (furniture.tabletop(top), *furniture.forearms(top, people)),
)
SETUPS = (BEFORE, RING, RIM, ARMS)


@cache
def sights(setup: Setup, top: Top, *, standing: bool) -> tuple[Sight, ...]:
    """Return what every player of every company of 2 to 7 sees."""
    strip = setup.strip(top)
    return tuple(
        sight(top, n, seat, strip, setup.stand(top, n), setup.others(top, n), standing=standing)
        for n in PEOPLE
        for seat in range(n)
    )


def table(language: str) -> str:
    """Return the comparison as a table, the worst of all seats and companies in each cell."""
    german = language == "de"
    head = (
        (
            *("Tisch", "Lichtband und Kamera", "vom Band zu sehen, sitzend", "stehend"),
            *("Bildpunkte, sitzend", "stehend", "Kartenplatz verdeckt"),
        )
        if german
        else (
            *("table", "strip and camera", "seen of the strip, sitting", "standing"),
            *("pixels, sitting", "standing", "card place covered"),
        )
    )
    rows = []
    for top in TOPS:
        for setup in SETUPS:
            if top.round and not setup.round:
                continue
            sit, stand = (sights(setup, top, standing=each) for each in (False, True))
            shares = [f"{least(each):.0%}" for each in (sit, stand)]
            counts = [f"{min(min(one.seen) for one in each):.0f}" for each in (sit, stand)]
            covered = f"{most_hidden((*sit, *stand)):.0%}"
            name = setup.de if german else setup.en
            rows.append((top.de if german else top.en, name, *shares, *counts, covered))
    return markdown(head, [tuple(_cell(cell, german=german) for cell in row) for row in rows])


def draw_seats() -> dict[Path, list[Path]]:
    """Draw what four people see, before and now; return the picture with its sources."""
    tools = [HARDWARE / "tools" / f"{name}.py" for name in _DRAWN_BY]
    sources = [*tools, HARDWARE / "mechanics" / "parameters.scad"]
    if not fresh(SHEET, sources):
        pictures = [
            (f"{words} {number + 1}", scene.showing(coloured(4)))
            for setup, words in ((BEFORE, "vorher / before:"), (RIM, "jetzt / now:"))
            for number, scene in enumerate(scenes(setup, SQUARE, 4))
        ]
        drawn = views.sheet(pictures, 4).quantize(96)
        drawn.save(SHEET, optimize=True)
    return {SHEET: sources}


def draw_lens() -> dict[Path, list[Path]]:
    """Draw what each camera sees without its hood and with it, four people leaning to the rim."""
    names = ("furniture", "optics", "views", "seats", "sights", "solids")
    sources = [HARDWARE / "tools" / f"{name}.py" for name in names]
    sources.append(HARDWARE / "mechanics" / "parameters.scad")
    hoods = ((False, "ohne Haube / without hood"), (True, "mit Haube / with hood"))
    if not fresh(LENS, sources):
        pictures = [
            (f"{camera.name}, {words}", _through(camera, hooded=hooded))
            for camera in (optics.USB_M12, optics.MODULE_3)
            for hooded, words in hoods
        ]
        views.sheet(pictures, 2).quantize(96).save(LENS, optimize=True)
    return {LENS: sources}


def _through(camera: Camera, *, hooded: bool) -> Image.Image:
    """Return what lies below a camera over the square table, seen from its lens."""
    top, people = SQUARE, 4
    lens = optics.height_for(camera, optics.SQUARE.square)
    shown = [Coat(each, _WOOD) for each in _top(top, people)]
    shown += [Coat(Box((0, 0, -0.5), (520.0, 520.0, 1.4)), _CLOTH), *views.cards(top, people)]
    up = EYE_UP - HEAD_LOW
    shown += [
        Coat(Ball(seat(top, people, n).beyond(0.0, up), HEAD_RADIUS), _SKIN) for n in range(4)
    ]
    if hooded:
        edge, half = lens - optics.deep(camera), optics.opening() / 2
        shown += [
            Coat(Box((x * (half + 100), y * (half + 100), edge), size), (12, 12, 12))
            for x, y, size in (
                (-1, 0, (200.0, 600.0, 1.0)),
                (1, 0, (200.0, 600.0, 1.0)),
                (0, -1, (600.0, 200.0, 1.0)),
                (0, 1, (600.0, 200.0, 1.0)),
            )
        ]
    strip = furniture.on_rim(top, rails.rail())
    # Far wider than the camera: so one sees whom the hood hides.
    return views.scene((0, 0, lens), shown, strip, field=LENS_FIELD).showing(coloured(4))


HEAD_RADIUS, HEAD_LOW = 110.0, 20.0
"""A head, and its middle below the eyes."""
LENS_FIELD = 130.0
"""Angle across that picture, degrees."""
LENS = GUIDE / "pictures" / "lens.png"
_SKIN = (214, 150, 120)
_DRAWN_BY = ("furniture", "views", "rails", "seats", "sights", "solids")


def coats(setup: Setup, top: Top, people: int) -> list[Coat]:
    """Return all that a picture of a setup shows beside the strip."""
    cloth = Box((0, 0, -0.5), (520.0, 520.0, 1.4))
    stand = [Coat(each, _METAL) for each in setup.stand(top, people)]
    wood = [Coat(each, _WOOD) for each in setup.others(top, people)]
    return [*wood, Coat(cloth, _CLOTH), *views.cards(top, people), *stand]


def scenes(setup: Setup, top: Top, people: int) -> list[views.Scene]:
    """Return what each of the people sees."""
    shown = coats(setup, top, people)
    strip = setup.strip(top)
    return [views.scene(eye(top, people, n), shown, strip) for n in range(people)]


def coloured(people: int, lights: int = 60) -> Picture:
    """Return each seat's stretch in a colour of its own, a little apart."""
    look = Look(lights=lights)
    made = [BLACK] * lights
    for number in range(people):
        for light in segment(look, people, number, 0.9):
            made[light % lights] = _STRETCHES[number % len(_STRETCHES)]
    return tuple(made)


def _cell(text: str, *, german: bool) -> str:
    return text.replace("%", " %") if german else text
