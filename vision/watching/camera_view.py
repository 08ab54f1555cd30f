"""How the camera sees the table: the square it watches, and whether camera or table were moved.

Everything that depends on where the camera stands is here; whoever watches sees only the square.

A move is told by what lies fixed round the cards. The empty table's grain, edges and surroundings
are remembered as features that were found in two pictures; noise is not. At quiet moments they are
looked for again. A card, a glass or an arm covers some and leaves the rest where they were; another
light changes none of their places; a moved camera moves them all alike, and then one map of old to
new pixels says how.

In light of another colour a coloured cloth may show none of its features: checks that a lamp makes
alike stand out in cyan. So a view counts as another one only where its grain, colour by colour, is
not where it was either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, as_floats, as_image
from vision.place.geometry import Geometry, WatchedSquare, grown, overhead, transform
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.sighting import Place, Quad
from vision.watching.finding import CardSizeEstimate
from vision.watching.motion import MIDDLE
from vision.watching.plane_estimate import PlaneEstimate, outlined
from vision.watching.thresholds import THRESHOLDS

_VIEW = THRESHOLDS.view


class CameraView:
    """The view of one camera or recording.

    Without `geometry` it is taken to look from straight above, and where the table lies and how
    large the cards are is found out from the first ones.
    """

    def __init__(self, profile: Profile, geometry: Geometry | None) -> None:
        self.size = CardSizeEstimate(_known_size(profile, geometry))
        self._profile = profile
        self._card_mm = profile.height_mm
        self._measured = geometry
        self._plane: PlaneEstimate | None = None
        self._field: WatchedSquare | None = None
        self._guard: MovementGuard | None = None
        self._known: dict[tuple[int, int], _Found] = {}
        self._grown = 1.0

    @property
    def field(self) -> WatchedSquare:
        """The watched square.

        Raises:
            ValueError: no picture was taken yet.
        """
        if self._field is None:
            raise ValueError("no picture yet")
        return self._field

    @property
    def card(self) -> tuple[float, float] | None:
        """Width and length of a card in pixels of the sharp picture, where they are known."""
        shares, side = self.size.shares, self.field.side
        return None if shares is None else (shares[0] * side, shares[1] * side)

    @property
    def more_than_a_card(self) -> float:
        """Share of the middle that changes by more than one card's coming."""
        if self.size.shares is None:
            return _VIEW.more_than_a_card
        own = self.size.shares[0] * self.size.shares[1] / float(MIDDLE.mean())
        return max(_VIEW.more_than_a_card, _VIEW.card_and_shadow * own)

    @property
    def unsure(self) -> bool:
        """Whether camera or table may have been moved just now."""
        return self._guard is not None and self._guard.unsure

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Width and height of the pictures looked at; None before the first."""
        return None if self._field is None else (self._field.width, self._field.height)

    def fitted(self, image: Image, *, keep: bool) -> Image:
        """Return the picture; to `keep` the size looked at, one of the same view is brought to it.

        The same view in more or fewer pixels has the same shape.
        """
        self._grown, size = 1.0, self.size_px
        height, width = image.shape[:2]
        if not keep or size is None or size == (width, height):
            return image
        k = size[0] / width
        if abs(size[1] / height / k - 1) > _VIEW.same_shape:
            return image
        self._grown = k
        how = cv2.INTER_AREA if k < 1 else cv2.INTER_CUBIC
        return as_image(cv2.resize(image, size, interpolation=how))

    def begins_anew(self, image: Image) -> bool:
        """Take a picture; True where its size is a new one, so that nothing seen so far counts."""
        height, width = image.shape[:2]
        if self.size_px == (width, height):
            return False
        if self._field is not None and self._guard is not None:
            found = _Found(self._field, self._guard, self._plane, self.size)
            self._known[self._field.width, self._field.height] = found
        if (width, height) in self._known:
            known = self._known[width, height]
            self._field, self._guard = known.field, known.guard
            self._plane, self.size = known.plane, known.size
            return True
        measured = self._measured
        geometry = measured.in_picture(width, height) if measured else overhead(width, height)
        if measured is None:
            self._find_plane(width, height)
        before = self._field
        self._guard = MovementGuard(geometry)
        self._field = _square_of(geometry, width, height)
        if measured is None and before is not None:
            self._forget_size(before.geometry)
        return True

    def learn_anew(self) -> None:
        """Things are gone by which the view was known."""
        if self._guard is not None:
            self._guard.learn_anew()

    def check_movement_soon(self) -> None:
        """Ask at the next chance whether the camera was moved."""
        if self._guard is not None:
            self._guard.at_once()

    def shifted(
        self, t: float, image: Image, *, empty: bool, busy: bool = False
    ) -> CameraShift | None:
        """Follow a moved camera or table; return how it moved. Only an `empty` table is learnt."""
        assert self._guard is not None
        shift = self._guard.look(t, image, empty=empty, busy=busy)
        if shift is not None:
            seen = self.field
            self._field = WatchedSquare(self._guard.geometry, seen.width, seen.height, seen.side)
            if self._plane is not None:
                self._find_plane(seen.width, seen.height)
                self._forget_size(seen.geometry)
        return shift

    def _find_plane(self, width: int, height: int) -> None:
        """Find the table's plane anew in pictures of this size."""
        self._plane = PlaneEstimate(self._profile, (width, height))

    def _forget_size(self, before: Geometry) -> None:
        """Sizes found in a plane say nothing where nobody knows the plane any more."""
        if before.calibrated and not self.field.geometry.calibrated:
            self.size = CardSizeEstimate()

    @property
    def seeks(self) -> bool:
        """Whether the table's plane is still to be found, or made surer."""
        return self._plane is not None and self._plane.open

    @property
    def rough(self) -> bool:
        """Whether the plane, the picture's own or another, rests on two cards at most."""
        return self.seeks and self._plane is not None and self._plane.cards < _ROUGH_CARDS

    def learn(self, sharp: Image, corners: Floats) -> None:
        """Take note of the outline of a sure card [4,2] in the sharp picture, first side short."""
        if self._plane is not None and self._plane.open:
            exact = outlined(sharp, corners)
            if exact is not None:
                self._plane.add(self.field.to_picture(exact))

    def plane_by(self, outline: Floats) -> bool:
        """Tell whether a first card's outline [4,2] in the sharp picture shows another plane.

        It is taken then. The card counts once it is read.
        """
        assert self._plane is not None
        self._plane.add(self.field.to_picture(outline))
        taken = self.better_plane()
        self._plane.drop_last()
        return taken

    def better_plane(self) -> bool:
        """Tell whether the cards noted show another plane than is held; it is taken then."""
        assert self._plane is not None
        assert self._guard is not None
        found = self._plane.better(self.field.geometry)
        if found is None or self._plane.shape is None:
            return False
        self._guard.measured(found)
        width, height = self.field.width, self.field.height
        self._field = _square_of(found, width, height)
        across, along = self._plane.shape
        self.size = CardSizeEstimate((across / found.field_mm, along / found.field_mm))
        return True

    def where(self, pose: Pose) -> tuple[Quad, Place]:
        """Return where a card lies: its corners in the picture, its place on the table."""
        a, b, c, d = ((float(x), float(y)) for x, y in self.field.to_picture(pose.corners()))
        return grown((a, b, c, d), 1 / self._grown), self._geometry().place((a, b, c, d))

    def _geometry(self) -> Geometry:
        """Where nobody measured the table, the cards are the measure."""
        geometry, shares = self.field.geometry, self.size.shares
        if geometry.calibrated or shares is None:
            return geometry
        return geometry.scaled(self._card_mm / (shares[1] * geometry.field_mm))


def _known_size(profile: Profile, geometry: Geometry | None) -> tuple[float, float] | None:
    if geometry is None or not geometry.calibrated:
        return None
    length = profile.height_mm / geometry.field_mm
    return length * profile.aspect, length


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What was found out about pictures of one size."""

    field: WatchedSquare
    guard: MovementGuard
    plane: PlaneEstimate | None
    size: CardSizeEstimate


def _square_of(geometry: Geometry, width: int, height: int) -> WatchedSquare:
    side = round(geometry.field_mm / _mm_per_px(geometry))
    return WatchedSquare(geometry, width, height, min(side, _VIEW.most_side))


def _mm_per_px(geometry: Geometry) -> float:
    ends = geometry.to_px(np.array([[-0.5, 0.0], [0.5, 0.0]]) * geometry.field_mm)
    return geometry.field_mm / math.dist(*ends)


_ROUGH_CARDS = 3
LOOK_SECONDS = 1.0
"""Between two looks while all is well."""
PUT_OFF_SECONDS = 2.0
"""So much longer a look that is merely due waits while something new is to be read."""
AGAIN_SECONDS = 0.25
"""Between two looks while a shift is suspected; it must be the same in both."""
ELSEWHERE_SECONDS = 3.0
"""After so long a view that shows nothing of the old one is a new one."""
_WIDTH = 640
_FEATURES = 4000
_CELLS = (12, 7)
_A_CELL = 10
_NEAR_BITS = 48
_STILL_PX = 1.6
"""Of 640 across: about 2.5 mm on a table a metre wide, less than cards are read to."""
_LEAST = 24
_LEAST_SHARE = 0.4
_LEAST_SPREAD = 0.12
_ENOUGH_TO_MISS = 200
"""A plain cloth shows 60 to 150, most of what lies or moves on it: hands, a packet, shadows. That
those are gone says nothing; 60 took two quiet tables of 98 for moved, and their cards away."""
_SEEN_SHARE = 0.10
_ALIKE = 0.3
"""Correlation of a cell's grain in one colour from which on it is the same."""
_SAME_VIEW = 0.6
"""Share of the cells with the same grain from which on the view is the old one. On twelve tables
rendered with training seeds, in any light, it was 0.94 and more for the old view, but 0.15 on one
white cloth; for another view mostly 0.2 at most, but up to 1.0 where a checked cloth was shifted by
whole checks: such a camera is not told to have moved by this alone."""
_ENOUGH_FOR_TILT = 150
"""With fewer pairs a tilt is guessed from noise: then shift, turn and scale have to do."""
_LARGE = 0.25

Indices = NDArray[np.intp]
Selection = NDArray[np.bool_]


class ViewState(Enum):
    """How a picture compares with the remembered one."""

    STILL = "still"
    SHIFTED = "shifted"
    ELSEWHERE = "elsewhere"
    """Nothing of what was remembered is there."""
    UNKNOWN = "unknown"
    """Too little to go by: a plain table, or most of it covered."""


@dataclass(frozen=True, slots=True)
class CameraShift:
    """Camera or table were moved."""

    large: bool
    """So far that the old field is not safely in the picture: people have to act."""


@dataclass(frozen=True, slots=True, eq=False)
class _Features:
    points: Floats
    """[n,2], in pixels of the source picture."""
    bits: Image

    def of(self, chosen: Indices) -> _Features:
        return _Features(self.points[chosen], self.bits[chosen])


class Surroundings:
    """What is fixed in one camera's picture; remembered once, then only compared with."""

    def __init__(self, field: Floats | None = None) -> None:
        """`field` holds the corners [4,2] of the watched square in the picture."""
        self.field = field
        self._orb = cv2.ORB_create(nfeatures=_FEATURES, fastThreshold=5)  # type: ignore[attr-defined]
        self._candidate: _Features | None = None
        self._known: _Features | None = None
        self._grain: Floats | None = None

    @property
    def known(self) -> bool:
        """Whether the empty table was remembered."""
        return self._known is not None

    def remember(self, image: Image) -> None:
        """Take a picture of the resting, empty table; two are needed, noise differs in them."""
        features = self._find(image)
        if features is None:
            return
        if self._candidate is None:
            self._candidate = features
            return
        old, new = _pairs(self._candidate, features)
        here = self._candidate.points[old] - features.points[new]
        kept = old[np.hypot(here[:, 0], here[:, 1]) < _STILL_PX * _scale(image)]
        self._known = self._candidate.of(kept)
        self._grain = _grain(image)
        self._candidate = None

    def compare(self, image: Image, now: Floats | None = None) -> tuple[ViewState, Floats | None]:
        """Compare with what was remembered; `now` is the map that held at the last look."""
        known = self._known
        if known is None or len(known.points) < _LEAST:
            return ViewState.UNKNOWN, None
        features = self._find(image)
        if features is None or len(features.points) < _LEAST:
            return ViewState.UNKNOWN, None
        old, new = _pairs(known, features)
        source, target = known.points[old], features.points[new]
        limit = _STILL_PX * _scale(image)
        expected = source if now is None else transform(now, source)
        apart = np.hypot(*(expected - target).T)
        held = int(np.count_nonzero(apart < limit))
        matrix, inliers = _common_map(source, target, limit)
        moved = int(inliers.sum())
        if matrix is not None and moved > held and moved >= _LEAST:
            off = np.hypot(
                *(transform(matrix, self._corners(image)) - self._expected(image, now)).T
            )
            wide = _spread(source[inliers], image) >= _LEAST_SPREAD
            if off.max() >= limit and wide and moved >= _LEAST_SHARE * len(old):
                return ViewState.SHIFTED, matrix
        if held >= _LEAST or held >= 0.5 * len(known.points):
            return ViewState.STILL, None
        missing = max(held, moved) < _SEEN_SHARE * len(known.points)
        if missing and min(len(known.points), len(features.points)) >= _ENOUGH_TO_MISS:
            return (ViewState.STILL if self._same_grain(image, now) else ViewState.ELSEWHERE), None
        return ViewState.UNKNOWN, None

    def _same_grain(self, image: Image, now: Floats | None) -> bool:
        """Whether the remembered grain lies where it lay, in light of whatever colour."""
        assert self._grain is not None
        before, after = self._grain, _grain(image)
        if now is not None:
            sized = np.diag([1 / _scale(image), 1 / _scale(image), 1.0])
            way = sized @ now @ np.linalg.inv(sized)
            before = as_floats(cv2.warpPerspective(before, way, (after.shape[1], after.shape[0])))
        return same_grain(before, after) >= _SAME_VIEW

    def _corners(self, image: Image) -> Floats:
        if self.field is not None:
            return self.field
        height, width = image.shape[:2]
        return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])

    def _expected(self, image: Image, now: Floats | None) -> Floats:
        corners = self._corners(image)
        return corners if now is None else transform(now, corners)

    def _find(self, image: Image) -> _Features | None:
        scale = _scale(image)
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        # Grain and print stay, the sensor's noise does not.
        smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
        points, bits = self._orb.compute(smooth, _spread_out(self._orb.detect(smooth, None), size))
        if bits is None:
            return None
        places = (np.array([point.pt for point in points], float) + 0.5) * scale - 0.5
        return _Features(places, np.asarray(bits, np.uint8))


class MovementGuard:
    """Looks at quiet moments whether everything stands where it stood.

    `unsure` is true from the first sign of a shift until it is confirmed or gone: nothing must be
    read as a play meanwhile.
    """

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._surroundings = Surroundings(_square(geometry))
        self._now: Floats | None = None
        self._suspected: Floats | None = None
        self._elsewhere_since: float | None = None
        self._looked = float("-inf")

    @property
    def unsure(self) -> bool:
        """Whether something may have been moved."""
        return self._suspected is not None or self._elsewhere_since is not None

    @property
    def geometry(self) -> Geometry:
        """Where the table lies in the picture now."""
        return self._geometry if self._now is None else self._geometry.shifted(self._now)

    def measured(self, geometry: Geometry) -> None:
        """Take note of where the table lies in the picture as it is now."""
        back = None if self._now is None else np.asarray(np.linalg.inv(self._now), float)
        self._geometry = geometry if back is None else geometry.shifted(back)
        self._surroundings.field = _square(self._geometry)

    def look(
        self, t: float, image: Image, *, empty: bool, busy: bool = False
    ) -> CameraShift | None:
        """Look at a resting picture; return a shift once it is certain.

        Only an `empty` table is remembered. Cheap when called too soon after the last look; while
        somebody is `busy` reading it comes later, unless a shift is suspected.
        """
        soon = self.unsure or not self._surroundings.known
        due = LOOK_SECONDS + PUT_OFF_SECONDS * busy
        if t - self._looked < (AGAIN_SECONDS if soon else due):
            return None
        self._looked = t
        if not self._surroundings.known:
            if empty:
                self._surroundings.remember(image)
            return None
        view, matrix = self._surroundings.compare(image, self._now)
        if view is ViewState.ELSEWHERE:
            return self._vanished(t, image)
        self._elsewhere_since = None
        if view is not ViewState.SHIFTED or matrix is None:
            self._suspected = None
            return None
        return self._shifted(matrix, image)

    def learn_anew(self) -> None:
        """Forget what was remembered, where the table lies now stays known."""
        self._geometry, self._now = self.geometry, None
        self._surroundings = Surroundings(_square(self._geometry))
        self._suspected = self._elsewhere_since = None

    def at_once(self) -> None:
        """Look at the next resting picture, however soon: the table has changed."""
        self._looked = float("-inf")

    def _shifted(self, matrix: Floats, image: Image) -> CameraShift | None:
        before, self._suspected = self._suspected, matrix
        if before is None:
            return None
        corners = _square(self._geometry)
        apart = np.hypot(*(transform(before, corners) - transform(matrix, corners)).T)
        if apart.max() > 2 * _STILL_PX * _scale(image):
            return None
        self._now, self._suspected = matrix, None
        return CameraShift(_is_large(matrix, corners, image))

    def _vanished(self, t: float, image: Image) -> CameraShift | None:
        self._suspected = None
        if self._elsewhere_since is None:
            self._elsewhere_since = t
        if t - self._elsewhere_since < ELSEWHERE_SECONDS:
            return None
        self._elsewhere_since, self._now = None, None
        # Where the table lies in this view nobody has measured.
        height, width = image.shape[:2]
        self._geometry = overhead(width, height, self._geometry.field_mm)
        self._surroundings = Surroundings(_square(self._geometry))
        return CameraShift(large=True)


def _square(geometry: Geometry) -> Floats:
    half = geometry.field_mm / 2
    return geometry.to_px(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def same_grain(before: Floats, after: Floats) -> float:
    """Return the share of cells in which two grains [h,w,3] are alike in some colour, 0..1."""
    both, own, other = (
        cv2.resize(product, _CELLS, interpolation=cv2.INTER_AREA)
        for product in (before * after, before * before, after * after)
    )
    alike = both / np.sqrt(own * other + 1e-6)
    return float((alike.max(axis=2) >= _ALIKE).mean())


def _grain(image: Image) -> Floats:
    """Return the picture, 640 across, without its light: what is finer than light ever is."""
    size = (round(image.shape[1] / _scale(image)), round(image.shape[0] / _scale(image)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    fine = cv2.GaussianBlur(small, (0, 0), 1.0)
    return np.asarray(fine - cv2.GaussianBlur(small, (0, 0), 4.0))


def _scale(image: Image) -> float:
    return max(1.0, float(image.shape[1]) / _WIDTH)


def _spread_out(points: Sequence[cv2.KeyPoint], size: tuple[int, int]) -> list[cv2.KeyPoint]:
    """Keep the strongest of each cell: a newspaper must not outvote the table it lies on."""
    if not points:
        return []
    order = np.argsort([-point.response for point in points], kind="stable")
    places = as_floats(cv2.KeyPoint.convert(points))[order]
    across, down = (places * _CELLS / size).astype(int).T
    cell = across * (_CELLS[1] + 1) + down
    # The cells one after another, the strongest of each first: how far in its cell each stands.
    by_cell = np.argsort(cell, kind="stable")
    rank = np.empty(len(points), np.intp)
    rank[by_cell] = np.arange(len(points)) - np.searchsorted(cell[by_cell], cell[by_cell])
    return [points[index] for index in order[rank < _A_CELL]]


def _pairs(a: _Features, b: _Features) -> tuple[Indices, Indices]:
    """Return the indices of features that are each other's nearest."""
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(a.bits, b.bits)
    near = [(one.queryIdx, one.trainIdx) for one in matches if one.distance <= _NEAR_BITS]
    indices = np.array(near, np.intp).reshape(-1, 2)
    return indices[:, 0], indices[:, 1]


def _common_map(source: Floats, target: Floats, limit: float) -> tuple[Floats | None, Selection]:
    """Return the map most pairs agree on, and which of them do."""
    none = np.zeros(len(source), bool)
    if len(source) < _LEAST:
        return None, none
    cv2.setRNGSeed(1)
    first, inside = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=2 * limit, maxIters=1000
    )
    if first is None:
        return None, none
    chosen = np.asarray(inside, bool).ravel()
    if chosen.sum() < _LEAST:
        return None, none
    if chosen.sum() < _ENOUGH_FOR_TILT:
        return np.vstack([as_floats(first), [0.0, 0.0, 1.0]]), chosen
    matrix, inside = cv2.findHomography(source[chosen], target[chosen], cv2.RANSAC, 2 * limit)
    if matrix is None:
        return None, none
    within = none.copy()
    within[np.flatnonzero(chosen)[np.asarray(inside, bool).ravel()]] = True
    return as_floats(matrix), within


def _spread(points: Floats, image: Image) -> float:
    """Return the share of the picture that lies between the points."""
    if len(points) < 3:
        return 0.0
    hull = cv2.convexHull(points.astype(np.float32))
    return float(cv2.contourArea(hull) / (image.shape[0] * image.shape[1]))


def _is_large(matrix: Floats, corners: Floats, image: Image) -> bool:
    """Whether the field moved by a quarter of its side or leaves the picture."""
    moved = transform(matrix, corners)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    far = np.hypot(*(moved - corners).T).max() > _LARGE * side
    height, width = image.shape[:2]
    margin = 0.1 * side
    outside = (moved < -margin).any() or (moved > np.array([width, height]) + margin).any()
    return bool(far or outside)
