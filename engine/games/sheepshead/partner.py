"""Who plays with the picker, as far as the table knows (PG, partner; RULES 0.24 to 0.27)."""

from __future__ import annotations

from engine.games.base import Teams
from engine.games.facts import UNKNOWN, Facts
from engine.games.sheepshead.contract import count_of, die_roll, picked
from engine.record import DealRecord


def teams(facts: Facts) -> Teams:
    """Return picker and partners; the card that names one shows him when it lies.

    Where the picker himself has the card, or buried it, nobody holds it against him.
    """
    record, called = facts.record, facts.setting.called
    call = picked(record)
    if call is None:
        return Teams((), record.contract is not None)
    placed = _placed(record, call.picker)
    if placed is None or call.unsaid:
        return Teams((call.picker,), False)
    for play in facts.plays:
        if called is not None and play.card is called:
            return _sides(call.picker, (*placed, play.seat), known=True)
    over = len(facts.plays) == facts.setting.play_count and UNKNOWN not in facts.klasses
    return _sides(call.picker, placed, known=over or called is None)


def _sides(picker: int, partners: tuple[int, ...], *, known: bool) -> Teams:
    others = tuple(sorted({seat for seat in partners if seat != picker}))
    return Teams(tuple(sorted((picker, *others))), known, others)


def _placed(record: DealRecord, picker: int) -> tuple[int, ...] | None:
    """Return who is a partner by place or die; None where the die's number was not said."""
    count = count_of(record)
    seats = tuple(seat for seat in range(record.players) if seat not in record.out)
    place = seats.index(picker) if picker in seats else 0
    if count.neighbour:
        return (seats[place - 1],)
    if not count.die_bury:
        return ()
    assert record.contract is not None
    roll = die_roll(record.contract)
    return None if roll is None else (seats[(place + roll) % len(seats)],)
