"""Players as far as the camera sees them: hands in sleeves, heads that lean in; and their beer.

Small sprites that look solid: heights of rounded bodies, lit from the side. Every sprite's x axis
points away from the table's centre when its owner reaches in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from models.workshop.evening.geometry import Floats, Picture

SPRITE_UNITS = 1.6
"""Pixels a millimetre of every sprite."""

_LIGHT = np.array([-0.35, -0.45, 0.82])


def grid(width: float, height: float) -> tuple[Floats, Floats]:
    """Return x and y in millimetres for every pixel of a sprite of this size."""
    rows, columns = round(height * SPRITE_UNITS), round(width * SPRITE_UNITS)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    return x / SPRITE_UNITS, y / SPRITE_UNITS


def capsule(
    field: tuple[Floats, Floats],
    start: tuple[float, float],
    end: tuple[float, float],
    radii: tuple[float, float],
) -> Floats:
    """Return the height in mm over the table of a round body from `start` to `end`; 0 outside."""
    height = np.zeros_like(field[0])
    reach = max(radii) + 1
    near = tuple(
        slice(
            max(0, round((low - reach) * SPRITE_UNITS)),
            max(0, round((high + reach) * SPRITE_UNITS)),
        )
        for low, high in (
            (min(start[1], end[1]), max(start[1], end[1])),
            (min(start[0], end[0]), max(start[0], end[0])),
        )
    )
    x, y = field[0][near], field[1][near]
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = np.clip(((x - start[0]) * dx + (y - start[1]) * dy) / max(length, 1e-9), 0, 1)
    radius = radii[0] + (radii[1] - radii[0]) * along
    off = (x - start[0] - along * dx) ** 2 + (y - start[1] - along * dy) ** 2
    height[near] = np.sqrt(np.maximum(0.0, radius**2 - off))
    return height


def lit(height: Floats, colour: Floats, ambient: float = 0.5) -> Picture:
    """Return a BGRA sprite of a body: `colour` [h, w, 3] or [3], opaque where `height` > 0."""
    down, right = np.gradient(height * SPRITE_UNITS)
    steep = np.sqrt(down**2 + right**2 + 1)
    normal = np.stack([-right, -down, np.ones_like(height)], axis=2) / steep[..., None]
    bright = ambient + (1.12 - ambient) * np.clip(normal @ _LIGHT, 0, 1)
    pixels = np.clip(bright[..., None] * colour, 0, 255)
    alpha = np.clip(height / 2.0, 0, 1) * 255
    return np.dstack([pixels, alpha]).astype(np.uint8)


def over(lower: Picture, upper: Picture) -> Picture:
    """Return `upper` laid on `lower`, both BGRA of one size."""
    share = upper[..., 3:].astype(np.float64) / 255
    colour = lower[..., :3] * (1 - share) + upper[..., :3] * share
    alpha = np.maximum(lower[..., 3], upper[..., 3])
    return np.dstack([colour, alpha]).astype(np.uint8)


ARM_LENGTH = 560.0
ARM_WIDTH = 170.0
GRIP = (16.0, ARM_WIDTH / 2)
"""Where a held card's near edge lies in the sprite, mm from its corner."""


class HandGrasp(Enum):
    """What the hand does."""

    HOLD = "hold"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Player:
    """One player's looks."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    checked: bool


def _skin(light: float) -> tuple[float, float, float]:
    return 128 * light, 162 * light, 214 * light


def players(rng: np.random.Generator, count: int) -> tuple[Player, ...]:
    """Draw `count` different players by lot; colours BGR."""
    sleeves = [
        (70, 88, 52),
        (150, 150, 168),
        (58, 40, 120),
        (120, 84, 46),
        (48, 52, 60),
        (60, 104, 150),
    ]
    order = rng.permutation(len(sleeves))
    return tuple(
        Player(
            skin=_skin(float(rng.uniform(0.78, 1.06))),
            sleeve=sleeves[order[place % len(sleeves)]],
            checked=bool(rng.random() < 0.5),
        )
        for place in range(count)
    )


_FINGERS = {
    HandGrasp.HOLD: ((-17, 14.0), (-5, 6.0), (8, 8.0), (20, 18.0)),
    HandGrasp.OPEN: ((-40, 22.0), (-15, 2.0), (12, 0.0), (36, 14.0)),
}
"""Lateral place of each finger tip and how far it reaches, mm."""


def arm(player: Player, grasp: HandGrasp) -> Picture:
    """Return a hand with its forearm as BGRA; the finger tips are at the left edge."""
    field = grid(ARM_LENGTH, ARM_WIDTH)
    mid = ARM_WIDTH / 2
    skin = np.array(player.skin)
    forearm = capsule(field, (112, mid), (260, mid), (25, 34))
    palm = np.maximum(
        capsule(field, (72, mid - 16), (112, mid - 6), (24, 22)),
        capsule(field, (70, mid + 14), (112, mid + 6), (24, 22)),
    )
    sprite = lit(np.maximum(forearm, palm), skin)
    for place, (side, tip) in enumerate(_FINGERS[grasp]):
        knuckle = mid - 27 + place * 18
        bend = (38.0, (knuckle + mid + side) / 2)
        finger = np.maximum(
            capsule(field, (72, knuckle), bend, (10.5, 9.5)),
            capsule(field, bend, (tip + 9, mid + side), (9.5, 7.5)),
        )
        sprite = over(sprite, lit(finger, skin * 1.04))
        nail = capsule(field, (tip + 6, mid + side), (tip + 10, mid + side), (3.6, 3.6))
        sprite = over(sprite, lit(nail, skin * 1.12 + 14, ambient=0.8))
    reach = (22.0, mid + 24) if grasp is HandGrasp.HOLD else (40.0, mid + 62)
    thumb = np.maximum(
        capsule(field, (98, mid + 30), (62, mid + 46), (14, 11)),
        capsule(field, (62, mid + 46), reach, (11, 8)),
    )
    return over(over(sprite, lit(thumb, skin * 1.05)), _sleeve(field, player))


def _sleeve(field: tuple[Floats, Floats], player: Player) -> Picture:
    mid = ARM_WIDTH / 2
    x, y = field
    cloth = np.ones((*x.shape, 3)) * np.array(player.sleeve, np.float64)
    if player.checked:
        squares = 0.86 + 0.14 * np.sign(np.sin(x / 4.2)) * np.sign(np.sin(y / 4.2))
        cloth *= squares[..., None]
    folds = 1 + 0.10 * np.sin(x / 11 + np.sin(y / 17) * 1.6) * np.clip((x - 190) / 120, 0, 1)
    cloth *= folds[..., None]
    tube = capsule(field, (214, mid), (ARM_LENGTH + 40, mid), (46, 66))
    tube = np.where(x < 178, 0.0, tube)
    cuff = capsule(field, (186, mid - 16), (186, mid + 16), (30, 30))
    cuff = np.where((x > 172) & (x < 200), np.maximum(cuff, 12 * (cuff > 0)), 0.0)
    return over(lit(tube, cloth, ambient=0.42), lit(cuff, cloth * 0.8, ambient=0.5))


HEAD_SIZE = 300.0


def head(player: Player, rng: np.random.Generator) -> Picture:
    """Return a head in a hat leaning in, seen from above, as BGRA."""
    field = grid(HEAD_SIZE, HEAD_SIZE)
    mid = HEAD_SIZE / 2
    hat = np.array(player.sleeve) * rng.uniform(0.5, 0.8) + 10
    shoulders = capsule(field, (mid + 90, mid - 90), (mid + 90, mid + 90), (60, 60))
    brim = np.minimum(capsule(field, (mid, mid), (mid + 1, mid), (118, 118)), 14.0)
    crown = capsule(field, (mid - 6, mid), (mid + 14, mid), (66, 66)) * 0.8
    sprite = lit(shoulders, np.array(player.sleeve, np.float64), ambient=0.4)
    sprite = over(sprite, lit(brim, hat, ambient=0.45))
    return over(sprite, lit(crown, hat * 1.1, ambient=0.4))


GLASS_SIZE = 120.0


def beer(rng: np.random.Generator) -> Picture:
    """Return a beer glass from above, as BGRA: handle, rim, beer and froth."""
    x, y = grid(GLASS_SIZE, GLASS_SIZE)
    mid = GLASS_SIZE / 2
    far = np.hypot(x - mid, y - mid)
    around = np.arctan2(y - mid, x - mid)
    waves = (0.9 * np.sin(around * k + rng.uniform(0, 6)) for k in (2, 3, 5, 8))
    froth_edge = 33.5 + sum(waves, np.zeros_like(far))
    specks = rng.normal(0, 1, x.shape)
    colour = np.empty((*x.shape, 3))
    colour[:] = (205.0, 222.0, 226.0)
    colour[far < 38] = (40.0, 132.0, 214.0)
    froth = far < froth_edge
    colour[froth] = (214.0, 236.0, 244.0)
    colour += (specks * 5 * froth)[..., None]
    colour += (40 * np.exp(-(((x - mid + 14) ** 2 + (y - mid + 16) ** 2) / 60)))[..., None]
    alpha = np.clip((42 - far) * SPRITE_UNITS, 0, 1) * np.where(far < 38, 1.0, 0.72)
    handle = np.abs(np.hypot((x - mid - 44) / 1.1, y - mid) - 13)
    grip = np.clip((4.5 - handle) * SPRITE_UNITS, 0, 1) * (far > 41)
    alpha = np.maximum(alpha, grip * 0.75)
    return np.dstack([np.clip(colour, 0, 255), alpha * 255]).astype(np.uint8)
