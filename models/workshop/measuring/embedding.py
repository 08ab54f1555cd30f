"""One-shot reading of decks the net never learned: one clean face a card, then degraded views.

With it whether "90 % sure" comes true nine times in ten (bins, calibration error, the diagram), and
the two numbers chosen by measuring: the softmax temperature and what is taken for a card. They are
chosen on drawn decks of seeds kept for this alone: no net learned from them and no figure of the
report is taken on them. Held-out decks, photographs and evenings choose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring.shares import NONE, Share
from models.workshop.pictures import Picture
from models.workshop.rendering.cache import strangers
from models.workshop.rendering.views import clean, ground, nothing, view
from vision.reading.nets import prepare

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


EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Borders of the bins: narrow where most views fall and decisions are made."""

WIDTH, HEIGHT, MARGIN = 420, 380, 50


@dataclass(frozen=True)
class Bin:
    """Views said with about one probability: its mean, and how many were right."""

    said: float
    right: Share


def probabilities(reading: ViewReadings, temperature: float) -> Picture:
    """Softmax of similarities, [n, cards]."""
    scaled = reading.alike / temperature
    raised = np.exp(scaled - scaled.max(1, keepdims=True))
    result: Picture = raised / raised.sum(1, keepdims=True)
    return result


def bins_of(readings: Sequence[ViewReadings], temperature: float) -> list[Bin]:
    """Bin the probability of the likeliest card; empty bins are left out."""
    every = [probabilities(r, temperature) for r in readings]
    said = np.concatenate([p.max(1) for p in every])
    right = np.concatenate([p.argmax(1) == r.truth for p, r in zip(every, readings, strict=True)])
    place = np.clip(np.searchsorted(EDGES, said, side="left") - 1, 0, len(EDGES) - 2)
    found = []
    for number in range(len(EDGES) - 1):
        here = place == number
        if here.any():
            share = Share(int(right[here].sum()), int(here.sum()))
            found.append(Bin(float(said[here].mean()), share))
    return found


def expected_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: mean distance of said and true, weighed by the views."""
    views = sum(b.right.tries for b in bins)
    return sum(abs(b.said - b.right.value) * b.right.tries for b in bins) / max(1, views)


def diagram(bins: Sequence[Bin]) -> str:
    """The reliability diagram as SVG: said across, true upwards, intervals as bars."""
    across, up = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * across, HEIGHT - MARGIN - y * up

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        (x, low), (left, y) = at(tick, 0), at(0, tick)
        high, right = at(tick, 1)[1], at(1, tick)[0]
        lines += [
            f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{left:.1f} {y:.1f}H{right:.1f}" '
            'stroke="#ddd"/>',
            f'<text x="{x:.1f}" y="{low + 16:.1f}" text-anchor="middle">{tick:g}</text>',
            f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>',
        ]
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    lines.append(f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#888" stroke-dasharray="5 4"/>')
    for one in bins:
        low_share, high_share = one.right.interval()
        x, y = at(one.said, one.right.value)
        bottom, top = at(0, low_share)[1], at(0, high_share)[1]
        lines += [
            f'<path d="M{x:.1f} {bottom:.1f}V{top:.1f}" stroke="#1f5fa8"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f5fa8"/>',
        ]
    lines += [
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">said</text>',
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {HEIGHT / 2})">true</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


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
