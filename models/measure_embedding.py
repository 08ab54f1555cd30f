"""One-shot reading of decks the net never learned: one clean face a card, then degraded views."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.card_decks import Deck
from models.intervals import NONE, Share
from models.pictures import Picture
from models.render_views import clean, ground, nothing, view
from models.view_cache import strangers
from vision.reading.embedding import prepare

LEVELS = (0, 1, 2)
VIEWS = 4
"""Views of a card at each level."""

NOTHINGS = 60
"""Crops without a card, of each deck."""


class Runs(Protocol):
    """An opened net."""

    def run(self, values: Picture) -> Picture:
        """Answer one array."""


@dataclass(frozen=True)
class Reading:
    """Similarities of views [n, cards] with the true card of each."""

    alike: Picture
    truth: Picture

    @property
    def share(self) -> Share:
        """Views whose most similar card is the right one."""
        return Share(int((self.alike.argmax(1) == self.truth).sum()), len(self.truth))

    def nearest(self) -> Picture:
        """Similarity of each view to its own card."""
        return self.alike[np.arange(len(self.truth)), self.truth]


def vectors(net: Runs, crops: Picture) -> Picture:
    """Unit vectors of crops [n, 128, 80, 3], in batches."""
    parts = [net.run(prepare(crops[k : k + 64])) for k in range(0, len(crops), 64)]
    return np.concatenate(parts)


def queries(deck: Deck, level: int, seed: int, views: int = VIEWS) -> tuple[Picture, Picture]:
    """Degraded views [n, 128, 80, 3] and the number of the card each shows; the seed fixes both."""
    rng = np.random.default_rng([seed, level, *deck.name.encode()])
    faces = list(deck.faces.values())
    stock = ground(rng, strangers(rng) + faces[::2], tables=12)
    crops = [view(face, stock, rng, level)[0] for face in faces for _ in range(views)]
    return np.stack(crops), np.repeat(np.arange(len(faces)), views)


def prototypes(net: Runs, crops: Picture) -> tuple[Picture, Picture]:
    """Vectors of enrolled crops and of the same turned by half."""
    turned = np.ascontiguousarray(crops[:, ::-1, ::-1])
    return vectors(net, crops), vectors(net, turned)


def read(net: Runs, deck: Deck, level: int, seed: int, views: int = VIEWS) -> Reading:
    """Enrol from the faces, read degraded views."""
    crops, truth = queries(deck, level, seed, views)
    upright, turned = prototypes(net, np.stack([clean(f) for f in deck.faces.values()]))
    seen = vectors(net, crops)
    return Reading(np.maximum(seen @ upright.T, seen @ turned.T), truth)


def temperature(readings: Sequence[Reading]) -> float:
    """Similarity differences in units of this are log-odds: the best fit of a softmax."""
    tried = np.geomspace(0.01, 0.2, 40)

    def cost(heat: float) -> float:
        total = 0.0
        for r in readings:
            scaled = r.alike / heat
            top = scaled.max(1)
            total += float((top + np.log(np.exp(scaled - top[:, None]).sum(1))).sum())
            total -= float((r.nearest() / heat).sum())
        return total

    return float(tried[int(np.argmin([cost(float(h)) for h in tried]))])


def best_of_nothing(net: Runs, deck: Deck, seed: int) -> Picture:
    """Highest similarity of each of NOTHINGS crops in which no card lies as it should."""
    rng = np.random.default_rng([seed, 9, *deck.name.encode()])
    faces = tuple(deck.faces.values())
    stock = ground(rng, strangers(rng), tables=12)
    crops = [nothing(faces, stock, rng, LEVELS[k % 3]) for k in range(NOTHINGS)]
    upright, turned = prototypes(net, np.stack([clean(f) for f in faces]))
    seen = vectors(net, np.stack(crops))
    best: Picture = np.maximum(seen @ upright.T, seen @ turned.T).max(1)
    return best


def acceptance(true: Picture, stray: Picture) -> float:
    """Similarity that parts true views from crops without a card with the least error.

    Both shares of error count alike; where several thresholds do, their middle.
    """
    tried = np.linspace(0.3, 0.98, 137)
    wrong = [float((true < t).mean() + (stray >= t).mean()) for t in tried]
    good = tried[np.array(wrong) <= min(wrong) + 1e-9]
    return float(good.mean())


def summed(readings: Sequence[Reading]) -> Share:
    """Share over several decks."""
    return sum((r.share for r in readings), NONE)
