"""What cannot be read and stays so is no card; what comes to lie in its place may be one."""

from __future__ import annotations

import numpy as np

from vision.reading.pose import Pose
from vision.reading.reader import Reading
from vision.watching.stranger import PATIENCE_SECONDS, Strangers

LATE = PATIENCE_SECONDS + 0.1
RNG = np.random.default_rng(7)
HAND, CARD = RNG.uniform(0.1, 0.6, 32), RNG.uniform(0.1, 0.7, 32)


def seen(similarities: np.ndarray[tuple[int, ...], np.dtype[np.float64]], x: float) -> Reading:
    trembling = RNG.normal(0, 0.01, similarities.shape)
    return Reading(Pose(x, 300, 0.2, 80, 128), similarities + trembling)


def test_what_lies_unread_for_long_is_no_card() -> None:
    strangers = Strangers()
    assert len(strangers.still_doubtful(5.0, [seen(HAND, 300)])) == 1
    assert len(strangers.still_doubtful(6.0, [seen(HAND, 304)])) == 1
    assert strangers.still_doubtful(5.0 + LATE, [seen(HAND, 302)]) == []


def test_a_card_that_comes_where_a_hand_was_in_doubt_is_waited_for() -> None:
    strangers = Strangers()
    strangers.still_doubtful(5.0, [seen(HAND, 300)])
    assert len(strangers.still_doubtful(5.0 + LATE, [seen(CARD, 305)])) == 1
    assert len(strangers.still_doubtful(5.1 + LATE, [seen(CARD, 305)])) == 1
    assert strangers.still_doubtful(5.0 + 2 * LATE, [seen(CARD, 305)]) == []


def test_the_same_elsewhere_is_another() -> None:
    strangers = Strangers()
    strangers.still_doubtful(5.0, [seen(HAND, 300)])
    assert len(strangers.still_doubtful(5.0 + LATE, [seen(HAND, 500)])) == 1
