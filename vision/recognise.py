"""Finds and reads the cards of a still picture.

There is no table before the cards came, so cards are looked for by their rims, and every
quadrilateral that may be one is read; what is recognised best is kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from vision.arrays import Floats, Image
from vision.calibration import log_scores
from vision.cutout import NARROWEST, WIDEST, card_quads
from vision.embedding import embed
from vision.geometry import as_quad
from vision.nets import Nets
from vision.pose import crop_corners
from vision.profile import Profile
from vision.sighting import Quad

LEAST_AREA = 0.004
_ALTERNATIVES = 3
_MOST = 60
_OVERLAP = 0.5


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a still picture."""

    card: Card
    probability: float
    alternatives: tuple[tuple[Card, float], ...]
    """Other cards with their probability, likeliest first."""
    quad: Quad


def recognise(image: Image, profile: Profile, nets: Nets) -> tuple[SeenCard, ...]:
    """Return the cards in `image`, the clearest first; nothing where there is none."""
    deck = profile.embedded_with(nets.embedding)
    quads = _candidates(image)
    if not quads:
        return ()
    rows = _read(image, quads, deck, nets)
    order = np.argsort(-rows.max(1))
    kept: list[tuple[Floats, Floats]] = []
    for index in order:
        if float(rows[index].max()) < nets.accept:
            break
        if all(_overlap(quads[index], other) < _OVERLAP for other, _ in kept):
            kept.append(_aligned(image, quads[index], rows[index], deck, nets))
    return tuple(_seen(quad, row, deck, nets) for quad, row in kept)


def _candidates(image: Image) -> list[Floats]:
    found = sorted(card_quads(image, LEAST_AREA), key=lambda pair: -pair[0])
    quads: list[Floats] = []
    for _, corners in found:
        quad = np.asarray(as_quad(corners))
        if all(_overlap(quad, other) < 0.93 for other in quads):
            quads.append(quad)
    height, width = image.shape[:2]
    if NARROWEST <= min(width, height) / max(width, height) <= WIDEST:
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
        quads.append(np.asarray(as_quad(whole)))
    return quads[:_MOST]


def _read(image: Image, quads: list[Floats], deck: Profile, nets: Nets) -> Floats:
    crops = np.stack([crop_corners(image, quad) for quad in quads])
    return deck.similarities(embed(nets.embedding, crops))


def _aligned(
    image: Image, quad: Floats, row: Floats, deck: Profile, nets: Nets
) -> tuple[Floats, Floats]:
    """Shift, stretch and turn the quadrilateral a little to where it is recognised best."""
    for step in (0.02, 0.02, 0.01, 0.01):
        tries = [_changed(quad, move) * 1.0 for move in _moves(step)]
        rows = _read(image, tries, deck, nets)
        best = int(rows.max(1).argmax())
        if float(rows[best].max()) > float(row.max()) + 0.002:
            quad, row = tries[best], rows[best]
    return quad, row


def _moves(step: float) -> list[tuple[float, float, float, float, float]]:
    """Right, down, wider, longer (shares of the card) and turned (radians), one at a time."""
    return [
        (right * step, down * step, wide * step, long * step, turn * step)
        for right, down, wide, long, turn in (
            *(
                tuple(sign if k == which else 0.0 for k in range(5))
                for which in range(5)
                for sign in (1.0, -1.0)
            ),
        )
    ]


def _changed(quad: Floats, move: tuple[float, float, float, float, float]) -> Floats:
    right, down, wide, long, turn = move
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    along = (quad[2] - quad[1] + quad[3] - quad[0]) / 2
    centre = quad.mean(0)
    c, s = math.cos(turn), math.sin(turn)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    stretched = quad + signs[:, :1] * across * wide + signs[:, 1:] * along * long
    turned = (stretched - centre) @ np.array([[c, s], [-s, c]]) + centre
    result: Floats = turned + across * right + along * down
    return result


def _overlap(one: Floats, two: Floats) -> float:
    """Intersection over the smaller area."""
    a, b = one.astype(np.float32), two.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(a, b)
    return float(common) / max(1.0, min(cv2.contourArea(a), cv2.contourArea(b)))


def _seen(quad: Floats, row: Floats, deck: Profile, nets: Nets) -> SeenCard:
    chances = np.exp(log_scores(row, nets.temperature))
    order = np.argsort(-chances)
    others = tuple(
        (deck.cards[index], float(chances[index])) for index in order[1 : 1 + _ALTERNATIVES]
    )
    return SeenCard(deck.cards[order[0]], float(chances[order[0]]), others, as_quad(quad))
