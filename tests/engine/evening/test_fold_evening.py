from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.cards import card
from engine.deal.record import Contract
from engine.evening.fold import apply, fold
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealStarted,
    DeckChanged,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    TrickTaken,
    Undone,
)
from tests.engine.spine import (
    AT,
    EVENING,
    FIRST_PLAY,
    NAMES,
    RUFSPIEL,
    after,
    enveloped,
    evening,
    finished_deal,
    odd,
    opened,
    payout,
    played,
    running,
    swept,
    totals,
)


def test_totals_follow_a_correction_of_an_earlier_deal() -> None:
    state = evening(
        *finished_deal("d1"), *finished_deal("d2", 0), *opened("d3", 1), *played(RUFSPIEL[:5])
    )
    assert state.finished[1].record.plays[0].seat == 1
    before = totals(state)
    changed = after(state, CardRemoved(FIRST_PLAY + 31))
    assert changed.finished[0].result is None
    assert totals(changed) == [
        total - share for total, share in zip(before, [70, -70, -70, 70], strict=True)
    ]
    assert changed.deal == state.deal
    assert totals(after(changed, Undone(changed.last_seq))) == before


def test_totals_belong_to_names() -> None:
    state = evening(*finished_deal(), ScoreAdjusted((1, 2, 3, 4), "Runde"))
    assert totals(state) == [71, -68, -67, 74]
    state = after(state, SeatsChanged(("Sepp", "Resi", "Vroni", "Kathi")))
    assert totals(state) == [74, 71, -67, 0]
    state = after(state, SeatsChanged(NAMES), Undone(state.last_seq - 1))
    assert totals(state) == [70, -70, -70, 70]


def test_seats_of_one_name_are_told_apart() -> None:
    nameless = replace(EVENING, seats=("", "", "", ""))
    state = fold(enveloped([nameless, *finished_deal()]))
    assert totals(state) == [70, -70, -70, 70]


def test_the_dealer_moves_clockwise() -> None:
    assert evening().next_dealer == 3
    state = evening(*finished_deal())
    assert state.next_dealer == 0
    assert after(state, DealStarted("d2", 2), DealClosed({"kind": "void"})).next_dealer == 3


def test_a_dealing_taken_back_leaves_the_deal_with_its_dealer() -> None:
    state = evening(DealStarted("d1", 1), Undone(2))
    assert state.next_dealer == 1
    moved = ("Toni", "Vroni", "Resi", "Sepp")
    assert after(state, SeatsChanged(moved)).next_dealer == moved.index(state.seats[1])
    assert after(state, SittingOut(1, out=True)).next_dealer == 2
    drawn = after(evening(*finished_deal()), DealStarted("d2", 2))
    again = after(drawn, Undone(drawn.last_seq))
    assert again.next_dealer == 2
    assert after(again, DealStarted("d3", 2), DealClosed({"kind": "void"})).next_dealer == 3


def test_what_is_said_of_the_last_deal_after_a_dealing_taken_back_decides_who_deals() -> None:
    passed = DealClosed({"kind": "thrown_in", "why": "all_pass"})
    rules = {"redeal_dealer": "same"}
    state = fold(enveloped([replace(EVENING, rules=rules), DealStarted("d1", 3), DealClosed()]))
    dealt = after(state, DealStarted("d2", 0))
    state = after(dealt, Undone(dealt.last_seq))
    assert state.next_dealer == 0
    assert after(state, Undone(3), passed).next_dealer == 3


def test_thrown_in_deals_cost_nothing() -> None:
    state = evening(DealStarted("d1", 3), DealClosed({"kind": "thrown_in", "why": "all_pass"}))
    assert payout(state) == [0, 0, 0, 0]


def test_closing_can_be_taken_back_while_nothing_new_began() -> None:
    state = evening(*opened(), *played(RUFSPIEL[:30]))
    running_before = running(state)
    closed = after(state, DealClosed({"kind": "void"}))
    assert closed.deal is None
    again = after(closed, Undone(closed.last_seq))
    assert again.finished == ()
    assert running(again).plays == running_before.plays
    assert not running(again).closed
    late = after(closed, DealStarted("d2", 0), Undone(closed.last_seq))
    assert odd(late) == [late.last_seq]
    assert late.finished[0].closed


def test_taking_back_the_taking_back_closes_again() -> None:
    closed = evening(*opened(), *played(RUFSPIEL), DealClosed())
    again = after(closed, Undone(closed.last_seq), Undone(closed.last_seq + 1))
    assert again.deal is None
    assert again.finished[0].result == closed.finished[0].result


def test_an_untouched_deal_can_be_taken_back() -> None:
    state = evening(DealStarted("d1", 3), Undone(2))
    assert state.deal is None
    assert state.deals_started == 1
    state = evening(*opened(), *played(["EO"]), Undone(2))
    assert odd(state) == [state.last_seq]


def test_a_deal_left_open_is_kept() -> None:
    state = evening(*opened(), *played(RUFSPIEL[:3]), DealStarted("d2", 0))
    assert state.finished[0].id == "d1"
    assert state.finished[0].result is None
    assert odd(state) == [state.last_seq]
    assert totals(state) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "event",
    [
        CardPlayed(card("EO")),
        TrickTaken(),
        Announced(None),
        Doubled("kontra"),
        DealClosed(),
        CardCorrected(99, card("EO")),
        CardConfirmed(1),
        CardRemoved(1),
        CardInserted(card("EO"), 77),
        CardInserted(card("EO"), None),
        Ruling("nowhere", "revoke:1:1", "upheld"),
        Undone(50),
        Undone(1),
        DealStarted("d1", 9),
        DealStarted("d1", 0, out=(1,)),
        DealStarted("d1", 0, rules={"no such rule": 1}),
        ScoreAdjusted((1, 2), "short"),
    ],
)
def test_what_does_not_fit_is_passed_over_and_listed(event: Event) -> None:
    state = evening(event)
    assert odd(state) == [2]
    assert replace(state, last_seq=1, oddities=()) == evening()


@pytest.mark.parametrize(
    "event",
    [
        CardPlayed(card("EO"), seat=4),
        Announced(Contract("no such game", 0)),
        Announced(Contract("rufspiel", 7, opened()[1].contract.suit)),  # type: ignore[union-attr]
        Announced(Contract("rufspiel", 0)),
        Doubled("kontra", 5),
        TrickTaken(9),
        Ruling("d1", "revoke:1:40", "upheld"),
        Ruling("d1", "nonsense", "upheld"),
    ],
)
def test_what_does_not_fit_the_deal_leaves_it_alone(event: Event) -> None:
    before = evening(*opened(), *played(RUFSPIEL[:2]))
    state = after(before, event)
    assert odd(state) == [state.last_seq]
    assert state.deal == before.deal


@pytest.mark.parametrize(
    "event",
    [CardPlayed(card("EO")), DealStarted("d", 0), Note("x"), EveningEnded(), Undone(1)],
)
def test_nothing_counts_before_the_first_evening(event: Event) -> None:
    state = fold(enveloped([event]))
    assert odd(state) == [1]
    assert not state.running


def test_each_change_of_the_deck_can_be_taken_back() -> None:
    state = evening(*finished_deal(), DeckChanged("donau"), DeckChanged("rhein"))
    first, second = state.last_seq - 1, state.last_seq
    assert state.decks == ((1, "isar"), (first, "donau"), (second, "rhein"))
    assert after(state, Undone(second)).decks == ((1, "isar"), (first, "donau"))
    assert after(state, Undone(first)).decks == ((1, "isar"), (second, "rhein"))
    neither = after(state, Undone(first), Undone(second))
    assert (neither.decks, odd(neither)) == (((1, "isar"),), [])
    # With no change left there is nothing more to take back: the evening began with that deck.
    again = after(neither, Undone(first))
    assert (again.decks, odd(again)) == (neither.decks, [again.last_seq])


def test_an_evening_that_cannot_be_read_takes_none_of_the_evening_before() -> None:
    state = evening(*finished_deal(), EveningStarted("f", "poker", {}, NAMES, "isar", {}))
    assert (state.evening, state.finished) == (None, ())
    assert odd(state) == [state.last_seq]


def test_an_evening_ends_and_can_be_taken_up_again() -> None:
    state = evening(*finished_deal(), Note("schee war's"), EveningEnded())
    assert not state.running
    assert state.notes[0].text == "schee war's"
    assert totals(state) == [70, -70, -70, 70]
    refused = after(state, DealStarted("d2", 0))
    assert odd(refused) == [refused.last_seq]
    again = after(state, Undone(state.last_seq))
    assert again.running
    gone = after(again, Undone(state.last_seq - 1))
    assert gone.notes == ()


def test_a_new_evening_starts_from_nothing() -> None:
    state = evening(*finished_deal(), replace(EVENING, evening="f"))
    assert (state.evening, totals(state), state.deals_started) == ("f", [0, 0, 0, 0], 0)


def hundred_deals() -> list[Envelope]:
    events: list[Event] = [EVENING]
    for number in range(100):
        events += [*opened(f"d{number}"), *swept(RUFSPIEL), DealClosed()]
    return enveloped(events)


def test_folding_is_quick() -> None:
    """The figure to keep is 30,000 plays/s; the rest is for slow machines and measured coverage."""
    envelopes = hundred_deals()
    best = min(_seconds(envelopes) for _ in range(3))
    assert 3200 / best > 5_000


def _seconds(envelopes: list[Envelope]) -> float:
    begun = time.process_time()
    state = fold(envelopes)
    assert len(state.finished) == 100
    return time.process_time() - begun


def test_one_live_event_takes_no_time_late_in_the_evening() -> None:
    state = fold(hundred_deals())
    state = fold(enveloped([*opened("last"), *played(RUFSPIEL[:31])], state.last_seq + 1), state)
    first = running(state).seqs[0]
    event = Envelope(state.last_seq + 1, AT, CardCorrected(first, card("EA")))
    begun = time.process_time()
    for _ in range(20):
        apply(state, event)
    assert (time.process_time() - begun) / 20 < 0.005
