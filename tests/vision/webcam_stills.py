"""Own pictures of a webcam above a table: hands of cards that touch and overlap, some face down.

The camera looks nearly straight down, is dim and soft, 1024 x 576, a card some 80 to 130 pixels
long; half of its lenses bend straight lines. Decks are those that `rendered_stills` draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.evening.own import plain_back
from models.workshop.pictures import Picture, Random
from models.workshop.rendering import photometry
from models.workshop.rendering.pipeline import CameraPipeline
from models.workshop.rendering.textures import table
from tests.vision.rendered_stills import lay
from vision.arrays import Floats, Image, as_image

SIZE = (1024, 576)
BACK = "back"
_SIDE = 1024
_HANDS = ((-0.9, -1.3), (0.5, 1.3), (-2.6, 0.4), (2.6, -0.3))
"""Middles of up to four hands, in lengths of a card from the middle of the picture."""


@dataclass(frozen=True)
class WebcamStill:
    """A picture and what lies in it, the lowest first: a code or BACK, and the corners."""

    picture: Image
    cards: tuple[tuple[str, Floats], ...]


def webcam(deck: FaceDeck, rng: Random, backs: bool = True) -> WebcamStill:
    """Draw one picture of two to nine cards; `backs` lays some of them face down."""
    long = float(rng.uniform(80, 130))
    tilt = rng.normal(0, 0.05, 2)
    codes = rng.permutation(sorted(deck.faces)).tolist()
    canvas = _ground(rng)
    laid: list[tuple[str, Floats]] = []
    for middle in rng.permutation(_HANDS)[: int(rng.integers(1, 4))]:
        for flat in _hand(rng, middle, deck.aspect, laid):
            quad = flat * long
            quad = quad / (1 + quad @ tilt / SIZE[0])[:, None] + np.array(SIZE) / 2
            if (quad < 4).any() or (quad > np.array(SIZE) - 4).any():
                continue
            down = backs and rng.random() < 0.2
            code = BACK if down else codes.pop()
            seed = int(rng.integers(1 << 31))
            face = _back(seed, deck.aspect) if down else deck.faces[code]
            canvas = lay(canvas, face, quad, rng)
            laid.append((code, quad))
    if rng.random() < 0.5:
        bend = float(rng.uniform(0.02, 0.25))
        canvas = _bent(canvas, bend)
        laid = [(code, _moved(quad, bend)) for code, quad in laid]
    return WebcamStill(_shot(canvas, rng), tuple(laid))


def _back(seed: int, aspect: float) -> Picture:
    """Return a pattern of diamonds, or a framed picture with medallions, the same either way up."""
    rng = np.random.default_rng([seed, 1])
    back = plain_back(seed, aspect)
    if rng.random() < 0.4:
        return back
    height, width = back.shape[:2]
    paper, ink = (238, 242, 243), tuple(float(v) for v in rng.uniform(20, 170, 3))
    back[..., :3] = paper
    rim = round(width * float(rng.uniform(0.05, 0.1)))
    cv2.rectangle(back, (rim, rim), (width - rim, height - rim), (*ink, 255), -1)
    line = max(2, round(width * float(rng.uniform(0.01, 0.03))))
    inner = 2 * rim
    cv2.rectangle(back, (inner, inner), (width - inner, height - inner), (*paper, 255), line)
    for _ in range(int(rng.integers(4, 14))):
        x, y = (int(v) for v in rng.uniform(inner, [width - inner, height / 2]))
        reach = int(rng.uniform(0.04, 0.25) * width)
        begin = float(rng.uniform(0, 360))
        cv2.ellipse(back, (x, y), (reach, reach // 2 + 4), begin, 0, 300, (*paper, 255), line)
    if rng.random() < 0.7:
        middle, reach = (width // 2, round(height * 0.3)), round(width * rng.uniform(0.15, 0.28))
        cv2.circle(back, middle, reach, (*ink, 255), -1)
        cv2.circle(back, middle, reach, (*paper, 255), line)
        cv2.circle(back, middle, reach // 2, (*paper, 255), -1)
    back[height - height // 2 :] = back[: height // 2][::-1, ::-1]
    return back


def _hand(
    rng: Random, middle: Floats, aspect: float, laid: Sequence[tuple[str, Floats]]
) -> list[Floats]:
    """Return corners of the cards of one hand, in lengths of a card from the picture's middle."""
    turn = float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.4 else float(rng.normal(0, 0.1))
    neat = rng.random() < 0.5
    step = float(rng.choice([rng.uniform(0.35, 0.95), 1.0, rng.uniform(1.02, 1.4)])) * aspect
    place = np.array(middle) + rng.normal(0, 0.2, 2)
    found = []
    for number in range(int(rng.integers(1, 5))):
        own = turn + float(rng.normal(0, 0.03 if neat else 0.35))
        c, s = math.cos(own), math.sin(own)
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [aspect / 2, 0.5]
        along = np.array([math.cos(turn), math.sin(turn)]) * step * number
        aside = rng.normal(0, 0.03 if neat else 0.25, 2)
        found.append(half @ np.array([[c, s], [-s, c]]) + place + along + aside)
    return found


def _ground(rng: Random) -> Picture:
    """Return a cloth of one dark or middling colour with some weave, or a drawn table."""
    width, height = SIZE
    if rng.random() < 0.3:
        return np.asarray(table(rng, _SIDE)[:height], np.float32)
    colour = rng.uniform(15, 130) * np.exp(rng.normal(0, 0.25, 3))
    weave = cv2.GaussianBlur(rng.normal(0, 1, (height, width)), (0, 0), float(rng.uniform(0.5, 2)))
    return np.asarray(colour + 4.0 * weave[..., None], np.float32)


def _bent(canvas: Picture, bend: float) -> Picture:
    """Return the picture as a lens with barrel distortion shows it."""
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    off = np.stack([x, y], -1) - np.array(SIZE) / 2
    far = (off**2).sum(-1, keepdims=True) / (SIZE[0] / 2) ** 2
    source = (off * (1 + bend * far) + np.array(SIZE) / 2).astype(np.float32)
    mode = cv2.BORDER_REPLICATE
    return np.asarray(
        cv2.remap(canvas, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=mode)
    )


def _moved(quad: Floats, bend: float) -> Floats:
    """Return where `_bent` moves points to."""
    off = quad - np.array(SIZE) / 2
    bent = off.copy()
    for _ in range(20):
        far = (bent**2).sum(-1, keepdims=True) / (SIZE[0] / 2) ** 2
        bent = off / (1 + bend * far)
    return np.asarray(bent + np.array(SIZE) / 2)


def _shot(canvas: Picture, rng: Random) -> Image:
    """Return the picture as a cheap webcam takes it in a room of usual light."""
    lit = photometry.light(rng, SIZE[1], SIZE[0], 1).on(canvas)
    soft = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.5, 1.6)))
    picture = photometry.RenderedCamera.drawn(rng, 1).shoot(soft, int(rng.integers(1 << 31)))
    return as_image(CameraPipeline.drawn(rng).on(picture, rng))
