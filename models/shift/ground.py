"""Table tops of the second renderer, drawn from a seed: boards, gingham, baize, oilcloth."""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from models.shift.lens import Floats, Picture

SIZE_MM = (1440.0, 960.0)
"""The table top, across and along."""
_SCALE = 1.42
_SHAPE = (round(SIZE_MM[1] * _SCALE), round(SIZE_MM[0] * _SCALE))


class Ground(Enum):
    """What a table is covered with."""

    DARK_WOOD = "dark wood"
    PALE_WOOD = "pale wood"
    GINGHAM = "gingham"
    BAIZE = "baize"
    OILCLOTH = "oilcloth"

    @property
    def shine(self) -> tuple[float, str]:
        """How sharply it mirrors a lamp, and how much of it."""
        return {
            Ground.DARK_WOOD: (46.0, "#3a3630"),
            Ground.PALE_WOOD: (26.0, "#26241f"),
            Ground.GINGHAM: (4.0, "#050505"),
            Ground.BAIZE: (4.0, "#030303"),
            Ground.OILCLOTH: (80.0, "#4a4a48"),
        }[self]


def ground(kind: Ground, rng: np.random.Generator) -> Picture:
    """Return the table top as BGR, evenly lit."""
    painted = {
        Ground.DARK_WOOD: lambda: _boards(rng, np.array([46.0, 76.0, 118.0])),
        Ground.PALE_WOOD: lambda: _boards(rng, np.array([138.0, 178.0, 208.0])),
        Ground.GINGHAM: lambda: _gingham(rng),
        Ground.BAIZE: lambda: _baize(rng),
        Ground.OILCLOTH: lambda: _oilcloth(rng),
    }[kind]()
    return np.clip(painted, 0, 255).astype(np.uint8)


def _clouds(rng: np.random.Generator, cells: tuple[int, int], octaves: int) -> Floats:
    """Return smooth noise, about -1 to 1; `cells` down and across of the coarsest."""
    total = np.zeros(_SHAPE, np.float32)
    for octave in range(octaves):
        shape = (cells[0] * 2**octave + 3, cells[1] * 2**octave + 3)
        grid = rng.uniform(-1, 1, shape).astype(np.float32)
        total += cv2.resize(grid, _SHAPE[::-1], interpolation=cv2.INTER_CUBIC) * 0.55**octave
    return np.asarray(total, np.float64)


def _millimetres() -> tuple[Floats, Floats]:
    y, x = np.mgrid[0 : _SHAPE[0], 0 : _SHAPE[1]].astype(np.float64)
    return x / _SCALE, y / _SCALE


def _boards(rng: np.random.Generator, tone: Floats) -> Floats:
    """Boards sawn from trunks: each shows the year rings of its own tilted trunk."""
    x, y = _millimetres()
    width = float(rng.uniform(95, 190))
    board = np.floor((y + float(rng.uniform(0, width))) / width).astype(int)
    boards = int(board.max()) + 1
    heart, depth = rng.uniform(-260, 260, boards), rng.uniform(30, 160, boards)
    tilt, lightness = rng.normal(0, 0.035, boards), rng.uniform(0.84, 1.14, boards)
    wobble = _clouds(rng, (5, 7), 4)
    across = y - heart[board] + tilt[board] * x + 9 * wobble
    radius = np.hypot(across, depth[board] + 0.03 * x + 4 * wobble)
    ring = (radius / float(rng.uniform(5.5, 9.5))) % 1.0
    late = ring**3
    pores = _clouds(rng, (420, 24), 2)
    dark = 0.34 * late + 0.16 * np.clip(pores, 0, 1) + 0.06 * wobble
    top = tone * (lightness[board] * (1.12 - dark))[..., None]
    seam = np.abs((y + width / 2) % width - width / 2)
    return np.asarray(top * (1 - 0.6 * np.exp(-((seam / 1.1) ** 2)))[..., None])


def _gingham(rng: np.random.Generator) -> Floats:
    """Checked cloth: dyed and white threads, woven one over one."""
    x, y = _millimetres()
    check = float(rng.uniform(14, 30))
    hues = [(40.0, 36.0, 170.0), (150.0, 84.0, 36.0), (66.0, 108.0, 44.0)]
    dye, white = np.array(hues[int(rng.integers(3))]), np.array([214.0, 224.0, 228.0])
    bend = 3.0 * _clouds(rng, (3, 4), 2)
    warp = ((x + bend) // check) % 2 > 0.5
    weft = ((y + bend) // check) % 2 > 0.5
    over = ((x // 1.1).astype(int) + (y // 1.1).astype(int)) % 2 == 0
    dyed = np.where(over, warp, weft)
    cloth = np.where(dyed[..., None], dye, white)
    cloth = cv2.GaussianBlur(cloth, (0, 0), 0.7)
    creases = 1 + 0.07 * _clouds(rng, (2, 3), 3)
    return np.asarray(cloth * creases[..., None])


def _baize(rng: np.random.Generator) -> Floats:
    """Felted wool: short fibres every way, worn paler in places."""
    hues = [(58.0, 102.0, 34.0), (52.0, 40.0, 112.0), (104.0, 70.0, 40.0)]
    dust = rng.normal(0, 1, _SHAPE)
    fibres = np.zeros(_SHAPE)
    for angle in rng.uniform(0, np.pi, 3):
        fibres += cv2.filter2D(dust, -1, _stroke(float(angle)))
    value = 1 + 0.10 * fibres + 0.08 * _clouds(rng, (3, 4), 4)
    return np.asarray(np.array(hues[int(rng.integers(3))]) * value[..., None])


def _stroke(angle: float) -> Floats:
    kernel = np.zeros((9, 9))
    for share in np.linspace(-4, 4, 17):
        kernel[round(4 + share * np.sin(angle)), round(4 + share * np.cos(angle))] = 1
    return np.asarray(kernel / np.sqrt((kernel**2).sum()))


def _oilcloth(rng: np.random.Generator) -> Floats:
    """Shiny cream cloth with printed fruit: rows of discs and leaves."""
    top = (
        np.full((*_SHAPE, 3), (196.0, 216.0, 226.0))
        * (1 + 0.02 * _clouds(rng, (4, 5), 3))[..., None]
    )
    canvas = np.clip(top, 0, 255).astype(np.uint8)
    pitch = float(rng.uniform(62, 96)) * _SCALE
    fruit, leaf = [(52, 60, 190), (40, 120, 214), (150, 70, 110)], (70, 120, 60)
    colour = fruit[int(rng.integers(3))]
    for row, y in enumerate(np.arange(0, _SHAPE[0] + pitch, pitch)):
        for x in np.arange(pitch / 2 * (row % 2), _SHAPE[1] + pitch, pitch):
            turn = float(rng.uniform(0, 360))
            centre = (round(float(x)), round(float(y)))
            aside = (centre[0] + round(0.2 * pitch), centre[1] - round(0.1 * pitch))
            cv2.ellipse(
                canvas,
                aside,
                (round(0.17 * pitch), round(0.06 * pitch)),
                turn,
                0,
                360,
                leaf,
                -1,
                cv2.LINE_AA,
            )
            cv2.circle(canvas, centre, round(0.14 * pitch), colour, -1, cv2.LINE_AA)
            bright = tuple(min(255, v + 60) for v in colour)
            shine = (centre[0] - round(0.04 * pitch), centre[1] - round(0.05 * pitch))
            cv2.circle(canvas, shine, round(0.035 * pitch), bright, -1, cv2.LINE_AA)
    return canvas.astype(np.float64)
