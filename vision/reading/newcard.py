"""Where a new card may lie: the net that compares the rest before with the rest after.

It only proposes. Whether there is a card, and exactly how it lies, the reader decides by what the
embedding net recognises there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image, strongest
from vision.reading.nets import Net

_NET_SIDE = 256
_CELLS = 64
_NEIGHBOURHOOD = 5
PEAKS = 3
FAINTEST = 0.15
NET_SHARE = 0.195
"""Length of a card as a share of the net's picture: the middle of what it was trained with."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A possible new card: centre in pixels of the sharp picture, angle, confidence in [0, 1]."""

    x: float
    y: float
    theta: float
    confidence: float


def propose(
    net: Net, before: Image, after: Image, length: float | None = None
) -> tuple[Proposal, ...]:
    """Return up to three places where `after` shows a card that `before` does not, best first.

    Both are sharp pictures of the same size. Where the `length` of the cards in pixels is known,
    the net is shown a window in which they are as long as in its training.
    """
    window = _window(before, after, length)
    heat, cos2, sin2 = _answer(net, _cut(before, window), _cut(after, window))
    scale = window.side / _CELLS
    proposals = []
    for _ in range(PEAKS):
        cell = int(heat.argmax())
        confidence = float(heat.flat[cell])
        if confidence < FAINTEST:
            break
        row, column = divmod(cell, _CELLS)
        near = _around(row, column, 2)
        weight = heat[near] ** 2
        rows, columns = np.mgrid[near]
        y = float((weight * rows).sum() / weight.sum())
        x = float((weight * columns).sum() / weight.sum())
        theta = math.atan2(float(sin2[near].mean()), float(cos2[near].mean())) / 2
        proposals.append(
            Proposal(
                (x + 0.5) * scale - 0.5 + window.x,
                (y + 0.5) * scale - 0.5 + window.y,
                theta - math.pi / 2,
                confidence,
            )
        )
        heat[_around(row, column, _NEIGHBOURHOOD)] = 0.0
    return tuple(proposals)


@dataclass(frozen=True, slots=True)
class _Window:
    """An upright square of the sharp picture; it may reach beyond."""

    x: int
    y: int
    side: int


def _window(before: Image, after: Image, length: float | None) -> _Window:
    whole = after.shape[0]
    if length is None:
        return _Window(0, 0, whole)
    side = round(length / NET_SHARE)
    if side >= whole:
        corner = -((side - whole) // 2)
        return _Window(corner, corner, side)
    x, y = _change_centre(before, after)
    return _Window(
        int(np.clip(x - side / 2, 0, whole - side)),
        int(np.clip(y - side / 2, 0, whole - side)),
        side,
    )


def _change_centre(before: Image, after: Image) -> tuple[float, float]:
    """Return the middle of what changed; bright and dark weigh as much as they changed."""
    apart = strongest(cv2.absdiff(_small(before), _small(after))).astype(np.float32)
    apart = np.maximum(np.asarray(cv2.GaussianBlur(apart, (0, 0), 2.0)) - 20.0, 0.0)
    scale = after.shape[0] / _NET_SIDE
    total = float(apart.sum())
    if total <= 0.0:
        return after.shape[0] / 2, after.shape[0] / 2
    rows, columns = np.mgrid[0:_NET_SIDE, 0:_NET_SIDE]
    return (
        float((apart * columns).sum()) / total * scale,
        float((apart * rows).sum()) / total * scale,
    )


def _cut(image: Image, window: _Window) -> Image:
    whole = image.shape[0]
    above, left = max(0, -window.y), max(0, -window.x)
    below = max(0, window.y + window.side - whole)
    right = max(0, window.x + window.side - whole)
    inside = image[
        max(0, window.y) : window.y + window.side, max(0, window.x) : window.x + window.side
    ]
    if not (above or below or left or right):
        return inside
    return np.asarray(
        cv2.copyMakeBorder(inside, above, below, left, right, cv2.BORDER_REPLICATE), np.uint8
    )


def _answer(net: Net, before: Image, after: Image) -> tuple[Floats, Floats, Floats]:
    pair = np.concatenate([_small(before), _small(after)], 2)
    values = pair.transpose(2, 0, 1)[None].astype(np.float32) / 127.5 - 1.0
    output = net.run(values)[0]
    heat: Floats = 1.0 / (1.0 + np.exp(-output[1].astype(np.float64)))
    return heat, output[2], output[3]


def _small(image: Image) -> Image:
    double = 2 * _NET_SIDE
    if image.shape[0] > double:
        # Halving is many times quicker than any other shrinking, and nearly as smooth.
        image = as_image(cv2.resize(image, (double, double), interpolation=cv2.INTER_LINEAR))
    return as_image(cv2.resize(image, (_NET_SIDE, _NET_SIDE), interpolation=cv2.INTER_AREA))


def _around(row: int, column: int, reach: int) -> tuple[slice, slice]:
    return (
        slice(max(0, row - reach), min(_CELLS, row + reach + 1)),
        slice(max(0, column - reach), min(_CELLS, column + reach + 1)),
    )
