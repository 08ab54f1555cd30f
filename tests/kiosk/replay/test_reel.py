"""A deal as steps: what people saw, when it began, and how long it lasted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.cards import Card, card
from engine.deal.report import Status
from engine.events import CardCorrected, CardPlayed, Event, Ruling
from engine.games import game
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.replay.lists import printed_lines
from kiosk.replay.reel import BEAT_S, LONGEST_S, Recall, Reel, ReplayStepKind, reel
from kiosk.replay.screen import cut_words, frame, told, trick_step
from tests.kiosk.replay.evenings import (
    FIRST_OF_TWO,
    PLAYS,
    an_evening,
    began,
    dealt,
    library_of,
    tape_of,
)


def reel_of(number: int, events: Sequence[Event] | None = None, pause_before: int = 0) -> Reel:
    tape = tape_of(an_evening() if events is None else events, pause_before)
    return reel(tape, tape.deals[number - 1], Recall())


def test_each_card_sweep_call_and_end_is_a_step() -> None:
    kinds = [step.kind for step in reel_of(1).steps]
    assert kinds[:3] == [ReplayStepKind.START, ReplayStepKind.CALL, ReplayStepKind.CARD]
    assert (kinds.count(ReplayStepKind.CARD), kinds.count(ReplayStepKind.SWEEP), kinds[-1]) == (
        32,
        8,
        ReplayStepKind.END,
    )


def test_an_alert_begins_with_the_card_that_proves_it_and_a_correction_is_marked() -> None:
    steps = reel_of(2).steps
    (alert,) = [step for step in steps if step.alert]
    assert (alert.kind, alert.plays) == (ReplayStepKind.CARD, 22)
    (mended,) = [step for step in steps if step.kind is ReplayStepKind.CORRECTION]
    assert mended.plays == 6
    assert [step.kind for step in steps[-2:]] == [ReplayStepKind.RULING, ReplayStepKind.END]


def test_what_was_shown_is_what_the_director_shows_live() -> None:
    shown = reel_of(2)
    director = Director(card_order(shown), RoundDeals())
    for index, step in enumerate(shown.steps):
        live = director.outlook(shown.state(index))
        assert step.outlook == replace(live, chances={})


def card_order(shown: Reel) -> tuple[Card, ...]:
    record = shown.deal.record
    return tuple(game(record.game).deck(record.rules, 4))


def test_the_screen_at_the_alert_is_the_alert_and_afterwards_the_cards_with_a_line() -> None:
    shown = reel_of(2)
    at = next(i for i, step in enumerate(shown.steps) if step.alert)
    assert frame(shown, at).template == "alert.html"
    assert frame(shown, at - 1).template == "table.html"
    longer = an_evening()
    # Played on before anybody decided: the next cards are seen, the alert stands below them.
    played_on = [each for each in longer if not isinstance(each, Ruling)]
    on = reel_of(2, played_on)
    end = frame(on, len(on.steps) - 1)
    assert end.template == "result.html"
    assert end.stands is not None
    assert "nicht bedient" in end.stands.de


def test_a_card_put_right_is_wrong_before_and_right_after() -> None:
    shown = reel_of(2)
    at = next(i for i, step in enumerate(shown.steps) if step.kind is ReplayStepKind.CORRECTION)
    before, after = shown.state(at - 1).deal, shown.state(at).deal
    assert before is not None
    assert after is not None
    assert (before.plays[5].card, after.plays[5].card) == (card("GU"), card("HZ"))
    assert told(shown, at).de == "Berichtigt: Toni legte Herz-Zehn, nicht Gras-Unter"


def test_a_word_about_a_deal_that_came_much_later_belongs_to_that_deal() -> None:
    events = [*began(), *dealt(1, PLAYS), *dealt(2, PLAYS)]
    late = CardCorrected(4, card("E9"))
    shown = reel_of(1, [*events, late])
    assert shown.steps[-1].kind is ReplayStepKind.CORRECTION
    assert shown.steps[-1].seq == len(events) + 1
    state = shown.state(len(shown.steps) - 1)
    assert [deal.id for deal in state.deals] == ["deal-1"], "no later deal shows"
    assert len(reel_of(2, [*events, late]).steps) == len(reel_of(2, events).steps)


def test_real_time_between_cards_and_a_long_pause_is_shortened_and_said() -> None:
    pause = FIRST_OF_TWO + 8
    shown = reel_of(2, pause_before=pause)
    waits = {step.wait for step in shown.steps[:-1]}
    assert waits == {2.0, LONGEST_S}
    (cut,) = [step for step in shown.steps if step.cut]
    assert cut.cut == pytest.approx(182 - LONGEST_S)
    words = cut_words(cut)
    assert words is not None
    assert words.de == "Pause um 3 min gekürzt"


def test_cards_of_a_camera_keep_the_recordings_own_time() -> None:
    events: list[Event] = [*began(), *dealt(1, PLAYS[:2], "running")]
    events[3:] = [
        CardPlayed(card("EO"), t=1.0, known_t=1.5),
        CardPlayed(card("EU"), t=4.5, known_t=5.0),
    ]
    assert reel_of(1, events).steps[2].wait == 3.5


def test_deals_that_were_read_in_have_a_beat_of_their_own() -> None:
    library = library_of([*began(), *dealt(1, PLAYS)])
    tape = library.tape("1")
    assert tape is not None
    still = type(tape)([replace(each, at="") for each in tape.envelopes], "")
    assert {step.wait for step in reel(still, still.deals[0], Recall()).steps} == {BEAT_S}


def test_steps_by_trick_go_to_its_lead_and_end_at_the_ends() -> None:
    shown = reel_of(1)
    lead = shown.at_trick(3)
    assert shown.steps[lead].plays == 9
    assert trick_step(shown, lead, 1) == shown.at_trick(4)
    assert trick_step(shown, lead, -1) == shown.at_trick(2)
    assert trick_step(shown, lead + 2, -1) == lead
    assert trick_step(shown, 0, -1) is None
    assert trick_step(shown, len(shown.steps) - 1, 1) is None
    seen, at = [], 0
    while (following := trick_step(shown, at, 1)) is not None:
        assert following > at
        seen.append(shown.steps[following].plays)
        at = following
    assert seen == [1, 5, 9, 13, 17, 21, 25, 29, 32]
    assert at == len(shown.steps) - 1


def test_the_evening_in_words_names_each_card_alert_and_result_and_no_running_deal() -> None:
    library = library_of(an_evening())
    tape = library.tape("1")
    assert tape is not None
    lines = [line.de for line in printed_lines(tape, library)]
    assert "    Resi: Eichel-Ober" in lines
    assert "    ! Toni: nicht bedient" in lines
    assert "  Resi und Sepp gewinnen · 116 zu 4" in lines
    assert lines[-1] == "Spiel 3: läuft gerade"
    assert all(line.en.strip() or not line.de.strip() for line in printed_lines(tape, library))


def test_a_verdict_nobody_decided_about_stays_proven() -> None:
    shown = reel_of(2)
    at = next(i for i, step in enumerate(shown.steps) if step.alert)
    (verdict,) = shown.steps[at].outlook.shown
    assert verdict.status is Status.PROVEN
