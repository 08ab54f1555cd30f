"""Nothing is missed: what is played is what the journal has, at every table."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine.events import Announced, DealStarted
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import DIM, revoke_deal
from tests.kiosk.situations.playing import Playing, faces, missing, seats
from tests.simulate.noisy_deals import honest

QUARTER = (90.0, 180.0, 270.0, 0.0)
"""The camera hangs turned by a quarter: seat 0 sits at the picture's left edge."""
UNEVEN = (0.0, 60.0, 180.0, 240.0)
"""Two pairs at the corners of a long table."""


@pytest.mark.parametrize("seed", range(4))
def test_a_deal_is_told_as_it_was_played(seed: int) -> None:
    table = Playing(random_deal(seed), seed=seed)
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed
    assert table.tricks == 8
    assert table.asked == []


@pytest.mark.parametrize("number", range(8))
def test_at_every_game_and_with_every_number_of_people(number: int) -> None:
    """From three to seven people, some of whom sit out."""
    case = honest(70_000 + number)
    table = Playing(case.record, rules=case.rules)
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed
    assert table.asked == []


@pytest.mark.parametrize("seed", range(4))
def test_cards_thrown_carelessly_are_told_in_the_order_they_came(seed: int) -> None:
    """No order is changed, no gap is guessed and nothing is exchanged because cards lie askew."""
    table = Playing(random_deal(seed), careless=True, seed=seed)
    for _ in table.record.plays:
        table.cards(1)
        assert table.told in ((), table.played)
    table.to_the_end()
    assert table.told == table.played


def test_hardly_any_card_that_lands_at_any_angle_at_all_is_taken_for_a_gap() -> None:
    """One card in twelve does; at the end all are told as they were played."""
    gaps = 0
    for seed in range(6):
        chance = random.Random(seed)
        table = Playing(random_deal(seed), careless=True, seed=seed)
        while table.laid < 32:
            table.until(table.laid)
            card = table.hidden()
            if chance.random() < 1 / 12:
                twisted = replace(card.place, theta=chance.uniform(0.0, math.pi))
                card = replace(card, place=twisted)
            table.tell(card)
            gaps += bool(missing(table.told))
        table.to_the_end()
        assert table.told == table.played
    assert gaps <= 1


def test_a_deal_called_on_the_page_begins_with_its_first_card_wherever_it_lies() -> None:
    table = Playing(random_deal(3))
    contract = table.record.contract
    assert contract is not None
    table.table.commit((DealStarted("d", table.record.dealer), Announced(contract)))
    table.lay(at=2)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_who_laid_a_card_follows_from_the_turn_and_not_from_its_place() -> None:
    """Every card comes to lie before the same player."""
    table = Playing(random_deal(3))
    table.cards(4)
    table.sweep()
    for _ in range(4):
        table.lay(at=2)
    table.sweep()
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("angles", [QUARTER, UNEVEN])
@pytest.mark.parametrize("missed", [5, 6, 13])
def test_places_are_read_from_where_the_seats_were_set_up(
    angles: tuple[float, ...], missed: int
) -> None:
    """A card missed is told by the places of the others: wherever people sit."""
    table = Playing(random_deal(3), angles=angles)
    table.until(missed)
    table.missed()
    table.until(missed // 4 * 4 + 4)
    assert seats(table.told) == seats(table.played)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("seed", range(4))
def test_in_dim_light_the_cards_to_come_tell_those_misread(seed: int) -> None:
    """One card in thirty is misread at first; nobody is accused at any moment."""
    table = Playing(random_deal(seed), strength=DIM, seed=seed)
    table.to_the_end()
    assert len(table.told) == 32
    assert sum(a == b for a, b in zip(table.told, table.played, strict=True)) >= 28
    assert faces(table.told) == faces(table.played)
    assert len(table.asked) <= 1


def test_a_revoke_is_shown_with_the_card_that_proves_it() -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(18)
    assert table.accused == []
    table.lay()
    assert table.accused == [("revoke", 2)]
    table.to_the_end()
    assert table.told == table.played
    assert table.accused == [("revoke", 2)]
    assert table.asked == []
