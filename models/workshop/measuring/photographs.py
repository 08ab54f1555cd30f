"""Photographs read with the whole still-picture path, each set enrolled as at a table.

Nothing learns from them and nothing is chosen by them. Where the corners lie, and what is seen that
is not there, is measured with the program itself (docs/PROOF.md). Pictures of one card are read as
the table reads as well: one look at the place found, each card once in a deal (`calibration`).
"""

import csv
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card
from engine.text import PlainError
from models.workshop.decks.face_decks import data_folder
from models.workshop.measuring.calibration import Sayings, joined
from models.workshop.measuring.embedding import ViewReadings
from models.workshop.measuring.shares import Share
from vision.arrays import Floats, Image, as_image
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets, embed
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile, build_profile
from vision.still.recognise import SeenCard, recognise

PICTURES = {".jpg", ".png", ".webp", ".svg"}


@dataclass(frozen=True)
class PhotoSet:
    """Photographs of a folder and what they are enrolled from, all below `cards`."""

    photos: str
    enrolled: tuple[str, ...]

    @property
    def part(self) -> str:
        """What the measured part is kept as."""
        return " from ".join((self.photos, *self.enrolled)).replace("/", " ")


BICYCLE = ("photos/french-notebook", "art/french-byronknoll-vector")
"""The print on the pictures of several French cards; art shows what has no picture of its own."""

SETS = (
    PhotoSet("photos/bavarian-black-cloth", ("art/german-bavarian-fxschmid-digital-shuitacode",)),
    PhotoSet("photos/bavarian-black-cloth", ("art/german-bavarian-fxschmid-digital-codeispoetry",)),
    PhotoSet("photos/bavarian-trick-on-oak", ("art/german-bavarian-ass-matthiasnunn-v1",)),
    PhotoSet("photos/french-notebook", ("photos/french-brown-desk",)),
    PhotoSet("photos/french-brown-desk", ("photos/french-notebook",)),
    PhotoSet("photos/french-overhead-hand", ("photos/french-brown-desk",)),
    PhotoSet("photos/french-overhead-hand", ("photos/french-notebook",)),
    PhotoSet("photos/french-wood-and-cloth", BICYCLE),
    PhotoSet("photos/french-oblique", BICYCLE),
    PhotoSet("photos/french-overlap-green-felt", ("photos/french-overlap-green-felt",)),
)

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

SCRIBBLED = {"photos/french-brown-desk": "HJ"}
"""A jack of spades made another card with a pen."""

NOTHING_SAID = joined([])


@dataclass(frozen=True)
class PhotoRow:
    """Cards of a set that were read right, and words where it could not be enrolled.

    Of all that was said `still` has how sure it was; `looks` has the table's look at pictures of
    one card, truth -1 where the deck has not what lies there; `astray` names what was said wrong.
    """

    photos: str
    enrolled: str
    right: Share
    trouble: str = ""
    still: Sayings = NOTHING_SAID
    looks: ViewReadings | None = None
    astray: tuple[str, ...] = ()


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
    """Each picture of a set with the cards labelled in it; those without a label are left out."""
    found: dict[str, list[str]] = {}
    with (folder / "labels.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if row["label"]:
                found.setdefault(row["file"], []).append(row["label"])
    for name, cards in found.items():
        yield folder / name, cards


def read_set(one: PhotoSet, cards: Path, nets: Nets) -> PhotoRow:
    """Enrol, then read every picture; a card counts as right where its picture shows it.

    Of the share read right, cards the enrolled deck has not (the sets do not hold the same ones)
    are left out; named as another card they count among what is said.
    """
    told_from = " and ".join(one.enrolled)
    try:
        profile = enrolled([cards / name for name in one.enrolled], nets)
    except PlainError as error:
        return PhotoRow(one.photos, told_from, Share(0, 0), error.text.en)
    scribbled = {SCRIBBLED.get(name) for name in (one.photos, *one.enrolled)}
    also = ALSO.get(one.photos.removeprefix("photos/"), {})
    codes = [card.code for card in profile.cards]
    notes = _Notes()
    for path, labels in labelled(cards / one.photos):
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if path.name.startswith("tmpl_") or scribbled & set(labels) or image is None:
            continue
        seen = recognise(as_image(image), profile, nets)
        others = also.get(path.name, ())
        notes.count(path.name, seen, labels, others, codes)
        if len(labels) == 1 and not others and seen:
            crop = crop_corners(as_image(image), np.asarray(seen[0].quad))
            notes.rows.append(profile.similarities(embed(nets.reading, crop[None]))[0])
            notes.truth.append(codes.index(labels[0]) if labels[0] in codes else -1)
    looks = ViewReadings(np.array(notes.rows), np.array(notes.truth)) if notes.rows else None
    still = Sayings(np.array(notes.chances), np.array(notes.said_right, bool))
    right = Share(notes.hits, notes.tries)
    return PhotoRow(one.photos, told_from, right, "", still, looks, tuple(notes.astray))


@dataclass
class _Notes:
    """What is counted while a set is read."""

    hits: int = 0
    tries: int = 0
    chances: list[float] = field(default_factory=list)
    said_right: list[bool] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)
    rows: list[Floats] = field(default_factory=list)
    truth: list[int] = field(default_factory=list)

    def count(
        self,
        name: str,
        seen: Sequence[SeenCard],
        labels: Sequence[str],
        also: Sequence[str],
        codes: Sequence[str],
    ) -> None:
        """Take in what was seen in one picture; `also` lies there without a label."""
        wanted, there = Counter(c for c in labels if c in codes), Counter([*labels, *also])
        told = Counter(one.card.code for one in seen)
        self.hits += sum((told & wanted).values())
        self.tries += sum(wanted.values())
        for one in seen:
            right = there[one.card.code] > 0
            there[one.card.code] -= 1
            self.chances.append(one.probability)
            self.said_right.append(right)
            if not right:
                shown = " ".join(labels)
                self.astray.append(f"{name}: {shown} as {one.card.code} {one.probability:.3f}")


def sets_there() -> list[tuple[PhotoSet, Path]]:
    """Every set that is there, with the folder `cards`."""
    data = data_folder()
    if data is None:
        return []
    cards = data / "cards"
    return [(one, cards) for one in SETS if (cards / one.photos).is_dir()]
