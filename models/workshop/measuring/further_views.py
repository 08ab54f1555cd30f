"""Whether the sure readings of a deck's first deals, kept as further views, read it better.

`python -m models.workshop.measuring.further_views` enrols each deck poorly (`poor_enrolment`) and
well, plays deals with one worn copy under one lamp, keeps what `decode` is sure of as further
views of that card, and reads later deals of that copy under that lamp and under others. It prints
what was misread at one look and in a deal, what was said with SURE or more and wrong, the cost of a
look in nats, and how often another print of the deck is noticed. No deck in the program learns so:
figures and reason stand in docs/VISION.md. Decks are those held out; `--choose` takes those that
numbers are chosen on. Parts are kept as those of `evaluate`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from engine.cards import FRENCH_52
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.decks.reprint import reprint
from models.workshop.measuring import embedding
from models.workshop.measuring.calibration import SURE, dealt, joined, looked
from models.workshop.measuring.embedding import Runs, ViewReadings, prototypes
from models.workshop.measuring.poor_enrolment import CHOSEN, photographed
from models.workshop.measuring.shares import FOLDER, KeptParts, mark
from models.workshop.pictures import Picture
from models.workshop.rendering.cache import deck_named, strangers
from models.workshop.rendering.views import ground, view, worn
from vision.reading.nets import Nets, load_nets
from vision.reading.other_deck import DOUBT_NATS, LONGEST, unlike
from vision.reading.reader import decode, log_scores

SEED = 90_005
DEALS = 3
"""Deals that a deck learns from, and deals read afterwards of each kind."""
RULES = ((SURE, DEALS), (0.9, DEALS), (0.9, 1))
"""How sure a reading must be to be kept, and after how many deals it is enough."""
HANDS = 100
"""Handfuls of cards judged for another print, of each deck at each level."""


@dataclass(frozen=True)
class DeckDeals:
    """Vectors [..., 2, 128] of one deck at one level, each crop as it lies and turned by half."""

    poor: Picture
    """[cards, 2, 128], enrolled from poor pictures of another copy."""
    good: Picture
    """The same, each from one bright look."""
    first: Picture
    """[deals, cards, 2, 128], the deals that may be learned from."""
    same: Picture
    """Later deals under that lamp."""
    other: Picture
    """Later deals, each under a lamp of its own."""
    foreign: Picture
    """A deal of another print under that lamp."""


Enrolled = tuple[Picture, ...]
"""For each card the vectors [rows, 128] of its views."""


def see(net: Runs, deck: FaceDeck, level: int) -> DeckDeals:
    """Enrol a deck in both ways and look at its deals."""
    rng = np.random.default_rng([SEED, level, *deck.name.encode()])
    faces = list(deck.faces.values())
    stock = ground(rng, strangers(rng) + faces[::2], tables=8)
    shared, lamp, *lamps = rng.integers(1 << 31, size=2 + DEALS).tolist()

    def crops(cards: Sequence[Picture], place: int) -> Picture:
        return _both(net, [view(face, stock, rng, level, place=place)[0] for face in cards])

    poor = _both(net, [photographed(face, stock, rng, shared) for face in faces])
    good = _both(net, [view(face, stock, rng, 0, upright=True)[0] for face in faces])
    copy = [worn(face, rng, 2) for face in faces]
    foreign = [worn(face, rng, 2) for face in reprint(deck, 1).faces.values()]
    first, same, other = (
        np.stack([crops(copy, place) for place in places])
        for places in ([lamp] * DEALS, [lamp] * DEALS, lamps)
    )
    return DeckDeals(poor, good, first, same, other, crops(foreign, lamp)[None])


def _both(net: Runs, crops: Sequence[Picture]) -> Picture:
    return np.stack(prototypes(net, np.stack(crops)), 1)


def alike(enrolled: Enrolled, seen: Picture) -> Picture:
    """Similarities [n, cards] of vectors [n, 128]: the best view of a card counts."""
    return np.stack([(seen @ views.T).max(1) for views in enrolled], 1)


@dataclass(frozen=True)
class Learned:
    """A deck after some deals, how many views it kept, and how many of them of the wrong card."""

    enrolled: Enrolled
    views: int = 0
    wrong: int = 0


def learned(
    begun: Enrolled, deals: Picture, sure: float, temperature: float, accept: float
) -> Learned:
    """Take in deals [n, cards, 2, 128] one by one, in each what is read as surely as `sure`."""
    kept, faces, views, wrong = list(begun), FRENCH_52[: len(begun)], 0, 0
    for deal in deals:
        rows = alike(tuple(kept), deal[:, 0])
        decoding = decode([log_scores(row, temperature) for row in rows], faces)
        for card, told in enumerate(decoding.best):
            clear = decoding.probability[card] >= sure and rows[card].max() >= accept
            if told is not None and clear:
                own = faces.index(told)
                kept[own] = np.concatenate([kept[own], deal[card]])
                views, wrong = views + 1, wrong + (own != card)
    return Learned(tuple(kept), views, wrong)


def read(enrolled: Enrolled, deals: Picture) -> ViewReadings:
    """Read every card of every deal."""
    truth = np.tile(np.arange(len(enrolled)), len(deals))
    return ViewReadings(alike(enrolled, deals[:, :, 0].reshape(len(truth), -1)), truth)


def noticed(enrolled: Enrolled, deals: Picture) -> float:
    """Share of handfuls of a deck's cards that are taken for another print's."""
    rng = np.random.default_rng(SEED)
    best = read(enrolled, deals).alike.max(1)
    hands = [rng.choice(best, LONGEST, replace=False) for _ in range(HANDS)]
    return float(np.mean([unlike(hand) > DOUBT_NATS for hand in hands]))


@dataclass(frozen=True)
class FurtherRow:
    """Decks enrolled and taught in one way, at one level."""

    way: str
    same: list[ViewReadings]
    other: list[ViewReadings]
    views: int
    wrong: int
    foreign: float
    """Share of handfuls of another print that are noticed."""
    own: float
    """Share of handfuls of the deck itself that are taken for another print's."""


def rows_of(decks: Sequence[DeckDeals], nets: Nets) -> list[FurtherRow]:
    """Each way to enrol, and of each what every rule makes of it."""
    rows = []
    for name in ("poor", "good"):
        begun: list[Enrolled] = [tuple(getattr(deck, name)) for deck in decks]
        ways = {"as enrolled": [Learned(one) for one in begun]}
        for sure, count in RULES:
            ways[f"{sure}, deals {count}"] = [
                learned(one, deck.first[:count], sure, nets.temperature, nets.accept)
                for one, deck in zip(begun, decks, strict=True)
            ]
        for way, after in ways.items():
            both = [(one.enrolled, deck) for one, deck in zip(after, decks, strict=True)]
            rows.append(
                FurtherRow(
                    f"{name}: {way}",
                    [read(one, deck.same) for one, deck in both],
                    [read(one, deck.other) for one, deck in both],
                    sum(one.views for one in after),
                    sum(one.wrong for one in after),
                    float(np.mean([noticed(one, deck.foreign) for one, deck in both])),
                    float(np.mean([noticed(one, deck.same) for one, deck in both])),
                )
            )
    return rows


def words(row: FurtherRow, temperature: float) -> str:
    """A row of the table."""
    cells = [row.way]
    for readings in (row.same, row.other):
        alone, deals = (joined([way(r, temperature) for r in readings]) for way in (looked, dealt))
        looks = len(alone.right)
        nats = sum(-log_scores(v, temperature)[k] for r in readings for v, k in _views(r))
        cells.append(f"{looks - alone.hits.hits}, {looks - deals.hits.hits} of {looks}")
        cells += [str(alone.wrong.hits), str(deals.wrong.hits), f"{nats / looks:.4f}"]
    cells += [str(row.views), str(row.wrong), f"{row.foreign:.3f}", f"{row.own:.3f}"]
    return f"| {' | '.join(cells)} |"


def _views(one: ViewReadings) -> Iterator[tuple[Picture, int]]:
    return zip(one.alike, one.truth.tolist(), strict=True)


COLUMNS = (
    "enrolled, kept with",
    *(
        f"{lamp}: {what}"
        for lamp in ("that lamp", "other lamps")
        for what in ("misread at a look, in a deal", "sure, wrong", "in a deal", "nats a look")
    ),
    "views kept",
    "wrong card",
    "another print noticed",
    "itself taken for one",
)


def main(arguments: Sequence[str]) -> int:
    """Command line of `python -m models.workshop.measuring.further_views`."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--choose", action="store_true", help="the decks numbers are chosen on")
    reader.add_argument("--keep", type=Path, default=FOLDER, help="folder for parts measured")
    reader.add_argument("--without", help="a deck that is left out of the rows")
    given = reader.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = load_nets()
    kept = KeptParts(given.keep / mark((nets.reading.sha256,)))
    decks = [deck_named(name) for name in CHOSEN] if given.choose else embedding.held_out()
    for level, name in zip(embedding.LEVELS, embedding.LIGHTS, strict=True):
        parts = [
            kept.part(f"further views {deck.name} {level}", partial(see, nets.reading, deck, level))
            for deck in decks
            if deck.name != given.without
        ]
        rows = [words(row, nets.temperature) for row in rows_of(parts, nets)]
        head = f"| {' | '.join(COLUMNS)} |"
        print(f"{name}:", head, "|" + " --- |" * len(COLUMNS), *rows, "", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
