from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card
from engine.deal.report import Grade, Verdict
from engine.evening.state import TableState
from firmware_bridge.cues import Outside, Step, picture, sequence
from firmware_bridge.strip import AMBER, BLACK, BLUE, CYAN, EMBER, WHITE, Look, Picture, Rgb
from tests.firmware_bridge.tables import finished, playing, report, trick

BRIGHT = Look(lights=60, brightness=1.0, milliamps=1e6)
NO_TABLE = TableState()
REVOKE = Verdict("revoke", seat=2, play=9, proof=(9, 21), known_after=21)


def where(shown: Picture, colour: Rgb) -> set[int]:
    return {light for light, lit in enumerate(shown) if lit == colour}


def side(seat: int) -> set[int]:
    return set(range(15 * seat, 15 * seat + 15))


@pytest.mark.parametrize("seat", range(4))
def test_the_turn_is_lit_before_its_seat_and_nowhere_else(seat: int) -> None:
    shown = picture(playing(report(turn=seat)), look=BRIGHT)
    assert where(shown, CYAN)
    assert where(shown, CYAN) < side(seat)
    assert where(shown, BLACK) == set(range(60)) - where(shown, CYAN)


@pytest.mark.parametrize("state", [NO_TABLE, playing(report(turn=None))])
def test_a_table_that_waits_glows(state: TableState) -> None:
    assert picture(state, look=BRIGHT) == (EMBER,) * 60


def test_an_evening_that_is_over_glows_again() -> None:
    over = replace(finished(), ended=99)
    assert picture(over, look=BRIGHT) == (EMBER,) * 60


def test_the_winner_of_a_trick_is_lit_and_then_the_turn() -> None:
    before = playing(report(tricks=(trick(0, 3, complete=False),), turn=3))
    after = playing(report(tricks=(trick(0, 1),), turn=1))
    won, turn = sequence(before, after, look=BRIGHT)
    assert where(won.picture, WHITE) == side(1)
    assert won.seconds is not None
    assert turn == Step(None, picture(after, look=BRIGHT))


def test_a_trick_whose_winner_is_not_known_lights_nobody() -> None:
    before = playing(report(turn=3))
    after = playing(report(tricks=(trick(0, None),)))
    assert len(sequence(before, after, look=BRIGHT)) == 1


def test_the_called_card_lights_both_sides_once() -> None:
    before = playing(report(turn=2))
    after = playing(report(turn=3, partners=(2,), sides_known=True))
    teams, turn = sequence(before, after, look=BRIGHT)
    assert where(teams.picture, BLUE) == side(0) | side(2)
    assert where(teams.picture, WHITE) < side(1) | side(3)
    assert turn.picture == picture(after, look=BRIGHT)
    assert (
        len(sequence(after, playing(report(turn=0, partners=(2,), sides_known=True)), look=BRIGHT))
        == 1
    )


def test_with_two_called_cards_both_sides_are_lit_by_the_second() -> None:
    before = playing(report(turn=2))
    first = playing(report(turn=3, partners=(2,)))
    second = playing(report(turn=0, partners=(1, 2), sides_known=True))
    assert len(sequence(before, first, look=BRIGHT)) == 1
    teams, _ = sequence(first, second, look=BRIGHT)
    assert where(teams.picture, BLUE) == side(0) | side(1) | side(2)


def pairs(seat: int) -> set[int]:
    return {light for light in side(seat) if light % 15 % 4 < 2}


def test_a_revoke_is_amber_pairs_before_the_seat_comes_first_and_stays() -> None:
    before = playing(report(turn=3))
    after = playing(report(tricks=(trick(0, 1),), turn=1))
    (only,) = sequence(before, after, Outside(alerts=(REVOKE,)), BRIGHT)
    assert only.urgent
    assert where(only.picture, AMBER) == pairs(2)
    assert where(only.picture, CYAN) < side(1)
    assert only.seconds is None


def test_somebody_among_several_lights_all_of_them() -> None:
    joint = replace(REVOKE, seat=None, suspects=(1, 3), grade=Grade.JOINT)
    shown = picture(playing(report(turn=0)), Outside(alerts=(joint,)), BRIGHT)
    assert where(shown, AMBER) == pairs(1) | pairs(3)


@pytest.mark.parametrize("kind", ["out_of_turn", "lead_out_of_turn"])
def test_a_wrong_turn_is_amber_at_both_ends_of_the_side(kind: str) -> None:
    wrong = Verdict(kind, seat=2, play=9, proof=(9,), known_after=9)
    shown = picture(playing(report(turn=1)), Outside(alerts=(wrong,)), BRIGHT)
    assert where(shown, AMBER) == {30, 31, 32, 42, 43, 44}
    assert where(shown, CYAN) < side(1)


def test_a_verdict_the_page_does_not_show_is_not_lit() -> None:
    assert picture(playing(report(verdicts=(REVOKE,)))) == picture(playing(report()))


def test_a_question_dots_the_strip_and_keeps_the_turn() -> None:
    shown = picture(playing(report(turn=0)), Outside(asking=True), BRIGHT)
    assert where(shown, AMBER) == set(range(0, 60, 4))
    assert where(shown, CYAN)


def test_without_a_picture_the_corners_are_lit() -> None:
    shown = picture(playing(report(turn=0)), Outside(watching=False), BRIGHT)
    assert where(shown, AMBER) == {14, 15, 29, 30, 44, 45, 59, 0}
    assert where(shown, CYAN)


@pytest.mark.parametrize(("laufende", "colour"), [(4, BLUE), (-3, WHITE), (14, BLUE), (21, WHITE)])
def test_laufende_are_counted_one_by_one(laufende: int, colour: Rgb) -> None:
    *counted, last = sequence(playing(report()), finished(laufende=laufende), look=BRIGHT)
    lit = [len(where(step.picture, colour)) for step in counted]
    assert len(counted) == abs(laufende)
    assert lit == [lit[0] * number for number in range(1, abs(laufende) + 1)]
    assert where(last.picture, WHITE) == side(0) | side(2) | {22, 52}


def test_laufende_run_on_clockwise_with_them_and_the_other_way_without() -> None:
    *having, _ = sequence(playing(report()), finished(laufende=3), look=BRIGHT)
    *lacking, _ = sequence(playing(report()), finished(laufende=-3), look=BRIGHT)
    assert [where(step.picture, BLUE) for step in having] == [
        {0, 1, 2, 3},
        {0, 1, 2, 3, 5, 6, 7, 8},
        {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13},
    ]
    assert [where(step.picture, WHITE) for step in lacking] == [{59}, {59, 54}, {59, 54, 49}]


def test_more_laufende_than_lights_are_still_shown() -> None:
    counted = sequence(playing(report()), finished(laufende=9), look=replace(BRIGHT, lights=4))
    assert len(counted) == 4 + 1


def test_a_result_without_laufende_shows_the_winners_at_once() -> None:
    (only,) = sequence(playing(report()), finished(), look=BRIGHT)
    assert where(only.picture, WHITE) == side(0) | side(2) | {22, 52}


@pytest.mark.parametrize("winners", [(), (0, 1, 2, 3)])
def test_a_result_that_nobody_or_everybody_won_leaves_the_table_at_rest(
    winners: tuple[int, ...],
) -> None:
    assert picture(finished(winners=winners), look=BRIGHT) == (EMBER,) * 60


def test_nothing_old_is_told_again_after_a_start() -> None:
    after = playing(report(tricks=(trick(0, 1),), turn=1, partners=(2,), sides_known=True))
    assert sequence(None, after) == (Step(None, picture(after)),)


def test_a_new_deal_tells_nothing_of_the_old_one() -> None:
    before = playing(report(tricks=(), turn=3))
    after = playing(report(tricks=(trick(0, 1),), partners=(2,), sides_known=True), number=2)
    assert len(sequence(before, after)) == 1
    assert len(sequence(finished(laufende=5), playing(report(), number=2))) == 1


def test_a_corrected_card_that_reopens_a_trick_tells_nothing() -> None:
    before = playing(report(tricks=(trick(0, 1), trick(1, 2))))
    after = playing(report(tricks=(trick(0, 1), trick(1, 2, complete=False))))
    assert len(sequence(before, after)) == 1


def test_what_an_onlooker_may_not_know_changes_nothing() -> None:
    """Points, hands, the called card's name and hidden verdicts leave every picture as it is."""
    before = playing(report(turn=3))
    tricks = (trick(0, 1),)
    plain = playing(report(tricks=tricks, turn=1))
    knowing = playing(
        report(
            tricks=tuple(replace(one, points=31) for one in tricks),
            turn=1,
            hand_sizes=(7, 6, 7, 1),
            complete=True,
            called_card=card("GA"),
            verdicts=(REVOKE,),
            result=finished(laufende=5).finished[0].result,
        )
    )
    assert sequence(before, knowing) == sequence(before, plain)


def every_sequence() -> list[tuple[Step, ...]]:
    running = playing(report(turn=2))
    return [
        sequence(
            running, playing(report(tricks=(trick(0, 1),), turn=1, partners=(2,), sides_known=True))
        ),
        *(sequence(running, finished(laufende=count)) for count in (-14, 1, 3, 8)),
        sequence(running, running, Outside((REVOKE,), asking=True, watching=False)),
    ]


def test_steps_are_long_enough_never_to_flash() -> None:
    for steps in every_sequence():
        assert all(step.seconds is not None and step.seconds >= 0.4 for step in steps[:-1])
        assert steps[-1].seconds is None


@pytest.mark.parametrize("night", [False, True])
def test_every_picture_keeps_to_the_brightness(night: bool) -> None:
    look = Look(lights=60, brightness=0.3, night=night)
    cap = 255 * 0.3 * (0.25 if night else 1)
    for count in (-5, 5):
        for step in sequence(playing(report()), finished(laufende=count), look=look):
            assert len(step.picture) == 60
            assert max(max(colour) for colour in step.picture) <= cap
