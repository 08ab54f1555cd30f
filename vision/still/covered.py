"""Reads cards that lie partly under others, in the plane of those found.

What covers a card is known: the cards found above it. The same part is taken off every enrolled
face before comparing, so that only what can be seen decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image
from vision.place.geometry import transform
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, embed, half_turned
from vision.reading.pose import CROP_CORNERS, crop_corners
from vision.still.candidates import apart, fitted, plane_poses, shared, support_of_quads
from vision.still.edges import PictureEdges
from vision.still.plane import Plane, misfit
from vision.still.reader import QuadReading, StillReader, matched, told_apart

MOST = 16
"""How many places are read in one picture: each costs as many embeddings as the deck has faces."""
ROUNDS = 4
"""A card read tells what lies under it; so deep are piles looked through."""
LEAST_VISIBLE, MOST_VISIBLE = 0.2, 0.97
"""Share of a face that must be seen, and from which on it lies free."""
LEAST_SUPPORT = 0.3
LEAST_AGREEMENT, LEAST_SUM = 0.5, 1.6
"""How well the pixels seen must agree with the face, alone and together with the similarity."""
FAINT_AGREEMENT, LEAST_LEAD = 0.25, 1.1
"""An ace shows too little print to agree well: where similarity and lead over the next card
together exceed this, less is asked for."""
ALIKE, MOST_ALIKE = 0.015, 8
"""Cards this near the likeliest are looked at again, where they differ: the smaller the part
that is seen, the more faces share it."""
TOLD = 0.1
"""How clearly one of them must then be the one; 0.5 is quite."""
BESIDE, BESIDE_READ = 0.12, 0.05
"""How far beyond its rim a card hides others, of its half width: shadow, bend, thickness. Edges are
looked for well away from it, print is read up to where it begins."""
OFF_PLANE = 0.12
"""How far a corner of a covered card may lie from where the plane has it, in lengths of a card."""
UNSURE = 0.03
"""The same for where rims are looked for once nothing more is found on the plane itself: one card
tells the plane no better a card's length away."""
SAME = 0.12
"""Two places whose corners are nearer than this, in lengths of a card, are one."""
_STEPS = (0.02, 0.02, 0.01, 0.005)
"""By how much, in lengths of a card and in radians, a place is moved to where it is read best."""


@dataclass(frozen=True)
class RimPlace:
    """Where a rim shows: how well what can be seen of it is supported, and the part seen."""

    quad: Floats
    support: float
    visible: float


def read_covered(
    image: Image,
    outline: PictureEdges,
    plane: Plane,
    found: list[QuadReading],
    reader: StillReader,
    under: Sequence[QuadReading] = (),
) -> list[QuadReading]:
    """Return the cards under those found; none where the deck came without pictures.

    `under` was read as if it lay free and is read again without what lies upon it.
    """
    covered: list[QuadReading] = []
    if not reader.profile.pictured:
        return covered
    places = [RimPlace(spot.quad, spot.support, 1.0) for spot in under]
    for unsure in (0.0, UNSURE):
        _look_under(image, outline, plane, found, covered, reader, unsure, places)
    return covered


def _look_under(
    image: Image,
    outline: PictureEdges,
    plane: Plane,
    found: list[QuadReading],
    covered: list[QuadReading],
    reader: StillReader,
    unsure: float,
    places: Sequence[RimPlace],
) -> None:
    """Add to `covered` what lies under the cards found, and what lies under those in turn."""
    tried: list[tuple[Floats, int]] = []
    for _ in range(ROUNDS):
        before = len(covered)
        over = [wider(spot.quad, BESIDE) for spot in (*found, *covered)]
        outline.hide(over)
        for place in (*places, *likely(outline, plane, over, unsure=unsure)):
            quad = place.quad
            if len(tried) == MOST:
                return
            above = [wider(spot.quad, BESIDE_READ) for spot in (*found, *covered)]
            mask = covering(quad, above, image)
            if not LEAST_VISIBLE <= 1 - float((mask > 0).mean()) <= MOST_VISIBLE:
                continue
            # Read again only what more is known about than before.
            if any(_same(quad, other) and len(over) == count for other, count in tried):
                continue
            if any(shared(quad, spot.quad) > 0.8 for spot in covered):
                continue
            tried.append((quad, len(over)))
            spot = _read(image, plane, quad, mask, reader)
            # A deck has every card once: what lies there already does not lie here.
            left = spot.similarities.copy()
            left[[other.top for other in (*found, *covered)]] = -1.0
            spot = replace(spot, similarities=left, support=place.support)
            card = card_seen(image, spot, mask, reader)
            if card is not None:
                covered.append(replace(told(spot, card), accepted=True))
        if len(covered) == before:
            return


def wider(quad: Floats, beside: float) -> Floats:
    """Return the quad with what lies close beside it."""
    grown: Floats = quad + (quad - quad.mean(0)) * beside
    return grown


def _same(one: Floats, two: Floats) -> bool:
    return apart(one, two) < SAME


def card_seen(image: Image, spot: QuadReading, mask: Mask, reader: StillReader) -> int | None:
    """Return which card's the visible part is, None where it is none or may be several cards'."""
    if spot.similarity < reader.nets.accept:
        return None
    alike = np.flatnonzero(spot.similarities >= spot.similarity - ALIKE)
    alike = alike[np.argsort(-spot.similarities[alike])][:MOST_ALIKE]
    crop = crop_corners(image, spot.quad)
    visible: Mask = np.asarray(255 - mask, np.uint8)
    matches = [matched(crop, reader.profile.crops[index], visible) for index in alike]
    first, clearly = told_apart(crop, matches, visible) if len(matches) > 1 else (0, TOLD)
    card = int(alike[first])
    agreement = matches[first].agreement
    agrees = agreement >= LEAST_AGREEMENT and agreement + spot.similarities[card] >= LEAST_SUM
    leads = agreement >= FAINT_AGREEMENT and spot.similarity + spot.margin >= LEAST_LEAD
    return card if clearly >= TOLD and (agrees or leads) else None


def told(spot: QuadReading, card: int) -> QuadReading:
    """Return the spot with this card as the most similar one."""
    similarities = spot.similarities.copy()
    top = spot.top
    similarities[[card, top]] = similarities[[top, card]]
    return replace(spot, similarities=similarities)


def likely(
    outline: PictureEdges,
    plane: Plane,
    over: Sequence[Floats],
    least: float = LEAST_SUPPORT,
    unsure: float = 0.0,
) -> list[RimPlace]:
    """Return where rims supported at `least` show beside the cards found, the best first."""
    start = plane_poses(outline, plane, unsure)[:40]
    quads = [plane.quad(pose) for pose in fitted(outline, plane, start, unsure=unsure > 0)]
    if unsure:
        quads = [settled(outline, plane, quad) for quad in quads]
    if not quads:
        return []
    chosen: list[RimPlace] = []
    support, visible = support_of_quads(outline, np.stack(quads))
    for index in np.argsort(-support * (0.5 + 0.5 * visible)):
        quad = quads[int(index)]
        if support[index] < least:
            continue
        if not any(shared(quad, other) > 0.02 for other in over):
            continue
        if not any(_same(quad, one.quad) for one in chosen):
            chosen.append(RimPlace(quad, float(support[index]), float(visible[index])))
    return chosen


def settled(outline: PictureEdges, plane: Plane, quad: Floats) -> Floats:
    """Return the quad with its visible sides on the edges beside them, where that is a card.

    The plane is known from few cards, often one: away from them a card may look a little larger
    or smaller than expected.
    """
    best = quad
    for reach in (0.06, 0.02):
        there = outline.refined(best, reach)
        if there is None or misfit(plane, there) > OFF_PLANE:
            continue
        scores, _ = support_of_quads(outline, np.stack([best, there]))
        best = there if scores[1] >= scores[0] else best
    return best


def covering(quad: Floats, over: Sequence[Floats], image: Image) -> Mask:
    """Return what of a card's crop cannot be seen, 255 under `over` and outside of the picture."""
    onto = np.asarray(
        cv2.getPerspectiveTransform(quad.astype(np.float32), CROP_CORNERS), np.float64
    )
    size = (CROP_WIDTH, CROP_HEIGHT)
    inside = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), onto, size)
    mask: Mask = np.asarray(255 - np.asarray(inside), np.uint8)
    for other in over:
        if shared(quad, other) > 0.0:
            corners = np.clip(transform(onto, other), -4000, 4000)
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)


def _read(image: Image, plane: Plane, quad: Floats, mask: Mask, reader: StillReader) -> QuadReading:
    """Read a covered card where, moved and turned a little, it is recognised best."""
    profile, net = reader.profile, reader.nets.embedding
    every = [np.concatenate([views, half_turned(views)]) for views in profile.crops]
    prototypes = embed(net, without(np.concatenate(every), mask))
    places = np.cumsum([0, *(len(views) for views in every)])[:-1]

    def read(quads: Sequence[Floats]) -> list[QuadReading]:
        seen = embed(net, without(np.stack([crop_corners(image, one) for one in quads]), mask))
        rows = np.maximum.reduceat(seen @ prototypes.T, places, axis=1)
        return [QuadReading(one, row) for one, row in zip(quads, rows, strict=True)]

    best = read([quad])[0]
    for step in _STEPS:
        around = read([_moved(plane, best.quad, move * step) for move in _MOVES])
        best = max([best, *around], key=lambda spot: spot.similarity)
    return best


_MOVES = np.concatenate([np.eye(5), -np.eye(5)])
"""Across, along, turned, wider, longer: the plane is not known so well that all are alike."""


def _moved(plane: Plane, quad: Floats, move: Floats) -> Floats:
    """Return a quad moved in the plane along its sides, turned and stretched.

    All five in shares of a card or radians.
    """
    flat = transform(plane.to_plane, quad)
    middle = flat.mean(0)
    wide, long = (
        (flat[1] + flat[2] - flat[0] - flat[3]) / 2,
        (flat[2] + flat[3] - flat[0] - flat[1]) / 2,
    )
    half = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) / 2
    grown = flat + half * move[3:] @ np.stack([wide, long])
    c, s = math.cos(move[2]), math.sin(move[2])
    turned = (grown - middle) @ np.array([[c, s], [-s, c]]) + middle
    along = long / np.linalg.norm(long) * plane.length
    across = np.array([along[1], -along[0]])
    return transform(plane.to_picture, turned + move[0] * across + move[1] * along)


def without(crops: Image, mask: Mask) -> Image:
    """Return crops [n,128,80,3] with what is covered painted in the mean of what is not."""
    visible = (mask == 0)[None, ..., None]
    count = max(1, int(visible.sum()))
    mean = (crops.astype(np.float32) * visible).sum((1, 2), keepdims=True) / count
    return as_image(np.where(visible, crops, mean.round()).astype(np.uint8))
