"""Pictures of the furniture from a seat: every pixel a ray, plain light from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, tan

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from firmware_bridge.strip import BLACK, Picture, Rgb
from hardware.tools.furniture import Lit, Strip
from hardware.tools.seats import CARD, Top, card_place
from hardware.tools.solids import Box, Floats, Numbers, Point, Solid, first_hits, normals

WIDE, TALL = 400, 300
FIELD = 88.0
"""Angle across a picture of a seat, degrees: what one sees without turning the head."""
_FINER = 2
_LIGHT = (0.3, -0.2, 0.93)
_WALL = (38, 40, 44)
_OFF: Rgb = (200, 200, 196)
"""A diffuser that does not shine."""


@dataclass(frozen=True, slots=True)
class Coat:
    """A solid and its colour."""

    solid: Solid
    colour: Rgb


def cards(top: Top, people: int) -> list[Coat]:
    """Return a card on each player's place."""
    made = []
    for seat in range(people):
        (x, y, _), turn = card_place(top, people, seat)
        made.append(Coat(Box((x, y, 0.5), (*CARD, 1.0), turn), (245, 245, 240)))
    return made


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen from a point while the strip is dark, and which pixels are which part of it."""

    dark: Floats
    shining: Numbers
    """Numbers of the pixels that show the strip's outer face."""
    parts: Floats
    """The part of the rim that each of them shows, 0..1."""

    def showing(self, lights: Picture) -> Image.Image:
        """Return the picture while the strip shows these lights."""
        number = np.floor(self.parts * len(lights)).astype(int) % len(lights)
        colours = np.array(lights, np.float64)[number]
        lit = (colours != BLACK).any(axis=1)
        seen = self.dark.copy()
        seen[self.shining[lit]] = colours[lit]
        pixels = seen.reshape(TALL * _FINER, WIDE * _FINER, 3).clip(0, 255).astype(np.uint8)
        return Image.fromarray(pixels).resize((WIDE, TALL), Image.Resampling.LANCZOS)


def scene(
    at: Point,
    coats: Sequence[Coat],
    strip: Strip,
    to: Point = (0, 0, 0),
    field: float = FIELD,
) -> Scene:
    """Return what is seen from a point that looks at another."""
    rays = _rays(at, to, WIDE * _FINER, TALL * _FINER, field)
    solids = [coat.solid for coat in coats]
    solids += [*strip.holds, *(lit.box for lit in strip.lit)]
    colours: list[Rgb] = [coat.colour for coat in coats]
    colours += [(48, 50, 54)] * len(strip.holds) + [_OFF] * len(strip.lit)
    far, number = first_hits(np.array(at), rays, solids)
    seen = np.full((len(rays), 3), _WALL, np.float64)
    shining, parts = [], []
    for each, solid in enumerate(solids):
        mine = np.flatnonzero(number == each)
        points = np.array(at) + far[mine, None] * rays[mine]
        seen[mine] = _shaded(points, solid, colours[each])
        if each >= len(coats) + len(strip.holds):
            lit = strip.lit[each - len(coats) - len(strip.holds)]
            outer, part = _outer(points, lit)
            shining.append(mine[outer])
            parts.append(part[outer])
    return Scene(seen, np.concatenate(shining), np.concatenate(parts))


def sheet(pictures: Sequence[tuple[str, Image.Image]], columns: int) -> Image.Image:
    """Return pictures with their captions side by side."""
    rows = -(-len(pictures) // columns)
    line = 24
    made = Image.new("RGB", (columns * (WIDE + 6) - 6, rows * (TALL + line)), (255, 255, 255))
    pen = ImageDraw.Draw(made)
    font = ImageFont.load_default(15)
    for at, (caption, picture) in enumerate(pictures):
        row, column = divmod(at, columns)
        x, y = column * (WIDE + 6), row * (TALL + line)
        pen.text((x + 4, y + 2), caption, fill=(20, 32, 43), font=font)
        made.paste(picture, (x, y + line))
    return made


def _rays(at: Point, to: Point, wide: int, tall: int, field: float) -> Floats:
    ahead = np.array(to, np.float64) - np.array(at)
    ahead /= np.linalg.norm(ahead)
    # Looking straight down, seat 0 is at the picture's lower edge.
    right = np.cross(ahead, (0.0, 1.0, 0.0) if abs(ahead[2]) > 0.999 else (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    reach = tan(radians(field) / 2)
    u = ((np.arange(wide) + 0.5) / wide * 2 - 1) * reach
    v = -((np.arange(tall) + 0.5) / tall * 2 - 1) * reach * tall / wide
    columns, rows = np.meshgrid(u, v)
    rays = ahead + columns.reshape(-1, 1) * right + rows.reshape(-1, 1) * up
    return np.asarray(rays / np.linalg.norm(rays, axis=1)[:, None])


def _shaded(points: Floats, solid: Solid, colour: Rgb) -> Floats:
    bright = 0.55 + 0.45 * np.abs(normals(points, solid) @ np.array(_LIGHT))
    return np.asarray(bright[:, None] * np.array(colour, np.float64))


def _outer(points: Floats, lit: Lit) -> tuple[NDArray[np.bool_], Floats]:
    """Return which points lie on the face that shines, and the part of the rim of each."""
    local = (points - np.array(lit.box.middle)) @ lit.box.axes().T
    part = lit.first + (0.5 - local[:, 0] / lit.box.size[0]) * (lit.last - lit.first)
    return local[:, 2] > lit.box.size[2] / 2 - 0.05, np.asarray(part % 1)
