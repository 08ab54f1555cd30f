"""Finds the cards of an unknown deck that lie in rows on one picture, whatever they lie on.

Nothing is known of the faces. What is known: all cards are equally large, lie nearly straight
beside each other, and each of their four sides is a straight edge, however faint. The picture is
first turned until its straight edges run along rows and columns. Then that size of rectangle is
looked for of which the most, side by side, have an edge on every side; an edge counts by how
steadily it runs, not by its contrast, so that white cards on a white ground are found by the thin
lines around them. Each card is laid on its own four edges at last.

A card with a weak side is in doubt, and all of them are where their size is: a right number of
cards says nothing of where each was cut. What lies on another card `lying_on` tells.

The numbers were chosen on a few own renders each: drawn decks on tables, on white cloth and on a
scanner's white.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from scipy.optimize import least_squares

from vision.arrays import Bools, Floats, Image, as_image
from vision.place.geometry import transform

FLAT_SIDE = 1400
"""Longer side, in pixels, of the levelled picture in which cards are laid on their edges."""
_LINES_SIDE = 900
_LINES = 500
_SHORTEST_LINE = 20.0
_FOCAL = 0.95
"""Focal length of phones and webcams, in longer sides of the picture."""
_LEAN = 0.5
"""Usual lean of the camera in radians, against which a lean by chance lines is held."""
_SHARPER = (5.0, 2.0, 0.7)
"""Degrees off an axis from which on a line counts for little, one search after the other."""
_LENGTH = 56
"""Length of a card in pixels where its size is looked for: the picture is made smaller for it."""
_WIDTHS = range(28, 46, 2)
"""Widths of a card of that length: playing cards have 0.53 to 0.72 of it, with a margin."""
_LEAST_SHARE, _SHARE_STEP = 0.07, 1.05
"""Length of the smallest cards as a share of the picture's longer side, and the step to larger."""
_NOISE_TIMES = 2.5
_LEAST_NOISE = 2.0
_ALONG = 0.8
_OF_ONE_LENGTH = 2
_SEEN = 0.4
"""Evidence, 0 to 1, from which on a place may be a card."""
_CLEARLY = 0.7
_STEADY = 0.6
"""Steadiness from which on a line is one, however faint or a little askew."""
_HARDLY, _GLIMPSED = 0.1, 0.3
_LEAST_USUAL = 0.5
"""Evidence that the middle one of all cards has; less is table."""
_ASKEW = 0.1
_APART = 0.92
_FEW_PIECES = 6.0
"""A sheet, or half of it, is a rectangle too: the fewer the pieces, the less they explain."""
_CLEAR, _USUAL = 0.85, 0.4
"""Share of the picture that cards lighter than their ground fill, below which darker are tried."""
_REACH = 0.25
"""How far from where it was found an edge of a card may lie, in lengths."""
_SIZE_STEP = 0.2
"""How exactly the size is known from the search: it takes a gap for a part of the card."""
_ALONE_STEP = 0.05
"""The same of one card whose shape is known."""
_OVERLAP = 0.03
"""Share of a card that may seem to lie on its neighbour, turned as both are."""
_TURNS = np.radians(np.linspace(-4, 4, 17))
_POINTS = 40
_CERTAIN = 0.85
"""Evidence from which on a card surely lies there."""
_RIVAL, _LARGER = 0.75, 0.03
"""Where rectangles around the chosen ones, a share of 0.03 or more beyond either side, show so much
of what these show, a frame may have been taken for the rim: the size is in doubt."""
_LIES_ON = 0.03
"""Share of its area from which on a card lies on another."""
_FEW, _CLEARER = 0.55, 0.8
"""A place with less evidence than this share of its fellows' is none of them."""


class LaidDoubt(Enum):
    """Why it is not certain that a card ends where it was found to end."""

    SIDE = "side"
    """Not all four sides were seen."""
    SIZE = "size"
    """Another size explains the cards as well."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """One card found in a picture."""

    quad: Floats
    """Corners [4,2] in pixels of the picture, clockwise; the first side is short."""
    row: int
    evidence: float
    """How much of its four sides can be seen, 0 to 1."""
    doubt: LaidDoubt | None
    """Why it is not certain where it ends; None: it is."""


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Rectangles of one size: centres [n,2] with the evidence of each, in one picture's pixels."""

    width: float
    length: float
    centres: Floats
    evidence: Floats
    lighter: bool
    """Whether the cards are lighter at their rim than what they lie on."""

    @property
    def worth(self) -> float:
        """The area that is explained; of two explanations the one of more pieces is likelier."""
        return self.width * self.length * _together(self.evidence)


def _together(evidence: Floats) -> float:
    """Return the evidence above what counts as seen, weighed by the number of pieces."""
    seen = np.clip((evidence - _SEEN) / (_CLEARLY - _SEEN), 0, 1)
    count = int((seen > 0).sum())
    return float(seen.sum()) * count / (count + _FEW_PIECES)


def find_rows(picture: Image, alone: float | None = None) -> list[LaidCard]:
    """Return the cards lying in rows, row by row from the upper left; none where none are seen.

    `alone` says that one card is looked for, and is its width over its length.
    """
    to_flat, size = _fitted(_levelling(picture), picture.shape[1], picture.shape[0])
    flat = as_image(
        cv2.warpPerspective(
            picture, to_flat, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
    )
    found = _laid_out(flat, alone)
    back = np.linalg.inv(to_flat)
    return [replace(one, quad=np.asarray(transform(back, one.quad), float)) for one in found]


def _laid_out(flat: Image, alone: float | None) -> list[LaidCard]:
    """Return the cards of a levelled picture.

    Cards lighter than their ground and darker ones are looked for; the rows that lie straighter
    are the right ones, since what is no rim is a rim by chance, here and there.
    """
    best: list[LaidCard] = []
    most = -math.inf
    for lighter in (True, False):
        near = [w for w in _WIDTHS if alone is None or abs(w - alone * _LENGTH) <= _WIDTHS.step]
        places = _best_size(flat, near, lighter=lighter, alone=alone is not None)
        if places is None:
            continue
        step = _SIZE_STEP if alone is None else _ALONE_STEP
        quads, evidence, doubted = _laid_on_edges(flat, places, step)
        usual = float(np.median(evidence))
        # What was hardly seen where it was looked for may have found some line close by.
        clear = (places.evidence >= _GLIMPSED) | (evidence >= _CLEARER * usual)
        fit = clear & (evidence >= _FEW * usual)
        if usual < _LEAST_USUAL or not fit.any():
            continue
        apart = min(places.length, places.width)
        found = _in_rows(quads[fit], evidence[fit], apart, doubted=doubted)
        share = places.width * places.length * len(found) / (flat.shape[0] * flat.shape[1])
        worth = float(evidence[fit].mean()) * min(1.0, share / _USUAL) - 2 * _crooked(found)
        if worth > most:
            best, most = found, worth
        if most > _CLEAR:
            break
    return best


def _crooked(found: Sequence[LaidCard]) -> float:
    """Return how irregularly cards lie, in lengths: off their row, and in the steps along it."""
    middles = np.stack([one.quad.mean(0) for one in found])
    rows = np.array([one.row for one in found])
    length = float(np.linalg.norm(found[0].quad[2] - found[0].quad[1]))
    off, steps = [np.zeros(1)], [np.zeros(0)]
    for row in set(rows.tolist()):
        own = middles[rows == row]
        off.append(np.abs(own[:, 1] - np.median(own[:, 1])))
        steps.append(np.diff(own[:, 0]))
    step = np.concatenate(steps)
    uneven = np.abs(step - np.median(step)).mean() if len(step) else 0.0
    return float(np.concatenate(off).mean() + uneven) / length


def _fitted(level: Floats, width: int, height: int) -> tuple[Floats, tuple[int, int]]:
    """Return a homography scaled and shifted so that the whole picture is seen, and the size."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    low, high = (pick(transform(level, corners), 0) for pick in (np.min, np.max))
    scale = FLAT_SIDE / float((high - low).max())
    size = (math.ceil((high[0] - low[0]) * scale), math.ceil((high[1] - low[1]) * scale))
    moved = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]])
    return np.asarray(moved @ level, float), size


def _levelling(picture: Image) -> Floats:
    """Return the homography after which most straight lines run along x or y."""
    height, width = picture.shape[:2]
    scale = _LINES_SIDE / max(height, width)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(
        np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    )[0]
    lines = np.zeros((0, 2, 2)) if found is None else np.asarray(found, float).reshape(-1, 2, 2)
    along = lines[:, 1] - lines[:, 0]
    lengths = np.hypot(along[:, 0], along[:, 1])
    chosen = np.argsort(-lengths)[:_LINES]
    chosen = chosen[lengths[chosen] > _SHORTEST_LINE]
    if len(chosen) < 8:
        return np.eye(3)
    lines, along, lengths = lines[chosen], along[chosen], lengths[chosen]
    size = (small.shape[1], small.shape[0])
    angles = np.arctan2(along[:, 1], along[:, 0])
    rolls = np.radians(np.arange(-45.0, 45.0))
    near = np.exp(-((_off_axis(angles + rolls[:, None]) / math.radians(4)) ** 2))
    roll = float(rolls[int((near @ lengths * (1 + 0.1 * np.cos(rolls))).argmax())])
    weights = np.sqrt(lengths / lengths.mean())
    turn = np.array([0.0, 0.0, roll])
    for degrees in _SHARPER:

        def residuals(turn: Floats, degrees: float = degrees) -> Floats:
            ends = transform(_turned(turn, size), lines.reshape(-1, 2)).reshape(-1, 2, 2)
            dx, dy = (ends[:, 1] - ends[:, 0]).T
            off = _off_axis(np.arctan2(dy, dx)) / math.radians(degrees)
            return np.concatenate([weights * np.arctan(off), turn[:2] / _LEAN])

        turn = np.asarray(least_squares(residuals, turn, max_nfev=30).x, float)
    to_small = np.diag([scale, scale, 1.0])
    result: Floats = np.linalg.inv(to_small) @ _turned(turn, size) @ to_small
    return result


def _off_axis(angles: Floats) -> Floats:
    """Return how far directions are off the nearer axis, in -45 to 45 degrees."""
    quarter = math.pi / 2
    off: Floats = (angles + quarter / 2) % quarter - quarter / 2
    return off


def _turned(turn: Floats, size: tuple[int, int]) -> Floats:
    """Return the homography of a camera turned by a lean (x, y) and then a roll, in radians."""
    focal = _FOCAL * max(size)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]], float)
    lean = np.asarray(cv2.Rodrigues(np.array([turn[0], turn[1], 0.0]))[0], float)
    roll = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, turn[2]]))[0], float)
    result: Floats = lens @ roll @ lean @ np.linalg.inv(lens)
    return result


def _steps(picture: Floats) -> tuple[Floats, Floats]:
    """Return how steep a picture is along x and along y, -1 to 1: one is well above its noise."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 0.8)
    found = []
    for along_x in (1, 0):
        step = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, along_x, 1 - along_x, ksize=3), np.float32)
        strongest = np.abs(step).argmax(2)[..., None]
        signed = np.take_along_axis(step, strongest, 2)[..., 0]
        noise = max(_LEAST_NOISE, 1.48 * float(np.median(np.abs(signed))))
        found.append(np.clip(signed / (_NOISE_TIMES * noise), -1, 1))
    return found[0], found[1]


def _best_size(flat: Image, widths: Sequence[int], *, lighter: bool, alone: bool) -> _Places | None:
    sign = 1.0 if lighter else -1.0
    pyramid = flat.astype(np.float32)
    longer = max(flat.shape[:2])
    share = _LEAST_SHARE
    best: _Places | None = None
    most = 0.0
    while share < 1:
        scale = _LENGTH / share / longer
        share *= _SHARE_STEP
        small = np.asarray(
            cv2.resize(pyramid, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
        )
        dx, dy = _steps(small)
        tried: list[tuple[float, int, int, Floats]] = []
        for width in widths:
            for w, h in ((width, _LENGTH), (_LENGTH, width)):
                if w < small.shape[1] - 1 and h < small.shape[0] - 1:
                    seen = _evidence(sign * dx, sign * dy, w, h)
                    tried.append((w * h * _tiled(seen, w, h), w, h, seen))
        for _, w, h, seen in sorted(tried, key=lambda one: -one[0])[:_OF_ONE_LENGTH]:
            if alone:
                places = _one_place(seen, scale, (w, h), lighter=lighter)
                worth = float(places.evidence[0])
            else:
                places = _placed(seen, scale, (w, h), lighter=lighter)
                worth = places.worth
            if worth > most:
                best, most = places, worth
    return best


def _evidence(dx: Floats, dy: Floats, w: int, h: int) -> Floats:
    """Return for each pixel how well a rectangle around it has edges on its four sides."""
    height, width = dx.shape
    none = cv2.BORDER_CONSTANT
    down = np.asarray(cv2.blur(dx, (1, round(_ALONG * h)), borderType=none), np.float32)
    across = np.asarray(cv2.blur(dy, (round(_ALONG * w), 1), borderType=none), np.float32)
    left, top = _ridges(down, (1, 3)), _ridges(across, (3, 1))
    right, bottom = _ridges(-down, (1, 3)), _ridges(-across, (3, 1))
    x, y = w // 2, h // 2
    rows, columns = slice(y, height - h + y), slice(x, width - w + x)
    sides = (
        left[rows, : width - w],
        right[rows, w:],
        top[: height - h, columns],
        bottom[h:, columns],
    )
    worst = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    seen = np.zeros_like(dx)
    seen[rows, columns] = 0.15 * (sides[0] + sides[1] + sides[2] + sides[3]) + 0.4 * worst
    return seen


def _ridges(steady: Floats, across: tuple[int, int]) -> Floats:
    """Keep the crests of what is above zero, one pixel beside them for four fifths."""
    kernel = np.ones(across, np.uint8)
    crest = np.where(steady >= cv2.dilate(steady, kernel), np.clip(steady / _STEADY, 0, 1), 0)
    result: Floats = np.maximum(crest, 0.8 * cv2.dilate(crest, kernel))
    return result


def _tiled(seen: Floats, w: int, h: int) -> float:
    """Return about how much evidence rectangles side by side can have together."""
    rows, columns = -(-seen.shape[0] // h), -(-seen.shape[1] // w)
    padded = np.zeros((rows * h, columns * w), np.float32)
    padded[: seen.shape[0], : seen.shape[1]] = seen
    return _together(padded.reshape(rows, h, columns, w).max((1, 3)))


def _one_place(seen: Floats, scale: float, size: tuple[int, int], *, lighter: bool) -> _Places:
    """Choose the one place with the most evidence."""
    y, x = divmod(int(seen.argmax()), seen.shape[1])
    centre = (np.array([[x, y]]) + 0.5) / scale - 0.5
    return _Places(size[0] / scale, size[1] / scale, centre, seen[y, x : x + 1], lighter)


def _placed(seen: Floats, scale: float, size: tuple[int, int], *, lighter: bool) -> _Places:
    """Choose rows of rectangles that do not overlap and have the most evidence together."""
    w, h = size
    slack = max(1, round(_ASKEW * h))
    band = np.asarray(cv2.dilate(seen, np.ones((2 * slack + 1, 1), np.uint8)), np.float32)
    columns = -(-seen.shape[1] // w)
    padded = np.zeros((len(seen), columns * w), np.float32)
    padded[:, : seen.shape[1]] = band
    together = np.maximum(padded.reshape(len(seen), columns, w).max(2) - _HARDLY, 0).sum(1)
    # Of the rows of one band the middle one is meant.
    together = cv2.blur(together[:, None], (1, 2 * slack + 1))[:, 0]
    found: list[tuple[int, int]] = []
    for y in _spaced(together, round(_APART * h)):
        top = max(0, y - slack)
        strip = seen[top : y + slack + 1]
        best = strip.argmax(0)
        values = np.maximum(strip[best, np.arange(len(best))] - _HARDLY, 0)
        found += [(x, top + int(best[x])) for x in _spaced(values, round(_APART * w))]
    spots = np.array(found, int).reshape(-1, 2)
    evidence: Floats = seen[spots[:, 1], spots[:, 0]]
    return _Places(w / scale, h / scale, (spots + 0.5) / scale - 0.5, evidence, lighter)


def _spaced(values: Floats, apart: int) -> list[int]:
    """Return the indices, `apart` at least, of which the values together are largest."""
    best = np.zeros(len(values) + 1)
    for k, value in enumerate(values.tolist()):
        best[k + 1] = max(best[k], best[max(0, k + 1 - apart)] + value)
    chosen = []
    k = len(values)
    while k > 0:
        if best[k] == best[k - 1]:
            k -= 1
        else:
            chosen.append(k - 1)
            k = max(0, k - apart)
    return chosen[::-1]


def _laid_on_edges(flat: Image, places: _Places, step: float) -> tuple[Floats, Floats, bool]:
    """Return quads [n,4,2] of one size, each on its own edges, and the evidence of each [n].

    The size is that for which all cards together have the most evidence; it differs from what was
    found by a share `step` at most. At last it is said whether another size would do as well.
    """
    dx, dy = _steps(flat.astype(np.float32))
    sign = 1.0 if places.lighter else -1.0
    reach = max(3, round(_REACH * max(places.width, places.length)))
    offsets = np.arange(-reach, reach + 1).astype(float)
    w, h = places.width, places.length
    # [card, turn, offset] of each side, whose normal points right or down.
    left, right = (
        _side(sign * way * dx, places.centres, w * side, h, offsets, upright=True)
        for side, way in ((-0.5, 1), (0.5, -1))
    )
    top, bottom = (
        _side(sign * way * dy, places.centres, h * side, w, offsets, upright=False)
        for side, way in ((-0.5, 1), (0.5, -1))
    )
    wider, x, across, wide = _sized(left, right, offsets, w, places.centres, h, step)
    longer, y, along, long = _sized(top, bottom, offsets, h, places.centres[:, ::-1], w, step)
    both = across + along
    turn = both.argmax(1)
    each = np.arange(len(turn))
    evidence = both[each, turn] / 4
    quads = []
    for k in each:
        angle = float(_TURNS[turn[k]])
        unit = np.array([math.cos(angle), math.sin(angle)])
        normal = np.array([-unit[1], unit[0]])
        middle = places.centres[k] + unit * x[k, turn[k]] + normal * y[k, turn[k]]
        a, b = unit * (w + wider) / 2, normal * (h + longer) / 2
        quads.append(np.stack([middle - a - b, middle + a - b, middle + a + b, middle - a + b]))
    return np.stack(quads), evidence, wide or long


def _side(
    steps: Floats, centres: Floats, out: float, length: float, offsets: Floats, *, upright: bool
) -> Floats:
    """Return the evidence [card, turn, offset] of lines `out` of the cards' centres."""
    unit = np.stack([np.cos(_TURNS), np.sin(_TURNS)], 1)
    normal = np.stack([-unit[:, 1], unit[:, 0]], 1)
    beside, along = (unit, normal) if upright else (normal, unit)
    run = np.linspace(-_ALONG / 2, _ALONG / 2, _POINTS) * length
    points = (
        centres[:, None, None, None]
        + beside[None, :, None, None] * (out + offsets)[None, None, :, None, None]
        + along[None, :, None, None] * run[None, None, None, :, None]
    ).astype(np.float32)
    flat = points.reshape(len(centres), -1, _POINTS, 2)
    seen = np.stack(
        [cv2.remap(steps, one[..., 0], one[..., 1], cv2.INTER_LINEAR) for one in flat]
    ).reshape(points.shape[:-1])
    steady = np.maximum(seen.mean(-1), 0)
    # A frame in print is plainer than the rim around it, but no more of a line.
    result: Floats = 0.9 * np.minimum(steady / _STEADY, 1) + 0.1 * steady
    return result


def _sized(
    near: Floats,
    far: Floats,
    offsets: Floats,
    size: float,
    centres: Floats,
    beside: float,
    step: float,
) -> tuple[int, Floats, Floats, bool]:
    """Return by how much all cards are larger than thought, and of each card and turn two more.

    These are by how much its middle is shifted and the evidence of both sides, [card, turn]. Of a
    frame and the rim around it the rim is the card's, so that the larger counts for more; but cards
    that would lie on each other show nothing. `centres` are along the sized side first, across it
    second, in which direction cards are `beside` large.
    """
    count = len(offsets)
    most = math.ceil(step * size)
    ahead = centres[None, :, 0] - centres[:, None, 0]
    aside = np.abs(centres[None, :, 1] - centres[:, None, 1])
    follows = (ahead > size / 2) & (aside < beside / 2)
    best: tuple[float, int, Floats, Floats] | None = None
    for larger in range(-most, most + 1):
        low, high = max(0, -larger), min(count, count - larger)
        one, other = near[:, :, low:high], far[:, :, low + larger : high + larger]
        both: Floats = (one + other) / 2 + np.minimum(one, other)
        shifts: Floats = offsets[low:high] + larger / 2
        turn, at = np.divmod(both.reshape(len(both), -1).argmax(1), high - low)
        chosen = shifts[at]
        gap = ahead + chosen[None] - chosen[:, None] - (size + larger)
        lies_on = follows & (gap < -_OVERLAP * size)
        free = ~(lies_on.any(0) | lies_on.any(1))
        together = float(both[free, turn[free], at[free]].sum()) * (size + larger)
        if best is None or together > best[0]:
            best = together, larger, shifts, both
    assert best is not None
    _, larger, shifts, both = best
    least = (size + larger) - _OVERLAP * size
    shift, evidence = np.zeros(both.shape[:2]), np.zeros(both.shape[:2])
    settled: Floats = np.full(len(both), np.nan)
    for k in np.argsort(-both.max((1, 2))):
        # What is clear lies where it seems to lie, the others where it leaves room.
        after, before = follows[k] & ~np.isnan(settled), follows[:, k] & ~np.isnan(settled)
        room = (shifts <= np.min((ahead[k] + settled)[after], initial=np.inf) - least) & (
            shifts >= np.max((settled - ahead[:, k])[before], initial=-np.inf) + least
        )
        seen = np.where(room, both[k], 0.0)
        shift[k], evidence[k] = shifts[seen.argmax(1)], seen.max(1)
        settled[k] = shift[k, evidence[k].argmax()]
    turn = evidence.argmax(1)
    one, other = (side[np.arange(len(turn)), turn] for side in (near, far))
    apart = np.where(follows, ahead + settled[None] - settled[:, None], np.inf)
    rival = _around(one, other, settled - offsets[0], apart, size, larger)
    doubted = len(both) > 1 and rival > _RIVAL * float(evidence.max(1).mean())
    return larger, shift, evidence, doubted


def _around(
    near: Floats, far: Floats, middles: Floats, apart: Floats, size: float, larger: int
) -> float:
    """Return the most evidence that rectangles around the chosen ones have together, 0 to 2.

    `near` and `far` are the sides [card, offset] of each card as it is turned, `middles` its middle
    in offsets, `apart` [card, card] how far the middle of a card that follows is from its own; they
    are `larger` than `size`. All rectangles are larger by the same, and a frame lies in the middle
    of its card, but for a little; what would lie on another shows nothing.
    """
    slack = np.ones((1, 2 * math.ceil(_LARGER * size / 2) + 1), np.uint8)
    one, other = (np.asarray(cv2.dilate(side.astype(np.float32), slack)) for side in (near, far))
    each = np.arange(len(middles))
    most = 0.0
    for rival in range(larger + 2 * math.ceil(_LARGER * size), near.shape[1]):
        left = np.rint(middles - rival / 2).astype(int)
        right = np.rint(middles + rival / 2).astype(int)
        if left.min() < 0 or right.max() >= near.shape[1]:
            break
        on = apart < (1 - _OVERLAP) * size + rival
        a, b = one[each, left], other[each, right]
        both = np.where(on.any(0) | on.any(1), 0, (a + b) / 2 + np.minimum(a, b))
        most = max(most, float(both.mean()))
    return most


def _in_rows(quads: Floats, evidence: Floats, size: float, *, doubted: bool) -> list[LaidCard]:
    """Return the cards in reading order, their first side short; `doubted` is their size."""
    middles = quads.mean(1)
    rows: list[list[int]] = []
    for index in np.argsort(middles[:, 1]):
        if not rows or middles[index, 1] - np.mean(middles[rows[-1], 1]) > size / 2:
            rows.append([])
        rows[-1].append(int(index))
    found = []
    for number, row in enumerate(rows):
        for index in sorted(row, key=lambda k: float(middles[k, 0])):
            quad = quads[index]
            lying = np.linalg.norm(quad[1] - quad[0]) > np.linalg.norm(quad[2] - quad[1])
            upright = np.roll(quad, 1, 0) if lying else quad
            doubt = LaidDoubt.SIZE if doubted else None
            if evidence[index] < _CERTAIN:
                doubt = LaidDoubt.SIDE
            found.append(LaidCard(upright, number, float(evidence[index]), doubt))
    return found


def lying_on(quads: Sequence[Floats]) -> Bools:
    """Return of each quad of one size whether it lies on another, or another on it."""
    if not quads:
        return np.zeros(0, bool)
    corners = [quad.astype(np.float32) for quad in quads]
    most = _LIES_ON * cv2.contourArea(corners[0])
    shared = np.array(
        [[cv2.intersectConvexConvex(one, other)[0] for other in corners] for one in corners]
    )
    np.fill_diagonal(shared, 0)
    return np.asarray((shared > most).any(1), bool)
