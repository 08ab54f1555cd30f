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
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, embed, half_turned
from vision.geometry import transform
from vision.outline import Outline
from vision.plane import Plane
from vision.pose import CROP_CORNERS, Pose, crop_corners
from vision.spots import fitted, plane_poses, shared, support_of
from vision.stillreader import Spot, StillReader

MOST = 8
"""How many places are read in one picture: each costs as many embeddings as the deck has faces."""
LEAST_VISIBLE, MOST_VISIBLE = 0.2, 0.97
"""Share of a face that must be seen, and from which on it lies free."""
LEAST_SUPPORT = 0.55
MORE = 0.16
"""By how much similarity and margin together must exceed the usual similarity: the smaller the part
that is seen, the more faces share it."""
_SHIFTS = (-0.015, 0.0, 0.015)


def read_covered(
    image: Image, outline: Outline, plane: Plane, found: list[Spot], reader: StillReader
) -> list[Spot]:
    """Return the cards under those found."""
    outline.hide([spot.quad for spot in found])
    covered: list[Spot] = []
    for pose in _likely(outline, plane, found):
        over = [spot.quad for spot in (*found, *covered)]
        quad = plane.quad(pose)
        if any(shared(quad, other.quad) > 0.8 for other in covered):
            continue
        mask = covering(quad, over)
        if not LEAST_VISIBLE <= 1 - float((mask > 0).mean()) <= MOST_VISIBLE:
            continue
        spot = _read(image, plane, pose, mask, reader)
        # A deck has every card once: what lies there already does not lie here.
        left = spot.similarities.copy()
        left[[other.top for other in (*found, *covered)]] = -1.0
        spot = replace(spot, similarities=left)
        support = float(support_of(outline, plane, [pose])[0][0])
        if accepted(spot, reader):
            covered.append(replace(spot, support=support, accepted=True))
    return covered


def accepted(spot: Spot, reader: StillReader) -> bool:
    """Return whether the visible part is that of one card and no other."""
    accept = reader.nets.accept
    return spot.similarity >= accept and spot.similarity + spot.margin >= accept + MORE


def _likely(outline: Outline, plane: Plane, found: Sequence[Spot]) -> list[Pose]:
    """Return where rims show beside the cards found, the best supported first."""
    chosen: list[Pose] = []
    poses = fitted(outline, plane, plane_poses(outline, plane)[: 5 * MOST])
    support, visible = support_of(outline, plane, poses)
    for index in np.argsort(-support * (0.5 + 0.5 * visible)):
        pose = poses[int(index)]
        if support[index] < LEAST_SUPPORT:
            continue
        quad = plane.quad(pose)
        if not any(shared(quad, spot.quad) > 0.02 for spot in found):
            continue
        if all(pose.distance(one) > 0.1 or pose.turned(one) > 0.15 for one in chosen):
            chosen.append(pose)
        if len(chosen) == MOST:
            break
    return chosen


def covering(quad: Floats, over: Sequence[Floats]) -> Mask:
    """Return what lies over a card in its crop, 255 where it is covered."""
    onto = np.asarray(
        cv2.getPerspectiveTransform(quad.astype(np.float32), CROP_CORNERS), np.float64
    )
    mask = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
    for other in over:
        if shared(quad, other) > 0.0:
            inside = transform(onto, other)
            cv2.fillConvexPoly(mask, np.round(np.clip(inside, -4000, 4000)).astype(np.int32), 255)
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)


def _read(image: Image, plane: Plane, pose: Pose, mask: Mask, reader: StillReader) -> Spot:
    """Read a covered card, shifted a little to where it is recognised best."""
    profile, net = reader.profile, reader.nets.embedding
    every = [np.concatenate([views, half_turned(views)]) for views in profile.crops]
    faces = without(np.concatenate(every), mask)
    prototypes = embed(net, faces)
    places = np.cumsum([0, *(len(views) for views in every)])[:-1]
    tries = [pose.moved(x * pose.height, y * pose.height) for x in _SHIFTS for y in _SHIFTS]
    quads = [plane.quad(one) for one in tries]
    seen = embed(net, without(np.stack([crop_corners(image, quad) for quad in quads]), mask))
    rows = np.maximum.reduceat(seen @ prototypes.T, places, axis=1)
    best = int(rows.max(1).argmax())
    return Spot(quads[best], rows[best])


def without(crops: Image, mask: Mask) -> Image:
    """Return crops [n,128,80,3] with what is covered painted in the mean of what is not."""
    visible = (mask == 0)[None, ..., None]
    count = max(1, int(visible.sum()))
    mean = (crops.astype(np.float32) * visible).sum((1, 2), keepdims=True) / count
    return as_image(np.where(visible, crops, mean.round()).astype(np.uint8))
