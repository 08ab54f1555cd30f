"""Learns a deck from a folder of pictures, one or more a card, named by the card's code.

A file is named after its card, `EO.jpg`; further views are `EO-2.jpg`, `EO_3.jpg`. What is no card
is named in words: RÜCKEN or BACK, LEER or EMPTY, HAND. Capitals do not matter. Pictures are clean
faces, cut-outs with alpha, or photographs in which one card lies on any plain ground.

Pictures called ROWS-1, REIHEN-2 and so on show many cards lying in rows (`laid_deck`); so does
every picture of a folder in which none is named after a card.

What cannot be read safely later is refused now, all of it at once with the reasons: a blurred, dark
or burnt-out picture, glare, a card cut off by the edge, a picture without a card, two cards that
look the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.cards import Card, Family, card
from engine.text import PlainError, Text
from vision.arrays import Image
from vision.camera.frames import PICTURE_SUFFIXES
from vision.enrolling import picture_faults
from vision.enrolling.card_pictures import UNREAD_SUFFIXES, CardPicture, cut_views, read_or_doubt
from vision.enrolling.cutout import PictureKind, cut_out
from vision.enrolling.laid_deck import LaidDeck, RowOrder, cut_rows, named_or_asked
from vision.enrolling.laid_names import is_code
from vision.enrolling.learned_deck import Enrolment, in_deck_order, judged, learned
from vision.enrolling.picture_faults import RejectedPicture
from vision.reading.nets import Nets, embed
from vision.reading.profile import (
    HAND_PLACES,
    NO_NEGATIVES,
    TABLE_PLACES,
    NegativeKind,
    Negatives,
    Profile,
    cut_pieces,
    embed_negatives,
)

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
_ROWS = frozenset({"ROWS", "REIHEN", "REIHE", "ROW"})
_A_FILE = Text(
    de="{path} ist weder ein Ordner noch ein Bild; bitte den Ordner nennen, in dem die Bilder "
    "liegen.",
    en="{path} is neither a folder nor a picture; please name the folder that holds the pictures.",
)
_NO_FOLDER = Text(
    de="Den Ordner {path} gibt es nicht; bitte den Pfad prüfen.",
    en="There is no folder {path}; please check the path.",
)
_NO_PICTURES = Text(
    de="Im Ordner {path} liegen keine Bilder, die nach Karten benannt sind. Bitte die Bilder wie "
    "EO.jpg oder S7.png nennen.",
    en="The folder {path} holds no pictures named after cards. Please give them "
    "names like EO.jpg or S7.png.",
)
_MIXED = Text(
    de="Im Ordner {path} sind deutsche und französische Kartennamen gemischt. Bitte nur ein Blatt "
    "in einen Ordner legen.",
    en="The folder {path} mixes German and French card names. Please keep one deck per folder.",
)
_OTHER_SUITS = Text(
    de="Im Ordner {path} liegen Bilder, deren Namen keine Karten mit diesen Farben sind: {names}. "
    "Bitte --suits weglassen oder die Bilder umbenennen.",
    en="The folder {path} holds pictures whose names are not cards of these "
    "suits: {names}. Please leave out --suits or rename the pictures.",
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
    rows: tuple[Path, ...] = ()
    """Pictures of many cards in rows, in the order of their names."""


def look_into(path: Path, family: Family | None) -> Folder:
    """Sort the pictures of a folder by what they are named after.

    `family` is guessed from the codes where it is not given.

    Raises:
        PlainError: there is no such folder, it holds no cards, or two decks are mixed.
    """
    if path.is_file() and path.suffix.lower() in PICTURE_SUFFIXES | UNREAD_SUFFIXES:
        return Folder({}, (), family or Family.GERMAN, (), (path,))
    if not path.is_dir():
        raise PlainError((_A_FILE if path.exists() else _NO_FOLDER).format(path=path))
    cards: dict[str, list[Path]] = {}
    negatives: list[tuple[NegativeKind, Path]] = []
    rows: list[Path] = []
    others: list[Path] = []
    for file in sorted(path.iterdir(), key=_counted):
        word, suffix = _word(file), file.suffix.lower()
        if suffix not in PICTURE_SUFFIXES and suffix not in UNREAD_SUFFIXES:
            continue
        if any(is_code(word, suits) for suits in Family):
            cards.setdefault(word, []).append(file)
        elif word in _NEGATIVES:
            negatives.append((_NEGATIVES[word], file))
        else:
            (rows if word in _ROWS else others).append(file)
    if not cards and not rows:
        rows, others = others, rows
    if len(cards) < 2 and not rows:
        raise PlainError(_NO_PICTURES.format(path=path))
    meant = _family(path, cards, family)
    return Folder(cards, tuple(negatives), meant, tuple(one.name for one in others), tuple(rows))


def _counted(file: Path) -> tuple[list[tuple[int, str]], str]:
    """Sort names by the numbers in them: 2 before 10."""
    parts = re.split(r"(\d+)", file.name)
    return [(int(one), "") if one.isdecimal() else (-1, one) for one in parts], file.name


def _word(file: Path) -> str:
    """Return what a file is named after, in capitals and without its number."""
    # Some disks keep ü as u with two dots behind it.
    match = _FILE_NAME.match(unicodedata.normalize("NFC", file.stem))
    return "" if match is None else match[1].upper()


def _family(path: Path, cards: dict[str, list[Path]], wanted: Family | None) -> Family:
    if wanted is not None:
        strange = [code for code in cards if not is_code(code, wanted)]
        if strange:
            names = ", ".join(cards[code][0].name for code in strange)
            raise PlainError(_OTHER_SUITS.format(path=path, names=names))
        return wanted
    for family in Family:
        if all(is_code(code, family) for code in cards):
            return family
    raise PlainError(_MIXED.format(path=path))


_USUAL_SHARE = 0.4
"""Length of a card as a share of a photograph's shorter side, where no card was photographed."""
_LARGEST_SHARE = 0.6


class UnfitFolderError(PlainError):
    """A folder with pictures that cannot be learned from."""

    def __init__(self, text: Text, cards: Sequence[Card], ignored: Sequence[str]) -> None:
        super().__init__(text)
        self.cards = tuple(cards)
        """Cards that have a picture, fit or not."""
        self.ignored = tuple(ignored)
        """Names of pictures that are no card codes."""


def enrol_folder(
    folder: Path,
    name: str,
    nets: Nets,
    family: Family | None = None,
    order: RowOrder | None = None,
) -> Enrolment:
    """Learn the deck `name` from the pictures in `folder`, or from one picture of cards in rows.

    `family` is guessed from the codes where it is not given.

    Raises:
        UnnamedRowsError: cards in rows that are not surely cut right, or cannot be named by their
            order, or whose suits nobody can tell.
        PlainError: no pictures of cards, or of several decks; a deck with two cards that cannot be
            told apart.
        UnfitFolderError: pictures that cannot be learned; the sentence names all of them.
    """
    found = look_into(folder, family)
    paths = [path for each in found.cards.values() for path in each]
    cut = dict(zip(paths, cut_views(paths), strict=True))
    bad = [doubt for doubt in cut.values() if isinstance(doubt, RejectedPicture)]
    views_of: dict[Card, list[CardPicture]] = {}
    for code, own in found.cards.items():
        each = [view for view in map(cut.__getitem__, own) if isinstance(view, CardPicture)]
        views_of[card(code, found.family)] = each
    laid: LaidDeck | None = None
    if found.rows:
        pictures = _cut_all_rows(found.rows)
        suits = None if family is None and not found.cards else found.family
        laid = named_or_asked(pictures, suits, tuple(views_of), order or RowOrder())
        for one, view in laid.named.items():
            views_of.setdefault(one, []).append(view)
    lesson = judged(name, views_of, nets)
    bad += lesson.bad
    negatives = NO_NEGATIVES
    if lesson.profile is not None:
        negatives, worse = _negatives(found, lesson.profile, lesson.good, nets)
        bad += worse
    if bad:
        raise _unfit(tuple(views_of), found.ignored, bad)
    sheet = None if laid is None else laid.sheet()
    return replace(learned(lesson, negatives), ignored=found.ignored, sheet=sheet)


def _cut_all_rows(paths: Sequence[Path]) -> list[tuple[CardPicture, ...]]:
    """Return the cards of all pictures of rows, picture by picture in reading order."""
    cut = [_cut_rows_of(path) for path in paths]
    bad = [one for one in cut if isinstance(one, RejectedPicture)]
    if bad:
        raise PlainError(picture_faults.sentence(bad))
    return [one for one in cut if not isinstance(one, RejectedPicture)]


def _cut_rows_of(path: Path) -> tuple[CardPicture, ...] | RejectedPicture:
    read = read_or_doubt(path, upright=True)
    if isinstance(read, RejectedPicture):
        return read
    return cut_rows(read[0], path.name) or RejectedPicture(path.name, picture_faults.NO_CARD)


def _unfit(
    cards: Sequence[Card], ignored: Sequence[str], bad: Sequence[RejectedPicture]
) -> UnfitFolderError:
    said = picture_faults.sentence(sorted(bad, key=lambda doubt: doubt.name))
    return UnfitFolderError(said, sorted(cards, key=in_deck_order), ignored)


def _negatives(
    found: Folder, profile: Profile, views: Sequence[CardPicture], nets: Nets
) -> tuple[Negatives, list[RejectedPicture]]:
    """Learn what is no card, and return the pictures that show one after all."""
    crops: list[Image] = []
    kinds: list[NegativeKind] = []
    bad: list[RejectedPicture] = []
    share = _card_share(views)
    for kind, path in found.negatives:
        learned = _negative(kind, path, profile, share, nets)
        if isinstance(learned, RejectedPicture):
            bad.append(learned)
        else:
            crops += learned
            kinds += [kind] * len(learned)
    if not crops:
        return NO_NEGATIVES, bad
    return embed_negatives(nets.embedding, np.stack(crops), tuple(kinds)), bad


def _negative(
    kind: NegativeKind, path: Path, profile: Profile, share: float, nets: Nets
) -> list[Image] | RejectedPicture:
    read = read_or_doubt(path)
    if isinstance(read, RejectedPicture):
        return read
    cut = cut_out(*read)
    if cut is not None:
        alike = profile.similarities(embed(nets.embedding, cut.face[None]))[0]
        if float(alike.max()) >= nets.accept:
            face = profile.cards[int(alike.argmax())].code
            return RejectedPicture(path.name, picture_faults.NOT_EMPTY.format(other=face))
    if kind is NegativeKind.BACK:
        return RejectedPicture(path.name, picture_faults.NO_CARD) if cut is None else [cut.face]
    square = _middle_square(read[0])
    length = share * square.shape[0]
    places = HAND_PLACES if kind is NegativeKind.HAND else TABLE_PLACES
    return cut_pieces(square, length * profile.aspect, length, places)


def _card_share(views: Sequence[CardPicture]) -> float:
    """Return how long a card is in the photographs, as a share of their shorter side."""
    shares = [v.length / min(v.size) for v in views if v.cut.kind is PictureKind.PHOTOGRAPH]
    return min(float(np.median(shares)), _LARGEST_SHARE) if shares else _USUAL_SHARE


def _middle_square(picture: Image) -> Image:
    height, width = picture.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return np.ascontiguousarray(picture[top : top + side, left : left + side])
