"""Cuts one card out of a picture: clean face, cut-out with alpha, or photograph on a plain ground.

What the card is told from is its own border: a playing card is lighter at its rim than the ground
it lies on. A clean face has no ground; it is taken whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image
from vision.place.geometry import as_quad
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH
from vision.reading.pose import crop_corners

WORK_SIDE = 640
NARROWEST, WIDEST = 0.45, 0.85
"""Width over length of playing cards, Tarock to bridge, with a margin for slanting photographs."""
SLANTED_NARROWEST = 0.2
"""The same seen at 70 degrees from above."""
LEAST_AREA = 0.06
_EDGE = 7
"""Pixels of a face around an edge within which its whole step is seen."""
_RING = 0.025
_LIGHTER = 12.0
_SCANNED = 240
_LEVELS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class PictureKind(Enum):
    """What sort of picture it was."""

    FACE = "face"
    ALPHA = "alpha"
    PHOTOGRAPH = "photograph"


@dataclass(frozen=True, slots=True)
class CutOut:
    """A card cut out of a picture: the rectified face and how it was found."""

    face: Image
    kind: PictureKind
    aspect: float
    corners: Floats
    """In pixels of the picture, clockwise, first side short."""


def cut_out(picture: Image, alpha: Mask | None = None) -> CutOut | None:
    """Return the one card of a picture, or None where none is found.

    `alpha` is the picture's alpha channel, if it has one.
    """
    if alpha is not None and int(alpha.min()) < 128:
        corners = _alpha_corners(alpha)
        if corners is not None:
            return _cut(_on_white(picture, alpha), corners, PictureKind.ALPHA)
    found = best_quad(picture)
    if found is not None:
        return _cut(picture, found, PictureKind.PHOTOGRAPH)
    height, width = picture.shape[:2]
    if not NARROWEST <= min(width, height) / max(width, height) <= WIDEST:
        return None
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
    return _cut(picture, whole, PictureKind.FACE)


def cut_at(picture: Image, corners: Floats) -> CutOut:
    """Return the card whose corners are known, first side short.

    On a ground as white as paper it was scanned: nothing can be called glare there.
    """
    face = crop_corners(picture, corners)
    scanned = float(np.median(picture.min(axis=2))) >= _SCANNED
    kind = PictureKind.FACE if scanned else PictureKind.PHOTOGRAPH
    return CutOut(face, kind, aspect_of(corners), corners)


def _cut(picture: Image, corners: Floats, kind: PictureKind) -> CutOut:
    quad = np.asarray(as_quad(corners))
    face = crop_corners(picture, quad)
    return CutOut(face, kind, aspect_of(quad), quad)


def aspect_of(quad: Floats) -> float:
    """Return width over length of a card's four corners."""
    across = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])
    along = np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])
    return float(across / along)


def sharpness(face: Image) -> float:
    """Return how sharp a rectified face is: how steep its steepest edges are.

    Free of brightness and contrast of the picture; a printed face in focus has about 1. Of a face
    full of print the steepest fiftieth of all pixels is taken; where there is little print, an ace
    on empty paper, correspondingly fewer.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    inner = np.ascontiguousarray(grey[6 : CROP_HEIGHT - 6, 5 : CROP_WIDTH - 5])
    around = np.ones((_EDGE, _EDGE), np.uint8)
    local = np.asarray(cv2.dilate(inner, around) - cv2.erode(inner, around), np.float32)
    spread = float(np.percentile(inner, 98) - np.percentile(inner, 2))
    contrast = max(spread, 0.8 * float(np.percentile(local, 99)))
    if contrast < 1.0:
        return 0.0
    printed = float((local >= 0.5 * contrast).mean())
    # Of what is printed a quarter counts: edges have two directions, and curves hardly one.
    rank = float(np.clip(100 - 25 * printed / _EDGE, 98.0, 99.9))
    dx = np.abs(np.diff(inner, axis=1))
    dy = np.abs(np.diff(inner, axis=0))
    return float(max(np.percentile(dx, rank), np.percentile(dy, rank))) / contrast * 2.0


def best_quad(picture: Image) -> Floats | None:
    """Return the corners of the one card lying on a plain ground, or None.

    Several ways to part card from ground are tried; the quadrilateral whose rim stands out best
    against what surrounds it wins.
    """
    found = card_quads(picture, LEAST_AREA)
    return max(found, key=lambda pair: pair[0])[1] if found else None


def card_quads(
    picture: Image, least_area: float, slanted: bool = False
) -> list[tuple[float, Floats]]:
    """Return card-like quadrilaterals with how well their rims stand out; they may overlap.

    `least_area` is the smallest share of the picture a card may fill; `slanted` allows what a
    card looks like far from above.
    """
    scale = min(1.0, WORK_SIDE / max(picture.shape[:2]))
    small = as_image(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    candidates = [
        (rim_contrast(lab, quad), (quad + 0.5) / scale - 0.5)
        for mask in _partings(lab)
        for quad in _quads(mask, least_area)
        if card_like(quad, least_area * lab.shape[0] * lab.shape[1], slanted) and _within(quad, lab)
    ]
    return [pair for pair in candidates if pair[0] >= _LIGHTER]


def _partings(lab: Floats) -> list[Mask]:
    """Masks of what is not ground: by distance from the border's colour, and by lightness."""
    height, width = lab.shape[:2]
    rim = max(2, round(0.015 * min(height, width)))
    strips = (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])
    border = np.concatenate([strip.reshape(-1, 3) for strip in strips])
    ground = np.median(border, axis=0)
    apart = np.minimum(np.linalg.norm(lab - ground, axis=2), 255).astype(np.uint8)
    light = np.clip(lab[..., 0], 0, 255).astype(np.uint8)
    k = max(3, round(0.012 * max(height, width))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))
    masks: list[Mask] = []
    for level in (apart, light):
        low, high = (float(v) for v in np.percentile(level, [5, 97]))
        for share in _LEVELS:
            _, mask = cv2.threshold(level, low + share * (high - low), 255, cv2.THRESH_BINARY)
            closed = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), np.uint8)
            # Opened as well: what touches the card at its rim is cut off.
            opened = np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), np.uint8)
            masks += [closed, opened]
    # Where light falls off so much that no level parts card from ground, the outline still does.
    for steep in (60, 120):
        outline = cv2.Canny(light, steep / 2, steep)
        masks.append(np.asarray(cv2.dilate(outline, np.ones((3, 3), np.uint8)), np.uint8))
    return masks


def _quads(mask: Mask, least_area: float) -> list[Floats]:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    quads = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if area < 0.7 * least_area * mask.size:
            continue
        quad = hull_quad(np.asarray(contour))
        if quad is not None and area > 0.8 * cv2.contourArea(quad.astype(np.float32)):
            quads.append(quad)
    return quads


def hull_quad(contour: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> Floats | None:
    """Return the quadrilateral whose sides carry the hull of a contour with rounded corners."""
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    for share in np.linspace(0.01, 0.12, 23):
        corners = cv2.approxPolyDP(hull, float(share) * around, True)
        if len(corners) == 4:
            return _straightened(hull[:, 0].astype(float), corners[:, 0].astype(float))
        if len(corners) < 4:
            return None
    return None


def _straightened(hull: Floats, corners: Floats) -> Floats | None:
    """Fit a line to each side's middle part, so that rounded corners pull nothing inwards."""
    dense = _densified(hull)
    lines = []
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        along = b - a
        length = float(np.linalg.norm(along))
        if length < 8:
            return None
        unit = along / length
        relative = dense - a
        t = relative @ unit
        off = np.abs(relative @ np.array([-unit[1], unit[0]]))
        near = dense[(t > 0.15 * length) & (t < 0.85 * length) & (off < 0.06 * length)]
        if len(near) < 6:
            return None
        vx, vy, x, y = (
            float(v) for v in cv2.fitLine(near.astype(np.float32), cv2.DIST_L1, 0, 0.01, 0.01)[:, 0]
        )
        lines.append((vx, vy, x, y))
    points = [_crossing(lines[k - 1], lines[k]) for k in range(4)]
    if any(point is None for point in points):
        return None
    return np.array(points, float)


def _densified(hull: Floats) -> Floats:
    following = np.roll(hull, -1, 0)
    parts = [
        a + (b - a) * np.linspace(0, 1, max(2, int(np.linalg.norm(b - a))), endpoint=False)[:, None]
        for a, b in zip(hull, following, strict=True)
    ]
    return np.concatenate(parts)


def _crossing(
    one: tuple[float, float, float, float], two: tuple[float, float, float, float]
) -> tuple[float, float] | None:
    vx, vy, x, y = one
    wx, wy, u, v = two
    cross = vx * wy - vy * wx
    if abs(cross) < 0.2:
        return None
    t = ((u - x) * wy - (v - y) * wx) / cross
    return x + t * vx, y + t * vy


def card_like(quad: Floats, least: float, slanted: bool = False) -> bool:
    """Return whether a quad of at least `least` pixels may be a card seen by a camera."""
    corners = np.asarray(as_quad(quad))
    size = float(cv2.contourArea(corners.astype(np.float32)))
    if not cv2.isContourConvex(corners.astype(np.float32)) or size < least:
        return False
    sides = [float(np.linalg.norm(corners[k] - corners[k - 1])) for k in range(4)]
    steep = 2.0 if slanted else 1.5
    skewed = max(sides[0], sides[2]) > steep * min(sides[0], sides[2]) or max(
        sides[1], sides[3]
    ) > steep * min(sides[1], sides[3])
    narrowest, widest = (SLANTED_NARROWEST, 1.0) if slanted else (NARROWEST, WIDEST)
    return not skewed and narrowest <= aspect_of(corners) <= widest


def _within(quad: Floats, lab: Floats) -> bool:
    slack = 0.02 * max(lab.shape[:2])
    limit = np.array([lab.shape[1], lab.shape[0]]) + slack
    return bool(np.all(quad > -slack) and np.all(quad < limit))


def rim_contrast(lab: Floats, quad: Floats) -> float:
    """Return by how much the card's rim is lighter than the ground beside it, at its worst side.

    Measured just inside and just outside of each of the four sides; a side along the picture's
    border cannot be told, which takes a quarter off.
    """
    corners = np.asarray(as_quad(quad))
    height, width = lab.shape[:2]
    length = float(np.linalg.norm(corners[2] - corners[1]))
    offset = max(2.0, _RING * length)
    worst = math.inf
    seen = 0
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        unit = (b - a) / np.linalg.norm(b - a)
        inward = np.array([-unit[1], unit[0]])
        line = a + (b - a) * np.linspace(0.15, 0.85, 40)[:, None]
        outside_points = line - inward * offset
        within = (
            (outside_points[:, 0] >= 0)
            & (outside_points[:, 1] >= 0)
            & (outside_points[:, 0] <= width - 1)
            & (outside_points[:, 1] <= height - 1)
        )
        if within.mean() < 0.6:
            continue
        seen += 1
        inside = _sample(lab, line[within] + inward * offset)
        outside = _sample(lab, outside_points[within])
        # Not the median: a side that runs aslant across the card is right half of its length.
        worst = min(worst, float(np.percentile(inside[:, 0] - outside[:, 0], 20)))
    return worst * seen / 4 if seen >= 2 else -math.inf


def _sample(lab: Floats, points: Floats) -> Floats:
    column = np.clip(np.rint(points[:, 0]), 0, lab.shape[1] - 1).astype(int)
    row = np.clip(np.rint(points[:, 1]), 0, lab.shape[0] - 1).astype(int)
    result: Floats = lab[row, column]
    return result


def _alpha_corners(alpha: Mask) -> Floats | None:
    _, mask = cv2.threshold(alpha, 127, 255, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    contour = max(contours, key=cv2.contourArea)
    quad = hull_quad(np.asarray(contour))
    if quad is None:
        quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)), float)
    return quad if card_like(quad, LEAST_AREA * mask.size) else None


def _on_white(picture: Image, alpha: Mask) -> Image:
    share = alpha[..., None].astype(np.float32) / 255.0
    return as_image(np.rint(picture * share + 235.0 * (1 - share)))
