"""What changed between two pictures of the resting table, and what of it speaks for a card.

- Sides and share: a strip left by a pushed card, an arm or a shadow may look a little like some
  card; none of them changes most of a card's rectangle and has an edge along each of its sides.
- Connected pieces: an arm reaches in from the rim, a card lies by itself. What hangs together with
  a new card and is none is a fan, a packet or a hand, unless one more card of the same size,
  crossing the first at another player's angle, explains all of it.
- Print: a white ace on a white cloth in dim light changes a tenth of its rectangle, less than a
  strip of another card would. But all that is printed there is new, and of a strip it is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import (
    Bools,
    Floats,
    Image,
    Mask,
    as_image,
    median,
    median_of_differences,
    strongest,
)
from vision.reading.pose import Edges, Pose, from_corners
from vision.watching.motion import relit
from vision.watching.scene import TableScene
from vision.watching.thresholds import THRESHOLDS

_CHANGES = THRESHOLDS.changes


@dataclass(frozen=True, slots=True, eq=False)
class _Itself:
    """A picture that is the same as itself alone, whatever another one shows."""

    picture: Image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.picture is self.picture

    def __hash__(self) -> int:
        return id(self.picture)


def change_level(before: Image, after: Image) -> Image:
    """Return how far two sharp pictures differ at each pixel, common change of light taken off.

    What it said last is remembered, for several ask about the same look: neither picture, nor what
    is returned, may be painted into.
    """
    return _change_level(_Itself(before), _Itself(after))


@lru_cache(maxsize=1)
def _change_level(first: _Itself, second: _Itself) -> Image:
    before, after = first.picture, second.picture
    apart = strongest(cv2.absdiff(after, in_common_light(before, after)))
    return np.asarray(cv2.blur(apart, (3, 3)), np.uint8)


def in_common_light(before: Image, after: Image) -> Image:
    """Return `before` as much brighter in each channel as most of `after` is."""
    apart = after[::6, ::6].astype(np.int16) - before[::6, ::6].astype(np.int16)
    common = median_of_differences(apart.reshape(-1, 3)).astype(np.int16)
    if not common.any():
        return before
    brighter = np.append(common, 0).astype(np.float64)
    return np.asarray(cv2.add(before, brighter, dtype=cv2.CV_8U), np.uint8)


def changed_share(level: Image, pose: Pose) -> float:
    """Return the share of a card's rectangle that changed; `level` comes from `change_level`."""
    inside = pose.draw(level.shape[0], 0.94)
    area = cv2.countNonZero(inside)
    _, above = cv2.threshold(level, _CHANGES.level, 255, cv2.THRESH_BINARY)
    return cv2.countNonZero(cv2.bitwise_and(above, inside)) / area if area else 0.0


def in_the_middle(pose: Pose, side: int) -> bool:
    """Whether a card lies where tricks are played: wholly in the field, its centre well inside."""
    corners = pose.corners()
    whole = bool(corners.min() >= -0.01 * side and corners.max() <= 1.01 * side)
    away = math.hypot(pose.x - side / 2, pose.y - side / 2)
    return whole and away <= _CHANGES.trick_radius * side / 2


def sides_seen(edges: Edges, pose: Pose) -> int:
    """Return along how many of the four sides there is an edge."""
    return int((side_ridges(edges, pose) >= _CHANGES.ridge).sum())


def side_ridges(edges: Edges, pose: Pose) -> Floats:
    """Return for each side how much stronger the edge along it is than beside it; 1 is nothing."""
    along = _strengths(edges, pose, _CHANGES.along_side).max(0)
    beside = median(_strengths(edges, pose, _CHANGES.beside_side))
    return np.asarray(along / (beside + 8.0), float)


def _strengths(edges: Edges, pose: Pose, shares: tuple[float, ...]) -> Floats:
    """Edge strengths [shifts,4] along the rectangle grown by each share of its length."""
    by = 2 * np.array(shares)[:, None] * pose.height
    at = np.tile([pose.x, pose.y, pose.theta], (len(shares), 1))
    return edges.sides(at, pose.width + by, pose.height + by)


_STRIP = np.ones((3, 3), np.uint8)


_ROUNDINGS = (0.02, 0.04, 0.06, 0.08)
"""By how much of its outline's length a piece is evened out until four corners are left."""


@dataclass(frozen=True, slots=True)
class ChangedPieces:
    """The connected pieces of a change, coarse."""

    labels: NDArray[np.int32]
    areas: NDArray[np.float64]
    """Area of each piece in pixels of the sharp picture; the first is the ground, 0."""
    reaches_in: Bools
    """Whether a piece touches the rim of the field; the ground does not count."""
    k: float
    """Coarse pixels a sharp pixel."""

    @property
    def largest(self) -> float:
        """Area of the largest piece in pixels of the sharp picture."""
        return float(self.areas.max())

    def touches_arm(self, pose: Pose) -> bool:
        """Whether what lies at `pose` hangs together with something that reaches in."""
        inside = self.labels[self.drawn(pose, 0.9)]
        return bool(self.reaches_in[inside[inside > 0]].any())

    def beside(self, poses: Sequence[Pose], shadow: Mask | None = None) -> float:
        """Return the area that hangs together with cards and is none of them, in areas of one.

        What `shadow` says lies in the shadow only does not count.
        """
        left, _ = self.around(poses, shadow)
        return float(left.sum()) / self.k**2 / (poses[0].width * poses[0].height)

    def around(self, poses: Sequence[Pose], shadow: Mask | None = None) -> tuple[Mask, Mask]:
        """Return what hangs together with cards and is none of them, and the cards; 1 and 0."""
        cards = np.zeros(self.labels.shape, bool)
        for pose in poses:
            cards |= self.drawn(pose, 1.1)
        own = np.unique(self.labels[cards & (self.labels > 0)])
        left = np.isin(self.labels, own) & ~cards
        if shadow is not None:
            left &= shadow == 0
        opened = cv2.morphologyEx(np.asarray(left, np.uint8), cv2.MORPH_OPEN, _STRIP)
        return np.asarray(opened, np.uint8), np.asarray(cards, np.uint8)

    def any_free(self) -> bool:
        """Whether any piece lies free of the rim, so that it is no arm."""
        return bool((~self.reaches_in & (self.areas > 0)).any())

    def rectangles(self, aspect: float, size: tuple[float, float] | None) -> list[Pose]:
        """Return the pieces that lie by themselves and have the shape and size of a card.

        `aspect` is width over length, `size` both in pixels of the sharp picture, where known.
        """
        found = []
        for pose in self._compact():
            if abs(pose.width / pose.height / aspect - 1) > _CHANGES.shape:
                continue
            if size is None:
                found.append(pose)
            elif abs(pose.height / size[1] - 1) < _CHANGES.shape:
                found.append(pose.sized(*size))
        return found

    def cards_of_another_shape(self, aspect: float, side: float) -> list[Pose]:
        """Return the pieces that lie by themselves, shaped like cards, but not like the deck's.

        `aspect` is the deck's, width over length; `side` the field's in pixels.
        """
        narrowest, widest = _CHANGES.aspects
        shortest, longest = _CHANGES.lengths
        return [
            pose
            for pose in self._compact()
            if narrowest <= pose.width / pose.height <= widest
            and abs(pose.width / pose.height / aspect - 1) > _CHANGES.other_shape
            and shortest * side <= pose.height <= longest * side
        ]

    def outlines(self) -> list[Floats]:
        """Return four corners [4,2] of each piece that lies by itself and fills them."""
        found = []
        for label in np.flatnonzero(~self.reaches_in & (self.areas > 0)):
            piece = np.asarray(self.labels == label, np.uint8)
            contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            hull = cv2.convexHull(max(contours, key=cv2.contourArea))
            around = cv2.arcLength(hull, True)
            corners = min(
                (cv2.approxPolyDP(hull, share * around, True) for share in _ROUNDINGS),
                key=lambda polygon: (len(polygon) != 4, len(polygon)),
            ).reshape(-1, 2)
            if len(corners) != 4:
                continue
            # A pixel of the coarse picture covers more than its middle.
            middle = corners.mean(0)
            side = math.sqrt(max(1.0, cv2.contourArea(corners)))
            corners = middle + (corners - middle) * (1 + 1 / side)
            if float(piece.sum()) >= _CHANGES.compact * cv2.contourArea(corners.astype(np.float32)):
                found.append((corners + 0.5) / self.k - 0.5)
        return found

    def _compact(self) -> list[Pose]:
        """Return the rectangles that pieces which do not reach in fill."""
        found = []
        for label in np.flatnonzero(~self.reaches_in & (self.areas > 0)):
            piece = np.asarray(self.labels == label, np.uint8)
            contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            pose = from_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(contours[0]))))
            # A pixel of the coarse picture covers more than its middle.
            filled = float(piece.sum()) / ((pose.width + 1) * (pose.height + 1))
            if filled >= _CHANGES.compact:
                found.append(
                    Pose(
                        (pose.x + 0.5) / self.k - 0.5,
                        (pose.y + 0.5) / self.k - 0.5,
                        pose.theta,
                        (pose.width + 1) / self.k,
                        (pose.height + 1) / self.k,
                    )
                )
        return found

    def drawn(self, pose: Pose, grow: float) -> Bools:
        """Return where a card `grow` times as large lies, coarse."""
        corners = (pose.corners(grow) + 0.5) * self.k - 0.5
        mask = np.zeros(self.labels.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask > 0


def changed_pieces(level: Image, length: float) -> ChangedPieces:
    """Find the pieces of a change.

    `level` comes from `change_level`, `length` is a card's in pixels of the sharp picture. What it
    found last is remembered as well.
    """
    return _changed_pieces(_Itself(level), length)


@lru_cache(maxsize=1)
def _changed_pieces(change: _Itself, length: float) -> ChangedPieces:
    level = change.picture
    k = _CHANGES.coarse_length / length
    height, width = level.shape
    size = (round(k * width), round(k * height))
    if k < 0.5:
        # Halved first it is shrunk in half the time.
        level = as_image(cv2.resize(level, (width // 2, height // 2), interpolation=cv2.INTER_AREA))
    small = cv2.resize(level, size, interpolation=cv2.INTER_AREA)
    return pieces_of(np.asarray(small > _CHANGES.level, np.uint8), k)


def shadowed(before: Image, after: Image, like: ChangedPieces) -> Mask:
    """Return where sharp `after` is `before` in another light, 1 and 0, as coarse as `like`.

    A shadow that comes or goes takes about as much of every colour, never most of it, and has no
    edges: what is printed or cut has.
    """
    size = (like.labels.shape[1], like.labels.shape[0])
    was, now = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float64)
        + _CHANGES.shadow_dark
        for each in (before, after)
    )
    ratio = np.log(now / was)
    light = ratio.mean(2)
    grey = ratio.max(2) - ratio.min(2) < _CHANGES.shadow_greyest
    rough = (
        cv2.blur(light * light, (_CHANGES.shadow_near, _CHANGES.shadow_near))
        - cv2.blur(light, (_CHANGES.shadow_near, _CHANGES.shadow_near)) ** 2
    )
    smooth = rough < _CHANGES.shadow_smooth**2
    return np.asarray(grey & smooth & (np.abs(light) < _CHANGES.shadow_deepest), np.uint8)


def pieces_of(coarse: Mask, k: float) -> ChangedPieces:
    """Find the pieces of a coarse mask of `k` pixels a sharp pixel."""
    square = np.ones((_CHANGES.gap, _CHANGES.gap), np.uint8)
    mask = np.asarray(cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, square))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, square))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64) / k**2
    areas[0] = 0.0
    inner = labels[_CHANGES.rim : -_CHANGES.rim, _CHANGES.rim : -_CHANGES.rim]
    rim = np.bincount(labels.ravel(), minlength=count) > np.bincount(inner.ravel(), minlength=count)
    rim[0] = False
    return ChangedPieces(np.asarray(labels, np.int32), areas, rim, k)


def crossed_by_one(parts: ChangedPieces, pose: Pose, shadow: Mask) -> bool:
    """Whether one more card of the same size, crossing the one at `pose`, explains all beside it.

    `shadow` says what lies in the shadow only, 1 and 0, as coarse as the pieces.
    """
    left, card = parts.around([pose], shadow)
    area = float(left.sum())
    there = np.asarray(left | card, np.float32)
    for step in range(_CHANGES.crossing_angles):
        angle = math.pi * step / _CHANGES.crossing_angles
        turned = Pose(pose.x, pose.y, angle, pose.width, pose.height)
        if pose.turned(turned) < _CHANGES.crossing_turn:
            continue
        kernel = _rectangle(turned, parts.k)
        inside = cv2.filter2D(there, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
        covered = cv2.filter2D(
            np.asarray(left, np.float32), -1, kernel, borderType=cv2.BORDER_CONSTANT
        )
        enough = covered >= _CHANGES.crossing_covered * area
        if bool(((inside >= _CHANGES.crossing_inside) & enough).any()):
            return True
    return False


def _rectangle(pose: Pose, k: float) -> NDArray[np.float32]:
    """Return a card as a kernel of the coarse picture, in the middle of a square."""
    half = math.ceil(0.5 * k * math.hypot(pose.width, pose.height)) + 1
    middle = np.array([half, half], float)
    corners = (pose.corners() - np.array([pose.x, pose.y])) * k + middle
    drawn = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1)
    return drawn.astype(np.float32)


def area_beside(
    reference: TableScene,
    scene: TableScene,
    parts: ChangedPieces,
    poses: Sequence[Pose],
    known: Sequence[Pose] = (),
) -> float:
    """Return the area beside first cards in areas of one, less shadows and one crossing card.

    What changes where `known` cards lie or lay does not count either.
    """
    if not parts.beside(poses):
        return 0.0
    shadow = shadowed(relit(reference.sharp, scene.sharp), scene.sharp, parts)
    for pose in known:
        shadow |= parts.drawn(pose, 1.1)
    area = parts.beside(poses, shadow)
    one = len(poses) == 1 and 0 < area < 1 and not parts.touches_arm(poses[0])
    return 0.0 if one and crossed_by_one(parts, poses[0], shadow) else area


@dataclass(frozen=True, slots=True)
class Slide:
    """How a card that lay there may have been pushed, by what shows of it."""

    pose: Pose
    """Where it would lie now."""
    was: float
    """Share of what shows of it that differs where it lay."""
    left: float
    """Share that still differs once the card is taken to lie at `pose`."""


def slide(before: Image, after: Image, pose: Pose, over: Mask) -> Slide | None:
    """Follow the look of a card at `pose` from one sharp picture to the next.

    `over` is 255 where something lies on it by now. None where too little of the card shows, or
    what shows there is no longer like it. A pushed card's look goes with it, however much of its
    face is covered: the net can tell it only where most of the face shows.
    """
    k = _CHANGES.slide_length / pose.height
    corners = pose.corners(_CHANGES.slide_around)
    left, top = np.maximum(np.floor(corners.min(0)), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(0)) + 1, after.shape[0]).astype(int)
    cut = (slice(top, bottom), slice(left, right))
    size = (round(k * (right - left)), round(k * (bottom - top)))
    was, now = (
        as_image(cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
        for grey in (cv2.cvtColor(each[cut], cv2.COLOR_BGR2GRAY) for each in (before, after))
    )
    free = cv2.resize(cv2.bitwise_not(over[cut]), size, interpolation=cv2.INTER_NEAREST)
    own = cv2.resize(pose.draw(after.shape[0], 0.96)[cut], size, interpolation=cv2.INTER_NEAREST)
    shown = cv2.bitwise_and(own, free)
    if cv2.countNonZero(shown) < _CHANGES.slide_shown * pose.width * pose.height * k * k:
        return None
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    back = np.eye(2, 3, dtype=np.float32)
    try:
        # Blurred and shifted first: so it finds back from farther away.
        cv2.findTransformECC(now, was, back, cv2.MOTION_TRANSLATION, enough, shown, 15)
        cv2.findTransformECC(now, was, back, cv2.MOTION_EUCLIDEAN, enough, shown, 9)
        cv2.findTransformECC(now, was, back, cv2.MOTION_EUCLIDEAN, enough, shown, 5)
    except cv2.error:  # OpenCV's word for two pictures that are nowhere alike
        return None
    nearest = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    linear = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    slid = as_image(cv2.warpAffine(was, back, size, flags=linear))
    there = cv2.bitwise_and(cv2.warpAffine(shown, back, size, flags=nearest), free) > 0
    if not there.any():
        return None
    forth = cv2.invertAffineTransform(back)
    here = (np.array([pose.x - left, pose.y - top]) + 0.5) * k - 0.5
    x, y = (forth[:, :2] @ here + forth[:, 2] - here) / k
    return Slide(
        pose.moved(float(x), float(y), math.atan2(float(forth[1, 0]), float(forth[0, 0]))),
        _differing(was, now, shown > 0),
        _differing(slid, now, there),
    )


def _differing(a: Image, b: Image, inside: Bools) -> float:
    """Return the share of grey pixels inside that differ; fine print a little beside counts not."""
    apart = np.abs(cv2.blur(a, (3, 3))[inside].astype(np.int16) - cv2.blur(b, (3, 3))[inside])
    return float((apart > _CHANGES.level).mean())


def printed_anew(level: Image, after: Image, pose: Pose) -> bool:
    """Whether what is printed within a card's rectangle was not there before, nearly all of it.

    `level` comes from `change_level`, `after` is the sharp picture.
    """
    inside = pose.draw(after.shape[0], 0.96) > 0
    seen = after[inside]
    if not len(seen):
        return False
    paper = np.median(seen, axis=0).astype(np.int16)
    apart = np.abs(seen.astype(np.int16) - paper).max(1)
    ink = apart > _CHANGES.ink_level
    return bool(
        ink.mean() >= _CHANGES.ink_share
        and (level[inside][ink] > _CHANGES.level).mean() >= _CHANGES.ink_new_share
    )
