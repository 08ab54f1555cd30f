"""Two cards of a trick were missed, and the next lead lay where the third would have been."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from kiosk.director.seen_plays import latest
from tests.kiosk.director.test_slots import without
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen, session
from vision.sighting import TrickCleared, VisionEvent


def third_takes_it() -> list[DealRecord]:
    """Deals in whose second trick the third player wins and leads on."""
    deals = (random_deal(seed) for seed in range(60))
    return [deal for deal in deals if deal.plays[8].seat == deal.plays[6].seat]


DEALS = third_takes_it()


def told(record: DealRecord, second: int) -> list[VisionEvent]:
    """The deal without the last two cards of trick two; its sweep, and how many the next takes."""
    events = without(seen(record), 6, 7)
    sweeps = [event for event in events if isinstance(event, TrickCleared)]
    for sweep, cards in ((sweeps[1], 2), (sweeps[2], second)):
        events[events.index(sweep)] = replace(sweep, cards=cards)
    return events


def heard(record: DealRecord, events: list[VisionEvent]) -> DealState:
    table = session(record)
    for event in events:
        table.hear(event)
        assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return deal


@pytest.mark.parametrize("record", DEALS[:5], ids=lambda record: str(record.id))
def test_the_next_trick_is_no_rest_of_the_one_before(record: DealRecord) -> None:
    deal = heard(record, told(record, 4))
    assert deal.plays[8:] == record.plays[8:]
    assert [play.seat for play in deal.plays] == [play.seat for play in record.plays]


def test_cards_an_arm_hid_are_still_of_one_trick() -> None:
    """The sweep that came too early was none: the next one takes all four."""
    record = DEALS[0]
    events = seen(record)
    told = next(event for event in events if isinstance(event, TrickCleared))
    at = events.index(told) + 3
    hidden = TrickCleared(events[at - 1].t + 0.3, events[at - 1].t + 0.4, 2, None)
    events.insert(at, hidden)
    assert heard(record, events).plays == record.plays


def test_two_halves_of_a_trick_are_one() -> None:
    """A card laid right on two others seemed to be the next lead; each half was swept by itself."""
    record = DEALS[0]
    events = seen(record)
    sweep = [event for event in events if isinstance(event, TrickCleared)][1]
    at = events.index(sweep)
    events[at] = replace(sweep, cards=2)
    third = events[at - 2]
    events.insert(at - 2, TrickCleared(third.t, third.t + 0.1, 2, None))
    assert heard(record, events).plays == record.plays
