"""What undo takes, what was taken back a moment ago and how it comes back; a deal left unsettled.

Taking back is one step, until something else happens. Taking back a taking back restores, in a deal
(`engine.evening.deal_log.standing`) and of the evening (`engine.evening.state.TableState.taken`),
so an undo too many loses nothing; page and button use the same words. A deal without a result is
kept, and nobody goes on past it unasked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.evening.deal import DealState
from engine.evening.deal_log import standing
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
    DealingTold,
    Doubled,
    Event,
    LayoutGiven,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    Undone,
)
from engine.games import game
from engine.games.hidden import without_hidden
from engine.games.wording import card_text
from engine.text import PlainError, Text
from kiosk.table.commands import Restore
from kiosk.table.deal_answers import ANSWERS, BY_RULING, VOID
from kiosk.table.evening_orders import untouched
from kiosk.table.person_names import short
from kiosk.words import orders as w
from kiosk.words.calls import LEFT_BEHIND


def undoing(state: TableState) -> tuple[Event, ...]:
    """Return what takes back the latest thing a person did; empty where there is nothing."""
    if state.ended is not None:
        beside = [
            entry.seq
            for each in state.deals
            for entry in standing(each.log)
            if isinstance(entry.envelope.event, Note | DealingTold)
        ]
        return (Undone(max((state.ended, *beside))),)
    deal, change = state.last_deal, _latest_change(state)
    if deal is None:
        return (Undone(change),) if change else ()
    said = [
        entry.seq
        for each in state.deals
        # Of an older deal only what was said since the newest one began.
        if each is deal or (each.log and each.log[-1].seq > deal.head.seq)
        for entry in standing(each.log)
        if _by_person(entry.envelope.event) and (each is deal or entry.seq > deal.head.seq)
    ]
    if change > max((deal.head.seq, *said)):
        return (Undone(change),)
    if said:
        return (Undone(max(said)), *_before_stating(deal, max(said)))
    if deal is state.deal and not deal.laid:
        return (Undone(deal.head.seq),)
    return ()


def takes_back_beside(state: TableState, deal: str) -> bool:
    """Tell whether undo would take back what was said of this deal beside its play."""
    events = undoing(state)
    first = events[0] if events else None
    said = [
        entry.envelope.event
        for each in state.deals
        for entry in each.log
        if isinstance(first, Undone) and entry.seq == first.of
    ]
    return any(isinstance(each, Note | DealingTold) and each.deal == deal for each in said)


def _by_person(event: Event) -> bool:
    """Tell whether a person said it, or may take it back like something said (a deal's end)."""
    match event:
        case CardPlayed(source=source) | CardRevealed(source=source):
            return source == "touch"
        case CardCorrected(by=by) | CardInserted(by=by) | CardRemoved(by=by):
            return by == "person"
        case Note() | DealingTold():
            return True
        case Announced() | BidMade() | LayoutGiven() | Doubled() | CardConfirmed():
            return True
        case Ruling() | RestClaimed() | QuestionLeft() | DealClosed() | DealEntered():
            return True
        case _:
            return False


def _latest_change(state: TableState) -> int:
    """Return the `seq` of the newest change of the evening that can be taken back; 0 for none.

    Of breaks only one that lasts: nobody who takes something back means the camera to look away.
    """
    seqs = [] if state.paused is None else [state.paused]
    seqs += [each.seq for each in state.adjustments]
    seqs += [each.seq for each in state.substitutions]
    seqs += [each.seq for each in state.games[1:]]
    seqs += [seq for seq, _ in state.decks[1:]]
    seqs += [each.seq for each in state.sat_out]
    seqs += [seq for seq, _ in state.seatings[1:]]
    return max(seqs, default=0)


def _before_stating(deal: DealState, taken_back: int) -> tuple[Event, ...]:
    """Return what restores the end as it was before the last answer was stated.

    Nothing where the event taken back is not such an end.
    """
    said = {entry.seq: entry.envelope.event for entry in deal.log}
    stated, undone = said.get(taken_back), said.get(taken_back - 1)
    if isinstance(undone, Announced) and _said_more(deal, taken_back - 1):
        return Undone(taken_back - 1), Undone(taken_back - 2)
    if not isinstance(stated, DealClosed) or not isinstance(undone, Undone):
        return ()
    first = said.get(undone.of)
    if not isinstance(first, DealClosed) or first.end is None:
        return ()
    ruled = isinstance(said.get(taken_back - 2), Ruling)
    if ruled and first.end.get("kind") == VOID and stated.end in (None, BY_RULING):
        return (Undone(taken_back - 1),)
    if stated.end is None:
        return ()
    end = stated.end
    restores = any(
        name in end and {key: value for key, value in end.items() if key != name} == first.end
        for name in ANSWERS
    )
    return (Undone(taken_back - 1),) if restores else ()


def _said_more(deal: DealState, announced: int) -> bool:
    """Tell whether an announcement only told what lay face down in a deal that was over.

    Not where people took the end back and mended the call: that was two things, not one.
    """
    said = [(e.seq, e.envelope.event) for e in deal.log if e.seq <= announced]
    before = next((event for seq, event in said if seq == announced - 1), None)
    calls = [event.contract for _, event in said if isinstance(event, Announced)]
    if len(calls) < 2 or not isinstance(before, Undone):
        return False
    one, other = calls[-2:]
    if one is None or other is None or one == other:
        return False
    names = [each.name for each in game(deal.head.game).hidden(deal.record)]
    return without_hidden(one, names) == without_hidden(other, names)


def unsettled(state: TableState) -> DealState | None:
    """Return the deal that ended last where it lacks a result and no other has begun."""
    deal = state.last_deal
    if not state.running or state.deal is not None or deal is None or deal.result is not None:
        return None
    return deal


def without_result(state: TableState) -> DealState | None:
    """Return the first deal before the running one that was left without a result."""
    if not state.running or state.deal is None:
        return None
    return next((deal for deal in state.finished if deal.result is None), None)


_WORDS: tuple[tuple[tuple[type[Event], ...], Text], ...] = (
    ((DealClosed, DealEntered), w.END_TAKEN_BACK),
    ((Announced, BidMade), w.CALL_TAKEN_BACK),
    ((Doubled,), w.DOUBLING_TAKEN_BACK),
    ((Ruling,), w.RULING_TAKEN_BACK),
    ((Note,), w.REMARK_TAKEN_BACK),
    ((DealingTold,), w.HOW_DEALT_TAKEN_BACK),
    ((RestClaimed,), w.CLAIM_TAKEN_BACK),
    ((QuestionLeft,), w.QUESTION_BACK),
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
        if isinstance(undo, Undone) and isinstance(target, CardPlayed):
            return TakenBack(entry.seq, _card_taken(deal, undo.of, target))
        if isinstance(target, DealClosed | DealEntered) and deal.closed and deal.result is not None:
            # The end that was said before stands again.
            return TakenBack(entry.seq, w.CORRECTION_TAKEN_BACK.format(n=number))
        for kinds, words in _WORDS:
            if isinstance(target, kinds):
                return TakenBack(entry.seq, words.format(n=number))
    return None


def _card_taken(deal: DealState, seq: int, play: CardPlayed) -> Text:
    """Return which card was taken back, and whose: the one to lay now, unless others laid since."""
    seat = play.seat
    if seat is None and not any(each > seq for each in deal.seqs):
        seat = deal.next_seat
    if play.card is None or seat is None:
        return w.CARD_TAKEN_BACK.format(n=deal.number)
    name = short(deal.names)[seat]
    return w.CARD_OF_TAKEN_BACK.format(card=card_text(play.card), name=name)


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
    left, deal = state.finished[-1] if state.finished else None, state.deal
    if left is None or left.result is not None or deal is None or not untouched(deal):
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
