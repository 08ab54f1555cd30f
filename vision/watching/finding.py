"""Finds a new card between two rests: by its outline, then where the net points, then thoroughly.

A card on top changes its whole rectangle, whatever lies below: mostly what changed is one piece of
a card's shape, and one look at it, fitted to its edges, tells which card it is. Only where that is
not clear the new-card net is asked, which costs as much as five looks. The embedding net recognises
a card only where it is aligned, so a reading that is not clear may be a card at a slightly wrong
place. Then all outlines of what changed are tried, and every rectangle of card size whose sides lie
on edges.

Where nobody measured the table, the size of the cards is found as well: the first card lies on an
empty table, and of all outlines of the change the one under which a card of the deck is recognised
best is right. The size is the median over the first few cards and then stays, so that one odd card
cannot spoil it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image, strongest
from vision.place.geometry import as_quad
from vision.reading.nets import Proposal, propose
from vision.reading.pose import Edges, Pose, from_corners, overlap
from vision.reading.reader import CardReader, CardReading, Skip
from vision.watching.changes import (
    ChangedPieces,
    change_level,
    changed_pieces,
    in_common_light,
    pieces_of,
    sides_seen,
)
from vision.watching.plane_estimate import RIMS, outlined
from vision.watching.thresholds import THRESHOLDS

_CHANGES = THRESHOLDS.changes
_FINDING = THRESHOLDS.finding


class CardSizeEstimate:
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
        return self._known is not None or len(self._seen) >= _FINDING.sizes_enough

    def add(self, width: float, length: float) -> None:
        """Take note of a clearly read card; ignored once the size is frozen."""
        if not self.frozen:
            self._seen.append((width, length))


def find_unsized(
    before: Image, after: Image, proposals: Sequence[Proposal], reader: CardReader
) -> CardReading | None:
    """Find a single new card of unknown size; None where nothing card-like changed."""
    edges = reader.edges(after)
    starts = _outlines(before, after, reader.profile.aspect)
    starts += _ladder(proposals, after.shape[0], reader.profile.aspect)
    readings = sorted(reader.read(after, starts), key=lambda r: -r.similarity)[
        : _FINDING.lengths_kept
    ]
    if not readings:
        return None
    fitted = [edges_fit(edges, reading.pose) for reading in readings]
    readings += reader.read(after, fitted)
    best = max(readings, key=lambda r: r.similarity)
    if best.similarity < reader.nets.accept - _FINDING.hopeless:
        return best
    aligned = [
        _align_freely(reader, after, reading)
        for reading in sorted(readings, key=lambda r: -r.similarity)[:2]
    ]
    best = max(aligned, key=lambda reading: reading.similarity)
    sharpened = reader.best(after, [edges_fit(edges, best.pose)])
    if sharpened is not None and sharpened.similarity > best.similarity - _FINDING.edge_loss:
        best = sharpened
    return best


def with_size_of_its_edges(after: Image, found: CardReading, reader: CardReader) -> CardReading:
    """Return a card found by its usual size with the size its own edges show."""
    own = reader.best(after, [edges_fit(reader.edges(after), found.pose)])
    aspect = 0.0 if own is None else own.pose.width / own.pose.height / reader.profile.aspect
    if own is None or abs(aspect - 1) > _FINDING.aspect_tolerance:
        return found
    return own if own.similarity > found.similarity - _FINDING.edge_loss else found


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
    _, mask = cv2.threshold(level, max(_FINDING.change_floor, 0.6 * otsu), 255, cv2.THRESH_BINARY)
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
            if not _FINDING.smallest <= pose.height / side <= _FINDING.largest:
                continue
            if abs(pose.width / pose.height / aspect - 1) <= _FINDING.aspect_tolerance:
                poses.append(pose)
                continue
            # An arm or a missing border lengthens or shortens one side: trust either the other.
            poses.append(replace(pose, width=pose.height * aspect))
            poses.append(replace(pose, height=pose.width / aspect))
    return poses


def _ladder(proposals: Sequence[Proposal], side: int, aspect: float) -> list[Pose]:
    """Every plausible size at the places the net proposes."""
    steps = int(math.log(_FINDING.largest / _FINDING.smallest) / math.log(_FINDING.length_step))
    lengths = [_FINDING.smallest * side * _FINDING.length_step**k for k in range(steps + 1)]
    return [
        Pose(proposal.x, proposal.y, proposal.theta, length * aspect, length)
        for proposal in proposals[:2]
        for length in lengths
    ]


def _align_freely(reader: CardReader, image: Image, start: CardReading) -> CardReading:
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
            if abs(pose.width / pose.height / reader.profile.aspect - 1)
            <= _FINDING.aspect_tolerance
        ]
        other = reader.best(image, allowed)
        if other is not None and other.similarity > best.similarity + 0.002:
            best = other
    return best


class Search:
    """Finds new cards with one reader."""

    def __init__(self, reader: CardReader) -> None:
        self._reader = reader
        self._net = reader.nets.newcard
        accept = reader.nets.accept
        self._clear = accept + _FINDING.clear * (1.0 - accept)

    def outline(self, before: Image, after: Image) -> Floats | None:
        """Return the corners [4,2] of a clear card that lies by itself, however askew it is seen.

        They go clockwise from a short side. None where there is no such card.
        """
        parts = changed_pieces(
            change_level(before, after), _FINDING.unknown_lengths[1] * after.shape[0]
        )
        quads = []
        for corners in parts.outlines():
            middle = corners.mean(0)
            for grow in RIMS:
                exact = outlined(after, middle + (corners - middle) * grow)
                if exact is not None:
                    # What is short on the table may be long in the picture.
                    quads += [np.asarray(as_quad(exact)), np.roll(as_quad(exact), -1, 0)]
        seen = [float(each.max()) for each in self._reader.read_quads(after, quads)]
        return quads[int(np.argmax(seen))] if seen and max(seen) >= self._clear else None

    def unmeasured(
        self, before: Image, after: Image, *, free_only: bool = False
    ) -> CardReading | None:
        """Find a single new card whose size nobody knows yet, where no arm touches it.

        `free_only`: only one that lies by itself and has the deck's shape; the rest takes long.
        """
        side = after.shape[0]
        parts = changed_pieces(change_level(before, after), _FINDING.unknown_lengths[1] * side)
        if not parts.any_free():
            return None
        edges = self._reader.edges(after)
        outlines = parts.rectangles(self._reader.profile.aspect, None)
        fitted = self._reader.best(after, [edges_fit(edges, pose) for pose in outlines])
        accept = self._reader.nets.accept
        # Between the two it may become clear at another place.
        hopeless = fitted is not None and fitted.similarity <= accept - _FINDING.hopeless
        clear = fitted is not None and fitted.similarity >= self._clear
        if free_only or hopeless or clear:
            return fitted
        proposals = [
            proposal
            for share in _FINDING.unknown_lengths
            for proposal in propose(self._net, before, after, share * side)[:2]
        ]
        found = find_unsized(before, after, proposals, self._reader)
        if found is None or found.similarity >= self._clear:
            return found
        return self._outline_of_another_shape(after, edges, parts, found.pose) or found

    def _outline_of_another_shape(
        self, after: Image, edges: Edges, parts: ChangedPieces, pose: Pose
    ) -> CardReading | None:
        """Return the reading of a whole card of another shape where `pose` lies.

        On a card of another deck some rectangle of this deck's shape looks a little like a card of
        this one; a card of this deck of which a quarter is covered is read clearly all the same.
        """
        shaped = parts.cards_of_another_shape(self._reader.profile.aspect, after.shape[0])
        around = [outline for outline in shaped if overlap(pose, outline) >= _FINDING.same_place]
        fitted = [edges_fit(edges, outline) for outline in around]
        whole = [outline for outline in fitted if sides_seen(edges, outline) >= _CHANGES.all_sides]
        found = self._reader.best(after, whole)
        return found if found is not None and found.similarity < self._reader.nets.accept else None

    def _surely_on_top(self, reading: CardReading, edges: Edges) -> bool:
        """Whether a reading is clear and has a card's sides.

        Where two cards came at once the net may point between them, and what lies there, half of
        the one and half of the other, may look like a third card.
        """
        clear = reading.similarity >= self._clear
        return clear and sides_seen(edges, reading.pose) >= _CHANGES.sides

    def exact(self, reading: CardReading) -> bool:
        """Whether a reading is so like its card that it need not be climbed from."""
        accept = self._reader.nets.accept
        return reading.similarity >= accept + _FINDING.exact * (1.0 - accept)

    def _at_once(
        self, after: Image, edges: Edges, starts: Sequence[Pose], skip: Skip
    ) -> CardReading | None:
        """Return the first card that is clear on the edges near one of `starts`.

        No other card may be nearly as likely: then the last millimetres may decide. What is clear
        but not so like its card as one that lies exactly there is brought there first: print of a
        cloth draws edges away, and who is pushed later is followed from where it is said to lie.
        """
        lead = _FINDING.lead_nats * self._reader.nets.temperature
        for start in starts:
            found = self._reader.on_edges_of(after, edges, start)
            if found.margin < lead or found.similarity < self._clear:
                continue
            if not self.exact(found):
                there = self._reader.align(after, found, _FINDING.size_slack, rounds=2)
                found = self._reader.on_edges(after, edges, there)
            if self._surely_on_top(found, edges) and not skip(found):
                return found
        return None

    def known(
        self,
        before: Image,
        after: Image,
        size: tuple[float, float],
        skip: Skip,
        lying: Sequence[Pose] = (),
    ) -> CardReading | None:
        """Find the newest card of known size in pixels; None where nothing card-like changed.

        Where cards lie already (`lying`) it may have come to lie nearly on one of them: what
        changed has no outline of a card there.
        """
        width, height = size
        edges = self._reader.edges(after)
        # What lies by itself on what lay there before has a card's outline: no net is needed.
        pieces = changed_pieces(change_level(before, after), height)
        outlines = pieces.rectangles(self._reader.profile.aspect, size)
        best = self._at_once(after, edges, outlines, skip)
        if best is not None:
            return best
        proposals = propose(self._net, before, after, height)
        if proposals and proposals[0].confidence >= _FINDING.confident:
            starts = [Pose(p.x, p.y, p.theta, width, height) for p in proposals]
            best = self._at_once(after, edges, starts, skip)
            if best is not None:
                return best
            best = self._reader.locate(after, edges, starts, _FINDING.size_slack, skip)
            if best is not None and self._surely_on_top(best, edges):
                return best
        starts = _everywhere(before, after, width, height)
        if not starts:
            return best
        starts += [pose.sized(width, height) for pose in lying]
        other = self._reader.locate(after, edges, starts, _FINDING.size_slack, skip)
        candidates = [reading for reading in (best, other) if reading is not None]
        return max(candidates, key=lambda reading: reading.similarity, default=None)


def _everywhere(before: Image, after: Image, width: float, height: float) -> list[Pose]:
    """Outlines of what changed, and the rectangles whose sides lie best on edges there.

    What reaches in from the rim is an arm; what it holds is found once it is gone, or by the net.
    """
    k = _CHANGES.coarse_length / height
    mask = change_mask(before, after)
    coarse = cv2.resize(mask, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    parts = pieces_of(np.asarray(coarse > _FINDING.coarse_change, np.uint8), k)
    inner = np.asarray((parts.areas > 0) & ~parts.reaches_in)
    mask = np.asarray(inner[parts.labels], np.uint8)
    blobs = _blobs(mask, k, _CHANGES.least_piece * width * height)
    if not blobs:
        return []
    poses = [Pose(x, y, theta, width, height) for x, y, theta in blobs]
    return poses + _rectangles(after, mask, width, height)


def _rectangles(after: Image, mask: Mask, width: float, height: float) -> list[Pose]:
    """Return the best rectangles of card size among all places in `mask` and all angles."""
    k = _CHANGES.coarse_length / height
    small = as_image(cv2.resize(after, None, fx=k, fy=k, interpolation=cv2.INTER_AREA))
    rows, columns = np.nonzero(mask[:: _FINDING.coarse_step, :: _FINDING.coarse_step])
    if len(rows) == 0:
        return []
    places = np.stack([columns, rows], 1).astype(float) * _FINDING.coarse_step
    angles = math.pi * np.arange(_FINDING.rectangle_angles) / _FINDING.rectangle_angles
    grid = np.concatenate(
        [
            np.repeat(places, _FINDING.rectangle_angles, axis=0),
            np.tile(angles, len(places))[:, None],
        ],
        axis=1,
    )
    edges = Edges(as_image(cv2.GaussianBlur(small, (0, 0), 1.0)))
    quality = edges.sides(grid, width * k, height * k).sum(1)
    chosen: list[Pose] = []
    for index in np.argsort(-quality)[: 40 * _FINDING.rectangles]:
        x, y, theta = (float(value) for value in grid[index])
        pose = Pose((x + 0.5) / k - 0.5, (y + 0.5) / k - 0.5, theta, width, height)
        if all(pose.distance(other) > 0.09 or pose.turned(other) > 0.3 for other in chosen):
            chosen.append(pose)
        if len(chosen) == _FINDING.rectangles:
            break
    return chosen


def _blobs(mask: Mask, k: float, least: float) -> list[tuple[float, float, float]]:
    """Centre and angle of what changed, where it is no smaller than the visible part of a card."""
    found = []
    for reach in (1, 9):
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:2]:
            if cv2.contourArea(contour) < least * k**2:
                continue
            (x, y), (across, along), degrees = cv2.minAreaRect(contour)
            theta = math.radians(degrees) + (math.pi / 2 if across > along else 0.0)
            found.append(((x + 0.5) / k - 0.5, (y + 0.5) / k - 0.5, theta))
    return found
