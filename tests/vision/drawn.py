"""A small deck drawn with lines and dots, and a table to lay it on: pictures made in the test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, card
from vision.arrays import Floats, Image, as_image
from vision.camera.frames import Frame
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets
from vision.reading.profile import Profile, build_profile

FACE_WIDTH, FACE_HEIGHT = 140, 240
FPS = 25.0
_COLOURS = {"E": (40, 90, 140), "G": (40, 130, 30), "H": (40, 30, 190), "S": (20, 160, 220)}
_COUNTS = {"A": 1, "7": 7, "8": 8, "9": 9, "Z": 10}
DECK = tuple(card(suit + rank) for suit in "EGHS" for rank in "AZKOU987")


def face(which: Card) -> Image:
    """Draw a face: letters in two corners, the suit's shape as often as the rank says."""
    suit, rank = which.suit.letter, which.rank.letter
    picture = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 238, np.uint8)
    colour = _COLOURS[suit]
    for upright in (False, True):
        cv2.putText(picture, rank, (7, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (20, 20, 20), 2)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
        if rank in "KOU" and upright:
            height = {"K": 150, "O": 120, "U": 90}[rank]
            top = (FACE_HEIGHT - height) // 2
            cv2.rectangle(picture, (38, top), (102, top + height), colour, -1)
            cv2.circle(picture, (70, top + 26), 18, (160, 190, 230), -1)
    if rank in "KOU":
        _shape(picture, suit, (32 if rank == "O" else 108, 60), 22, colour)
        _shape(picture, suit, (108 if rank == "O" else 32, 180), 22, colour)
        return picture
    count = _COUNTS[rank]
    rows = (count + 1) // 2
    for k in range(count):
        row, column = divmod(k, 2)
        alone = k == count - 1 and count % 2 == 1
        x = 70 if alone else 44 + 52 * column
        y = 120 if rows == 1 else 44 + 152 * row // (rows - 1)
        _shape(picture, suit, (x, y), 40 if count == 1 else 14, colour)
    return picture


def _shape(
    picture: Image, suit: str, at: tuple[int, int], size: int, colour: tuple[int, int, int]
) -> None:
    x, y = at
    if suit == "E":
        cv2.ellipse(picture, at, (size // 2, size), 0, 0, 360, colour, -1)
    elif suit == "G":
        points = np.array([[x, y - size], [x + size, y], [x, y + size], [x - size, y]])
        cv2.fillConvexPoly(picture, points, colour)
    elif suit == "H":
        points = np.array([[x - size, y - size // 2], [x + size, y - size // 2], [x, y + size]])
        cv2.fillConvexPoly(picture, points, colour)
    else:
        cv2.circle(picture, at, size, colour, -1)
        cv2.line(picture, (x - size, y), (x + size, y), (20, 20, 20), 3)


def drawn_profile(nets: Nets, cards: Sequence[Card] = DECK) -> Profile:
    """Enrol the drawn deck."""
    crops = [
        cv2.resize(face(one), (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)[None]
        for one in cards
    ]
    return build_profile(
        "drawn", cards, [as_image(crop) for crop in crops], FACE_WIDTH / FACE_HEIGHT, nets.embedding
    )


@dataclass
class Laid:
    """A card on the table: centre in pixels, angle in radians, length in pixels."""

    card: Card
    x: float
    y: float
    theta: float = 0.0
    height: float = 160.0

    def corners(self) -> Floats:
        """Corners clockwise, first a short side."""
        h = self.height / 2
        w = h * FACE_WIDTH / FACE_HEIGHT
        c, s = math.cos(self.theta), math.sin(self.theta)
        box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return np.asarray(box @ np.array([[c, s], [-s, c]]) + np.array([self.x, self.y]), float)


@cache
def _grain(sigma: float) -> NDArray[np.int16]:
    """Draw a sensor's noise for several pictures; each picture takes another stretch of it."""
    noise = np.empty(1 << 23, np.int16)
    cv2.setRNGSeed(7)
    cv2.randn(noise, np.zeros(1), np.full(1, sigma))
    return noise


@lru_cache(maxsize=64)
def _lying(
    which: Card, corners: tuple[tuple[float, float], ...]
) -> tuple[int, int, Floats, Floats]:
    """Draw a face where it lies: left and top of its box, what it adds, what it leaves."""
    left, top = (math.floor(min(at)) - 1 for at in zip(*corners, strict=True))
    right, bottom = (math.ceil(max(at)) + 2 for at in zip(*corners, strict=True))
    source = np.array(
        [[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]], np.float32
    )
    there = np.array(corners, np.float32) - np.array([left, top], np.float32)
    matrix = cv2.getPerspectiveTransform(source - 0.5, there)
    size, flags = (right - left, bottom - top), cv2.INTER_AREA
    over = cv2.warpPerspective(face(which), matrix, size, flags=flags)
    inside = cv2.warpPerspective(
        np.full((FACE_HEIGHT, FACE_WIDTH), 255, np.uint8), matrix, size, flags=flags
    )
    share = inside[..., None].astype(np.float32) / 255
    return left, top, over * share, 1 - share


@dataclass
class Table:
    """A table seen from above. What is drawn now is what `frames` delivers."""

    width: int = 960
    height: int = 540
    light: float = 1.0
    noise: float = 2.0
    seed: int = 7
    cards: list[Laid] = field(default_factory=list)
    arm: tuple[float, float] | None = None
    """Where the fingertips are; the arm comes from the lower edge."""
    shade: float = 0.0
    """How much darker the right side is."""
    index: int = 0
    ground: tuple[int, int, int] = (52, 84, 118)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        grain = rng.normal(0, 9, (self.height, 24)).astype(np.float32)
        wood = cv2.resize(grain, (self.width, self.height), interpolation=cv2.INTER_CUBIC)
        self._wood = np.array(self.ground, np.float32) + wood[..., None]
        self._dice = rng
        self._state: object = None
        self._still = np.zeros((self.height, self.width, 3), np.uint8)

    def picture(self) -> Image:
        """Draw the table as it is now, with fresh noise."""
        state = (str(self.cards), self.arm, self.light, self.shade)
        if state != self._state:
            self._state, self._still = state, self._drawn()
        grain = _grain(self.noise)
        first = int(self._dice.integers(len(grain) - self._still.size))
        noise = grain[first : first + self._still.size].reshape(self._still.shape)
        return as_image(cv2.add(self._still, noise, dtype=cv2.CV_8U))

    def _drawn(self) -> Image:
        image = self._wood.copy()
        for laid in self.cards:
            self._draw(image, laid)
        if self.arm is not None:
            x, y = self.arm
            tip, shoulder = (round(x), round(y)), (round(x) + 40, self.height + 80)
            cv2.line(image, tip, shoulder, (120, 150, 200), 66, cv2.LINE_AA)
        fall = 1 - self.shade * np.linspace(0, 1, self.width, dtype=np.float32)[None, :, None]
        return as_image(np.clip(image * self.light * fall, 0, 255))

    def _draw(self, image: Floats, laid: Laid) -> None:
        corners = tuple((float(x), float(y)) for x, y in laid.corners())
        x, y, added, left = _lying(laid.card, corners)
        tall, wide = added.shape[:2]
        spot = image[max(0, y) : max(0, y + tall), max(0, x) : max(0, x + wide)]
        first, begin = max(0, -y), max(0, -x)
        part = slice(first, first + spot.shape[0]), slice(begin, begin + spot.shape[1])
        spot *= left[part]
        spot += added[part]

    def frames(self, seconds: float) -> Iterator[Frame]:
        """Deliver frames of the table as it is now."""
        for _ in range(round(seconds * FPS)):
            yield Frame(self.index, self.index / FPS, self.picture())
            self.index += 1

    def slide(
        self, laid: Laid, start: tuple[float, float], seconds: float = 0.2
    ) -> Iterator[Frame]:
        """Lay a card: it slides in from `start` and stays on top."""
        steps = max(1, round(seconds * FPS))
        self.cards.append(laid)
        end = (laid.x, laid.y)
        for step in range(steps):
            share = (step + 1) / steps
            laid.x = start[0] + (end[0] - start[0]) * share
            laid.y = start[1] + (end[1] - start[1]) * share
            yield from self.frames(1 / FPS)

    def sweep(self, seconds: float = 0.3) -> Iterator[Frame]:
        """Take all cards away towards the lower edge."""
        steps = max(1, round(seconds * FPS))
        for _ in range(steps):
            for laid in self.cards:
                laid.y += self.height / steps
            yield from self.frames(1 / FPS)
        self.cards.clear()
