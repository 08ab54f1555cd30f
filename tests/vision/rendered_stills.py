"""Still pictures of several cards on a table, drawn with the truth: what numbers are chosen on.

Faces are those of the open decks the nets learned from, the tables are drawn; the camera looks
down anyhow, from straight above to very aslant. Cards lie apart, or one upon the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck, load
from models.workshop.pictures import Picture, Random, warp_onto
from models.workshop.rendering import photometry
from models.workshop.rendering.textures import table
from tests.vision.stills import Label
from vision.arrays import Floats, Image, as_image

DECKS = (
    "french-gnome-anglo_poker",
    "french-gnome-atlasnye",
    "french-gnome-bellot",
    "french-gnome-guyenne-classic",
    "french-gnome-rheinland",
    "french-gnome-tango",
    "french-kde-standard",
    "french-pysol-paris",
)
"""Decks to choose numbers on: all of them were trained on."""
PAIRS = (
    ("french-gnome-anglo", "french-byronknoll-vector"),
    ("french-kde-standard", "french-gnome-anglo_modern"),
)
"""Two prints of one pattern: enrolled from one, seen in the other."""
CARD_MM = 90.0
TABLE_MM = 700.0
TABLE_SIDE = 1024
COVERED = 0.05
"""Share of a face from which on it counts as covered."""


@dataclass(frozen=True)
class Still:
    """A picture and what lies in it."""

    picture: Image
    labels: tuple[Label, ...]
    hidden: tuple[float, ...]
    """For each label the share of its face that lies under others."""


def decks(names: Sequence[str] = DECKS) -> Iterator[FaceDeck]:
    """Return the decks, as far as the test data are there."""
    return load(names)


def still(deck: FaceDeck, rng: Random, level: int, overlapping: bool) -> Still:
    """Draw one picture of two to seven cards, at least 90 pixels long."""
    width, height = (960, 720) if rng.random() < 0.7 else (720, 960)
    view = random_view(rng, width, height)
    quads = _laid(rng, deck.aspect, view, (width, height), overlapping)
    codes = rng.choice(sorted(deck.faces), len(quads), replace=False).tolist()
    canvas = _ground(rng, view, (width, height))
    for code, quad in zip(codes, quads, strict=True):
        canvas = lay(canvas, deck.faces[code], quad, rng)
    lit = photometry.light(rng, height, width, level).on(canvas)
    camera = photometry.RenderedCamera.drawn(rng, level)
    picture = as_image(camera.shoot(lit, int(rng.integers(1 << 31))))
    hidden = _hidden(quads, (width, height))
    labels = tuple(
        Label("still", code, quad, share >= COVERED)
        for code, quad, share in zip(codes, quads, hidden, strict=True)
    )
    return Still(picture, labels, hidden)


def random_view(rng: Random, width: int, height: int) -> Floats:
    """Return the homography from millimetres of the table to pixels."""
    focal = float(rng.uniform(0.75, 1.4)) * max(width, height)
    tilt = math.radians(float(rng.choice([rng.uniform(0, 15), rng.uniform(15, 62)])))
    far = focal * CARD_MM / float(rng.uniform(130, 330))
    c, s = math.cos(tilt), math.sin(tilt)
    turn = float(rng.uniform(0, 2 * math.pi))
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    plane = np.array([[1.0, 0.0], [0.0, c], [0.0, -s]]) @ spin
    place = np.column_stack([plane, [0.0, 0.0, far]])
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    return np.asarray(camera @ place, float)


def _corners(rng: Random, aspect: float, x: float, y: float) -> Floats:
    turn = float(rng.uniform(0, 2 * math.pi))
    c, s = math.cos(turn), math.sin(turn)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [CARD_MM * aspect / 2, CARD_MM / 2]
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + [x, y], float)


def _laid(
    rng: Random, aspect: float, view: Floats, size: tuple[int, int], overlapping: bool
) -> list[Floats]:
    """Return corners in pixels of cards that lie wholly in the picture, lowest first."""
    quads: list[Floats] = []
    wanted = int(rng.integers(2, 5 if overlapping else 8))
    for _ in range(400):
        if len(quads) == wanted:
            break
        if overlapping and quads:
            middle = cv2.perspectiveTransform(quads[-1].mean(0).reshape(1, 1, 2), _inverse(view))
            place = middle.reshape(2) + rng.normal(0, 0.55 * CARD_MM, 2)
        else:
            place = rng.uniform(-3, 3, 2) * CARD_MM
        flat = _corners(rng, aspect, float(place[0]), float(place[1]))
        quad = np.asarray(cv2.perspectiveTransform(flat[None], view)[0], float)
        long = max(np.linalg.norm(quad[k] - quad[k - 1]) for k in range(4))
        inside = bool((quad > 4).all() and (quad < np.array(size) - 4).all())
        if not inside or long < 90:
            continue
        shares = [_common(quad, other) for other in quads]
        fits = max(shares, default=0.0) < 0.75 if overlapping else max(shares, default=0.0) == 0.0
        if fits:
            quads.append(quad)
    return quads


def _inverse(view: Floats) -> Floats:
    return np.asarray(np.linalg.inv(view), float)


def _common(one: Floats, two: Floats) -> float:
    a, b = one.astype(np.float32), two.astype(np.float32)
    share, _ = cv2.intersectConvexConvex(a, b)
    return float(share) / min(cv2.contourArea(a), cv2.contourArea(b))


def _ground(rng: Random, view: Floats, size: tuple[int, int]) -> Picture:
    surface = table(rng, TABLE_SIDE).astype(np.uint8)
    k = TABLE_MM / TABLE_SIDE
    onto = view @ np.array([[k, 0, -TABLE_MM / 2], [0, k, -TABLE_MM / 2], [0, 0, 1.0]])
    mode = cv2.BORDER_REFLECT
    return cv2.warpPerspective(surface, onto, size, flags=cv2.INTER_AREA, borderMode=mode).astype(
        np.float32
    )


def lay(canvas: Picture, face: Picture, quad: Floats, rng: Random) -> Picture:
    height, width = canvas.shape[:2]
    long = float(np.linalg.norm(quad[3] - quad[0]))
    shade: Picture = np.zeros((height, width), np.uint8)
    off = rng.normal(0, 0.012 * long, 2)
    cv2.fillPoly(shade, [np.round((quad + off) * 16).astype(np.int32)], 110, cv2.LINE_AA, 4)
    shade = cv2.GaussianBlur(shade, (0, 0), 0.012 * long + 0.4)
    canvas = np.asarray(canvas * (1 - shade[..., None].astype(np.float32) / 255))
    # Art that fills its box has square corners; cut them round, as they are.
    layer = warp_onto(rounded(face), quad, (width, height))
    alpha = layer[..., 3:].astype(np.float32) / 255
    return canvas * (1 - alpha) + layer[..., :3] * alpha


def rounded(face: Picture) -> Picture:
    """Return the face with round corners."""
    height, width = face.shape[:2]
    r = round(0.055 * width)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    cut = face.copy()
    cut[..., 3] = np.minimum(cut[..., 3], mask)
    return cut


def _hidden(quads: Sequence[Floats], size: tuple[int, int]) -> tuple[float, ...]:
    shares = []
    for index, quad in enumerate(quads):
        own = _filled([quad], size)
        over = _filled(quads[index + 1 :], size)
        shares.append(float((own & over).sum() / max(1, int(own.sum()))))
    return tuple(shares)


def _filled(
    quads: Sequence[Floats], size: tuple[int, int]
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    mask = np.zeros((size[1], size[0]), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask > 0
