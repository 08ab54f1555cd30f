"""Learns a deck from a folder of pictures, one or more a card, named by the card's code.

Pictures are clean faces, cut-outs with alpha, or photographs in which one card lies on any plain
ground; beside them the back, the empty table and a hand. What cannot be read safely later is
refused now, all of it at once with the reasons: a blurred, dark or burnt-out picture, glare, a card
cut off by the edge, a picture without a card, two cards that look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Family, Rank, Suit, card
from engine.text import PlainError, Text
from vision.arrays import Floats, Image
from vision.enrolling import doubts
from vision.enrolling.cutout import Kind, cut_out
from vision.enrolling.doubts import Doubt
from vision.enrolling.folder import Folder, look_into
from vision.enrolling.views import (
    View,
    common_aspect,
    cut_view,
    doubts_about,
    read_or_doubt,
    softer_than_fellows,
)
from vision.reading.embedding import embed
from vision.reading.negatives import (
    HAND_PLACES,
    NO_NEGATIVES,
    TABLE_PLACES,
    NegativeKind,
    Negatives,
    embed_negatives,
    pieces,
)
from vision.reading.nets import Nets
from vision.reading.profile import Profile, build_profile

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


class UnfitFolderError(PlainError):
    """A folder with pictures that cannot be learned from."""

    def __init__(self, text: Text, cards: Sequence[Card], ignored: Sequence[str]) -> None:
        super().__init__(text)
        self.cards = tuple(cards)
        """Cards that have a picture, fit or not."""
        self.ignored = tuple(ignored)
        """Names of pictures that are no card codes."""


def enrol_folder(folder: Path, name: str, nets: Nets, family: Family | None = None) -> Enrolment:
    """Learn the deck `name` from the pictures in `folder`.

    `family` is guessed from the codes where it is not given.

    Raises:
        PlainError: no pictures of cards, or of several decks; a deck with two cards that cannot be
            told apart.
        UnfitFolderError: pictures that cannot be learned; the sentence names all of them.
    """
    found = look_into(folder, family)
    cut = [cut_view(path) for paths in found.cards.values() for path in paths]
    views = [view for view in cut if isinstance(view, View)]
    bad = [doubt for doubt in cut if isinstance(doubt, Doubt)] + doubts_about(views)
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
        raise PlainError(doubts.INDISTINCT.format(first=one.code, second=two.code))
    learned = replace(profile, negatives=negatives)
    softer = softer_than_fellows(good)
    return Enrolment(learned, (one, two), 1.0 - similarity, found.ignored, softer)


def _unfit(found: Folder, bad: Sequence[Doubt]) -> UnfitFolderError:
    named = sorted((card(code, found.family) for code in found.cards), key=_in_deck_order)
    said = doubts.sentence(sorted(bad, key=_by_name))
    return UnfitFolderError(said, named, found.ignored)


def _by_name(doubt: Doubt) -> str:
    return doubt.name


def _cards_of(found: Folder, good: Sequence[View]) -> list[Card]:
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


def _in_deck_order(face: Card) -> tuple[int, int]:
    return list(Suit).index(face.suit), list(Rank).index(face.rank)


def _misnamed(profile: Profile, of_card: Sequence[Sequence[View]]) -> list[Doubt]:
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
                why = doubts.LIKE.format(other=twin.path.name)
                found.append(Doubt(view.path.name, why, misnamed=True))
    return found


def _one_picture(one: View, other: View) -> bool:
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
    found: Folder, profile: Profile, views: Sequence[View], nets: Nets
) -> tuple[Negatives, list[Doubt]]:
    """Learn what is no card, and return the pictures that show one after all."""
    crops: list[Image] = []
    kinds: list[NegativeKind] = []
    bad: list[Doubt] = []
    share = _card_share(views)
    for kind, path in found.negatives:
        learned = _negative(kind, path, profile, share, nets)
        if isinstance(learned, Doubt):
            bad.append(learned)
        else:
            crops += learned
            kinds += [kind] * len(learned)
    if not crops:
        return NO_NEGATIVES, bad
    return embed_negatives(nets.embedding, np.stack(crops), tuple(kinds)), bad


def _negative(
    kind: NegativeKind, path: Path, profile: Profile, share: float, nets: Nets
) -> list[Image] | Doubt:
    read = read_or_doubt(path)
    if isinstance(read, Doubt):
        return read
    cut = cut_out(*read)
    if cut is not None:
        alike = profile.similarities(embed(nets.embedding, cut.face[None]))[0]
        if float(alike.max()) >= nets.accept:
            face = profile.cards[int(alike.argmax())].code
            return Doubt(path.name, doubts.NOT_EMPTY.format(other=face))
    if kind is NegativeKind.BACK:
        return Doubt(path.name, doubts.NO_CARD) if cut is None else [cut.face]
    square = _middle_square(read[0])
    length = share * square.shape[0]
    places = HAND_PLACES if kind is NegativeKind.HAND else TABLE_PLACES
    return pieces(square, length * profile.aspect, length, places)


def _card_share(views: Sequence[View]) -> float:
    """Return how long a card is in the photographs, as a share of their shorter side."""
    shares = [v.length / min(v.size) for v in views if v.cut.kind is Kind.PHOTOGRAPH]
    return min(float(np.median(shares)), _LARGEST_SHARE) if shares else _USUAL_SHARE


def _middle_square(picture: Image) -> Image:
    height, width = picture.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return np.ascontiguousarray(picture[top : top + side, left : left + side])
