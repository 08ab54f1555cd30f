"""Learns a deck from a folder of pictures, one or more a card, named by the card's code.

Pictures are clean faces, cut-outs with alpha, or photographs in which one card lies on any plain
ground; beside them the back, the empty table and a hand. What cannot be read safely later is
refused now, all of it at once with the reasons: a blurred picture, glare, a card cut off by the
edge, a picture without a card, two cards that look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.cards import Card, Family, Rank, Suit, card
from engine.text import PlainError
from vision.arrays import Floats, Image
from vision.enrolling import doubts
from vision.enrolling.cutout import CutOut, Kind, cut_out
from vision.enrolling.doubts import Doubt
from vision.enrolling.face_quality import SHORTEST, SOFT_EDGES, Flaw, edge_sharpness, flaw_of
from vision.enrolling.folder import Folder, look_into, read_picture
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
ASPECT_SPREAD = 0.08
_MISNAMED_LEAD = 0.1
"""A further view this much more like another card than like its own was named wrongly."""
_CUT_SPREAD = 0.12
_AT_THE_EDGE = 0.004
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


@dataclass(frozen=True, slots=True)
class _View:
    """One picture of a card, cut out."""

    path: Path
    size: tuple[int, int]
    """Width and height of the picture."""
    cut: CutOut

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


def enrol_folder(folder: Path, name: str, nets: Nets, family: Family | None = None) -> Enrolment:
    """Learn the deck `name` from the pictures in `folder`.

    `family` is guessed from the codes where it is not given.

    Raises:
        PlainError: no or wrong pictures; the sentence names all that are to blame.
    """
    found = look_into(folder, family)
    views, bad = _cut_all(found)
    aspect = _common_aspect(views)
    bad += [doubt for view in views for doubt in _out_of_shape(view, views, aspect)]
    blamed = {doubt.name for doubt in bad}
    good = [view for view in views if view.path.name not in blamed]
    cards = tuple(sorted(_cards_of(found, good), key=_in_deck_order))
    if len(cards) < 2:
        raise PlainError(doubts.sentence(sorted(bad, key=_by_name)))
    of_card = [[view for view in good if view.path in found.cards[c.code]] for c in cards]
    crops = [np.stack([view.cut.face for view in one]) for one in of_card]
    profile = build_profile(name, cards, crops, aspect, nets.embedding)
    negatives, worse = _negatives(found, profile, good, nets)
    bad += [*worse, *_misnamed(profile, of_card)]
    if bad:
        raise PlainError(doubts.sentence(sorted(bad, key=_by_name)))
    one, two, similarity = nearest_pair(profile)
    learned = replace(profile, negatives=negatives)
    return Enrolment(learned, (one, two), 1.0 - similarity, found.ignored)


def _by_name(doubt: Doubt) -> str:
    return doubt.name


def _cards_of(found: Folder, good: Sequence[_View]) -> list[Card]:
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


def _cut_all(found: Folder) -> tuple[list[_View], list[Doubt]]:
    """Cut out the card of every picture, as far as there is one that can be learned."""
    views, bad = [], []
    for paths in found.cards.values():
        for path in paths:
            view = _cut(path)
            flaw = view if isinstance(view, Doubt) else _flaw(view)
            if isinstance(flaw, Doubt):
                bad.append(flaw)
            if isinstance(view, _View):
                views.append(view)
    return views, bad


def _cut(path: Path) -> _View | Doubt:
    read = read_picture(path)
    if read is None:
        return Doubt(path.name, doubts.UNREADABLE)
    picture, alpha = read
    found = cut_out(picture, alpha)
    if found is None:
        return Doubt(path.name, doubts.NO_CARD)
    return _View(path, (picture.shape[1], picture.shape[0]), found)


def _flaw(view: _View) -> Doubt | None:
    """Return what is wrong with how a card was taken; a drawn face has no glare."""
    if view.cut.kind is Kind.PHOTOGRAPH:
        flaw = flaw_of(view.cut.face, view.length)
    elif view.length < SHORTEST:
        flaw = Flaw.SMALL
    else:
        flaw = Flaw.BLURRED if edge_sharpness(view.cut.face) < SOFT_EDGES else None
    return None if flaw is None else Doubt(view.path.name, doubts.FLAWS[flaw])


def _common_aspect(views: Sequence[_View]) -> float:
    aspects: Floats = np.array([view.cut.aspect for view in views] or [1.0])
    return float(np.median(aspects))


def _out_of_shape(view: _View, views: Sequence[_View], aspect: float) -> list[Doubt]:
    """Return the doubt about a picture in which something else than the whole card was cut out."""
    astray = abs(view.cut.aspect / aspect - 1)
    if view.cut.kind is Kind.FACE:
        alone = all(other.cut.kind is Kind.FACE for other in views)
        if not alone and astray > ASPECT_SPREAD:
            return [Doubt(view.path.name, doubts.NO_CARD)]
    elif astray > _CUT_SPREAD and view.at_the_edge:
        return [Doubt(view.path.name, doubts.CUT_OFF)]
    return []


def _misnamed(profile: Profile, of_card: Sequence[Sequence[_View]]) -> list[Doubt]:
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
            if like >= TWINS or (own and like > max(own) + _MISNAMED_LEAD):
                other = profile.owner[nearest]
                twin = of_card[other][(nearest - rows[other][0]) % len(of_card[other])]
                why = doubts.LIKE.format(other=twin.path.name)
                found.append(Doubt(view.path.name, why, misnamed=True))
    return found


def _rows(profile: Profile) -> list[range]:
    """Return the rows of each card's views, the way up they were taken."""
    rows = []
    for index in range(len(profile.cards)):
        first = profile.owner.index(index)
        rows.append(range(first, first + profile.owner.count(index) // 2))
    return rows


def _negatives(
    found: Folder, profile: Profile, views: Sequence[_View], nets: Nets
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
    read = read_picture(path)
    if read is None:
        return Doubt(path.name, doubts.UNREADABLE)
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


def _card_share(views: Sequence[_View]) -> float:
    """Return how long a card is in the photographs, as a share of their shorter side."""
    shares = [v.length / min(v.size) for v in views if v.cut.kind is Kind.PHOTOGRAPH]
    return min(float(np.median(shares)), _LARGEST_SHARE) if shares else _USUAL_SHARE


def _middle_square(picture: Image) -> Image:
    height, width = picture.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return np.ascontiguousarray(picture[top : top + side, left : left + side])
