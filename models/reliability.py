"""Does "90 % sure" come true nine times in ten? Bins, calibration error, and the diagram."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.intervals import Share
from models.measure_embedding import Reading
from models.pictures import Picture

EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Borders of the bins: narrow where most views fall and decisions are made."""

WIDTH, HEIGHT, MARGIN = 420, 380, 50


@dataclass(frozen=True)
class Bin:
    """Views said with about one probability: its mean, and how many were right."""

    said: float
    right: Share


def probabilities(reading: Reading, temperature: float) -> Picture:
    """Softmax of similarities, [n, cards]."""
    scaled = reading.alike / temperature
    raised = np.exp(scaled - scaled.max(1, keepdims=True))
    result: Picture = raised / raised.sum(1, keepdims=True)
    return result


def bins_of(readings: Sequence[Reading], temperature: float) -> list[Bin]:
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
