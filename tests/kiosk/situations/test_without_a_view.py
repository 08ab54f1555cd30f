"""A time in which nobody watched: no picture, a camera pushed away, no power, a new start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import DIM, revoke_deal
from tests.kiosk.situations.playing import Playing, seats

REVOKE = [("revoke", 2)]
"""Seat 2 revokes with play 6; play 18 shows it."""
Blink = Callable[[Playing], None]


def far(table: Playing) -> None:
    table.moved(far=True)


def dark(table: Playing) -> None:
    table.dark()


def power(table: Playing) -> None:
    table.power_cut()


BLINKS = pytest.mark.parametrize("blink", [far, dark, power], ids=lambda each: each.__name__)


@BLINKS
def test_a_revoke_is_shown_only_once_every_card_was_seen_after_all(blink: Blink) -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(12)
    table.lay()
    blink(table)
    while table.laid < 31:
        table.cards(1)
        assert table.accused == []
    table.to_the_end()
    assert table.told == table.played
    assert table.accused == REVOKE


@BLINKS
def test_a_trick_lost_meanwhile_accuses_nobody(blink: Blink) -> None:
    """Two cards and the sweep of the trick after it were not seen."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(12)
    table.cards(3)
    blink(table)
    table.missed()
    table.sweep_unseen()
    table.missed(1)
    table.to_the_end()
    assert table.shown == set()


def test_what_was_shown_before_stays() -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(20)
    table.cards(1)
    table.moved(far=True)
    while table.laid < 32:
        assert table.accused == REVOKE
        table.cards(1)


def test_in_a_recording_gone_on_with_nothing_was_missed_and_a_revoke_is_shown_at_once() -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(12)
    table.lay()
    table.power_cut(watched=True)
    table.until(18)
    table.lay()
    assert table.accused == REVOKE


def test_a_table_that_was_pushed_a_little_changes_nothing() -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(12)
    table.cards(1)
    table.moved(far=False)
    table.until(18)
    table.cards(1)
    assert table.accused == REVOKE
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("cut", [1, 3, 5, 6, 7, 12, 14, 22, 27])
def test_cards_that_lay_when_the_plug_was_pulled_are_recorded_once(cut: int) -> None:
    """A camera counts its tracks from nothing when the program is started again."""
    table = Playing(random_deal(11), seed=11)
    table.cards(cut)
    table.power_cut()
    table.to_the_end()
    assert table.told == table.played
    assert table.tricks == 8


@pytest.mark.parametrize(("seed", "careless"), [(1, True), (5, False), (10, False), (11, True)])
def test_the_order_that_cards_came_in_counts_after_a_power_cut(seed: int, careless: bool) -> None:
    """The first trick is seen to go to another: no reason to say that its cards came otherwise."""
    table = Playing(random_deal(seed), seed=seed, careless=careless)
    table.cards(4)
    table.sweep(to=(table.record.plays[4].seat + 2) % 4)
    for won in (table.record.plays[8].seat, table.record.plays[12].seat):
        table.cards(4)
        table.sweep(to=won)
    table.power_cut()
    table.cards(2)
    assert table.told == table.played


@pytest.mark.parametrize("cut", [3, 6, 12, 22])
def test_a_recording_gone_on_with_is_told_as_without_a_cut(cut: int) -> None:
    """Of dim light, so that what was learned from earlier cards is needed."""
    whole, table = (Playing(random_deal(11), strength=DIM, seed=11) for _ in range(2))
    whole.to_the_end()
    table.cards(cut)
    table.power_cut(watched=True)
    table.to_the_end()
    assert table.told == whole.told
    assert table.tricks == 8


def test_a_card_that_lay_there_when_a_recording_was_gone_on_with_can_be_taken_back() -> None:
    """It is known again under its new track; its player lays another instead."""
    table = Playing(random_deal(6))
    table.until(4)
    first = table.record.plays[4].seat
    later = next(play.card for play in table.record.plays[8:] if play.seat == first)
    assert later is not None
    other = table.thing(at=first, looks=table.looks(later))
    assert table.is_play(other)
    table.power_cut(watched=True)
    table.take_up(replace(other, track=1))
    assert not table.is_play(other)
    table.cards(3)
    assert table.told == table.played


def test_what_a_person_said_stands_after_a_power_cut() -> None:
    """Every observation that follows looks whether it does."""
    table = Playing(random_deal(6))
    table.until(4)
    card = table.lay()
    other = table.record.plays[20].card
    assert other is not None
    table.says(card, other)
    table.power_cut()
    table.to_the_end()
    assert len(table.told) == 32


@BLINKS
def test_a_card_laid_while_nobody_watched_is_missed_in_its_place(blink: Blink) -> None:
    table = Playing(random_deal(6))
    table.until(5)
    blink(table)
    table.missed()
    table.to_the_end()
    assert seats(table.told) == seats(table.played)


@pytest.mark.parametrize("blink", [far, dark])
def test_a_whole_trick_played_while_nobody_watched_costs_that_trick_alone(blink: Blink) -> None:
    """That it lacks is known when the next deal begins: who led says nothing here."""
    first, second = replace(random_deal(6), id="one"), replace(random_deal(7), id="two")
    table = Playing(first, second)
    table.until(8)
    blink(table)
    table.missed(4)
    table.sweep_unseen()
    table.to_the_end()
    table.next_deal()
    table.to_the_end()
    [before, _] = table.table.state.finished
    assert before.plays[:8] + before.plays[12:] == first.plays[:8] + first.plays[12:]
    assert table.told == table.played


@pytest.mark.parametrize("careless", [False, True])
@pytest.mark.parametrize("seed", [5, 7])
def test_a_trick_gone_on_with_after_the_dark_is_one_trick(seed: int, careless: bool) -> None:
    """Two cards lie there as the view is lost, two come after it; the camera counts those alone.

    And it sees the trick go to another than who won it: the first two were no trick that lay on.
    """
    table = Playing(random_deal(seed), seed=seed, careless=careless)
    table.cards(4)
    table.sweep(to=table.record.plays[4].seat)
    table.cards(2)
    table.dark()
    table.cards(2)
    table.sweep(to=(table.record.plays[8].seat + 2) % 4, cards=2)
    table.cards(2)
    assert table.told == table.played
