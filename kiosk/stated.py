"""Laufende stated of a deal that ended early: what is recorded, and how it is taken back.

The end is taken back and said again with the number in it, in one step. Whoever takes the number
back is asked again: the end as it was first said stands once more.
"""

from __future__ import annotations

from engine.deal_log import standing
from engine.events import DealClosed, Event, Undone
from engine.missing import STATED, with_laufende
from engine.state import DealState, TableState
from engine.text import PlainError
from kiosk import order_words as w
from kiosk.commands import StateLaufende


def state_laufende(command: StateLaufende, state: TableState) -> tuple[Event, ...]:
    """Return the end taken back and said again with the number of Laufende.

    Raises:
        PlainError: the deal is not the newest or lacks no Laufende, or so many are not possible.
    """
    deal = state.last_deal
    closed = None if deal is None or deal.id != command.deal else _closing(deal)
    if deal is None or closed is None or deal.end is None:
        raise PlainError(w.NOT_ASKED)
    if deal.end.get(STATED) == command.count and not deal.missing.laufende:
        return ()  # Two screens, one answer.
    possible = deal.missing.laufende
    if not possible:
        raise PlainError(w.NOT_ASKED)
    if command.count not in possible:
        raise PlainError(w.NOT_SO_MANY)
    return Undone(closed), DealClosed(with_laufende(deal.end, command.count))


def before_stating(deal: DealState, taken_back: int) -> tuple[Event, ...]:
    """Return what restores the end as it was before Laufende were stated of it.

    Nothing where the event taken back is not such an end.
    """
    said = {entry.seq: entry.envelope.event for entry in deal.log}
    stated, undone = said.get(taken_back), said.get(taken_back - 1)
    if not isinstance(stated, DealClosed) or not isinstance(undone, Undone):
        return ()
    first = said.get(undone.of)
    if not isinstance(first, DealClosed) or first.end is None or stated.end is None:
        return ()
    without = {field: value for field, value in stated.end.items() if field != STATED}
    restores = STATED in stated.end and without == first.end
    return (Undone(taken_back - 1),) if restores else ()


def _closing(deal: DealState) -> int | None:
    """Return the `seq` of the event that closed the deal; None where it runs."""
    for entry in reversed(standing(deal.log)):
        if isinstance(entry.envelope.event, DealClosed):
            return entry.seq
    return None
