"""Decoding over the deal: duties weigh softly, every card is there once, people are asked well."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.cards import Card, card
from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.referee.evaluation import penalties
from kiosk.director.seen_plays import latest
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, DIM, seen, session, told, torn
from vision.sighting import Sighting, VisionEvent

"""The play of `revoke_deal` that breaks a duty: Herz on Gras."""
HEAVIEST_NATS = 5.0
"""A reading surer than this by its pictures is never overruled by a duty."""


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
