"""What the embedding reads differently in eight bits.

`python -m models.workshop.measuring.eight_bits [DECKS]`.
Decks of the training side and decks drawn from seeds kept for choosing are enrolled from their
faces by the net in 32 bits; both nets read the same views. Two nets that differ by rounding alone
must err on the same ones: what counts are the views that only one of them reads right.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring.embedding import LEVELS, Runs, prototypes, queries, vectors
from models.workshop.pictures import Picture
from models.workshop.rendering.cache import deck_named
from models.workshop.rendering.views import clean
from models.workshop.training import model_card
from models.workshop.training.eight_bits import opened

DECKS = (
    "german-symbolic-benni0815",
    "french-gnome-anglo",
    "french-gnome-tarocco",
    *(f"drawn-{seed}" for seed in range(4001, 4005)),
    "french-gnome-bellot",
    "french-gnome-ornamental",
    "french-pysol-1567",
    "french-pysol-spider",
    "isar",
    *(f"drawn-{seed}" for seed in range(4201, 4209)),
)
SEED = 616
VIEWS = 6


@dataclass
class Compared:
    """Counts over views, and how far the answers lie apart."""

    views: int = 0
    wrong: list[int] = field(default_factory=lambda: [0, 0])
    """By the net in 32 bits, by the one in eight."""
    alone: list[int] = field(default_factory=lambda: [0, 0])
    """Read right by this one alone."""
    alike: list[Picture] = field(default_factory=list)
    """Cosine of the two answers to each view."""
    shifts: list[Picture] = field(default_factory=list)
    """By how much the similarity to the right card rose, of each view."""

    def take(self, answers: tuple[Picture, Picture], faces: Picture, truth: Picture) -> None:
        """Count views, `answers` [n,128] of both nets; `faces` [2 x cards,128] both ways up."""
        rows = [np.maximum(*np.split(answer @ faces.T, 2, axis=1)) for answer in answers]
        right = [row.argmax(1) == truth for row in rows]
        at = np.arange(len(truth))
        self.views += len(truth)
        for own, other in ((0, 1), (1, 0)):
            self.wrong[own] += int((~right[own]).sum())
            self.alone[own] += int((right[own] & ~right[other]).sum())
        self.alike.append((answers[0] * answers[1]).sum(1))
        self.shifts.append(rows[1][at, truth] - rows[0][at, truth])

    def line(self) -> str:
        """Return the counts as a line."""
        alike, shifts = np.concatenate(self.alike), np.concatenate(self.shifts)
        return (
            f"{self.views} views: wrong {self.wrong[0]} in 32 bits, {self.wrong[1]} in eight; "
            f"right in 32 alone {self.alone[0]}, in eight alone {self.alone[1]}; cosine of both "
            f"{alike.mean():.5f} (1 % below {np.percentile(alike, 1):.4f}), similarity "
            f"{shifts.mean():+.4f} ± {shifts.std():.4f}"
        )


def compare(nets: tuple[Runs, Runs], deck: FaceDeck, into: Compared, views: int = VIEWS) -> None:
    """Let both nets read views of a deck at every level; the first enrols."""
    faces = np.concatenate(prototypes(nets[0], np.stack([clean(f) for f in deck.faces.values()])))
    for level in LEVELS:
        crops, truth = queries(deck, level, SEED, views)
        into.take((vectors(nets[0], crops), vectors(nets[1], crops)), faces, truth)


def main(names: Sequence[str]) -> int:
    """Compare on the named decks, or on DECKS."""
    cv2.setNumThreads(1)
    here = Path(__file__).resolve().parents[2]
    nets = (opened(here / "embedding.onnx"), opened(here / f"{model_card.EIGHT}.onnx"))
    total = Compared()
    for name in names or DECKS:
        compare(nets, deck_named(name), total)
        print(f"{name} and before: {total.line()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
