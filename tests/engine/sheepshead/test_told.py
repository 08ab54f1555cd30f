"""Results entered by hand are settled as the same deal played card by card."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.report import DealResult
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from tests.engine.sheepshead.made import Made
from tests.engine.sheepshead.test_counts import METHODS, SEEDS, TABLES


def told(made: Made, **said: object) -> DealResult:
    end = {"kind": "entered", **said}
    result = evaluate(made.record(plays=[], end=end)).result
    assert result is not None
    return result


@given(SEEDS, st.sampled_from(TABLES))
@settings(max_examples=120, deadline=None)
def test_a_picked_deal_entered_by_hand_pays_what_the_cards_pay(
    seed: int, table: tuple[int, str]
) -> None:
    made = Made(seed, *table)
    result = evaluate(made.record()).result
    assert result is not None
    assert result.points is not None
    ours = sum(made.tricks[s] for s in made.side)
    tricks = [ours, sum(made.tricks) - ours]
    by_points = told(made, partners=made.side, points=list(result.points), tricks=tricks)
    by_words = told(
        made,
        partners=made.side,
        won=result.winner == "declarers",
        schneider=result.schneider,
        schwarz=result.schwarz,
    )
    assert by_points.payout == by_words.payout == result.payout


@given(SEEDS, st.sampled_from(sorted(METHODS)))
@settings(max_examples=60, deadline=None)
def test_a_leaster_entered_by_hand_pays_what_the_cards_pay(seed: int, players: int) -> None:
    made = Made(seed, players, "leaster")
    result = evaluate(made.record()).result
    assert result is not None
    counted = told(
        made,
        points_by_seat=list(result.points_by_seat),
        tricks_by_seat=list(result.tricks),
    )
    losers = [s for s in range(players) if s not in result.winners]
    assert counted.payout == told(made, losers=losers).payout == result.payout


@pytest.mark.parametrize(
    ("table", "said", "sentence"),
    [
        ((5, "jd"), {}, "who won"),
        ((5, "jd"), {"points": [61, 60]}, "add up to 121"),
        ((5, "jd"), {"won": True, "partners": [0, 1, 2, 3]}, "only one more"),
        ((5, "jd"), {"won": True}, "who played with the picker"),
        ((3, "none"), {"won": True, "partners": [0, 1, 2]}, "nobody else plays with the picker"),
        ((4, "leaster"), {}, "who won"),
        ((4, "leaster"), {"losers": [0, 1, 2, 3]}, "Not everybody"),
        (
            (4, "leaster"),
            {"points_by_seat": [99, 99, 0, 0], "tricks_by_seat": [7, 0, 0, 0]},
            "add up to 198",
        ),
    ],
)
def test_what_cannot_be_so_is_said_in_a_sentence(
    table: tuple[int, str], said: dict[str, object], sentence: str
) -> None:
    with pytest.raises(PlainError, match=sentence):
        Made(3, *table).record(plays=[], end={"kind": "entered", **said})


def test_seven_say_what_the_die_showed() -> None:
    made = Made(3, 7, "jd")
    contract = {"kind": "pick", "seat": made.picker}
    end = {"kind": "entered", "won": True}
    with pytest.raises(PlainError, match="what the die showed"):
        made.record(plays=[], contract=contract, end=end)
