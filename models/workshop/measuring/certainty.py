"""How sure the program says it is, and how often it is right, where the nets have not learned.

`python -m models.workshop.measuring.certainty` prints a row a set, how many cards were said, how
many of them with SURE or more and of these wrong; what was said wrong on photographs; and what was
said against what was true. Own renders are those of `poor_enrolment`, of decks kept out; of the
photographs each set is read from art, from another print or from another copy. Parts are kept as
those of `evaluate`. `--own` and `--photographs` measure one kind alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring import embedding, poor_enrolment
from models.workshop.measuring.calibration import SURE, Sayings, bins_of, dealt, joined, looked
from models.workshop.measuring.embedding import ViewReadings
from models.workshop.measuring.photographs import PhotoRow, read_set, sets_there
from models.workshop.measuring.shares import FOLDER, KeptParts, mark
from vision.reading.nets import Nets, load_nets

LOOK, DEAL, STILL = "one look", "in a deal", "still picture"


@dataclass(frozen=True)
class CertaintyRow:
    """What was said of a set, read in one way."""

    name: str
    way: str
    said: Sayings


def own_renders(nets: Nets, decks: Sequence[FaceDeck], kept: KeptParts) -> list[ViewReadings]:
    """Decks enrolled poorly, another copy's views at every level."""

    def levels(deck: FaceDeck) -> list[ViewReadings]:
        crops = [poor_enrolment.crops_of(deck, k, poor_enrolment.SEED) for k in embedding.LEVELS]
        return [poor_enrolment.read(nets.reading, one) for one in crops]

    parts = [kept.part(f"poor enrolment {deck.name}", partial(levels, deck)) for deck in decks]
    return [level for part in parts for level in part]


def rows_of(
    own: Sequence[ViewReadings], photographs: Sequence[PhotoRow], temperature: float
) -> tuple[CertaintyRow, ...]:
    """Every set in each way it is read."""
    rows = []
    if own:
        name = "own renders, poor enrolment, another copy"
        rows += [_row(name, way, own, temperature) for way in (LOOK, DEAL)]
    for one in photographs:
        name = f"`{one.photos}` from `{one.enrolled}`"
        if one.looks is not None:
            rows += [_row(name, way, [one.looks], temperature) for way in (LOOK, DEAL)]
        if len(one.still.chances):
            rows.append(CertaintyRow(name, STILL, one.still))
    return tuple(rows)


def _row(name: str, way: str, read: Sequence[ViewReadings], temperature: float) -> CertaintyRow:
    said = looked if way == LOOK else dealt
    return CertaintyRow(name, way, joined([said(one, temperature) for one in read]))


def words(rows: Sequence[CertaintyRow]) -> list[str]:
    """The rows as a table, and of own renders and photographs what was said against what is."""
    lines = [
        f"| set | read | said | right | with {SURE} or more | of these wrong |",
        "|" + " --- |" * 6,
    ]
    for row in rows:
        said, wrong = row.said, row.said.wrong
        lines.append(
            f"| {row.name} | {row.way} | {len(said.chances)} | {said.hits.value:.3f} | "
            f"{said.sure.hits} | {wrong.hits} ({wrong}) |"
        )
    kinds = [("own renders", [r for r in rows if not r.name.startswith("`")])]
    kinds.append(("photographs", [r for r in rows if r.name.startswith("`")]))
    for kind, part in kinds:
        for way in (LOOK, DEAL, STILL):
            said = joined([row.said for row in part if row.way == way])
            if len(said.chances):
                lines += ["", f"| {kind}, {way}: said, on average | true | cards |"]
                lines.append("|" + " --- |" * 3)
                lines += [f"| {b.said:.3f} | {b.right} | {b.right.tries} |" for b in bins_of(said)]
    return [*lines, ""]


def main(arguments: Sequence[str]) -> int:
    """Command line of `python -m models.workshop.measuring.certainty`."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--folder", type=Path, default=Path(__file__).resolve().parents[2])
    reader.add_argument("--keep", type=Path, default=FOLDER, help="folder for parts measured")
    which = reader.add_mutually_exclusive_group()
    which.add_argument("--own", action="store_true", help="own renders alone")
    which.add_argument("--photographs", action="store_true", help="photographs alone")
    given = reader.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = load_nets(given.folder)
    kept = KeptParts(given.keep / mark((nets.embedding.sha256, nets.newcard.sha256)))
    own = [] if given.photographs else own_renders(nets, embedding.held_out(), kept)
    photographs = [
        kept.part(one.part, partial(read_set, one, cards, nets))
        for one, cards in ([] if given.own else sets_there())
    ]
    print("\n".join(words(rows_of(own, photographs, nets.temperature))))
    for row in photographs:
        print(f"{row.photos} from {row.enrolled}:", row.trouble, *row.astray, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
