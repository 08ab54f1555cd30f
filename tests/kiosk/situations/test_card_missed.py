"""A card nobody saw: in mid-trick, at its end, the lead, the deal's first and last; several."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, revoke_deal
from tests.kiosk.situations.playing import MIDDLE, Playing, missing, seats
from tests.simulate.noisy_deals import honest
from vision.sighting import Place

REVOKE = [("revoke", 2)]


@pytest.mark.parametrize("missed", [4, 5, 6, 12, 13, 21])
def test_the_card_after_one_that_was_missed_has_its_own_player_at_once(missed: int) -> None:
    """The lead (4, 12), or a card in mid-trick."""
    table = Playing(random_deal(3))
    table.until(missed)
    table.missed()
    table.lay()
    assert table.told[-1] == table.played[-1]
    assert missing(table.told) == [missed]


@pytest.mark.parametrize("missed", [0, 1, 5, 7, 10, 15, 22, 28, 30, 31])
def test_a_card_missed_is_inferred_at_the_end_in_its_own_place(missed: int) -> None:
    """The deal's first (0), a trick's last (7, 15), the deal's last (31), and what lies between."""
    table = Playing(random_deal(5))
    table.until(missed)
    table.missed()
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed
    assert table.asked == []


@pytest.mark.parametrize("missed", [7, 15])
def test_the_last_card_of_a_trick_is_missed_and_the_next_lead_is_its_players_own(
    missed: int,
) -> None:
    table = Playing(random_deal(5))
    table.until(missed)
    table.missed()
    table.sweep()
    table.lay()
    assert seats(table.told) == seats(table.played)
    assert missing(table.told) == [missed]


def test_a_card_hidden_until_now_takes_the_place_that_was_kept_for_it() -> None:
    """An arm hid it; two more were laid meanwhile."""
    table = Playing(random_deal(3))
    table.until(5)
    card = table.hidden()
    table.lay()
    assert missing(table.told) == [5]
    table.lay()
    table.uncover(card)
    assert table.told == table.played
    table.to_the_end()
    assert table.told == table.played


def test_a_card_that_lies_before_the_next_player_leaves_no_gap_behind() -> None:
    table = Playing(random_deal(3))
    table.until(5)
    table.lay(at=(table.record.plays[5].seat + 1) % 4)
    assert table.told[-1].card is table.played[-1].card
    table.to_the_end()
    assert table.told == table.played
    assert table.asked == []


@pytest.mark.parametrize("seed", [0, 11, 19, 21, 37, 80])
def test_among_careless_cards_it_is_put_where_it_lay(seed: int) -> None:
    table = Playing(random_deal(seed), careless=True, seed=seed)
    table.until(random.Random(seed).randrange(32))
    table.missed()
    table.to_the_end()
    assert table.told == table.played


@pytest.mark.parametrize("missed", [5, 6])
def test_where_the_places_say_nothing_who_took_the_trick_tells_whose_it_was(missed: int) -> None:
    """All cards of the trick lie in the very middle; the one that won it was missed."""
    deals = map(random_deal, range(60))
    deal = next(deal for deal in deals if deal.plays[8].seat == deal.plays[missed].seat)
    table = Playing(deal, careless=True)
    table.until(4)
    for play in range(4, 8):
        if play == missed:
            table.missed()
        else:
            table.lay(at=MIDDLE)
    table.sweep()
    assert missing(table.told) == [missed]
    assert seats(table.told) == seats(table.played)


def winner_second() -> tuple[DealRecord, int]:
    """A deal, and a play of it: the second card of a trick, which wins it."""
    for seed in range(100):
        record = random_deal(seed)
        for trick in (2, 3, 4):
            if record.plays[4 * trick + 4].seat == record.plays[4 * trick + 1].seat:
                return record, 4 * trick + 1
    raise AssertionError("no such deal")


def test_a_wrong_guess_is_given_up_once_the_rest_of_the_deal_speaks_against_it() -> None:
    """Places speak for a wrong one; that the card won its trick, as the end shows, is louder."""
    record, missed = winner_second()
    table = Playing(record, careless=True, seed=3)
    own, after = (place(record.plays[play].seat) for play in (missed, missed + 1))
    between = Place(0.55 * own.x + 0.45 * after.x, 0.55 * own.y + 0.45 * after.y, own.theta)
    table.until(missed)
    table.missed()
    table.lay(at=between)
    guesses = [missing(table.told)]
    table.lay()
    table.sweep(seen_going=False)
    guesses.append(missing(table.told))
    while table.laid < 32:
        table.cards(1)
        guesses.append(missing(table.told))
    table.to_the_end()
    assert table.told == table.played
    assert any(guess not in ([], [missed]) for guess in guesses), "or this shows nothing"


def test_two_cards_of_the_deal_were_missed_and_one_answer_tells_both() -> None:
    """Either could be either: neither is named, one question is asked."""
    table = Playing(random_deal(6))
    table.until(6)
    table.missed()
    table.until(21)
    table.missed()
    table.to_the_end()
    assert seats(table.told) == seats(table.played)
    assert missing(table.told) == [6, 21]
    (question,) = table.questions
    assert set(question.options[:2]) == {table.played[6].card, table.played[21].card}
    table.answers()
    assert table.told == table.played
    assert table.questions == ()


@pytest.mark.parametrize("kept", [(0, 1), (0, 3), (1, 2)])
def test_two_cards_of_one_trick_missed_cost_only_that_trick(kept: tuple[int, int]) -> None:
    """The next lead comes from another side than the trick's third card would."""
    deals = map(random_deal, range(50))
    deal = next(deal for deal in deals if deal.plays[8].seat != deal.plays[6].seat)
    table = Playing(deal)
    table.until(4)
    for slot in range(4):
        if slot in kept:
            table.lay()
        else:
            table.missed()
    table.sweep()
    table.to_the_end()
    assert table.deal.closed
    assert seats(table.told) == seats(table.played)
    assert table.told[:4] + table.told[8:] == table.played[:4] + table.played[8:]


def third_takes_it() -> list[DealRecord]:
    """Deals in whose second trick the third player wins and leads on."""
    deals = (random_deal(seed) for seed in range(60))
    return [deal for deal in deals if deal.plays[8].seat == deal.plays[6].seat]


@pytest.mark.parametrize("number", range(4))
def test_the_last_two_were_missed_and_the_next_trick_is_no_rest_of_that_one(number: int) -> None:
    """The next lead lies where the third card of the trick would have lain."""
    table = Playing(third_takes_it()[number])
    table.until(6)
    table.missed(2)
    table.sweep()
    table.to_the_end()
    assert table.told[8:] == table.played[8:]
    assert seats(table.told) == seats(table.played)


def test_a_revoke_is_shown_where_one_or_two_cards_of_others_were_missed() -> None:
    for gone in ((3,), (3, 9), (9, 13)):
        table = with_missed(*gone)
        assert table.accused == REVOKE


def test_with_three_cards_missed_nobody_is_accused_until_one_is_named() -> None:
    """A camera that misses card after card does not read this deck, or not here."""
    table = with_missed(3, 9, 13)
    assert table.shown == set()
    table.names(3)
    assert table.accused == REVOKE


def test_what_was_shown_stays_where_cards_are_missed_after_it() -> None:
    assert with_missed(3, 9, 22, 27).accused == REVOKE


def with_missed(*gone: int) -> Playing:
    """Seat 2 revokes with play 6 and shows it with play 18; the cards `gone` are missed."""
    table = Playing(revoke_deal(), guilty=[2])
    for play in gone:
        table.until(play)
        table.missed()
    table.to_the_end()
    return table


@pytest.mark.parametrize("missed", [1, 9, 13, 22])
def test_a_missed_card_is_not_put_elsewhere_to_save_a_players_honour(missed: int) -> None:
    """A planted revoke stays where it was."""
    table = Playing(revoke_deal(), guilty=[2], careless=True, seed=missed)
    table.until(missed)
    table.missed()
    table.to_the_end()
    assert [play.card for play in table.told] == [play.card for play in table.played]
    assert table.told[6] == table.played[6]


@pytest.mark.parametrize("number", [0, 3, 5])
def test_at_tables_of_other_sizes_a_missed_card_turns_no_later_seats(number: int) -> None:
    case = honest(70_000 + number)
    table = Playing(case.record, rules=case.rules)
    table.until(table.size + 1)
    table.missed()
    table.to_the_end()
    assert seats(table.told) == seats(table.played)


def test_a_whole_trick_in_mid_deal_that_nobody_saw_is_known_when_the_next_deal_begins() -> None:
    """Somebody stands before the camera for four cards and their sweep.

    It may have been another's lead as well; but cards come again while this deal lacks a trick.
    """
    first, second = replace(random_deal(3), id="one"), replace(random_deal(4), id="two")
    table = Playing(first, second)
    table.until(8)
    table.missed(4)
    table.sweep_unseen()
    table.to_the_end()
    assert not table.table.state.finished
    table.next_deal()
    table.to_the_end()
    [before, _] = table.table.state.finished
    assert seats(before.plays) == seats(first.plays)
    assert before.plays[:8] + before.plays[12:] == first.plays[:8] + first.plays[12:]
    assert table.told == table.played


def test_a_card_of_the_running_trick_missed_does_not_name_another_as_guilty() -> None:
    """Seat 1 lays for seat 2, whose card was missed: all lie in the middle, nothing is sure."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(16)
    table.missed()
    for _ in range(3):
        table.lay(at=replace(MIDDLE, x=1.0 * table.laid))
    table.sweep()
    table.to_the_end()
    assert len(table.told) == 32
