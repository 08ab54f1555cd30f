"""What is seen from every seat: how much of the strip, how much of each card place.

A light counts in pixels of a tenth of a degree; a good eye tells apart a sixth of that. Its share
is what is seen of the pixels it would have if nothing else were there and it shone to all sides:
so a light that looks away counts as unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians

import numpy as np

from hardware.tools.furniture import Strip
from hardware.tools.seats import CARD, Top, card_place, eye
from hardware.tools.solids import Box, Floats, Numbers, Point, Solid, first_hits

PIXEL = radians(0.1)
"""One pixel's width, seen from the eye."""
ALONG, ACROSS = 48, 3
"""Samples along a seat's stretch of the strip, and across it."""
CARD_ALONG, CARD_ACROSS = 9, 6


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
