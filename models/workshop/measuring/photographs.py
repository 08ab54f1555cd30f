"""Photographs read with the whole still-picture path, each set enrolled as at a table.

Nothing learns from them and nothing is chosen by them. Where the corners lie, and what is seen that
is not there, is measured with the program itself (docs/PROOF.md).
"""

import csv
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card
from engine.text import PlainError
from models.workshop.decks.face_decks import data_folder
from models.workshop.measuring.shares import Share
from vision.arrays import Image, as_image
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile, build_profile
from vision.still.recognise import recognise

PICTURES = {".jpg", ".png", ".webp", ".svg"}


@dataclass(frozen=True)
class PhotoSet:
    """Photographs of a folder and what they are enrolled from, all below `cards`."""

    photos: str
    enrolled: tuple[str, ...]


BICYCLE = ("photos/french-notebook", "art/french-byronknoll-vector")
"""The print on the pictures of several French cards; art shows what has no picture of its own."""

SETS = (
    PhotoSet("photos/bavarian-black-cloth", ("art/german-bavarian-fxschmid-digital-shuitacode",)),
    PhotoSet("photos/bavarian-trick-on-oak", ("art/german-bavarian-ass-matthiasnunn-v1",)),
    PhotoSet("photos/french-notebook", ("photos/french-brown-desk",)),
    PhotoSet("photos/french-brown-desk", ("photos/french-notebook",)),
    PhotoSet("photos/french-wood-and-cloth", BICYCLE),
    PhotoSet("photos/french-oblique", BICYCLE),
    PhotoSet("photos/french-overlap-green-felt", ("photos/french-overlap-green-felt",)),
)


@dataclass(frozen=True)
class PhotoRow:
    """Cards of a set that were read right, and words where it could not be enrolled."""

    photos: str
    enrolled: str
    right: Share
    trouble: str = ""


def enrolled(folders: Sequence[Path], nets: Nets) -> Profile:
    """Enrol each folder and show a card as in all that hold it; the first tells the shape.

    `tmpl_C10.jpg`, a set's name for its pictures of single cards, is another name of CT.jpg.

    Raises:
        PlainError: a folder cannot be enrolled.
    """
    views: dict[Card, list[Image]] = {}
    parts = [_one(folder, nets) for folder in folders]
    for part in parts:
        for card, seen in zip(part.cards, part.crops, strict=True):
            views.setdefault(card, []).append(seen)
    shown = [as_image(np.concatenate(crops)) for crops in views.values()]
    return build_profile("photographs", list(views), shown, parts[0].aspect, nets.embedding)


def _one(folder: Path, nets: Nets) -> Profile:
    with tempfile.TemporaryDirectory() as place:
        for path in folder.iterdir():
            name = path.name.removeprefix("tmpl_").replace("10.", "T.")
            if path.suffix in PICTURES and len(Path(name).stem) == 2:
                (Path(place) / name).symlink_to(path.resolve())
        return enrol_folder(Path(place), "photographs", nets).profile


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
    told_from = " and ".join(one.enrolled)
    try:
        profile = enrolled([cards / name for name in one.enrolled], nets)
    except PlainError as error:
        return PhotoRow(one.photos, told_from, Share(0, 0), error.text.en)
    known = {card.code for card in profile.cards}
    hits = tries = 0
    for path, labels in labelled(cards / one.photos):
        wanted = Counter(code for code in labels if code in known)
        if path.name.startswith("tmpl_"):
            continue
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if not wanted or image is None:
            continue
        told = Counter(seen.card.code for seen in recognise(image.astype(np.uint8), profile, nets))
        hits += sum((told & wanted).values())
        tries += sum(wanted.values())
    return PhotoRow(one.photos, told_from, Share(hits, tries))


def sets_there() -> list[tuple[PhotoSet, Path]]:
    """Every set that is there, with the folder `cards`."""
    data = data_folder()
    if data is None:
        return []
    cards = data / "cards"
    return [(one, cards) for one in SETS if (cards / one.photos).is_dir()]
