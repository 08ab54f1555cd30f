"""`models.toml` (what the program checks before it runs a net) and MODEL_CARD.md."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

OPSET = 17
"""ONNX operator set of the files."""

LICENCES = (
    ("french-gnome-*", "GNOME's cards (aisleriot, gnome-cards-data): GPL-3.0-or-later or LGPL"),
    ("french-kde-*", "KDE's card decks (kdegames-card-data): GPL-2.0-or-later or LGPL"),
    ("french-pysol-*", "PySolFC's card sets: free, mostly GPL-2.0-or-later, each set's own notice"),
    ("french-byronknoll-vector", "Vector Playing Cards by Byron Knoll: public domain"),
    ("german-xskat-pysol", "XSkat's German cards, as a PySolFC card set: free, set's own notice"),
    (
        "german-symbolic-*",
        "symbolic German decks of open-source projects: their projects' licences",
    ),
    ("isar", "our own deck (models/deck_art): MIT like the program"),
    ("sparse-*", "drawn by code with hardly any ink: MIT like the program"),
    ("drawn-*", "drawn by code (models/workshop/decks/drawn.py): MIT like the program"),
)
"""Pattern of deck names and their licence."""

SEEN_LYING = ("german-xskat-pysol", "french-pysol-xskat-french", "french-pysol-xskat-french-large")
"""Held out later: the new-card net, trained before, has seen them lie on tables."""

SHAPES = {
    "embedding": ("x float32 [n, 3, 128, 80]", "e float32 [n, 128]"),
    "newcard": ("x float32 [1, 6, 256, 256]", "y float32 [1, 4, 64, 64]"),
}


def sha256(file: Path) -> str:
    """Checksum of a file, hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


EIGHT = "embedding8"
"""The embedding in eight bits, to read the table with (eight_bits.py); made of the other."""


@dataclass(frozen=True)
class TrainingFacts:
    """How a training came about."""

    decks: Sequence[str]
    seed: int
    commit: str
    hours: Mapping[str, float]
    day: str


def read_toml(folder: Path) -> dict[str, Any]:
    """models.toml of a folder, or nothing."""
    file = folder / "models.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def quoted(value: object) -> str:
    """A TOML value."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "[\n" + "".join(f"    {quoted(v)},\n" for v in value) + "]"
    return str(value)


def write_toml(
    folder: Path,
    facts: TrainingFacts,
    temperature: float | None = None,
    accept: float | None = None,
) -> None:
    """Write models.toml; a net not trained this time keeps its entry.

    Raises:
        ValueError: a deck learned from is not one that may be trained on.
    """
    old = read_toml(folder)
    entries: dict[str, dict[str, object]] = {}
    for name, (takes, gives) in SHAPES.items():
        kept = dict(old.get(name, {}))
        if name in facts.hours:
            for deck in facts.decks:
                licence_of(deck)
            kept |= {
                "hours": round(facts.hours[name], 3),
                "seed": facts.seed,
                "commit": facts.commit,
                "day": facts.day,
                "decks": list(facts.decks),
            }
        file = f"{name}.onnx"
        kept |= {
            "file": file,
            "sha256": sha256(folder / file),
            "input": takes,
            "output": gives,
            "opset": OPSET,
        }
        entries[name] = kept
    if temperature is not None and accept is not None:
        entries["embedding"] |= {"temperature": temperature, "accept": accept}
    if (folder / f"{EIGHT}.onnx").exists():
        entries[EIGHT] = eight_bits(folder)
    write_entries(folder, entries)


def eight_bits(folder: Path) -> dict[str, object]:
    """The entry of the embedding in eight bits."""
    takes, gives = SHAPES["embedding"]
    file = f"{EIGHT}.onnx"
    return {"file": file, "sha256": sha256(folder / file), "input": takes, "output": gives}


def write_entries(folder: Path, entries: Mapping[str, Mapping[str, object]]) -> None:
    """Write the file from its entries."""
    order = (
        "file",
        "sha256",
        "input",
        "output",
        "opset",
        "temperature",
        "accept",
        "hours",
        "seed",
        "commit",
        "day",
        "decks",
    )
    lines = [
        "# The nets of this version. The program runs no net whose sha256 is not the one here.",
        "# Written by `make model` (python -m models.workshop.training.make).",
        "",
    ]
    for name, entry in entries.items():
        lines.append(f"[{name}]")
        lines += [f"{key} = {quoted(entry[key])}" for key in order if key in entry]
        lines.append("")
    (folder / "models.toml").write_text("\n".join(lines), encoding="utf-8")


def licence_of(deck: str) -> str:
    """Licence of a training deck.

    Raises:
        ValueError: the deck is not one that may be trained on.
    """
    for pattern, words in LICENCES:
        if fnmatch(deck, pattern):
            return words
    raise ValueError(f"no licence known for the deck {deck}")


def deck_lines(names: Sequence[str]) -> list[str]:
    """Training decks grouped by licence; drawn decks as one line."""
    lines = []
    for pattern, words in LICENCES:
        found = sorted(n for n in names if fnmatch(n, pattern))
        if pattern in {"drawn-*", "sparse-*"} and found:
            lines.append(
                f"- {len(found)} decks drawn from the seeds 0 to {len(found) - 1}: {words}"
            )
        elif found:
            lines.append(f"- {words}:")
            lines.append("  " + ", ".join(f"`{n}`" for n in found))
    return lines


def seen_lying(learned: Sequence[str]) -> list[str]:
    """A sentence on held-out decks whose place, not whose name, was learned."""
    seen = [f"`{name}`" for name in SEEN_LYING if name in learned]
    if not seen:
        return []
    return [
        f"One exception: {', '.join(seen)} lay on tables the",
        "new-card net learned from. It says where a card lies; which it is the embedding says,",
        "and that has never seen them.",
    ]


def model_card(folder: Path) -> str:
    """MODEL_CARD.md from models.toml."""
    entries = read_toml(folder)
    lines = ["# The two nets", "", "Written by `make model` from `models/models.toml`.", ""]
    titles = {
        "embedding": (
            "Which card",
            "Turns a rectified card (128 x 80 pixels) into a unit vector; "
            "cards that look alike lie close together. A deck is enrolled, not learned: "
            "any deck works from one picture a card.",
        ),
        "newcard": (
            "Where a new card lies",
            "Compares the table at rest before and after: area, "
            "centre and direction of the card that was laid.",
        ),
    }
    for name, (title, what) in titles.items():
        entry = entries[name]
        lines += [
            f"## {title}: `{entry['file']}`",
            "",
            what,
            "",
            f"- input `{entry['input']}`, output `{entry['output']}`, ONNX opset "
            f"{entry['opset']}; computes in fp32, weights stored in 16 bits",
            f"- sha256 `{entry['sha256']}`",
            f"- trained {entry['hours']} hours in all, last on {entry['day']} from commit",
            f"  `{entry['commit']}`, seed {entry['seed']}",
            f"- {len(entry['decks'])} decks",
            "",
        ]
    if EIGHT in entries:
        lines += [
            f"`{entries[EIGHT]['file']}` is the first one in eight bits, its first and last layer "
            "in 32",
            "(`python -m models.workshop.training.eight_bits`): "
            "where the processor multiplies bytes, it reads the",
            "table; decks are enrolled by the one in 32 bits everywhere. What the two read",
            "differently: `python -m models.workshop.measuring.eight_bits`.",
            "",
        ]
    learned = sorted({d for name in titles for d in entries[name]["decks"]})
    lines += [
        "## What they learned from",
        "",
        "Only pictures drawn by `models/workshop/rendering/views.py` and "
        "`models/workshop/rendering/scenes.py` from",
        "these faces, on tables with hands and glasses that are drawn by code too. No photograph,",
        "no recorded evening and no picture of a commercial deck was used.",
        "The nets do not hold the pictures; none of them is part of this program.",
        "",
        *deck_lines(learned),
        "",
        "Held out with their relatives (models/workshop/decks/split.toml): "
        "the decks listed in REPORT.md.",
        *seen_lying(entries["newcard"]["decks"]),
        "",
        "## What they can do",
        "",
        "REPORT.md has the figures with their intervals.",
        "",
        "## Where they fail",
        "",
        "- Drawn pictures are kinder than pubs: expect less on a real table; enrol in its light.",
        "- A card covered more than half, or laid within a second of the one before, may be",
        "  missed until the table is quiet; white laid upon white shows little edge.",
        "- Face-down cards, paper and phones of card size can raise a false alarm of the second",
        "  net; the reader then rejects what is no card of the deck.",
        "- They tell cards of one enrolled deck apart; whose deck it is they cannot judge.",
        "",
    ]
    return "\n".join(lines)
