"""Where a new card may lie: the net that compares the rest before with the rest after.

It only proposes. Whether there is a card, and exactly how it lies, the reader decides by what the
embedding net recognises there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.nets import Net

_NET_SIDE = 256
_CELLS = 64
_NEIGHBOURHOOD = 5
PEAKS = 3
FAINTEST = 0.15


@dataclass(frozen=True, slots=True)
class Proposal:
    """A possible new card: centre in pixels of the sharp picture, angle, confidence in [0, 1]."""

    x: float
    y: float
    theta: float
    confidence: float


def propose(net: Net, before: Image, after: Image) -> tuple[Proposal, ...]:
    """Return up to three places where `after` shows a card that `before` does not, best first.

    Both are sharp pictures of the same size.
    """
    heat, cos2, sin2 = _answer(net, before, after)
    scale = after.shape[0] / _CELLS
    proposals = []
    for _ in range(PEAKS):
        cell = int(heat.argmax())
        confidence = float(heat.flat[cell])
        if confidence < FAINTEST:
            break
        row, column = divmod(cell, _CELLS)
        window = _around(row, column, 2)
        weight = heat[window] ** 2
        rows, columns = np.mgrid[window]
        y = float((weight * rows).sum() / weight.sum())
        x = float((weight * columns).sum() / weight.sum())
        theta = math.atan2(float(sin2[window].mean()), float(cos2[window].mean())) / 2
        proposals.append(
            Proposal(
                (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5, theta - math.pi / 2, confidence
            )
        )
        heat[_around(row, column, _NEIGHBOURHOOD)] = 0.0
    return tuple(proposals)


def _answer(net: Net, before: Image, after: Image) -> tuple[Floats, Floats, Floats]:
    pair = np.concatenate([_small(before), _small(after)], 2)
    values = pair.transpose(2, 0, 1)[None].astype(np.float32) / 127.5 - 1.0
    output = net.run(values)[0]
    heat: Floats = 1.0 / (1.0 + np.exp(-output[1].astype(np.float64)))
    return heat, output[2], output[3]


def _small(image: Image) -> Image:
    return np.asarray(
        cv2.resize(image, (_NET_SIDE, _NET_SIDE), interpolation=cv2.INTER_AREA), np.uint8
    )


def _around(row: int, column: int, reach: int) -> tuple[slice, slice]:
    return (
        slice(max(0, row - reach), min(_CELLS, row + reach + 1)),
        slice(max(0, column - reach), min(_CELLS, column + reach + 1)),
    )
