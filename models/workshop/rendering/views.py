"""Single cards as the table camera sees and rectifies them: what the embedding learns from."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, flatten, warp_onto
from models.workshop.rendering import photometry, props
from models.workshop.rendering.pipeline import CameraPipeline
from models.workshop.rendering.textures import table
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

SKIN = np.array([120, 160, 215])
TABLE_SIDE = 512

FACE_DOWN = 0.25
"""Of the crops without a card to read, how many show its back."""


@dataclass(frozen=True)
class CardGround:
    """What may lie under and over a card: tables and other cards' faces."""

    tables: tuple[Picture, ...]
    cards: tuple[Picture, ...]


def ground(rng: Random, cards: list[Picture], tables: int = 48) -> CardGround:
    """Draw a stock of tables and keep some faces to lie underneath."""
    drawn = tuple(table(rng, TABLE_SIDE).astype(np.uint8) for _ in range(tables))
    return CardGround(drawn, tuple(cards))


def card_quad(rng: Random, height: float, aspect: float, level: int) -> Picture:
    """Corners of a card lying anyhow, seen with a little perspective; first the upper left."""
    width = height * aspect
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    quad: Picture = half @ turn.T + rng.normal(0, (0.008, 0.018, 0.034)[level] * height, (4, 2))
    return quad


def worn(face: Picture, rng: Random, level: int) -> Picture:
    """A card after some evenings: yellowed, faded, stained, its edge rubbed."""
    if rng.random() > (0.2, 0.5, 0.7)[level]:
        return face
    height, width = face.shape[:2]
    colour: Picture = face[..., :3].astype(np.float32)
    colour = 255 - (255 - colour) * rng.uniform(0.65, 1.0)
    colour = colour * (1 - rng.uniform(0, 0.25) * np.array([1, 0.4, 0.15]))
    if rng.random() < 0.5:
        stain: Picture = cv2.resize(
            rng.normal(0, 1, (7, 5)).astype(np.float32),
            (width, height),
            interpolation=cv2.INTER_CUBIC,
        )
        colour = colour - np.clip(stain, 0, 3)[..., None] * rng.uniform(0, 18)
    for _ in range(int(rng.integers(0, 4))):
        a, b = rng.integers(0, [width, height], (2, 2)).tolist()
        shade = rng.uniform(140, 255)
        scratch = np.zeros((height, width), np.uint8)
        cv2.line(scratch, a, b, 255, 1, cv2.LINE_AA)
        part = scratch[..., None].astype(np.float32) / 255 * 0.5
        colour = colour * (1 - part) + shade * part
    aged = face.copy()
    aged[..., :3] = np.clip(colour, 0, 255).astype(np.uint8)
    return aged


def lay_under(canvas: Picture, quad: Picture, stock: CardGround, rng: Random) -> Picture:
    """Other cards of the trick under the new one."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    for _ in range(int(rng.integers(1, 4))):
        face = stock.cards[int(rng.integers(len(stock.cards)))]
        other = card_quad(rng, height, face.shape[1] / face.shape[0], 0)
        other = other + quad.mean(0) + rng.normal(0, 0.4 * height, 2)
        layer = warp_onto(face, other, (canvas.shape[1], canvas.shape[0]))
        alpha = layer[..., 3:].astype(np.float32) / 255
        canvas = canvas * (1 - alpha) + layer[..., :3] * alpha
    return canvas


def lay_over(canvas: Picture, quad: Picture, stock: CardGround, rng: Random) -> Picture:
    """A finger, a glass's foot, paper or the edge of another card over the new one's border."""
    middle, height = quad.mean(0), float(np.linalg.norm(quad[3] - quad[0]))
    corner = int(rng.integers(4))
    edge = quad[corner] if rng.random() < 0.5 else (quad[corner] + quad[(corner + 1) % 4]) / 2
    place = middle + (edge - middle) * rng.uniform(0.75, 1.25)
    over = canvas.copy()
    centre = (int(place[0]), int(place[1]))
    kind = rng.random()
    if kind < 0.45:
        skin = (SKIN * rng.uniform(0.3, 1.1)).tolist()
        size = (int(height * rng.uniform(0.06, 0.14)), int(height * rng.uniform(0.2, 0.5)))
        cv2.ellipse(over, centre, size, rng.uniform(0, 180), 0, 360, skin, -1, cv2.LINE_AA)
    elif kind < 0.6:
        colour = rng.uniform(0, 255, 3).tolist()
        cv2.circle(over, centre, int(height * rng.uniform(0.1, 0.28)), colour, -1, cv2.LINE_AA)
    elif kind < 0.75:
        paper = (centre, height * rng.uniform((0.18, 0.3), (0.45, 0.65)), rng.uniform(0, 180))
        outline = cv2.boxPoints((paper[0], paper[1].tolist(), float(paper[2]))).astype(np.int32)
        cv2.fillConvexPoly(over, outline, rng.uniform(90, 255, 3).tolist(), cv2.LINE_AA)
    else:
        face = stock.cards[int(rng.integers(len(stock.cards)))]
        away = middle + (edge - middle) * rng.uniform(1.3, 1.9)
        other = card_quad(rng, height, face.shape[1] / face.shape[0], 0) + away
        layer = warp_onto(face, other, (canvas.shape[1], canvas.shape[0]))
        alpha = layer[..., 3:].astype(np.float32) / 255
        return canvas * (1 - alpha) + layer[..., :3] * alpha
    see_through = 1.0 if rng.random() < 0.8 else 0.5
    return over * see_through + canvas * (1 - see_through)


def astray(quad: Picture, rng: Random) -> Picture:
    """A quad that no longer fits: well beside the card, across it, or far too large or small."""
    height, middle = float(np.linalg.norm(quad[3] - quad[0])), quad.mean(0)
    kind = rng.random()
    angle = float(rng.choice([-1, 1]) * rng.uniform(0.45, 1.57)) if kind < 0.45 else 0.0
    away = rng.uniform(0.25, 0.6) * height if 0.3 < kind < 0.8 else 0.0
    size = float(rng.choice([0.6, 1.6])) if kind >= 0.8 else 1.0
    side = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved: Picture = (quad - middle) * size @ turn.T + middle
    return moved + away * np.array([np.cos(side), np.sin(side)])


def turned_over(canvas: Picture, quad: Picture, rng: Random) -> Picture:
    """A card face down just where the quad lies: it fits like a card, but is none to be read."""
    (x, y), aside = quad.mean(0).tolist(), quad[1] - quad[0]
    turn = float(np.arctan2(aside[1], aside[0]))
    back = props.Prop("back", x, y, turn, int(rng.integers(1 << 31)))
    return props.draw(canvas, back, float(np.linalg.norm(quad[3] - quad[0])) / 95)


def nothing(cards: tuple[Picture, ...], stock: CardGround, rng: Random, level: int) -> Picture:
    """A crop in which no card lies as it should: table, backs, a hand, pieces of cards."""
    height = float(rng.uniform(80, 170))
    side = round(2.4 * height)
    start = rng.integers(0, max(1, TABLE_SIDE - side), 2)
    surface = stock.tables[int(rng.integers(len(stock.tables)))]
    canvas: Picture = surface[start[0] : start[0] + side, start[1] : start[1] + side].astype(
        np.float32
    )
    face = cards[int(rng.integers(len(cards)))]
    quad = card_quad(rng, height, face.shape[1] / face.shape[0], 0) + side / 2
    if rng.random() < FACE_DOWN:
        canvas = turned_over(canvas, quad, rng)
    elif rng.random() < 0.8:
        for _ in range(int(rng.integers(1, 4))):
            other = cards[int(rng.integers(len(cards)))]
            layer = warp_onto(other, astray(quad, rng), (side, side))
            alpha = layer[..., 3:].astype(np.float32) / 255
            canvas = canvas * (1 - alpha) + layer[..., :3] * alpha
    if rng.random() < 0.4:
        kind = str(rng.choice(["back", "hand", "glass", "coaster"]))
        off = rng.normal(side / 2, 0.3 * height, 2)
        turn = float(rng.uniform(0, 6.28))
        prop = props.Prop(kind, float(off[0]), float(off[1]), turn, int(rng.integers(1 << 31)))
        canvas = props.draw(canvas, prop, height / 95)
    lit = photometry.light(rng, side, side, level).on(canvas)
    camera = photometry.RenderedCamera.drawn(rng, level)
    return rectified(camera.shoot(lit, int(rng.integers(1 << 31))), quad)


def taken_quad(quad: Picture, rng: Random, level: int) -> Picture:
    """The quad as the finder would report it: corners off, shifted, turned, too large or small."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    off = (0.006, 0.014, 0.024)[level] * height
    taken = quad + rng.normal(0, off, (4, 2)) + rng.normal(0, off, (1, 2))
    middle = taken.mean(0)
    angle = rng.normal(0, (0.006, 0.016, 0.03)[level])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    size = rng.normal(1, (0.008, 0.02, 0.03)[level], 2)
    skewed: Picture = (taken - middle) * size @ turn.T + middle
    return skewed


def rectified(picture: Picture, quad: Picture) -> Picture:
    """Cut a quad out to CROP_HEIGHT x CROP_WIDTH."""
    goal = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]])
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), (goal - 0.5).astype(np.float32))
    return cv2.warpPerspective(
        picture,
        matrix,
        (CROP_WIDTH, CROP_HEIGHT),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def clean(face: Picture) -> Picture:
    """The face itself at the net's size: what enrolling from artwork gives."""
    return cv2.resize(flatten(face), (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)


def view(
    face: Picture,
    stock: CardGround,
    rng: Random,
    level: int,
    upright: bool = False,
    pipeline: CameraPipeline | None = None,
    place: int | None = None,
) -> tuple[Picture, Picture]:
    """One rectified view, uint8 BGR, and the card's true corners in it (pixels, 4 x 2).

    Every second one is cut out upside down, as the finder cannot tell; `upright`: none is. With a
    `pipeline` the picture goes through a real camera's as well. All views of one `place`, a seed,
    share camera, its height and lamp, and the card is no more worn than the face given.
    """
    there = rng if place is None else np.random.default_rng(place)
    height = float(there.uniform((150, 100, 66)[level], (230, 200, 180)[level]))
    quad = card_quad(rng, height, face.shape[1] / face.shape[0], level)
    margin = 0.1 * height + 6
    quad = quad - quad.min(0) + margin
    columns, rows = (quad.max(0) + margin).astype(int).tolist()
    surface = stock.tables[int(rng.integers(len(stock.tables)))]
    top, left = (
        rng.integers(0, max(1, TABLE_SIDE - rows)),
        rng.integers(0, max(1, TABLE_SIDE - columns)),
    )
    canvas: Picture = surface[top : top + rows, left : left + columns].astype(np.float32)
    if canvas.shape[:2] != (rows, columns):
        canvas = cv2.resize(canvas, (columns, rows))
    if rng.random() < 0.55:
        canvas = lay_under(canvas, quad, stock, rng)
    shown = worn(face, rng, level) if place is None else face
    layer = warp_onto(shown, quad, (columns, rows))
    alpha = layer[..., 3:].astype(np.float32) / 255
    canvas = canvas * (1 - alpha) + layer[..., :3] * alpha
    if rng.random() < (0, 0.2, 0.4)[level]:
        canvas = lay_over(canvas, quad, stock, rng)
    lit = photometry.light(there, rows, columns, level).on(canvas)
    if rng.random() < (0.1, 0.3, 0.5)[level]:
        lit = lit + photometry.glare(rng, rows, columns, level)[..., None]
    streak = None
    if rng.random() < (0.03, 0.2, 0.4)[level]:
        streak = photometry.motion_kernel(rng, int(rng.integers(2, (4, 7, 11)[level])))
    camera = photometry.RenderedCamera.drawn(there, level)
    picture = camera.shoot(lit, int(rng.integers(1 << 31)), streak)
    if pipeline is not None:
        picture = pipeline.on(picture, rng)
    taken = taken_quad(quad, rng, level)
    if rng.random() < 0.5 and not upright:
        taken, quad = np.roll(taken, 2, 0), np.roll(quad, 2, 0)
    goal = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]])
    matrix = cv2.getPerspectiveTransform(taken.astype(np.float32), (goal - 0.5).astype(np.float32))
    true = cv2.perspectiveTransform(quad[None].astype(np.float32), matrix)[0]
    return rectified(picture, taken), true
