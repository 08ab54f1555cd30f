"""A deal that is over and has no result yet: it is kept, and nobody goes on past it unasked."""

from __future__ import annotations

from engine.state import DealState, TableState


def unsettled(state: TableState) -> DealState | None:
    """Return the deal that ended last where it lacks a result and no other has begun."""
    deal = state.last_deal
    if not state.running or state.deal is not None or deal is None or deal.result is not None:
        return None
    return deal


def left_behind(state: TableState) -> DealState | None:
    """Return the deal before the running one where it was left without a result."""
    if not state.running or state.deal is None or not state.finished:
        return None
    before = state.finished[-1]
    return before if before.result is None else None
