"""The first trick was missed whole: the seats of all others are right all the same."""

from __future__ import annotations

import pytest

from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from kiosk.director.seen_plays import latest
from tests.kiosk.director.test_slots import carelessly
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import revoke_deal, seen, session
from vision.sighting import TrickCleared, VisionEvent


def without_first_trick(events: list[VisionEvent]) -> list[VisionEvent]:
    at = next(n for n, event in enumerate(events) if isinstance(event, TrickCleared))
    return events[at + 1 :]


def heard(seed: int) -> tuple[DealRecord, DealState]:
    record = random_deal(seed)
    table = session(record)
    for event in without_first_trick(seen(record, seed=seed)):
        table.hear(event)
        assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return record, deal


@pytest.mark.parametrize("seed", [0, 4, 6, 8, 12])
def test_after_a_first_trick_nobody_saw_all_other_cards_have_their_seats(seed: int) -> None:
    record, deal = heard(seed)
    assert record.plays[4].seat != record.plays[0].seat
    assert deal.plays[4:] == record.plays[4:]
    assert deal.closed


@pytest.mark.parametrize("seed", [3, 5])
def test_where_the_leader_won_the_trick_nobody_saw_the_seats_are_right_anyhow(seed: int) -> None:
    record, deal = heard(seed)
    assert record.plays[4].seat == record.plays[0].seat
    assert deal.plays == record.plays[4:]


def test_no_trick_is_put_before_one_that_was_the_first() -> None:
    for seed in range(12):
        record = random_deal(seed)
        table = session(record)
        for event in carelessly(record, seed)[:10]:
            table.hear(event)
        deal = latest(table.state)
        assert deal is not None
        assert [laid.card for laid in deal.laid][:4] == [play.card for play in record.plays[:4]]


def test_no_verdict_rests_on_a_trick_that_was_never_seen() -> None:
    """Seat 2 revokes in the third trick; the first was missed, but Vorhand won it."""
    record = revoke_deal()
    table = session(record)
    shown = set()
    for event in without_first_trick(seen(record)):
        table.hear(event)
        shown |= {verdict.seat for verdict in table.director.outlook(table.state).shown}
    assert shown <= {2}
