"""Sheepshead for three to seven against a second reading: partners, tricks, points, payments."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.referee.evaluation import evaluate
from tests.engine.sheepshead.made import SIZES, Made, points

METHODS = {
    3: ("none",),
    4: ("jd", "called", "none"),
    5: ("jd", "called", "none"),
    6: ("jd", "called", "none"),
    7: ("jd", "none"),
}
TABLES = [(players, method) for players in SIZES for method in METHODS[players]]
SEEDS = st.integers(0, 1_000_000)


@given(SEEDS, st.sampled_from(TABLES), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=250, deadline=None)
def test_a_picked_deal_is_settled_as_reckoned_from_whole_hands(
    seed: int, table: tuple[int, str], up: bool, bump: bool, fixed: bool
) -> None:
    """RULES 0.6, 0.24 to 0.27, 9: with every number, and nobody is accused."""
    made = Made(seed, *table, up=up)
    share = 2 if fixed else "rest"
    record = made.record(rules={"double_on_bump": bump, "picker_share": share})
    report = evaluate(record)
    assert report.verdicts == ()
    assert report.complete
    assert [trick.winner for trick in report.tricks] == made.winners
    result = report.result
    assert result is not None
    assert list(result.declarers) == made.side
    assert list(result.points_by_seat) == [points(taken) for taken in made.taken]
    assert list(result.payout) == made.paid(bump, 2 if fixed else None)
    assert sum(result.payout) == 0


@given(SEEDS, st.sampled_from(TABLES), st.integers(0, 40))
@settings(max_examples=120, deadline=None)
def test_nobody_is_accused_while_a_deal_goes_on(
    seed: int, table: tuple[int, str], length: int
) -> None:
    """DESIGN 6: an innocent player is never accused, whatever is known by then."""
    made = Made(seed, *table)
    made.plays = made.plays[:length]
    report = evaluate(made.record())
    assert report.verdicts == ()
    assert set(report.partners) <= set(made.side)


@given(
    SEEDS,
    st.sampled_from(sorted(SIZES)),
    st.sampled_from(["ignored", "first", "last"]),
    st.sampled_from(["split", "none"]),
)
@settings(max_examples=80, deadline=None)
def test_a_leaster_is_settled_with_every_number(
    seed: int, players: int, blind: str, tie: str
) -> None:
    """PG least; RULES 0.7. Where nobody pays for a tie, one winner is paid all the same."""
    made = Made(seed, players, "leaster")
    result = evaluate(made.record(rules={"leaster_blind": blind, "leaster_tie": tie})).result
    assert result is not None
    plain = [points(taken) for taken in made.taken]
    if blind != "ignored":
        plain[made.winners[0 if blind == "first" else -1]] += points(made.hidden)
    assert list(result.points_by_seat) == plain
    least = min(plain[s] for s in range(players) if made.tricks[s])
    winners = [s for s in range(players) if made.tricks[s] and plain[s] == least]
    assert list(result.winners) == winners
    assert sum(result.payout) == 0
    paid = -1 if len(winners) == 1 or tie == "split" else 0
    assert all(result.payout[s] == paid for s in range(players) if s not in winners)


@given(
    SEEDS,
    st.sampled_from(TABLES),
    st.sampled_from([["crack"], ["doubler"], ["crack", "recrack"], ["doubler", "crack"]]),
)
@settings(max_examples=80, deadline=None)
def test_every_doubling_doubles_and_all_sums_to_nothing(
    seed: int, table: tuple[int, str], words: list[str]
) -> None:
    """PG, variations: the stakes are doubled."""
    made = Made(seed, *table)
    result = evaluate(made.record(doubles=words, rules={"all_pass": "doubler"})).result
    assert result is not None
    assert list(result.payout) == [each * 2 ** len(words) for each in made.paid()]


@pytest.mark.parametrize("players", SIZES)
def test_blind_and_hands_come_to_the_deck(players: int) -> None:
    """PG deal: equal hands, the rest in the blind."""
    size, blind = SIZES[players]
    report = evaluate(Made(1, players, "leaster").record(plays=[]))
    assert report.hand_sizes == (size,) * players
    assert players * size + blind == 32
