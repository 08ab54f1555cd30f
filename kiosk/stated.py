"""What is stated of a deal that is over: Laufende, who held the called card, that it counts.

The end is taken back and said again with the answer in it, in one step. Whoever takes the answer
back is asked again: the end as it was first said stands once more.
"""

from __future__ import annotations

from engine.deal_log import standing
from engine.events import Announced, DealClosed, Event, Ruling, Undone
from engine.games import game
from engine.games.hidden import without_hidden
from engine.missing import HOLDER, STATED, with_holder, with_laufende
from engine.record import JsonObject
from engine.state import DealState, TableState
from engine.text import PlainError, Text
from kiosk import order_words as w
from kiosk.commands import StateHolder, StateLaufende
from kiosk.running import is_full

_ANSWERS = (STATED, HOLDER)
_VOID = "void"
_BY_RULING: JsonObject = {"kind": "ruled"}


def state_answer(command: StateLaufende | StateHolder, state: TableState) -> tuple[Event, ...]:
    """Return the end taken back and said again with the answer in it.

    Raises:
        PlainError: it is not asked for, or cannot be so.
    """
    if isinstance(command, StateHolder):
        return _state_holder(command, state)
    return _state_laufende(command, state)


def _state_laufende(command: StateLaufende, state: TableState) -> tuple[Event, ...]:
    deal, closed, end = _ended(command.deal, state, w.NOT_ASKED)
    if end.get(STATED) == command.count and not deal.missing.laufende:
        return ()  # Two screens, one answer.
    possible = deal.missing.laufende
    if not possible:
        raise PlainError(w.NOT_ASKED)
    if command.count not in possible:
        raise PlainError(w.NOT_SO_MANY)
    return Undone(closed), DealClosed(with_laufende(end, command.count))


def _state_holder(command: StateHolder, state: TableState) -> tuple[Event, ...]:
    deal, closed, end = _ended(command.deal, state, w.HOLDER_NOT_ASKED)
    if end.get(HOLDER) == command.seat and not deal.missing.holders:
        return ()
    if not deal.missing.holders:
        raise PlainError(w.HOLDER_NOT_ASKED)
    if command.seat not in deal.missing.holders:
        raise PlainError(w.NOT_THE_HOLDER)
    return Undone(closed), DealClosed(with_holder(end, command.seat))


def is_void(deal: DealState) -> bool:
    """Tell whether people said that a deal does not count."""
    return deal.closed and (deal.end or {}).get("kind") == _VOID


def counted_after_all(deal: DealState, state: TableState) -> tuple[Event, ...]:
    """Return what makes a deal that was not to count end by the error the table upholds in it.

    Nothing where it counts, or was thrown in: then what was upheld is settled anyhow.

    Raises:
        PlainError: the next deal runs, and this one's end stands.
    """
    closed = closing(deal)
    if closed is None or not is_void(deal):
        return ()
    if deal is not state.last_deal:
        raise PlainError(w.VOID_STANDS)
    # Were "ruled" recorded of a deal that was played out, a correction that withdraws the verdict
    # would leave nothing to settle.
    return Undone(closed), DealClosed(None if is_full(deal) else _BY_RULING)


def before_stating(deal: DealState, taken_back: int) -> tuple[Event, ...]:
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
    if ruled and first.end.get("kind") == _VOID and stated.end in (None, _BY_RULING):
        return (Undone(taken_back - 1),)
    if stated.end is None:
        return ()
    end = stated.end
    restores = any(
        name in end and {key: value for key, value in end.items() if key != name} == first.end
        for name in _ANSWERS
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


def _ended(deal_id: str, state: TableState, otherwise: Text) -> tuple[DealState, int, JsonObject]:
    """Return the newest deal, what closed it, and its end; `otherwise` where that cannot be."""
    deal = state.last_deal
    closed = None if deal is None or deal.id != deal_id else closing(deal)
    if deal is None or closed is None or deal.end is None:
        raise PlainError(otherwise)
    return deal, closed, deal.end


def closing(deal: DealState) -> int | None:
    """Return the `seq` of the event that closed the deal; None where it runs, or was entered."""
    for entry in reversed(standing(deal.log)):
        if isinstance(entry.envelope.event, DealClosed):
            return entry.seq
    return None
