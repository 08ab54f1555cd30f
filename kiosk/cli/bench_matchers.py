"""Other ways of recognising a card, on the same views: ORB, SIFT, colour correlation, hashes.

Each gets the faces the deck was enrolled with, both ways up, and says which card a view shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.reading.embedding import embed, half_turned
from vision.reading.nets import Net
from vision.reading.profile import Profile

Match = Callable[[Image], int]
"""Says which card a crop [128,80,3] shows."""

_LARGER = 3
_RATIO = 0.8
_THUMB = (40, 64)
_HASH_SIDE = 32
_HASH_BITS = 16


@dataclass(frozen=True, slots=True)
class Matcher:
    """One way, ready with a deck."""

    name: str
    match: Match


def matchers(profile: Profile, net: Net) -> tuple[Matcher, ...]:
    """Return every way of recognising this deck's cards, the product's own first."""
    faces = [views[0] for views in profile.crops]
    sift = cv2.SIFT_create(nfeatures=300)  # type: ignore[attr-defined]
    orb = cv2.ORB_create(nfeatures=500, edgeThreshold=8, fastThreshold=5)  # type: ignore[attr-defined]
    return (
        Matcher(
            "embedding", lambda crop: int(profile.similarities(embed(net, crop[None])).argmax())
        ),
        Matcher("correlation", _nearest(faces, _colours)),
        Matcher("phash", _nearest(faces, _hash)),
        Matcher("sift", _features(faces, sift, cv2.NORM_L2)),
        Matcher("orb", _features(faces, orb, cv2.NORM_HAMMING)),
    )


def _both_ways(faces: Sequence[Image]) -> list[tuple[int, Image]]:
    turned = half_turned(np.stack(faces))
    return [*enumerate(faces), *enumerate(turned)]


def _nearest(faces: Sequence[Image], describe: Callable[[Image], Floats]) -> Match:
    """Return the way that compares unit vectors of faces, both ways up."""
    known = _both_ways(faces)
    table = np.stack([describe(face) for _, face in known])
    owner = [card for card, _ in known]
    return lambda crop: owner[int((table @ describe(crop)).argmax())]


def _colours(crop: Image) -> Floats:
    small = cv2.resize(crop, _THUMB, interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean((0, 1))
    flat = small.ravel()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-9), np.float32)


def _hash(crop: Image) -> Floats:
    """Return the signs of the low frequencies: perceptual hash of 256 bits, as -1 and 1."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (_HASH_SIDE, _HASH_SIDE), interpolation=cv2.INTER_AREA)
    low = cv2.dct(small.astype(np.float32))[:_HASH_BITS, :_HASH_BITS].ravel()
    return np.asarray(np.where(low > np.median(low[1:]), 1.0, -1.0), np.float32)


def _features(faces: Sequence[Image], detector: cv2.Feature2D, norm: int) -> Match:
    """Return the way that counts features whose best match is clearly better than the second."""
    matcher = cv2.BFMatcher(norm)
    known = [_described(face, detector) for face in faces]

    def match(crop: Image) -> int:
        seen = _described(crop, detector)
        counts = [_agreeing(matcher, seen, face) for face in known]
        return int(np.argmax(counts))

    return match


def _described(crop: Image, detector: cv2.Feature2D) -> Image | None:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(grey, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    _, found = detector.detectAndCompute(large, None)
    return None if found is None or len(found) < 2 else np.asarray(found)


def _agreeing(matcher: cv2.BFMatcher, seen: Image | None, face: Image | None) -> int:
    if seen is None or face is None:
        return 0
    pairs = matcher.knnMatch(seen, face, k=2)
    return sum(len(pair) == 2 and pair[0].distance < _RATIO * pair[1].distance for pair in pairs)
