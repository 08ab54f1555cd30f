from __future__ import annotations

import pytest

from engine.cards import card
from engine.games.facts import Turn, active_seats, expected_seat, lay, no_rule, strongest

FOUR = (0, 1, 2, 3)
KLASS = {card("GA"): 2, card("G7"): 2, card("EA"): 1, card("E7"): 1, card("HO"): 0, card("H7"): 0}
STRENGTH = {**dict.fromkeys(KLASS, 1), card("GA"): 5, card("EA"): 5, card("HO"): 9}
RULE = strongest(KLASS, STRENGTH, 0)


def won(*codes: str) -> int | None:
    return RULE([None if code == "??" else card(code) for code in codes])


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        (("G7", "EA", "GA", "E7"), 2),
        (("EA", "GA", "H7", "E7"), 2),
        (("H7", "HO", "GA", "EA"), 1),
        (("G7", "G7", "E7", "EA"), 0),
        (("G7", "??", "E7", "EA"), None),
        (("G7", "??", "HO", "EA"), 2),
        (("??", "GA", "E7", "EA"), None),
        (("SA", "GA", "E7", "EA"), None),
        (("SA", "GA", "H7", "EA"), 2),
    ],
)
def test_who_wins_a_trick(trick: tuple[str, ...], winner: int | None) -> None:
    assert won(*trick) == winner


def test_nobody_wins_before_it_is_said_what_is_played() -> None:
    assert strongest({}, {}, 0) is no_rule
    assert no_rule([card("GA")]) is None


def test_vorhand_sits_left_of_the_dealer_and_who_sits_out_gets_no_turn() -> None:
    assert active_seats(4, 3, ()) == (0, 1, 2, 3)
    assert active_seats(4, 1, ()) == (2, 3, 0, 1)
    assert active_seats(5, 4, (4,)) == (0, 1, 2, 3)
    assert active_seats(5, 1, (1, 3)) == (2, 4, 0)


def test_out_of_turn_leaves_the_passed_over_seat_next() -> None:
    turn = lay(FOUR, RULE, Turn(0), 0, card("GA"))
    turn = lay(FOUR, RULE, turn, 2, card("G7"))
    assert expected_seat(FOUR, turn) == 1
    turn = lay(FOUR, RULE, turn, 1, card("E7"))
    assert expected_seat(FOUR, turn) == 3


def test_who_leads_out_of_turn_leads_the_trick() -> None:
    turn = lay(FOUR, RULE, Turn(0), 2, card("GA"))
    assert (turn.leader, expected_seat(FOUR, turn)) == (2, 3)


def trick(*codes: str, went_to: int | None = None) -> Turn:
    turn = Turn(1)
    for code in codes:
        seat = expected_seat(FOUR, turn)
        turn = lay(FOUR, RULE, turn, seat, None if code == "??" else card(code), went_to)
    return turn


def test_the_winner_leads() -> None:
    assert trick("G7", "E7", "GA", "EA") == Turn(3)


def test_where_the_trick_went_counts_only_where_the_cards_do_not_say() -> None:
    assert trick("G7", "E7", "GA", "EA", went_to=2) == Turn(3)
    assert trick("G7", "??", "GA", "EA", went_to=2) == Turn(2, presumed=True)
    assert trick("G7", "??", "GA", "EA", went_to=7) == Turn(3, presumed=True)
    assert trick("??", "??", "??", "??") == Turn(1, presumed=True)
