"""Soft penalties for the decoder: only what the cards played so far say."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card
from engine.referee.evaluation import PLAYED, WRONG, penalties
from tests.engine.deals import record, record_at, tricks
from tests.engine.referee.oracle import random_deal

RUFSPIEL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}


def test_a_played_card_costs_much_but_not_everything() -> None:
    nats = penalties(record(tricks("0 S7"), RUFSPIEL))
    assert nats[card("S7")] == PLAYED
    assert nats.get(card("S8"), 0.0) == 0.0
    assert nats[card("E8")] > 0


def test_a_denied_suit_costs_a_little() -> None:
    nats = penalties(record(tricks("0 S7 E7 S8 SA | 3 H7 H8"), RUFSPIEL))
    assert nats[card("S9")] > nats[card("E9")] + WRONG - 0.01


def test_who_denied_a_class_may_throw_what_he_likes() -> None:
    nats = penalties(record(tricks("0 S7 E7 S8 SA | 3 S9 SK"), RUFSPIEL))
    assert nats.get(card("E9"), 0.0) == 0.0
    assert nats[card("SZ")] == WRONG


def test_a_called_card_thrown_early_costs_a_little() -> None:
    early = penalties(record(tricks("0 S7"), RUFSPIEL))
    assert early[card("GA")] > early[card("GK")] + WRONG - 0.01
    free = penalties(record(tricks("0 S7"), RUFSPIEL, "mehrkopf"))
    assert free[card("GA")] == free[card("GK")]


def test_void_grows_likely_as_a_suit_runs_out() -> None:
    first = penalties(record(tricks("0 S7"), RUFSPIEL))
    later = penalties(record(tricks("0 S7 S8 S9 SA | 3 SZ"), RUFSPIEL))
    assert later[card("E8")] < first[card("E8")]


def test_before_the_announcement_only_played_cards_count() -> None:
    assert set(penalties(record(tricks("0 S7 S8"), None))) == {card("S7"), card("S8")}


@given(st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_penalties_are_finite_and_never_negative(seed: int) -> None:
    table, _, plays = random_deal(random.Random(seed), 0.1)
    for count in range(len(plays) + 1):
        nats = penalties(record_at(table, plays[:count])) if count else {}
        assert all(0 <= value < 100 for value in nats.values())
        if count < len(plays) and count:
            assert nats.get(card(plays[count][1]), 0.0) < PLAYED
