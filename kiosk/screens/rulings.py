"""What the organiser ruled, in lines beside the table's own scores and deals.

The table's list stays as the journal has it: a line says what counts in the tournament instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.evening.deal import DealState
from engine.evening.start_numbers import numbers_of, start_numbers
from engine.evening.state import TableState
from engine.text import Text
from kiosk.exchange.rulings import DealRuling, RulingsMessage, ToldPenalty
from kiosk.screens.values import Gain
from kiosk.words import tournament as w


@dataclass(frozen=True, slots=True)
class HeardRulings:
    """What was ruled of this table, and which of it is about deals of another device."""

    message: RulingsMessage
    elsewhere: frozenset[int] = frozenset()
    """Entries whose deal this table's journal does not hold."""


NOTHING_RULED = HeardRulings(RulingsMessage(""))


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling or penalty."""

    key: str
    word: Text
    """What became of it, up to the points."""
    gains: tuple[Gain, ...]
    reason: str
    about: Text | None = None
    """Which deal; None for a penalty."""


@dataclass(frozen=True, slots=True)
class RulingLines:
    """Everything that was ruled of an evening."""

    lines: tuple[RulingLine, ...] = ()
    by_deal: Mapping[str, tuple[RulingLine, ...]] = field(default_factory=dict)
    """By the deal's id; nothing of deals that are not in the list."""


def ruling_lines(state: TableState, heard: HeardRulings) -> RulingLines:
    """Return what was ruled of an evening; nothing where it is no round of that tournament."""
    place, message = state.tournament, heard.message
    if place is None or place.id != message.tournament:
        return RulingLines()
    finished = {deal.number: deal for deal in state.finished}
    lines: list[RulingLine] = []
    by_deal: dict[str, tuple[RulingLine, ...]] = {}
    for ruling in message.deals:
        if ruling.round != place.round:
            continue
        deal = None if ruling.entry in heard.elsewhere else finished.get(ruling.deal)
        line = _deal_line(ruling, deal, state, elsewhere=ruling.entry in heard.elsewhere)
        lines.append(line)
        if deal is not None:
            by_deal[deal.id] = (*by_deal.get(deal.id, ()), line)
    lines += (_penalty_line(each, state) for each in message.penalties if each.round == place.round)
    return RulingLines(tuple(lines), by_deal)


def _deal_line(
    ruling: DealRuling, deal: DealState | None, state: TableState, *, elsewhere: bool
) -> RulingLine:
    names = _names(state)
    if deal is not None:
        names |= dict(zip(numbers_of(state, deal), state.seating_of(deal), strict=False))
    about = w.OF_DEAL_ELSEWHERE if elsewhere else w.OF_DEAL
    return RulingLine(
        f"deal-{ruling.entry}",
        w.RULED[ruling.state],
        tuple(_gain(names, each.number, each.points) for each in ruling.points),
        ruling.reason,
        about.format(n=ruling.deal),
    )


def _penalty_line(penalty: ToldPenalty, state: TableState) -> RulingLine:
    given = w.POINTS_GIVEN if penalty.points > 0 else w.PENALTY
    back = w.POINTS_TAKEN_BACK if penalty.points > 0 else w.PENALTY_TAKEN_BACK
    return RulingLine(
        f"penalty-{penalty.entry}",
        back if penalty.withdrawn else given,
        (_gain(_names(state), penalty.number, penalty.points),),
        penalty.reason,
    )


def _names(state: TableState) -> dict[int, str]:
    """Return who has a start number; of several who had it the one that came last."""
    return {number: name for (name, _), number in start_numbers(state).items()}


def _gain(names: Mapping[int, str], number: int, points: Fraction) -> Gain:
    return Gain(names.get(number, str(number)), points)
