"""What an evening counts, and what it is worth (DE Abrechnung; RULES 0.23)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.evening.fold import fold
from engine.evening.scoring import gained, in_cents
from engine.evening.state import TableState
from engine.events import DealStarted, EveningStarted, Event
from engine.rules.house_rules import preset_rules, rules_from
from tests.engine.settle.made import found
from tests.engine.spine import NAMES, RUFSPIEL, enveloped, finished_deal


def evening(scoring: str) -> TableState:
    started = EveningStarted("e", "schafkopf", {"scoring": scoring}, NAMES, "isar", {})
    events: list[Event] = [started, *finished_deal("d1", 3, RUFSPIEL), DealStarted("d2", 0)]
    return fold(enveloped(events))


@pytest.mark.parametrize("game", ["schafkopf", "mehrkopf", "bavarian"])
def test_units_are_counted_unless_the_house_says_otherwise(game: str) -> None:
    """RULES 0.23: `scoring` = `units`."""
    assert preset_rules(game).options["scoring"] == "units"


def test_units_are_what_everyone_is_paid() -> None:
    """DE Abrechnung: who has most points or money in front of him has won the evening."""
    (deal,) = evening("units").finished
    assert deal.gains == deal.payout
    assert evening("units").totals == deal.payout


def test_wins_count_one_for_everyone_who_won() -> None:
    """DE Abrechnung: sich einfach über Siege freuen."""
    (deal,) = evening("wins").finished
    assert deal.result is not None
    winners = deal.result.winners
    assert evening("wins").totals == tuple(Fraction(seat in winners) for seat in range(4))
    assert deal.payout == evening("units").finished[0].payout


def test_tricks_count_as_they_were_taken() -> None:
    """EN Settling the score: they may count the number of tricks each player has won."""
    (deal,) = evening("tricks").finished
    assert deal.result is not None
    assert evening("tricks").totals == tuple(Fraction(each) for each in deal.result.tricks)
    assert sum(evening("tricks").totals) == 8


def test_a_ramsch_is_won_by_all_but_the_loser() -> None:
    """EN Ramsch: the most points lose."""
    _, _, settled = found("mehrkopf", 4, "ramsch", lambda deal, each: True)
    assert sum(gained(settled, rules_from({"scoring": "wins"}, "mehrkopf"))) == 3


@pytest.mark.parametrize(
    ("game", "cents"), [("schafkopf", 3), ("mehrkopf", 30), ("bavarian", 30), ("sheepshead", 15)]
)
def test_a_unit_is_worth_what_the_house_says(game: str, cents: int) -> None:
    """DE Abrechnung: normally 10 cents; PG: a nickel; prices of today's practice are cents."""
    assert in_cents(3, preset_rules(game)) == cents
    assert in_cents(3, None) == 3


def test_pots_that_do_not_divide_stay_exact_in_money() -> None:
    """DEAL_FILE, `payout`: rounding only when settling in cents."""
    assert in_cents(Fraction(2, 3), preset_rules("mehrkopf")) == Fraction(20, 3)


@pytest.mark.parametrize(("scoring", "cents"), [("units", 30), ("wins", None), ("tricks", None)])
def test_wins_and_tricks_are_no_money(scoring: str, cents: int | None) -> None:
    """DE Abrechnung: Siege are counted, not paid (RULES 0.23)."""
    assert in_cents(3, rules_from({"scoring": scoring}, "mehrkopf")) == cents
