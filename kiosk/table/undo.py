"""What was taken back a moment ago and how it comes back, and a deal that is over without a result.

Taking back is one step, until something else happens. Taking back a taking back restores, in a deal
(`engine.evening.deal_log.standing`) and of the evening (`engine.evening.state.TableState.taken`),
so an undo too many loses nothing; page and button use the same words. A deal without a result is
kept, and nobody goes on past it unasked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    Doubled,
    Event,
    LayoutGiven,
    RestClaimed,
    Ruling,
    Undone,
)
from engine.text import PlainError, Text
from kiosk.table.commands import Restore
from kiosk.table.evening_orders import untouched
from kiosk.words import orders as w
from kiosk.words.calls import LEFT_BEHIND


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


_WORDS: tuple[tuple[tuple[type[Event], ...], Text], ...] = (
    ((DealClosed, DealEntered), w.END_TAKEN_BACK),
    ((Announced, BidMade), w.CALL_TAKEN_BACK),
    ((Doubled,), w.DOUBLING_TAKEN_BACK),
    ((Ruling,), w.RULING_TAKEN_BACK),
    ((RestClaimed,), w.CLAIM_TAKEN_BACK),
    ((CardPlayed,), w.CARD_TAKEN_BACK),
    ((LayoutGiven, CardRevealed), w.LAYOUT_TAKEN_BACK),
    ((CardCorrected, CardConfirmed, CardInserted, CardRemoved), w.CORRECTION_TAKEN_BACK),
)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The newest thing that happened, where one tap takes it away again."""

    undo: int
    """`seq` of what that tap takes back: of the undo, or of the dealing that left a deal behind."""
    words: Text
    """What was taken back, of which deal."""


def taken_back(state: TableState) -> TakenBack | None:
    """Return what was taken back last, or which deal was left without a result.

    None once anything else happened, and where a stated answer was taken back: it is asked for
    again at once.
    """
    return _in_a_deal(state) or _of_the_evening(state) or _left_behind(state)


def _in_a_deal(state: TableState) -> TakenBack | None:
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


def _of_the_evening(state: TableState) -> TakenBack | None:
    if state.taken is None or state.taken[0] != state.last_seq:
        return None
    return TakenBack(state.last_seq, _changed(state.taken[1], state))


def _changed(before: TableState, now: TableState) -> Text:
    """Return what an undo took of the evening."""
    if before.ended != now.ended:
        return w.EVENING_END_TAKEN_BACK
    if before.deal is not None and now.deal is None:
        return w.DEALING_TAKEN_BACK.format(n=before.deal.number)
    gone = [change for change in before.adjustments if change not in now.adjustments]
    if gone:
        return w.SCORE_CHANGE_TAKEN_BACK.format(reason=gone[0].reason)
    for differs, words in _CHANGES:
        if differs(before) != differs(now):
            return words
    return w.SOMETHING_TAKEN_BACK


_CHANGES: tuple[tuple[Callable[[TableState], object], Text], ...] = (
    (lambda state: state.seatings, w.SEATS_TAKEN_BACK),
    (lambda state: state.substitutions, w.SUBSTITUTE_TAKEN_BACK),
    (lambda state: state.sat_out, w.SITTING_OUT_TAKEN_BACK),
    (lambda state: state.games, w.GAME_TAKEN_BACK),
    (lambda state: state.decks, w.DECK_TAKEN_BACK),
    (lambda state: state.breaks, w.BREAK_TAKEN_BACK),
)


def _left_behind(state: TableState) -> TakenBack | None:
    """Return the deal that was left a moment ago: taking the dealing back goes back to it."""
    left, deal = left_behind(state), state.deal
    if left is None or deal is None or not untouched(deal):
        return None
    if state.last_seq != max((deal.head.seq, *(entry.seq for entry in deal.log))):
        return None
    return TakenBack(deal.head.seq, LEFT_BEHIND.format(n=left.number))


def restore(command: Restore, state: TableState) -> tuple[Event, ...]:
    """Return what brings back what an undo took.

    Raises:
        PlainError: something else happened since.
    """
    last = taken_back(state)
    if last is None or last.undo != command.of:
        raise PlainError(w.NOT_RESTORED)
    return (Undone(command.of),)
