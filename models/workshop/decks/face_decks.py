"""Card faces to train and to test on: openly licensed decks, the deck of our own, drawn decks.

Only openly licensed art may shape the nets that ship; pictures of commercial decks
(`PRIVATE`) are for measuring and never reach a training list.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import cv2
import numpy as np

from models.workshop.pictures import Picture, blend

ART_HEIGHT = 240
"""Faces are kept at most this high, in pixels: cards on the table are seldom larger."""

OPEN = (
    "french-gnome-*",
    "french-kde-*",
    "french-pysol-*",
    "french-byronknoll-vector",
    "german-xskat-pysol",
    "german-salzburg-cartoon-hebab",
    "german-symbolic-*",
)
"""Decks whose licence allows what is learnt from them to ship (see MODEL_CARD.md)."""

PICTURE_ENDINGS = frozenset({".webp", ".png", ".jpg", ".jpeg"})
PAPER_SHARE = 0.75
"""A face with less of it opaque is ink without paper."""

HOUSE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class FaceDeck:
    """Faces of one deck by card code, BGRA uint8, transparent outside round corners."""

    name: str
    faces: Mapping[str, Picture]

    @property
    def aspect(self) -> float:
        """Width of a card divided by its height, median over the faces."""
        return float(np.median([f.shape[1] / f.shape[0] for f in self.faces.values()]))


@dataclass(frozen=True)
class DeckSplit:
    """Names of the decks to train on and of those held out, with the relatives of each."""

    train: tuple[str, ...]
    held_out: tuple[str, ...]
    unused: tuple[str, ...]


def split() -> DeckSplit:
    """The split of the open decks, from `models/workshop/decks/split.toml`."""
    table = tomllib.loads((HOUSE / "split.toml").read_text(encoding="utf-8"))
    return DeckSplit(
        tuple(table["train"]["decks"]),
        tuple(table["held_out"]["decks"]),
        tuple(table["unused"]["decks"]),
    )


def data_folder() -> Path | None:
    """Folder with cards and evenings: MEHRKOPF_DATA (empty: none), else ../shared/data."""
    named = os.environ.get("MEHRKOPF_DATA")
    if named == "":
        return None
    folder = Path(named) if named else HOUSE.parents[3] / "shared" / "data"
    return folder if (folder / "cards" / "art").is_dir() else None


def is_open(name: str) -> bool:
    """Whether a deck's licence allows training what ships."""
    return any(fnmatch(name, pattern) for pattern in OPEN)


def read_face(path: Path) -> Picture:
    """One face as BGRA, at most ART_HEIGHT high."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"not a picture: {path}")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return shrink(on_paper(trimmed(picture)))


def trimmed(face: Picture) -> Picture:
    """The face without a wholly transparent margin."""
    left, top, width, height = cv2.boundingRect((face[..., 3] > 40).astype(np.uint8))
    return face[top : top + height, left : left + width]


def on_paper(face: Picture) -> Picture:
    """Ink without paper gets white paper under it; a face with paper stays as it is."""
    alpha = face[..., 3]
    if (alpha > 128).mean() > PAPER_SHARE:
        return face
    paper = np.full_like(face, 255)
    paper[..., :3] = blend(paper[..., :3], face).astype(np.uint8)
    return paper


def shrink(face: Picture) -> Picture:
    """The face at ART_HEIGHT, if it is higher."""
    height, width = face.shape[:2]
    if height <= ART_HEIGHT:
        return face
    size = (max(8, round(width * ART_HEIGHT / height)), ART_HEIGHT)
    return cv2.resize(face, size, interpolation=cv2.INTER_AREA)


def read_deck(folder: Path) -> FaceDeck:
    """A deck from a folder whose file names are card codes."""
    files = sorted(p for p in folder.iterdir() if p.suffix in PICTURE_ENDINGS and len(p.stem) == 2)
    return FaceDeck(folder.name, {p.stem: read_face(p) for p in files})


def load(names: Iterable[str]) -> Iterator[FaceDeck]:
    """The named decks, as far as the data folder has them."""
    data = data_folder()
    if data is None:
        return
    for name in names:
        folder = data / "cards" / "art" / name
        if folder.is_dir():
            yield read_deck(folder)
