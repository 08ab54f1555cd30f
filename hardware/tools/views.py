"""What is seen from a seat: how much of the strip, of each card place, and a picture of it all.

A light counts in pixels of a tenth of a degree; a good eye tells apart a sixth of that. Its share
is what is seen of the pixels it would have if nothing else were there and it shone to all sides:
so a light that looks away counts as unseen. In a picture every pixel is a ray, in plain light from
above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, tan

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from firmware_bridge.strip import BLACK, Picture, Rgb
from hardware.tools.furniture import Lit, Strip
from hardware.tools.seats import CARD, Top, card_place, eye
from hardware.tools.solids import Box, Floats, Numbers, Point, Solid, first_hits, normals

PIXEL = radians(0.1)
"""One pixel's width, seen from the eye."""
ALONG, ACROSS = 48, 3
"""Samples along a seat's stretch of the strip, and across it."""
CARD_ALONG, CARD_ACROSS = 9, 6
WIDE, TALL = 400, 300
FIELD = 88.0
"""Angle across a picture of a seat, degrees: what one sees without turning the head."""
_FINER = 2
_LIGHT = (0.3, -0.2, 0.93)
_WALL = (38, 40, 44)
_OFF: Rgb = (200, 200, 196)
"""A diffuser that does not shine."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one player sees of each seat: its stretch's pixels, those it could have, hidden card."""

    people: int
    seat: int
    standing: bool
    seen: tuple[float, ...]
    whole: tuple[float, ...]
    hidden: tuple[float, ...]
    """Share of each card place that the stand covers."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Return the share of each seat's stretch that is seen."""
        return tuple(seen / whole for seen, whole in zip(self.seen, self.whole, strict=True))


@dataclass(frozen=True, slots=True)
class Spots:
    """Samples of the strip: points, ways outwards, areas (mm²), which of the parts each is."""

    points: Floats
    out: Floats
    areas: Floats
    number: Numbers


def spots(strip: Strip, parts: Floats) -> Spots:
    """Return samples of the strip at these parts of the rim, `ACROSS` at each.

    The areas are as if the parts were spread evenly over the whole strip.
    """
    points, out, areas, numbers = [], [], [], []
    first = strip.lit[0].first
    inside = (parts - first) % 1 + first
    for lit in strip.lit:
        mine = np.flatnonzero((inside >= lit.first) & (inside < lit.last))
        axes, (long, wide, thick) = lit.box.axes(), lit.box.size
        share = lit.last - lit.first
        along = (0.5 - (inside[mine] - lit.first) / share) * long
        for row in range(ACROSS):
            aside = ((row + 0.5) / ACROSS - 0.5) * wide
            at = np.array(lit.box.middle) + along[:, None] * axes[0] + aside * axes[1]
            points.append(at + (thick / 2 + 0.05) * axes[2])
            out.append(np.broadcast_to(axes[2], at.shape))
            areas.append(np.full(len(mine), long / share / len(parts) * wide / ACROSS))
            numbers.append(mine)
    return Spots(*map(np.concatenate, (points, out, areas, numbers)))


def pixels(
    at: Point, strip: Strip, parts: Floats, solids: Sequence[Solid]
) -> tuple[Floats, Floats]:
    """Return how many pixels of each of these parts are seen from a point, and could be."""
    found = spots(strip, parts)
    rays = found.points - np.array(at)
    far = np.linalg.norm(rays, axis=1)
    facing = -(rays * found.out).sum(axis=1) / far
    size = found.areas * np.abs(facing) / far**2 / PIXEL**2
    met, _ = first_hits(np.array(at), rays, solids)
    clear = (met >= 1 - 1e-4) & (facing > 0)
    seen = np.bincount(found.number, np.where(clear, size, 0.0), len(parts))
    whole = np.bincount(found.number, size, len(parts))
    return np.asarray(seen, np.float64), np.asarray(whole, np.float64)


def hidden(at: Point, top: Top, people: int, seat: int, stand: Sequence[Solid]) -> float:
    """Return the share of a player's card place that the stand covers, seen from a point."""
    middle, turn = card_place(top, people, seat)
    axes = Box(middle, (1, 1, 1), turn).axes()
    u, v = np.meshgrid(
        ((np.arange(CARD_ACROSS) + 0.5) / CARD_ACROSS - 0.5) * CARD[0],
        ((np.arange(CARD_ALONG) + 0.5) / CARD_ALONG - 0.5) * CARD[1],
    )
    points = np.array(middle) + u.reshape(-1, 1) * axes[0] + v.reshape(-1, 1) * axes[1]
    met, _ = first_hits(np.array(at), points - np.array(at), stand)
    return float((met < 1).mean())


def sight(
    top: Top,
    people: int,
    seat: int,
    strip: Strip,
    stand: Sequence[Solid],
    others: Sequence[Solid] = (),
    *,
    standing: bool = False,
) -> Sight:
    """Return what one player sees; `others` hide lights as well, such as top and forearms."""
    at = eye(top, people, seat, standing=standing)
    half = 0.5 / people
    parts = 1 / 8 - half + (np.arange(people * ALONG) + 0.5) / (people * ALONG)
    seen, whole = pixels(at, strip, parts, (*strip.holds, *stand, *others))
    return Sight(
        people,
        seat,
        standing,
        tuple(seen.reshape(people, ALONG).sum(axis=1)),
        tuple(whole.reshape(people, ALONG).sum(axis=1)),
        tuple(hidden(at, top, people, each, stand) for each in range(people)),
    )


def lights_seen(
    at: Point, strip: Strip, lights: int, solids: Sequence[Solid], share: float = 0.5
) -> tuple[bool, ...]:
    """Return of each of the strip's lights whether at least this share of it is seen."""
    parts = (np.arange(lights) + 0.5) / lights
    seen, whole = pixels(at, strip, parts, (*strip.holds, *solids))
    return tuple(bool(each) for each in seen >= share * whole)


def least(sights: Sequence[Sight]) -> float:
    """Return the smallest share of any seat's stretch that anybody sees."""
    return min(min(each.shares) for each in sights)


def most_hidden(sights: Sequence[Sight]) -> float:
    """Return the largest share of any card place that is covered for anybody."""
    return max(max(each.hidden) for each in sights)


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
