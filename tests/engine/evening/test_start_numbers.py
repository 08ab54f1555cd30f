"""Start numbers: they belong to people, and are handed on where somebody comes in for another."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from engine.evening.fold import fold
from engine.evening.start_numbers import NOBODY, numbers_of, start_numbers
from engine.evening.state import TableState
from engine.events import Event, SeatsChanged, SubstituteSat, TournamentPlace
from tests.engine.spine import EVENING, EVENINGS, enveloped, evening, finished_deal

PLACE = TournamentPlace("rennen", "7", 1, (17, 4, 33, 8))


def at_a_tournament(*events: Event) -> TableState:
    return fold(enveloped([replace(EVENING, tournament=PLACE), *events]))


def numbers(*events: Event) -> tuple[int, ...]:
    state = at_a_tournament(*events, *finished_deal("last"))
    return numbers_of(state, state.finished[-1])


def test_without_a_tournament_seats_are_counted() -> None:
    state = evening(SeatsChanged(("Resi", "Toni", "Alois", "Sepp", "Lies")))
    assert [*start_numbers(state).values()] == [1, 2, 3, 4, 3, 5]


def test_a_number_moves_with_its_person() -> None:
    assert numbers() == (17, 4, 33, 8)
    assert numbers(SeatsChanged(("Sepp", "Toni", "Resi", "Vroni"))) == (8, 4, 17, 33)


def test_who_comes_in_for_somebody_has_the_number_that_was_left() -> None:
    assert numbers(SeatsChanged(("Resi", "Lies", "Vroni", "Sepp"))) == (17, 4, 33, 8)
    # Vroni moves up and Lies takes the place that is left over: still Toni's number.
    assert numbers(SeatsChanged(("Resi", "Vroni", "Lies", "Sepp"))) == (17, 33, 4, 8)


def test_somebody_too_many_has_none() -> None:
    state = at_a_tournament(SeatsChanged(("Resi", "Toni", "Vroni", "Sepp", "Lies")))
    assert start_numbers(state)["Lies", 0] == NOBODY


def test_a_substitute_plays_under_the_owners_number() -> None:
    for scores in ("owner", "substitute"):
        assert numbers(SubstituteSat(1, "Lies", scores)) == (17, 4, 33, 8)


def test_an_earlier_deal_keeps_the_numbers_of_its_time() -> None:
    state = at_a_tournament(*finished_deal(), SeatsChanged(("Toni", "Resi", "Vroni", "Sepp")))
    assert numbers_of(state, state.finished[0]) == (17, 4, 33, 8)


@given(EVENINGS)
def test_every_seat_of_every_deal_has_one(events: list[Event]) -> None:
    state = fold(enveloped(events))
    for deal in state.deals:
        assert len(numbers_of(state, deal)) == deal.head.players
