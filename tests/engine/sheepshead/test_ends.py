"""Deals that end early: the rest claimed or given up."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.report import DealResult
from engine.referee.evaluation import evaluate
from tests.engine.sheepshead.made import SIZES, Made, points
from tests.engine.sheepshead.test_counts import SEEDS


def ended(made: Made, tricks: int, end: dict[str, object], **more: object) -> DealResult | None:
    made = Made(made.seed, made.players, made.method)
    made.plays = made.plays[: tricks * made.players]
    return evaluate(made.record(end=end, **more)).result


@given(SEEDS, st.sampled_from([3, 4, 5]), st.integers(0, 5), st.booleans(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_an_agreed_rest_goes_where_it_was_agreed(
    seed: int, players: int, played: int, claimed: bool, by_picker: bool
) -> None:
    """RULES 12: a claim that all accept; who gives up gives the rest to the other side."""
    made = Made(seed, players, "none")
    seat = made.picker if by_picker else (made.picker + 1) % players
    kind = "claim" if claimed else "conceded"
    result = ended(made, played, {"kind": kind, "seat": seat, "agreed": True, "tricks": "rest"})
    assert result is not None
    assert sum(result.payout) == 0
    laid = [code for _, code in made.plays[: played * players]]
    won = [made.plays[t * players : (t + 1) * players] for t in range(played)]
    mine = sum(
        points([code for _, code in trick])
        for trick, winner in zip(won, made.winners, strict=False)
        if winner == made.picker
    )
    left = 120 - points(laid) - points(made.hidden)
    ours = mine + points(made.hidden) + (left if claimed == by_picker else 0)
    assert result.points == (ours, 120 - ours)
    assert sum(result.tricks) == SIZES[players][0]
    # No run of trumps counts at Sheepshead.
    assert result.laufende == 0


def test_what_nobody_agreed_on_stays_open() -> None:
    """RULES 12: contested, or the partner or the bury not known."""
    made = next(m for m in (Made(s, 5, "jd") for s in range(50)) if len(m.side) == 2)
    end: dict[str, object] = {"kind": "claim", "seat": made.picker, "agreed": False}
    assert ended(made, 2, end) is None
    assert ended(made, 0, {**end, "agreed": True}) is None
    alone = {"kind": "pick", "seat": made.picker, "partner": "none"}
    other = (made.picker + 1) % 5
    unknown = {"kind": "claim", "seat": other, "agreed": True}
    assert ended(made, 2, unknown, contract=alone) is None
    known = ended(made, 2, {**unknown, "seat": made.picker}, contract=alone)
    assert known is not None
    assert known.declarers == (made.picker,)


def test_the_rest_of_a_leaster_goes_to_who_claims_it() -> None:
    """RULES 12: everybody plays alone, so nobody can give it away."""
    made = Made(1, 4, "leaster")
    end: dict[str, object] = {"kind": "claim", "seat": 2, "agreed": True}
    result = ended(made, 3, end, blind=made.blind)
    assert result is not None
    assert sum(result.points_by_seat) == 120 - points(made.blind)
    assert ended(made, 3, {**end, "kind": "conceded"}, blind=made.blind) is None
    assert ended(made, 3, end) is None
