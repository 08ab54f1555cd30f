"""Another deck than the evening's is noticed, one's own is not taken for it: `make prove`.

On decks that no net learned from and none of the numbers was chosen on.
"""

from __future__ import annotations

import pytest

from models.workshop.decks import face_decks as card_decks
from models.workshop.decks.drawn import drawn_deck
from models.workshop.measuring.belonging import (
    DRAWN,
    KEPT_OUT,
    DeckViews,
    nearest,
    see,
    single,
    together,
)
from tests.evenings.proof import Row, write
from vision.reading.nets import Nets, load_nets

COMMAND = "pytest -m prove tests/models/test_prove_belonging.py"
ROOMS = {1: "usual room", 2: "dark pub"}


def kept_out(nets: Nets) -> list[DeckViews]:
    decks = [*card_decks.load(KEPT_OUT), *(drawn_deck(seed) for seed in DRAWN[True])]
    return [see(nets.embedding, deck) for deck in decks]


@pytest.mark.prove
@pytest.mark.shared
def test_another_deck_is_noticed_and_ones_own_is_not_taken_for_it() -> None:
    nets = load_nets()
    seen = kept_out(nets)
    found = {level: together(seen, level) for level in ROOMS}
    alone = {level: single(seen, level, nearest) for level in ROOMS}
    write(
        [
            Row(
                f"another deck noticed, {len(seen)} decks kept out, {room}",
                "reported; wrongly at most 1 %",
                f"{found[level].words()}; single card, AUROC {alone[level]:.3f}",
                COMMAND,
            )
            for level, room in ROOMS.items()
        ]
    )
    for level in ROOMS:
        assert found[level].wrongly <= 0.01
        assert found[level].wrongly_alone <= 0.01
        assert found[level].noticed >= 0.95
