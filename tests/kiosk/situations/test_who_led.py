"""Who led: after a trick whose winner nobody saw, where a lead was missed, and out of turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord, Play
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, revoke_deal
from tests.kiosk.situations.playing import MIDDLE, Playing, missing, seats
from tests.simulate.noisy_camera import DIM
from tests.simulate.noisy_deals import honest
from tests.simulate.watched_deals import watch

TRICK = 8
"""The first play of the trick whose winner is missed."""
NEXT = TRICK + 4
DIM_AND_MISSING = replace(DIM, name="missing", missed=0.03)


def winner(record: DealRecord) -> int:
    """Return the play that won the trick."""
    seat = record.plays[NEXT].seat
    return next(play for play in range(TRICK, NEXT) if record.plays[play].seat == seat)


def winner_missed(table: Playing) -> int:
    """The winner's card is missed, and the trick seems to go to the seat after it, which leads."""
    missed = winner(table.record)
    wrong = (table.record.plays[NEXT].seat + 1) % 4
    table.until(missed)
    table.missed()
    while table.laid < NEXT:
        table.lay()
    table.sweep(to=wrong)
    return wrong


@pytest.mark.parametrize(
    ("seed", "careless"),
    [
        *((seed, True) for seed in (11, 19, 21, 37)),
        *((seed, False) for seed in (0, 11, 19, 21, 37)),
    ],
)
def test_all_cards_of_the_next_trick_outweigh_its_lead_and_the_way_the_last_one_went(
    seed: int, careless: bool
) -> None:
    table = Playing(random_deal(seed), careless=careless, seed=seed)
    wrong = winner_missed(table)
    table.lay(at=place(wrong))
    assert table.told[-1].seat == wrong, "presumed wrongly at first, or this shows nothing"
    table.to_the_end()
    assert table.told[NEXT:] == table.played[NEXT:]


@pytest.mark.parametrize("seed", [0, 19])
def test_three_cards_tell_who_led_before_the_trick_is_swept(seed: int) -> None:
    table = Playing(random_deal(seed), seed=seed)
    wrong = winner_missed(table)
    table.lay(at=place(wrong))
    assert table.told[-1].seat == wrong, "presumed wrongly at first, or this shows nothing"
    table.lay()
    table.lay()
    assert seats(table.told[NEXT:]) == seats(table.played[NEXT:])


@pytest.mark.parametrize("seed", [33, 34])
def test_a_lead_that_lies_before_another_accuses_nobody(seed: int) -> None:
    """Of sixty such deals two named an innocent by that one card."""
    table = Playing(random_deal(seed), careless=seed % 2 == 1, seed=seed)
    wrong = winner_missed(table)
    table.lay(at=place(wrong))
    table.to_the_end()
    assert len(table.told) == 32


@pytest.mark.parametrize("seed", [0, 5, 21, 37])
def test_the_next_lead_was_missed_as_well(seed: int) -> None:
    table = Playing(random_deal(seed), careless=True, seed=seed)
    winner_missed(table)
    table.missed()
    table.to_the_end()
    assert seats(table.told[NEXT:]) == seats(table.played[NEXT:])
    assert table.told[NEXT + 1 :] == table.played[NEXT + 1 :]


def test_a_presumed_lead_gives_way_once_a_person_says_which_card_won() -> None:
    """Nothing tells who led: the lead lies in the very middle."""
    table = Playing(random_deal(19))
    missed = winner(table.record)
    table.until(missed)
    table.missed()
    table.until(NEXT)
    right = table.record.plays[NEXT].seat
    table.lay(at=MIDDLE)
    gap = missing(table.told)[0]
    assert table.told[-1].seat != right or gap != missed, "or this shows nothing"
    table.names(missed, table.deal.laid[gap].seq)
    assert table.told == table.played


@pytest.mark.parametrize("number", range(3))
def test_a_lead_in_the_very_middle_is_whose_the_trick_went_to(number: int) -> None:
    """The card that won was missed; its way off the table is all that tells."""
    deals = [deal for deal in map(random_deal, range(30)) if deal.plays[NEXT].seat != 0]
    table = Playing(deals[number])
    table.until(winner(table.record))
    table.missed()
    while table.laid < NEXT:
        table.lay()
    table.sweep(to=table.record.plays[NEXT].seat)
    table.lay(at=MIDDLE)
    assert table.told[NEXT].seat == table.record.plays[NEXT].seat


@pytest.mark.parametrize("missed", [8, 9, 10, 11])
def test_a_revoke_accuses_nobody_else_whoever_seems_to_have_taken_the_trick(missed: int) -> None:
    """Seat 2 revoked in the second trick; a card of the third is missed."""
    table = Playing(revoke_deal(), guilty=[2], careless=True, seed=missed)
    table.until(missed)
    table.missed()
    while table.laid < NEXT:
        table.lay()
    wrong = (table.record.plays[NEXT].seat + 1) % 4
    table.sweep(to=wrong)
    table.lay(at=place(wrong))
    table.to_the_end()
    assert len(table.told) == 32


@pytest.mark.parametrize(("seed", "cards"), [(870053, 44)])
def test_with_seven_players_a_missed_card_does_not_turn_all_later_seats(
    seed: int, cards: int
) -> None:
    """A drawn deal of a simulated camera: 32 of 48 cards had their seat before this was weighed."""
    case = honest(seed)
    watched = watch(case.record, case.rules, DIM_AND_MISSING, seed)
    assert watched.final >= cards
    assert watched.accused == []


def out_of_turn(record: DealRecord, trick: int, by: int) -> DealRecord:
    """The deal as it would be, had the seat `by` after the right one led a trick with its card."""
    first = 4 * trick
    turned = record.plays[first : first + 4]
    turned = (*turned[by:], *turned[:by])
    return record.with_plays((*record.plays[:first], *turned, *record.plays[first + 4 :]))


def led_out_of_turn(trick: int, by: int) -> Playing:
    """A deal in which another leads this trick than should; the others follow.

    All its cards are of one suit, so that the same card wins it whoever leads.
    """
    deals = map(random_deal, range(200))
    deal = next(deal for deal in deals if _of_one_suit(deal.plays[4 * trick : 4 * trick + 4]))
    return Playing(out_of_turn(deal, trick, by), guilty=range(4))


def _of_one_suit(plays: Sequence[Play]) -> bool:
    return len({play.card.suit for play in plays if play.card is not None}) == 1


@pytest.mark.parametrize("by", [1, 2, 3])
def test_another_led_than_should_and_each_card_has_its_own_player(by: int) -> None:
    table = led_out_of_turn(2, by)
    table.to_the_end()
    assert table.told == table.played


def test_until_a_trick_is_swept_a_lead_missed_and_another_leader_look_alike() -> None:
    """Seat 1 leads though seat 0 should have: who laid what is told as where the cards lie."""
    table = led_out_of_turn(2, 1)
    table.until(8)
    table.cards(3)
    seen = [play for play in table.told[8:] if play.card is not None]
    assert seen == list(table.played[8:])
