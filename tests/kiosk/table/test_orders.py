from __future__ import annotations

import pytest

from engine.cards import Family, Suit, card
from engine.deal.record import Contract
from engine.evening.state import TableState
from engine.events import (
    Announced,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealingTold,
    DealStarted,
    Doubled,
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    QuestionLeft,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.text import PlainError
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    Command,
    ConfirmCard,
    CorrectCard,
    Double,
    EndEvening,
    InsertCard,
    LayCard,
    LeaveQuestion,
    NoteDeal,
    RemoveCard,
    Rule,
    StartDeal,
    StartEvening,
    TellDealing,
    Undo,
)
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.undo import taken_back
from tests.engine.spine import (
    AT,
    EVENING,
    FIRST_PLAY,
    GRAS,
    NAMES,
    REVOKE,
    RUFSPIEL,
    after,
    codes,
    evening,
    finished_deal,
    opened,
    played,
    running,
    totals,
)

NOW = Circumstances(AT, {"embedding.onnx": "ab"})
BEGIN = StartEvening("schafkopf", {"laufende_min": 2}, NAMES, "isar")


def asked(command: Command, state: TableState) -> tuple[Event, ...]:
    return events_of(command, state, NOW)


def refused(command: Command, state: TableState) -> str:
    with pytest.raises(PlainError) as caught:
        asked(command, state)
    text = caught.value.text
    assert text.de
    assert text.de != text.en
    return text.en


def midway() -> TableState:
    return evening(*opened(), *played(RUFSPIEL[:6]))


def whole() -> TableState:
    return evening(*opened(), *played(RUFSPIEL))


def closed() -> TableState:
    return evening(*opened(), *played(REVOKE), DealClosed())


def test_an_evening_is_named_by_its_day_and_place_in_the_journal() -> None:
    assert asked(BEGIN, TableState(last_seq=41)) == (
        EveningStarted(
            "2026-11-20-42", "schafkopf", {"laufende_min": 2}, NAMES, "isar", NOW.models
        ),
    )


def test_a_new_evening_ends_the_one_before() -> None:
    assert asked(BEGIN, evening())[0] == EveningEnded()
    assert len(asked(BEGIN, evening(EveningEnded()))) == 1


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (StartEvening("poker", {}, NAMES, "isar"), "not known"),
        (StartEvening("schafkopf", {"colour": 1}, NAMES, "isar"), "no house rule"),
        (StartEvening("schafkopf", {}, NAMES[:3], "isar"), "by 3 people"),
        (StartEvening("schafkopf", {}, (), "isar"), "by 0 people"),
        (StartEvening("schafkopf", {}, (*NAMES[:3], "x" * 41), "isar"), "at most 40"),
        (StartEvening("schafkopf", {}, (*NAMES[:3], "a\nb"), "isar"), "control"),
        (StartEvening("schafkopf", {}, (*NAMES[:3], "\ud800"), "isar"), "control"),
    ],
)
def test_an_evening_that_cannot_be(command: StartEvening, why: str) -> None:
    assert why in refused(command, TableState())


def test_the_deal_passes_clockwise_and_has_its_own_name() -> None:
    assert asked(StartDeal(), evening()) == (DealStarted("e-1", 3),)
    assert asked(StartDeal(), closed()) == (DealStarted("e-2", 0),)
    assert asked(StartDeal(2), closed()) == (DealStarted("e-2", 2),)
    for nobody in (-1, 4):
        assert "seat" in refused(StartDeal(nobody), closed()).lower()


def test_with_five_at_a_game_for_four_the_dealer_sits_out() -> None:
    five = StartEvening("schafkopf", {}, (*NAMES, "Kathi"), "isar")
    (started,) = asked(five, TableState())
    state = evening(started)
    assert asked(StartDeal(), state) == (DealStarted("2026-11-20-1-1", 4, (4,)),)


def test_the_next_deal_closes_one_that_is_over() -> None:
    assert asked(StartDeal(), whole()) == (DealClosed(), DealStarted("e-2", 0))


def test_a_deal_nobody_touched_is_dealt_again_by_another() -> None:
    fresh = evening(DealStarted("e-1", 3))
    assert asked(StartDeal(1), fresh) == (Undone(2), DealStarted("e-2", 1))
    assert "not over" in refused(StartDeal(3), fresh)
    assert "not over" in refused(StartDeal(), fresh)


def test_calls_and_cards() -> None:
    state = midway()
    assert asked(Announce(GRAS), state) == (Announced(GRAS),)
    assert asked(Announce(None), state) == (Announced(None),)
    assert asked(Double("kontra", 1), state) == (Doubled("kontra", 1, 6),)
    assert asked(Double("kontra", 1, 1), state) == (Doubled("kontra", 1, 1),)
    assert asked(Double("kontra", 1, None), state) == (Doubled("kontra", 1, None),)
    doubled = evening(DealStarted("e-1", 3), Doubled("legen", 1, 0), Doubled("legen", 2, 0))
    assert asked(Double("legen", 1, 0, said=False), doubled) == (Undone(3),)
    assert "something else" in refused(Double("legen", 3, 0, said=False), doubled).lower()
    assert asked(LayCard(card("S7")), state) == (CardPlayed(card("S7"), None, "touch"),)
    assert asked(LayCard(card("S7"), 2), state) == (CardPlayed(card("S7"), 2, "touch"),)
    assert asked(EndEvening(), state) == (EveningEnded(),)


def test_an_answer_about_a_place_where_the_play_stands_no_more_is_refused() -> None:
    """The screen named trick 1 and its third player; a card was put in before it since."""
    state, play = midway(), FIRST_PLAY + 2
    there, elsewhere = (0, 2), (0, 3)
    moved = after(state, CardInserted(card("S7"), FIRST_PLAY, by="decoder"))
    for amend in (
        lambda at: ConfirmCard(play, at),
        lambda at: CorrectCard(play, card("S8"), at),
        lambda at: RemoveCard(play, at),
        lambda at: InsertCard(card("S8"), play, at),
    ):
        assert len(asked(amend(there), state)) == 1
        assert len(asked(amend(elsewhere), moved)) == 1
        assert "answer again" in refused(amend(there), moved)
        assert "answer again" in refused(amend(elsewhere), state)


def test_a_question_is_left_once_and_about_a_card_that_is_there() -> None:
    state, play = midway(), FIRST_PLAY + 2
    assert asked(LeaveQuestion(play), state) == (QuestionLeft(play),)
    assert asked(LeaveQuestion(play), after(state, QuestionLeft(play))) == ()
    assert "in none of the evening" in refused(LeaveQuestion(9_999), state)


def test_amending_a_play() -> None:
    state, play = midway(), FIRST_PLAY + 2
    assert asked(CorrectCard(play, card("S7")), state) == (CardCorrected(play, card("S7")),)
    assert asked(CorrectCard(play, None), state) == (CardCorrected(play, None),)
    assert asked(CorrectCard(play, card("H8")), state) == (CardConfirmed(play),)
    assert asked(ConfirmCard(play), state) == (CardConfirmed(play),)
    assert asked(RemoveCard(play), state) == (CardRemoved(play),)
    assert asked(InsertCard(card("S7"), play), state) == (CardInserted(card("S7"), play),)
    assert asked(InsertCard(None, None), state) == (CardInserted(None, None),)


def test_a_persons_word_on_a_card_the_camera_takes_back_meanwhile_is_not_lost() -> None:
    """While the page asked about the card the camera thought it none: it stays, as said."""
    play = FIRST_PLAY + 2
    state = after(midway(), CardRemoved(play, "decoder"))
    corrected = after(state, *asked(CorrectCard(play, card("S7")), state))
    assert codes(running(corrected)) == ["EO", "EU", "S7", "SO", "GO", "HZ"]
    assert play in running(corrected).fixed
    confirmed = after(state, *asked(ConfirmCard(play), state))
    assert codes(running(confirmed)) == RUFSPIEL[:6]
    assert asked(RemoveCard(play), state) == ()


def test_a_card_a_person_removed_stays_removed() -> None:
    play = FIRST_PLAY + 2
    state = after(midway(), CardRemoved(play))
    assert "in none of the evening's deals" in refused(ConfirmCard(play), state)


def test_a_card_laid_by_touch_that_the_camera_has_just_read_is_that_card() -> None:
    """Laid twice, one of the two would push the other out of its place."""
    state = midway()
    assert asked(LayCard(card("HZ")), state) == (CardConfirmed(FIRST_PLAY + 5),)
    twice = after(state, *asked(LayCard(card("HZ")), state))
    assert asked(LayCard(card("HZ")), twice) == (CardPlayed(card("HZ"), None, "touch"),)
    assert asked(LayCard(card("EO")), state) == (CardPlayed(card("EO"), None, "touch"),)


def test_a_finished_deal_can_be_amended_and_ruled_on() -> None:
    state = closed()
    assert asked(ConfirmCard(FIRST_PLAY), state) == (CardConfirmed(FIRST_PLAY),)
    ruled = Rule("d1", "revoke:1:17", "upheld")
    assert asked(ruled, state) == (Ruling("d1", "revoke:1:17", "upheld"),)


def test_closing() -> None:
    assert asked(CloseDeal(), whole()) == (DealClosed(),)
    end = {"kind": "thrown_in", "why": "all_pass"}
    assert asked(CloseDeal(end), midway()) == (DealClosed(end),)
    assert asked(CloseDeal({"kind": "ruled"}), midway()) == (DealClosed({"kind": "ruled"}),)
    assert asked(CloseDeal({"kind": "ruled"}), whole()) == (DealClosed(),)


@pytest.mark.parametrize(
    ("command", "state", "why"),
    [
        (StartDeal(), TableState(), "No evening"),
        (StartDeal(), evening(EveningEnded()), "No evening"),
        (StartDeal(4), evening(), "Nobody plays"),
        (EndEvening(), TableState(), "No evening"),
        (Announce(GRAS), TableState(), "No evening"),
        (Announce(GRAS), evening(), "No deal"),
        (Announce(Contract("rufspiel", 0)), midway(), "suit"),
        (Announce(Contract("rufspiel", 0, Suit.SPADES)), midway(), "no such suit"),
        (Announce(Contract("rufspiel", 4, Suit.GRAS)), midway(), "seat"),
        (Announce(Contract("bridge", 0)), midway(), "kind"),
        (Double("kontra"), closed(), "No deal"),
        (Double("hurra"), midway(), "no such doubling"),
        (Double("kontra", 9), midway(), "Nobody plays"),
        (LayCard(card("EO")), closed(), "No deal"),
        (LayCard(card("EO")), whole(), "all cards have been played"),
        (LayCard(card("S7"), 7), midway(), "Nobody plays"),
        (LayCard(card("SA", Family.FRENCH)), midway(), "another deck"),
        (CorrectCard(FIRST_PLAY, card("SA", Family.FRENCH)), midway(), "another deck"),
        (CorrectCard(2, card("EO")), midway(), "in none of the evening's deals"),
        (CorrectCard(99, card("EO")), midway(), "in none of the evening's deals"),
        (ConfirmCard(99), evening(), "in none of the evening's deals"),
        (RemoveCard(99), TableState(), "in none of the evening's deals"),
        (InsertCard(card("S7"), 99), midway(), "in none of the evening's deals"),
        (InsertCard(card("S7"), None), closed(), "No deal"),
        (CloseDeal(), midway(), "Not all cards"),
        (CloseDeal(), evening(), "No deal"),
        (Rule("d9", "revoke:1:17", "upheld"), closed(), "no such deal"),
        (Rule("d1", "revoke:0:1", "upheld"), closed(), "no longer holds"),
        (Undo(), TableState(), "No evening"),
        (Undo(), evening(), "nothing to take back"),
    ],
)
def test_what_cannot_be_done_is_said(command: Command, state: TableState, why: str) -> None:
    assert why in refused(command, state)


def undone(state: TableState) -> int:
    (event,) = asked(Undo(), state)
    assert isinstance(event, Undone)
    return event.of


def test_undo_takes_back_what_a_person_did_last() -> None:
    cards = played(RUFSPIEL[:5])
    state = evening(*opened(), *cards, CardConfirmed(FIRST_PLAY), *played(["EA"]), TrickTaken())
    assert undone(state) == FIRST_PLAY + len(cards)
    decoder = CardCorrected(FIRST_PLAY, card("GU"), "decoder")
    assert undone(evening(*opened(), *cards, decoder)) == 3
    touched = CardPlayed(card("EA"), source="touch")
    assert undone(evening(*opened(), *cards, touched)) == FIRST_PLAY + len(cards)


def test_undo_again_goes_one_step_further_back() -> None:
    talk: list[Event] = [Doubled("kontra"), Announced(GRAS)]
    assert undone(evening(*opened(), *talk)) == 5
    assert undone(evening(*opened(), *talk, Undone(5))) == 4
    assert undone(evening(*opened(), *talk, Undone(5), Undone(4))) == 3
    assert undone(evening(*opened(), *talk, Undone(5), Undone(4), Undone(3))) == 2


def test_undo_reopens_the_deal_just_closed() -> None:
    state = closed()
    assert undone(state) == state.last_seq
    ruled = evening(*opened(), *played(REVOKE), DealClosed(), Ruling("d1", "revoke:1:17", "waived"))
    assert undone(ruled) == ruled.last_seq


def test_undo_takes_back_a_ruling_on_an_older_deal_as_long_as_nothing_newer_was_said() -> None:
    ruling = Ruling("d1", "revoke:1:17", "upheld")
    state = evening(*finished_deal(laid=REVOKE), DealStarted("d2", 0), ruling)
    before = evening(*finished_deal(laid=REVOKE), DealStarted("d2", 0))
    assert undone(state) == state.last_seq
    again = after(state, *asked(Undo(), state))
    assert totals(state) != totals(again)
    assert totals(again) == totals(before)
    assert undone(again) == before.last_seq
    called = after(state, Announced(GRAS))
    assert undone(called) == called.last_seq


def test_what_was_said_of_an_older_deal_before_the_newest_began_stands() -> None:
    ruling = Ruling("d1", "revoke:1:17", "waived")
    state = evening(*finished_deal(laid=REVOKE), ruling, DealStarted("d2", 0))
    assert undone(state) == state.last_seq


def test_a_remark_is_kept_without_what_nobody_sees_and_said_once() -> None:
    state = evening(*opened())
    said = asked(NoteDeal("d1", "  Ben\u200b hat\nsich verzählt "), state)
    assert said == (Note("Ben hat sich verzählt", "d1"),)
    noted = after(state, *said)
    assert asked(NoteDeal("d1", "Ben hat sich verzählt"), noted) == ()
    assert asked(NoteDeal("d1", " "), state) == ()
    assert asked(NoteDeal("d1", " "), noted) == (Note("", "d1"),)
    assert "at most 60" in refused(NoteDeal("d1", "x" * 61), state)
    assert "no such deal" in refused(NoteDeal("d9", "x"), state)


def test_how_it_was_dealt_is_a_way_of_the_game_and_said_once() -> None:
    state = evening(*opened())
    assert asked(TellDealing("d1", "8"), state) == (DealingTold("d1", "8"),)
    assert asked(TellDealing("d1", "8"), after(state, DealingTold("d1", "8"))) == ()
    assert "not dealt like that" in refused(TellDealing("d1", "2+3"), state)
    assert "no such deal" in refused(TellDealing("d9", "8"), state)


@pytest.mark.parametrize("event", [Note("verzählt", "d1"), DealingTold("d1", "8")])
def test_undo_takes_back_what_was_said_beside_the_play(event: Event) -> None:
    for state in (evening(*opened(), event), evening(*finished_deal(), event)):
        assert undone(state) == state.last_seq
        back = taken_back(after(state, Undone(state.last_seq)))
        assert back is not None
        assert back.words.en.endswith("as it was before." if isinstance(event, Note) else "before.")


def test_undo_takes_up_an_ended_evening() -> None:
    assert undone(evening(Note("x"), EveningEnded())) == 3


def test_cards_of_the_camera_are_not_undone() -> None:
    state = evening(DealStarted("d1", 3), *played(RUFSPIEL[:2]))
    assert "nothing to take back" in refused(Undo(), state)


def test_the_evening_used_here_is_the_one_the_fold_is_tested_with() -> None:
    assert evening().evening == EVENING.evening
