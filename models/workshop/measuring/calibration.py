"""Whether "90 % sure" comes true nine times in ten: what was said against what was true.

A look alone is sure as the program's `log_scores` makes it; in a deal, where each card is in the
deck once, as `decode` does. Beside shares and bins: the expected error and the diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import FRENCH_52
from models.workshop.measuring.embedding import ViewReadings
from models.workshop.measuring.shares import Share
from models.workshop.pictures import Picture
from vision.reading.reader import decode, log_scores

SURE = 0.99


@dataclass(frozen=True)
class Sayings:
    """Cards said: how likely each was called, 0 to 1, and whether it was right."""

    chances: Picture
    right: NDArray[np.bool_]

    @property
    def hits(self) -> Share:
        """Said and right."""
        return Share(int(self.right.sum()), len(self.right))

    @property
    def sure(self) -> Share:
        """Said with SURE or more."""
        return Share(int((self.chances >= SURE).sum()), len(self.right))

    @property
    def wrong(self) -> Share:
        """Of those said with SURE or more the wrong ones."""
        clear = self.chances >= SURE
        return Share(int((clear & ~self.right).sum()), int(clear.sum()))


def joined(parts: Sequence[Sayings]) -> Sayings:
    """Several sets as one."""
    chances = [part.chances for part in parts] or [np.zeros(0)]
    right = [part.right for part in parts] or [np.zeros(0, bool)]
    return Sayings(np.concatenate(chances), np.concatenate(right))


def looked(one: ViewReadings, temperature: float) -> Sayings:
    """Each view for itself; a card that the deck has not (truth -1) is always said wrong."""
    chances = np.exp([log_scores(row, temperature) for row in one.alike])
    return Sayings(chances.max(1), chances.argmax(1) == one.truth)


def dealt(one: ViewReadings, temperature: float) -> Sayings:
    """The same views as deals: the first view of every card, then the second, and so on.

    Which card is which does not matter to the decoding, so any names do.
    """
    faces = FRENCH_52[: one.alike.shape[1]]
    turn = np.array([int((one.truth[:k] == card).sum()) for k, card in enumerate(one.truth)])
    parts = []
    for number in range(int(turn.max()) + 1):
        here = np.flatnonzero(turn == number)
        decoding = decode([log_scores(one.alike[k], temperature) for k in here], faces)
        meant = [faces[card] if card >= 0 else None for card in one.truth[here]]
        right = [told == own for told, own in zip(decoding.best, meant, strict=True)]
        held = np.array([told is not None for told in decoding.best])
        parts.append(Sayings(np.array(decoding.probability)[held], np.array(right)[held]))
    return joined(parts)


EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Borders of the bins: narrow where most views fall and decisions are made."""

WIDTH, HEIGHT, MARGIN = 420, 380, 50


@dataclass(frozen=True)
class Bin:
    """Views said with about one probability: its mean, and how many were right."""

    said: float
    right: Share


def bins_of(said: Sayings) -> list[Bin]:
    """Bins by how likely the cards were called; empty bins are left out."""
    place = np.clip(np.searchsorted(EDGES, said.chances, side="left") - 1, 0, len(EDGES) - 2)
    found = []
    for number in range(len(EDGES) - 1):
        here = place == number
        if here.any():
            share = Share(int(said.right[here].sum()), int(here.sum()))
            found.append(Bin(float(said.chances[here].mean()), share))
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
