"""Finds the one card somebody shows, with no deck enrolled yet: frames in, looks out.

The table is first seen empty; afterwards every rest in which something lies there is looked at a
few times, until whoever looks is content. A hand that passes changes nothing. What changed is the
card, its shadow and perhaps a hand: every outline of card shape near the change is fitted to the
edges, and the one whose four sides stand out best and that explains the change best is the card.
How large the cards are is learned from the first few; all are then cut out alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from engine.cards import Card
from vision.arrays import Floats, Image, Mask
from vision.camera.frames import Frame
from vision.enrolling.cutout import NARROWEST, WIDEST, card_quads
from vision.place.geometry import Geometry, WatchedSquare, overhead
from vision.reading.nets import Net, propose
from vision.reading.pose import Edges, Pose, crop, from_corners
from vision.watching.changes import side_ridges
from vision.watching.finding import change_mask, edges_fit
from vision.watching.motion import RestDetector, changed, relit
from vision.watching.scene import TableScene, middle_of
from vision.watching.thresholds import THRESHOLDS

_FINDING = THRESHOLDS.finding

EMPTY_SECONDS = 0.5
"""Rest after which the table is taken to be as it is when nothing is shown."""
LOOK_SECONDS = (0.2, 0.45, 0.9, 1.6)
"""Rest after which what lies there is looked at."""
_REFRESH_SECONDS = 0.5
_MOST_SIDE = 720


@dataclass(frozen=True, slots=True, eq=False)
class StageLook:
    """What rests on the table just now."""

    t: float
    """Seconds of the source at the first frame of this rest."""
    scene: TableScene
    number: int
    """Looks at this rest before this one."""

    @property
    def last(self) -> bool:
        """Whether this rest is not looked at again."""
        return self.number == len(LOOK_SECONDS) - 1


class ShowingStage:
    """Watches the place of one camera; without `geometry` it is taken to look straight down."""

    def __init__(self, geometry: Geometry | None = None) -> None:
        self._geometry = geometry
        self._field: WatchedSquare | None = None
        self._settle = RestDetector()
        self._recent: list[Image] = []
        self._looks = 0
        self._refreshed = 0.0
        self.empty: TableScene | None = None
        """The table with nothing shown; None before it was seen."""
        self.cleared = False
        """Whether the table was empty since the last look."""

    @property
    def field(self) -> WatchedSquare:
        """The watched square.

        Raises:
            ValueError: no frame was fed yet.
        """
        if self._field is None:
            raise ValueError("no picture yet")
        return self._field

    def feed(self, frame: Frame) -> StageLook | None:
        """Take the next frame; return a look where something lies there that is still of interest.

        A picture of another size begins anew with the empty table.
        """
        field = self._field_for(frame.image)
        small = field.small(frame.image)
        self._recent = [*self._recent, frame.image][-3:]
        if not self._settle.step(frame.t, small):
            self._looks = 0
            return None
        rest = frame.t - self._settle.since
        if self.empty is None:
            if rest >= EMPTY_SECONDS:
                self.empty = self._scene(small)
            return None
        if not changed(small, self.empty.small):
            self.cleared = True
            self._refresh(frame.t, small)
            return None
        if self._looks >= len(LOOK_SECONDS) or rest < LOOK_SECONDS[self._looks]:
            return None
        self._looks += 1
        return StageLook(self._settle.since, self._scene(small), self._looks - 1)

    def enough(self) -> None:
        """What rests there needs no further look; the next one is after the next motion."""
        self._looks = len(LOOK_SECONDS)
        self.cleared = False

    def forget_table(self) -> None:
        """Take the next rest for the empty table."""
        self.empty = None
        self._settle.interrupt()

    def _field_for(self, image: Image) -> WatchedSquare:
        height, width = image.shape[:2]
        seen = self._field
        if seen is None or (seen.width, seen.height) != (width, height):
            geometry = self._geometry or overhead(width, height)
            seen = self._field = WatchedSquare(
                geometry, width, height, min(width, height, _MOST_SIDE)
            )
            self._recent.clear()
            self.forget_table()
        return seen

    def _scene(self, small: Image) -> TableScene:
        return TableScene(self.field.sharp(middle_of(self._recent)), small)

    def _refresh(self, t: float, small: Image) -> None:
        if t - self._refreshed >= _REFRESH_SECONDS:
            self._refreshed = t
            self.empty = self._scene(small)


LEAST_CHANGE = 0.004
"""Share of the field that has changed at least where something lies."""
SIDES_WEAKEST = 1.35
"""How much stronger than beside it the edge along each side is: a card alone shows all four."""
STRAY = 0.4
"""Change beside the card, in areas of a card, from which on something else lies there too."""
EXPLAINED = 0.55
"""Share of the card's rectangle that changed, at least."""
_RIDGE_CEILING = 5.0
_USUAL_ASPECT = 0.625
_LENGTHS = (0.14, 0.17, 0.2, 0.24, 0.29, 0.35)
_MOST = 8
_CLEAR_SIDES = 2.0
_CLEAR = 0.85
_SAME_SIZE = 0.06
_MARGIN = 0.025


class Unclear(Enum):
    """Why no single card can be taken from what lies there."""

    NOTHING = "nothing"
    NO_CARD = "no_card"
    MORE = "more"
    CUT_OFF = "cut_off"


@dataclass(frozen=True, slots=True)
class CardPixelSize:
    """Width and length of the cards in pixels of the sharp picture."""

    width: float
    height: float

    @property
    def aspect(self) -> float:
        """Width over length."""
        return self.width / self.height


@dataclass(frozen=True, slots=True)
class _Fit:
    pose: Pose
    sides: float
    """Strength of the weakest side."""
    explained: float
    stray: float

    @property
    def quality(self) -> float:
        return min(self.sides, _RIDGE_CEILING) / _RIDGE_CEILING + self.explained - self.stray

    @property
    def clear(self) -> bool:
        """Whether no other place need be tried."""
        return self.sides >= _CLEAR_SIDES and self.explained >= _CLEAR and self.stray <= 1 - _CLEAR


def find_one(net: Net, empty: Image, now: Image, size: CardPixelSize | None) -> Pose | Unclear:
    """Return where the one card lies in the sharp picture `now`, or why it cannot be told.

    `net` is the new-card net, `empty` the sharp picture of the table before, `size` what is known
    of the cards' size, None before the first one.
    """
    before = relit(empty, now)
    mask = change_mask(before, now)
    side = now.shape[0]
    if float((mask > 0).mean()) < LEAST_CHANGE:
        return Unclear.NOTHING
    best = _best(net, before, now, mask, size)
    if best is None:
        return Unclear.NO_CARD if _fills_little(mask) else Unclear.MORE
    if not _inside(best.pose, side):
        return Unclear.CUT_OFF
    if best.sides < SIDES_WEAKEST or best.explained < EXPLAINED:
        return Unclear.NO_CARD if best.stray < STRAY else Unclear.MORE
    return best.pose if best.stray < STRAY else Unclear.MORE


def _fills_little(mask: Mask) -> bool:
    return float((mask > 0).mean()) < _FINDING.largest * _FINDING.largest * WIDEST


def _best(
    net: Net, before: Image, now: Image, mask: Mask, size: CardPixelSize | None
) -> _Fit | None:
    """Return the best fit; the costly ways are tried only where the outline alone is not clear."""
    edges = Edges(now)
    best: _Fit | None = None
    ways: tuple[Callable[[], list[Pose]], ...] = (
        lambda: _outlines(mask),
        lambda: _proposals(net, before, now, size),
        lambda: _rims(now, mask),
    )
    for way in ways:
        starts = _distinct([pose for pose in way() if _possible(pose, now.shape[0], size)])
        fits = [_fitted(edges, mask, start, size) for start in starts]
        best = max([*fits, *([best] if best else [])], key=lambda f: f.quality, default=None)
        if best is not None and best.clear:
            return best
    return best


def _distinct(poses: list[Pose]) -> list[Pose]:
    kept: list[Pose] = []
    for pose in poses:
        if all(
            pose.distance(other) > 0.05
            or pose.turned(other) > 0.1
            or abs(pose.height / other.height - 1) > 0.08
            for other in kept
        ):
            kept.append(pose)
    return kept[:_MOST]


def _proposals(net: Net, before: Image, now: Image, size: CardPixelSize | None) -> list[Pose]:
    poses = []
    for proposal in propose(net, before, now, None if size is None else size.height)[:2]:
        at = (proposal.x, proposal.y, proposal.theta)
        if size is not None:
            poses.append(Pose(*at, size.width, size.height))
        else:
            side = now.shape[0]
            poses += [Pose(*at, k * side * _USUAL_ASPECT, k * side) for k in _LENGTHS]
    return poses


def _possible(pose: Pose, side: int, size: CardPixelSize | None) -> bool:
    if size is not None:
        return 0.7 < pose.height / size.height < 1.4
    long = _FINDING.smallest <= pose.height / side <= _FINDING.largest
    return long and NARROWEST <= pose.width / pose.height <= WIDEST


def _outlines(mask: Mask) -> list[Pose]:
    """Card-shaped outlines of what changed; opened ever wider to cut off an arm or a shadow."""
    side = mask.shape[0]
    gap = max(3, round(side * 0.015)) | 1
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    poses = []
    for share in (0.01, 0.05, 0.09):
        k = max(3, round(side * share)) | 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))
        opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        largest = sorted(contours, key=cv2.contourArea, reverse=True)[:2]
        poses += [from_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(c)))) for c in largest]
    return poses


def _rims(now: Image, mask: Mask) -> list[Pose]:
    """Outlines of light cards on darker ground, as far as they lie where something changed."""
    least = _FINDING.smallest**2 * NARROWEST
    found = sorted(card_quads(now, least), key=lambda pair: -pair[0])
    poses = [from_corners(quad) for _, quad in found]
    return [pose for pose in poses if _explained(mask, pose) > EXPLAINED][:4]


def _fitted(edges: Edges, mask: Mask, start: Pose, size: CardPixelSize | None) -> _Fit:
    pose = edges_fit(edges, start if size is None else start.sized(size.width, size.height))
    if size is not None and not _sized_like(pose, size):
        # The size is known better than one fit can tell: only place and angle are left open.
        pose = edges.fit(start.sized(size.width, size.height), size.height * 0.06, math.radians(5))
    ridges: Floats = side_ridges(edges, pose)
    changed = float((mask > 0).sum())
    covered = _covered(mask, pose)
    area = pose.width * pose.height
    return _Fit(pose, float(ridges.min()), covered / area, max(0.0, changed - covered) / area)


def _sized_like(pose: Pose, size: CardPixelSize) -> bool:
    wide, long = pose.width / size.width, pose.height / size.height
    return abs(wide - 1) < _SAME_SIZE and abs(long - 1) < _SAME_SIZE


def _covered(mask: Mask, pose: Pose) -> float:
    return float((mask[pose.draw(mask.shape[0], 1.03) > 0] > 0).sum())


def _explained(mask: Mask, pose: Pose) -> float:
    return _covered(mask, pose) / max(1.0, pose.width * pose.height)


def _inside(pose: Pose, side: int) -> bool:
    corners = pose.corners()
    slack = _MARGIN * side
    return bool(np.all(corners >= slack - 0.5) and np.all(corners <= side - 0.5 - slack))


ENOUGH = 3
"""Cards after which the size is settled: the median of so many is not spoiled by one odd fit."""
_REACH = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Showing:
    """A card found at rest: its face [128,80,3], where it lies in the sharp picture, and that."""

    face: Image
    pose: Pose
    sharp: Image


class Sizing:
    """Learns the size of the cards in pixels of the sharp picture."""

    def __init__(self) -> None:
        self.size: CardPixelSize | None = None
        """Settled size; None before enough cards were shown."""
        self._shown: list[tuple[Card, Showing]] = []

    @property
    def estimate(self) -> CardPixelSize | None:
        """What is known of the size so far; None before the first card."""
        if self.size is not None or not self._shown:
            return self.size
        widths = [shown.pose.width for _, shown in self._shown]
        heights = [shown.pose.height for _, shown in self._shown]
        return CardPixelSize(float(np.median(widths)), float(np.median(heights)))

    def add(self, card: Card, showing: Showing) -> list[tuple[Card, Image]]:
        """Take note of a card; when the size is settled by it, return all their faces anew."""
        if self.size is not None:
            return []
        self._shown.append((card, showing))
        if len(self._shown) < ENOUGH:
            return []
        size = self.size = self.estimate
        assert size is not None
        again = [(one, _cut(shown, size)) for one, shown in self._shown]
        self._shown.clear()
        return again

    def forget(self, card: Card) -> None:
        """Leave a card out again."""
        self._shown = [pair for pair in self._shown if pair[0] is not card]


def _cut(shown: Showing, size: CardPixelSize) -> Image:
    sized = shown.pose.sized(size.width, size.height)
    return crop(shown.sharp, Edges(shown.sharp).fit(sized, _REACH * size.height, _REACH))
