"""Learns a deck from a folder of pictures, one or more a card, named by the card's code.

A file is named after its card, `EO.jpg`; further views are `EO-2.jpg`, `EO_3.jpg`. What is no card
is named in words: RÜCKEN or BACK, LEER or EMPTY, HAND. Capitals do not matter. Pictures are clean
faces, cut-outs with alpha, or photographs in which one card lies on any plain ground.

Pictures called ROWS-1, REIHEN-2 and so on show many cards lying in rows (`rows`), which are named
by their order (`laid_names`); so does every picture of a folder in which none is named after a
card.

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

import cv2
import numpy as np

from engine.cards import Card, Family, Rank, Suit, UnknownCardError, card
from engine.text import PlainError, Text, os_reason
from vision.arrays import Floats, Image, Mask, as_image
from vision.camera.frames import PICTURE_SUFFIXES
from vision.enrolling import picture_faults
from vision.enrolling.cutout import CutOut, PictureKind, cut_at, cut_out
from vision.enrolling.laid_names import NO_CARD, contact_sheet, given_names, named_by_order
from vision.enrolling.picture_faults import (
    CLEAR_LENGTH,
    SHORTEST,
    Flaw,
    Focus,
    RejectedPicture,
    flaw_of,
    focus_of,
    is_burnt,
    is_dark,
    is_soft,
    is_soft_though_small,
    is_softer,
)
from vision.enrolling.rows import find_rows
from vision.reading.nets import Nets, embed
from vision.reading.profile import (
    HAND_PLACES,
    NO_NEGATIVES,
    TABLE_PLACES,
    NegativeKind,
    Negatives,
    Profile,
    build_profile,
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
UNREAD_SUFFIXES = frozenset(
    {".arw", ".avif", ".cr2", ".dng", ".gif", ".heic", ".heif", ".jxl", ".nef", ".pdf", ".svg"}
)
"""Pictures that are named when they are a card's, so that nobody misses it: they cannot be read."""
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
        if any(_in_family(word, suits) for suits in Family):
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


def read_picture(path: Path, *, upright: bool = False) -> tuple[Image, Mask | None] | None:
    """Return a picture [h,w,3] and its alpha channel [h,w], if it has one; None: unreadable.

    `upright` turns it as the camera says it was held; then there is no alpha channel.
    """
    raw = cv2.imread(str(path), cv2.IMREAD_COLOR if upright else cv2.IMREAD_UNCHANGED)
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


ASPECT_SPREAD = 0.08
_CUT_SPREAD = 0.12
_AT_THE_EDGE = 0.004
_LEAST_EVIDENCE = 0.6
"""Share of a card's sides that has to be seen where it lies alone."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """One picture of a card, cut out."""

    path: Path
    size: tuple[int, int]
    """Width and height of the picture."""
    cut: CutOut
    focus: Focus
    burnt: bool
    """Whether the camera took the card too bright."""
    certain: bool = True
    """Whether it is known to be cut where the card ends."""

    @property
    def photographed(self) -> bool:
        """Whether it is a photograph; what fills its picture may be one as well."""
        return self.cut.kind is PictureKind.PHOTOGRAPH

    @property
    def length(self) -> float:
        """Length of the card in pixels of the picture."""
        quad = self.cut.corners
        return float(np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])) / 2

    @property
    def at_the_edge(self) -> bool:
        """Whether a corner lies on the picture's border."""
        slack = 1.0 + _AT_THE_EDGE * max(self.size)
        limit = np.array(self.size) - 1.0 - slack
        return bool(np.any(self.cut.corners < slack) or np.any(self.cut.corners > limit))


def cut_view(path: Path) -> CardPicture | RejectedPicture:
    """Cut the one card out of a picture, or say why that cannot be done."""
    read = read_or_doubt(path)
    if isinstance(read, RejectedPicture):
        return read
    picture, alpha = read
    if max(picture.shape[:2]) < SHORTEST:
        return RejectedPicture(path.name, picture_faults.FLAWS[Flaw.SMALL])
    found = cut_out(picture, alpha)
    if found is None:
        dark = is_dark(picture)
        return RejectedPicture(
            path.name, picture_faults.FLAWS[Flaw.DARK] if dark else picture_faults.NO_CARD
        )
    burnt = found.kind is PictureKind.PHOTOGRAPH and is_burnt(found.face, picture, found.corners)
    size = (picture.shape[1], picture.shape[0])
    return CardPicture(path, size, found, focus_of(found.face), burnt)


def _cut_views(paths: Sequence[Path]) -> list[CardPicture | RejectedPicture]:
    """Cut each picture's card out; where none stands out, what the others show is looked for.

    A white card on white ground shows itself by the thin lines of its rim only, and only to
    somebody who knows its shape.
    """
    cut = [cut_view(path) for path in paths]
    sure = [v for v in cut if isinstance(v, CardPicture) and v.cut.kind is not PictureKind.FACE]
    if not sure:
        return cut
    aspect = common_aspect(sure)
    for index, (path, view) in enumerate(zip(paths, cut, strict=True)):
        if isinstance(view, RejectedPicture):
            lost = view.why == picture_faults.NO_CARD
        else:
            astray = abs(view.cut.aspect / aspect - 1) > ASPECT_SPREAD
            lost = astray and view.cut.kind is PictureKind.FACE
        if lost:
            cut[index] = _faintly_seen(path, aspect) or view
    return cut


def _faintly_seen(path: Path, aspect: float) -> CardPicture | None:
    """Return the card of known shape whose rim can be seen at all."""
    read = read_picture(path)
    if read is None:
        return None
    picture, _ = read
    laid = find_rows(picture, aspect)
    if len(laid) != 1 or laid[0].evidence < _LEAST_EVIDENCE:
        return None
    size = (picture.shape[1], picture.shape[0])
    cut = cut_at(picture, laid[0].quad)
    if abs(cut.aspect / aspect - 1) > ASPECT_SPREAD:
        return None
    return CardPicture(path, size, cut, focus_of(cut.face), burnt=False)


def cut_rows(path: Path) -> list[CardPicture] | RejectedPicture:
    """Cut the cards that lie in rows out of a picture, in reading order, or say why not."""
    read = read_or_doubt(path, upright=True)
    if isinstance(read, RejectedPicture):
        return read
    picture, _ = read
    size = (picture.shape[1], picture.shape[0])
    found: list[CardPicture] = []
    for laid in find_rows(picture):
        cut = cut_at(picture, laid.quad)
        burnt = is_burnt(cut.face, picture, cut.corners)
        named = path.with_name(f"{path.name} #{len(found) + 1}")
        found.append(CardPicture(named, size, cut, focus_of(cut.face), burnt, laid.certain))
    return found or RejectedPicture(path.name, picture_faults.NO_CARD)


def read_or_doubt(
    path: Path, *, upright: bool = False
) -> tuple[Image, Mask | None] | RejectedPicture:
    """Return a picture and its alpha channel, or say why it cannot be read."""
    suffix = path.suffix.lower()
    if suffix in UNREAD_SUFFIXES:
        return RejectedPicture(path.name, picture_faults.OTHER_FORMAT.format(suffix=suffix))
    try:
        path.open("rb").close()
    except OSError as error:
        return RejectedPicture(path.name, os_reason(error))
    return read_picture(path, upright=upright) or RejectedPicture(
        path.name, picture_faults.UNREADABLE
    )


def common_aspect(views: Sequence[CardPicture]) -> float:
    """Return width over length of the cards; 1 without any."""
    aspects: Floats = np.array([view.cut.aspect for view in views] or [1.0])
    return float(np.median(aspects))


def doubts_about(views: Sequence[CardPicture]) -> list[RejectedPicture]:
    """Return what is wrong with the views, one doubt a view at most."""
    aspect = common_aspect(views)
    found = []
    for view in views:
        flaw = _flaw(view)
        why = _out_of_shape(view, views, aspect) if flaw is None else picture_faults.FLAWS[flaw]
        if why is not None:
            found.append(RejectedPicture(view.path.name, why))
    return found


def softer_than_fellows(views: Sequence[CardPicture]) -> tuple[str, ...]:
    """Return the names of the pictures that are softer than the others of their kind."""
    large = [view for view in views if view.length >= CLEAR_LENGTH]
    fellows = {
        photographed: [view.focus for view in large if view.photographed is photographed]
        for photographed in (False, True)
    }
    return tuple(v.path.name for v in large if is_softer(v.focus, fellows[v.photographed]))


def _flaw(view: CardPicture) -> Flaw | None:
    """Return what is wrong with how a card was taken; a drawn face has no glare."""
    if view.length < SHORTEST:
        return Flaw.SMALL
    if view.cut.kind is not PictureKind.ALPHA and is_dark(view.cut.face):
        return Flaw.DARK
    if view.photographed and (flaw := flaw_of(view.cut.face, view.length)) is not None:
        return flaw
    if view.length >= CLEAR_LENGTH:
        if view.burnt:
            return Flaw.BURNT
        soft = is_soft(view.focus, photographed=view.photographed)
    else:
        soft = not view.photographed and is_soft_though_small(view.focus)
    return Flaw.BLURRED if soft else None


def _out_of_shape(view: CardPicture, views: Sequence[CardPicture], aspect: float) -> Text | None:
    """Return why something else than the whole card seems to be cut out, or None."""
    astray = abs(view.cut.aspect / aspect - 1)
    if view.cut.kind is PictureKind.FACE:
        alone = all(other.cut.kind is PictureKind.FACE for other in views)
        return picture_faults.NO_CARD if not alone and astray > ASPECT_SPREAD else None
    return picture_faults.CUT_OFF if astray > _CUT_SPREAD and view.at_the_edge else None


_MOST_NUMBERS = 12
_UNNAMED = Text(
    de="In den Reihen liegen {count} Karten; das ist nicht die Zahl, nach der sich die Namen aus "
    "der Folge ergeben. Ohne Namen sind die Nummern {numbers}. Bitte {sheet} ansehen und noch "
    'einmal mit --names "{open}=HO ..." aufrufen; folgen die Karten aufeinander, genügen die '
    "Codes, und {open}=- heißt: keine Karte. Verloren ist nichts.",
    en="{count} cards lie in the rows, which is not the number from which their order tells the "
    "names. Without a name are the numbers {numbers}. Please look at {sheet} and call again with "
    '--names "{open}=HO ..."; where cards follow each other the codes will do, and {open}=- means '
    "no card. Nothing is lost.",
)
_WHICH_SUITS = Text(
    de="In den Reihen liegen {count} Karten; bitte mit --suits german oder --suits french sagen, "
    "welche Farben sie haben.",
    en="{count} cards lie in the rows; please say with --suits german or --suits french which "
    "suits they have.",
)
_UNCERTAIN = Text(
    de="Bei {numbers} (auf {sheet}) ist nicht sicher, wo die Karte aufhört; eingelernt ist nichts. "
    "Es hilft ein glatter Grund in anderer Farbe, ein Fingerbreit zwischen den Karten und Licht "
    'ohne Schattenrand; was keine Karte ist, mit --names "{open}=-" auslassen.',
    en="It is not certain where the card ends at {numbers} (on {sheet}); nothing was enrolled. A "
    "plain ground of another colour helps, a finger's breadth between the cards, and light without "
    'a frame of shadow; what is no card is left out with --names "{open}=-".',
)
_NAMED_TWICE = Text(
    de="Zweimal genannt sind: {names}. Bitte {sheet} ansehen und --names berichtigen.",
    en="Named twice are: {names}. Please look at {sheet} and correct --names.",
)
TWINS = 0.985
"""Similarity from which on two cards are the same picture."""
_MISNAMED_LEAD = 0.1
"""A further view this much more like another card than like its own was named wrongly."""
_SAME_PIXELS = 0.2
"""Share of the contrast by which one scan differs from itself, sized and packed otherwise, at its
worst place (19 in 20 about that); faces that differ by one letter have 0.24 and more."""
_SHIFT = 3
_USUAL_SHARE = 0.4
"""Length of a card as a share of a photograph's shorter side, where no card was photographed."""
_LARGEST_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A learned deck and what there is to know about it."""

    profile: Profile
    nearest: tuple[Card, Card]
    """The two cards that look most alike."""
    margin: float
    """How far they are apart: one minus their similarity, between 0 and 2."""
    ignored: tuple[str, ...]
    """Names of pictures that are no card codes."""
    softer: tuple[str, ...] = ()
    """Names of pictures that are softer than the others; learned, but better taken once more."""
    sheet: Image | None = None
    """Cards that lay in rows with number and name, to look whether the names are right."""


class UnfitFolderError(PlainError):
    """A folder with pictures that cannot be learned from."""

    def __init__(self, text: Text, cards: Sequence[Card], ignored: Sequence[str]) -> None:
        super().__init__(text)
        self.cards = tuple(cards)
        """Cards that have a picture, fit or not."""
        self.ignored = tuple(ignored)
        """Names of pictures that are no card codes."""


class UnnamedRowsError(PlainError):
    """Cards that lie in rows and cannot all be cut surely, or named."""

    def __init__(self, text: Text, sheet: Image) -> None:
        super().__init__(text)
        self.sheet = sheet
        """All cards with their numbers, to look at."""


@dataclass(frozen=True, slots=True)
class RowOrder:
    """How cards that lie in rows are named."""

    packs: tuple[tuple[Card, ...], ...] = ()
    """Decks that may lie there, in the order in which they are laid."""
    words: str = ""
    """What somebody said, as `given_names` reads it."""
    sheet: str = ""
    """Where the contact sheet will be found."""


def enrol_folder(
    folder: Path,
    name: str,
    nets: Nets,
    family: Family | None = None,
    order: RowOrder = RowOrder(),
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
    cut = _cut_views([path for paths in found.cards.values() for path in paths])
    sheet: Image | None = None
    if found.rows:
        laid = _cut_all_rows(found.rows)
        if family is None and not found.cards:
            found = replace(found, family=_family_of(laid, order))
        names = _named(laid, found, order)
        sheet = contact_sheet([view.cut.face for view in laid], names)
        for number, one in names.items():
            if one is not None:
                found.cards.setdefault(one.code, []).append(laid[number - 1].path)
                cut.append(laid[number - 1])
    views = [view for view in cut if isinstance(view, CardPicture)]
    bad = [doubt for doubt in cut if isinstance(doubt, RejectedPicture)] + doubts_about(views)
    blamed = {doubt.name for doubt in bad}
    good = [view for view in views if view.path.name not in blamed]
    cards = tuple(sorted(_cards_of(found, good), key=_in_deck_order))
    if len(cards) < 2:
        raise _unfit(found, bad)
    of_card = [[view for view in good if view.path in found.cards[c.code]] for c in cards]
    crops = [np.stack([view.cut.face for view in one]) for one in of_card]
    profile = build_profile(name, cards, crops, common_aspect(views), nets.embedding)
    negatives, worse = _negatives(found, profile, good, nets)
    bad += [*worse, *_misnamed(profile, of_card)]
    if bad:
        raise _unfit(found, bad)
    one, two, similarity = nearest_pair(profile)
    if similarity >= TWINS:
        raise PlainError(picture_faults.INDISTINCT.format(first=one.code, second=two.code))
    learned = replace(profile, negatives=negatives)
    softer = softer_than_fellows(good)
    return Enrolment(learned, (one, two), 1.0 - similarity, found.ignored, softer, sheet)


def _cut_all_rows(paths: Sequence[Path]) -> list[CardPicture]:
    """Return the cards of all pictures of rows, in reading order."""
    cut = [cut_rows(path) for path in paths]
    bad = [one for one in cut if isinstance(one, RejectedPicture)]
    if bad:
        raise PlainError(picture_faults.sentence(bad))
    return [view for one in cut if not isinstance(one, RejectedPicture) for view in one]


def _family_of(laid: Sequence[CardPicture], order: RowOrder) -> Family:
    """Return the suits in which what was said names cards, else those of the only deck that fits.

    Raises:
        UnnamedRowsError: so many cards have decks of several suits.
    """
    said = [word.rpartition("=")[2].upper() for word in order.words.replace(",", " ").split()]
    codes = [code for code in said if code != NO_CARD]
    spoken = [one for one in Family if codes and all(_in_family(code, one) for code in codes)]
    count = len(laid) - said.count(NO_CARD)
    fitting = {cards[0].family for cards in order.packs if len(cards) == count}
    likely = spoken or [one for one in Family if one in fitting] or [Family.GERMAN]
    if len(likely) > 1:
        faces = [view.cut.face for view in laid]
        raise UnnamedRowsError(_WHICH_SUITS.format(count=count), contact_sheet(faces, {}))
    return likely[0]


def _named(laid: Sequence[CardPicture], found: Folder, order: RowOrder) -> dict[int, Card | None]:
    """Return the card of each number.

    Raises:
        UnnamedRowsError: a card's place is not certain, some cannot be named, or a card was named
            twice.
    """
    given = given_names(order.words, len(laid), found.family, order.sheet)
    elsewhere = [card(code, found.family) for code in found.cards]
    packs = [cards for cards in order.packs if cards[0].family is found.family]
    names = named_by_order(len(laid), packs, elsewhere, given)
    doubtful = [
        number
        for number, view in enumerate(laid, 1)
        if not view.certain and given.get(number, view) is not None
    ]
    sheet = contact_sheet(
        [view.cut.face for view in laid], {n: names[n] for n in names if n not in doubtful}
    )
    if doubtful:
        numbers = _listed(doubtful)
        text = _UNCERTAIN.format(numbers=numbers, sheet=order.sheet, open=doubtful[0])
        raise UnnamedRowsError(text, sheet)
    each = [one for one in names.values() if one is not None]
    twice = sorted({one.code for one in each if each.count(one) > 1})
    open_ = [number for number in range(1, len(laid) + 1) if number not in names]
    if not open_ and not twice:
        return names
    text = _NAMED_TWICE.format(names=", ".join(twice), sheet=order.sheet)
    if open_:
        numbers = _listed(open_)
        text = _UNNAMED.format(count=len(laid), numbers=numbers, sheet=order.sheet, open=open_[0])
    raise UnnamedRowsError(text, sheet)


def _listed(numbers: Sequence[int]) -> str:
    more = " …" * (len(numbers) > _MOST_NUMBERS)
    return ", ".join(map(str, numbers[:_MOST_NUMBERS])) + more


def _unfit(found: Folder, bad: Sequence[RejectedPicture]) -> UnfitFolderError:
    named = sorted((card(code, found.family) for code in found.cards), key=_in_deck_order)
    said = picture_faults.sentence(sorted(bad, key=_by_name))
    return UnfitFolderError(said, named, found.ignored)


def _by_name(doubt: RejectedPicture) -> str:
    return doubt.name


def _cards_of(found: Folder, good: Sequence[CardPicture]) -> list[Card]:
    """Return the cards of which at least one picture can be learned from."""
    there = {view.path for view in good}
    return [card(code, found.family) for code, paths in found.cards.items() if there & set(paths)]


def nearest_pair(profile: Profile) -> tuple[Card, Card, float]:
    """Return the two different cards of a deck that look most alike, and their similarity."""
    across = profile.similarities(profile.prototypes).copy()
    for row, own in enumerate(profile.owner):
        across[row, own] = -np.inf
    row, column = divmod(int(across.argmax()), len(profile.cards))
    first, second = sorted((profile.owner[row], column))
    return profile.cards[first], profile.cards[second], float(across.max())


def pairs_alike(profile: Profile, margin: float) -> list[tuple[Card, Card]]:
    """Return pairs of cards less than `margin` apart of which one has one view, closest first."""
    across = profile.similarities(profile.prototypes)
    first = [profile.owner.index(index) for index in range(len(profile.cards))]
    best = np.maximum.reduceat(across, first, axis=0)
    views = [profile.owner.count(index) // 2 for index in range(len(profile.cards))]
    one, other = np.triu_indices(len(profile.cards), 1)
    alike = best[one, other]
    order = np.argsort(-alike, kind="stable")
    return [
        (profile.cards[one[k]], profile.cards[other[k]])
        for k in order
        if alike[k] > 1 - margin and min(views[one[k]], views[other[k]]) == 1
    ]


def _in_deck_order(face: Card) -> tuple[int, int]:
    return list(Suit).index(face.suit), list(Rank).index(face.rank)


def _misnamed(profile: Profile, of_card: Sequence[Sequence[CardPicture]]) -> list[RejectedPicture]:
    """Find pictures that look like another card's: twins, and views unlike their own card's."""
    upright = profile.prototypes
    found = []
    rows = _rows(profile)
    for index, (views, own_rows) in enumerate(zip(of_card, rows, strict=True)):
        for view, row in zip(views, own_rows, strict=True):
            alike = upright @ upright[row]
            own = [float(alike[other]) for other in own_rows if other != row]
            others = np.where(np.array(profile.owner) == index, -np.inf, alike)
            nearest = int(others.argmax())
            like = float(others[nearest])
            other = profile.owner[nearest]
            twin = of_card[other][(nearest - rows[other][0]) % len(of_card[other])]
            same = like >= TWINS and _one_picture(view, twin)
            if same or (own and like > max(own) + _MISNAMED_LEAD):
                why = picture_faults.LIKE.format(other=twin.path.name)
                found.append(RejectedPicture(view.path.name, why, misnamed=True))
    return found


def _one_picture(one: CardPicture, other: CardPicture) -> bool:
    """Whether two views that the net holds for the same show one card.

    Drawn and scanned faces are told apart by their pixels: in some decks two cards differ by one
    letter only. Of photographs nobody can say, so they count as the same.
    """
    if one.photographed or other.photographed:
        return True
    first, second = (_softly(view.cut.face) for view in (one, other))
    inner = second[_SHIFT:-_SHIFT, _SHIFT:-_SHIFT]
    apart = cv2.matchTemplate(first, inner, cv2.TM_SQDIFF)
    row, column = divmod(int(apart.argmin()), apart.shape[1])
    under = first[row : row + inner.shape[0], column : column + inner.shape[1]]
    contrast = max(1.0, float(np.ptp(first)))
    return float(np.abs(under - inner).max()) < _SAME_PIXELS * contrast


def _softly(face: Image) -> Floats:
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.5), np.float32)


def _rows(profile: Profile) -> list[range]:
    """Return the rows of each card's views, the way up they were taken."""
    rows = []
    for index in range(len(profile.cards)):
        first = profile.owner.index(index)
        rows.append(range(first, first + profile.owner.count(index) // 2))
    return rows


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
