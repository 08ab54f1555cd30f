"""The first trick of a deal the camera opens: a card of it seen late, and what is none at all."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine.cards import GERMAN_32
from engine.events import EveningStarted
from kiosk.director.deal_opening import CardsLying, Waiting, from_one_hand
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.seat_likelihood import even_angles
from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from tests.kiosk.director.test_late import seen_late
from tests.kiosk.director.test_slots import carelessly
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, QUAD, place, scores, seen, session
from vision.sighting import Place, Sighting, TableActivity, TrickCleared, VisionEvent


def uncalled() -> MemoryTable:
    """A table at which nobody said who deals: who leads first is who dealt last."""
    table = MemoryTable(Director(GERMAN_32, RoundDeals()))
    table.commit((EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {}),))
    return table


@pytest.mark.parametrize("called", [True, False])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_card_seen_late_does_not_cost_the_first_trick(
    index: int, known: bool, called: bool
) -> None:
    """Neither the leader's own nor another's; `known` with the time it came."""
    for seed in (1003, 1005):
        record = random_deal(seed)
        table = session(record) if called else uncalled()
        for event in seen_late(seen(record, seed=seed), index, known)[:10]:
            table.hear(event)
            assert table.director.outlook(table.state).shown == ()
        deal = latest(table.state)
        assert deal is not None
        assert deal.plays[:4] == record.plays[:4]


def test_a_late_card_among_careless_ones_costs_few_first_tricks() -> None:
    right = 0
    for seed in range(12):
        record = random_deal(seed)
        table = session(record)
        for event in seen_late(carelessly(record, seed), seed % 3)[:10]:
            table.hear(event)
        deal = latest(table.state)
        right += deal is not None and deal.plays[:4] == record.plays[:4]
    assert right >= 10


def laid_out(seed: int, seats: int, apart_mm: float) -> list[Sighting]:
    """As many cards as players, laid out in a row by one of them, one after the other."""
    chance = random.Random(seed)
    angle = 2 * math.pi * chance.randrange(seats) / seats
    cards = []
    for number, card in enumerate(chance.sample(GERMAN_32, seats)):
        aside, out = apart_mm * (number - (seats - 1) / 2) + chance.gauss(0, 4), chance.gauss(20, 8)
        x = -out * math.sin(angle) + aside * math.cos(angle)
        y = -out * math.cos(angle) - aside * math.sin(angle)
        theta = math.atan2(-math.cos(angle), -math.sin(angle)) + chance.gauss(0, 0.1)
        where = Place(x, y, theta % math.pi)
        t = 2.0 + 1.5 * number
        cards.append(Sighting(number, t, t + 0.2, QUAD, where, scores(card, CLEAR, chance)))
    return cards


@pytest.mark.parametrize("apart_mm", [34.0, 68.0])
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("known", [True, False])
def test_cards_one_person_lays_out_are_no_trick(seats: int, known: bool, apart_mm: float) -> None:
    """Patience, or a trick told again: as many cards as a trick has, then all taken up."""
    table = CardsLying(tuple(range(seats)), known, even_angles(seats))
    for seed in range(20):
        waiting = Waiting().during(TableActivity.EMPTY)
        for card in laid_out(seed, seats, apart_mm):
            waiting = waiting.seen(card)
            assert waiting.lead(table) == ()
        assert waiting.trick(table, seats) == ()
        waiting = Waiting().during(TableActivity.EMPTY)
        for card in at_their_seats(laid_out(seed, seats, apart_mm)):
            waiting = waiting.seen(card)
        assert len(waiting.trick(table, seats)) == seats


def at_their_seats(cards: list[Sighting]) -> list[Sighting]:
    """The same cards, each laid by another player."""
    return [replace(card, place=place(n, None, len(cards))) for n, card in enumerate(cards)]


def test_a_trick_told_again_opens_no_deal_one_laid_by_its_players_does() -> None:
    told = laid_out(3, 4, 34.0)
    for cards, plays in ((told, 0), (at_their_seats(told), 4)):
        table = uncalled()
        events: list[VisionEvent] = [*cards, TrickCleared(12.0, 12.2, 4, None)]
        for event in events:
            table.hear(event)
        assert sum(len(deal.plays) for deal in table.state.deals) == plays


def test_cards_seen_before_anybody_sits_are_no_deal_and_no_trouble() -> None:
    """A recording, or people who play before the evening is begun on the page."""
    record = random_deal(3)
    table = MemoryTable(Director(GERMAN_32, RoundDeals()))
    for event in seen(record)[:10]:
        table.hear(event)
    assert table.state.deals == ()
    table.commit((EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {}),))
    for event in seen(record, start=60.0)[:5]:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    assert deal.plays == record.plays[:4]


def test_a_trick_is_never_taken_for_one_hand() -> None:
    table = CardsLying((0, 1, 2, 3), True, even_angles(4))
    for seed in range(30):
        chance = random.Random(seed)
        trick = [
            Sighting(seat, seat, seat + 0.2, QUAD, place(seat, chance), (0.0,)) for seat in range(4)
        ]
        assert from_one_hand(trick, table) < 0
