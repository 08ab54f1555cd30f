"""Tricks swept early, late, in halves, two together, or with nobody noticing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kiosk.random_deals import random_deal
from tests.kiosk.situations.playing import Playing, missing, seats


@pytest.mark.parametrize("trick", [0, 1, 3, 6])
def test_a_sweep_nobody_noticed_loses_no_trick(trick: int) -> None:
    """The next trick's cards come to lie after it, and are swept as always."""
    table = Playing(random_deal(9))
    table.until(4 * trick)
    table.cards(4)
    table.sweep_unseen()
    table.cards(4)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played
    assert table.tricks == 8


def test_two_sweeps_in_a_row_nobody_noticed() -> None:
    table = Playing(random_deal(9))
    table.until(8)
    for _ in range(2):
        table.cards(4)
        table.sweep_unseen()
    table.to_the_end()
    assert table.told == table.played
    assert table.tricks == 8


@pytest.mark.parametrize(("seed", "counted"), [(5, 3), (10, 3), (9, 2)])
def test_after_a_sweep_nobody_noticed_a_trick_short_of_a_card_is_over_when_it_is_swept(
    seed: int, counted: int
) -> None:
    """It is not the trick before that went so late: fewer cards went than that had."""
    table = Playing(random_deal(seed), seed=seed)
    table.until(8)
    table.cards(4)
    table.sweep_unseen()
    for _ in range(3):
        table.lay()
    table.missed()
    table.sweep(cards=counted)
    table.lay()
    assert seats(table.told) == seats(table.played)
    assert missing(table.told) == [15]
    assert table.tricks == 4


def test_two_tricks_left_lying_are_swept_together() -> None:
    """Nobody takes the first of them; then all eight cards go."""
    table = Playing(random_deal(9))
    table.until(8)
    for _ in range(8):
        table.lay()
    table.sweep(cards=8)
    assert table.told == table.played
    assert table.tricks == 4
    table.to_the_end()
    assert table.told == table.played


def test_the_last_sweep_was_missed_and_the_next_deal_begins_with_its_first_card() -> None:
    first, second = replace(random_deal(1), id="one"), replace(random_deal(2), id="two")
    table = Playing(first, second)
    table.until(28)
    table.cards(4)
    table.next_deal()
    table.to_the_end()
    finished = table.table.state.finished
    assert [deal.record.plays for deal in finished] == [first.plays, second.plays]
    assert [len(deal.sweeps) for deal in finished] == [8, 8]


@pytest.mark.parametrize("lying", [1, 2])
@pytest.mark.parametrize("seen_again", [False, True])
def test_an_arm_over_the_table_is_no_sweep(lying: int, seen_again: bool) -> None:
    """What lies there is seen again as new cards, or not; the trick goes on."""
    table = Playing(random_deal(4))
    table.until(4)
    covered = [table.lay() for _ in range(lying)]
    table.arm()
    if seen_again:
        table.pushed(covered[-1])
    table.lay()
    assert table.told == table.played
    while table.laid < 8:
        table.lay()
    table.sweep(cards=4)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_an_arm_over_a_whole_trick_is_swept_once() -> None:
    """All four lie; an arm hides them, they are seen again, then they are truly swept."""
    table = Playing(random_deal(4))
    table.until(4)
    cards = [table.lay() for _ in range(4)]
    table.arm()
    for card in cards:
        table.pushed(card)
    table.sweep(cards=4)
    table.to_the_end()
    assert table.told == table.played
    assert table.tricks == 8


def test_a_trick_swept_in_two_halves_is_one() -> None:
    """A card laid right on two others seemed to be the next lead; each half went by itself."""
    deals = map(random_deal, range(60))
    deal = next(deal for deal in deals if deal.plays[8].seat == deal.plays[6].seat)
    table = Playing(deal)
    table.until(6)
    table.arm()
    table.cards(2)
    table.sweep(cards=2)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("seed", [1, 5, 9])
def test_the_next_lead_comes_to_lie_before_the_trick_is_swept(seed: int) -> None:
    """Swept late: the lead stays where it lies, four cards go from under it."""
    table = Playing(random_deal(seed))
    table.until(8)
    table.cards(4)
    table.lay()
    table.sweep(cards=4)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("seed", [1, 5, 9])
def test_the_next_lead_came_before_the_sweep_and_is_seen_again_after_it(seed: int) -> None:
    """The camera takes all five for swept, and what lies there then for a new card."""
    table = Playing(random_deal(seed))
    table.until(8)
    table.cards(4)
    lead = table.lay()
    table.sweep(cards=5)
    table.pushed(lead)
    table.until(16)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("cards", [3, 5])
def test_how_many_cards_the_camera_counts_in_a_whole_trick_changes_nothing(cards: int) -> None:
    """One lay under another, or a hand was counted along."""
    table = Playing(random_deal(2))
    table.until(4)
    for _ in range(4):
        table.lay()
    table.sweep(cards=cards)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("missed", [4, 5, 7])
def test_a_card_missed_and_the_sweep_unnoticed(missed: int) -> None:
    """Three cards lie, and then those of the next trick as well."""
    table = Playing(random_deal(5))
    table.until(missed)
    table.missed()
    while table.laid < 8:
        table.lay()
    table.sweep_unseen()
    table.to_the_end()
    assert seats(table.told) == seats(table.played)


def test_who_takes_a_trick_for_another_changes_no_turn() -> None:
    """A helping hand sweeps it: the winner by the cards leads on all the same."""
    table = Playing(random_deal(7))
    for play in range(4, 32, 4):
        table.until(play - 4)
        table.cards(4)
        table.sweep(to=(table.record.plays[play].seat + 2) % 4)
    table.to_the_end()
    assert table.told == table.played
