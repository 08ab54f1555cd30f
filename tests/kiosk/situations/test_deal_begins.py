"""How a deal begins and ends: what opens one, what does not, what was missed before it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, islice

import pytest

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.events import DealClosed, DealStarted
from kiosk.table.commands import CloseDeal
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import revoke_deal
from tests.kiosk.situations.playing import Playing, missing, seats
from tests.kiosk.situations.quiet import tout
from tests.simulate.noisy_deals import honest
from vision.sighting import TableActivity

SIX = 6


def swept_first_trick_unseen(table: Playing) -> Playing:
    """Nobody watches until the first trick is gone."""
    table.looks_like(TableActivity.NO_PICTURE)
    table.missed(4)
    table.sweep_unseen()
    table.looks_like(TableActivity.EMPTY)
    return table


# It began earlier than watched.


@pytest.mark.parametrize("seed", [0, 4, 6, 8, 12])
def test_after_a_first_trick_nobody_saw_all_other_cards_have_their_seats(seed: int) -> None:
    table = swept_first_trick_unseen(Playing(random_deal(seed), seed=seed))
    assert table.record.plays[4].seat != table.record.plays[0].seat
    table.to_the_end()
    assert table.told[4:] == table.played[4:]
    assert missing(table.told) == [0, 1, 2, 3]
    assert table.deal.closed


@pytest.mark.parametrize("seed", [3, 5])
def test_where_vorhand_won_the_trick_nobody_saw_the_seats_are_right_anyhow(seed: int) -> None:
    """Nothing then tells that there was one: those that were seen are right."""
    table = swept_first_trick_unseen(Playing(random_deal(seed), seed=seed))
    assert table.record.plays[4].seat == table.record.plays[0].seat
    table.to_the_end()
    assert table.told[-28:] == table.played[4:]


def test_no_verdict_rests_on_a_trick_that_was_never_seen() -> None:
    """Seat 2 revokes in the second trick; the first was missed, and Vorhand won it."""
    table = swept_first_trick_unseen(Playing(revoke_deal(), guilty=[2]))
    table.to_the_end()
    assert len(table.told) in (28, 32)


@pytest.mark.parametrize("seed", [0, 4, 6, 8])
@pytest.mark.parametrize("tricks", [2, 3])
def test_a_deal_watched_from_its_third_or_fourth_trick_on_has_its_seats(
    tricks: int, seed: int
) -> None:
    """Nobody saw it begin."""
    table = Playing(random_deal(seed), seed=seed)
    for _ in range(tricks):
        swept_first_trick_unseen(table)
    table.to_the_end()
    assert table.told[-4 * (8 - tricks) :] == table.played[4 * tricks :]


@pytest.mark.parametrize(("looked_on_s", "held"), [(0.0, True), (15.0, False)])
def test_a_camera_that_has_just_come_holds_that_a_deal_is_on_for_likelier(
    looked_on_s: float, held: bool
) -> None:
    """Thrown cards hardly tell who led; one that looked on for longer would have seen the trick."""
    table = Playing(random_deal(50), careless=True, seed=50)
    table.missed(4)
    table.sweep_unseen()
    table.looks_like(TableActivity.NO_PICTURE)
    table.now += 20.0
    table.looks_like(TableActivity.EMPTY)
    table.now += looked_on_s
    table.to_the_end()
    assert (table.told[-28:] == table.played[4:]) is held


@pytest.mark.parametrize("tricks", [2, 3])
def test_after_a_deal_watched_from_its_middle_on_the_next_one_begins(tricks: int) -> None:
    """The table is empty for a while, and cards are dealt with their backs up."""
    first, second = replace(random_deal(6), id="one"), replace(random_deal(7), id="two")
    table = Playing(first, second, seed=6)
    for _ in range(tricks):
        swept_first_trick_unseen(table)
    table.to_the_end()
    table.next_deal(after_s=60.0)
    table.face_down(at=0)
    table.looks_like(TableActivity.SWEPT)
    table.looks_like(TableActivity.EMPTY)
    table.to_the_end()
    assert table.deal.id == "two"
    assert table.told == table.played


@pytest.mark.parametrize(("number", "seed"), [(3, 0), (5, 1), (9, 0)])
def test_a_first_trick_of_which_its_lead_and_its_last_card_were_missed(
    number: int, seed: int
) -> None:
    """The table was seen empty before: what lacks was missed, no trick was played before that."""
    cases = (honest(seed) for seed in count(70_000))
    six = (case for case in cases if case.record.players - len(case.record.out) == SIX)
    case = next(islice(six, number, None))
    table = Playing(case.record, rules=case.rules, careless=True, seed=seed)
    table.looks_like(TableActivity.EMPTY)
    table.missed()
    table.cards(SIX - 2)
    table.missed()
    table.to_the_end()
    assert table.told[1 : SIX - 1] == table.played[1 : SIX - 1]
    assert table.told[SIX:] == table.played[SIX:]
    assert missing(table.told) == [0, SIX - 1]


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_deal_watched_from_the_middle_of_its_first_trick_on(gone: int) -> None:
    """Those that lay when the camera came are never seen."""
    table = Playing(random_deal(6), seed=6)
    table.missed(gone)
    while table.laid < 4:
        table.lay()
    table.sweep()
    table.to_the_end()
    assert table.told[4:] == table.played[4:]


# Cards that lay before it began.


def thrown_in(table: Playing, faces: Sequence[Card]) -> None:
    """Cards before each seat from Vorhand on, one after the other, and swept together."""
    for number, face in enumerate(faces):
        table.now += 1.2
        table.thing(at=table.record.plays[number].seat, looks=table.looks(face))
    table.sweep()
    table.now += 20.0


def cards_of(record: DealRecord, first: int, last: int) -> list[Card]:
    return [play.card for play in record.plays[first:last] if play.card is not None]


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_a_trick_nobody_played_is_taken_back_once_its_cards_come_again(seed: int) -> None:
    """Cards thrown in before the deal lay like a trick."""
    table = Playing(random_deal(seed), seed=seed)
    thrown_in(table, cards_of(table.record, 5, 9))
    assert not table.silent, "taken for a trick at first, or this shows nothing"
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed


def test_one_card_that_comes_again_was_read_wrongly_and_the_trick_stays() -> None:
    """The second card is misread, clearly, as one of the third trick."""
    table = Playing(random_deal(2), seed=2)
    (other,) = cards_of(table.record, 8, 9)
    table.lay()
    table.lay(looks=table.looks(other))
    table.to_the_end()
    assert len(table.told) == 32
    assert seats(table.told[:4]) == seats(table.played[:4])


def test_two_cards_that_were_no_deal_are_taken_back_with_it() -> None:
    """Two players show a card each, as neighbours would lead and follow."""
    table = Playing(random_deal(3))
    thrown_in(table, cards_of(table.record, 0, 2))
    assert not table.silent, "taken for a lead at first, or this shows nothing"
    table.cards(4)
    assert table.told == table.played


# Who leads, who dealt, and deals that end early.


@pytest.mark.parametrize("leader", range(4))
def test_without_a_call_the_first_leader_is_where_the_first_card_lies(leader: int) -> None:
    table = Playing(random_deal(3), called=False)
    for step in range(4):
        card = table.record.plays[step].card
        assert card is not None
        table.now += 1.0
        table.thing(at=(leader + step) % 4, looks=table.looks(card))
    assert seats(table.told) == [(leader + step) % 4 for step in range(4)]
    assert table.deal.record.dealer == (leader - 1) % 4, "whoever leads sits behind the dealer"


def test_cards_seen_before_anybody_sits_are_no_deal_and_no_trouble() -> None:
    """A recording, or people who play before the evening is begun on the page."""
    table = Playing(random_deal(3), called=False, begun=False)
    table.cards(9)
    assert table.table.state.deals == ()
    table.begin()
    table.next_deal(record=table.record)
    table.until(5)
    assert table.told == table.played


def test_a_deal_opened_on_the_page_waits_for_a_lead_until_something_is_announced() -> None:
    table = Playing(random_deal(3))
    table.table.commit((DealStarted("d", table.record.dealer),))
    table.take_up(table.thing(at=2, looks=table.looks(table.deck[0])))
    assert table.silent
    table.cards(4)
    assert table.told == table.played


def test_after_an_early_end_nothing_is_a_play_until_the_table_was_empty() -> None:
    first, second = replace(random_deal(3), id="one"), replace(random_deal(4), id="two")
    table = Playing(first, second)
    table.cards(4)
    table.table.do(CloseDeal({"kind": "void"}))
    for number in range(3):
        table.now += 1.0
        table.thing(at=number, looks=table.looks(table.deck[number]))
    assert table.table.state.deal is None
    table.sweep()
    table.next_deal()
    table.cards(4)
    assert table.told == table.played


def test_a_lost_tout_thrown_in_is_no_deal_played_on_and_the_next_one_begins() -> None:
    """What lies after the trick that decided it accuses nobody; that it was lost is said of 0."""
    second = replace(random_deal(4), id="next")
    table = Playing(tout(), second, guilty=[0])
    table.to_the_end()
    table.next_deal()
    table.to_the_end()
    ended = [deal.end for deal in table.table.state.finished]
    assert ended == [{"kind": "tout_lost"}, DealClosed().end]
    assert table.told == table.played


def test_several_deals_follow_one_another() -> None:
    deals = [replace(random_deal(seed), id=f"deal-{seed}") for seed in range(4)]
    table = Playing(*deals, careless=True)
    table.to_the_end()
    for _ in deals[1:]:
        table.next_deal()
        table.to_the_end()
    assert [deal.record.plays for deal in table.table.state.finished] == [
        deal.plays for deal in deals
    ]
