"""Whether what is shown is the card that was asked for, or one that is learned already."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from vision.enrolling.album import Album
from vision.enrolling.sizing import Showing
from vision.reading.pose import Pose

_STAYED = 0.06
_STAYED_TURN = 0.06
_OWN_LEAD = 0.01
_SAME_SHARE, _SAME_SHARE_RECORDED = 0.6, 0.85


class Opinion(Enum):
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
class Judged:
    """What a showing is, and the learned card most like it."""

    opinion: Opinion
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

    def judge(self, card: Card, showing: Showing, *, cleared: bool) -> Judged:
        """Say what is shown where `card` is asked for; `cleared`: the table was empty before."""
        vectors = self._album.seen(showing.face)
        near = self._album.nearest(vectors, card)
        if near is None:
            return Judged(Opinion.TAKE)
        other, alike = near
        if self.lies_still(showing.pose) and alike >= self._same:
            # A hand passed over the card that was taken; it is not shown anew.
            return Judged(Opinion.LIES_STILL, other)
        if self._album.views(card):
            own = self._album.likeness(card, vectors) > alike
            return Judged(Opinion.TAKE if own else Opinion.OTHER_CARD, other)
        if alike < self._same or (cleared and self._differs(showing, alike)):
            return Judged(Opinion.TAKE, other)
        return Judged(Opinion.LIKE_ENROLLED, other)

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
