"""Own renders of decks laid out in rows: on tables, on white cloth, on a scanner's white.

`python -m tests.vision.laid_rows FIRST LAST [GROUND ...]` measures drawn decks of these seeds: how
many are whole and in order without a question, once somebody who looks at the sheet has said yes to
what is marked and right and left out what is marked and wrong, how many have to be laid once more,
in part or all of them, or are saved wrong, and how well cards are read with what was cut out.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from engine.cards import GERMAN_48
from models.workshop.decks.drawn import drawn_deck
from models.workshop.pictures import Picture, Random, noisy, smooth_field
from models.workshop.rendering import textures
from vision.arrays import Floats, Image, as_image
from vision.enrolling.rows import LaidCard, find_rows, lying_on
from vision.place.geometry import transform
from vision.reading.nets import Nets, embed, load_nets
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile, build_profile

LENGTH = 230.0
"""Length in pixels of a card in a photograph of 32."""


class Ground(Enum):
    """What the cards lie on."""

    TABLE = "table"
    WHITE = "white"
    SCAN = "scan"


@dataclass(frozen=True)
class LaidSheet:
    """A picture of cards in rows and where each lies, in reading order."""

    picture: Image
    codes: tuple[str, ...]
    quads: Floats
    """[n,4,2], clockwise from the card's upper left."""


def sheet(
    faces: Mapping[str, Picture], codes: Sequence[str], columns: int, ground: Ground, seed: int
) -> LaidSheet:
    """Lay cards out left to right, row below row, and take their picture."""
    rng = np.random.default_rng([seed, len(codes), list(Ground).index(ground)])
    scan = ground is Ground.SCAN
    aspect = float(np.median([faces[c].shape[1] / faces[c].shape[0] for c in codes]))
    width = LENGTH * aspect
    rows = math.ceil(len(codes) / columns)
    gap = LENGTH * float(rng.uniform(0.01, 0.1))
    margin = LENGTH * float(rng.uniform(0.12, 0.5))
    size = (
        round(2 * margin + columns * width + (columns - 1) * gap),
        round(2 * margin + rows * LENGTH + (rows - 1) * gap),
    )
    canvas = _ground(rng, size, ground)
    quads = []
    turn = math.radians(1.2 if scan else 2.0)
    for number in range(len(codes)):
        row, column = divmod(number, columns)
        x = margin + width / 2 + column * (width + gap) + rng.uniform(-0.3, 0.3) * gap
        y = margin + LENGTH / 2 + row * (LENGTH + gap) + rng.uniform(-0.3, 0.3) * gap
        angle = float(np.clip(rng.normal(0, turn / 2), -turn, turn))
        # A card turned further than its gap allows would lie on its neighbour.
        angle *= min(1.0, 0.5 * gap / (LENGTH * math.sin(turn) / 2))
        quads.append(_quad(x, y, angle, width, LENGTH))
    laid = np.stack(quads)
    canvas = _shaded(canvas, laid, rng, ground)
    for code, quad in zip(codes, laid, strict=True):
        canvas = _put(canvas, _whitened(faces[code]) if scan else faces[code], quad)
    if ground is Ground.WHITE:
        canvas = _rims(canvas, laid, float(rng.uniform(8, 25)))
    if scan:
        canvas = _rims(canvas, laid, float(rng.uniform(5, 25)))
        picture = noisy(np.clip(canvas, 0, 255).astype(np.uint8), rng, float(rng.uniform(0.5, 1.5)))
        return LaidSheet(_jpeg(picture, 90), tuple(codes), laid)
    view = _view(rng, size)
    height = round(size[1] * 1.06)
    flat = (round(size[0] * 1.06), height)
    border = cv2.BORDER_REPLICATE
    seen = cv2.warpPerspective(canvas, view, flat, flags=cv2.INTER_AREA, borderMode=border)
    light = 1 + 0.16 * smooth_field(rng, seen.shape[:2], 3)[..., None]
    seen = np.clip(seen * np.clip(light, 0.6, 1.05) * rng.uniform(0.75, 0.97), 0, 255)
    seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.5, 0.9)))
    picture = noisy(seen.astype(np.uint8), rng, float(rng.uniform(1.5, 4)))
    moved = transform(view, laid.reshape(-1, 2)).reshape(-1, 4, 2)
    return LaidSheet(_jpeg(picture, 88), tuple(codes), moved)


def _quad(x: float, y: float, angle: float, width: float, length: float) -> Floats:
    box = np.array([[-width, -length], [width, -length], [width, length], [-width, length]]) / 2
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + [x, y], float)


def _ground(rng: Random, size: tuple[int, int], ground: Ground) -> Picture:
    if ground is Ground.TABLE:
        side = max(size)
        table = cv2.resize(textures.table(rng, 700), (side, side), interpolation=cv2.INTER_CUBIC)
        return np.ascontiguousarray(table[: size[1], : size[0]])
    level = rng.uniform(246, 254) if ground is Ground.SCAN else rng.uniform(205, 240)
    tint = rng.normal(0, 1 if ground is Ground.SCAN else 4, 3)
    plain = np.full((size[1], size[0], 3), level, np.float32) + tint.astype(np.float32)
    weave = 0.0 if ground is Ground.SCAN else 1.5
    return plain + weave * smooth_field(rng, (size[1], size[0]), 160)[..., None]


def _shaded(canvas: Picture, quads: Floats, rng: Random, ground: Ground) -> Picture:
    """Lay the soft shadow of all cards."""
    mask = np.zeros(canvas.shape[:2], np.float32)
    cv2.fillPoly(mask, list(np.rint(quads).astype(np.int32)), 1.0)
    reach = 1.5 if ground is Ground.SCAN else 3.0
    shift = np.array([[1, 0, rng.uniform(-2, 2)], [0, 1, rng.uniform(0.5, 2.5)]], np.float32)
    high, wide = canvas.shape[0], canvas.shape[1]
    soft = cv2.GaussianBlur(mask, (0, 0), reach)
    soft = cv2.warpAffine(soft, shift, (wide, high))
    deep = rng.uniform(0.03, 0.1) if ground is Ground.SCAN else rng.uniform(0.1, 0.3)
    shaded: Picture = canvas * (1 - deep * soft[..., None])
    return shaded


def _put(canvas: Picture, face: Picture, quad: Floats) -> Picture:
    height, width = face.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    size = (canvas.shape[1], canvas.shape[0])
    drawn = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_AREA)
    alpha = drawn[..., 3:].astype(np.float32) / 255
    result: Picture = canvas * (1 - alpha) + drawn[..., :3] * alpha
    return result


def _whitened(face: Picture) -> Picture:
    """Return a face whose paper a scanner drives nearly to white."""
    paper = np.percentile(face[..., :3].reshape(-1, 3), 80, axis=0)
    light = face[..., :3] * (249.0 / np.maximum(paper, 150.0))
    return np.dstack([np.clip(light, 0, 255).astype(np.uint8), face[..., 3]])


def _rims(canvas: Picture, quads: Floats, deep: float) -> Picture:
    """Darken the cut edges of the cards a little: what is left to see of white on white."""
    line = np.zeros(canvas.shape[:2], np.float32)
    cv2.polylines(line, list(np.rint(quads).astype(np.int32)), True, 1.0, 1, cv2.LINE_AA)
    result: Picture = canvas - deep * cv2.GaussianBlur(line, (0, 0), 0.7)[..., None]
    return result


def _view(rng: Random, size: tuple[int, int]) -> Floats:
    """Return the homography of a camera leaning up to 12 degrees and turned up to 5."""
    focal = 1.0 * max(size)
    lean, way = math.radians(rng.uniform(0, 12)), rng.uniform(0, 2 * math.pi)
    axis = np.array([math.cos(way), math.sin(way), 0.0]) * lean
    turn = (
        cv2.Rodrigues(axis)[0]
        @ cv2.Rodrigues(np.array([0, 0, math.radians(rng.uniform(-5, 5))]))[0]
    )
    centre = np.array([[1, 0, -size[0] / 2], [0, 1, -size[1] / 2], [0, 0, 1]])
    # The plane at the focal distance, turned about its own middle.
    rays = np.column_stack([turn[:, 0], turn[:, 1], np.array([0, 0, focal])])
    lens = np.array([[focal, 0, size[0] * 0.53], [0, focal, size[1] * 0.53], [0, 0, 1]])
    return np.asarray(lens @ rays @ centre, float)


def _jpeg(picture: Picture, quality: int) -> Image:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return as_image(cv2.imdecode(data, cv2.IMREAD_COLOR))


def _read(profile: Profile, pictured: LaidSheet, nets: Nets) -> int:
    """Return how many cards of a picture are read right with a profile in their order."""
    crops = np.stack([crop_corners(pictured.picture, quad) for quad in pictured.quads])
    best = profile.similarities(embed(nets.embedding, crops)).argmax(1)
    return int((best == np.arange(len(best))).sum())


class Outcome(Enum):
    """What comes of a picture when its cards are named by their order."""

    WHOLE = "whole without a question"
    CONFIRMED = "whole once the marked are confirmed"
    REFUSED = "refused"
    WRONG = "saved wrong"


ASTRAY = 1 / 8
"""A corner so many lengths from where it is makes a cut wrong."""


def astray(laid: LaidSheet, found: Sequence[LaidCard]) -> Floats:
    """Return how far each find's worst corner lies from that of the nearest card, in lengths."""
    either = np.stack([laid.quads, np.roll(laid.quads, 2, 1)])[:, :, None]
    quads = np.stack([one.quad for one in found])
    worst: Floats = np.linalg.norm(either - quads, axis=4).max(3).min((0, 1))
    return worst / LENGTH


def kept(laid: LaidSheet, found: Sequence[LaidCard]) -> list[LaidCard]:
    """Return what is left once somebody left out what is marked and wrong.

    With the first that is left out all others are marked (`LaidDeck.doubts`).
    """
    off = astray(laid, found)
    on = lying_on([one.quad for one in found])
    marked = np.array([one.doubt is not None for one in found]) | on
    wrong = off >= ASTRAY
    out = wrong if (wrong & marked).any() else wrong & marked
    return [one for one, left_out in zip(found, out, strict=True) if not left_out]


def outcome(laid: LaidSheet, found: Sequence[LaidCard]) -> Outcome:
    """Return what comes of a picture whose cards are named by their order."""
    if not found:
        return Outcome.REFUSED
    left = kept(laid, found)
    if len(left) != len(laid.codes) or lying_on([one.quad for one in left]).any():
        return Outcome.REFUSED
    if astray(laid, left).max() >= ASTRAY:
        return Outcome.WRONG
    asked = len(left) < len(found) or any(one.doubt is not None for one in found)
    return Outcome.CONFIRMED if asked else Outcome.WHOLE


def _measure(first: int, last: int, grounds: Sequence[Ground]) -> None:
    nets = load_nets()
    outcomes: dict[Ground, Counter[Outcome]] = {ground: Counter() for ground in grounds}
    counts: dict[Ground, list[int]] = {ground: [0] * 3 for ground in grounds}
    off: dict[Ground, list[float]] = {ground: [] for ground in grounds}
    for seed in range(first, last):
        deck = drawn_deck(seed)
        for ground in grounds:
            number, columns = (9, 3) if ground is Ground.SCAN else (32, 8)
            codes = list(deck.faces)[:number]
            laid = sheet(deck.faces, codes, columns, ground, seed)
            began = time.process_time()
            found = find_rows(laid.picture)
            took = time.process_time() - began
            what = outcome(laid, found)
            outcomes[ground][what] += 1
            certain = sum(one.doubt is None for one in found)
            left = kept(laid, found) if found else []
            unseen = int((astray(laid, left) >= ASTRAY).sum()) if left else 0
            sys.stdout.write(
                f"{seed} {ground.value}: {certain} certain of {len(found)}, {len(left)} kept of "
                f"{len(codes)}, {unseen} wrong and not marked, {what.value}, {took:.1f} s"
            )
            if what is not Outcome.REFUSED:
                off[ground].append(float(astray(laid, left).max()))
                sys.stdout.write(f", worst corner {off[ground][-1]:.3f}")
                other = sheet(deck.faces, codes, columns, Ground.TABLE, seed + 1000)
                cards = GERMAN_48[: len(codes)]
                for place, quads in enumerate(([one.quad for one in left], list(laid.quads))):
                    crops = [crop_corners(laid.picture, quad)[None] for quad in quads]
                    profile = build_profile("laid", cards, crops, deck.aspect, nets.embedding)
                    counts[ground][place] += _read(profile, other, nets)
                counts[ground][2] += len(codes)
            sys.stdout.write("\n")
            sys.stdout.flush()
    for ground in grounds:
        said = ", ".join(f"{outcomes[ground][what]} {what.value}" for what in Outcome)
        rows, corners, of = counts[ground]
        sys.stdout.write(
            f"{ground.value}: {said}; worst corner {max(off[ground], default=0):.3f} lengths; "
            f"read {rows} of {of}, cut by hand {corners}\n"
        )


if __name__ == "__main__":
    _measure(int(sys.argv[1]), int(sys.argv[2]), [Ground(g) for g in sys.argv[3:]] or list(Ground))
