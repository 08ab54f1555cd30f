"""Laws of the fold, on evenings as no table would play them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.evening.deal import DealState, LaidCard
from engine.evening.deal_log import derive
from engine.evening.fold import apply, fold
from engine.evening.state import TableState
from engine.events import CardCorrected, CardPlayed, Envelope, Event, TrickTaken, Undone
from tests.engine.spine import (
    AT,
    CARDS,
    EVENING,
    EVENINGS,
    FIRST_PLAY,
    IN_ONE_DEAL,
    enveloped,
    opened,
    played,
)


def bare(deal: DealState | None) -> DealState | None:
    """Return the deal without the log of how it came about."""
    return None if deal is None else replace(deal, log=())


@given(EVENINGS, st.data())
def test_a_prefix_and_the_rest_are_the_whole(events: list[Event], data: st.DataObject) -> None:
    envelopes = enveloped(events)
    cut = data.draw(st.integers(0, len(envelopes)))
    assert fold(envelopes[cut:], fold(envelopes[:cut])) == fold(envelopes)


SWEPT_TOO_EARLY = [*played(["EA", "S7", "EU"]), TrickTaken(seat=0), *played(["??", "E7"])]


@given(EVENINGS)
@example([EVENING, *opened(), *SWEPT_TOO_EARLY])
def test_card_by_card_is_the_same_as_reading_the_log_again(events: list[Event]) -> None:
    state = TableState()
    for envelope in enveloped(events):
        state = apply(state, envelope)
        for deal in state.deals:
            assert derive(deal.head, deal.log) == deal


@given(EVENINGS)
def test_every_event_is_counted_or_listed_and_nothing_is_changed_behind_ones_back(
    events: list[Event],
) -> None:
    state = TableState()
    for envelope in enveloped(events):
        before = replace(state)
        after = apply(state, envelope)
        assert state == before
        assert after.last_seq == envelope.seq
        listed = [oddity for oddity in after.oddities if oddity.seq == envelope.seq]
        assert len(listed) <= 1
        state = after


@settings(deadline=None)
@given(EVENINGS)
def test_every_state_can_be_read(events: list[Event]) -> None:
    state = fold(enveloped(events))
    assert len(state.totals) == len(state.seats)
    for deal in state.deals:
        assert len(deal.record.plays) == len(deal.seqs)
        assert deal.report.trick_count == 8
        assert deal.next_seat in deal.head.active


@given(IN_ONE_DEAL)
def test_undo_of_the_newest_event_is_as_if_it_had_not_been(events: list[Event]) -> None:
    envelopes = enveloped(events)
    *earlier, newest = envelopes
    before, with_it = fold(earlier), fold(envelopes)
    assume(newest.seq > 2 and not any(o.seq == newest.seq for o in with_it.oddities))
    # A deal taken back is gone for good: the next one is simply dealt.
    assume(with_it.deal is not None)
    undo = Envelope(newest.seq + 1, AT, Undone(newest.seq))
    undone = apply(with_it, undo)
    assert bare(undone.deal) == bare(before.deal)
    redone = apply(undone, Envelope(newest.seq + 2, AT, Undone(undo.seq)))
    assert bare(redone.deal) == bare(with_it.deal)


def shape(laid: LaidCard) -> tuple[int, int, Card | None]:
    return laid.seq, laid.seat, laid.card


@given(st.lists(CARDS, min_size=1, max_size=32), CARDS, st.data())
def test_a_corrected_card_is_as_if_it_had_been_read_right(
    laid: list[Card], right: Card, data: st.DataObject
) -> None:
    wrong = data.draw(st.integers(0, len(laid) - 1))
    moment = data.draw(st.integers(wrong + 1, len(laid)))
    said: list[Event] = [EVENING, *opened(), *(CardPlayed(each) for each in laid)]
    once = fold(enveloped(said))
    correction = CardCorrected(FIRST_PLAY + wrong, right)
    late = apply(once, Envelope(once.last_seq + 1, AT, correction))
    at_once = fold(_corrected_at(enveloped(said), FIRST_PLAY - 1 + moment, correction))
    straight = said.copy()
    straight[FIRST_PLAY - 1 + wrong] = CardPlayed(right)
    best = fold(enveloped(straight)).deal
    assert best is not None
    for state in (late, at_once):
        assert state.deal is not None
        assert [shape(one) for one in state.deal.laid] == [shape(one) for one in best.laid]
        assert state.deal.turn == best.turn


def _corrected_at(
    envelopes: list[Envelope], position: int, correction: CardCorrected
) -> list[Envelope]:
    """Return the envelopes with the correction coming in between; its `seq` does not matter."""
    return [*envelopes[:position], Envelope(1000, AT, correction), *envelopes[position:]]


@given(st.lists(CARDS, unique=True, max_size=32))
def test_seats_are_those_the_referee_names(laid: list[Card]) -> None:
    state = fold(enveloped([EVENING, *opened()]))
    for each in laid:
        assert state.deal is not None
        turn = state.deal.report.turn
        state = apply(state, Envelope(state.last_seq + 1, AT, CardPlayed(each)))
        assert state.deal is not None
        assert turn in (None, state.deal.laid[-1].seat)
