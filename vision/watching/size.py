"""How large the cards are in the picture, where nobody has measured the table.

The first card of a recording lies alone on an empty table: the change it made shows its outline,
and of all outlines the one under which a card of the deck is recognised best is right. The size
is the median over the first few cards and then stays, so that one odd card cannot spoil it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Image, Mask, strongest
from vision.reading.newcard import Proposal
from vision.reading.pose import Edges, Pose, from_corners
from vision.reading.reader import Reader, Reading
from vision.watching.evidence import in_common_light

SMALLEST, LARGEST = 0.10, 0.48
"""Length of a card as a share of the field's side."""
ASPECT_TOLERANCE = 0.12
ENOUGH = 5
_SIZE_STEP = 1.07
_KEPT = 4
HOPELESS = 0.1
"""What is this much less like a card than needed does not become one by shifting its outline."""
_CHANGE_FLOOR = 12.0


class CardSize:
    """Width and length of the cards as shares of the field's side; grows surer with each card."""

    def __init__(self, known: tuple[float, float] | None = None) -> None:
        self._known = known
        self._seen: list[tuple[float, float]] = []

    @property
    def shares(self) -> tuple[float, float] | None:
        """Width and length, or None as long as no card was seen."""
        if self._known is not None:
            return self._known
        if not self._seen:
            return None
        widths, lengths = zip(*self._seen, strict=True)
        return float(np.median(widths)), float(np.median(lengths))

    @property
    def frozen(self) -> bool:
        """Whether the size is settled for good."""
        return self._known is not None or len(self._seen) >= ENOUGH

    def add(self, width: float, length: float) -> None:
        """Take note of a clearly read card; ignored once the size is frozen."""
        if not self.frozen:
            self._seen.append((width, length))


def measure(
    before: Image, after: Image, proposals: Sequence[Proposal], reader: Reader
) -> Reading | None:
    """Find a single new card of unknown size; None where nothing card-like changed."""
    edges = reader.edges(after)
    starts = _outlines(before, after, reader.profile.aspect)
    starts += _ladder(proposals, after.shape[0], reader.profile.aspect)
    readings = sorted(reader.read(after, starts), key=lambda r: -r.similarity)[:_KEPT]
    if not readings:
        return None
    fitted = [edges_fit(edges, reading.pose) for reading in readings]
    readings += reader.read(after, fitted)
    best = max(readings, key=lambda r: r.similarity)
    if best.similarity < reader.nets.accept - HOPELESS:
        return best
    aligned = [
        _align_freely(reader, after, reading)
        for reading in sorted(readings, key=lambda r: -r.similarity)[:2]
    ]
    best = max(aligned, key=lambda reading: reading.similarity)
    sharpened = reader.best(after, [edges_fit(edges, best.pose)])
    if sharpened is not None and sharpened.similarity > best.similarity - 0.03:
        best = sharpened
    return best


def remeasured(after: Image, found: Reading, reader: Reader) -> Reading:
    """Return a card found by its usual size with the size its own edges show."""
    own = reader.best(after, [edges_fit(reader.edges(after), found.pose)])
    aspect = 0.0 if own is None else own.pose.width / own.pose.height / reader.profile.aspect
    if own is None or abs(aspect - 1) > ASPECT_TOLERANCE:
        return found
    return own if own.similarity > found.similarity - 0.03 else found


def edges_fit(edges: Edges, pose: Pose) -> Pose:
    """Fit place, angle, width and length to the edges around `pose`."""
    current = edges.fit(pose, pose.height * 0.03, math.radians(3))
    for reach in (0.06, 0.03):
        current = edges.fit_sides(current, reach)
        current = edges.fit(current, pose.height * 0.01, math.radians(1))
    return current


def change_mask(before: Image, after: Image) -> Mask:
    """Return where the pictures differ, common change of light taken off: 0 or 255."""
    level = strongest(cv2.absdiff(after, in_common_light(before, after)))
    level = np.asarray(cv2.GaussianBlur(level, (0, 0), 1.2), np.uint8)
    otsu, _ = cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    _, mask = cv2.threshold(level, max(_CHANGE_FLOOR, 0.6 * otsu), 255, cv2.THRESH_BINARY)
    return np.asarray(mask, np.uint8)


def _outlines(before: Image, after: Image, aspect: float) -> list[Pose]:
    """Card-shaped outlines of what changed; opened ever wider to cut off an arm."""
    side = after.shape[0]
    mask = change_mask(before, after)
    gap = max(3, round(side * 0.02)) | 1
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))
    poses = []
    for width in (0.01, 0.05, 0.09):
        k = max(3, round(side * width)) | 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            pose = from_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(contour))))
            if SMALLEST <= pose.height / side <= LARGEST:
                poses += _with_aspect(pose, aspect)
    return poses


def _with_aspect(pose: Pose, aspect: float) -> list[Pose]:
    measured = pose.width / pose.height
    if abs(measured / aspect - 1) <= ASPECT_TOLERANCE:
        return [pose]
    # An arm or a missing border lengthens or shortens one side: trust either the other.
    return [
        replace(pose, width=pose.height * aspect),
        replace(pose, height=pose.width / aspect),
    ]


def _ladder(proposals: Sequence[Proposal], side: int, aspect: float) -> list[Pose]:
    """Every plausible size at the places the net proposes."""
    steps = int(math.log(LARGEST / SMALLEST) / math.log(_SIZE_STEP))
    lengths = [SMALLEST * side * _SIZE_STEP**k for k in range(steps + 1)]
    return [
        Pose(proposal.x, proposal.y, proposal.theta, length * aspect, length)
        for proposal in proposals[:2]
        for length in lengths
    ]


def _align_freely(reader: Reader, image: Image, start: Reading) -> Reading:
    """Climb over place, angle, width and length together."""
    best = start
    for step in (1.0, 0.6, 0.3, 0.15):
        best = reader.align(image, best, sizes=0.2, rounds=3)
        k = 1 + 0.04 * step
        wider = [
            replace(best.pose, width=best.pose.width * k),
            replace(best.pose, width=best.pose.width / k),
            replace(best.pose, height=best.pose.height * k),
            replace(best.pose, height=best.pose.height / k),
        ]
        allowed = [
            pose
            for pose in wider
            if abs(pose.width / pose.height / reader.profile.aspect - 1) <= ASPECT_TOLERANCE
        ]
        other = reader.best(image, allowed)
        if other is not None and other.similarity > best.similarity + 0.002:
            best = other
    return best
