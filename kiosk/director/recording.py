"""What the journal lacks of a deal as it is explained: the difference as events.

Nothing that was recorded is erased: a thing that was none is taken back, a card that was laid
earlier is moved, who led otherwise than won is told. The plays keep their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.evening.deal import DealState, LaidCard, LogEntry
from engine.evening.deal_log import derive, with_play
from engine.events import (
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    Envelope,
    Event,
    LeadSeen,
    TrickTaken,
    Undone,
)
from kiosk.director.explanation import Explanation, Look
from kiosk.director.hypothesis import NOBODY, NOT_SEEN_GOING, UNSEEN_SWEEP, Hypothesis
from kiosk.director.seen_plays import is_guess
from kiosk.director.weighing import Weighed

_GAP = "nobody"
_SWEEP = "sweep"
_Thing = int | str
"""A look, a card nobody saw, or a sweep."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What stands in the journal at one place of a deal, or should."""

    thing: _Thing
    seq: int | None = None
    sweep: int = UNSEEN_SWEEP


def _after(deal: DealState, events: Iterable[Event], last: int) -> DealState:
    entries = [
        LogEntry(Envelope(last + number, "", event)) for number, event in enumerate(events, 1)
    ]
    if len(entries) == 1 and isinstance(played := entries[0].envelope.event, CardPlayed):
        # One more card: the deal need not be read again from its beginning.
        return with_play(deal, entries[0], played)
    return derive(deal.head, (*deal.log, *entries)) if entries else deal


def difference(
    deal: DealState, explained: Explanation, weighed: Weighed, last: int
) -> tuple[Event, ...]:
    """Return what makes the journal say what a hypothesis holds; `last` is its newest number."""
    events = _things(deal, explained, weighed, last)
    there = _after(deal, events, last)
    return (*events, *_leads(there, deal.head.active, weighed.hypothesis))


def explained_by(deal: DealState, explained: Explanation, weighed: Weighed) -> DealState:
    """Return the deal as a hypothesis holds it; its cards stay as they are recorded."""
    last = deal.log[-1].seq if deal.log else deal.head.seq
    return _after(deal, difference(deal, explained, weighed, last), last)


def look_at(laid: LaidCard, explained: Explanation) -> int | None:
    """Return which look a play of the journal is; None for a card nobody saw."""
    event = laid.event
    if isinstance(event, CardPlayed) and event.source == "camera" and event.track is not None:
        return explained.look_of(event.track)
    return next((at for at, look in enumerate(explained.looks) if look.seq == laid.seq), None)


def _things(
    deal: DealState, explained: Explanation, weighed: Weighed, last: int
) -> tuple[Event, ...]:
    there, wanted = _recorded(deal, explained), _held(weighed.hypothesis)
    same = 0
    while same < min(len(there), len(wanted)) and there[same].thing == wanted[same].thing:
        same += 1
    there, wanted = there[same:], wanted[same:]
    events: list[Event] = []
    surplus = [row.thing for row in there]
    for row in wanted:
        if row.thing in surplus:
            surplus.remove(row.thing)
    # Of cards nobody saw and of sweeps the last ones go.
    kept: list[_Row] = []
    for row in reversed(there):
        if row.thing not in surplus:
            kept.append(row)
            continue
        surplus.remove(row.thing)
        assert row.seq is not None
        gone = Undone(row.seq) if row.thing == _SWEEP else CardRemoved(row.seq, "decoder")
        events.append(gone)
    kept.reverse()
    for row in _lacking(kept, wanted):
        events.append(_new(row, explained, weighed))
        kept.append(_Row(row.thing, last + len(events), row.sweep))
    for of, before in _moves(kept, [row.thing for row in wanted]):
        events.append(CardMoved(of, before))
    return tuple(events)


def _recorded(deal: DealState, explained: Explanation) -> list[_Row]:
    rows: list[_Row] = []
    sweeps = list(deal.sweeps)
    for index in range(len(deal.laid) + 1):
        while sweeps and sweeps[0].after <= index:
            rows.append(_Row(_SWEEP, sweeps.pop(0).seq))
        if index < len(deal.laid):
            laid = deal.laid[index]
            look = look_at(laid, explained)
            thing = _GAP if look is None and is_guess(laid) else -2 if look is None else look
            rows.append(_Row(thing, laid.seq))
    return rows


def _held(hypothesis: Hypothesis) -> list[_Row]:
    rows: list[_Row] = []
    for trick in hypothesis.tricks:
        rows += [_Row(_GAP if look == NOBODY else look) for look in trick.looks]
        if trick.sweep is not None:
            rows.append(_Row(_SWEEP, sweep=trick.sweep))
    return rows


def _lacking(there: Sequence[_Row], wanted: Sequence[_Row]) -> list[_Row]:
    have = [row.thing for row in there]
    lacking: list[_Row] = []
    for row in wanted:
        if row.thing in have:
            have.remove(row.thing)
        else:
            lacking.append(row)
    return lacking


def _new(row: _Row, explained: Explanation, weighed: Weighed) -> Event:
    if row.thing == _GAP:
        return CardInserted(None, None, None, "decoder")
    if row.thing == _SWEEP:
        if row.sweep in NOT_SEEN_GOING:
            return TrickTaken()
        known_t, seat = explained.sweeps[row.sweep]
        return TrickTaken(seat, known_t)
    assert isinstance(row.thing, int)
    return played(explained.looks[row.thing], weighed.cards.get(row.thing))


def played(look: Look, card: Card | None) -> CardPlayed:
    """Return the event of a look that is a card."""
    return CardPlayed(
        card=card,
        source="camera",
        scores=look.scores,
        track=look.track,
        t=look.t,
        known_t=look.known_t,
        place=look.spot,
    )


def _moves(there: Sequence[_Row], wanted: Sequence[_Thing]) -> list[tuple[int, int | None]]:
    """Return what to put before what, so that the same things come in the order wanted."""
    stay = _common([row.thing for row in there], wanted)
    rest = [row for at, row in enumerate(there) if at not in stay]
    staying = [row for at, row in enumerate(there) if at in stay]
    moves: list[tuple[int, int | None]] = []
    # From the end on, so that what comes next stands where it should by then.
    following: int | None = None
    for thing in reversed(wanted):
        if staying and staying[-1].thing == thing:
            following = staying.pop().seq
            continue
        row = next(row for row in reversed(rest) if row.thing == thing)
        rest.remove(row)
        assert row.seq is not None
        moves.append((row.seq, following))
        following = row.seq
    return moves


def _common(there: Sequence[_Thing], wanted: Sequence[_Thing]) -> set[int]:
    """Return the indexes of `there` that are a longest part of `wanted` in its order."""
    longest = [[0] * (len(wanted) + 1) for _ in range(len(there) + 1)]
    for one in reversed(range(len(there))):
        for other in reversed(range(len(wanted))):
            longest[one][other] = (
                longest[one + 1][other + 1] + 1
                if there[one] == wanted[other]
                else max(longest[one + 1][other], longest[one][other + 1])
            )
    stay: set[int] = set()
    one = other = 0
    while one < len(there) and other < len(wanted):
        if there[one] == wanted[other]:
            stay.add(one)
            one, other = one + 1, other + 1
        elif longest[one + 1][other] >= longest[one][other + 1]:
            one += 1
        else:
            other += 1
    return stay


def _leads(deal: DealState, active: Sequence[int], hypothesis: Hypothesis) -> list[LeadSeen]:
    """Return who led where the cards say otherwise; each changes who laid what after it."""
    found: list[LeadSeen] = []
    size = len(active)
    for number, trick in enumerate(hypothesis.tricks):
        start = number * size
        if start >= len(deal.laid) or not trick.looks:
            break
        seat = active[trick.leader]
        laid = deal.laid[start]
        if laid.seat != seat:
            found.append(LeadSeen(laid.seq, seat))
            last = deal.log[-1].seq
            deal = _after(deal, (found[-1],), last)
    return found
