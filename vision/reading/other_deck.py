"""Whether the cards belong to the enrolled deck, judged over several of them.

One card says little: a foreign face may look like some card of the deck, and a card in the dark
like none. Over six to eight the mean similarity tells, and where other decks are enrolled it tells
more by how much better one of them explains the same cards; decks that look alike stay in doubt.
What the deck's cards are like among themselves adds nothing to that (measured: `python -m
models.workshop.measuring.belonging`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.reading.profile import Profile

CARDS = 8
"""Cards that are judged together."""
ENOUGH = 6
"""So many are enough to name another deck."""
LEAD = 0.05
"""Another deck must be more similar by this much on the mean."""


@dataclass(frozen=True, slots=True)
class OtherDeck:
    """The cards seem not to be of the enrolled deck."""

    name: str | None
    """Of the enrolled deck they look like; None where they are like none."""


class Belonging:
    """Follows how like the cards of the evening are to the deck `own` and to the `others`.

    `accept` is the similarity from which on something is taken for a card of a deck.
    """

    def __init__(self, own: Profile, others: Sequence[Profile], accept: float) -> None:
        self._decks = (own, *others)
        self._accept = accept
        self._seen: dict[object, Floats] = {}

    def add(self, card: object, view: Floats) -> None:
        """Take a card into account; a further look at the same `card` replaces the one before.

        `view` are the net's unit vectors [2,128].
        """
        alike = [float(deck.similarities(view[:1]).max()) for deck in self._decks]
        known = card in self._seen
        self._seen[card] = np.array(alike)
        if not known and len(self._seen) > CARDS:
            del self._seen[next(iter(self._seen))]

    @property
    def judged(self) -> bool:
        """Whether enough cards were seen to tell anything."""
        return len(self._seen) >= ENOUGH

    @property
    def verdict(self) -> OtherDeck | None:
        """Return what the last cards say; None where they belong, or too few were seen."""
        if not self.judged:
            return None
        own, *others = np.stack(list(self._seen.values())).mean(0)
        if others and max(others) > own + LEAD and max(others) >= self._accept:
            return OtherDeck(self._decks[1 + int(np.argmax(others))].name)
        if len(self._seen) == CARDS and own < self._accept:
            return OtherDeck(None)
        return None


UNLIKE = 0.65
"""Mean similarity below which the faces are not of the deck. Of handfuls of six views of decks that
taught the nets (`python -m models.workshop.measuring.belonging`) it took for foreign
0 of 4,000 of the deck itself, 92 in 100 of cards with other suits, half of those of another
pattern with the same suits; of another print of one pattern, which may be meant, 1 in 100."""


def other_deck(
    faces: Sequence[Floats], own: Profile, others: Sequence[Profile], accept: float
) -> OtherDeck | None:
    """Return what faces say that were seen one by one; None where they fit, or are too few.

    `faces` are the net's unit vectors [128]; `accept` is the similarity from which on something is
    taken for a card of a deck.
    """
    if len(faces) < ENOUGH:
        return None
    seen = np.stack(faces)
    alike, *others_alike = (_likeness(deck, seen) for deck in (own, *others))
    best = max(others_alike, default=-1.0)
    if best >= accept and best > alike + LEAD:
        return OtherDeck(others[others_alike.index(best)].name)
    return OtherDeck(None) if alike < UNLIKE else None


def _likeness(deck: Profile, seen: Floats) -> float:
    return float(deck.similarities(seen).max(1).mean())
