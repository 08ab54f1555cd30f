"""What people say on the page: it stands, at the card they said it of, whatever is seen later.

That it does is looked at after every observation (`Playing`).
"""

from __future__ import annotations

import pytest

from engine.deal.record import Contract
from engine.events import Announced, DealStarted
from kiosk.table.commands import LayCard
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, revoke_deal
from tests.kiosk.situations.playing import Playing, face, missing, seats
from tests.kiosk.situations.test_card_missed import winner_second
from vision.sighting import Place


@pytest.mark.parametrize("play", [0, 5, 9])
def test_a_correction_stands_against_clear_looks_and_the_card_itself_coming_later(
    play: int,
) -> None:
    """A person may be wrong; then the page asks, and nobody is overruled."""
    table = Playing(random_deal(6))
    table.until(play)
    card = table.lay()
    table.lay()
    table.says(card, face(table, 22))
    table.look_again(card, table.looks(face(table, play)))
    table.to_the_end()
    assert len(table.told) == 32
    assert seats(table.told[: play + 1]) == seats(table.played[: play + 1])


@pytest.mark.parametrize("play", [1, 5, 9])
def test_a_card_said_to_be_right_is_never_read_as_another(play: int) -> None:
    table = Playing(random_deal(6))
    table.until(play)
    unclear = table.torn(face(table, play), face(table, 22), 1.5)
    card = table.lay(looks=unclear)
    table.lay()
    table.confirms(card)
    table.look_again(card, table.torn(face(table, 22), face(table, play), 9.0))
    table.to_the_end()
    assert table.told == table.played


def test_what_is_said_of_a_card_meanwhile_put_elsewhere_stands() -> None:
    """The page still shows it by the number it had before a card seen late went before it."""
    table = Playing(random_deal(3))
    table.until(5)
    late = table.hidden()
    card = table.lay()
    number = table.number(card)
    table.uncover(late)
    table.says(card, face(table, 6), number)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_a_card_that_a_person_named_moves_behind_one_seen_late() -> None:
    """The word is about the card that lies there, not about whose turn it was."""
    table = Playing(random_deal(3))
    table.until(5)
    late = table.hidden()
    card = table.lay()
    table.says(card, face(table, 6))
    table.uncover(late)
    table.to_the_end()
    assert table.told == table.played


def test_a_card_that_a_person_named_keeps_its_name_when_one_is_seen_late() -> None:
    table = Playing(random_deal(3))
    table.until(5)
    late = table.hidden()
    card = table.lay()
    table.says(card, face(table, 6))
    table.uncover(late)
    assert table.is_play(late)
    assert table.laid_as(card).card is face(table, 6)


def guessed_wrongly() -> tuple[Playing, int, int]:
    """A card was missed, and its place in the trick guessed wrongly; its play, and its number."""
    record, missed = winner_second()
    table = Playing(record, careless=True, seed=3)
    own, after = (place(record.plays[play].seat) for play in (missed, missed + 1))
    between = Place(0.55 * own.x + 0.45 * after.x, 0.55 * own.y + 0.45 * after.y, own.theta)
    table.until(missed)
    table.missed()
    table.lay(at=between)
    while table.laid % 4:
        table.lay()
    table.sweep(seen_going=False)
    (guess,) = missing(table.told)
    assert guess != missed, "or this shows nothing"
    return table, missed, table.deal.laid[guess].seq


def test_an_answer_about_a_card_nobody_saw_is_meant_for_it_where_it_was_put_meanwhile() -> None:
    """The page shows the guess where it was put first; it keeps its number as it moves."""
    table, missed, number = guessed_wrongly()
    table.to_the_end()
    assert table.deal.laid[missed].seq == number
    table.names(missed, number)
    assert table.told == table.played


def test_an_answer_about_a_card_nobody_saw_does_not_fix_the_place_that_was_guessed() -> None:
    """That this card won the trick and its player led on tells who laid it."""
    table, missed, number = guessed_wrongly()
    table.names(missed, number)
    table.to_the_end()
    assert table.told == table.played


def test_a_play_that_a_person_took_away_does_not_come_back_with_a_better_look() -> None:
    table = Playing(random_deal(7))
    table.until(5)
    wrong = table.thing(at=table.record.plays[5].seat, looks=table.looks(face(table, 20)))
    table.removes(wrong)
    table.look_again(wrong, table.looks(face(table, 20)))
    assert not table.is_play(wrong)
    table.to_the_end()
    assert table.told == table.played


def test_a_play_that_a_person_took_away_stays_away() -> None:
    table = Playing(random_deal(7))
    table.until(5)
    wrong = table.thing(at=table.record.plays[5].seat, looks=table.looks(face(table, 20)))
    table.removes(wrong)
    table.to_the_end()
    assert not table.is_play(wrong)
    assert table.told == table.played


@pytest.mark.parametrize("missed", [5, 6, 7])
def test_a_card_that_a_person_put_in_is_the_one_that_was_missed(missed: int) -> None:
    """No second card is guessed for it, and the others have their own players at once."""
    table = Playing(random_deal(3))
    table.until(missed)
    table.missed()
    while table.laid < 8:
        table.lay()
    if missing(table.told):
        table.names(missed)
    else:
        table.inserts(missed)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize(("seed", "lead"), [(3, 8), (5, 8), (6, 8), (7, 12)])
def test_a_lead_that_a_person_put_in_is_the_first_card_of_its_trick(seed: int, lead: int) -> None:
    """Nobody saw the one laid after it either: that is the one that lacks, no card before both."""
    table = Playing(random_deal(seed), seed=seed)
    table.until(lead)
    table.missed()
    table.inserts(lead)
    table.missed()
    table.cards(2)
    assert seats(table.told) == seats(table.played)
    assert missing(table.told) == [lead + 1]


def test_a_card_that_a_person_put_in_and_that_is_seen_yet_lies_there_once() -> None:
    table = Playing(random_deal(3))
    table.until(6)
    late = table.hidden()
    table.inserts(6)
    table.uncover(late)
    table.to_the_end()
    assert table.told == table.played


def test_an_answer_takes_a_verdict_away_and_another_brings_it_back() -> None:
    table = Playing(revoke_deal(), guilty=[2])
    table.until(18)
    card = table.lay()
    assert table.accused == [("revoke", 2)]
    table.says(card, face(table, 29))
    assert table.accused == []
    table.says(card, face(table, 18))
    assert table.accused == [("revoke", 2)]


def test_a_correction_after_the_end_of_the_deal_stands_in_it() -> None:
    first, second = random_deal(6), random_deal(7)
    table = Playing(first, second)
    table.until(9)
    card = table.lay(looks=table.torn(face(table, 20), face(table, 9), 9.0))
    table.to_the_end()
    table.says(card, face(table, 9))
    assert table.told[9] == table.played[9]
    table.next_deal()
    table.to_the_end()
    assert table.told == table.played


def test_a_card_named_twice_is_asked_about() -> None:
    """A person tapped a card that lies there already: it may be right, and is asked once more."""
    table = Playing(random_deal(6))
    table.until(5)
    table.confirms(table.lay())
    card = table.lay()
    table.says(card, face(table, 5))
    assert [question.seq for question in table.questions] == [table.number(card)]
    table.confirms(card)
    assert table.questions == ()


def test_a_revoke_in_cards_laid_by_touch_is_shown_as_it_shows() -> None:
    """No place of a card speaks for who led; people said what they did."""
    table = Playing(revoke_deal(), guilty=[2])
    table.table.commit((DealStarted("d", table.record.dealer), Announced(Contract("wenz", 0))))
    for play in range(32):
        assert table.accused == ([("revoke", 2)] if play > 18 else [])
        table.table.do(LayCard(face(table, play)))
    assert table.accused == [("revoke", 2)]


def test_cards_laid_by_touch_and_cards_seen_make_one_deal() -> None:
    """The camera is plugged in late: what was tapped stands, what is seen goes on with it."""
    table = Playing(random_deal(6))
    contract = table.record.contract
    assert contract is not None
    table.table.commit((DealStarted("d", table.record.dealer), Announced(contract)))
    for play in range(6):
        table.hidden()
        table.table.do(LayCard(face(table, play)))
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("seed", [11, 13])
def test_a_card_named_stays_the_next_one_when_the_card_that_told_of_the_gap_is_taken_away(
    seed: int,
) -> None:
    """Both words are true: what lay there after the card nobody saw was none."""
    table = Playing(random_deal(seed), seed=seed)
    table.until(14)
    table.missed()
    none = table.lay()
    table.names(14)
    table.removes(none)
    table.laid -= 1
    table.to_the_end()
    assert table.told == table.played
