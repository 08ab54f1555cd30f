"""A deck learned from pictures of its cards: what cannot be told apart is refused, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card, Rank, Suit
from engine.text import PlainError, Text
from vision.arrays import Floats, Image
from vision.enrolling import picture_faults
from vision.enrolling.card_pictures import (
    CardPicture,
    common_aspect,
    doubts_about,
    softer_than_fellows,
)
from vision.enrolling.picture_faults import RejectedPicture
from vision.reading.nets import Nets
from vision.reading.profile import NO_NEGATIVES, Negatives, Profile, build_profile

_TOO_FEW = Text(
    de="Ein Blatt braucht mindestens zwei Karten; bitte mehr davon aufnehmen.",
    en="A deck needs at least two cards; please take pictures of more.",
)
TWINS = 0.985
"""Similarity from which on two cards are the same picture."""
_MISNAMED_LEAD = 0.1
"""A further view this much more like another card than like its own was named wrongly."""
_SAME_PIXELS = 0.2
"""Share of the contrast by which one scan differs from itself, sized and packed otherwise, at its
worst place (19 in 20 about that); faces that differ by one letter have 0.24 and more."""
_SHIFT = 3


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A learned deck and what there is to know about it."""

    profile: Profile
    nearest: tuple[Card, Card]
    """The two cards that look most alike."""
    margin: float
    """How far they are apart: one minus their similarity, between 0 and 2."""
    ignored: tuple[str, ...] = ()
    """Names of pictures that are no card codes."""
    softer: tuple[str, ...] = ()
    """Names of pictures that are softer than the others; learned, but better taken once more."""
    sheet: Image | None = None
    """Cards that lay in rows with number and name, to look whether the names are right."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The pictures of a deck, judged."""

    profile: Profile | None
    """The deck as it is learned from the good ones; None where they show less than two cards."""
    good: tuple[CardPicture, ...]
    bad: tuple[RejectedPicture, ...]
    """What cannot be learned from and why, and what was named wrongly."""


def judged(name: str, views_of: Mapping[Card, Sequence[CardPicture]], nets: Nets) -> Lesson:
    """Judge the pictures of a deck called `name`, alone, beside each other and by their names."""
    views = [view for of_one in views_of.values() for view in of_one]
    bad = doubts_about(views)
    blamed = {doubt.name for doubt in bad}
    kept = {
        one: [view for view in views_of[one] if view.name not in blamed]
        for one in sorted(views_of, key=in_deck_order)
    }
    of_card = {one: views for one, views in kept.items() if views}
    good = tuple(view for view in views if view.name not in blamed)
    if len(of_card) < 2:
        return Lesson(None, good, tuple(bad))
    crops = [np.stack([view.cut.face for view in one]) for one in of_card.values()]
    profile = build_profile(name, tuple(of_card), crops, common_aspect(views), nets.embedding)
    misnamed = _misnamed(profile, list(of_card.values()))
    return Lesson(profile, good, (*bad, *misnamed))


def learned(lesson: Lesson, negatives: Negatives = NO_NEGATIVES) -> Enrolment:
    """Return what was learned, once nothing is bad.

    Raises:
        PlainError: something is bad, or two cards of the deck cannot be told apart.
    """
    if lesson.bad:
        raise PlainError(picture_faults.sentence(lesson.bad))
    if lesson.profile is None:
        raise PlainError(_TOO_FEW)
    one, two, similarity = nearest_pair(lesson.profile)
    if similarity >= TWINS:
        raise PlainError(picture_faults.INDISTINCT.format(first=one.code, second=two.code))
    profile = replace(lesson.profile, negatives=negatives)
    return Enrolment(profile, (one, two), 1.0 - similarity, softer=softer_than_fellows(lesson.good))


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


def in_deck_order(face: Card) -> tuple[int, int]:
    """Return what sorts cards suit by suit, the highest rank first."""
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
                why = picture_faults.LIKE.format(other=twin.name)
                found.append(RejectedPicture(view.name, why, misnamed=True))
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
