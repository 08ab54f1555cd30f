"""A claim of the rest waits for the others: agreed it ends the deal, else it goes back."""

from __future__ import annotations

from engine.evening.deal_log import claiming
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    CardPlayed,
    DealClosed,
    Envelope,
    EveningStarted,
    Event,
    RestClaimed,
    Undone,
)
from tests.engine.spine import finished_deal

AGREED = {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True}


def told(*events: Event) -> TableState:
    begun: list[Event] = [
        EveningStarted("e", "schafkopf", {}, ("Resi", "Toni", "Vroni", "Sepp"), "isar", {}),
        *finished_deal()[:-5],
        *events,
    ]
    return fold(
        Envelope(seq, "2026-11-22T20:00:00+01:00", event) for seq, event in enumerate(begun, 1)
    )


def claimed(state: TableState) -> int | None:
    assert state.deal is not None
    return claiming(state.deal)


def test_a_claim_stands_until_it_is_answered() -> None:
    state = told(RestClaimed(2))
    assert claimed(state) == 2
    assert claimed(told(RestClaimed(2), Undone(state.last_seq))) is None
    assert claimed(told()) is None


def test_the_next_card_says_that_play_goes_on() -> None:
    deal = told().deal
    assert deal is not None
    later = finished_deal()[-5]
    assert isinstance(later, CardPlayed)
    assert claimed(told(RestClaimed(0), later)) is None


def test_agreed_it_closes_the_deal_and_taken_back_the_claim_stands_again() -> None:
    closed = told(RestClaimed(0), DealClosed(AGREED))
    assert closed.deal is None
    assert closed.finished[-1].record.end == AGREED
    again = told(RestClaimed(0), DealClosed(AGREED), Undone(closed.last_seq))
    assert claimed(again) == 0


def test_a_seat_that_is_none_is_set_aside_as_odd() -> None:
    state = told(RestClaimed(7))
    assert claimed(state) is None
    assert len(state.oddities) == 1
