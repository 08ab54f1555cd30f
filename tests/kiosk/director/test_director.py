"""The director against what a camera says: clean, dim, with cards missed, doubled, taken back."""

from __future__ import annotations

import pytest

from engine.cards import GERMAN_32, Card
from engine.deal.record import Play
from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.evening.state import TableState
from kiosk.director.seen_plays import latest
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import (
    DIM,
    revoke_deal,
    seen,
    session,
    told,
)
from tests.vision.test_commotion import found, lying
from vision.sighting import Sighting
from vision.watching.no_play import many_at_once


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
    assert (context.seats, context.trick_size) == (4, 4)


def test_before_anybody_sits_there_cards_on_the_table_are_looked_at_all_the_same() -> None:
    """The page asks who plays; meanwhile a card lies there and a hand comes."""
    director = session(random_deal(12)).director
    context = director.context(TableState())
    assert (context.seat, context.trick_size) == (None, 4)
    assert not many_at_once(found(0.0), lying(0), context)
    assert many_at_once(found(8.0), lying(2), context)
