"""Everything about a table that a seed decides: camera, lamp, room, table top, varnish, players."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.shift.ground import Ground
from models.shift.lens import Lens
from models.shift.motion import seat_angle

Colour = str
SAMPLES = 2
"""Instants, places on the lamp and sub-pixels that are averaged for a picture."""

_SKINS = ("#e3b18f", "#d59c78", "#c98f6b", "#b97a55", "#8d5a3b", "#5e3a26")
_SLEEVES = ("#2f3b55", "#6b2f2f", "#d9d6cc", "#3d5a3c", "#26262a", "#8a7a55", "#7d8da6")


@dataclass(frozen=True, slots=True)
class Glass:
    """A glass of beer on its mat."""

    x: float
    y: float
    radius: float
    height: float
    full: float
    drink: Colour
    foam: Colour
    mat: Colour


@dataclass(frozen=True, slots=True)
class Setting:
    """One table in one pub; lengths in mm, angles in radians."""

    lens: Lens
    ground: Ground
    lamp: tuple[float, float, float]
    lamp_radius: float
    lamp_colour: Colour
    lamp_power: float
    window: float
    """How bright the daylight from one side is; 0 at night."""
    window_from: tuple[float, float, float]
    sky: float
    varnish: float
    """Of the cards: 0 none, 1 a thick layer."""
    varnish_rough: float
    exposure: float
    shutter: float
    """Seconds a picture is exposed."""
    noise: float
    soft: float
    cast: tuple[float, float, float]
    looks: tuple[tuple[Colour, Colour, Colour], ...]
    """Skin, sleeve and nails of the player on each seat."""
    reach: tuple[float, ...]
    """How large each player's hands are; 1 is usual."""
    glasses: tuple[Glass, ...]


def drawn(rng: np.random.Generator, seats: int) -> Setting:
    """Draw a table by lot."""

    def uniform(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    high = uniform(880, 1120)
    aside = (uniform(-110, 110), uniform(-170, 60))
    target = (uniform(-14, 14), uniform(-14, 14), 0.0)
    seen = uniform(395, 450)
    """Millimetres of the table from the lower to the upper edge of the picture."""
    lens = Lens(
        (*aside, high),
        target,
        2 * math.degrees(math.atan(seen / 2 / math.hypot(high, *aside))),
        uniform(-0.03, 0.03),
        uniform(-0.01, 0.05),
    )
    turn = uniform(0, 2 * math.pi)
    out = uniform(120, 520)
    lamp_high = uniform(780, 1300)
    lamp = (out * math.cos(turn), out * math.sin(turn), lamp_high)
    evening = rng.random() < 0.7
    day = uniform(0.0, 0.25) if evening else uniform(0.5, 1.1)
    light = uniform(0, 2 * math.pi)
    warm = uniform(0.0, 1.0)
    return Setting(
        lens=lens,
        ground=list(Ground)[int(rng.integers(len(Ground)))],
        lamp=lamp,
        lamp_radius=uniform(25, 85),
        lamp_colour=_hex(255, 236 - 44 * warm, 205 - 95 * warm),
        lamp_power=uniform(2.2, 3.4) * (lamp_high**2 + out**2),
        window=day,
        window_from=(math.cos(light) * 900, math.sin(light) * 900, uniform(500, 900)),
        sky=uniform(0.35, 0.8),
        varnish=uniform(0.35, 1.0),
        varnish_rough=uniform(0.12, 0.42),
        exposure=uniform(0.8, 1.1),
        shutter=uniform(0.012, 0.033),
        noise=uniform(1.5, 6.0) if evening else uniform(0.8, 3.0),
        soft=uniform(0.35, 0.85),
        # The white balance takes off most of the lamp's colour.
        cast=(1.0 + 0.22 * warm, 1.0, 1.0 - 0.06 * warm),
        looks=tuple(_look(rng) for _ in range(seats)),
        reach=tuple(uniform(0.88, 1.1) for _ in range(seats)),
        glasses=tuple(_glass(rng, seat, seats) for seat in range(seats) if rng.random() < 0.55),
    )


def samples(setting: Setting) -> list[tuple[float, float, float, float]]:
    """Return places on the lamp in mm and shifts of the picture in pixels, one a sample."""
    return [
        (
            0.7 * setting.lamp_radius * math.cos(2 * math.pi * at / SAMPLES),
            0.7 * setting.lamp_radius * math.sin(2 * math.pi * at / SAMPLES),
            (at + 0.5) / SAMPLES - 0.5,
            (at + 0.5) / SAMPLES - 0.5,
        )
        for at in range(SAMPLES)
    ]


def _look(rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    skin = _SKINS[int(rng.choice(len(_SKINS), p=(0.25, 0.25, 0.2, 0.12, 0.1, 0.08)))]
    r, g, b = (int(skin[at : at + 2], 16) for at in (1, 3, 5))
    nail = _hex(r + 0.35 * (255 - r), g + 0.25 * (255 - g), b + 0.3 * (255 - b))
    return skin, _SLEEVES[int(rng.integers(len(_SLEEVES)))], nail


def _glass(rng: np.random.Generator, seat: int, seats: int) -> Glass:
    """A glass to a player's left, at the rim of what the camera sees."""
    angle = seat_angle(seat, seats) - 0.42 - float(rng.uniform(-0.08, 0.08))
    c, s = math.cos(angle), math.sin(angle)
    reach = min(285 / max(abs(c), 1e-9), 168 / max(abs(s), 1e-9))
    full = float(rng.uniform(0.25, 0.85))
    return Glass(
        reach * c,
        reach * s,
        float(rng.uniform(30, 41)),
        float(rng.uniform(105, 165)),
        full,
        ("#c9851f", "#d9a02e", "#6b3a16")[int(rng.integers(3))],
        "#f4eddc",
        ("#e8e2d2", "#b03a32", "#3a5f8f", "#d9c27a")[int(rng.integers(4))],
    )


def _hex(red: float, green: float, blue: float) -> Colour:
    return "#" + "".join(f"{min(255, max(0, round(v))):02x}" for v in (red, green, blue))
