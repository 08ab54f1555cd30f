"""Tables of the evenings that measure: wood, newspaper, cloth, lacquer, felt, clutter.

None of them is drawn as the tables the nets are trained on (`models/textures.py`). Newspaper,
flowered wax cloth and lacquer with its mirror images occur in no training at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import Enum

import cv2
import numpy as np

from models.evening import things
from models.evening.geometry import Camera, Floats, Picture, Pose


class Surface(Enum):
    """What the table is covered with."""

    PALE_WOOD = "pale-wood"
    DARK_WOOD = "dark-wood"
    NEWSPAPER = "newspaper"
    CHECKED = "checked"
    LACQUER = "lacquer"
    FELT = "felt"
    WAX_CLOTH = "wax-cloth"
    WHITE = "white"


LIGHT = frozenset({Surface.PALE_WOOD, Surface.NEWSPAPER, Surface.WHITE})
"""Tables about as light as the cards."""
PATTERNED = frozenset({Surface.NEWSPAPER, Surface.CHECKED, Surface.WAX_CLOTH})

_CLUTTER = ("coaster", "phone", "notepad", "pen", "coins", "newspaper", "napkin", "coaster")
_CLEAR_MM = 150.0
"""Clutter keeps this far aside from the middle: cards are played there."""


def top(surface: Surface, rng: np.random.Generator, camera: Camera) -> Picture:
    """Return the table's top as the camera sees it, BGR, unlit."""
    size = (camera.height, camera.width)
    drawn = _DRAWN[surface](rng, size, camera.scale)
    return np.clip(drawn, 0, 255).astype(np.uint8)


def cluttered(picture: Picture, rng: np.random.Generator, camera: Camera) -> Picture:
    """Return the top with things lying about its rim."""
    result = picture.copy()
    for kind in rng.permutation(_CLUTTER)[: int(rng.integers(4, 8))]:
        sprite = things.thing(str(kind), rng)
        half = camera.width / camera.scale / 2
        across = float(rng.choice((-1, 1)) * rng.uniform(_CLEAR_MM, max(_CLEAR_MM + 20, half)))
        up = float(rng.uniform(-0.5, 0.5) * camera.height / camera.scale)
        pose = Pose(across, up, float(rng.uniform(0, 2 * math.pi)))
        _paste(result, sprite, camera, pose)
    return result


def _paste(picture: Picture, sprite: Picture, camera: Camera, pose: Pose) -> None:
    tall, wide = sprite.shape[:2]
    matrix = camera.matrix(pose, things.UNITS, (wide / 2, tall / 2))
    seen = cv2.warpPerspective(sprite, matrix, (camera.width, camera.height))
    share = seen[..., 3:].astype(np.float32) / 255
    shade = cv2.GaussianBlur(seen[..., 3], (0, 0), 5).astype(np.float32)[..., None] / 255
    below = picture.astype(np.float32) * (1 - 0.35 * np.roll(shade, 5, (0, 1)))
    picture[:] = (below * (1 - share) + seen[..., :3] * share).astype(np.uint8)


def _plane(size: tuple[int, int], turn: float, scale: float) -> tuple[Floats, Floats]:
    """Return coordinates in mm along and across a turned direction for every pixel."""
    y, x = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float64)
    c, s = math.cos(turn), math.sin(turn)
    return (x * c + y * s) / scale, (y * c - x * s) / scale


def _clouds(rng: np.random.Generator, size: tuple[int, int], cells: int) -> Floats:
    small = rng.normal(0, 1, (cells, cells * 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC), np.float64)


def _wood(
    rng: np.random.Generator, size: tuple[int, int], scale: float, tone: Floats, depth: float
) -> Floats:
    """Boards of quarter-sawn wood: fine pores along the grain, rays across, a bevel at joints."""
    turn = float(rng.choice((0.0, math.pi / 2, rng.uniform(0, math.pi))))
    along, across = _plane(size, turn, scale)
    wide = float(rng.uniform(60, 140))
    board = np.floor(across / wide + 40).astype(int) % 97
    shade = rng.normal(1, 0.06, 97)[board]
    wave = 6 * _clouds(rng, size, 5)
    rings = np.sin((across + wave + 0.02 * along) * rng.uniform(0.5, 1.4) + board * 2.1)
    # Noise blurred along the grain only; turned into place afterwards would soften it.
    pores = cv2.GaussianBlur(rng.normal(0, 1, size), (0, 0), 1.0)
    streak = cv2.warpAffine(
        cv2.GaussianBlur(rng.normal(0, 1, (size[1], size[1])), (0, 0), 14, sigmaY=0.8),
        cv2.getRotationMatrix2D((size[1] / 2, size[1] / 2), -math.degrees(turn), 1.45),
        (size[1], size[1]),
    )[: size[0]]
    joint = np.abs((across / wide) % 1 - 0.5) > 0.5 - 0.9 / wide
    value = rings * 4 + streak * 70 + pores * 6
    result = tone * (shade * (1 - 0.45 * joint))[..., None] + (value * depth)[..., None]
    return np.asarray(result)


def _pale_wood(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    tones = ((168.0, 205.0, 228.0), (190.0, 216.0, 230.0), (150.0, 190.0, 218.0))
    tone = np.array(tones[int(rng.integers(3))]) * rng.uniform(0.92, 1.05)
    return _wood(rng, size, scale, tone, 0.9)


def _dark_wood(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    tone = np.array((34.0, 52.0, 84.0)) * rng.uniform(0.7, 1.2)
    return _wood(rng, size, scale, tone, 0.6)


def _newspaper(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    """Pages spread over the whole table, one askew upon the other."""
    result = np.full((*size, 3), 205.0)
    for _page in range(3):
        page = things.newsprint(rng, 420, 300).astype(np.float32)
        turn = math.degrees(float(rng.normal(0, 0.25)))
        k = scale / things.UNITS
        matrix = cv2.getRotationMatrix2D((page.shape[1] / 2, page.shape[0] / 2), turn, k)
        goal = rng.uniform((0.2, 0.2), (0.8, 0.8)) * (size[1], size[0])
        matrix[:, 2] += goal - (page.shape[1] / 2, page.shape[0] / 2)
        edge = np.full(page.shape[:2], 255, np.uint8)
        laid = cv2.warpAffine(page, matrix, size[::-1], flags=cv2.INTER_AREA)
        share = cv2.warpAffine(edge, matrix, size[::-1]).astype(np.float32)[..., None] / 255
        shade = cv2.GaussianBlur(share, (0, 0), 6)[..., None]
        result = result * (1 - 0.25 * shade) * (1 - share) + laid * share
    return np.asarray(result)


def _checked(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    """Vichy: two sets of stripes of one colour; where they cross it is full."""
    along, across = _plane(size, float(rng.uniform(0, math.pi)), scale)
    pitch = float(rng.choice((12, 20, 34)))
    first = ((along / pitch) % 1 < 0.5).astype(float)
    second = ((across / pitch) % 1 < 0.5).astype(float)
    weave = 0.05 * np.sin(along * 5.2) * np.sin(across * 5.2)
    colours = ((50.0, 40.0, 190.0), (150.0, 80.0, 40.0), (70.0, 120.0, 60.0), (70.0, 70.0, 76.0))
    full = np.array(colours[int(rng.integers(len(colours)))])
    paper = np.array((236.0, 240.0, 242.0)) * rng.uniform(0.85, 1.0)
    share = ((first + second) / 2 * (0.94 + weave))[..., None]
    folds = (5 * _clouds(rng, size, 4))[..., None]
    return np.asarray(paper * (1 - share) + full * share + folds)


def _lacquer(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    """Dark varnish in which a lamp and a window are mirrored."""
    tone = np.array((24.0, 34.0, 70.0)) * rng.uniform(0.5, 1.5)
    result = _wood(rng, size, scale, tone, 0.4)
    x, y = _plane(size, float(rng.normal(0, 0.2)), scale)
    middle = rng.uniform((60, 40), (size[1] / scale - 60, size[0] / scale - 40))
    far = np.hypot(x - middle[0], (y - middle[1]) * 1.1)
    lamp = 150 * np.exp(-((far / rng.uniform(20, 45)) ** 4)) + 40 * np.exp(-((far / 120) ** 2))
    pane = rng.uniform((0, 0), (size[1] / scale - 120, size[0] / scale - 90))
    inside = (np.abs(x - pane[0] - 60) < 55) & (np.abs(y - pane[1] - 45) < 40)
    bars = (np.abs(x - pane[0] - 60) > 4) & (np.abs(y - pane[1] - 45) > 4)
    window = cv2.GaussianBlur((inside & bars).astype(np.float64), (0, 0), 3) * rng.uniform(30, 90)
    mirrored = lamp[..., None] * (0.8, 0.95, 1.0) + window[..., None] * (1.1, 1.0, 0.9)
    return np.asarray(result + mirrored)


def _felt(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    colours = ((58.0, 110.0, 34.0), (70.0, 92.0, 20.0), (110.0, 60.0, 30.0))
    tone = np.array(colours[int(rng.integers(3))]) * rng.uniform(0.8, 1.2)
    fibre = cv2.GaussianBlur(rng.normal(0, 1, size), (0, 0), 0.9) * 14
    worn = 6 * _clouds(rng, size, 6)
    return np.asarray(tone * (1 + (fibre + worn)[..., None] / 100))


def _wax_cloth(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    """Flowers in rows on a light ground, with sheen."""
    ground = np.array((214.0, 226.0, 230.0)) * rng.uniform(0.7, 1.04)
    result = np.ascontiguousarray(np.broadcast_to(ground, (*size, 3))).copy()
    pitch = float(rng.uniform(44, 90)) * scale
    petals = rng.uniform(40, 230, 3).tolist()
    heart = rng.uniform(60, 250, 3).tolist()
    leaf = [60.0, 130.0, 70.0]
    for row in range(-1, int(size[0] / pitch) + 2):
        for column in range(-1, int(size[1] / pitch) + 2):
            x = (column + 0.5 * (row % 2)) * pitch + float(rng.normal(0, 3))
            y = row * pitch + float(rng.normal(0, 3))
            _flower(result, (x, y), pitch * 0.16, (petals, heart, leaf))
    sheen = 10 * _clouds(rng, size, 3)
    return np.asarray(result + sheen[..., None])


def _flower(
    picture: Floats,
    place: tuple[float, float],
    radius: float,
    colours: tuple[list[float], list[float], list[float]],
) -> None:
    x, y = place
    petals, heart, leaf = colours
    stem = (round(x - radius), round(y + 2.6 * radius))
    cv2.line(picture, (round(x), round(y)), stem, leaf, 3, cv2.LINE_AA)
    for k in range(5):
        angle = 2 * math.pi * k / 5
        spot = (round(x + radius * math.cos(angle)), round(y + radius * math.sin(angle)))
        cv2.circle(picture, spot, max(1, round(radius * 0.62)), petals, -1, cv2.LINE_AA)
    cv2.circle(picture, (round(x), round(y)), max(1, round(radius * 0.5)), heart, -1, cv2.LINE_AA)


def _white(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Floats:
    """A white kitchen table: nearly nothing to be seen but some dirt."""
    tone = np.array((232.0, 236.0, 238.0)) * rng.uniform(0.88, 1.02)
    dirt = cv2.GaussianBlur(rng.normal(0, 1, size), (0, 0), 2 * scale) * 8 + 2 * _clouds(
        rng, size, 5
    )
    return np.asarray(tone + dirt[..., None])


_DRAWN: Mapping[Surface, Callable[[np.random.Generator, tuple[int, int], float], Floats]] = {
    Surface.PALE_WOOD: _pale_wood,
    Surface.DARK_WOOD: _dark_wood,
    Surface.NEWSPAPER: _newspaper,
    Surface.CHECKED: _checked,
    Surface.LACQUER: _lacquer,
    Surface.FELT: _felt,
    Surface.WAX_CLOTH: _wax_cloth,
    Surface.WHITE: _white,
}
