from __future__ import annotations

from engine.cards import card
from engine.deal.record import Contract
from engine.deal.report import Status
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealStarted,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.scores import Scores
from tests.engine.spine import (
    FIRST_PLAY,
    NAMES,
    REVOKE,
    RUFSPIEL,
    SEATS,
    after,
    codes,
    evening,
    finished_deal,
    odd,
    opened,
    played,
    running,
    seats,
    swept,
    totals,
)


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
        CardCorrected(second, card("EU"), "decoder", scores=Scores([-5])),
    )
    deal = running(state)
    assert codes(deal) == ["GO", "EU", "H9"]
    assert deal.fixed == {first, second}
    assert {laid.seq for laid in deal.laid if laid.confirmed} == {second}
    assert deal.corrected == {first, third}
    assert deal.laid[1].scores == Scores([-5])
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
    assert done.withdrawn == ("revoke:1:17",)
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
