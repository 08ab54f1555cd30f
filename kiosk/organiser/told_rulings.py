"""What a table is told of rulings: those that set points of its deals, and its people's penalties.

Worked out from every revision of what the organiser entered, so that a ruling that was told once
and holds no longer is told as that, and does not just go away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kiosk.exchange.messages import ResultMessage
from kiosk.exchange.rulings import (
    LONGEST_REASON,
    DealRuling,
    NumberPoints,
    RulingsMessage,
    RulingState,
    ToldPenalty,
)
from kiosk.organiser.admission import Frame, number_at_table
from kiosk.organiser.rulings import Rulings
from kiosk.organiser.tournament import Penalty, Protest

Protests = Mapping[int, Sequence[tuple[str, Protest]]]
"""By entry, every revision with when it was kept, the newest last."""
Penalties = Mapping[int, Sequence[tuple[str, Penalty]]]
Version = Callable[[str, int, int], ResultMessage | None]
"""Returns what a table's deal of a round is now; None where there is none any more."""


def told_rulings(
    frame: Frame, protests: Protests, penalties: Penalties, version: Version
) -> dict[str, RulingsMessage]:
    """Return what each table is told; whoever is not named is told nothing."""
    deals: dict[str, list[DealRuling]] = {}
    for entry, protest in sorted(protests.items()):
        ruling = _deal(entry, protest, version)
        if ruling is not None:
            deals.setdefault(protest[-1][1].table, []).append(ruling)
    given: dict[str, list[ToldPenalty]] = {}
    for entry, penalty in sorted(penalties.items()):
        table = _table_of(frame, penalty[-1][1])
        if table is not None:
            given.setdefault(table, []).append(_penalty(entry, penalty))
    return {
        table: RulingsMessage(
            frame.tournament.id, tuple(deals.get(table, ())), tuple(given.get(table, ()))
        )
        for table in {*deals, *given}
    }


def _deal(
    entry: int, history: Sequence[tuple[str, Protest]], version: Version
) -> DealRuling | None:
    """Return what is told of a protest; None where it never set any points of a deal.

    A list from paper is not the table's, and its messages tell of deals alone.
    """
    set_last = next((each.ruled for _, each in reversed(history) if each.ruled is not None), None)
    at, protest = history[-1]
    if set_last is None or protest.on_paper:
        return None
    return DealRuling(
        entry=entry,
        revision=len(history),
        round=protest.round,
        deal=number_at_table(protest.deal),
        cursor=set_last.revision,
        head=set_last.head,
        points=tuple(NumberPoints(number, points) for number, points in set_last.points),
        reason=protest.answer[:LONGEST_REASON],
        state=_state(entry, protest, version),
        at=at,
    )


def _state(entry: int, protest: Protest, version: Version) -> RulingState:
    rulings = Rulings.of({entry: protest})
    if not rulings.changing:
        return "withdrawn"
    now = version(protest.table, protest.round, protest.deal)
    return "overtaken" if now is None or rulings.on(now) is None else "holds"


def _table_of(frame: Frame, penalty: Penalty) -> str | None:
    plan = next((each for each in frame.rounds if each.number == penalty.round), None)
    return None if plan is None else plan.table_of(penalty.number)


def _penalty(entry: int, history: Sequence[tuple[str, Penalty]]) -> ToldPenalty:
    at, penalty = history[-1]
    return ToldPenalty(
        entry,
        len(history),
        penalty.round,
        penalty.number,
        penalty.points,
        penalty.reason,
        penalty.taken_back,
        at,
    )
