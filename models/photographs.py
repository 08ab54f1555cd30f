"""Photographs read with the whole still-picture path, each set enrolled as at a table.

Nothing learns from them and nothing is chosen by them. Only sets with one card a picture, and one
real trick: finding several cards is measured with the program itself (docs/PROOF.md).
"""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.text import PlainError
from models.card_decks import data_folder
from models.intervals import Share
from vision.enrol import enrol_folder
from vision.nets import Nets
from vision.recognise import recognise


@dataclass(frozen=True)
class PhotoSet:
    """Photographs of a folder and what they are enrolled from, both below `cards`."""

    photos: str
    enrolled: str


SETS = (
    PhotoSet("photos/bavarian-black-cloth", "art/german-bavarian-fxschmid-digital-shuitacode"),
    PhotoSet("photos/bavarian-trick-on-oak", "art/german-bavarian-ass-matthiasnunn-v1"),
    PhotoSet("photos/french-notebook", "photos/french-brown-desk"),
    PhotoSet("photos/french-brown-desk", "photos/french-notebook"),
)


@dataclass(frozen=True)
class PhotoRow:
    """Cards of a set that were read right, and words where it could not be enrolled."""

    photos: str
    enrolled: str
    right: Share
    trouble: str = ""


def labelled(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Each picture of a set with the cards labelled in it."""
    found: dict[str, list[str]] = {}
    with (folder / "labels.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            found.setdefault(row["file"], []).append(row["label"])
    for name, cards in found.items():
        yield folder / name, cards


def read_set(one: PhotoSet, cards: Path, nets: Nets) -> PhotoRow:
    """Enrol, then read every picture; a card counts as right where its picture shows it.

    Cards the enrolled deck has not (the sets do not hold the same ones) are left out.
    """
    try:
        profile = enrol_folder(cards / one.enrolled, "photographs", nets).profile
    except PlainError as error:
        return PhotoRow(one.photos, one.enrolled, Share(0, 0), error.text.en)
    known = {card.code for card in profile.cards}
    hits = tries = 0
    for path, labels in labelled(cards / one.photos):
        wanted = Counter(code for code in labels if code in known)
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if not wanted or image is None:
            continue
        told = Counter(seen.card.code for seen in recognise(image.astype(np.uint8), profile, nets))
        hits += sum((told & wanted).values())
        tries += sum(wanted.values())
    return PhotoRow(one.photos, one.enrolled, Share(hits, tries))


def read_photographs(nets: Nets) -> list[PhotoRow]:
    """Every set that is there."""
    data = data_folder()
    if data is None:
        return []
    cards = data / "cards"
    return [read_set(one, cards, nets) for one in SETS if (cards / one.photos).is_dir()]
