"""Reading a deck that was enrolled from poor photographs of another copy.

`python -m models.workshop.measuring.poor_enrolment` prints the shares and how sure the nets were.
Each card is enrolled from one picture 180 pixels wide, blurred, under one lamp for the whole deck,
half of them with a lamp's mirror image on the varnish, of a copy with its own wear; then views of
another worn copy are read. Decks of the held-out side; no net learned from this manner of drawing.
`--choose` takes the decks that the program's numbers are chosen on instead and prints the doubt.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring import embedding
from models.workshop.measuring.calibration import SURE, dealt, joined, looked
from models.workshop.measuring.embedding import Runs, ViewReadings
from models.workshop.pictures import Picture, Random, warp_onto
from models.workshop.rendering import photometry
from models.workshop.rendering.cache import deck_named, strangers
from models.workshop.rendering.views import CardGround, card_quad, ground, rectified, view, worn
from vision.reading.nets import load_nets

WIDE = 180
"""Width of an enrolment picture's card, pixels."""

SEED = 90_003
VIEWS = 3
"""Views of a card at each level."""

MISCUT = 0.02
"""Deviation of each side of an enrolment picture from the card's, shares of its length."""

CHOSEN = (
    *(f"drawn-{seed}" for seed in embedding.SEEDS),
    "isar",
    "german-symbolic-taschee",
    "french-gnome-anglo",
    "french-gnome-atlasnye",
    "french-pysol-bellot",
    "french-pysol-standard",
)
"""Decks that numbers are chosen on: drawn ones kept for it, and some of the training side."""


def photographed(face: Picture, stock: CardGround, rng: Random, shared: int) -> Picture:
    """One poor enrolment picture, rectified; `shared` fixes lamp and camera of the whole deck."""
    place = np.random.default_rng(shared)
    height = WIDE * face.shape[0] / face.shape[1]
    quad = card_quad(rng, height, face.shape[1] / face.shape[0], 0)
    margin = 0.08 * height
    quad = quad - quad.min(0) + margin
    columns, rows = (quad.max(0) + margin).astype(int).tolist()
    surface = stock.tables[shared % len(stock.tables)][:rows, :columns]
    canvas: Picture = cv2.resize(surface, (columns, rows)).astype(np.float32)
    layer = warp_onto(worn(face, rng, 2), quad, (columns, rows))
    alpha = layer[..., 3:].astype(np.float32) / 255
    canvas = canvas * (1 - alpha) + layer[..., :3] * alpha
    lit = photometry.light(place, rows, columns, 1).on(canvas)
    if rng.random() < 0.5:
        lit = lit + photometry.glare(rng, rows, columns, 2)[..., None]
    blur, quality = float(place.uniform(1.0, 3.5)), int(place.integers(40, 80))
    camera = photometry.RenderedCamera(blur, 4.0, float(place.uniform(0.85, 1.25)), 0.9, quality)
    picture = camera.shoot(lit, int(rng.integers(1 << 31)))
    return rectified(picture, miscut(quad, rng, place))


def miscut(quad: Picture, rng: Random, place: Random) -> Picture:
    """The quad a picture is cut by: the whole deck too wide or narrow, each side off for itself.

    A white rim on a white table, a shadow taken for the edge, a picture cut by hand.
    """
    every, own = place.normal(0, 0.025, 4), rng.normal(0, MISCUT, 4)
    left, top, right, bottom = every + own
    unit = np.array(
        [[-left, -top], [1 + right, -top], [1 + right, 1 + bottom], [-left, 1 + bottom]]
    )
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    cut: Picture = quad[0] + unit[:, :1] * across + unit[:, 1:] * down
    return cut


def crops_of(deck: FaceDeck, level: int, seed: int) -> tuple[Picture, Picture, Picture]:
    """Enrolment pictures, views [n, 128, 80, 3] of another worn copy, and each view's card."""
    rng = np.random.default_rng([seed, level, *deck.name.encode()])
    faces = list(deck.faces.values())
    stock = ground(rng, strangers(rng) + faces[::2], tables=8)
    shared = int(rng.integers(1 << 31))
    shown = np.stack([photographed(face, stock, rng, shared) for face in faces])
    other = [worn(face, rng, 2) for face in faces]
    seen = [view(face, stock, rng, level)[0] for face in other for _ in range(VIEWS)]
    return shown, np.stack(seen), np.repeat(np.arange(len(faces)), VIEWS)


def read(net: Runs, crops: tuple[Picture, Picture, Picture]) -> ViewReadings:
    """Enrol from poor pictures, read the views."""
    shown, seen, truth = crops
    upright, turned = embedding.prototypes(net, shown)
    vectors = embedding.vectors(net, seen)
    return ViewReadings(np.maximum(vectors @ upright.T, vectors @ turned.T), truth)


def fitted(readings: Sequence[ViewReadings]) -> list[tuple[float, float, float]]:
    """Costs in nats a view, with the temperature at a clear view and its rise; cheapest first."""
    tried = []
    for clear, rise in product((0.018, 0.022, 0.027, 0.032), (0.0, 0.03, 0.06, 0.1, 0.15, 0.2)):
        cost, views = 0.0, 0
        for one in readings:
            alike = one.alike.astype(float)
            heat = clear + rise * np.maximum(0, 0.95 - alike.max(1, keepdims=True))
            scaled = alike / heat
            scaled -= scaled.max(1, keepdims=True)
            own = scaled[np.arange(len(alike)), one.truth]
            cost += float((np.log(np.exp(scaled).sum(1)) - own).sum())
            views += len(alike)
        tried.append((cost / views, clear, rise))
    return sorted(tried)


def main(arguments: Sequence[str]) -> int:
    """Command line of `python -m models.workshop.measuring.poor_enrolment`."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--folder", type=Path, default=Path(__file__).resolve().parents[2])
    reader.add_argument("--choose", action="store_true", help="the decks numbers are chosen on")
    reader.add_argument("--net", default="embedding", choices=("embedding", "embedding8"))
    given = reader.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = load_nets(given.folder)
    net = nets.reading if given.net != "embedding" else nets.embedding
    decks = [deck_named(n) for n in CHOSEN] if given.choose else embedding.held_out()
    every: list[list[ViewReadings]] = [[], [], []]
    for deck in decks:
        parts = [read(net, crops_of(deck, level, SEED)) for level in embedding.LEVELS]
        for level, part in enumerate(parts):
            every[level].append(part)
        print(deck.name, *(f"{part.share.value:.3f}" for part in parts), flush=True)
    heat = nets.temperature
    names = (*embedding.LIGHTS, "all")
    for name, rows in zip(names, (*every, [r for rs in every for r in rs]), strict=True):
        alone, deals = (joined([way(row, heat) for row in rows]) for way in (looked, dealt))
        print(f"{name}: right {alone.hits}; with {SURE} {alone.sure}, of these wrong {alone.wrong}")
        print(f"  each card once in a deal: {deals.sure}, of these wrong {deals.wrong}")
    if given.choose:
        for cost, clear, rise in fitted([r for rs in every for r in rs])[:4]:
            print(f"{cost:.4f} nats a view: temperature {clear} + {rise} a unit below 0.95")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
