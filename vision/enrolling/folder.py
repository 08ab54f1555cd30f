"""The pictures of a deck in a folder: which file shows which card, and which shows no card.

A file is named after its card's code, `EO.jpg`; further views of it are `EO-2.jpg`, `EO_3.jpg`.
What is no card is named in words: RÜCKEN or BACK, LEER or EMPTY, HAND. Capitals do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Family, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Image, Mask, as_image
from vision.camera.frames import PICTURE_SUFFIXES
from vision.reading.negatives import NegativeKind

_FILE_NAME = re.compile(r"^(\w+?)(?:[-_ ]\d+)?$")
_NEGATIVES = {
    "RÜCKEN": NegativeKind.BACK,
    "RUECKEN": NegativeKind.BACK,
    "RUCKEN": NegativeKind.BACK,
    "BACK": NegativeKind.BACK,
    "LEER": NegativeKind.TABLE,
    "EMPTY": NegativeKind.TABLE,
    "HAND": NegativeKind.HAND,
}
UNREAD_SUFFIXES = frozenset(
    {".arw", ".avif", ".cr2", ".dng", ".gif", ".heic", ".heif", ".jxl", ".nef", ".pdf", ".svg"}
)
"""Pictures that are named when they are a card's, so that nobody misses it: they cannot be read."""
_A_FILE = Text(
    de="{path} ist kein Ordner; bitte den Ordner nennen, in dem die Bilder liegen.",
    en="{path} is no folder; please name the folder that holds the pictures.",
)
_NO_FOLDER = Text(
    de="Den Ordner {path} gibt es nicht; bitte den Pfad prüfen.",
    en="There is no folder {path}; please check the path.",
)
_NO_PICTURES = Text(
    de="Im Ordner {path} liegen keine Bilder, die nach Karten benannt sind. Bitte die Bilder wie "
    "EO.jpg oder S7.png nennen.",
    en="The folder {path} holds no pictures named after cards. Please name the pictures like "
    "EO.jpg or S7.png.",
)
_MIXED = Text(
    de="Im Ordner {path} sind deutsche und französische Kartennamen gemischt. Bitte nur ein Blatt "
    "in einen Ordner legen.",
    en="The folder {path} mixes German and French card names. Please keep one deck to a folder.",
)
_OTHER_SUITS = Text(
    de="Im Ordner {path} liegen Bilder, deren Namen keine Karten mit diesen Farben sind: {names}. "
    "Bitte --suits weglassen oder die Bilder umbenennen.",
    en="The folder {path} holds pictures whose names are no cards of these suits: {names}. Please "
    "leave --suits out or rename the pictures.",
)


@dataclass(frozen=True, slots=True)
class Folder:
    """The pictures of one deck."""

    cards: dict[str, list[Path]]
    """By card code, each card's views in the order of their names."""
    negatives: tuple[tuple[NegativeKind, Path], ...]
    family: Family
    ignored: tuple[str, ...]
    """Names of pictures that name neither a card nor what is none."""


def look_into(path: Path, family: Family | None) -> Folder:
    """Sort the pictures of a folder by what they are named after.

    `family` is guessed from the codes where it is not given.

    Raises:
        PlainError: there is no such folder, it holds no cards, or two decks are mixed.
    """
    if not path.is_dir():
        raise PlainError((_A_FILE if path.exists() else _NO_FOLDER).format(path=path))
    cards: dict[str, list[Path]] = {}
    negatives, ignored = [], []
    for file in sorted(path.iterdir()):
        word, suffix = _word(file), file.suffix.lower()
        if suffix not in PICTURE_SUFFIXES and suffix not in UNREAD_SUFFIXES:
            continue
        if any(_in_family(word, suits) for suits in Family):
            cards.setdefault(word, []).append(file)
        elif word in _NEGATIVES:
            negatives.append((_NEGATIVES[word], file))
        else:
            ignored.append(file.name)
    if len(cards) < 2:
        raise PlainError(_NO_PICTURES.format(path=path))
    return Folder(cards, tuple(negatives), _family(path, cards, family), tuple(ignored))


def _word(file: Path) -> str:
    """Return what a file is named after, in capitals and without its number."""
    # Some disks keep ü as u with two dots behind it.
    match = _FILE_NAME.match(unicodedata.normalize("NFC", file.stem))
    return "" if match is None else match[1].upper()


def _in_family(code: str, family: Family) -> bool:
    try:
        card(code, family)
    except UnknownCardError:
        return False
    return True


def _family(path: Path, cards: dict[str, list[Path]], wanted: Family | None) -> Family:
    if wanted is not None:
        strange = [code for code in cards if not _in_family(code, wanted)]
        if strange:
            names = ", ".join(cards[code][0].name for code in strange)
            raise PlainError(_OTHER_SUITS.format(path=path, names=names))
        return wanted
    for family in Family:
        if all(_in_family(code, family) for code in cards):
            return family
    raise PlainError(_MIXED.format(path=path))


def read_picture(path: Path) -> tuple[Image, Mask | None] | None:
    """Return a picture [h,w,3] and its alpha channel [h,w], if it has one; None: unreadable."""
    raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if raw is None:
        return None
    picture = np.asarray(raw)
    if picture.dtype == np.uint16:
        picture = (picture // 257).astype(np.uint8)
    if picture.dtype != np.uint8:
        return None
    picture = as_image(picture)
    if picture.ndim == 2:
        return as_image(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)), None
    alpha = np.ascontiguousarray(picture[..., 3]) if picture.shape[2] == 4 else None
    return np.ascontiguousarray(picture[..., :3]), alpha
