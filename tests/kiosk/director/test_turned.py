"""Two cards of a trick noted the wrong way round: who leads next, and how all then lie, tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from tests.kiosk.director.test_late import heard
from tests.kiosk.director.test_slots import carelessly
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen
from vision.sighting import Sighting, VisionEvent


def exchanged(events: list[VisionEvent], one: int, other: int) -> list[VisionEvent]:
    """Tell two cards of a trick the wrong way round; they lie where they lie."""
    told = [event for event in events if isinstance(event, Sighting)]
    first, second = told[one], told[other]
    there = {
        first: replace(first, log_scores=second.log_scores, place=second.place),
        second: replace(second, log_scores=first.log_scores, place=first.place),
    }
    return [there.get(event, event) if isinstance(event, Sighting) else event for event in events]


def decided(record: DealRecord, trick: int) -> tuple[int, int]:
    """Return two plays of a trick but the last, one of which won it, another between them."""
    leader, following = record.plays[4 * trick].seat, record.plays[4 * trick + 4].seat
    won = (following - leader) % 4
    other = (won + 2) % 4
    return 4 * trick + min(won, other), 4 * trick + max(won, other)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("trick", [1, 4])
def test_cards_the_wrong_way_round_are_put_right_by_who_leads_next(seed: int, trick: int) -> None:
    record = random_deal(seed)
    _, deal = heard(record, exchanged(seen(record), *decided(record, trick)))
    after = 4 * trick + 4
    assert deal.record.plays[after:] == record.plays[after:]
    assert {play.card for play in deal.record.plays} == {play.card for play in record.plays}


def test_nothing_is_exchanged_where_cards_only_lie_carelessly() -> None:
    for seed in range(4):
        record = random_deal(seed)
        _, deal = heard(record, carelessly(record, seed))
        assert deal.record.plays == record.plays
