"""Between two deals nothing on the table is a play: shown, counted, thrown in, dealt, a hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kiosk.table.commands import CloseDeal
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place
from tests.kiosk.situations.playing import Playing
from tests.kiosk.situations.quiet import lying, quiet_minutes, strewn
from vision.sighting import ForeignSeen, Place, TableActivity, TrickCleared


def begins(table: Playing) -> bool:
    """Tell whether the first trick of a deal, laid now, is told as it is played."""
    table.now += 20.0
    table.looks_like(TableActivity.EMPTY)
    table.cards(4)
    return table.told == table.played


def test_a_card_alone_opens_no_deal_and_loses_nothing() -> None:
    table = Playing(random_deal(3))
    first = table.lay()
    assert table.silent
    second = table.lay()
    assert table.told == table.played
    kept = [(card.t, table.laid_as(card).event) for card in (first, second)]
    assert [getattr(event, "t", None) for _, event in kept] == [t for t, _ in kept]


@pytest.mark.parametrize("apart_mm", [34.0, 68.0])
@pytest.mark.parametrize("called", [True, False])
@pytest.mark.parametrize("seat", range(4))
def test_a_trick_told_again_or_patience_opens_no_deal(
    seat: int, called: bool, apart_mm: float
) -> None:
    """One person lays four cards in a row before himself, one after the other."""
    table = Playing(random_deal(3), called=called, seed=seat)
    chance, own = random.Random(seat), place(seat)
    out = 20.0 / 45.0
    for number in range(4):
        aside = apart_mm * (number - 1.5) / 45.0 + chance.gauss(0, 0.1)
        x, y = out * own.x - aside * own.y, out * own.y + aside * own.x
        table.now += 1.2
        table.thing(at=replace(own, x=x, y=y), looks=table.looks(table.deck[5 * number + seat]))
    table.sweep()
    assert table.silent
    assert begins(table), "what is a deal is told as one"


@pytest.mark.parametrize("seat", range(4))
def test_cards_shown_and_taken_up_again_open_no_deal(seat: int) -> None:
    table = Playing(random_deal(3))
    for number in range(8):
        table.now += 10.0
        table.take_up(table.thing(at=seat, looks=table.looks(table.deck[number])))
        table.looks_like(TableActivity.EMPTY)
    assert table.silent
    assert begins(table), "what is a deal is told as one"


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_hand_from_every_player_at_once_opens_no_deal(count: int) -> None:
    """Thrown in face up: a card from each side, all within a moment, swept together."""
    table = Playing(random_deal(3))
    for number in range(count):
        table.now -= 0.25
        seat = (table.record.plays[0].seat + number) % 4
        table.thing(at=seat, looks=table.looks(table.deck[number]))
    table.sweep()
    assert table.silent
    assert begins(table), "what is a deal is told as one"


def test_what_lies_while_the_table_is_swept_up_is_no_play_until_it_was_empty() -> None:
    table = Playing(random_deal(3))
    table.looks_like(TableActivity.SWEPT)
    for number in range(3):
        table.now += 1.0
        table.thing(at=number, looks=table.looks(table.deck[number]))
    assert table.silent
    table.sweep()
    table.cards(4)
    assert table.told == table.played


def test_a_card_shown_before_the_lead_and_taken_up_again_is_none_of_the_trick() -> None:
    """Vorhand shows a card, thinks better of it, and leads another; nothing lay between."""
    table = Playing(random_deal(3))
    later = table.record.plays[20].card
    assert later is not None
    shown = table.thing(at=table.record.plays[0].seat, looks=table.looks(later))
    table.now += 1.0
    table.take_up(shown)
    table.cards(3)
    assert table.told == table.played
    assert not table.is_play(shown)


def test_the_first_card_of_a_deal_that_was_only_pushed_is_one_card() -> None:
    table = Playing(random_deal(3))
    first = table.lay()
    table.now += 0.5
    table.pushed(first, at=table.record.plays[0].seat)
    table.cards(3)
    assert table.told == table.played


def test_a_trick_counted_by_one_player_opens_no_deal() -> None:
    table = Playing(random_deal(3))
    for number in range(32):
        table.now += 1.7
        table.thing(at=2, looks=table.looks(table.deck[number]))
        if number % 4 == 3:
            table.sweep()
    assert table.silent
    assert begins(table), "what is a deal is told as one"


@pytest.mark.parametrize("seed", range(4))
def test_cards_strewn_on_a_heap_open_no_deal(seed: int) -> None:
    """Thrown in one upon the other, wherever they fall, until somebody gathers them."""
    table = Playing(random_deal(3))
    chance = random.Random(seed)
    for number in range(60):
        table.now -= 0.15
        where = Place(chance.gauss(0, 25), chance.gauss(0, 25), chance.uniform(0, 3.1))
        table.thing(at=where, looks=table.looks(chance.choice(table.deck)))
        if number % 12 == 11:
            table.sweep()
            table.now += 20.0
    assert table.silent
    assert begins(table), "what is a deal is told as one"


def test_backs_strange_cards_and_a_pushed_camera_open_no_deal() -> None:
    table = Playing(random_deal(3))
    for _ in range(40):
        table.face_down(at=1)
        there = lying(0, place(1), table.now)
        table.hears(ForeignSeen(table.now, table.now + 0.2, there.quad, there.place, 0.4))
        table.moved(far=False)
    assert table.silent
    assert begins(table), "what is a deal is told as one"


def test_a_better_look_at_a_card_of_the_deal_just_ended_is_nothing_new() -> None:
    first, second = replace(random_deal(3), id="one"), replace(random_deal(4), id="two")
    table = Playing(first, second)
    cards = [table.lay() for _ in range(4)]
    table.table.do(CloseDeal({"kind": "void"}))
    for card in cards:
        table.look_again(card, card.log_scores)
    assert table.table.state.deal is None


@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_ten_quiet_minutes_are_silent_and_the_next_deal_is_told(seed: int, before: bool) -> None:
    """No play, no verdict, no question: at the beginning of an evening and after a deal."""
    first, second = replace(random_deal(3), id="one"), replace(random_deal(4), id="two")
    table = Playing(first, second)
    if before:
        table.to_the_end()
    for event in quiet_minutes(seed + 1):
        table.hears(event)
        assert (table.accused, table.questions) == ([], ())
        deal = table.table.state.deal
        assert deal is None or not deal.laid, event
    assert len(table.table.state.finished) == before
    table.looks_like(TableActivity.SWEPT)
    table.looks_like(TableActivity.EMPTY)
    if before:
        table.next_deal()
    table.now = 700.0
    table.to_the_end()
    assert table.told == table.played
    assert table.asked == []


@pytest.mark.parametrize("seed", range(3))
def test_hands_shown_after_the_deal_change_nothing_of_it(seed: int) -> None:
    """One player lays eight cards open, then all are thrown on a heap."""
    table = Playing(random_deal(3))
    table.to_the_end()
    chance = random.Random(seed)
    shown = [lying(500 + n, place(seed, chance), 60.0 + n) for n in range(8)]
    heap = [strewn(600 + n, 70.0 + 0.1 * n, chance) for n in range(20)]
    for sighting in (*shown, *heap):
        table.hears(sighting)
    table.hears(TrickCleared(90.0, 90.2, 28, None))
    assert table.told == table.played
    assert table.questions == ()


@pytest.mark.parametrize("tricks", [3, 5, 6])
@pytest.mark.parametrize("seed", [0, 2, 5, 9, 13])
def test_a_deal_given_up_without_a_word_ends_when_the_next_one_is_played(
    seed: int, tricks: int
) -> None:
    """The rest is thrown in unseen, and dealt anew; nobody is accused by the next deal's cards."""
    first, second = replace(random_deal(seed), id="one"), replace(random_deal(seed + 100), id="two")
    table = Playing(first, second, seed=seed)
    table.until(4 * tricks)
    table.next_deal(after_s=60.0)
    table.to_the_end()
    [before, _] = table.table.state.finished
    assert before.plays[: 4 * tricks] == first.plays[: 4 * tricks]
    assert {play.card for play in before.plays[4 * tricks :]} == {None}
    assert table.told == table.played
