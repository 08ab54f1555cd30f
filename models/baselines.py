"""What the nets are measured against: older ways to tell which of a deck's cards a crop shows.

Each takes the enrolled crops, both ways up, and answers one score a card for a crop: the higher,
the more alike. All see the same crops, uint8 [128, 80, 3], as the nets.
"""

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np

from models.pictures import Picture

Scorer = Callable[[Picture], Picture]
"""From one crop to scores [rows]."""

Method = Callable[[Sequence[Picture]], Scorer]
"""From enrolled crops [rows] to a scorer."""

FEATURES = 300
ENLARGED = (240, 384)
"""Key points need more pixels than the nets do: width, height."""

RATIO = 0.8
HASH_SIDE = 16


def both_ways(crops: Picture) -> list[Picture]:
    """Enrolled crops [n, ...] and the same turned by half, 2n in all."""
    return [*crops, *np.ascontiguousarray(crops[:, ::-1, ::-1])]


def colour_correlation(enrolled: Sequence[Picture]) -> Scorer:
    """Normalised correlation of 40 x 64 pixels in colour."""

    def signature(crop: Picture) -> Picture:
        small = cv2.resize(crop, (40, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
        flat = (small - small.mean((0, 1))).ravel()
        result: Picture = flat / (np.linalg.norm(flat) + 1e-6)
        return result

    rows = np.stack([signature(crop) for crop in enrolled])
    return lambda crop: np.asarray(rows @ signature(crop))


def perceptual_hash(enrolled: Sequence[Picture]) -> Scorer:
    """Signs of the 255 lowest frequencies; the share of equal ones."""

    def bits(crop: Picture) -> Picture:
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
        low = cv2.dct(small)[:HASH_SIDE, :HASH_SIDE].ravel()[1:]
        return np.asarray(low > np.median(low))

    rows = np.stack([bits(crop) for crop in enrolled])
    return lambda crop: np.asarray((rows == bits(crop)).mean(1))


def by_key_points(detector: cv2.Feature2D, norm: int, enrolled: Sequence[Picture]) -> Scorer:
    """Number of key points that match one clearly better than any other (Lowe's ratio)."""
    matcher = cv2.BFMatcher(norm)

    def described(crop: Picture) -> Picture | None:
        large = cv2.resize(crop, ENLARGED, interpolation=cv2.INTER_CUBIC)
        return detector.detectAndCompute(cv2.cvtColor(large, cv2.COLOR_BGR2GRAY), None)[1]

    rows = [described(crop) for crop in enrolled]

    def matches(one: Picture | None, other: Picture | None) -> int:
        if one is None or other is None or len(other) < 2:
            return 0
        pairs = matcher.knnMatch(one, other, k=2)
        return sum(len(p) == 2 and p[0].distance < RATIO * p[1].distance for p in pairs)

    def score(crop: Picture) -> Picture:
        own = described(crop)
        return np.array([matches(own, row) for row in rows])

    return score


@cache
def orb_detector() -> cv2.Feature2D:
    """ORB with FEATURES points."""
    return cv2.ORB.create(FEATURES)


@cache
def sift_detector() -> cv2.Feature2D:
    """SIFT with FEATURES points."""
    return cv2.SIFT.create(FEATURES)


METHODS: dict[str, Method] = {
    "colour correlation": colour_correlation,
    "perceptual hash": perceptual_hash,
    "ORB matching": lambda rows: by_key_points(orb_detector(), cv2.NORM_HAMMING, rows),
    "SIFT matching": lambda rows: by_key_points(sift_detector(), cv2.NORM_L2, rows),
}
