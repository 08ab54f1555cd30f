"""Cards that are told otherwise than they were laid: seen late, of one moment, exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import revoke_deal
from tests.kiosk.situations.playing import MIDDLE, Playing, faces
from vision.sighting import Place


def seen_late(table: Playing, play: int, since_it_lay: bool = False) -> None:
    """This card is seen only after the next one."""
    table.until(play)
    late = table.hidden()
    table.lay()
    table.uncover(late, since_it_lay=since_it_lay)


@pytest.mark.parametrize("since_it_lay", [True, False])
@pytest.mark.parametrize("play", [2, 5, 6, 13])
def test_a_card_seen_late_is_put_before_those_laid_after_it_at_once(
    play: int, since_it_lay: bool
) -> None:
    table = Playing(random_deal(3))
    seen_late(table, play, since_it_lay)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played
    assert table.asked == []


@pytest.mark.parametrize("since_it_lay", [True, False])
@pytest.mark.parametrize("play", [4, 8, 12])
def test_a_lead_seen_late_leads_once_its_trick_is_swept(play: int, since_it_lay: bool) -> None:
    """Until then the second card may as well be another's lead."""
    table = Playing(random_deal(5))
    seen_late(table, play, since_it_lay)
    table.until(play + 4)
    assert table.told == table.played


def test_who_took_the_trick_tells_of_a_card_seen_late_among_careless_ones() -> None:
    right = 0
    for seed in range(8):
        chance = random.Random(seed)
        table = Playing(random_deal(seed), careless=True, seed=seed)
        seen_late(table, 4 * chance.randrange(1, 8) + chance.randrange(3), since_it_lay=True)
        table.to_the_end()
        right += table.told == table.played
    assert right >= 7


@pytest.mark.parametrize("way", [True, False])
def test_where_the_places_say_nothing_who_took_the_trick_tells_of_a_late_card(way: bool) -> None:
    """All four lie in the very middle; the card that won was seen after the next one."""
    deals = (random_deal(seed) for seed in range(60))
    deal = next(deal for deal in deals if deal.plays[8].seat == deal.plays[5].seat)
    table = Playing(deal)
    table.until(4)
    table.lay(at=replace(MIDDLE, x=1.0))
    late = table.hidden(at=replace(MIDDLE, x=2.0))
    table.lay(at=replace(MIDDLE, x=3.0))
    table.uncover(late, since_it_lay=True)
    table.lay(at=replace(MIDDLE, x=4.0))
    table.sweep(to=deal.plays[8].seat, seen_going=way)
    if way:
        assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_the_cards_after_one_that_was_missed_are_not_taken_for_late() -> None:
    """The last of the trick lies in the very middle: across from its player it might as well."""
    table = Playing(random_deal(3))
    table.until(5)
    table.missed()
    table.lay()
    own = table.place(table.record.plays[7].seat)
    table.lay(at=replace(own, x=0.15 * own.x, y=0.15 * own.y))
    seen = [play.card for play in table.told if play.card is not None]
    assert seen == [play.card for at, play in enumerate(table.played) if at != 5]


def test_a_card_turned_over_late_is_put_where_its_back_lay() -> None:
    """Laid face down by mistake; the next one is laid, then somebody turns it over."""
    table = Playing(random_deal(3))
    table.until(5)
    late = table.hidden()
    table.face_down(at=late.place)
    table.lay()
    table.uncover(late)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("called", [True, False])
@pytest.mark.parametrize("since_it_lay", [True, False])
@pytest.mark.parametrize("play", [0, 1, 2])
@pytest.mark.parametrize("seed", [1003, 1005])
def test_a_card_seen_late_does_not_cost_the_first_trick(
    seed: int, play: int, since_it_lay: bool, called: bool
) -> None:
    """Neither the leader's own nor another's."""
    table = Playing(random_deal(seed), called=called, seed=seed)
    seen_late(table, play, since_it_lay)
    table.until(8)
    assert table.told[:4] == table.played[:4]


def test_a_late_card_among_careless_ones_costs_few_first_tricks() -> None:
    right = 0
    for seed in range(12):
        table = Playing(random_deal(seed), careless=True, seed=seed)
        seen_late(table, seed % 3)
        table.until(8)
        right += table.told[:4] == table.played[:4]
    assert right >= 10


def test_the_deals_first_two_cards_may_come_in_one_moment() -> None:
    table = Playing(random_deal(3))
    table.together()
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("play", [4, 5, 6, 13])
def test_two_cards_between_two_rests_are_told_in_the_order_of_their_players(play: int) -> None:
    table = Playing(random_deal(3))
    table.until(play)
    table.together()
    table.to_the_end()
    assert table.told == table.played


def winner_and_another(record: DealRecord, trick: int) -> tuple[int, int]:
    """Return two plays of a trick, one of which won it, with one between them."""
    won = (record.plays[4 * trick + 4].seat - record.plays[4 * trick].seat) % 4
    other = (won + 2) % 4
    return 4 * trick + min(won, other), 4 * trick + max(won, other)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("trick", [1, 4])
def test_two_cards_told_the_wrong_way_round_are_put_right_by_who_leads_next(
    seed: int, trick: int
) -> None:
    """Each lies where it lies, and was seen when the other came."""
    table = Playing(random_deal(seed))
    one, other = winner_and_another(table.record, trick)
    table.until(one)
    held = [table.hidden() for _ in range(one, other + 1)]
    first, *between, last = held
    table.tell(replace(last, t=first.t, known_t=first.known_t))
    for card in between:
        table.tell(card)
    table.tell(replace(first, t=last.t, known_t=last.known_t))
    table.to_the_end()
    after = 4 * trick + 4
    assert table.told[after:] == table.played[after:]
    assert faces(table.told) == faces(table.played)


def places_between(table: Playing, plays: Iterable[int]) -> list[Place]:
    """Return places that speak for nobody: between the seats of the plays."""
    return [Place(20.0 + 0.5 * play, 20.0, 0.8) for play in plays]


def test_nobody_is_accused_over_an_order_the_places_hardly_speak_for() -> None:
    """Seat 2 did revoke, but the two last cards of that trick may be exchanged."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(6)
    one, other = places_between(table, (6, 7))
    first = table.hidden(at=one)
    last = table.hidden(at=other)
    # The first of them was seen after the second.
    table.tell(replace(first, t=last.t + 1.0))
    table.tell(last)
    table.to_the_end()
    assert table.shown == set()
