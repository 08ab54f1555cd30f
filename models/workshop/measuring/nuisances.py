"""One thing wrong at a time: views of a card in which only a single nuisance is at work.

For measuring alone; what training does to its pictures stands in `rendering.views`. Some of these
(flicker, coloured light, bent and half-covered cards, beer rings) no training picture shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, unit_grid, warp_onto
from models.workshop.rendering import photometry
from models.workshop.rendering.textures import table
from models.workshop.rendering.views import (
    CardGround,
    card_quad,
    lay_over,
    rectified,
    taken_quad,
    worn,
)

USUAL = 140.0
"""Length of a card in the picture, in pixels, unless it is the length that is measured."""

SIDE = 512


@dataclass(frozen=True)
class CardOnTable:
    """A card on a table: float32 picture, the card's corners, and the corners as found."""

    picture: Picture
    quad: Picture
    taken: Picture


CardNuisance = Callable[[CardOnTable, CardGround, Random], CardOnTable]


def lit(scene: CardOnTable, picture: Picture) -> CardOnTable:
    """The scene with another picture."""
    return CardOnTable(picture, scene.quad, scene.taken)


def laid(face: Picture, stock: CardGround, rng: Random, height: float) -> CardOnTable:
    """A clean card in even light, its corners known."""
    quad = card_quad(rng, height, face.shape[1] / face.shape[0], 0)
    quad = quad - quad.min(0) + 0.12 * height + 6
    columns, rows = (quad.max(0) + 0.12 * height + 6).astype(int).tolist()
    surface = stock.tables[int(rng.integers(len(stock.tables)))]
    canvas = cv2.resize(surface[: min(SIDE, rows), : min(SIDE, columns)], (columns, rows))
    layer = warp_onto(face, quad, (columns, rows))
    alpha = layer[..., 3:].astype(np.float32) / 255
    return CardOnTable(canvas.astype(np.float32) * (1 - alpha) + layer[..., :3] * alpha, quad, quad)


def dim_and_warm(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A weak lamp of the colour of candles."""
    del stock
    return lit(scene, scene.picture * rng.uniform(0.2, 0.4) * np.array([0.5, 0.85, 1.2]))


def shadow(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A long edge and a head's shadow."""
    del stock
    size = scene.picture.shape[:2]
    field = photometry.soft_shadow(rng, *size) * photometry.blob_shadow(rng, *size)
    return lit(scene, scene.picture * field[..., None])


def glare(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A lamp mirrored in the varnish."""
    del stock
    height, width = scene.picture.shape[:2]
    return lit(scene, scene.picture + photometry.glare(rng, height, width, 2)[..., None])


def leds(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A strip of coloured LEDs at the table's edge."""
    del stock
    x, y = unit_grid(*scene.picture.shape[:2])
    angle = rng.uniform(0, 6.28)
    near = np.clip(1.2 + x * np.cos(angle) + y * np.sin(angle), 0, None) / 2.2
    colour = np.array([(1.0, 0.2, 0.1), (0.1, 1.0, 0.2), (0.1, 0.2, 1.0), (1.0, 0.1, 0.9)])
    light = 0.45 + 0.9 * (near**2)[..., None] * colour[int(rng.integers(4))]
    return lit(scene, scene.picture * light)


def flicker(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Bands of a rolling shutter under mains light."""
    del stock
    row = np.arange(scene.picture.shape[0])[:, None, None]
    wave = np.sin(row * 6.28 / rng.uniform(25, 90) + rng.uniform(0, 6.28))
    return lit(scene, scene.picture * (0.75 + 0.25 * wave))


def beer_ring(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """The brown ring a wet glass left on the card."""
    del stock
    height = float(np.linalg.norm(scene.quad[3] - scene.quad[0]))
    centre = np.round(scene.quad.mean(0) + rng.normal(0, 0.2 * height, 2)).astype(int).tolist()
    ring: Picture = np.zeros(scene.picture.shape[:2], np.float32)
    cv2.circle(ring, centre, round(height * rng.uniform(0.25, 0.35)), 1.0, round(height / 22))
    ring = cv2.GaussianBlur(ring, (0, 0), 1.2)[..., None]
    return lit(scene, scene.picture * (1 - ring * np.array([0.7, 0.5, 0.35])))


def blurred(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Out of focus."""
    del stock
    return lit(scene, cv2.GaussianBlur(scene.picture, (0, 0), float(rng.uniform(1.2, 2.2))))


def moving(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A streak of five to eleven pixels."""
    del stock
    return lit(scene, cv2.filter2D(scene.picture, -1, photometry.motion_kernel(rng, 11)))


def grainy(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Noise of a sensor in the dark."""
    del stock
    return lit(scene, scene.picture + rng.normal(0, 16, scene.picture.shape))


def packed(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """JPEG at quality 20."""
    del stock, rng
    told = np.clip(scene.picture, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", told, [cv2.IMWRITE_JPEG_QUALITY, 20])
    back = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return lit(scene, np.asarray(back, np.float32))


def misjudged(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Corners found with an error."""
    del stock
    return CardOnTable(scene.picture, scene.quad, taken_quad(scene.quad, rng, 2))


def bent(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Bent along its length: the picture bulges to one side by up to six hundredths."""
    del stock
    rows, columns = scene.picture.shape[:2]
    middle, along = scene.quad.mean(0), scene.quad[3] - scene.quad[0]
    height = float(np.linalg.norm(along))
    along = along / height
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    part = 2 * ((x - middle[0]) * along[0] + (y - middle[1]) * along[1]) / height
    push = float(rng.choice([-1, 1]) * rng.uniform(0.03, 0.06)) * height
    far = (push * (1 - np.clip(part, -1, 1) ** 2)).astype(np.float32)
    moved = cv2.remap(
        scene.picture.astype(np.float32),
        (x + far * along[1]).astype(np.float32),
        (y - far * along[0]).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return lit(scene, moved)


def touched(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """A finger, a glass or another card over the border."""
    return lit(scene, lay_over(scene.picture, scene.quad, stock, rng))


def half_covered(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """Another card over a third to a half of it."""
    face = stock.cards[int(rng.integers(len(stock.cards)))]
    side = int(rng.integers(4))
    edge = (scene.quad[side] + scene.quad[(side + 1) % 4]) / 2 - scene.quad.mean(0)
    away = edge * rng.uniform(1.0, 1.3)
    layer = warp_onto(face, scene.quad + away, scene.picture.shape[1::-1])
    alpha = layer[..., 3:].astype(np.float32) / 255
    return lit(scene, scene.picture * (1 - alpha) + layer[..., :3] * alpha)


def nothing_wrong(scene: CardOnTable, stock: CardGround, rng: Random) -> CardOnTable:
    """The card as it lies."""
    del stock, rng
    return scene


NUISANCES: dict[str, CardNuisance] = {
    "nothing": nothing_wrong,
    "worn card": nothing_wrong,
    "warm dim light": dim_and_warm,
    "shadows": shadow,
    "glare on varnish": glare,
    "coloured LEDs": leds,
    "rolling flicker": flicker,
    "beer ring": beer_ring,
    "defocus": blurred,
    "motion": moving,
    "noise": grainy,
    "JPEG at 20": packed,
    "corners off": misjudged,
    "bent card": bent,
    "border covered": touched,
    "a third to a half covered": half_covered,
}
"""What is measured, in the order of the report."""


def afflicted(
    face: Picture, stock: CardGround, rng: Random, nuisance: str, height: float = USUAL
) -> Picture:
    """One rectified view, uint8 [128, 80, 3], with one nuisance, its card `height` pixels long."""
    shown = worn(face, rng, 2) if nuisance == "worn card" else face
    scene = NUISANCES[nuisance](laid(shown, stock, rng, height), stock, rng)
    picture = np.clip(scene.picture, 0, 255).astype(np.uint8)
    crop = rectified(picture, scene.taken)
    turned = rng.random() < 0.5
    return np.ascontiguousarray(crop[::-1, ::-1]) if turned else crop


def ground_of(rng: Random, cards: list[Picture]) -> CardGround:
    """Six tables, and faces that may lie over a card."""
    return CardGround(tuple(table(rng, SIDE).astype(np.uint8) for _ in range(6)), tuple(cards))
