"""The net beside its eight-bit form and older ways to tell cards, all on the same views.

Each takes the enrolled crops, both ways up, and answers one score a card for a crop: the higher,
the more alike. All see the same crops, uint8 [128, 80, 3].
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring import embedding
from models.workshop.measuring.shares import NONE, KeptParts, Share
from models.workshop.pictures import Picture
from models.workshop.rendering.views import clean
from models.workshop.training import eight_bits
from vision.reading.nets import Nets

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


SEED = 90_003
DECKS = 6
"""So many of the held-out decks are compared."""

SLOW = 3
"""So many for the ways that take a tenth of a second a view."""

VIEWS = 2


@dataclass(frozen=True)
class Rival:
    """One way to read: shares at the levels 0 to 2, processor time a view, size where it has one.

    `decks` tells on how many decks it was measured.
    """

    name: str
    shares: tuple[Share, ...]
    milliseconds: float
    decks: int
    size: int = 0


@dataclass(frozen=True)
class Views:
    """What all are asked: enrolled crops both ways up, views with their truth by level."""

    enrolled: Picture
    seen: tuple[tuple[Picture, Picture], ...]


def views_of(deck: FaceDeck) -> Views:
    """Draw what a deck is asked."""
    crops = np.stack([clean(face) for face in deck.faces.values()])
    asked = tuple(embedding.queries(deck, level, SEED, VIEWS) for level in embedding.LEVELS)
    return Views(np.stack(both_ways(crops)), asked)


def old_way(name: str, method: Method, asked: Sequence[Views], share: int) -> Rival:
    """Measure a way without a net; of the views every `share`-th."""
    shares, took, count = [NONE, NONE, NONE], 0.0, 0
    for views in asked:
        scorer = method(list(views.enrolled))
        cards = len(views.enrolled) // 2
        for level, (crops, truth) in enumerate(views.seen):
            start = time.process_time()
            told = [int(scorer(crop).argmax()) % cards for crop in crops[::share]]
            took += time.process_time() - start
            right = int((np.array(told) == truth[::share]).sum())
            shares[level] = shares[level] + Share(right, len(told))
            count += len(told)
    return Rival(name, tuple(shares), took / max(1, count) * 1000, len(asked))


def by_net(name: str, net: embedding.Runs, asked: Sequence[Views], file: Path) -> Rival:
    """Measure a net; its time is that of one crop alone."""
    shares = [NONE, NONE, NONE]
    for views in asked:
        rows = embedding.vectors(net, views.enrolled)
        cards = len(rows) // 2
        for level, (crops, truth) in enumerate(views.seen):
            told = (embedding.vectors(net, crops) @ rows.T).argmax(1) % cards
            shares[level] = shares[level] + Share(int((told == truth).sum()), len(truth))
    took = eight_bits.milliseconds(net, 1)
    return Rival(name, tuple(shares), took, len(asked), file.stat().st_size)


def in_eight_bits(asked: Sequence[Views], source: Path) -> tuple[Rival, ...]:
    """Measure the net in eight bits; nothing where the package onnx is missing."""
    with tempfile.TemporaryDirectory() as temporary:
        small = Path(temporary) / "int8.onnx"
        try:
            eight_bits.quantise(source, small)
        except ImportError:
            return ()
        net = eight_bits.opened(small)
        return (by_net("embedding, int8 (static QDQ)", net, asked, small),)


def compare(
    nets: Nets, folder: Path, decks: Sequence[FaceDeck], kept: KeptParts
) -> tuple[Rival, ...]:
    """Measure the net, its eight-bit form (where the package onnx is) and the older ways."""
    cv2.setNumThreads(1)
    asked = [kept.part(f"views {deck.name}", partial(views_of, deck)) for deck in decks[:DECKS]]
    source = folder / "embedding.onnx"
    name = "embedding, fp32 (weights stored in 16 bits)"
    found = [kept.part("way fp32", partial(by_net, name, nets.embedding, asked, source))]
    found += kept.part("way int8", partial(in_eight_bits, asked, source))
    for way, method in METHODS.items():
        slow = "matching" in way
        views, share = (asked[:SLOW], 4) if slow else (asked, 1)
        found.append(kept.part(f"way {way}", partial(old_way, way, method, views, share)))
    return tuple(found)
