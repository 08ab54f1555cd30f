from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.cards import card
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealStarted,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    TrickTaken,
    Undone,
)
from engine.fold import apply, fold
from engine.record import Contract
from engine.report import Status
from engine.state import TableState
from tests.engine.spine import (
    AT,
    EVENING,
    FIRST_PLAY,
    NAMES,
    REVOKE,
    RUFSPIEL,
    SEATS,
    codes,
    enveloped,
    evening,
    opened,
    played,
    running,
    swept,
)


def seats(state: TableState) -> list[int]:
    return [play.seat for play in running(state).plays]


def totals(state: TableState) -> list[int]:
    return [int(total) for total in state.totals]


def payout(state: TableState, deal: int = 0) -> list[int]:
    return [int(share) for share in state.finished[deal].payout]


def odd(state: TableState) -> list[int]:
    return [oddity.seq for oddity in state.oddities]


def finished_deal(name: str = "d1", dealer: int = 3, laid: list[str] = RUFSPIEL) -> list[Event]:
    return [*opened(name, dealer), *played(laid), DealClosed()]


def after(state: TableState, *events: Event) -> TableState:
    return fold(enveloped(events, state.last_seq + 1), state)


def test_an_evening_begins() -> None:
    state = evening()
    assert state.running
    assert (state.evening, state.game, state.seats, state.deck) == ("e", "schafkopf", NAMES, "isar")
    assert totals(state) == [0, 0, 0, 0]
    assert state.deal is None


def test_seats_follow_from_the_turn() -> None:
    state = evening(*opened(), *swept(RUFSPIEL))
    assert seats(state) == SEATS
    assert not odd(state)
    deal = running(state)
    assert deal.seqs[:5] == (4, 5, 6, 7, 9)
    assert [sweep.after for sweep in deal.sweeps] == [4, 8, 12, 16, 20, 24, 28, 32]
    assert deal.report.result is not None
    assert [int(share) for share in deal.report.result.payout] == [70, -70, -70, 70]


def test_a_play_whose_seat_was_seen_keeps_it() -> None:
    state = evening(*opened(), CardPlayed(card("EO")), CardPlayed(card("H7"), seat=3))
    assert seats(state) == [0, 3]
    assert running(state).next_seat == 1


def test_a_correction_moves_the_seats_of_what_follows() -> None:
    misread = ["SZ" if code == "EA" else code for code in RUFSPIEL]
    state = evening(*opened(), *played(misread))
    assert seats(state) != SEATS
    state = after(state, CardCorrected(FIRST_PLAY + RUFSPIEL.index("EA"), card("EA")))
    assert seats(state) == SEATS
    assert codes(running(state)) == RUFSPIEL
    assert running(state).corrected == {FIRST_PLAY + RUFSPIEL.index("EA")}


def test_an_inserted_card_takes_its_place_and_moves_the_rest() -> None:
    gap = RUFSPIEL[:9] + RUFSPIEL[10:]
    state = evening(*opened(), *played(gap))
    state = after(state, CardInserted(card(RUFSPIEL[9]), before=FIRST_PLAY + 9))
    assert (codes(running(state)), seats(state)) == (RUFSPIEL, SEATS)
    assert running(state).seqs[9] == state.last_seq


def test_an_inserted_card_can_be_corrected_in_its_turn() -> None:
    state = evening(*opened(), *played(RUFSPIEL[:3]), CardInserted(card("SO"), before=None))
    state = after(state, CardCorrected(state.last_seq, card("S7")))
    assert codes(running(state)) == ["EO", "EU", "H8", "S7"]


def test_a_removed_card_is_none_and_holds_no_place() -> None:
    doubled = [*RUFSPIEL[:5], "GO", *RUFSPIEL[5:]]
    state = evening(*opened(), *played(doubled), CardRemoved(FIRST_PLAY + 5))
    assert (codes(running(state)), seats(state)) == (RUFSPIEL, SEATS)
    state = after(state, CardCorrected(FIRST_PLAY + 5, card("H7")))
    assert odd(state) == [state.last_seq]


def test_an_insertion_keeps_its_place_when_its_neighbour_goes() -> None:
    state = evening(*opened(), *played(["EO", "EU", "H8"]))
    state = after(state, CardInserted(card("S7"), FIRST_PLAY + 1), CardRemoved(FIRST_PLAY + 1))
    assert codes(running(state)) == ["EO", "S7", "H8"]


def test_a_persons_word_stands_against_the_decoder() -> None:
    state = evening(*opened(), *played(["EO", "EU", "H8"]))
    first, second, third = FIRST_PLAY, FIRST_PLAY + 1, FIRST_PLAY + 2
    state = after(
        state,
        CardCorrected(first, card("GO")),
        CardConfirmed(second),
        CardCorrected(first, card("HO"), "decoder"),
        CardCorrected(second, card("GU"), "decoder"),
        CardRemoved(second, "decoder"),
        CardCorrected(third, card("H9"), "decoder"),
        CardCorrected(second, card("EU"), "decoder", scores=(-5,)),
    )
    deal = running(state)
    assert codes(deal) == ["GO", "EU", "H9"]
    assert deal.fixed == {first, second}
    assert deal.confirmed == {second}
    assert deal.corrected == {first, third}
    assert deal.laid[1].scores == (-5,)
    assert odd(state) == [state.last_seq - 4, state.last_seq - 3, state.last_seq - 2]


def test_taking_a_correction_back_gives_the_word_to_the_decoder_again() -> None:
    state = evening(*opened(), *played(["EO"]))
    state = after(state, CardCorrected(FIRST_PLAY, card("HO"), "decoder"))
    state = after(state, CardCorrected(FIRST_PLAY, card("GO")))
    state = after(state, Undone(state.last_seq))
    assert codes(running(state)) == ["HO"]
    assert running(state).fixed == frozenset()


def test_the_call_may_come_after_the_cards() -> None:
    late = evening(DealStarted("d1", 3), *played(RUFSPIEL), Announced(opened()[1].contract))  # type: ignore[union-attr]
    assert seats(late) == SEATS


def test_a_later_call_replaces_the_earlier_and_can_be_taken_back() -> None:
    state = evening(*opened(), *played(RUFSPIEL[:8]), Announced(Contract("wenz", 1)))
    assert running(state).contract == Contract("wenz", 1)
    again = after(state, Undone(state.last_seq))
    assert running(again).contract == opened()[1].contract  # type: ignore[union-attr]
    assert seats(again) == SEATS[:8]


def test_an_unseen_card_leaves_the_turn_to_where_the_trick_went() -> None:
    hidden = ["EO", "EU", "H8", "SO", "H9", "??", "H7", "HK"]
    guessed = evening(*opened(), *played([*hidden, "GA"]))
    assert running(guessed).plays[8].seat == 3
    seen = evening(*opened(), *played(hidden), TrickTaken(seat=1), *played(["GA"]))
    assert running(seen).plays[8].seat == 1
    known = after(seen, CardCorrected(FIRST_PLAY + 5, card("S7")))
    assert running(known).plays[8].seat == 3


def test_verdicts_follow_the_cards() -> None:
    state = evening(*finished_deal(laid=REVOKE))
    done = state.finished[0]
    assert [verdict.id for verdict in done.report.verdicts] == ["revoke:1:17", "revoke:1:21"]
    state = after(state, Ruling("d1", "revoke:1:17", "upheld"))
    ruled = state.finished[0]
    assert ruled.report.verdicts[0].status is Status.UPHELD
    assert state.totals == ruled.payout != done.payout


def test_a_correction_withdraws_a_ruled_verdict_and_resettles() -> None:
    state = evening(*finished_deal(laid=REVOKE), Ruling("d1", "revoke:1:17", "upheld"))
    slip = FIRST_PLAY + 17
    later = FIRST_PLAY + REVOKE.index("EK")
    state = after(state, CardCorrected(slip, card("EK")), CardCorrected(later, card("SK")))
    done = state.finished[0]
    assert done.report.verdicts == ()
    assert done.deal.withdrawn == ("revoke:1:17",)
    assert totals(state) == [70, -70, -70, 70]


def test_a_ruling_follows_its_play_when_indexes_move() -> None:
    gap = [*REVOKE[:1], *REVOKE[2:]]
    # With a card missing the verdict of the whole deal stands one play earlier.
    state = evening(*opened(), *played(gap[:20]), Ruling("d1", "revoke:1:16", "upheld"))
    assert running(state).record.rulings[0].verdict == "revoke:1:16"
    state = after(state, CardInserted(card("EU"), before=FIRST_PLAY + 1))
    assert running(state).record.rulings[0].verdict == "revoke:1:17"
    state = after(state, CardRemoved(FIRST_PLAY + 16))
    assert running(state).record.rulings == ()


def test_the_latest_ruling_counts() -> None:
    state = evening(
        *finished_deal(laid=REVOKE),
        Ruling("d1", "revoke:1:17", "upheld"),
        Ruling("d1", "revoke:1:17", "dismissed"),
    )
    assert totals(state) == [70, -70, -70, 70]
    state = after(state, Undone(state.last_seq))
    assert state.finished[0].report.verdicts[0].status is Status.UPHELD


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
    assert late.finished[0].deal.closed


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
    """The figure to keep is 30,000 plays/s; half of it may go to a busy machine."""
    envelopes = hundred_deals()
    best = min(_seconds(envelopes) for _ in range(3))
    assert 3200 / best > 15_000


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
    assert (time.process_time() - begun) / 20 < 0.001
