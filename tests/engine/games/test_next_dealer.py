"""Who deals next (EN, DE dealing; RULES 0.11, 0.12, 0.22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games import GAMES, game
from tests.engine.games.auctions import auction_record

THROWN_IN = ["all_pass", "nixer"]
MISDEALT = ["misdeal", "exposed", "wrong_count", "redeal"]


def deals_after(name: str, end: dict[str, object] | None, **rules: Any) -> list[int]:
    seats: dict[str, Any] = {"players": 7, "out": (6,)} if name == "mehrkopf" else {}
    record = replace(auction_record(name, **seats, **rules), end=end)
    return [
        game(name).next_dealer(replace(record, dealer=dealer)) for dealer in range(record.players)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_dealer_moves_clockwise_after_every_deal(name: str) -> None:
    """EN dealing: the positions of the dealer will cycle in clockwise direction."""
    seats = 7 if name == "mehrkopf" else 4
    around = [*range(1, seats), 0]
    ends: list[dict[str, object] | None]
    ends = [None, {"kind": "claim", "seat": 0}, {"kind": "ruled"}, {"kind": "tout_lost"}]
    for end in ends:
        assert deals_after(name, end) == around


@pytest.mark.parametrize("why", THROWN_IN)
@pytest.mark.parametrize("name", ["mehrkopf", "schafkopf", "bavarian"])
def test_the_next_dealer_deals_after_cards_were_thrown_in(name: str, why: str) -> None:
    """DE dealing: der nächste Geber darf versuchen; option `redeal_dealer`."""
    end: dict[str, object] = {"kind": "thrown_in", "why": why}
    seats = 7 if name == "mehrkopf" else 4
    assert deals_after(name, end) == [*range(1, seats), 0]
    assert deals_after(name, end, redeal_dealer="same") == list(range(seats))
    assert deals_after(name, end, misdeal_dealer="next") == [*range(1, seats), 0]


@pytest.mark.parametrize("why", MISDEALT)
def test_who_misdealt_deals_again(why: str) -> None:
    """Practice; option `misdeal_dealer`."""
    end: dict[str, object] = {"kind": "thrown_in", "why": why}
    assert deals_after("schafkopf", end) == [0, 1, 2, 3]
    assert deals_after("schafkopf", end, misdeal_dealer="next") == [1, 2, 3, 0]
