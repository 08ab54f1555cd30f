"""Whether the cards belong to the enrolled deck, judged over several of them.

One card says little: a foreign face may look like some card of the deck, and a card in the dark
like none. Over four to eight it tells how likely such similarities are of the deck itself, in a
usual room or in a dark one, against another print of the same pattern in either (`unlike`); and
where other decks are enrolled, by how much one of them explains the same cards better. What the
deck's cards are like among themselves adds nothing to that (measured: `python -m
models.workshop.measuring.belonging`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Floats, as_floats
from vision.reading.profile import Profile

CARDS = 8
"""Cards by which a deck is named: two tricks."""
LONGEST = 12
"""Cards that are judged together at most; what two tricks leave in doubt three often tell."""
ENOUGH = 6
"""So many are enough to name another deck."""
LEAD = 0.05
"""Another deck must be more similar by this much on the mean."""


FEWEST = 4
"""So many may be enough where they are unlike the deck."""
_OWN: Final = ((-1.215, 0.368), (-0.770, 0.345))
_OTHER: Final = ((-0.468, 0.269), (-0.373, 0.243), (0.05, 0.2))
"""Logarithm of the angle (radians) between a view and the face it is most like: mean and standard
deviation in a usual room and in a dark one; of the deck itself, and of another print. The last is
of another pattern, in any light."""
_ODD = 0.03
"""Share of views that are like neither: half covered, glare."""
_ODD_VIEWS: Final = (-0.5, 0.6)
DOUBT_NATS = 8.5
"""From so much on the cards are taken for another print's."""


def unlike(similarities: Sequence[float] | Floats) -> float:
    """Return by how many nats cards speak for another print rather than for the deck itself.

    `similarities` are those of each card to the most similar of the deck. The light is the same for
    all of them, and not known.
    """
    angles = np.log(np.arccos(np.clip(similarities, -1.0, 0.9999)))
    return _loglikely(angles, _OTHER) - _loglikely(angles, _OWN)


def _loglikely(angles: Floats, lights: Sequence[tuple[float, float]]) -> float:
    odd = _ODD * _density(angles, *_ODD_VIEWS)
    each = [np.log((1 - _ODD) * _density(angles, *light) + odd).sum() for light in lights]
    return float(np.logaddexp.reduce(each))


def _density(x: Floats, mean: float, spread: float) -> Floats:
    return as_floats(np.exp(-0.5 * ((x - mean) / spread) ** 2) / (spread * np.sqrt(2 * np.pi)))


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
        if not known and len(self._seen) > LONGEST:
            del self._seen[next(iter(self._seen))]

    @property
    def judged(self) -> bool:
        """Whether enough cards were seen to tell anything."""
        return len(self._seen) >= FEWEST

    @property
    def verdict(self) -> OtherDeck | None:
        """Return what the last cards say; None where they belong, or too few were seen."""
        # Where it may be one of several, two cards more tell which.
        if len(self._seen) < (ENOUGH if self._decks[1:] else FEWEST):
            return None
        alike = np.stack(list(self._seen.values()))
        newest = alike[-CARDS:]
        own, *others = newest.mean(0)
        if others and max(others) > own + LEAD and max(others) >= self._accept:
            return OtherDeck(self._decks[1 + int(np.argmax(others))].name)
        # The deck may have been changed a moment ago.
        doubt = unlike(newest[:, 0])
        if doubt > 0:
            doubt = max(doubt, unlike(alike[:, 0]))
        return OtherDeck(None) if doubt > DOUBT_NATS else None


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
    alike, *others_alike = (float(deck.similarities(seen).max(1).mean()) for deck in (own, *others))
    best = max(others_alike, default=-1.0)
    if best >= accept and best > alike + LEAD:
        return OtherDeck(others[others_alike.index(best)].name)
    return OtherDeck(None) if alike < UNLIKE else None
