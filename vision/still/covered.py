"""Reads cards that lie partly under others, in the plane of those found.

What covers a card is known: the cards found above it. The same part is taken off every enrolled
face before comparing, so that only what can be seen decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image
from vision.place.geometry import transform
from vision.reading.embedding import CROP_HEIGHT, CROP_WIDTH, embed, half_turned
from vision.reading.pose import CROP_CORNERS, crop_corners
from vision.still.outline import Outline
from vision.still.plane import Plane, misfit
from vision.still.spots import apart, fitted, plane_poses, shared, support_of_quads
from vision.still.stillreader import Spot, StillReader

MOST = 14
"""How many places are read in one picture: each costs as many embeddings as the deck has faces."""
ROUNDS = 4
"""A card read tells what lies under it; so deep are piles looked through."""
LEAST_VISIBLE, MOST_VISIBLE = 0.2, 0.97
"""Share of a face that must be seen, and from which on it lies free."""
LEAST_SUPPORT = 0.55
MORE = 0.16
"""By how much similarity and margin together must exceed the usual similarity: the smaller the part
that is seen, the more faces share it."""
BESIDE = 0.12
"""How far beyond its rim a card hides others, of its half width: shadow, bend, thickness."""
OFF_PLANE = 0.12
"""How far a corner of a covered card may lie from where the plane has it, in lengths of a card."""
UNSURE = 0.03
"""The same for where rims are looked for once nothing more is found on the plane itself: one card
tells the plane no better a card's length away."""
SAME = 0.12
"""Two places whose corners are nearer than this, in lengths of a card, are one."""
_SHIFTS = (-0.015, 0.0, 0.015)


def read_covered(
    image: Image, outline: Outline, plane: Plane, found: list[Spot], reader: StillReader
) -> list[Spot]:
    """Return the cards under those found."""
    covered: list[Spot] = []
    for unsure in (0.0, UNSURE):
        _look_under(image, outline, plane, found, covered, reader, unsure)
    return covered


def _look_under(
    image: Image,
    outline: Outline,
    plane: Plane,
    found: list[Spot],
    covered: list[Spot],
    reader: StillReader,
    unsure: float,
) -> None:
    """Add to `covered` what lies under the cards found, and what lies under those in turn."""
    tried: list[tuple[Floats, int]] = []
    for _ in range(ROUNDS):
        before = len(covered)
        every = [*found, *covered]
        over = [wider(spot.quad) for spot in every]
        outline.hide(over)
        for quad, support in _likely(outline, plane, over, unsure):
            if len(tried) == MOST:
                return
            mask = covering(quad, over, image)
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
            spot = replace(spot, similarities=left, support=support)
            if accepted(spot, reader):
                covered.append(replace(spot, accepted=True))
        if len(covered) == before:
            return


def wider(quad: Floats) -> Floats:
    """Return the quad with what lies close beside it."""
    grown: Floats = quad + (quad - quad.mean(0)) * BESIDE
    return grown


def _same(one: Floats, two: Floats) -> bool:
    return apart(one, two) < SAME


def accepted(spot: Spot, reader: StillReader) -> bool:
    """Return whether the visible part is that of one card and no other."""
    accept = reader.nets.accept
    return spot.similarity >= accept and spot.similarity + spot.margin >= accept + MORE


def _likely(
    outline: Outline, plane: Plane, over: Sequence[Floats], unsure: float
) -> list[tuple[Floats, float]]:
    """Return where rims show beside the cards found, with their support, the best first."""
    start = plane_poses(outline, plane, unsure)[:40]
    quads = [plane.quad(pose) for pose in fitted(outline, plane, start, unsure=unsure > 0)]
    if unsure:
        quads = [settled(outline, plane, quad) for quad in quads]
    if not quads:
        return []
    chosen: list[tuple[Floats, float]] = []
    support, visible = support_of_quads(outline, np.stack(quads))
    for index in np.argsort(-support * (0.5 + 0.5 * visible)):
        quad = quads[int(index)]
        if support[index] < LEAST_SUPPORT:
            continue
        if not any(shared(quad, other) > 0.02 for other in over):
            continue
        if not any(_same(quad, one) for one, _ in chosen):
            chosen.append((quad, float(support[index])))
    return chosen


def settled(outline: Outline, plane: Plane, quad: Floats) -> Floats:
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


def _read(image: Image, plane: Plane, quad: Floats, mask: Mask, reader: StillReader) -> Spot:
    """Read a covered card, shifted a little to where it is recognised best."""
    profile, net = reader.profile, reader.nets.embedding
    every = [np.concatenate([views, half_turned(views)]) for views in profile.crops]
    faces = without(np.concatenate(every), mask)
    prototypes = embed(net, faces)
    places = np.cumsum([0, *(len(views) for views in every)])[:-1]
    flat = transform(plane.to_plane, quad)
    steps = [np.array([x, y]) * plane.length for x in _SHIFTS for y in _SHIFTS]
    quads = [transform(plane.to_picture, flat + step) for step in steps]
    seen = embed(net, without(np.stack([crop_corners(image, one) for one in quads]), mask))
    rows = np.maximum.reduceat(seen @ prototypes.T, places, axis=1)
    best = int(rows.max(1).argmax())
    return Spot(quads[best], rows[best])


def without(crops: Image, mask: Mask) -> Image:
    """Return crops [n,128,80,3] with what is covered painted in the mean of what is not."""
    visible = (mask == 0)[None, ..., None]
    count = max(1, int(visible.sum()))
    mean = (crops.astype(np.float32) * visible).sum((1, 2), keepdims=True) / count
    return as_image(np.where(visible, crops, mean.round()).astype(np.uint8))
