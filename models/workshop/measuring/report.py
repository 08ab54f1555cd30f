"""REPORT.md in words and tables, from what models.workshop.measuring.evaluate measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.workshop.measuring import certainty, embedding
from models.workshop.measuring.calibration import Bin, expected_error
from models.workshop.measuring.embedding import SEEDS, Thresholds
from models.workshop.measuring.newcard import CONFIDENT, NEAR, STRAIGHT
from models.workshop.measuring.photographs import PhotoRow
from models.workshop.measuring.rivals import Rival
from models.workshop.measuring.shares import NONE, Share

DIAGRAM = "reliability.svg"

ShareRows = tuple[tuple[str, tuple[Share, ...]], ...]


@dataclass(frozen=True)
class Mistake:
    """A card of a deck, what it was taken for, and how often."""

    deck: str
    shown: str
    told: str
    count: int


@dataclass(frozen=True)
class Figures:
    """Everything measured."""

    one_shot: ShareRows
    commercial: ShareRows
    nuisances: ShareRows
    sizes: ShareRows
    photographs: tuple[PhotoRow, ...]
    rivals: tuple[Rival, ...]
    mistakes: tuple[Mistake, ...]
    nearest: tuple[tuple[str, str, str, float], ...]
    bins: tuple[Bin, ...]
    certainty: tuple[certainty.CertaintyRow, ...]
    found: ShareRows
    alarms: ShareRows
    numbers: Thresholds
    split: tuple[Sequence[str], Sequence[str]]
    files: tuple[tuple[str, int], ...]
    newcard: float
    """Processor time of the new-card net, in milliseconds."""


def table(title: Sequence[str], rows: ShareRows, summed: bool = True) -> list[str]:
    """A Markdown table of shares, with the sum below unless told otherwise."""
    lines = ["| " + " | ".join(title) + " |", "|" + " --- |" * len(title)]
    lines += ["| " + " | ".join([name, *map(str, shares)]) + " |" for name, shares in rows]
    if not summed:
        return [*lines, ""]
    sums = [sum((shares[k] for _, shares in rows), NONE) for k in range(len(title) - 1)]
    return [*lines, "| **all** | " + " | ".join(map(str, sums)) + " |", ""]


def report(figures: Figures) -> str:
    """REPORT.md."""
    lines = [
        *opening(figures),
        *by_deck(figures),
        *by_nuisance(figures),
        *by_photograph(figures),
        *confusions(figures),
        *calibration(figures),
        *beside(figures),
        *finding_words(figures),
    ]
    return "\n".join(lines).rstrip() + "\n"


def opening(figures: Figures) -> list[str]:
    """What this is, and the split."""
    train, held = figures.split
    return [
        "# What the nets can do",
        "",
        "Written by `python -m models.workshop.measuring.evaluate`; "
        "share and, in brackets, 95 % interval (Wilson).",
        "All pictures but the photographs are drawn from fixed seeds by "
        "`models/workshop/rendering/views.py`,",
        "`models/workshop/measuring/nuisances.py` and "
        "`models/workshop/rendering/scenes.py`: decks and tables are new to the",
        "nets, the manner of drawing is not. Another renderer's pictures and the evenings are",
        "measured with the whole pipeline: docs/PROOF.md.",
        "",
        "## The split",
        "",
        f"The embedding learned from {len(train)} open decks, our own, and drawn ones (MODEL_CARD",
        "names them). Kept out of it with their relatives "
        "(models/workshop/decks/split.toml; a test compares the",
        "court cards of every pair across the sides):",
        "",
        ", ".join(f"`{name}`" for name in held) + ".",
        "",
        "Pictures of commercial decks, photographs and recorded evenings are measured only.",
        "The new-card net, trained earlier, has seen faces of XSkat's decks lie on tables; it says",
        "where a card lies, not which.",
        "",
    ]


def by_deck(figures: Figures) -> list[str]:
    """One-shot reading."""
    lines = [
        "## Reading: one clean face a card enrolled, then one degraded view",
        "",
        f"Top-1 among all cards of the deck, {embedding.VIEWS} views a card and level. "
        "Held-out open decks and drawn decks of held-out seeds.",
        "",
        *table(("deck", *embedding.LIGHTS), figures.one_shot),
    ]
    if figures.commercial:
        lines += [
            "Pictures of commercial decks (measured only, nothing was learned from them):",
            "",
            *table(("deck", *embedding.LIGHTS), figures.commercial),
        ]
    return lines


def by_nuisance(figures: Figures) -> list[str]:
    """Nuisances one by one, and sizes."""
    return [
        "## One thing wrong at a time",
        "",
        "Cards of the held-out decks 140 pixels long, with a single nuisance at pub strength;",
        "flicker, coloured light, beer rings, bent and half-covered cards were in no training",
        "picture of the embedding.",
        "",
        *table(("nuisance", "read right"), figures.nuisances, summed=False),
        "## Size of a card in the picture",
        "",
        "Nothing else wrong.",
        "",
        *table(("length", "read right"), figures.sizes, summed=False),
    ]


def by_photograph(figures: Figures) -> list[str]:
    """Photographs."""
    if not figures.photographs:
        return []
    lines = [
        "## Photographs",
        "",
        "Found and read by the still-picture path, of the cards the enrolled deck has.",
        "",
        "| photographs | enrolled from | read right |",
        "| --- | --- | --- |",
    ]
    for row in figures.photographs:
        told = f"not enrolled: {row.trouble}" if row.trouble else str(row.right)
        told += "" if row.trouble else f", {row.right.hits} of {row.right.tries}"
        lines.append(f"| `{row.photos}` | `{row.enrolled}` | {told} |")
    return [*lines, ""]


def confusions(figures: Figures) -> list[str]:
    """Mistakes and nearest pairs."""
    return [
        "## Which cards are mistaken",
        "",
        "The commonest mistakes over the two harder levels:",
        "",
        "| deck | shown | read as | times |",
        "| --- | --- | --- | --- |",
        *(f"| {m.deck} | {m.shown} | {m.told} | {m.count} |" for m in figures.mistakes),
        "",
        "The two faces of each deck that are most alike to the net (similarity; 1 = the same):",
        "",
        "| deck | pair | similarity |",
        "| --- | --- | --- |",
        *(f"| {deck} | {a}, {b} | {alike:.3f} |" for deck, a, b, alike in figures.nearest),
        "",
    ]


def calibration(figures: Figures) -> list[str]:
    """Thresholds and the reliability diagram."""
    numbers = figures.numbers
    return [
        "## How sure it says it is",
        "",
        f"Softmax temperature {numbers.temperature}, chosen on drawn decks of the seeds "
        f"{SEEDS[0]} to {SEEDS[-1]},",
        "which are used for nothing else. On the views of the first two tables the expected",
        f"calibration error is {expected_error(figures.bins):.4f}.",
        "",
        f"![said against true]({DIAGRAM})",
        "",
        "| said, on average | true | views |",
        "| --- | --- | --- |",
        *(f"| {b.said:.3f} | {b.right} | {b.right.tries} |" for b in figures.bins),
        "",
        f"Taken for a card from a similarity of {numbers.accept} on, chosen on the same decks. So",
        f"refused there, of the true views in a usual room: {numbers.refused}; taken for a card,",
        f"though none lies as it should (table, hand, backs, pieces of cards): {numbers.strayed}.",
        "",
        "### On what is unlike training",
        "",
        "Own renders of held-out decks enrolled from poor pictures of another worn copy, and",
        "photographs, each set read from art, another print or another copy",
        "(`python -m models.workshop.measuring.certainty`).",
        "",
        *certainty.words(figures.certainty),
    ]


def beside(figures: Figures) -> list[str]:
    """The net in eight bits and the older ways."""
    rows = []
    for one in figures.rivals:
        size = f"{one.size / 1024:,.0f} KB" if one.size else "–"
        cells = [one.name, str(one.decks), *map(str, one.shares), f"{one.milliseconds:.2f}", size]
        rows.append("| " + " | ".join(cells) + " |")
    names = ", ".join(f"{name} {size / 1024:,.0f} KB" for name, size in figures.files)
    return [
        "## Beside it: eight bits, and the older ways",
        "",
        "The same views for all, of the first held-out decks; one clean face a card enrolled.",
        "Processor time of a view in milliseconds on the machine this was written on, one thread;",
        "key points are asked every fourth view.",
        "",
        "| way | decks | " + " | ".join(embedding.LIGHTS) + " | ms | size |",
        "|" + " --- |" * 7,
        *rows,
        "",
        f"The new-card net takes {figures.newcard:.1f} ms a pair of pictures. Files: {names}.",
        "",
    ]


def finding_words(figures: Figures) -> list[str]:
    """The new-card net."""
    return [
        "## Finding the new card",
        "",
        f"Centre within {NEAR:.0f} mm at confidence {CONFIDENT} or more; of those "
        f"found, long side within {STRAIGHT:.0f} degrees.",
        "",
        *table(("what else changed", "found", "angle right"), figures.found),
        "## False alarms",
        "",
        "Nothing new lies on the table; share of pairs in which something is reported at that",
        "confidence. (The reader rejects what it cannot recognise; this is before that.)",
        "",
        *table(("what changed", "alarm"), figures.alarms),
    ]
