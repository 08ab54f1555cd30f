"""The director against what a camera says: clean, dim, with cards missed, doubled, taken back."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.cards import GERMAN_32, Card, card
from engine.deal.record import Play
from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import CardConfirmed, CardCorrected
from kiosk.director.director import Director
from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import (
    CLEAR,
    DIM,
    QUAD,
    OneDeal,
    place,
    revoke_deal,
    scores,
    seen,
    session,
    torn,
    with_doubt,
)
from tests.vision.test_commotion import found, lying
from vision.sighting import CardTakenBack, Sighting, TrickCleared, VisionEvent
from vision.watching.commotion import many_at_once


def told(table: MemoryTable, events: list[VisionEvent]) -> DealState:
    for event in events:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    return deal


def deal_on(table: MemoryTable) -> DealState:
    deal = table.state.deal
    assert deal is not None
    return deal


def plays(deal: DealState) -> tuple[Play, ...]:
    return deal.record.plays


@pytest.mark.parametrize("seed", range(8))
def test_a_clear_deal_is_recorded_as_it_was_played(seed: int) -> None:
    record = random_deal(seed)
    table = session(record)
    deal = told(table, seen(record, seed=seed))
    assert plays(deal) == record.plays
    assert deal.closed
    assert len(deal.sweeps) == 8
    assert table.director.outlook(table.state).questions == ()
    assert table.director.outlook(table.state).shown == ()


def test_seats_come_from_the_turn_and_not_from_the_place() -> None:
    """What is called stands: the first card is a play at once, wherever it lies."""
    record = random_deal(3)
    events = seen(record)
    astray = [replace(e, place=place(2)) if isinstance(e, Sighting) else e for e in events]
    table = session(record)
    table.commit(OneDeal(record).next(table.state, None))
    table.hear(astray[0])
    assert [laid.card for laid in deal_on(table).laid] == [record.plays[0].card]
    assert plays(told(table, astray[1:])) == record.plays


@pytest.mark.parametrize("seed", range(12))
def test_dim_light_accuses_nobody(seed: int) -> None:
    """Legal deals, one card in thirty misread at first: at no moment is a verdict shown."""
    record = random_deal(seed)
    table = session(record)
    for event in seen(record, DIM, seed):
        table.hear(event)
        outlook = table.director.outlook(table.state)
        assert outlook.shown == ()
    deal = latest(table.state)
    assert deal is not None
    right = sum(a == b for a, b in zip(plays(deal), record.plays, strict=True))
    assert right >= 26


def test_decoding_the_whole_deal_reads_better_than_card_by_card() -> None:
    decoded = alone = 0
    for seed in range(6):
        record = random_deal(seed)
        events = seen(record, DIM, seed)
        deal = told(session(record), events)
        decoded += sum(a.card is b.card for a, b in zip(plays(deal), record.plays, strict=True))
        sightings = [event for event in events if isinstance(event, Sighting)]
        alone += sum(_top(e) is p.card for e, p in zip(sightings, record.plays, strict=True))
    assert decoded > alone


def _top(sighting: Sighting) -> Card:
    values = sighting.log_scores
    return GERMAN_32[values.index(max(values))]


def test_a_revoke_is_shown_once_the_own_later_card_proves_it() -> None:
    record = revoke_deal()
    table = session(record)
    shown_after: list[int] = []
    for event in seen(record):
        table.hear(event)
        deal = latest(table.state)
        if deal is not None and table.director.outlook(table.state).shown:
            shown_after.append(len(deal.laid))
    assert shown_after[0] == 19
    (verdict,) = table.director.outlook(table.state).shown
    assert (verdict.kind, verdict.seat, verdict.play, verdict.proof) == ("revoke", 2, 6, (6, 18))
    assert verdict.status is Status.PROVEN


def test_a_verdict_that_hangs_on_a_doubtful_card_waits_for_the_answer() -> None:
    """Had seat 2 laid an Unter (trump) instead of the Gras, there would be no revoke."""
    record = revoke_deal()
    table = session(record)
    for event in with_doubt(record, 18, "SU", 4.0)[:24]:
        table.hear(event)
    outlook = table.director.outlook(table.state)
    deal = table.state.deal
    assert deal is not None
    assert deal.report.verdicts
    assert outlook.shown == ()
    assert [deal.index_of(question.seq) for question in outlook.questions] == [18]
    assert outlook.questions[0].options[:2] == (card("G9"), card("SU"))

    table.commit((CardConfirmed(outlook.questions[0].seq),))
    assert [v.play for v in table.director.outlook(table.state).shown] == [6]


def test_an_answer_that_says_otherwise_takes_the_verdict_away() -> None:
    record = revoke_deal()
    table = session(record)
    for event in seen(record)[:24]:
        table.hear(event)
    deal = table.state.deal
    assert deal is not None
    assert table.director.outlook(table.state).shown
    table.commit((CardCorrected(deal.seqs[18], card("SU")),))
    assert table.director.outlook(table.state).shown == ()


def test_a_verdict_waits_where_another_seat_may_have_laid_the_card() -> None:
    record = revoke_deal()
    events = seen(record)
    sightings = [number for number, event in enumerate(events) if isinstance(event, Sighting)]
    odd = events[sightings[18]]
    assert isinstance(odd, Sighting)
    events[sightings[18]] = replace(odd, place=place(1))
    table = session(record)
    for event in events[: sightings[18] + 1]:
        table.hear(event)
    # Was a card of the trick missed? Its last one tells, nobody is asked before.
    early = table.director.outlook(table.state)
    assert (early.shown, early.questions) == ((), ())
    for event in events[sightings[18] + 1 : sightings[19] + 1]:
        table.hear(event)
    outlook = table.director.outlook(table.state)
    assert outlook.shown == ()
    assert outlook.questions


@pytest.mark.parametrize("missed", [0, 5, 10, 15, 22, 31])
def test_a_card_nobody_saw_is_missed_in_its_place_and_inferred_at_the_end(missed: int) -> None:
    record = random_deal(5)
    events = seen(record)
    sightings = [event for event in events if isinstance(event, Sighting)]
    events.remove(sightings[missed])
    deal = told(session(record), events)
    assert plays(deal) == record.plays
    assert deal.closed


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_was_only_moved_is_not_played_twice(seed: int) -> None:
    record = random_deal(seed)
    events = seen(record)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][9]
    moved = events[at]
    assert isinstance(moved, Sighting)
    assert record.plays[9].card is not None
    again = scores(record.plays[9].card, CLEAR, random.Random(99))
    extra = replace(moved, track=777, t=moved.t + 0.5, known_t=moved.known_t + 0.5)
    events.insert(at + 1, replace(extra, log_scores=again))
    assert plays(told(session(record), events)) == record.plays


def test_a_hand_taken_for_a_card_goes_when_the_trick_is_swept() -> None:
    record = random_deal(7)
    events = seen(record)
    sweep = next(n for n, event in enumerate(events) if isinstance(event, TrickCleared))
    flat = tuple(-3.4657 for _ in range(32))
    phantom = Sighting(999, 4.6, 4.8, QUAD, place(1), flat)
    events.insert(sweep, phantom)
    assert plays(told(session(record), events)) == record.plays


def test_a_card_taken_back_was_none() -> None:
    record = random_deal(8)
    events = seen(record)
    wrong = Sighting(999, 2.4, 2.5, QUAD, place(2), scores(card("E7"), CLEAR, random.Random(4)))
    events[2:2] = [wrong, CardTakenBack(999, 2.7, 2.8)]
    deal = told(session(record), events)
    assert plays(deal) == record.plays


def test_a_sweep_nobody_saw_loses_no_trick() -> None:
    record = random_deal(9)
    events = [
        e for n, e in enumerate(seen(record)) if not (n == 14 and isinstance(e, TrickCleared))
    ]
    assert len(events) == 39
    deal = told(session(record), events)
    assert plays(deal) == record.plays
    assert len(deal.sweeps) == 8


@pytest.mark.parametrize("after", [1, 2])
@pytest.mark.parametrize("again", [False, True])
def test_an_arm_over_the_table_is_no_sweep(after: int, again: bool) -> None:
    record = random_deal(4)
    events = seen(record)
    at = 5 + after
    covered = events[at - 1]
    assert isinstance(covered, Sighting)
    hidden: list[VisionEvent] = [TrickCleared(covered.t + 0.3, covered.t + 0.4, after, None)]
    if again:
        hidden.append(replace(covered, track=900, t=covered.t + 0.5, known_t=covered.t + 0.6))
    events[at:at] = hidden
    table = session(record)
    for event in events[: at + len(hidden) + 1]:
        table.hear(event)
    deal = table.state.deal
    assert deal is not None
    assert deal.plays == record.plays[: 5 + after]
    assert plays(told(table, events[at + len(hidden) + 1 :])) == record.plays


@pytest.mark.parametrize("kept", [(0, 1), (0, 3), (1, 2)])
def test_two_cards_of_a_trick_nobody_saw_cost_only_that_trick(kept: tuple[int, int]) -> None:
    """The next lead comes from another side than the trick's third card would."""
    record = next(
        deal for deal in map(random_deal, range(50)) if deal.plays[8].seat != deal.plays[6].seat
    )
    events = seen(record)
    gone = [events[5 + slot] for slot in range(4) if slot not in kept]
    deal = told(session(record), [event for event in events if event not in gone])
    assert deal.closed
    assert [play.seat for play in plays(deal)] == [play.seat for play in record.plays]
    read = [play for index, play in enumerate(plays(deal)) if index not in range(4, 8)]
    assert read == [play for index, play in enumerate(record.plays) if index not in range(4, 8)]


def test_a_better_look_is_recorded_and_changes_the_card() -> None:
    record = random_deal(10)
    events = seen(record)
    first = events[0]
    assert isinstance(first, Sighting)
    assert record.plays[0].card is not None
    other = record.plays[5].card
    assert other is not None
    table = session(record)
    table.commit(OneDeal(record).next(table.state, None))
    table.hear(replace(first, log_scores=torn(other, record.plays[0].card, 1.0)))
    assert deal_on(table).laid[0].card is other
    table.hear(first)
    assert [laid.card for laid in deal_on(table).laid] == [record.plays[0].card]


def test_the_next_deal_begins_with_its_first_card_even_when_the_last_sweep_was_missed() -> None:
    first, second = replace(random_deal(1), id="one"), replace(random_deal(2), id="two")
    table = session(first, second)
    for event in seen(first)[:-1] + seen(second, start=100.0):
        table.hear(event)
    finished = table.state.finished
    assert [deal.id for deal in finished] == ["one", "two"]
    assert [deal.record.plays for deal in finished] == [first.plays, second.plays]


@pytest.mark.parametrize("cut", [3, 7, 14, 26])
def test_a_program_started_again_goes_on_at_the_same_card(cut: int) -> None:
    """The new watcher sees the trick again from its beginning, under new track numbers."""
    record = random_deal(11)
    events = seen(record, DIM, 11)
    whole = told(session(record), events)
    table = session(record)
    for event in events[:cut]:
        table.hear(event)
    table = MemoryTable(Director(table.director.profile, OneDeal(record)), table.journal)
    until = table.director.resume(table.state)
    assert until is not None
    sweeps = [n for n, e in enumerate(events[:cut]) if isinstance(e, TrickCleared)]
    start = sweeps[-1] + 1 if sweeps else 0
    for event in events[start:]:
        match event:
            case Sighting(track=track):
                table.hear(replace(event, track=track - 4 * len(sweeps)))
            case _:
                table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    assert deal.plays == whole.plays
    assert len(deal.sweeps) == 8


def test_what_vision_is_told_follows_the_deal() -> None:
    record = random_deal(12)
    table = session(record)
    events = seen(record)
    for event in events[:7]:
        table.hear(event)
    context = table.director.context(table.state)
    deal = table.state.deal
    assert deal is not None
    assert context.seat == record.plays[6].seat
    assert (context.seats, context.trick_size, context.cards_in_trick) == (4, 4, 2)
    assert context.cards_left == 26


def test_before_anybody_sits_there_cards_on_the_table_are_looked_at_all_the_same() -> None:
    """The page asks who plays; meanwhile a card lies there and a hand comes."""
    director = session(random_deal(12)).director
    context = director.context(TableState())
    assert (context.seat, context.trick_size) == (None, 4)
    assert not many_at_once(found(0.0), lying(0), context)
    assert many_at_once(found(8.0), lying(2), context)
