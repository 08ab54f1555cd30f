"""Measure both nets on what they never learned from and write REPORT.md.

`python -m models.evaluate [--folder DIR]`; the pictures are drawn from fixed seeds, so that two
versions of a net answer the same questions.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models import card_decks as decks
from models import measure_embedding as reading
from models import measure_newcard as finding
from models.card_decks import Deck
from models.intervals import NONE, Share
from models.procedural import drawn_deck
from models.render_scenes import NUISANCES
from models.textures import photographed_tables
from vision.nets import Net, Nets, load_nets

SEED = 90_001
DRAWN_HELD_OUT = (5001, 5002, 5003, 5004)
"""Seeds of drawn decks that no training draws."""

PAIRS = 60
"""Pairs of each nuisance."""

Rows = tuple[tuple[str, tuple[Share, ...]], ...]


@dataclass(frozen=True)
class Figures:
    """Everything measured: shares by deck and level, by nuisance, and two thresholds."""

    one_shot: Rows
    commercial: Rows
    found: Rows
    alarms: Rows
    temperature: float
    accept: float
    refused: Share
    strayed: Share


def held_out() -> list[Deck]:
    """Held-out open decks that are there, and drawn decks of seeds kept for this."""
    return [*decks.load(decks.split().held_out), *(drawn_deck(s) for s in DRAWN_HELD_OUT)]


def commercial() -> list[Deck]:
    """Pictures of commercial decks, where they are: measured, never learned from."""
    data = decks.data_folder()
    if data is None:
        return []
    folders = sorted(p for p in (data / "cards" / "art").iterdir() if not decks.is_open(p.name))
    return [decks.read_deck(p) for p in folders]


def read_all(net: Net, which: Sequence[Deck]) -> tuple[Rows, list[reading.Reading]]:
    """One-shot reading of decks at every level, and the readings of levels 1 and 2 in turn."""
    rows: list[tuple[str, tuple[Share, ...]]] = []
    harder: list[reading.Reading] = []
    for deck in which:
        each = [reading.read(net, deck, level, SEED) for level in reading.LEVELS]
        rows.append((deck.name, tuple(r.share for r in each)))
        harder += each[1:]
    return tuple(rows), harder


def find_all(net: Net, which: Sequence[Deck], pairs: int) -> tuple[Rows, Rows]:
    """Finding by nuisance (found, straight) and false alarms by nuisance."""
    data = decks.data_folder()
    surfaces = photographed_tables(data / "cards" / "backgrounds") if data else []
    flat = [d for d in which if d.aspect < 0.8]
    found, alarms = [], []
    for nuisance in NUISANCES:
        if nuisance != "leaving":
            new = finding.outcomes(
                net, flat, nuisance=nuisance, count=1, pairs=pairs, seed=SEED, surfaces=surfaces
            )
            found.append((nuisance, (finding.found_share(new), finding.straight_share(new))))
        none = finding.outcomes(
            net, flat, nuisance=nuisance, count=0, pairs=pairs, seed=SEED, surfaces=surfaces
        )
        alarms.append((nuisance, (finding.alarm_share(none),)))
    return tuple(found), tuple(alarms)


def measure(folder: Path, pairs: int = PAIRS) -> Figures:
    """Measure the nets of a folder."""
    cv2.setNumThreads(1)
    nets = load_nets(folder)
    return measure_nets(nets, pairs)


def measure_nets(nets: Nets, pairs: int) -> Figures:
    """Measure opened nets."""
    open_decks = held_out()
    one_shot, harder = read_all(nets.embedding, open_decks)
    private, _ = read_all(nets.embedding, commercial())
    found, alarms = find_all(nets.newcard, open_decks, pairs)
    true = np.concatenate([r.nearest() for r in harder[::2]])
    stray = [reading.best_of_nothing(nets.embedding, d, SEED) for d in open_decks]
    accept = round(reading.acceptance(true, np.concatenate(stray)), 3)
    return Figures(
        one_shot,
        private,
        found,
        alarms,
        round(reading.temperature(harder), 4),
        accept,
        refused=Share(int((true < accept).sum()), len(true)),
        strayed=Share(sum(int((s >= accept).sum()) for s in stray), sum(map(len, stray))),
    )


def table(title: Sequence[str], rows: Rows) -> list[str]:
    """A Markdown table of shares with the sum below."""
    lines = ["| " + " | ".join(title) + " |", "|" + " --- |" * len(title)]
    lines += ["| " + " | ".join([name, *map(str, shares)]) + " |" for name, shares in rows]
    sums = [sum((shares[k] for _, shares in rows), NONE) for k in range(len(title) - 1)]
    return [*lines, "| **all** | " + " | ".join(map(str, sums)) + " |", ""]


def report(figures: Figures) -> str:
    """REPORT.md."""
    levels = ("bright and steady", "a usual room", "a pub at its worst")
    lines = [
        "# What the nets can do",
        "",
        "Written by `python -m models.evaluate`; share and, in brackets, 95 % interval (Wilson).",
        "All pictures are drawn from fixed seeds by `models/render_views.py` and",
        "`models/render_scenes.py`: decks and tables are new to the nets, the manner of drawing",
        "is not. Real evenings are harder; they are measured with the whole pipeline.",
        "",
        "## Reading: one clean face a card enrolled, then one degraded view",
        "",
        f"Top-1 among all cards of the deck, {reading.VIEWS} views a card and level. "
        "Held-out open decks and drawn decks of held-out seeds.",
        "",
        *table(("deck", *levels), figures.one_shot),
    ]
    if figures.commercial:
        lines += [
            "Pictures of commercial decks (measured only, nothing was learned from them):",
            "",
            *table(("deck", *levels), figures.commercial),
        ]
    lines += [
        f"Softmax temperature that fits the two harder levels: {figures.temperature}.",
        f"Taken for a card from a similarity of {figures.accept} on. So refused, of the true views",
        f"in a usual room: {figures.refused}; taken for a card, though none lies as it should",
        f"(table, hand, backs, pieces of cards): {figures.strayed}.",
        "",
        "## Finding the new card",
        "",
        f"Centre within {finding.NEAR:.0f} mm at confidence {finding.CONFIDENT} or more; of those "
        f"found, long side within {finding.STRAIGHT:.0f} degrees.",
        "",
        *table(("what else changed", "found", "angle right"), figures.found),
        "## False alarms",
        "",
        "Nothing new lies on the table; share of pairs in which something is reported at that",
        "confidence. (The reader rejects what it cannot recognise; this is before that.)",
        "",
        *table(("what changed", "alarm"), figures.alarms),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: list[str]) -> int:
    """Command line."""
    reader = argparse.ArgumentParser(prog="models.evaluate", description=__doc__)
    here = Path(__file__).resolve().parent
    reader.add_argument("--folder", type=Path, default=here, help="folder with models.toml")
    reader.add_argument("--pairs", type=int, default=PAIRS, help="pairs of each nuisance")
    reader.add_argument("--report", type=Path, help="write the report there, not to the screen")
    given = reader.parse_args(arguments)
    words = report(measure(given.folder, given.pairs))
    if given.report:
        given.report.write_text(words, encoding="utf-8")
    else:
        sys.stdout.write(words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
