"""The faces learned so far while a deck is being shown: views by card, and what is like what.

Whether what is shown is the card that was asked for, or one that is learned already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from engine.cards import Card
from vision.arrays import Floats, Image
from vision.enrolling.shown_card import Showing
from vision.reading.nets import Net, embed, half_turned
from vision.reading.pose import Pose
from vision.reading.profile import (
    NO_NEGATIVES,
    NegativeKind,
    Profile,
    build_profile,
    embed_negatives,
)


class Album:
    """Views of cards and negatives of one deck in the making; `net` is the embedding net."""

    def __init__(self, net: Net, begun: Profile | None = None) -> None:
        self._net = net
        self._crops: dict[Card, list[Image]] = {}
        self._vectors: dict[Card, list[Floats]] = {}
        self._negatives: list[tuple[NegativeKind, Image]] = []
        if begun is not None:
            for card, views in zip(begun.cards, begun.crops, strict=True):
                for view in views:
                    self.add(card, view)
            kinds = begun.negatives.crop_kinds
            self._negatives = list(zip(kinds, begun.negatives.crops, strict=True))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards with at least one view, in the order they were learned."""
        return tuple(self._crops)

    def views(self, card: Card) -> int:
        """How many views a card has."""
        return len(self._crops.get(card, ()))

    def seen(self, face: Image) -> Floats:
        """Return the vectors [2,128] of a face [128,80,3] and of the same turned by half."""
        return embed(self._net, np.stack([face, half_turned(face[None])[0]]))

    def add(self, card: Card, face: Image) -> None:
        """Keep a face [128,80,3] as a further view of a card."""
        self._crops.setdefault(card, []).append(face)
        self._vectors.setdefault(card, []).append(self.seen(face))

    def drop(self, card: Card) -> None:
        """Forget all views of a card."""
        self._crops.pop(card, None)
        self._vectors.pop(card, None)

    def drop_last(self, card: Card) -> None:
        """Forget the latest view of a card, and the card with its only one."""
        if self.views(card) <= 1:
            self.drop(card)
        else:
            self._crops[card].pop()
            self._vectors[card].pop()

    def likeness(self, card: Card, vectors: Floats) -> float:
        """Return the similarity of what was seen (`seen`) to the best view of a card."""
        return max(float((vectors @ view.T).max()) for view in self._vectors[card])

    def nearest(self, vectors: Floats, besides: Card | None = None) -> tuple[Card, float] | None:
        """Return the card most like what was seen, and the similarity; None without any card."""
        others = [
            (card, self.likeness(card, vectors)) for card in self._vectors if card is not besides
        ]
        return max(others, key=lambda pair: pair[1], default=None)

    def neighbour(self, card: Card) -> tuple[Card, float]:
        """Return the card most like a learned one, and how far it is: one minus the similarity."""
        seen = np.concatenate(self._vectors[card])
        near = self.nearest(seen, card)
        return (card, 2.0) if near is None else (near[0], 1.0 - near[1])

    def closest_pairs(self, margin: float) -> list[tuple[Card, Card, float]]:
        """Return pairs of cards less than `margin` apart with how far, the closest first."""
        cards = list(self._vectors)
        pairs = []
        for index, one in enumerate(cards):
            for other in cards[index + 1 :]:
                alike = max(self.likeness(other, view) for view in self._vectors[one])
                if 1.0 - alike < margin:
                    pairs.append((one, other, 1.0 - alike))
        return sorted(pairs, key=lambda pair: pair[2])

    def add_negative(self, kind: NegativeKind, crop: Image) -> None:
        """Keep a crop [128,80,3] of what is no card."""
        self._negatives.append((kind, crop))

    def has_negative(self, kind: NegativeKind) -> bool:
        """Whether such a negative is there."""
        return any(own is kind for own, _ in self._negatives)

    def profile(
        self, name: str, order: Sequence[Card], aspect: float, height_mm: float | None
    ) -> Profile:
        """Return the deck as far as it is learned, its cards in the order of `order`.

        Without `height_mm` the usual length of such cards is taken.

        Raises:
            ValueError: no card is learned yet.
        """
        cards = [card for card in order if card in self._crops]
        if not cards:
            raise ValueError("no card yet")
        negatives = NO_NEGATIVES
        if self._negatives:
            kinds, crops = zip(*self._negatives, strict=True)
            negatives = embed_negatives(self._net, np.stack(crops), kinds)
        views = [np.stack(self._crops[card]) for card in cards]
        made = build_profile(name, cards, views, aspect, self._net, negatives)
        return made if height_mm is None else replace(made, height_mm=height_mm)


_STAYED = 0.06
_STAYED_TURN = 0.06
_OWN_LEAD = 0.01
_SAME_SHARE, _SAME_SHARE_RECORDED = 0.6, 0.85


class ShowingOpinion(Enum):
    """What a showing is."""

    TAKE = "take"
    """The card asked for, as far as can be told."""
    LIES_STILL = "lies_still"
    """The card that was taken last, still lying there."""
    OTHER_CARD = "other_card"
    """More like another card than like its own first view."""
    LIKE_ENROLLED = "like_enrolled"
    """A card that is learned already, by its looks."""


@dataclass(frozen=True, slots=True)
class JudgedShowing:
    """What a showing is, and the learned card most like it."""

    opinion: ShowingOpinion
    other: Card | None = None


class Judge:
    """Knows what was taken and refused last. `accept` is the nets' acceptance.

    In a recording nobody can answer a question, so it takes more to hold a card for another.
    """

    def __init__(self, album: Album, accept: float, *, recorded: bool) -> None:
        self._album = album
        self._accept = accept
        self._share = _SAME_SHARE_RECORDED if recorded else _SAME_SHARE
        self.last: Pose | None = None
        """Where the card taken last lay."""
        self.pending: Showing | None = None
        """What was refused last for being like another card."""

    def judge(self, card: Card, showing: Showing, *, cleared: bool) -> JudgedShowing:
        """Say what is shown where `card` is asked for; `cleared`: the table was empty before."""
        vectors = self._album.seen(showing.face)
        near = self._album.nearest(vectors, card)
        if near is None:
            return JudgedShowing(ShowingOpinion.TAKE)
        other, alike = near
        if self.lies_still(showing.pose) and alike >= self._same:
            # A hand passed over the card that was taken; it is not shown anew.
            return JudgedShowing(ShowingOpinion.LIES_STILL, other)
        if self._album.views(card):
            own = self._album.likeness(card, vectors) > alike
            return JudgedShowing(ShowingOpinion.TAKE if own else ShowingOpinion.OTHER_CARD, other)
        if alike < self._same or (cleared and self._differs(showing, alike)):
            return JudgedShowing(ShowingOpinion.TAKE, other)
        return JudgedShowing(ShowingOpinion.LIKE_ENROLLED, other)

    def lies_still(self, pose: Pose) -> bool:
        """Whether this is where the card taken last lay."""
        last = self.last
        if last is None:
            return False
        return pose.distance(last) < _STAYED and pose.turned(last) < _STAYED_TURN

    @property
    def _same(self) -> float:
        """Similarity from which on two views are held to show the same card.

        Two views at rest on the same table reach it in 97 of 100 cases, other cards of usual decks
        do not; a recording, where nobody can answer, needs more.
        """
        return self._accept + self._share * (1.0 - self._accept)

    def _differs(self, showing: Showing, alike: float) -> bool:
        """Whether two showings agree with each other better than with the enrolled card."""
        if self.pending is None:
            return False
        first, second = self._album.seen(self.pending.face), self._album.seen(showing.face)
        return float((first @ second.T).max()) > alike + _OWN_LEAD
