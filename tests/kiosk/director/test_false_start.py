"""Cards thrown in before a deal lay like a trick: the deal is right all the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from kiosk.director.seen_plays import latest
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, QUAD, place, scores, seen, session
from vision.sighting import Sighting, TrickCleared, VisionEvent

BEFORE_S = 30.0


def thrown_in(record: DealRecord, shown: Sequence[Card]) -> list[VisionEvent]:
    """Four cards, one before each seat from Vorhand on, swept; their tracks follow the deal's."""
    chance = random.Random(5)
    events: list[VisionEvent] = []
    for number, face in enumerate(shown):
        t = 1.0 + 1.5 * number
        seat = (record.dealer + 1 + number) % 4
        spot, likely = place(seat, chance), scores(face, CLEAR, chance)
        events.append(Sighting(900 + number, t, t + 0.2, QUAD, spot, likely))
    return [*events, TrickCleared(9.0, 9.2, 4, None)]


def heard(record: DealRecord, events: Sequence[VisionEvent]) -> DealState:
    table = session(record)
    for event in events:
        table.hear(event)
        # Nobody broke a rule: whatever the camera took for a trick, nobody is accused.
        assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return deal


def later_cards(record: DealRecord) -> list[Card]:
    """Cards of the second and the third trick."""
    return [play.card for play in record.plays[5:9] if play.card is not None]


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_a_trick_nobody_played_is_taken_back_once_its_cards_come_again(seed: int) -> None:
    record = random_deal(seed)
    events = thrown_in(record, later_cards(record)) + seen(record, seed=seed, start=BEFORE_S)
    deal = heard(record, events)
    assert deal.plays == record.plays
    assert deal.closed


def test_one_card_that_comes_again_was_read_wrongly_and_the_trick_stays() -> None:
    """The second card of the first trick is misread, clearly, as one of the third trick."""
    record = random_deal(2)
    events = seen(record, seed=2)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][1]
    misread, other = events[at], record.plays[8].card
    assert isinstance(misread, Sighting)
    assert other is not None
    likely = scores(other, CLEAR, random.Random(1))
    events[at] = replace(misread, log_scores=likely)
    table = session(record)
    for event in events:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    assert len(deal.plays) == len(record.plays)
    assert [play.seat for play in deal.plays[:4]] == [play.seat for play in record.plays[:4]]
