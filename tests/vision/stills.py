"""Labelled still pictures, and how what was seen in them is counted.

A label is met when a card was seen where it lies (half of the common area shared) under its code;
a covered card without corners is met when its code was seen anywhere in the picture. Labels miss
some cards: what is seen away from all labels counts against us only when it is named in neither
the labels nor `also`, the cards a person saw there besides.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.still.recognise import SeenCard

FOUND = 0.5


@dataclass(frozen=True)
class Label:
    """One labelled card of a picture; `quad` [4,2] is None where its corners are not known."""

    file: str
    code: str
    quad: Floats | None
    covered: bool


@dataclass
class Tally:
    """Counts over pictures; corner errors are shares of the card's length, of cards read right."""

    full: int = 0
    full_found: int = 0
    full_read: int = 0
    full_placed: int = 0
    covered: int = 0
    covered_read: int = 0
    also: int = 0
    also_read: int = 0
    false: int = 0
    worst_corners: list[float] = field(default_factory=list)
    mean_corners: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in the counts of another part."""
        for name in ("full", "full_found", "full_read", "full_placed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("covered", "covered_read", "also", "also_read", "false"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.worst_corners += other.worst_corners
        self.mean_corners += other.mean_corners
        self.faults += other.faults


def read_labels(folder: Path) -> dict[str, list[Label]]:
    """Return the labels of `folder` by file name."""
    found: dict[str, list[Label]] = {}
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            quad = None
            if row["x1"]:
                quad = np.array([[float(row[f"x{k}"]), float(row[f"y{k}"])] for k in range(1, 5)])
            label = Label(row["file"], row["label"], quad, row["occluded"] == "1")
            found.setdefault(label.file, []).append(label)
    return found


def count(
    seen: Sequence[SeenCard],
    labels: Iterable[Label],
    also: Iterable[str] = (),
    corners_within: float = 0.04,
) -> Tally:
    """Compare what was seen in one picture with its labels.

    A card is placed when its worst corner lies within `corners_within` of the card's length.
    """
    tally = Tally()
    codes = [one.card.code for one in seen]
    labels, known = list(labels), set(also)
    tally.also = len(known - {label.code for label in labels})
    tally.also_read = len(known.intersection(codes) - {label.code for label in labels})
    for label in labels:
        known.add(label.code)
        near = None if label.quad is None else nearest(seen, label.quad)
        read = label.code in codes if label.quad is None else _reads(seen, near, label)
        if not read:
            wrong = "not found" if near is None else f"read {codes[near]}"
            kind = "covered " * label.covered
            tally.faults.append(f"{label.file}: {kind}{label.code} {wrong}")
        if label.covered:
            tally.covered += 1
            tally.covered_read += read
            continue
        tally.full += 1
        tally.full_found += near is not None
        tally.full_read += read
        if read and label.quad is not None and near is not None:
            worst, mean = corner_errors(np.asarray(seen[near].quad), label.quad)
            tally.worst_corners.append(worst)
            tally.mean_corners.append(mean)
            tally.full_placed += worst <= corners_within
            if worst > corners_within:
                tally.faults.append(f"{label.file}: {label.code} corner off by {worst:.3f}")
    name = next((label.file for label in labels), "")
    for code in codes:
        if code not in known:
            tally.false += 1
            tally.faults.append(f"{name}: {code} is not there")
    return tally


def _reads(seen: Sequence[SeenCard], near: int | None, label: Label) -> bool:
    """Whether the card at the label's place, or a covered one overlapping it, has its code."""
    if near is not None and seen[near].card.code == label.code:
        return True
    return label.quad is not None and any(
        one.card.code == label.code and overlap(np.asarray(one.quad), label.quad) >= FOUND
        for one in seen
    )


def nearest(seen: Sequence[SeenCard], quad: Floats) -> int | None:
    """Return which card seen shares most of its place with `quad`, if half of it."""
    shares = [overlap(np.asarray(one.quad), quad) for one in seen]
    best = int(np.argmax(shares)) if shares else -1
    return best if shares and shares[best] >= FOUND else None


def overlap(one: Floats, two: Floats) -> float:
    """Return intersection over union of two convex quadrilaterals."""
    a, b = one.astype(np.float32), two.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(a, b)
    together = cv2.contourArea(a) + cv2.contourArea(b) - common
    return float(common) / max(together, 1.0)


def corner_errors(quad: Floats, label: Floats) -> tuple[float, float]:
    """Return the worst and the mean distance of the corners, in lengths of the card."""
    ways = [np.roll(way, k, 0) for way in (quad, quad[::-1]) for k in range(4)]
    apart = min((np.linalg.norm(way - label, axis=1) for way in ways), key=lambda d: float(d.max()))
    sides = np.linalg.norm(label - np.roll(label, -1, 0), axis=1)
    length = float(max(sides[0] + sides[2], sides[1] + sides[3])) / 2
    return float(apart.max()) / length, float(apart.mean()) / length


def say(tally: Tally) -> str:
    """Put the counts into one line."""
    parts = []
    if tally.full:
        parts.append(
            f"fully visible {tally.full_read} of {tally.full} read (found {tally.full_found})"
        )
        parts.append(f"worst corner within 4 %: {tally.full_placed}")
    if tally.worst_corners:
        worst, mean = np.array(tally.worst_corners), np.array(tally.mean_corners)
        parts.append(f"median worst {np.median(worst):.3f}, mean {np.mean(mean):.3f}")
    if tally.covered:
        parts.append(f"covered {tally.covered_read} of {tally.covered}")
    if tally.also:
        parts.append(f"without a label {tally.also_read} of {tally.also}")
    parts.append(f"false {tally.false}")
    return "; ".join(parts)


_UNDER = {
    "spiel1": "1 HQ, 2 HJ, 4 DQ, 6 SA",
    "spiel2": "1 CK, 2 ST, 3 HT, 5 HK, 6 DK, 8 HA",
    "spiel3": "1 DQ, 2 DJ, 3 CK, 4 CQ, 5 CT, 6 HK, 7 DA, 8 HT, 9 SK, 10 DK",
}
"""On green felt: by game, the lower card of each trick whose pictures have no label for it."""

ALSO: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "french-wood-and-cloth": {
        "3.jpg": ("H3",),
        "4.jpg": ("DT",),
        "5.jpg": ("SQ",),
        "9.jpg": ("D7",),
    },
    "french-oblique": {
        "Zbiory_4.jpg": ("D4",),
        "eazy_1.jpg": ("SA",),
        "hard_IMG20201201144710.jpg": ("S9", "DK"),
        "hard_IMG20201201144834.jpg": ("CT", "SQ"),
        "hard_IMG20201201145053.jpg": ("SA",),
        "medium_IMG20201201144906.jpg": ("CT", "CA", "DK"),
    },
    "bavarian-trick-on-oak": {"sheep-heads-2730031_1920.jpg": ("GK",)},
    "french-overlap-green-felt": {
        f"{game}_Spielzug_{trick}{view}.jpg": (code,)
        for game, lower in _UNDER.items()
        for trick, code in (one.split() for one in lower.split(", "))
        for view in ("", "v1", "v2")
    },
}
"""By folder and picture: cards that lie there face up, as a person read them, without a label."""
