"""Whether the faces on some pictures are of the enrolled deck, judged over several of them.

One face says little: of a deck that was not enrolled a card or two always look like some card of
this one. Over six and more the mean tells, except between decks that look alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats
from vision.reading.belonging import ENOUGH, LEAD, OtherDeck
from vision.reading.profile import Profile

UNLIKE = 0.65
"""Mean similarity below which the faces are not of the deck. Of handfuls of six views of decks that
taught the nets (`python -m models.measure_belonging`) it took for foreign 0 of 4,000 of the deck
itself, 92 in 100 of cards with other suits, half of those of another pattern with the same suits;
of another print of one pattern, which may be meant, 1 in 100."""


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
    return float(deck.enrolled_similarities(seen).max(1).mean())
