"""A card nobody saw: those after it have their own players at once, not only after the sweep."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine.evening.deal import DealState
from engine.events import CardInserted
from kiosk.director.seen_plays import latest
from tests.kiosk.director.test_slots import carelessly, without
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, seen, session
from vision.sighting import Place, Sighting, VisionEvent


def heard(events: list[VisionEvent], number: int = 3) -> DealState:
    table = session(random_deal(number))
    for event in events:
        table.hear(event)
        assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return deal


def upto(events: list[VisionEvent], index: int) -> list[VisionEvent]:
    """The events up to card `index`, which is the last."""
    told = [event for event in events if isinstance(event, Sighting)]
    return events[: events.index(told[index]) + 1]


@pytest.mark.parametrize("missed", [4, 5, 6, 12, 13, 21])
def test_the_card_after_one_that_was_missed_is_told_with_its_own_player(missed: int) -> None:
    record = random_deal(3)
    deal = heard(without(upto(seen(record), missed + 1), missed))
    last = deal.laid[-1]
    assert (last.seat, last.card) == (record.plays[missed + 1].seat, record.plays[missed + 1].card)
    assert deal.laid[missed].card is None


def test_what_was_missed_and_is_seen_yet_takes_its_place() -> None:
    record = random_deal(3)
    events = upto(seen(record), 7)
    told = [event for event in events if isinstance(event, Sighting)]
    late = replace(told[5], t=told[7].t + 1.0, known_t=told[7].known_t + 1.0)
    deal = heard([*without(events, 5), late])
    assert deal.record.plays == record.plays[:8]


def test_a_card_that_only_lies_before_the_next_player_is_its_own_after_the_sweep() -> None:
    record = random_deal(3)
    events = seen(record)
    told = [event for event in events if isinstance(event, Sighting)]
    askew = replace(told[5], place=place((record.plays[5].seat + 1) % 4))
    events[events.index(told[5])] = askew
    at_once = heard(upto(events, 5))
    assert at_once.laid[-1].card is record.plays[5].card
    assert heard(events).record.plays == record.plays


def twisted(event: VisionEvent, chance: random.Random) -> VisionEvent:
    """A card in twelve lands at any angle at all."""
    if not isinstance(event, Sighting) or chance.random() >= 1 / 12:
        return event
    own = event.place
    return replace(event, place=Place(own.x, own.y, chance.uniform(0.0, math.pi)))


def test_hardly_any_careless_throw_is_taken_for_a_gap() -> None:
    guessed = 0
    for number in range(6):
        chance = random.Random(number)
        events = [twisted(event, chance) for event in carelessly(random_deal(number), number)]
        deal = heard(events, number)
        guessed += sum(isinstance(entry.envelope.event, CardInserted) for entry in deal.log)
        assert deal.record.plays == random_deal(number).plays
    assert guessed <= 1
