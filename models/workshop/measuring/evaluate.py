"""Measure both nets on what they never learned from.

`python -m models.workshop.measuring.evaluate` writes REPORT.md.
The pictures are drawn from fixed seeds, so that two versions of a net answer the same questions.
Without the data folder the drawn decks alone are read, and the report says so by their names.
Long: it says what it reads, keeps every part (`--keep`), and goes on where it was broken off.
`--stdout` prints instead of writing.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.workshop.decks import face_decks
from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring import certainty, embedding, newcard, rivals
from models.workshop.measuring.calibration import Bin, bins_of, diagram, joined, looked
from models.workshop.measuring.nuisances import NUISANCES, USUAL, afflicted, ground_of
from models.workshop.measuring.photographs import read_set, sets_there
from models.workshop.measuring.report import DIAGRAM, Figures, Mistake, ShareRows, report
from models.workshop.measuring.shares import FOLDER, NONE, KeptParts, Share, mark
from models.workshop.rendering.scenes import NUISANCES as SCENE_NUISANCES
from models.workshop.rendering.textures import photographed_tables
from models.workshop.rendering.views import clean
from models.workshop.training import eight_bits
from vision.reading.nets import Net, Nets, load_nets

SEED = 90_001
PAIRS = 60
"""Pairs of each nuisance."""

HEIGHTS = (50, 65, 80, 100, 140, 200)
"""Lengths of a card in the picture, in pixels."""

FACES = 12
"""Cards of each deck in the rows of nuisances and sizes."""

LISTED = 12
"""Mistakes named in the report."""


@dataclass(frozen=True)
class DeckOutcome:
    """A deck and what became of its views, level by level."""

    deck: FaceDeck
    levels: tuple[embedding.ViewReadings, ...]


def read_all(net: Net, which: Sequence[FaceDeck], kept: KeptParts) -> list[DeckOutcome]:
    """One-shot reading of decks at every level."""

    def levels(deck: FaceDeck) -> tuple[embedding.ViewReadings, ...]:
        return tuple(embedding.read(net, deck, level, SEED) for level in embedding.LEVELS)

    return [DeckOutcome(deck, kept.part(deck.name, partial(levels, deck))) for deck in which]


def rows_of(read: Sequence[DeckOutcome]) -> ShareRows:
    """Shares by deck and level."""
    return tuple((one.deck.name, tuple(r.share for r in one.levels)) for one in read)


def share_of(net: Net, which: Sequence[FaceDeck], nuisance: str, height: float) -> Share:
    """Views with one nuisance, cards of one length, FACES of each deck: read right."""
    total = NONE
    for deck in which:
        rng = np.random.default_rng([SEED, *nuisance.encode(), round(height), *deck.name.encode()])
        faces = list(deck.faces.values())
        stock = ground_of(rng, faces)
        taken = rng.choice(len(faces), min(FACES, len(faces)), replace=False)
        crops = np.stack([afflicted(faces[int(k)], stock, rng, nuisance, height) for k in taken])
        upright, turned = embedding.prototypes(net, np.stack([clean(f) for f in faces]))
        seen = embedding.vectors(net, crops)
        told = np.maximum(seen @ upright.T, seen @ turned.T).argmax(1)
        total = total + Share(int((told == taken).sum()), len(taken))
    return total


def mistakes_of(read: Sequence[DeckOutcome]) -> tuple[Mistake, ...]:
    """The commonest mistakes over the two harder levels."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for one in read:
        codes = list(one.deck.faces)
        for level in one.levels[1:]:
            for truth, told in zip(level.truth, level.alike.argmax(1), strict=True):
                if truth != told:
                    counted[one.deck.name, codes[int(truth)], codes[int(told)]] += 1
    return tuple(Mistake(*key, count) for key, count in counted.most_common(LISTED))


def nearest_of(net: Net, which: Sequence[FaceDeck]) -> tuple[tuple[str, str, str, float], ...]:
    """The two cards of each deck that look most alike to the net, and how much."""
    found = []
    for deck in which:
        codes = list(deck.faces)
        faces = np.stack([clean(face) for face in deck.faces.values()])
        upright, turned = embedding.prototypes(net, faces)
        alike = np.maximum(upright @ upright.T, upright @ turned.T)
        np.fill_diagonal(alike, -1)
        one, other = divmod(int(alike.argmax()), len(codes))
        found.append((deck.name, codes[one], codes[other], float(alike.max())))
    return tuple(found)


def find_all(
    net: Net, which: Sequence[FaceDeck], pairs: int, kept: KeptParts
) -> tuple[ShareRows, ShareRows]:
    """Finding by nuisance (found, straight) and false alarms by nuisance."""
    data = face_decks.data_folder()
    surfaces = photographed_tables(data / "cards" / "backgrounds") if data else []
    flat = [d for d in which if d.aspect < 0.8]

    def judged(nuisance: str, count: int) -> list[newcard.NewCardOutcome]:
        return newcard.outcomes(
            net, flat, nuisance=nuisance, count=count, pairs=pairs, seed=SEED, surfaces=surfaces
        )

    found, alarms = [], []
    for nuisance in SCENE_NUISANCES:
        if nuisance != "leaving":
            new = kept.part(f"finding {nuisance} {pairs}", partial(judged, nuisance, 1))
            found.append((nuisance, (newcard.found_share(new), newcard.straight_share(new))))
        none = kept.part(f"nothing new {nuisance} {pairs}", partial(judged, nuisance, 0))
        alarms.append((nuisance, (newcard.alarm_share(none),)))
    return tuple(found), tuple(alarms)


def measure(folder: Path, pairs: int = PAIRS, keep: Path = FOLDER) -> Figures:
    """Measure the nets of a folder, keeping each part below `keep`."""
    cv2.setNumThreads(1)
    nets = load_nets(folder)
    kept = KeptParts(keep / mark((nets.embedding.sha256, nets.newcard.sha256)))
    return measure_nets(nets, folder, pairs, kept)


def measure_nets(nets: Nets, folder: Path, pairs: int, kept: KeptParts) -> Figures:
    """Measure opened nets."""
    net = nets.embedding
    numbers = kept.part(
        "thresholds", lambda: embedding.chosen_thresholds(net, embedding.threshold_decks())
    )
    open_decks, private = embedding.held_out(), embedding.commercial()
    read, bought = read_all(net, open_decks, kept), read_all(net, private, kept)

    def shares(nuisance: str, height: float) -> Share:
        part = partial(share_of, net, open_decks, nuisance, height)
        return kept.part(f"{nuisance} at {height:.0f} px", part)

    single = [(name, (shares(name, USUAL),)) for name in NUISANCES]
    sizes = [(f"{height} px", (shares("nothing", height),)) for height in HEIGHTS]
    compared = rivals.compare(nets, folder, open_decks, kept)
    found, alarms = find_all(nets.newcard, open_decks, pairs, kept)
    photographs = [
        kept.part(one.part, partial(read_set, one, cards, nets)) for one, cards in sets_there()
    ]
    rows = certainty.rows_of(
        certainty.own_renders(nets, open_decks, kept), photographs, nets.temperature
    )
    levels = [level for one in (*read, *bought) for level in one.levels]
    bins: list[Bin] = bins_of(joined([looked(level, numbers.temperature) for level in levels]))
    return Figures(
        one_shot=rows_of(read),
        commercial=rows_of(bought),
        nuisances=tuple(single),
        sizes=tuple(sizes),
        photographs=tuple(photographs),
        rivals=compared,
        mistakes=mistakes_of([*read, *bought]),
        nearest=nearest_of(nets.embedding, [*open_decks, *private]),
        bins=tuple(bins),
        certainty=rows,
        found=found,
        alarms=alarms,
        numbers=numbers,
        split=(face_decks.split().train, face_decks.split().held_out),
        files=tuple((f.name, f.stat().st_size) for f in sorted(folder.glob("*.onnx"))),
        newcard=eight_bits.milliseconds(nets.newcard, 1, (6, 256, 256)),
    )


def publish(folder: Path, figures: Figures) -> None:
    """Write REPORT.md and its diagram."""
    (folder / DIAGRAM).write_text(diagram(figures.bins), encoding="utf-8")
    (folder / "REPORT.md").write_text(report(figures), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Command line."""
    reader = argparse.ArgumentParser(prog="models.workshop.measuring.evaluate", description=__doc__)
    here = Path(__file__).resolve().parents[2]
    reader.add_argument("--folder", type=Path, default=here, help="folder with models.toml")
    reader.add_argument("--pairs", type=int, default=PAIRS, help="pairs of each nuisance")
    reader.add_argument("--keep", type=Path, default=FOLDER, help="folder for parts measured")
    reader.add_argument("--stdout", action="store_true", help="print the report, write nothing")
    given = reader.parse_args(arguments)
    figures = measure(given.folder, given.pairs, given.keep)
    if given.stdout:
        sys.stdout.write(report(figures))
    else:
        publish(given.folder, figures)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
