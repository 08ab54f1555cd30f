"""Tables for the strip's tests: a state whose report is given, so that no rule is in play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.deal.record import Contract
from engine.deal.report import DealReport, DealResult, TrickView
from engine.evening.deal import DealHead, DealState
from engine.evening.state import TableState
from engine.games.facts import Turn, no_rule
from engine.rules.house_rules import rules_from

PEOPLE = ("Anna", "Beni", "Cilli", "Done", "Erna", "Franz", "Gretl")
SEATS = PEOPLE[:4]

REPORT = DealReport(
    turn=0,
    tricks=(),
    trick_count=8,
    hand_sizes=(8, 8, 8, 8),
    complete=False,
    called_card=None,
    partners=(),
    sides_known=False,
    verdicts=(),
    result=None,
)

RESULT = DealResult(
    declarers=(0, 2),
    winner="declarers",
    winners=(0, 2),
    points=(80, 40),
    points_by_seat=(50, 20, 30, 20),
    tricks=(3, 1, 3, 1),
    schneider=False,
    schwarz=False,
    laufende=0,
    laufende_cards=(),
    price=20,
    payout=(Fraction(20), Fraction(-20), Fraction(20), Fraction(-20)),
    stock_change=0,
)


def trick(number: int, winner: int | None, *, complete: bool = True) -> TrickView:
    plays = tuple((seat, None) for seat in range(4 if complete else 2))
    return TrickView(4 * number, 0, plays, winner, points=10, complete=complete)


def report(**changes: object) -> DealReport:
    return replace(REPORT, **changes)  # type: ignore[arg-type]


def deal(
    given: DealReport,
    number: int = 1,
    *,
    closed: bool = False,
    seats: tuple[str, ...] = SEATS,
) -> DealState:
    """Return a Rufspiel of seat 0 of which the referee says what is `given`."""
    rules = rules_from({"preset": "schafkopf"}, "schafkopf")
    head = DealHead(2, f"deal-{number}", number, "schafkopf", rules, seats, 3, ())
    state = DealState(head, Turn(0), no_rule, contract=Contract("rufspiel", 0), closed=closed)
    vars(state)["report"] = given
    return state


def playing(given: DealReport, number: int = 1, *, seats: tuple[str, ...] = SEATS) -> TableState:
    running = deal(given, number, seats=seats)
    return TableState(evening="e", game="schafkopf", seats=seats, deal=running)


def finished(*, seats: tuple[str, ...] = SEATS, **changes: object) -> TableState:
    """Return the table after its deal closed with such a result."""
    result = replace(RESULT, **changes)  # type: ignore[arg-type]
    done = deal(report(turn=None, complete=True, result=result), closed=True, seats=seats)
    return TableState(evening="e", game="schafkopf", seats=seats, finished=(done,))
