"""How soon a planted error is proven: the figures of RULES 15, measured on this referee."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Verdict
from engine.referee.evaluation import evaluate
from tests.simulate.playing import Planted, plant
from tests.simulate.records import cut, record_of
from tests.simulate.table import table


@dataclass(frozen=True, slots=True)
class WantedErrors:
    """One line of the table: an error, a style, and what RULES 15 states for it."""

    kind: str
    contract: str
    style: str
    shown: float | None = None
    """Cards after the error until the offender's own card proves it (A)."""
    somebody: float | None = None
    """Until it is certain that somebody erred (C)."""
    culprit: float | None = None
    """Until only one can have been it (D)."""
    earlier: float | None = None
    """Share of errors for which C comes before A."""
    by: float | None = None
    """By how many cards, where it does."""


TABLE = (
    WantedErrors("revoke", "rufspiel", "random", 8.78, 8.18, 8.56, 0.158, 3.75),
    WantedErrors("revoke", "rufspiel", "conceals", 12.95, 11.38, 12.20, 0.404, 3.88),
    WantedErrors("revoke", "wenz", "random", 10.20, 9.87, 10.04, 0.134),
    WantedErrors("revoke", "wenz", "conceals", 13.97, 13.05, 13.51, 0.335),
    WantedErrors("revoke", "solo", "random", 8.77, 8.41, 8.55, 0.135),
    WantedErrors("called_card_withheld", "rufspiel", "random", 12.12, 2.54, 11.89, 0.935),
    WantedErrors("called_card_withheld", "rufspiel", "conceals", 16.15, 2.77, 15.62, 0.980),
    WantedErrors("called_card_underled", "rufspiel", "random", 21.41, 7.95, 17.01, 0.976),
    WantedErrors("called_card_underled", "rufspiel", "conceals", 23.00, 8.09, 21.14, 1.0),
    WantedErrors("called_card_discarded", "rufspiel", "random", 0.0, 0.0, 0.0),
)
"""RULES 15."""


@dataclass(frozen=True, slots=True)
class Detected:
    """Cards on the table after one error until it was proven."""

    shown: int
    somebody: int
    culprit: int


@dataclass(frozen=True, slots=True)
class MeasuredDetection:
    """Means over many errors; the fields as in `Wanted`."""

    errors: int
    shown: float
    somebody: float
    culprit: float
    earlier: float
    by: float
    unproven: int
    """Errors not proven once every card lay."""
    innocent: int
    """Deals in which somebody else was named by own play or count."""


def measure(
    wanted: WantedErrors, errors: int, seed: int, done: Callable[[int], None]
) -> MeasuredDetection:
    """Plant `errors` errors and return how soon they were proven.

    The deals are told as if the caller needed no card of his suit (Renonce): RULES 15 was
    measured by a referee that did not know the right to call. Where it is known, several errors
    are proven earlier still.
    """
    chance = random.Random(f"{seed} {wanted.kind} {wanted.contract} {wanted.style}")
    found: list[Detected] = []
    unproven = innocent = made = 0
    while made < errors:
        at = table("schafkopf", 4, chance, kind=wanted.contract)
        planted = plant(at, chance, wanted.kind, wanted.style)
        if planted is None:
            continue
        planted.deal.table = replace(at, renonce=True)
        made += 1
        done(made)
        record = record_of(planted.deal)
        verdicts = evaluate(record).verdicts
        innocent += any(each.seat != planted.seat for each in verdicts)
        verdict = next((each for each in verdicts if _is(each, planted)), None)
        if verdict is None:
            unproven += 1
        else:
            found.append(_detected(record, planted, verdict))
    return _means(found, unproven, innocent)


def _is(verdict: Verdict, planted: Planted) -> bool:
    return (verdict.kind, verdict.seat, verdict.play) == planted.acts[0]


def _detected(record: DealRecord, planted: Planted, verdict: Verdict) -> Detected:
    alone = {known.grade: known.after for known in verdict.grades}
    least = min(after for grade, after in alone.items() if grade is not Grade.JOINT)
    shown = alone.get(Grade.OWN_PLAY, least)
    if planted.kind == "called_card_underled":
        shown = _shown_by_hand(planted)
    culprit = _culprit(record, planted.seat, verdict.known_after, least)
    play = planted.play
    return Detected(shown - play, verdict.known_after - play, culprit - play)


def _shown_by_hand(planted: Planted) -> int:
    """Return the card after which the offender's own cards alone rule out that he ran away.

    The plain rule (A of RULES 15): the Ass lies, and what he laid of its suit since, with all he
    still holds, is too little. The referee counts the others' cards as well and is earlier.
    """
    deal = planted.deal
    table = deal.table
    held = table.hand_size - sum(
        1 for seat, _ in deal.plays[: planted.play] if seat == planted.seat
    )
    own, ace = 0, False
    for index in range(planted.play, len(deal.plays)):
        seat, card = deal.plays[index]
        if seat == planted.seat:
            held -= 1
            own += table.klasses[card] == table.searched
            ace = ace or card == table.ace
        if ace and own + held < table.free_from:
            return index
    return len(deal.plays) - 1


def _culprit(record: DealRecord, seat: int, first: int, last: int) -> int:
    """Return the card after which only `seat` can have been it; by `last` it is certain."""
    while first < last:
        middle = (first + last) // 2
        verdicts = evaluate(cut(record, middle + 1)).verdicts
        if any(each.suspects == (seat,) for each in verdicts):
            last = middle
        else:
            first = middle + 1
    return last


def _means(found: list[Detected], unproven: int, innocent: int) -> MeasuredDetection:
    count = max(1, len(found))
    early = [each.shown - each.somebody for each in found if each.somebody < each.shown]
    return MeasuredDetection(
        len(found) + unproven,
        sum(each.shown for each in found) / count,
        sum(each.somebody for each in found) / count,
        sum(each.culprit for each in found) / count,
        len(early) / count,
        sum(early) / max(1, len(early)),
        unproven,
        innocent,
    )
