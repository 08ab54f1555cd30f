"""What was taken back a moment ago, and how it comes back: one step, until something else happens.

Taking back a taking back restores (`engine.deal_log.standing`), so nothing is lost by an undo too
many. What concerns the evening and not a deal is said again by hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import (
    Announced,
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealEntered,
    Doubled,
    Event,
    RestClaimed,
    Ruling,
    Undone,
)
from engine.state import TableState
from engine.text import PlainError, Text
from kiosk import order_words as w
from kiosk.commands import Restore

_WORDS: tuple[tuple[tuple[type[Event], ...], Text], ...] = (
    ((DealClosed, DealEntered), w.END_TAKEN_BACK),
    ((Announced, BidMade), w.CALL_TAKEN_BACK),
    ((Doubled,), w.DOUBLING_TAKEN_BACK),
    ((Ruling,), w.RULING_TAKEN_BACK),
    ((RestClaimed,), w.CLAIM_TAKEN_BACK),
    ((CardPlayed,), w.CARD_TAKEN_BACK),
    ((CardCorrected, CardConfirmed, CardInserted, CardRemoved), w.CORRECTION_TAKEN_BACK),
)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The newest thing that happened, where it was an undo."""

    undo: int
    """`seq` of the undo."""
    words: Text
    """What was taken back, of which deal."""


def taken_back(state: TableState) -> TakenBack | None:
    """Return what was taken back last; None once anything else happened.

    None also where a stated answer was taken back: it is asked for again at once.
    """
    for number, deal in enumerate(state.deals, 1):
        entry = deal.log[-1] if deal.log else None
        if entry is None or entry.seq != state.last_seq:
            continue
        undo = entry.envelope.event
        said = {each.seq: each.envelope.event for each in deal.log}
        target = said.get(undo.of) if isinstance(undo, Undone) else None
        for kinds, words in _WORDS:
            if isinstance(target, kinds):
                return TakenBack(entry.seq, words.format(n=number))
    return None


def restore(command: Restore, state: TableState) -> tuple[Event, ...]:
    """Return what brings back what an undo took.

    Raises:
        PlainError: something else happened since.
    """
    last = taken_back(state)
    if last is None or last.undo != command.of:
        raise PlainError(w.NOT_RESTORED)
    return (Undone(command.of),)
