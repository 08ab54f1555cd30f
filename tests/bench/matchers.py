"""Ways of recognising a card, on the same pictures: our net, ORB, SIFT, colour correlation, hash.

Each gets the faces the bundled deck was enrolled with, both ways up, and says which card a view
shows. The views are made on the spot from those faces as a dim table would show them; nothing of it
was used in training: plain perspective, a lamp to one side, a fingertip or a shine, blur, noise,
JPEG. It is for comparing the ways, not for saying how good any is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.text import Text
from kiosk.cli.bench_figures import Figure
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from vision.arrays import Floats, Image, as_floats
from vision.reading.nets import Net, embed, half_turned, load_nets
from vision.reading.profile import Profile, load_profile

Match = Callable[[Image], int]
"""Says which card a crop [128,80,3] shows."""

_LARGER = 3
_RATIO = 0.8
_THUMB = (40, 64)
_HASH_SIDE = 32
_HASH_BITS = 16
_VIEWS_EACH, _SEED = 2, 9
_RIGHT = Text(de="{way}: richtig erkannt", en="{way}: right")
_TIME = Text(de="{way}: je Karte", en="{way}: a card")
_WAYS = {
    "embedding": Text(de="unser Netz", en="our net"),
    "correlation": Text(de="Farbkorrelation", en="colour correlation"),
    "phash": Text(de="Wahrnehmungs-Hash, 256 Bit", en="perceptual hash, 256 bit"),
    "sift": Text(de="SIFT-Merkmale", en="SIFT features"),
    "orb": Text(de="ORB-Merkmale", en="ORB features"),
}


def figures() -> Iterator[Figure]:
    """Measure how many views each way knows, and how long it takes for one, on one core."""
    cv2.setNumThreads(1)
    nets = load_nets()
    profile = load_profile(find_deck("isar", Home(Path())), nets.embedding)
    shown = views(profile, _VIEWS_EACH, _SEED)
    for matcher in matchers(profile, nets.embedding):
        matcher.match(shown[0].crop)
        start = time.perf_counter()
        right = sum(matcher.match(view.crop) == view.card for view in shown)
        spent = time.perf_counter() - start
        way = _WAYS[matcher.name]
        note = Text(de=f"{right} von {len(shown)}", en=f"{right} of {len(shown)}")
        share = 100 * right / len(shown)
        yield Figure(f"{matcher.name}_right", _RIGHT.format(way=way), share, "%", note=note)
        yield Figure(f"{matcher.name}_ms", _TIME.format(way=way), 1000 * spent / len(shown), "ms")


WIDTH, HEIGHT = 80, 128


@dataclass(frozen=True, slots=True)
class CardView:
    """One picture of a card."""

    card: int
    """Index into the profile's cards."""
    crop: Image
    """uint8 [128,80,3], corners a little off, either way up."""


def views(profile: Profile, each: int, seed: int) -> tuple[CardView, ...]:
    """Return `each` views of every card."""
    chance = np.random.default_rng(seed)
    return tuple(
        CardView(card, _seen(profile.crops[card][0], chance))
        for card in range(len(profile.cards))
        for _ in range(each)
    )


def _seen(face: Image, chance: np.random.Generator) -> Image:
    turned = face[::-1, ::-1] if chance.random() < 0.5 else face
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = corners + chance.normal(0, 3.5, corners.shape).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners, moved)
    skewed = cv2.warpPerspective(
        np.ascontiguousarray(turned), warp, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE
    )
    blurred = cv2.GaussianBlur(skewed, (0, 0), chance.uniform(0.5, 2.2))
    lit = _hidden(_lit(np.asarray(blurred, np.float32), chance), chance)
    noisy = lit + chance.normal(0, chance.uniform(2, 9), lit.shape)
    whole = np.clip(noisy, 0, 255).astype(np.uint8)
    quality = [int(cv2.IMWRITE_JPEG_QUALITY), int(chance.integers(35, 90))]
    _, packed = cv2.imencode(".jpg", whole, quality)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _hidden(picture: Floats, chance: np.random.Generator) -> Floats:
    """Return the picture with a fingertip over it, or the shine of a lamp on it, or neither."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    dx, dy = x - chance.uniform(0, WIDTH), y - chance.uniform(0, HEIGHT)
    size = chance.uniform(8, 22)
    what = chance.random()
    if what < 0.35:
        finger = np.array([110, 140, 190]) * chance.uniform(0.5, 1.0)
        return as_floats(np.where((np.hypot(dx, dy) < size)[..., None], finger, picture))
    if what < 0.7:
        return as_floats(picture + (160 * np.exp(-(dx**2 + dy**2) / (2 * size**2)))[..., None])
    return picture


def _lit(picture: Floats, chance: np.random.Generator) -> Floats:
    """Return the picture under a warm lamp to one side."""
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    angle = chance.uniform(0, 2 * np.pi)
    slope = 1 + chance.uniform(0, 0.35) * (x * np.cos(angle) + y * np.sin(angle))
    warm = np.array([chance.uniform(0.6, 1.0), chance.uniform(0.8, 1.0), 1.0])
    lit = picture * slope[..., None] * warm * chance.uniform(0.35, 1.0)
    return np.asarray(lit, np.float32)


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
