"""What a correction teaches does no harm: `make prove`.

On decks that no net learned from and none of the numbers of `vision.reading.taught` was chosen on.
Whether it helps is reported, not asked for.
"""

from __future__ import annotations

import pytest

from models import card_decks
from models.measure_belonging import KEPT_OUT
from models.measure_lessons import Count, see, teach
from models.procedural import drawn_deck
from tests.evenings.proof import Row, write
from vision.reading.nets import load_nets
from vision.reading.taught import MOST_LIFT

COMMAND = "pytest -m prove tests/models/test_prove_lessons.py"
DRAWN = range(5001, 5008)
HARM = 0.002
"""So large a share of all other views may be read wrongly after a lesson and was not before."""


@pytest.mark.prove
@pytest.mark.shared
def test_a_lesson_does_no_harm() -> None:
    nets = load_nets()
    decks = [*card_decks.load(KEPT_OUT), *map(drawn_deck, DRAWN)]
    right, wrong = Count(), Count()
    for deck in decks:
        seen = see(nets.embedding, deck)
        teach(seen, MOST_LIFT, nets.accept, right, wrong=False)
        teach(seen, MOST_LIFT, nets.accept, wrong, wrong=True)
    rows = [
        Row(
            f"{what}: errors before and after, {len(decks)} decks kept out",
            wanted,
            each.row(),
            COMMAND,
        )
        for what, wanted, each in (
            ("a correction teaches", "reported; no harm to others", right),
            ("a wrong tap teaches", "reported", wrong),
        )
    ]
    write(rows)
    assert right.lessons > 0
    assert right.others_after - right.others_before <= HARM * right.others
    assert right.pair_after <= right.pair_before + HARM * right.pair
    assert wrong.others_after - wrong.others_before <= HARM * wrong.others
