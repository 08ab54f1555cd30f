"""Decoding over the deal: duties weigh softly, every card is there once, people are asked well."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.cards import Card, card
from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.events import CardCorrected
from engine.referee.expectation import penalties
from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, DIM, revoke_deal, seen, session, torn
from vision.sighting import Sighting, VisionEvent

REVOKE = 6
"""The play of `revoke_deal` that breaks a duty: Herz on Gras."""
HEAVIEST_NATS = 5.0
"""A reading surer than this by its pictures is never overruled by a duty."""


def told(table: MemoryTable, events: list[VisionEvent]) -> DealState:
    for event in events:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    return deal


def torn_at(record: DealRecord, index: int, other: str, nats: float) -> list[VisionEvent]:
    """The deal seen clearly but for one card, which is `nats` likelier itself than `other`."""
    events = seen(record)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][index]
    sighting, true = events[at], record.plays[index].card
    assert isinstance(sighting, Sighting)
    assert true is not None
    scores = torn(true, card(other), nats) if nats > 0 else torn(card(other), true, -nats)
    events[at] = replace(sighting, log_scores=scores)
    return events


def shown_cards(deal: DealState) -> list[Card | None]:
    return [play.card for play in deal.record.plays]


@pytest.mark.parametrize("seed", range(4))
def test_no_duty_weighs_more_than_a_clear_reading(seed: int) -> None:
    """Else a revoke that everybody saw would be decoded away."""
    record = random_deal(seed)
    heaviest = 0.0
    for index in range(32):
        gone = {play.card for play in record.plays[:index]}
        said = penalties(replace(record, plays=record.plays[:index]))
        heaviest = max([heaviest, *(nats for face, nats in said.items() if face not in gone)])
    assert 1.0 < heaviest < HEAVIEST_NATS


@pytest.mark.parametrize("other", ["GK", "G9", "GO"])
def test_a_planted_revoke_is_not_decoded_away(other: str) -> None:
    """Though a card of the suit led looks much like it, and the duty speaks for that one."""
    record = revoke_deal()
    deal = told(session(record), torn_at(record, REVOKE, other, HEAVIEST_NATS))
    assert deal.record.plays == record.plays


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("nats", [0.5, 3.0])
def test_no_legal_play_is_decoded_into_a_revoke(seed: int, nats: float) -> None:
    """Each play in turn looks nearly as much like a card that would break a duty."""
    record = random_deal(seed)
    tried = 0
    for index in random.Random(seed).sample(range(4, 28), 8):
        wrong = _breaking(record, index)
        if wrong is None:
            continue
        tried += 1
        deal = told(session(record), torn_at(record, index, wrong.code, nats))
        assert deal.record.plays == record.plays
    assert tried


def _breaking(record: DealRecord, index: int) -> Card | None:
    """A card still to come that the player of a play could lay only against a duty."""
    later = {play.card for play in record.plays[index + 1 :]}
    said = penalties(replace(record, plays=record.plays[:index]))
    own = record.plays[index].card
    assert own is not None
    if said.get(own, 0.0) > 0.0:
        return None
    return next((face for face, nats in said.items() if nats > 1.0 and face in later), None)


def test_what_looks_alike_is_asked_about_with_what_it_looks_like() -> None:
    """Two cards of the last trick, each hardly likelier itself than the other."""
    record = revoke_deal()
    events = torn_at(record, 30, "SK", 0.4)
    sightings = [event for event in events if isinstance(event, Sighting)]
    last, true = events.index(sightings[31]), record.plays[31].card
    assert true is not None
    events[last] = replace(sightings[31], log_scores=torn(true, card("SO"), 0.4))
    table = session(record)
    deal = told(table, events)
    (question,) = table.director.outlook(table.state).questions
    assert set(question.options[:2]) == {card("SO"), card("SK")}
    assert deal.index_of(question.seq) in (30, 31)


def test_every_reading_is_kept_and_the_deal_solved_again_with_each_card() -> None:
    """Two early cards were taken for each other; a later clear one puts both right."""
    record = random_deal(2)
    first, second = record.plays[0].card, record.plays[9].card
    assert first is not None
    assert second is not None
    events = torn_at(record, 0, second.code, -0.7)
    table = session(record)
    sightings = [event for event in events if isinstance(event, Sighting)]
    before = events.index(sightings[9])
    deal = told(table, events[:before])
    assert deal.record.plays[0].card is second
    deal = told(table, events[before:])
    assert deal.record.plays == record.plays


@pytest.mark.parametrize("strength", [CLEAR, DIM])
@pytest.mark.parametrize("seed", range(3))
def test_no_card_lies_twice_and_a_readable_deck_asks_once_a_deal_at_most(
    seed: int, strength: float
) -> None:
    record = random_deal(seed)
    table = session(record)
    asked: set[int] = set()
    for event in seen(record, strength, seed):
        table.hear(event)
        asked |= {q.seq for q in table.director.outlook(table.state).questions}
        deal = latest(table.state)
        if deal is not None:
            laid = [laid.card for laid in deal.laid if laid.card is not None]
            assert len(set(laid)) == len(laid)
    assert len(asked) <= (0 if strength == CLEAR else 1)


def test_one_question_tells_two_cards_nobody_saw() -> None:
    """Either could be either: neither is named, and the answer for one names the other."""
    record = random_deal(6)
    events = seen(record)
    sightings = [event for event in events if isinstance(event, Sighting)]
    missed = [sightings[6], sightings[21]]
    table = session(record)
    deal = told(table, [event for event in events if event not in missed])
    assert [index for index, laid in enumerate(deal.laid) if laid.card is None] == [6, 21]
    (question,) = table.director.outlook(table.state).questions
    index = deal.index_of(question.seq)
    assert index in (6, 21)
    assert set(question.options[:2]) == {record.plays[6].card, record.plays[21].card}
    table.commit((CardCorrected(question.seq, record.plays[index].card, "person"),))
    named = latest(table.state)
    assert named is not None
    assert named.record.plays == record.plays
    assert table.director.outlook(table.state).questions == ()
