"""Bids, layouts of two and cards turned over, from the journal to the record and back again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import Suit, card
from engine.deal.record import Bid, Contract, DealRuling, Reveal
from engine.deal.report import Grade, Known, Verdict
from engine.evening.fold import fold
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
    DealingTold,
    DealStarted,
    EveningStarted,
    Event,
    LayoutGiven,
    Note,
    Ruling,
    TrickTaken,
    Undone,
)
from tests.engine.spine import after, enveloped, evening, odd, opened, played, running

TWO = EveningStarted("e", "mehrkopf", {}, ("Resi", "Toni"), "isar", {})
SOLO = Contract("solo", 0, Suit.EICHEL)
OPEN = [
    ["HO", "E7", "SA", "G9", "EZ", "HK", "SU", "G7"],
    ["EO", "E8", "SK", "GZ", "EA", "HA", "GU", "S7"],
]
PILES = tuple(tuple((None, card(code)) for code in seat) for seat in OPEN)


def officers(*events: Event) -> TableState:
    """Return a deal of two after a first trick, `seq` 5 and 6, and two cards turned over."""
    begun: list[Event] = [TWO, DealStarted("d1", 1), LayoutGiven(PILES), Announced(SOLO)]
    trick: list[Event] = [*played(["HO", "EO"]), TrickTaken()]
    turned: list[Event] = [CardRevealed(0, 0, card("S9")), CardRevealed(1, 0, card("H7"))]
    return fold(enveloped([*begun, *trick, *turned, *events]))


def reveals(state: TableState) -> list[tuple[int, int, int, str]]:
    return [
        (each.after, each.seat, each.pile, "??" if each.card is None else each.card.code)
        for each in running(state).record.reveals
    ]


def test_a_layout_and_what_was_turned_over_stand_in_the_record() -> None:
    """EN, 2 players; deal file `piles` and `reveals`."""
    state = officers()
    record = running(state).record
    assert record.piles == PILES
    assert record.reveals == (Reveal(2, 0, 0, card("S9")), Reveal(2, 1, 0, card("H7")))
    assert odd(state) == []


def test_a_correction_that_adds_or_removes_a_play_moves_what_was_turned_over() -> None:
    state = officers()
    added = after(state, CardInserted(card("G9"), 6))
    assert [after_ for after_, *_ in reveals(added)] == [3, 3]
    removed = after(state, CardRemoved(5))
    assert [after_ for after_, *_ in reveals(removed)] == [1, 1]
    assert reveals(after(removed, Undone(removed.last_seq))) == reveals(state)


def test_a_card_turned_over_can_be_corrected_confirmed_and_taken_away() -> None:
    state = officers()
    turned = running(state).turned[0].seq
    corrected = after(state, CardCorrected(turned, card("S8")))
    assert reveals(corrected)[0] == (2, 0, 0, "S8")
    by_decoder = after(corrected, CardCorrected(turned, card("S9"), "decoder"))
    assert odd(by_decoder) == [by_decoder.last_seq]
    assert reveals(by_decoder) == reveals(corrected)
    assert reveals(after(corrected, Undone(corrected.last_seq))) == reveals(state)
    confirmed = after(state, CardConfirmed(turned), CardRemoved(turned, "decoder"))
    assert reveals(confirmed) == reveals(state)
    assert reveals(after(state, CardRemoved(turned))) == [(2, 1, 0, "H7")]
    assert reveals(after(state, Undone(turned))) == [(2, 1, 0, "H7")]


def test_a_card_turned_over_is_no_play_and_changes_no_turn() -> None:
    state = officers()
    assert [play.seat for play in running(state).plays] == [0, 1]
    assert running(state).next_seat == running(officers(Undone(9))).next_seat


@pytest.mark.parametrize(
    "event",
    [
        CardRevealed(0, 8, card("S9")),
        CardRevealed(0, -1, card("S9")),
        CardRevealed(2, 0, card("S9")),
        LayoutGiven(PILES[:1]),
    ],
)
def test_a_pile_that_is_not_there_is_passed_over(event: Event) -> None:
    before = officers()
    state = after(before, event)
    assert odd(state) == [state.last_seq]
    assert state.deal == before.deal


def test_without_a_layout_nothing_can_be_turned_over() -> None:
    state = evening(*opened(), CardRevealed(0, 0, card("S9")))
    assert odd(state) == [state.last_seq]


def test_a_later_layout_replaces_the_first_and_can_be_taken_back() -> None:
    other = tuple(reversed(PILES))
    state = officers(LayoutGiven(other))
    assert running(state).record.piles == other
    assert running(after(state, Undone(state.last_seq))).record.piles == PILES


AUCTION = [
    BidMade(0, "play"),
    BidMade(1, "pass"),
    BidMade(2, "play_too"),
    BidMade(3, "pass"),
    BidMade(0, "good"),
    BidMade(2, "contract", Contract("wenz", 2)),
]


def test_bids_stand_in_the_record_as_they_were_said_and_can_be_taken_back() -> None:
    """AB 2.1, the example of the deal file."""
    state = evening(DealStarted("d1", 3), *AUCTION)
    said = running(state).record.bids
    assert said[2] == Bid(2, "play_too")
    assert said[-1] == Bid(2, "contract", Contract("wenz", 2))
    back = after(state, Undone(state.last_seq))
    assert running(back).record.bids == said[:-1]
    assert running(after(back, Undone(back.last_seq))).record.bids == said


@pytest.mark.parametrize(
    "event",
    [
        BidMade(4, "pass"),
        BidMade(-1, "pass"),
        BidMade(0, "hm"),
        BidMade(0, "contract"),
        BidMade(0, "contract", Contract("skat", 0)),
        BidMade(0, "solo", Contract("wenz", 0)),
    ],
)
def test_a_bid_by_nobody_or_of_no_game_is_passed_over(event: Event) -> None:
    state = evening(DealStarted("d1", 3), event)
    assert odd(state) == [state.last_seq]
    assert running(state).record.bids == ()


def test_how_it_was_dealt_is_kept() -> None:
    state = evening(DealStarted("d1", 3, dealt="8"))
    assert running(state).record.dealt == "8"
    unknown = evening(DealStarted("d1", 3, dealt="from a hat"))
    assert running(unknown).record.dealt is None


def test_how_it_was_dealt_may_be_told_later_and_the_last_word_counts() -> None:
    told: list[Event] = [DealingTold("d1", "8"), DealingTold("d1", "counterclockwise")]
    state = evening(DealStarted("d1", 3, dealt="4+4"), *told)
    assert running(state).record.dealt == "counterclockwise"
    assert running(after(state, Undone(state.last_seq))).record.dealt == "8"
    over = evening(DealStarted("d1", 3), DealClosed({"kind": "void"}), *told)
    assert over.finished[0].record.dealt == "counterclockwise"


@pytest.mark.parametrize("event", [DealingTold("d1", "from a hat"), DealingTold("d9", "8")])
def test_a_dealing_nobody_knows_or_of_no_deal_is_passed_over(event: Event) -> None:
    state = evening(DealStarted("d1", 3), event)
    assert odd(state) == [state.last_seq]
    assert running(state).record.dealt is None


def test_a_remark_stands_with_its_deal_until_another_replaces_it() -> None:
    """It changes nothing else of the deal, and later cards keep it."""
    plain = evening(*opened(), *played(["EO", "EU"]))
    noted = after(plain, Note("verzählt", "d1"))
    assert running(noted).record == replace(running(plain).record, note="verzählt")
    assert noted.notes == ()
    more = after(after(noted, CardPlayed(card("H8"))), Note("doch nicht", "d1"))
    assert running(more).record.note == "doch nicht"
    assert running(after(more, Undone(more.last_seq))).record.note == "verzählt"
    assert running(after(more, Note("", "d1"))).record.note is None
    over = after(more, DealClosed({"kind": "void"}))
    assert after(over, Note("später", "d1")).finished[0].record.note == "später"


def test_a_remark_on_no_deal_is_passed_over_and_one_on_none_is_the_evenings() -> None:
    state = evening(*opened(), Note("x", "d9"))
    assert odd(state) == [state.last_seq]
    assert [note.text for note in evening(*opened(), Note("x")).notes] == ["x"]


def test_a_ruling_on_a_joint_verdict_names_nobody_and_follows_its_play() -> None:
    codes: Any = ["EO", "EU", "H8", "SO"]
    state = evening(*opened(), *played(codes), Ruling("d1", "revoke:x:2", "waived"))
    assert running(state).record.rulings == (DealRuling("revoke:x:2", "waived"),)
    moved = after(state, CardInserted(card("H7"), running(state).seqs[0]))
    assert running(moved).record.rulings == (DealRuling("revoke:x:3", "waived"),)


def test_a_ruling_on_a_joint_verdict_holds_on_in_the_verdict_that_names_the_culprit() -> None:
    """RULES 13: the joint verdict becomes the own-play verdict and keeps its moment."""
    codes: Any = ["EO", "EU", "H8", "SO"]
    state = evening(*opened(), *played(codes), Ruling("d1", "revoke:x:2", "waived"))
    deal = running(state)
    assert deal.withdrawn == ("revoke:x:2",)
    grades = (Known(Grade.JOINT, 2), Known(Grade.OWN_PLAY, 3))
    named = Verdict("revoke", 1, 1, (1, 3), 2, suspects=(1,), grades=grades)
    later = replace(deal)
    vars(later)["report"] = replace(deal.report, verdicts=(named,))
    assert later.withdrawn == ()


def test_a_card_is_played_after_a_card_was_turned_over() -> None:
    state = officers(CardPlayed(card("S9")), CardRevealed(1, 1, None))
    assert reveals(state)[-1] == (3, 1, 1, "??")
