"""Cards that lay on the table before it was watched: what they are, and whether they lie there yet.

Whoever begins to watch has never seen the table empty, so nothing tells by change what lies there.
One whole picture of the first rest is looked through (`StillLook`), which takes seconds where cards
lie; where it is done beside the watching, reading goes on meanwhile. What is found is no play. The
cards within the watched square are explained like those of the trick (pushed, covered), so that
none is read as a new one; one that a hand lays elsewhere is a play like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.place.geometry import WatchedSquare
from vision.reading.pose import Pose, crop, crop_corners, from_corners, overlap
from vision.reading.reader import CardReader
from vision.sighting import EarlierCard, EarlierSeen
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import LyingCard

_EARLIER = THRESHOLDS.earlier

StillLook = Callable[[Image], Future[Sequence[EarlierCard]]]
"""Looks through a whole picture, at once or beside; corners are in that picture's pixels."""


@dataclass(slots=True)
class _Followed:
    """One of the cards, with its look when it was found."""

    card: EarlierCard
    lying: LyingCard | None
    """None outside of the watched square."""
    look: Floats
    missed: bool = False
    """Whether it was not there at the last look."""

    def seen_in(self, image: Image, sharp: Image) -> bool:
        """Whether it lies where it lay: the whole picture and its sharp square show it."""
        if self.lying is None:
            now = _look(crop_corners(image, np.asarray(self.card.quad)))
        else:
            now = _look(crop(sharp, self.lying.pose))
        return float((self.look * now).mean()) >= _EARLIER.alike


def _look(card: Image) -> Floats:
    """Return a rectified card's brightness, free of light and of what is finer than print."""
    grey = cv2.GaussianBlur(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), (0, 0), 2.0).astype(np.float32)
    return np.asarray((grey - grey.mean()) / (grey.std() + _EARLIER.plain))


class EarlierCards:
    """Follows what lay there when watching began."""

    def __init__(self, look: StillLook | None) -> None:
        self._look = look
        self._asked: Future[Sequence[EarlierCard]] | None = None
        self._t = 0.0
        self._due = look is not None
        self._cards: list[_Followed] = []
        self._told = False
        """Whether cards were told that nobody has said to be gone."""

    def forget(self) -> None:
        """Nothing is known of where things lie: the next resting picture is looked through."""
        self._due, self._asked = self._look is not None, None
        self._cards.clear()

    @property
    def unknown(self) -> bool:
        """Whether it is not known yet what lay there."""
        return self._due or self._asked is not None

    @property
    def any(self) -> bool:
        """Whether some lie there still."""
        return bool(self._cards)

    @property
    def lying(self) -> list[LyingCard]:
        """Those within the watched square."""
        return [one.lying for one in self._cards if one.lying is not None]

    def look(self, t: float, image: Image) -> None:
        """Have a resting picture looked through, if that is due."""
        if self._due and self._look is not None:
            self._due, self._asked, self._t = False, self._look(image), t

    def answer(
        self,
        t: float,
        image: Image,
        field: WatchedSquare,
        reader: CardReader,
        trick: Sequence[Pose],
    ) -> tuple[EarlierSeen, ...]:
        """Take the answer once it is there; what lies where a card of the `trick` does is no news.

        `image` and its sharp square show the table as it is now.
        """
        if self._asked is None or not self._asked.done():
            return ()
        found, self._asked = self._asked.result(), None
        sharp = field.sharp(image)
        for card in found:
            pose = from_corners(field.from_picture(card.quad))
            if all(overlap(pose, lying) < _EARLIER.same for lying in trick):
                self._cards.append(self._followed(card, image, sharp, field, reader))
        return self._said(t) if self._cards or self._told else ()

    def seen_by(self, image: Image, field: WatchedSquare, reader: CardReader) -> None:
        """Follow the cards in another square; `image` is the whole picture as it is now."""
        sharp = field.sharp(image)
        self._cards = [self._followed(one.card, image, sharp, field, reader) for one in self._cards]

    def _followed(
        self,
        card: EarlierCard,
        image: Image,
        sharp: Image,
        field: WatchedSquare,
        reader: CardReader,
    ) -> _Followed:
        corners = field.from_picture(card.quad)
        if corners.min() < 0 or corners.max() >= field.side:
            return _Followed(card, None, _look(crop_corners(image, np.asarray(card.quad))))
        pose = from_corners(corners)
        lying = LyingCard.earlier(self._t, reader.read(sharp, [pose])[0])
        return _Followed(card, lying, _look(crop(sharp, pose)))

    def gone(self, image: Image, sharp: Image) -> bool:
        """Whether some are not to be seen any more."""
        return any(not one.seen_in(image, sharp) for one in self._cards)

    def check(
        self, t: float, image: Image, sharp: Image, trick: Sequence[Pose]
    ) -> tuple[EarlierSeen, ...]:
        """Say what is gone; at a quiet moment, the cards of the `trick` may hide some."""
        left = []
        for one in self._cards:
            hidden = one.lying is not None and any(
                overlap(one.lying.pose, lying) > 0 for lying in trick
            )
            missed = not hidden and not one.seen_in(image, sharp)
            if not (missed and one.missed):
                left.append(one)
            one.missed = missed
        if len(left) == len(self._cards):
            return ()
        self._cards = left
        return self._said(t)

    def _said(self, t: float) -> tuple[EarlierSeen, ...]:
        self._told = bool(self._cards)
        return (EarlierSeen(self._t, t, tuple(one.card for one in self._cards)),)
