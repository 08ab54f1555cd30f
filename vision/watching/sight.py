"""Notices that the table is not read, and measures why: nobody may play before blind eyes unaware.

Evidence and cause are two things. Evidence: something came to lie in the middle, or moved there and
came to rest, and the watcher made nothing of it. Cause: what `vision.camera.visibility` measures
then. Only both together are said, so neither a dim pub in which cards are read nor a hand that
moves glasses about is spoken of. What lies right before the lens is told without play.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera.visibility import blown_share, detail, grain, paper_level, softness
from vision.place.geometry import SMALL, WatchedSquare
from vision.sighting import (
    CameraMoved,
    FaceDownSeen,
    ForeignSeen,
    Hindrance,
    SightChanged,
    Sighting,
    TrickCleared,
    VisionEvent,
)
from vision.watching.motion import MIDDLE, changed, difference
from vision.watching.thresholds import THRESHOLDS

_CHANGES = THRESHOLDS.changes

LOOK_SECONDS = 1.0
"""Between two looks at whether it is over; and a lens is covered for so long."""
SETTLED_SECONDS = 0.3
"""After so long at rest the watcher has looked twice: what it made nothing of is not read."""
WINDOW_SECONDS = 20.0
"""What came longer ago says nothing about now."""
ENOUGH = 2.0
"""So much must have come unread: a thing of a card's shape counts one, any other motion"""
_MOTION_COUNTS = 0.7
TRICKS, CARDS = 2, 3
"""So many times so many things of a card's shape, one after the other, came and went together, and
half of them were not read: that is play, whatever it looks like."""
NO_DETAIL, FADED, FADED_DETAIL = 0.005, 0.25, 0.010
"""`detail` of a covered lens: below such a share of the least at rest, and the last; or never more
than the first. The emptiest rendered table (white cloth) has 0.017, a cover 0.002 to 0.005."""
DARK_PAPER = 36.0
"""The lightest things are darker. White cards showed 68 to 84 in a third of the light, 37 to 46 and
read in a sixth, 21 to 31 in an eighth to a tenth, in which hardly one was read."""
GRAINY = 0.036
"""`grain` by `paper_level`. Read are 0.02 to 0.04 (dim pubs, sigma 12 in good light); nothing was
at sigma 16, 0.041 to 0.054."""
BLURRED = 3.9
"""`softness` of what came. The envelope's 3 pixels of blur show 2.7 to 3.8, 6 pixels 4.5 to 5.6;
between that and 9 pixels the reading breaks."""
GLARING = 0.10
"""Share of the middle that is blown out."""
SMALLEST = 0.085
"""Length of a card as a share of the field's side. At 0.082 cards of evenings are read still, at
0.06 none; the envelope ends at 0.11."""
EASED = 0.8
"""A cause is over where its measure is below such a share of where it begins."""
_EDGES = 0.10
AGREE = 2
"""So many looks or cards in a row must agree that it is over."""
CLEAR_NATS = math.log(0.98)
"""Logarithm of the chance from which on a card was read clearly."""
_LAST = 6
_LEVEL = 16.0
"""Levels by which a piece differs from what was there: white cards on pale wood, out of focus."""
_FAINT = 3.0
"""The same in the dark, of the mean of nine pixels: white cards in a fourteenth of the light."""
_PAPER_SECONDS, _PAPERS = 0.25, 32
"""So often, and so many times, how light the lightest things were is kept while something moves."""
_LEAST_SHAPES = 3
_ALIKE, _CARDLIKE = 0.3, 0.2
"""By how much things differ that may all be cards: their lengths from the usual one, as a share,
and their shape from the deck's (mean of the logarithm)."""
_GROWN = 2.0
"""Pixels of the small picture that closing and shadow add to the length of a piece."""
_FILL = 0.75
"""Share of its convex hull that a card's piece fills at least, seen however flat."""
_BESIDE = 0.3
"""So much round a piece is looked at, in its lengths: its edges are the strongest there."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """Something came to rest: whether a card was read, how much it says, what was measured."""

    t: float
    read: bool
    weight: float
    causes: frozenset[Hindrance]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A piece that came to lie by itself: its box in the small picture, and its second moments."""

    box: tuple[int, int, int, int]
    area: float
    spread: Floats


class Sight:
    """Follows whether one table is read; `aspect` is the deck's width over its length."""

    def __init__(self, aspect: float) -> None:
        self.hindrance: Hindrance | None = None
        """What is told just now."""
        self.covered = False
        """Whether the last picture shows nothing but what lies before the lens."""
        self._aspect = aspect
        self._looked = self._asked = -math.inf
        self._seen = self._detail = 0.0
        """`detail` of the newest picture, and the most there was."""
        self._bare_detail = math.inf
        """The least at rest; `math.inf` before the first."""
        self._covered_since: float | None = None
        self._arrivals: deque[_Arrival] = deque(maxlen=_LAST)
        self._shapes: deque[_Shape] = deque(maxlen=_LAST)
        self._paper: deque[tuple[float, float]] = deque(maxlen=_PAPERS)
        self._before: Image | None = None
        """The small picture of the rest before."""
        self._bare: Image | None = None
        """The small picture of the table without cards, as far as can be told."""
        self._rested = False
        """Whether this rest was looked at."""
        self._news: bool | None = None
        """Whether a card was clearly read since the rest before; None: something else was told."""
        self._laid = self._missed = self._tricks = self._eased = 0

    def blank(self, t: float, image: Image) -> tuple[VisionEvent, ...]:
        """Look whether the lens is covered; `covered` then says so.

        A plain cloth alone may show as little as a cover: what was seen at rest is no cover, and
        where nothing else was ever seen it is told, and looked at all the same.
        """
        self._seen = seen = detail(image)
        self._detail = max(self._detail, seen)
        least = self._bare_detail if math.isfinite(self._bare_detail) else 0.0
        self.covered = seen < min(FADED * least, FADED_DETAIL)
        if not self.covered and self._detail >= NO_DETAIL:
            self._covered_since = None
            return self._tell(t, None) if self.hindrance is Hindrance.COVERED else ()
        self._covered_since = t if self._covered_since is None else self._covered_since
        lasts = t - self._covered_since >= LOOK_SECONDS
        return self._tell(t, Hindrance.COVERED) if lasts else ()

    def moving(self, t: float, small: Image) -> None:
        """Something moves."""
        self._rested = False
        if not self._paper or t - self._paper[-1][0] >= _PAPER_SECONDS:
            self._paper.append((t, paper_level(small)))

    def heard(self, t: float, events: Sequence[VisionEvent]) -> tuple[VisionEvent, ...]:
        """Take note of what the watcher made of the picture."""
        if any(isinstance(event, CameraMoved) for event in events):
            self.forget()
            self._before = self._bare = None
            return self._tell(t, None)
        for event in events:
            if isinstance(event, Sighting) and max(event.log_scores) >= CLEAR_NATS:
                self._news = True
            elif isinstance(event, TrickCleared):
                self._swept()
            elif isinstance(event, FaceDownSeen | ForeignSeen):
                self._laid = self._missed = self._tricks = 0
                self._news = self._news or None
        told_late = self._news is not False and self._rested
        if told_late and self._arrivals and not self._arrivals[-1].read:
            # What came in this rest was not unread.
            self._missed -= self._arrivals.pop().weight >= 1.0 and self._missed > 0
        return ()

    def resting(
        self, t: float, since: float, images: Sequence[Image], small: Image, field: WatchedSquare
    ) -> tuple[VisionEvent, ...]:
        """Take a picture of the table at rest `since` seconds of the recording; return news."""
        if t - since < SETTLED_SECONDS or len(images) < 2:
            return ()
        if self._rested and not self._moved_in_the_dark(t, small):
            return self._ease(t, images, small)
        self._rested = True
        self._bare_detail = min(self._bare_detail, self._seen)
        before, self._before = self._before, small
        self._bare = small if self._bare is None else self._bare
        news, self._news = self._news, False
        self._paper.append((t, paper_level(small)))
        if before is None:
            return ()
        shapes = self._came(small, before, read=news is not False)
        if news is None or (news and self.hindrance is None and not self._arrivals):
            return ()
        causes = self._causes(t, images, small, field, shapes)
        # In the dark nothing has a shape.
        whole = bool(shapes) or Hindrance.DARK in causes
        self._arrivals.append(_Arrival(t, news, 1.0 if whole else _MOTION_COUNTS, causes))
        return self._was_read(t) if news else self._weigh(t)

    def _moved_in_the_dark(self, t: float, small: Image) -> bool:
        """Whether something came or went that is too dark for the watcher to see it move."""
        if self._before is None or t - self._asked < LOOK_SECONDS:
            return False
        self._asked = t
        if max(level for _, level in self._paper) >= DARK_PAPER:
            return False
        now, before = (
            np.asarray(cv2.blur(each, (3, 3)), np.uint8) for each in (small, self._before)
        )
        return float(((difference(now, before) > _FAINT) & MIDDLE).sum()) >= _LEAST_AREA

    def lost(self, t: float) -> tuple[VisionEvent, ...]:
        """The picture was lost: what was counted says nothing any more."""
        self.forget()
        return self._tell(t, None)

    def forget(self) -> None:
        """Count anew: what goes on is no play."""
        self._arrivals.clear()
        self._shapes.clear()
        self._laid = self._missed = self._tricks = self._eased = 0
        self._news, self._rested = False, False

    def _was_read(self, t: float) -> tuple[VisionEvent, ...]:
        if self.hindrance in self._arrivals[-1].causes:
            return ()
        self._eased += 1
        return self._tell(t, None) if self._eased >= AGREE else ()

    def _swept(self) -> None:
        if self._laid >= CARDS:
            missed = 2 * self._missed >= self._laid
            self._tricks = self._tricks + 1 if missed else 0
        self._laid = self._missed = 0

    def _came(self, small: Image, before: Image, *, read: bool) -> list[_Shape]:
        """Return the things of a card's shape that came since the rest before; count tricks."""
        assert self._bare is not None
        if not changed(small, self._bare):
            self._swept()
            self._bare = small
            return []
        shapes = _shapes(small, before)
        self._shapes.extend(shapes)
        self._laid += bool(shapes)
        self._missed += bool(shapes) and not read
        return shapes

    def _causes(
        self,
        t: float,
        images: Sequence[Image],
        small: Image,
        field: WatchedSquare,
        shapes: Sequence[_Shape],
    ) -> frozenset[Hindrance]:
        found = set[Hindrance]()
        light = max(level for _, level in self._paper)
        if light < DARK_PAPER:
            found.add(Hindrance.DARK)
        if blown_share(small, MIDDLE) >= GLARING:
            found.add(Hindrance.GLARE)
        if shapes and grain(images[-2], images[-1]) >= GRAINY * light:
            found.add(Hindrance.NOISE)
        if shapes and _softness(images[-1], field, shapes[-1]) >= BLURRED:
            found.add(Hindrance.BLUR)
        return frozenset(found) | self._small()

    def _small(self) -> frozenset[Hindrance]:
        """Return whether what came looks like cards that are too small.

        Coins and coasters may come so as well, but are as long as wide.
        """
        lengths = np.array([_length(each, self._aspect) for each in self._shapes]) / SMALL
        usual = float(np.median(lengths)) if len(lengths) else 0.0
        alike = [
            shape
            for shape, length in zip(self._shapes, lengths, strict=True)
            if abs(length - usual) <= _ALIKE * usual
        ]
        small = len(alike) >= _LEAST_SHAPES and usual < SMALLEST
        small = small and _unlike(alike, self._aspect) <= _CARDLIKE
        return frozenset({Hindrance.SMALL} if small else ())

    def _weigh(self, t: float) -> tuple[VisionEvent, ...]:
        """Say what hinders where enough came unread."""
        self._eased = 0
        if self.hindrance not in (None, Hindrance.UNKNOWN):
            # One thing to mend at a time: what comes after it shows once it is over.
            return ()
        recent = [each for each in self._arrivals if t - each.t <= WINDOW_SECONDS]
        unread = [each for each in recent if not each.read]
        enough = max(ENOUGH, len(recent) - len(unread))
        if sum(each.weight for each in unread) >= enough:
            for cause in _ORDER:
                whose = [e for e in unread if cause in e.causes or cause in _OF_SHAPES]
                now = unread[-1].causes
                if cause in now and sum(each.weight for each in whose) >= ENOUGH:
                    return self._tell(t, cause)
        return self._tell(t, Hindrance.UNKNOWN) if self._tricks >= TRICKS else ()

    def _ease(self, t: float, images: Sequence[Image], small: Image) -> tuple[VisionEvent, ...]:
        """Notice at rest that what hindered is over; what only cards show waits for cards."""
        if self.hindrance is None or t - self._looked < LOOK_SECONDS:
            return ()
        self._looked = t
        match self.hindrance:
            case Hindrance.DARK:
                over = paper_level(small) > DARK_PAPER / EASED
            case Hindrance.GLARE:
                over = blown_share(small, MIDDLE) < EASED * GLARING
            case Hindrance.NOISE:
                over = grain(images[-2], images[-1]) < EASED * GRAINY * paper_level(small)
            case _:
                return ()
        self._eased = self._eased + 1 if over else 0
        return self._tell(t, None) if self._eased >= AGREE else ()

    def _tell(self, t: float, hindrance: Hindrance | None) -> tuple[VisionEvent, ...]:
        if hindrance is None:
            self._arrivals.clear()
            self._shapes.clear()
            self._laid = self._missed = self._tricks = self._eased = 0
        if hindrance is self.hindrance:
            return ()
        self.hindrance = hindrance
        return (SightChanged(t, hindrance),)


_ORDER = (
    Hindrance.DARK,
    Hindrance.GLARE,
    Hindrance.NOISE,
    Hindrance.BLUR,
    Hindrance.SMALL,
)
"""What is looked at first: each makes those after it seem to be there."""
_OF_SHAPES = frozenset({Hindrance.SMALL})
"""Measured on several things that came, not on each."""


def _shapes(small: Image, before: Image) -> list[_Shape]:
    """Return the pieces of a card's fill that came to lie in the middle, away from the rim."""
    new = ((difference(small, before) > _LEVEL) & MIDDLE).astype(np.uint8)
    new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
    shapes = []
    for number in range(1, count):
        x, y, wide, high, area = (int(value) for value in stats[number])
        part = (labels[y : y + high, x : x + wide] == number).astype(np.uint8)
        if not _LEAST_AREA <= area <= _MOST_AREA or _at_rim(part, x, y):
            continue
        points = cv2.findNonZero(part)
        # The hull runs through the middles of pixels: half a pixel of its rim lacks.
        hull = cv2.convexHull(points)
        if area < _FILL * (cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1):
            continue
        flat = points.reshape(-1, 2).astype(np.float64)
        shapes.append(_Shape((x, y, wide, high), float(area), np.cov(flat.T)))
    return shapes


_LEAST_AREA = (0.05 * SMALL) ** 2 * 0.5
_MOST_AREA = (_CHANGES.lengths[1] * SMALL) ** 2 * _CHANGES.aspects[1]


def _at_rim(part: Image, x: int, y: int) -> bool:
    """Whether a piece reaches the rim of the middle, as arms do."""
    high, wide = part.shape
    return bool((part.astype(bool) & ~_INSIDE[y : y + high, x : x + wide]).any())


_INSIDE = np.asarray(cv2.erode(MIDDLE.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)


def _softness(image: Image, field: WatchedSquare, shape: _Shape) -> float:
    """Return how soft the edges are of what came."""
    sharp, k = field.sharp(image), field.side / SMALL
    x, y, wide, high = (round(k * value) for value in shape.box)
    length = float(max(wide, high))
    beside = round(_BESIDE * length)
    left, top = max(0, x - beside), max(0, y - beside)
    part = sharp[top : y + high + beside, left : x + wide + beside]
    return softness(part, length, _EDGES)


def _length(shape: _Shape, aspect: float) -> float:
    """Return how long a card of this area is, in pixels of the small picture."""
    return math.sqrt(shape.area / aspect) - _GROWN


def _unlike(shapes: Sequence[_Shape], aspect: float) -> float:
    """Return how far these things are from a card's shape: mean of the logarithm."""
    # The variance along a side is a twelfth of its square.
    sides = np.sqrt(12 * np.linalg.eigvalsh([shape.spread for shape in shapes])) - _GROWN
    short, long = np.maximum(sides, 1.0).T
    return float(np.mean(np.abs(np.log(short / long / aspect))))
