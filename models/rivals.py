"""The net beside its own eight-bit form and the older ways, on the same views of the same decks."""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models import measure_embedding as reading
from models import quantised
from models.baselines import METHODS, Method, both_ways
from models.card_decks import Deck
from models.intervals import NONE, Share
from models.kept import Kept
from models.pictures import Picture
from models.render_views import clean
from vision.reading.nets import Nets

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


def views_of(deck: Deck) -> Views:
    """Draw what a deck is asked."""
    crops = np.stack([clean(face) for face in deck.faces.values()])
    asked = tuple(reading.queries(deck, level, SEED, VIEWS) for level in reading.LEVELS)
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


def by_net(name: str, net: reading.Runs, asked: Sequence[Views], file: Path) -> Rival:
    """Measure a net; its time is that of one crop alone."""
    shares = [NONE, NONE, NONE]
    for views in asked:
        rows = reading.vectors(net, views.enrolled)
        cards = len(rows) // 2
        for level, (crops, truth) in enumerate(views.seen):
            told = (reading.vectors(net, crops) @ rows.T).argmax(1) % cards
            shares[level] = shares[level] + Share(int((told == truth).sum()), len(truth))
    took = quantised.milliseconds(net, 1)
    return Rival(name, tuple(shares), took, len(asked), file.stat().st_size)


def in_eight_bits(asked: Sequence[Views], source: Path) -> tuple[Rival, ...]:
    """Measure the net in eight bits; nothing where the package onnx is missing."""
    with tempfile.TemporaryDirectory() as temporary:
        small = Path(temporary) / "int8.onnx"
        try:
            quantised.quantise(source, small)
        except ImportError:
            return ()
        net = quantised.opened(small)
        return (by_net("embedding, int8 (static QDQ)", net, asked, small),)


def compare(nets: Nets, folder: Path, decks: Sequence[Deck], kept: Kept) -> tuple[Rival, ...]:
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
