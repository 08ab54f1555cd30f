"""The first trick of a deal the camera opens: a card of it seen late, and what is none at all."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine.cards import GERMAN_32
from kiosk.director.deal_opening import CardsLying, Waiting, from_one_hand
from kiosk.director.seat_likelihood import even_angles
from tests.kiosk.seen_deals import CLEAR, QUAD, place, scores
from vision.sighting import Place, Sighting, TableActivity


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


def test_a_trick_is_never_taken_for_one_hand() -> None:
    table = CardsLying((0, 1, 2, 3), True, even_angles(4))
    for seed in range(30):
        chance = random.Random(seed)
        trick = [
            Sighting(seat, seat, seat + 0.2, QUAD, place(seat, chance), (0.0,)) for seat in range(4)
        ]
        assert from_one_hand(trick, table) < 0
