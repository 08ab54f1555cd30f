"""What cannot be read and stays so is no card; what comes to lie in its place may be one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_explain_hidden import scene
from vision.reading.nets import Nets
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading
from vision.watching.changes import changed_pieces
from vision.watching.explaining import Explanation
from vision.watching.no_play import Stranger, Strangers
from vision.watching.thresholds import THRESHOLDS

LATE = THRESHOLDS.strangers.patience_seconds + 0.1
RNG = np.random.default_rng(7)
HAND, CARD = RNG.uniform(0.1, 0.6, 32), RNG.uniform(0.1, 0.7, 32)


def seen(similarities: np.ndarray[tuple[int, ...], np.dtype[np.float64]], x: float) -> CardReading:
    trembling = RNG.normal(0, 0.01, similarities.shape)
    return CardReading(Pose(x, 300, 0.2, 80, 128), similarities + trembling)


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


@pytest.mark.parametrize("first", [True, False])
def test_a_card_of_another_shape_is_told_where_no_card_of_the_deck_lies(
    first: bool, profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a card of the deck the deck's shape is known to be right."""
    one = Stranger(CardReading(Pose(270, 270, 0.0, 90, 120), HAND), back=False)
    monkeypatch.setattr(Strangers, "of_another_shape", lambda *_: [one])
    image = scene().sharp
    found = Explanation(changed_pieces(np.zeros_like(image[..., 0]), 120.0))
    there = Strangers().lying(
        5.0, found, image, None, CardReader(profile, nets), again=False, first=first
    )
    assert there == ([one] if first else [])
