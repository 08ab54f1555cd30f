"""Planted errors with the called card: found, and nobody else is named."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.referee.evaluation import evaluate
from tests.engine.sheepshead.made import Made

KINDS = {
    "called_card_withheld",
    "called_card_underled",
    "called_card_discarded",
    "called_suit_not_kept",
    "under_withheld",
    "revoke",
}
SEEDS = st.integers(0, 1_000_000)


@given(SEEDS, st.sampled_from([4, 5, 6]), st.integers(0, 12))
@settings(max_examples=400, deadline=None)
def test_a_broken_duty_is_found_and_names_the_offender(seed: int, players: int, since: int) -> None:
    """RULES 7 and 9.3: picker and partner alike."""
    made = Made(seed, players, "called", break_at=since)
    assume(made.broken is not None)
    assert made.broken is not None
    seat, play = made.broken
    report = evaluate(made.record())
    assert report.verdicts, made.contract
    assert {verdict.seat for verdict in report.verdicts} == {seat}
    assert {verdict.kind for verdict in report.verdicts} <= KINDS
    assert min(verdict.play for verdict in report.verdicts) == play
    assert all(verdict.known_after >= verdict.play for verdict in report.verdicts)


@given(SEEDS, st.sampled_from([4, 5, 6]), st.integers(0, 12), st.integers(1, 40))
@settings(max_examples=150, deadline=None)
def test_what_is_said_while_the_deal_goes_on_names_no_innocent(
    seed: int, players: int, since: int, length: int
) -> None:
    """DESIGN 6: whoever is named has erred by then."""
    made = Made(seed, players, "called", break_at=since)
    assume(made.broken is not None)
    assert made.broken is not None
    made.plays = made.plays[:length]
    for verdict in evaluate(made.record()).verdicts:
        assert made.broken[1] < length
        assert verdict.seat in (None, made.broken[0])
        assert made.broken[0] in verdict.suspects


WITH_UNDER = [seed for seed in range(700) if Made(seed, 5, "called").under is not None]


@given(st.sampled_from(WITH_UNDER), st.integers(1, 30), st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_card_face_down_that_nobody_knows_accuses_nobody(
    seed: int, length: int, seen: bool
) -> None:
    """RULES 9.3: `??` in the contract, the card itself seen when it is played or not."""
    made = Made(seed, 5, "called")
    plays = [[s, "??" if c == made.under and not seen else c] for s, c in made.plays]
    contract = {**made.contract, "under": "??"}
    assert evaluate(made.record(contract=contract, plays=plays[:length])).verdicts == ()
    result = evaluate(made.record(contract=contract, plays=plays)).result
    assert result is not None
    assert list(result.payout) == made.paid()


def test_every_duty_is_broken_by_somebody_in_the_deals_tried() -> None:
    """The deals of this module do reach every kind."""
    found: set[str] = set()
    for seed in (*range(200), *WITH_UNDER):
        made = Made(seed, 5, "called", break_at=seed % 9)
        if made.broken is not None:
            found |= {verdict.kind for verdict in evaluate(made.record()).verdicts}
    assert found >= KINDS - {"revoke"}


def test_an_upheld_error_costs_one_unit_to_each_or_nothing_by_house_rule() -> None:
    """RULES 0.17; where it costs nothing the deal counts as it was played."""
    made = next(m for m in (Made(s, 5, "called", break_at=0) for s in range(99)) if m.broken)
    (found,) = evaluate(made.record()).verdicts
    ruling = {"kind": found.kind, "seat": found.seat, "play": found.play, "ruling": "upheld"}
    played = evaluate(made.record()).result
    paid = [1, 1, 1, 1, 1]
    assert found.seat is not None
    paid[found.seat] = -4
    for house, due in (("offender_pays_all", paid), ("none", played and list(played.payout))):
        ruled = evaluate(made.record(rules={"revoke": house}, rulings=[ruling])).result
        assert ruled is not None
        assert list(ruled.payout) == due
