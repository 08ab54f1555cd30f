"""What a tournament may be, and the sentence where not; the list modes against the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.evening.scoring import currency, is_zero_sum
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from kiosk.exchange.messages import ListLine
from kiosk.organiser.list_modes import LIST_MODES, list_mode
from kiosk.organiser.tournament import (
    Field,
    PaperList,
    Participant,
    Penalty,
    Presence,
    Protest,
    RoundPlan,
    TableSeats,
    Tournament,
)


@pytest.mark.parametrize("key", LIST_MODES)
def test_a_list_mode_is_what_the_engine_counts(key: str) -> None:
    mode = list_mode(key)
    rules = rules_from(dict(mode.rules), "schafkopf")
    assert currency(rules) == key
    assert is_zero_sum(rules) is mode.zero_sum


def test_an_unknown_list_mode_names_those_there_are() -> None:
    with pytest.raises(PlainError, match="plus_minus, plus, tally, units"):
        list_mode("points")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"id": "Rennen 1"}, "will not do as the id"),
        ({"title": " "}, "A name has"),
        ({"rounds": 0}, "number of rounds"),
        ({"deals": 0}, "a number of deals or a time"),
        ({"fee": -1}, "start fee"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(given: dict[str, object], said: str) -> None:
    whole: dict[str, object] = {"id": "rennen", "title": "Rennen", **given}
    with pytest.raises(PlainError, match=said):
        Tournament(**whole)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ((("1", (1, 2, 3, 4)), ("2", (4, 5, 6, 7))), "sits twice"),
        ((("1", (1, 2, 3, 4)), ("1", (5, 6, 7, 8))), "listed twice"),
        ((("1", (1, 2)),), "three, four or five"),
        ((("1", (1, 2, 3, 4, 5, 6)),), "three, four or five"),
        ((("Tisch 1", (1, 2, 3, 4)),), "name of a table"),
    ],
)
def test_a_round_nobody_can_play_is_refused(
    tables: tuple[tuple[str, tuple[int, ...]], ...], said: str
) -> None:
    with pytest.raises(PlainError, match=said):
        RoundPlan(1, tuple(TableSeats(table, numbers) for table, numbers in tables))


def test_a_substitute_plays_on_under_the_number() -> None:
    resi = Participant(7, "Resi", "Au", paid=True)
    field = Field((resi, Participant(8, "Toni", presence=Presence.NO_SHOW)))
    field = field.with_(field[7].replaced_by("Vroni", "Egg", 2))
    assert field[7].name == "Vroni"
    assert field[7].before == (("Resi", 2),)
    assert field[7].paid
    assert field.here == (7,)
    assert field.next_number == 9
    with pytest.raises(PlainError, match="no start number 9"):
        field[9]
    with pytest.raises(PlainError, match="taken, by Vroni"):
        Field((*field.people, Participant(7, "Sepp")))


def test_a_list_from_paper_adds_up() -> None:
    lines = [ListLine(number, Fraction(points), 0) for number, points in ((1, 30), (2, -30))]
    PaperList("1", 1, 1, tuple(lines), "").check_sum()
    lines.append(ListLine(3, Fraction(10), 0))
    with pytest.raises(PlainError, match="add up to 10"):
        PaperList("1", 1, 1, tuple(lines), "").check_sum()


def test_penalties_and_protests_say_why() -> None:
    with pytest.raises(PlainError, match="reason"):
        Penalty(7, Fraction(-50), "", 1, "")
    with pytest.raises(PlainError, match="reason"):
        Protest("1", 1, 4, 7, " ", "")
