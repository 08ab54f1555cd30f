"""One-shot reading of decks the net never learned: one clean face a card, then degraded views.

With it the two numbers chosen by measuring: the softmax temperature and what is taken for a card.
They are chosen on drawn decks of seeds kept for this alone: no net learned from them and no figure
of the report is taken on them. Held-out decks, photographs and evenings choose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.workshop.decks import face_decks
from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring.shares import NONE, Share
from models.workshop.pictures import Picture
from models.workshop.rendering.cache import strangers
from models.workshop.rendering.views import clean, ground, nothing, view
from vision.reading.nets import prepare

LEVELS = (0, 1, 2)
LIGHTS = ("bright and steady", "a usual room", "a pub at its worst")
"""What the levels look like."""

VIEWS = 4
"""Views of a card at each level."""

NOTHINGS = 60
"""Crops without a card, of each deck."""


class Runs(Protocol):
    """An opened net."""

    def run(self, values: Picture) -> Picture:
        """Answer one array."""


@dataclass(frozen=True)
class ViewReadings:
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


def queries(deck: FaceDeck, level: int, seed: int, views: int = VIEWS) -> tuple[Picture, Picture]:
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


def read(net: Runs, deck: FaceDeck, level: int, seed: int, views: int = VIEWS) -> ViewReadings:
    """Enrol from the faces, read degraded views."""
    crops, truth = queries(deck, level, seed, views)
    upright, turned = prototypes(net, np.stack([clean(f) for f in deck.faces.values()]))
    seen = vectors(net, crops)
    return ViewReadings(np.maximum(seen @ upright.T, seen @ turned.T), truth)


def temperature(readings: Sequence[ViewReadings]) -> float:
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


def best_of_nothing(net: Runs, deck: FaceDeck, seed: int) -> Picture:
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


def summed(readings: Sequence[ViewReadings]) -> Share:
    """Share over several decks."""
    return sum((r.share for r in readings), NONE)


SEEDS = (4001, 4002, 4003, 4004, 4005, 4006)
"""Drawn decks the numbers are chosen on."""

SEED = 90_002
HARDER = (1, 2)


@dataclass(frozen=True)
class Thresholds:
    """The numbers, and the errors they cost on the decks they were chosen on."""

    temperature: float
    accept: float
    refused: Share
    strayed: Share


DRAWN_HELD_OUT = (5001, 5002, 5003, 5004)
"""Seeds of drawn decks that no training draws."""


def held_out() -> list[FaceDeck]:
    """Held-out open decks that are there, and drawn decks of seeds kept for this."""
    return [*face_decks.load(face_decks.split().held_out), *(drawn_deck(s) for s in DRAWN_HELD_OUT)]


def commercial() -> list[FaceDeck]:
    """Pictures of commercial decks, where they are: measured, never learned from."""
    data = face_decks.data_folder()
    if data is None:
        return []
    art = (data / "cards" / "art").iterdir()
    folders = sorted(path for path in art if not face_decks.is_open(path.name))
    return [face_decks.read_deck(p) for p in folders]


def threshold_decks() -> list[FaceDeck]:
    """The decks the numbers are chosen on."""
    return [drawn_deck(seed) for seed in SEEDS]


def chosen_thresholds(net: Runs, which: Sequence[FaceDeck]) -> Thresholds:
    """Choose both numbers for a net."""
    readings = [read(net, deck, level, SEED) for deck in which for level in HARDER]
    true = np.concatenate([r.nearest() for r in readings[::2]])
    stray = np.concatenate([best_of_nothing(net, deck, SEED) for deck in which])
    accept = round(acceptance(true, stray), 3)
    return Thresholds(
        round(temperature(readings), 4),
        accept,
        Share(int((true < accept).sum()), len(true)),
        Share(int((stray >= accept).sum()), len(stray)),
    )
