"""Tables of the evenings that measure, and what use does to them and to cards.

Wood, newspaper, cloth, lacquer, felt; scratches, dirt, soft corners, beer rings, bent cards. None
is drawn as the tables the nets are trained on (`rendering/textures.py`); newspaper, flowered wax
cloth and lacquer with its mirror images occur in no training at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import Enum

import cv2
import numpy as np

from models.workshop.evening import things
from models.workshop.evening.geometry import Floats, Picture, TablePose, TiltedCamera


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
_WIDER = 1.5
"""An oblique camera sees so much more of the table than one above it."""
_CLEAR_MM = 150.0
"""Clutter keeps this far aside from the middle: cards are played there."""


def top(surface: Surface, rng: np.random.Generator, camera: TiltedCamera) -> Picture:
    """Return the table's top from straight above, BGR, unlit: what `seen` makes a picture of."""
    size = (camera.height, camera.width)
    if _oblique(camera):
        size = (round(_WIDER * camera.width),) * 2
    drawn = _DRAWN[surface](rng, size, camera.scale)
    return np.clip(drawn, 0, 255).astype(np.uint8)


def seen(drawn: Picture, camera: TiltedCamera) -> Picture:
    """Return a top as the camera sees it."""
    if not _oblique(camera):
        return drawn
    tall, wide = drawn.shape[:2]
    k = 1 / camera.scale
    flat = np.array([[k, 0, -k * wide / 2], [0, -k, k * tall / 2], [0, 0, 1.0]])
    size = (camera.width, camera.height)
    # Far off many pixels of the top fall on one of the picture.
    twice = np.diag([2.0, 2.0, 1.0]) @ camera.homography() @ flat
    large = cv2.warpPerspective(
        drawn, twice, (2 * size[0], 2 * size[1]), borderMode=cv2.BORDER_REFLECT_101
    )
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)


def _oblique(camera: TiltedCamera) -> bool:
    return camera.pitch != 0.0 or camera.squeeze != 1.0


def cluttered(picture: Picture, rng: np.random.Generator, camera: TiltedCamera) -> Picture:
    """Return the top with things lying about its rim."""
    result = picture.copy()
    for kind in rng.permutation(_CLUTTER)[: int(rng.integers(4, 8))]:
        sprite = things.thing(str(kind), rng)
        half = camera.width / camera.scale / 2
        across = float(rng.choice((-1, 1)) * rng.uniform(_CLEAR_MM, max(_CLEAR_MM + 20, half)))
        up = float(rng.uniform(-0.5, 0.5) * camera.height / camera.scale)
        pose = TablePose(across, up, float(rng.uniform(0, 2 * math.pi)))
        _paste(result, sprite, camera, pose)
    return result


def _paste(picture: Picture, sprite: Picture, camera: TiltedCamera, pose: TablePose) -> None:
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


def worn(
    face: Picture, rng: np.random.Generator, *, wear: bool, stain: bool, bend: bool
) -> Picture:
    """Return a face as used, BGRA of the same size."""
    colour, alpha = np.asarray(face[..., :3], np.float64), face[..., 3]
    if wear:
        colour, alpha = _used(colour, alpha, rng)
    if stain:
        colour = _ring(colour, rng, face.shape[0] * float(rng.uniform(0.2, 0.32)))
    result = np.dstack([np.clip(colour, 0, 255).astype(np.uint8), alpha])
    return _bent(result, rng) if bend else result


def _used(colour: Floats, alpha: Picture, rng: np.random.Generator) -> tuple[Floats, Picture]:
    tall, wide = alpha.shape
    yellow = np.array([rng.uniform(0.78, 0.95), rng.uniform(0.9, 0.98), rng.uniform(0.95, 1.0)])
    small = rng.normal(0, 1, (9, 6)).astype(np.float32)
    dirt = cv2.resize(small, (wide, tall), interpolation=cv2.INTER_CUBIC)
    colour = colour * yellow * (1 - 0.05 * np.abs(dirt))[..., None]
    colour = 128 + (colour - 128) * float(rng.uniform(0.78, 0.95))
    pale = np.ascontiguousarray(colour)
    for _scratch in range(int(rng.integers(2, 9))):
        a, b = (tuple(int(v) for v in rng.uniform(0, 1, 2) * (wide, tall)) for _end in range(2))
        cv2.line(pale, a, b, (225, 232, 236), 1, cv2.LINE_AA)
    share = float(rng.uniform(0.25, 0.6))
    colour = colour * (1 - share) + pale * share
    edge = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rub = np.exp(-edge / (0.012 * tall))[..., None] * float(rng.uniform(0.1, 0.5))
    colour = colour * (1 - rub) + np.array((150.0, 170.0, 180.0)) * rub
    return np.asarray(colour), _soft_corners(alpha, rng)


def _soft_corners(alpha: Picture, rng: np.random.Generator) -> Picture:
    tall, wide = alpha.shape
    result = alpha.copy()
    for x, y in ((0, 0), (wide - 1, 0), (0, tall - 1), (wide - 1, tall - 1)):
        if rng.random() < 0.3:
            cv2.circle(result, (x, y), int(tall * rng.uniform(0.01, 0.03)), 0, -1, cv2.LINE_AA)
    return result


def _ring(colour: Floats, rng: np.random.Generator, radius: float) -> Floats:
    """Add the brown ring a wet glass leaves."""
    tall, wide = colour.shape[:2]
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * wide, rng.uniform(-0.1, 1.1) * tall
    around = np.arctan2(y - cy, x - cx)
    broken = np.clip(0.6 + 0.6 * np.sin(around * 2 + rng.uniform(0, 6)), 0, 1)
    far = np.hypot(x - cx, y - cy) - radius
    wet = np.exp(-((far / (0.07 * radius)) ** 2)) * broken * float(rng.uniform(0.15, 0.4))
    return np.asarray(colour * (1 - wet[..., None] * np.array((0.75, 0.5, 0.35))))


def ringed(picture: Picture, rng: np.random.Generator, scale: float, count: int) -> Picture:
    """Return a table with `count` rings of glasses on it; `scale` in pixels a millimetre."""
    colour = picture.astype(np.float32)
    for _glass in range(count):
        radius = float(rng.uniform(30, 42)) * scale
        reach = round(radius * 1.3)
        x = int(rng.integers(reach, max(reach + 1, picture.shape[1] - reach)))
        y = int(rng.integers(reach, max(reach + 1, picture.shape[0] - reach)))
        part = colour[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
        rows, columns = np.mgrid[0 : part.shape[0], 0 : part.shape[1]].astype(np.float32)
        far = np.hypot(columns - part.shape[1] / 2, rows - part.shape[0] / 2) - radius
        wet = np.exp(-((far / (0.06 * radius)) ** 2)) * float(rng.uniform(0.2, 0.45))
        part *= 1 - wet[..., None] * np.array((0.7, 0.5, 0.4), np.float32)
    return np.clip(colour, 0, 255).astype(np.uint8)


def _bent(face: Picture, rng: np.random.Generator) -> Picture:
    """Return a card curved along its length: ends nearer the camera, sides bowed, shaded."""
    tall, wide = face.shape[:2]
    rise = float(rng.uniform(0.02, 0.05) * rng.choice((-1, 1)))
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    v = 2 * y / (tall - 1) - 1
    swell = 1 + rise * v * v
    source_x = (x - wide / 2) / swell + wide / 2
    source_y = ((y - tall / 2) * (1 + abs(rise) * 0.6)) + tall / 2
    curved = cv2.remap(
        face, source_x, source_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0
    )
    light = 1 + 3.0 * rise * v * float(rng.choice((-1, 1)))
    curved[..., :3] = np.clip(curved[..., :3] * light[..., None], 0, 255)
    return np.asarray(curved, np.uint8)
