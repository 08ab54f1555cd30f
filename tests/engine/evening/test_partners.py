"""Points of a game to 21 belong to the people who won them, wherever they sit down next."""

from __future__ import annotations

import pytest

from engine.evening.fold import fold
from engine.events import DealEntered, DealStarted, EveningStarted, SeatsChanged
from engine.games.carry import regrouped
from tests.engine.spine import enveloped

PEOPLE = ("Anna", "Bert", "Cilli", "Dora")
MOVED_ONE_CHAIR = ("Bert", "Cilli", "Dora", "Anna")


@pytest.mark.parametrize(
    ("now", "points"),
    [
        (PEOPLE, (2, 1)),
        (("Cilli", "Dora", "Anna", "Bert"), (2, 1)),
        (MOVED_ONE_CHAIR, (1, 2)),
        (("Anna", "Bert", "Xaver", "Dora"), (2, 1)),
        (("Bert", "Xaver", "Dora", "Anna"), (1, 2)),
        (("Anna", "Cilli", "Bert", "Dora"), (0, 0)),
        (("Evi", "Fritz", "Girgl", "Hans"), (0, 0)),
    ],
)
def test_points_go_with_the_pair(now: tuple[str, ...], points: tuple[int, int]) -> None:
    assert regrouped((2, 1), PEOPLE, now) == points


@pytest.mark.parametrize(
    ("now", "points"),
    [(PEOPLE, (2, 0)), (MOVED_ONE_CHAIR, (0, 2)), (("Anna", "Cilli", "Bert", "Dora"), (0, 0))],
)
def test_the_next_deal_finds_them_so(now: tuple[str, ...], points: tuple[int, int]) -> None:
    state = fold(
        enveloped(
            [
                EveningStarted("e", "bierkopf", {}, PEOPLE, "french", {}),
                DealStarted("a", 0),
                DealEntered({"won": True, "schneider": True}),
                SeatsChanged(now),
            ]
        )
    )
    assert state.next_carry.game_points == points
    begun = fold(enveloped([DealStarted("b", 1)], state.last_seq + 1), state)
    assert begun.deal is not None
    assert begun.deal.head.takes.value.game_points == points


def test_who_sits_left_of_the_last_dealer_deals_next_on_whatever_chair() -> None:
    state = fold(
        enveloped(
            [
                EveningStarted("e", "bierkopf", {}, PEOPLE, "french", {}),
                DealStarted("a", 0),
                DealEntered({"won": True}),
                SeatsChanged(MOVED_ONE_CHAIR),
            ]
        )
    )
    assert state.seats[state.next_dealer] == "Bert", "Anna dealt, and he sits after her"
