"""What is seen and is no play: hands, cards pushed, shown, taken back; backs and strange cards."""

from __future__ import annotations

import pytest

from tests.kiosk.random_deals import random_deal
from tests.kiosk.situations.playing import Playing, Scores, face, seats
from vision.sighting import ForeignSeen, TableActivity


@pytest.mark.parametrize("seat", range(4))
def test_a_hand_taken_for_a_card_is_none_when_the_trick_is_swept(seat: int) -> None:
    table = Playing(random_deal(7))
    table.cards(4)
    hand = table.thing(at=seat, looks=table.nothing)
    table.sweep()
    assert table.told == table.played
    assert not table.is_play(hand)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("lying", [1, 2, 3])
def test_a_hand_between_two_cards_turns_no_later_seats(lying: int) -> None:
    """It lies before somebody whose turn it is not."""
    table = Playing(random_deal(7))
    table.until(4)
    table.cards(lying)
    table.thing(at=table.record.plays[4].seat, looks=table.nothing)
    for _ in range(4 - lying):
        table.lay()
        assert table.told == table.played
    table.sweep()
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_what_looked_like_no_card_was_one_after_all() -> None:
    """It reads like any card, but the next one lies where the card after it would."""
    table = Playing(random_deal(7))
    table.until(5)
    unclear = table.lay(looks=table.nothing)
    table.lay()
    assert table.is_play(unclear)
    assert seats(table.told) == seats(table.played)
    table.to_the_end()
    assert table.told == table.played


def test_what_looked_like_no_card_was_the_tricks_last() -> None:
    """It is swept with the other three."""
    table = Playing(random_deal(7))
    table.until(7)
    table.lay(looks=table.nothing)
    table.sweep()
    assert seats(table.told) == seats(table.played)
    assert table.tricks == 2
    table.to_the_end()
    assert table.told == table.played


def test_what_looked_like_no_card_was_one_and_the_tricks_last_was_missed() -> None:
    """Three were swept, and it lies where the third would."""
    table = Playing(random_deal(7))
    table.until(6)
    unclear = table.lay(looks=table.nothing)
    table.missed()
    table.sweep()
    assert table.is_play(unclear)
    assert seats(table.told) == seats(table.played)


def test_a_better_look_makes_an_unclear_card_plain_at_once() -> None:
    table = Playing(random_deal(7))
    table.until(5)
    looks = table.looks(face(table, 5))
    unclear = table.lay(looks=table.nothing)
    table.look_again(unclear, looks)
    assert table.told == table.played


def test_a_hand_over_a_whole_trick_is_no_lead_of_the_next() -> None:
    """It lies where the card of whoever won would; that nobody noticed a sweep is rarer."""
    table = Playing(random_deal(9))
    table.until(8)
    table.cards(4)
    hand = table.thing(at=table.record.plays[12].seat, looks=table.nothing)
    assert not table.is_play(hand)
    table.sweep(cards=4)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("last", [False, True])
def test_a_hand_on_the_last_trick_ends_no_deal_before_its_sweep(last: bool) -> None:
    """It comes before or after the deal's last card."""
    table = Playing(random_deal(3))
    table.until(28)
    table.cards(3)
    if last:
        table.lay()
        table.thing(at=1, looks=table.nothing)
    else:
        table.thing(at=1, looks=table.nothing)
        table.lay()
    assert not table.table.state.finished
    table.sweep()
    assert table.told == table.played
    assert table.deal.closed


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_was_only_pushed_is_not_played_twice(seed: int) -> None:
    table = Playing(random_deal(seed))
    table.until(9)
    card = table.lay()
    table.pushed(card, looks=table.looks(face(table, 9)))
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize(("deal", "play"), [(3, 4), (3, 5), (5, 13), (3, 13), (5, 5)])
def test_of_five_cards_the_one_goes_that_lies_where_another_lies(deal: int, play: int) -> None:
    """A pushed card was read as one that is still to come: both readings are clear."""
    table = Playing(random_deal(deal))
    table.until(play)
    card = table.lay()
    table.lay()
    later = play + 6 if deal == 5 else 20 + play % 3
    table.pushed(card, looks=table.looks(face(table, later)))
    table.to_the_end()
    assert table.told == table.played


def test_a_card_taken_back_was_none() -> None:
    """Somebody lays one out of turn and takes it up again before the next is laid."""
    table = Playing(random_deal(8))
    table.until(6)
    wrong = table.thing(at=2, looks=table.looks(face(table, 20)))
    table.take_up(wrong)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("play", [4, 5, 7])
def test_a_card_replaced_by_its_player_is_the_one_that_stays(play: int) -> None:
    """He takes his card up again and lays another in its place."""
    table = Playing(random_deal(8))
    table.until(play)
    wrong = table.thing(at=table.record.plays[play].seat, looks=table.looks(face(table, 20)))
    table.take_up(wrong)
    table.lay()
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("after", [1, 2])
def test_a_card_replaced_when_others_lay_already(after: int) -> None:
    """It goes where the one that was taken up lay, not behind the others."""
    table = Playing(random_deal(8))
    table.until(5)
    wrong = table.thing(at=table.record.plays[5].seat, looks=table.looks(face(table, 20)))
    right = table.hidden()
    for _ in range(after):
        table.lay()
    table.take_up(wrong)
    table.uncover(right)
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("lying", [0, 2])
def test_a_hand_laid_open_in_mid_deal_and_taken_up_again_is_no_play(lying: int) -> None:
    """Somebody claims the rest, shows his cards before himself, and plays on after all."""
    table = Playing(random_deal(3))
    table.until(20)
    table.cards(lying)
    shown = [
        table.thing(at=1, looks=table.looks(card))
        for play in table.record.plays[table.laid :]
        if play.seat == 1 and (card := play.card) is not None
    ]
    for laid in shown:
        table.take_up(laid)
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed


@pytest.mark.parametrize(("seed", "seat"), [(0, 0), (2, 2), (4, 1), (6, 3)])
def test_a_card_shown_between_two_tricks_is_no_play_once_two_cards_lie_beside_it(
    seed: int, seat: int
) -> None:
    """A player lays it open before himself, where he would lead it."""
    table = Playing(random_deal(seed), seed=seed)
    table.until(8)
    later = next(play.card for play in table.record.plays[16:] if play.seat == seat)
    assert later is not None
    shown = table.thing(at=seat, looks=table.looks(later))
    table.lay()
    table.lay()
    assert not table.is_play(shown)
    assert table.told == table.played


def test_cards_face_up_aside_while_nothing_is_read_are_no_plays() -> None:
    """Many at once: the camera says so, and reads none of them until all is gone."""
    table = Playing(random_deal(3))
    table.until(20)
    table.looks_like(TableActivity.SWEPT)
    table.looks_like(TableActivity.EMPTY)
    table.to_the_end()
    assert table.told == table.played


def test_backs_and_strange_cards_are_no_plays() -> None:
    table = Playing(random_deal(3))
    for play in (4, 6, 9):
        table.until(play)
        table.face_down(at=1)
        card = table.hidden()
        table.hears(ForeignSeen(table.now, table.now + 0.2, card.quad, table.place(2), 0.4))
        table.tell(card)
    table.to_the_end()
    assert table.told == table.played
    assert table.asked == []


def test_a_better_look_corrects_the_card() -> None:
    table = Playing(random_deal(10))
    table.until(4)
    right = table.looks(face(table, 4))
    wrong: Scores = table.torn(face(table, 9), face(table, 4), 1.0)
    card = table.lay(looks=wrong)
    assert table.told[4].card is face(table, 9)
    table.look_again(card, right)
    assert table.told == table.played


def test_a_card_misread_is_put_right_when_the_other_comes() -> None:
    """Each card is in the deck once; a later clear one tells both."""
    table = Playing(random_deal(2))
    table.lay(looks=table.torn(face(table, 9), face(table, 0), 0.7))
    table.until(9)
    assert table.told[0].card is face(table, 9)
    table.cards(1)
    assert table.told == table.played
