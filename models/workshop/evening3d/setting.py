"""Everything about a table that a seed decides: camera, lamp, room, table top, varnish, players.

The camera says where a point of the table appears and what the lens adds; table tops are boards,
gingham, baize and oilcloth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from models.workshop.evening3d.movement import seat_angle

Floats = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

WIDTH = 1280
HEIGHT = 720
_QUALITY = 88


@dataclass(frozen=True, slots=True)
class Lens3d:
    """A camera over the table, not quite upright, with a little barrel distortion.

    `place` and `target` in millimetres, `fov` the vertical opening in degrees, `roll` in radians,
    `bulge` how much of the half diagonal a corner is drawn in.
    """

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    fov: float
    roll: float
    bulge: float

    @property
    def up(self) -> tuple[float, float, float]:
        """What points upwards in the picture."""
        return (-math.sin(self.roll), math.cos(self.roll), 0.0)

    def project(self, points: Floats) -> Floats:
        """Return where points [n, 3] in mm appear in the finished picture, pixels [n, 2]."""
        return self._distorted(self._drawn(points))

    def _drawn(self, points: Floats) -> Floats:
        """Return where the renderer draws them."""
        look = _unit(np.subtract(self.target, self.place))
        right = _unit(np.cross(look, self.up))
        up = np.cross(right, look)
        away = points - np.array(self.place)
        depth = away @ look
        scale = HEIGHT / 2 / math.tan(math.radians(self.fov) / 2)
        return np.stack(
            [WIDTH / 2 + scale * (away @ right) / depth, HEIGHT / 2 - scale * (away @ up) / depth],
            axis=1,
        )

    def _distorted(self, pixels: Floats) -> Floats:
        """Return where drawn pixels lie in the finished picture."""
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        drawn = pixels - middle
        seen = drawn.copy()
        for _ in range(12):
            seen = drawn / self._stretch(seen)[..., None]
        return np.asarray(seen + middle)

    def _stretch(self, seen: Floats) -> Floats:
        """How much farther out a seen point (from the middle) was drawn; 1 at the corners."""
        radius = (seen**2).sum(axis=-1) / (WIDTH**2 + HEIGHT**2) * 4
        return np.asarray((1 + self.bulge * radius) / (1 + self.bulge))

    def maps(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Return for every pixel seen which drawn pixel it shows, for cv2.remap."""
        y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
        seen = np.stack([x + 0.5 - WIDTH / 2, y + 0.5 - HEIGHT / 2], axis=-1)
        drawn = seen * self._stretch(seen)[..., None]
        return (
            (drawn[..., 0] + WIDTH / 2 - 0.5).astype(np.float32),
            (drawn[..., 1] + HEIGHT / 2 - 0.5).astype(np.float32),
        )


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))


class Sensor:
    """What happens to the light behind the lens: softness, falling off, noise, colour cast."""

    def __init__(
        self,
        lens: Lens3d,
        rng: np.random.Generator,
        noise: float,
        soft: float,
        cast: tuple[float, float, float],
    ) -> None:
        self._maps = cv2.convertMaps(*lens.maps(), cv2.CV_16SC2)
        self._rng = rng
        self._soft = soft
        y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
        fall = 1.0 - 0.16 * ((x**2 + y**2) / 2) ** 1.4
        self._gain = (fall[..., None] * np.array(cast)).astype(np.float32)
        grain = rng.normal(0, 1, (2, HEIGHT + 128, WIDTH + 128, 3))
        coarse = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) for one in grain])
        # Noise is coarser than the pixels: the camera has smoothed it already.
        self._grain = (coarse / coarse.std() * noise).astype(np.float32)

    def seen(self, drawn: Picture) -> Picture:
        """Return the picture as the camera hands it over, BGR; the noise differs every time."""
        bent = cv2.remap(drawn, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        soft = cv2.GaussianBlur(bent, (0, 0), self._soft) if self._soft > 0.2 else bent
        which, dy, dx = (int(v) for v in self._rng.integers(0, (2, 128, 128)))
        grain = self._grain[which, dy : dy + HEIGHT, dx : dx + WIDTH]
        return np.asarray(np.clip(soft * self._gain + grain, 0, 255), np.uint8)

    def coded(self, drawn: Picture) -> bytes:
        """Return the same as the camera codes it, JPEG."""
        whole, data = cv2.imencode(".jpg", self.seen(drawn), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not whole:
            raise ValueError("a picture could not be coded")
        return data.tobytes()


SIZE_MM = (1440.0, 960.0)
"""The table top, across and along."""
_SCALE = 1.42
_SHAPE = (round(SIZE_MM[1] * _SCALE), round(SIZE_MM[0] * _SCALE))


class TableCover(Enum):
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
            TableCover.DARK_WOOD: (46.0, "#3a3630"),
            TableCover.PALE_WOOD: (26.0, "#26241f"),
            TableCover.GINGHAM: (4.0, "#050505"),
            TableCover.BAIZE: (4.0, "#030303"),
            TableCover.OILCLOTH: (80.0, "#4a4a48"),
        }[self]


def ground(kind: TableCover, rng: np.random.Generator) -> Picture:
    """Return the table top as BGR, evenly lit."""
    painted = {
        TableCover.DARK_WOOD: lambda: _boards(rng, np.array([46.0, 76.0, 118.0])),
        TableCover.PALE_WOOD: lambda: _boards(rng, np.array([138.0, 178.0, 208.0])),
        TableCover.GINGHAM: lambda: _gingham(rng),
        TableCover.BAIZE: lambda: _baize(rng),
        TableCover.OILCLOTH: lambda: _oilcloth(rng),
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


CssColour = str
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
    drink: CssColour
    foam: CssColour
    mat: CssColour


@dataclass(frozen=True, slots=True)
class PubSetting:
    """One table in one pub; lengths in mm, angles in radians."""

    lens: Lens3d
    ground: TableCover
    lamp: tuple[float, float, float]
    lamp_radius: float
    lamp_colour: CssColour
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
    looks: tuple[tuple[CssColour, CssColour, CssColour], ...]
    """Skin, sleeve and nails of the player on each seat."""
    reach: tuple[float, ...]
    """How large each player's hands are; 1 is usual."""
    glasses: tuple[Glass, ...]


def drawn(rng: np.random.Generator, seats: int) -> PubSetting:
    """Draw a table by lot."""

    def uniform(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    high = uniform(880, 1120)
    aside = (uniform(-110, 110), uniform(-170, 60))
    target = (uniform(-14, 14), uniform(-14, 14), 0.0)
    seen = uniform(395, 450)
    """Millimetres of the table from the lower to the upper edge of the picture."""
    lens = Lens3d(
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
    return PubSetting(
        lens=lens,
        ground=list(TableCover)[int(rng.integers(len(TableCover)))],
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


def samples(setting: PubSetting) -> list[tuple[float, float, float, float]]:
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


def _look(rng: np.random.Generator) -> tuple[CssColour, CssColour, CssColour]:
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


def _hex(red: float, green: float, blue: float) -> CssColour:
    return "#" + "".join(f"{min(255, max(0, round(v))):02x}" for v in (red, green, blue))
