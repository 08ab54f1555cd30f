"""The lists of tournaments: plus and minus, plus alone, strokes; and a game of teams."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.report import evening_report
from engine.evening.scoring import gained, in_cents, is_zero_sum
from engine.events import DealEntered, DealStarted, EveningStarted
from engine.rules.house_rules import rules_from
from tests.engine.rules.test_mehrkopf_scoring import evening
from tests.engine.spine import enveloped


def test_a_tournament_list_counts_plus_and_minus() -> None:
    """Practice of tournaments: the winners' points as plus, the losers' as minus, no money."""
    assert evening("plus_minus").totals == evening("units").totals
    assert sum(evening("plus_minus").totals) == 0


def test_a_list_of_plus_points_knows_no_minus() -> None:
    paid = evening("units").totals
    assert min(paid) < 0
    assert evening("plus").totals == tuple(max(each, Fraction(0)) for each in paid)


@pytest.mark.parametrize(
    ("schneider", "schwarz", "strokes"), [(False, False, 1), (True, False, 2), (True, True, 3)]
)
def test_a_tally_has_strokes_for_who_won(schneider: bool, schwarz: bool, strokes: int) -> None:
    (deal,) = evening("tally").finished
    assert deal.result is not None
    settled = replace(deal.result, schneider=schneider, schwarz=schwarz)
    counted = gained(settled, deal.head.rules)
    assert counted == tuple(strokes * (seat in settled.winners) for seat in range(4))


def test_game_points_count_for_everybody_in_the_team() -> None:
    """BK: a team has its game points together."""
    (deal,) = evening("units").finished
    assert deal.result is not None
    settled = replace(deal.result, winners=(1, 3), game_points=(0, 2))
    assert [int(each) for each in gained(settled, rules_from({}, "bierkopf"))] == [0, 2, 0, 2]


@pytest.mark.parametrize(
    ("scoring", "counted"),
    [
        ("game_points", [0, 4, 0, 4]),
        ("plus_minus", [-4, 4, -4, 4]),
        ("wins", [0, 1, 0, 1]),
    ],
)
def test_bierkopf_has_its_lists_of_game_points(scoring: str, counted: list[int]) -> None:
    """BK: 91 count two, doubled once four. Plus alone are the game points, strokes deals won."""
    begun = EveningStarted("e", "bierkopf", {"scoring": scoring}, tuple("ABCD"), "lech", {})
    told = DealEntered({"won": False, "points": [20]}, doubles=("double",))
    tie = DealEntered({"points": [60]})
    state = fold(enveloped([begun, DealStarted("d", 3), told, DealStarted("t", 0), tie]))
    assert state.oddities == ()
    assert [int(each) for each in state.totals] == counted
    assert is_zero_sum(rules_from({"scoring": scoring}, "bierkopf")) is (scoring == "plus_minus")
    report = evening_report(state)
    assert report.dues is None


@pytest.mark.parametrize("scoring", ["plus_minus", "plus", "tally"])
def test_a_list_is_no_money(scoring: str) -> None:
    rules = rules_from({"scoring": scoring}, "mehrkopf")
    assert in_cents(3, rules) is None
    assert is_zero_sum(rules) is (scoring == "plus_minus")


@pytest.mark.parametrize(
    ("scoring", "counted"),
    [
        ("units", [2, 1, -1, -1, -1]),
        ("plus_minus", [2, 1, -1, -1, -1]),
        ("plus", [2, 1, 0, 0, 0]),
        ("tally", [1, 1, 0, 0, 0]),
        ("wins", [1, 1, 0, 0, 0]),
    ],
)
def test_sheepshead_has_the_lists_too_and_says_what_a_point_is_worth(
    scoring: str, counted: list[int]
) -> None:
    """PG scoring: a nickel per point perhaps."""
    begun = EveningStarted("e", "sheepshead", {"scoring": scoring}, tuple("ABCDE"), "piatnik", {})
    told = DealEntered({"won": True, "partners": [1]}, Contract("pick", 0))
    state = fold(enveloped([begun, DealStarted("d", 4), told]))
    assert [int(each) for each in state.totals] == counted
    dues = evening_report(state).dues
    assert (dues is None) is (scoring != "units")
    assert sum(due.cents for due in dues or ()) == (15 if scoring == "units" else 0)
