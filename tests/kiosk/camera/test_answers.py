"""Answers out of whole deals are about the card that lies there, not about a number.

Numbers shift where cards were missed; then the card that was read wrongly must not be confirmed.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.cards import GERMAN_32, Card
from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.events import CardConfirmed, CardCorrected
from kiosk.camera.filed_answers import Answers
from kiosk.director.deal_source import CalledDeal
from kiosk.director.outlook import Outlook, Question
from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, seen, session, torn
from vision.sighting import Sighting, VisionEvent


def without(events: list[VisionEvent], *missed: int) -> list[VisionEvent]:
    """Return the deal with these cards seen by nobody."""
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)]
    gone = {at[each] for each in missed}
    return [event for number, event in enumerate(events) if number not in gone]


def doubtful(record: DealRecord, play: int, other: Card, nats: float) -> list[VisionEvent]:
    """Return the deal with a card that looks like another by `nats` more than like itself."""
    events = seen(record)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][play]
    sighting, true = events[at], record.plays[play].card
    assert isinstance(sighting, Sighting)
    assert true is not None
    events[at] = replace(sighting, log_scores=torn(other, true, nats))
    return events


def answered(table: MemoryTable, record: DealRecord, play: int) -> Card | None:
    """Ask about play `play` of what is recorded; return the card that is named."""
    deal = latest(table.state)
    assert deal is not None
    question = Question(deal.id, deal.seqs[play], ())
    outlook = replace(table.view.outlook, questions=(question,))
    return named(deal, Answers([CalledDeal(record, {})]).to(deal, outlook, GERMAN_32))


def named(deal: DealState, events: tuple[object, ...]) -> Card | None:
    match events:
        case (CardConfirmed(of=of),):
            index = deal.index_of(of)
            assert index is not None
            return deal.laid[index].card
        case (CardCorrected(card=card, by="person"),):
            return card
        case _:
            return None


def heard(record: DealRecord, events: list[VisionEvent]) -> MemoryTable:
    table = session(record)
    for event in events:
        table.hear(event)
    return table


@pytest.mark.parametrize("seed", [3, 6, 11])
def test_a_misread_card_is_put_right_where_the_card_before_it_was_missed(seed: int) -> None:
    """It lies where the missed one belonged, so it has that one's number, and seat."""
    record = random_deal(seed)
    following = record.plays[7].card
    assert following is not None
    events = without(doubtful(record, 6, following, 1.0), 5)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][5]
    sighting = events[at]
    assert isinstance(sighting, Sighting)
    events[at] = replace(sighting, place=place(record.plays[5].seat))
    table = heard(record, events[: at + 1])
    deal = latest(table.state)
    assert deal is not None
    assert deal.laid[5].seat == record.plays[5].seat
    assert deal.laid[5].card is following
    assert answered(table, record, 5) is record.plays[6].card


@pytest.mark.parametrize("missed", [0, 1, 3, 6])
def test_no_answer_names_a_card_that_did_not_lie_there(missed: int) -> None:
    """Every play of deals of which so many cards were missed is asked about, doubtful or not."""
    wrong = right = silent = 0
    for seed in range(6):
        record, chance = random_deal(seed), random.Random(seed)
        play, other = chance.sample(range(len(record.plays)), 2)
        face = record.plays[other].card
        assert face is not None
        gone = chance.sample([n for n in range(28) if n != play], missed)
        events = without(doubtful(record, play, face, 1.5), *gone)
        table = heard(record, events)
        deal = latest(table.state)
        assert deal is not None
        truth = {
            event.track: record.plays[event.track].card
            for event in events
            if isinstance(event, Sighting)
        }
        for index, laid in enumerate(deal.laid):
            track = getattr(laid.event, "track", None)
            said = answered(table, record, index)
            if track is None:
                continue
            right += said is truth[track]
            silent += said is None
            wrong += said not in (None, truth[track])
    assert wrong == 0
    assert silent <= 0.05 * (right + silent)


def test_an_unclear_answer_is_none_and_is_asked_again() -> None:
    record = random_deal(3)
    table = heard(record, seen(record)[:3])
    deal = latest(table.state)
    assert deal is not None
    other = replace(record, plays=record.plays[::-1])
    answers = Answers([CalledDeal(other, {})])
    question = Question(deal.id, deal.seqs[0], ())
    unclear = replace(table.view.outlook, questions=(question,))
    assert answers.to(deal, unclear, GERMAN_32) == ()
    assert answers.to(deal, Outlook(), GERMAN_32) == ()
