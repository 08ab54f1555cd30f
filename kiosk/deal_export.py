"""The deals of a journal as records of their own, evening by evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.fold import fold
from engine.journal import Journal
from engine.record import DealRecord
from engine.state import DealState, TableState


@dataclass(frozen=True, slots=True)
class Recorded:
    """The deals of a journal."""

    records: tuple[DealRecord, ...]
    """With evening, number and names as further fields, and which cards a person corrected."""
    beside: int
    """Notes and changes of the score by hand: they belong to no deal."""


def recorded_deals(journal: Journal) -> Recorded:
    """Return every deal of every evening, the running one last.

    Raises:
        PlainError: an event was written by a newer program.
    """
    states = list(_evenings(journal))
    records = [record for state in states for record in records_of(state)]
    beside = sum(len(state.notes) + len(state.adjustments) for state in states)
    return Recorded(tuple(records), beside)


def records_of(state: TableState) -> tuple[DealRecord, ...]:
    """Return every deal of an evening, the running one last."""
    return tuple(_record(state, deal) for deal in state.deals)


def _evenings(journal: Journal) -> Iterator[TableState]:
    envelopes = list(journal.events())
    starts = [mark.seq - 1 for mark in journal.evenings()]
    for start, end in pairwise([*starts, len(envelopes)]):
        yield fold(envelopes[start:end])


def _record(state: TableState, deal: DealState) -> DealRecord:
    corrected = [index for index, laid in enumerate(deal.laid) if laid.corrected and laid.fixed]
    told: dict[str, object] = {
        "evening": state.evening or "",
        "deal": str(deal.number),
        "seats": list(deal.names),
    }
    if corrected:
        told["corrected"] = corrected
    return replace(deal.record, extra={**deal.record.extra, **told})
