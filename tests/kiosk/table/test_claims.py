"""What cannot be is refused at the table as in a file (`tests/engine/dealfile/test_claims.py`)."""

from __future__ import annotations

import pytest

from engine.cards import Suit, card
from engine.deal.record import Contract, JsonObject
from engine.evening.state import TableState
from engine.events import Doubled
from engine.text import PlainError
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    Command,
    Double,
    EnterDeal,
    LayCard,
    StartDeal,
    StartEvening,
)
from kiosk.table.orders import Circumstances, events_of
from tests.engine.dealfile.test_claims import ALL
from tests.engine.spine import AT, after

NOW = Circumstances(AT, {})
FIVE = ("Anna", "Ben", "Cilli", "Dora", "Emil")
CALL = Contract("rufspiel", 0, Suit.GRAS)


def table(game: str, people: int, *commands: Command, **rules: object) -> TableState:
    state = TableState()
    for command in (StartEvening(game, rules, FIVE[:people], "isar"), StartDeal(people - 1)):
        state = said(state, command)
    for command in commands:
        state = said(state, command)
    return state


def said(state: TableState, command: Command) -> TableState:
    return after(state, *events_of(command, state, NOW))


def refused(state: TableState, command: Command) -> str:
    with pytest.raises(PlainError) as caught:
        events_of(command, state, NOW)
    text = caught.value.text
    assert "Feld" not in text.de
    assert "field" not in text.en
    return text.de


@pytest.mark.parametrize(
    ("game", "command", "why"),
    [
        ("bavarian", Announce(Contract("rufspiel", 0, Suit.GRAS, details={"renonce": True})), "Re"),
        ("bavarian", Announce(Contract("rufspiel", 0, Suit.GRAS, details={"called": "GZ"})), "Sau"),
        ("mehrkopf", Announce(Contract("solo", 0, Suit.GRAS, details={"muss": "G6"})), "Muss"),
        ("mehrkopf", Double("kontra"), "nach den Hausregeln nicht gespielt"),
        ("mehrkopf", Double("klopfen"), "nach den Hausregeln nicht gespielt"),
        ("schafkopf", Double("re"), "antwortet auf „Kontra“"),
    ],
)
def test_what_the_house_does_not_know_is_not_taken_in(
    game: str, command: Command, why: str
) -> None:
    assert why in refused(table(game, 4), command)


def test_a_second_kontra_and_a_second_legen_of_one_are_refused_a_first_is_taken() -> None:
    state = table("schafkopf", 4, Announce(CALL), Double("kontra"), Double("legen", 1))
    assert "nur einmal" in refused(state, Double("kontra"))
    assert [each.say for each in said(state, Double("legen", 2)).deals[-1].doubles] == [
        "kontra",
        "legen",
        "legen",
    ]


def test_sheepshead_s_dealer_alone_is_forced() -> None:
    state = table("sheepshead", 5, all_pass="forced_pick")
    forced: JsonObject = {"partner": "jd", "forced": True}
    assert "nur der Geber" in refused(state, Announce(Contract("pick", 1, details=forced)))
    said(state, Announce(Contract("pick", 4, details=forced)))
    under: JsonObject = {"partner": "jd", "under": "S7"}
    assert "gerufenen Farbe" in refused(state, Announce(Contract("pick", 4, details=under)))


def test_only_who_plays_alone_lays_down_and_a_tout_is_lost_that_was_called() -> None:
    state = table("schafkopf", 4, Announce(CALL))
    assert "allein" in refused(state, CloseDeal({"kind": "laid_down"}))
    assert "Tout" in refused(state, CloseDeal({"kind": "tout_lost"}))
    alone = table("schafkopf", 4, Announce(Contract("solo", 0, Suit.GRAS)))
    assert said(alone, CloseDeal({"kind": "laid_down"})).finished


@pytest.fixture
def played() -> TableState:
    plays = [LayCard(card(str(code)), int(str(seat))) for seat, code in ALL]
    return table("schafkopf", 4, Announce(CALL), *plays, CloseDeal(None))


def test_a_result_that_every_card_contradicts_is_refused_with_what_they_say(
    played: TableState,
) -> None:
    """53 to 67 by the cards, with four Laufende of the others: 60."""
    (deal,) = played.finished
    told: JsonObject = {"partners": [3], "points": [95]}
    why = refused(played, EnterDeal(told, CALL, deal=deal.id))
    assert "53:67 Augen, Preis 60" in why
    assert "Beträge mit einem Grund" in why
    right: JsonObject = {"partners": [3], "points": [53, 67], "laufende": -4}
    same = said(played, EnterDeal(right, CALL, deal=deal.id)).finished[0].report.result
    assert same is not None
    assert same.price == 60
    amounts: JsonObject = {"amounts": [-30, 10, 10, 10], "reason": "ausgemacht"}
    assert said(played, EnterDeal(amounts, CALL, deal=deal.id)).finished[0].report.result


def test_what_stood_there_before_hinders_no_other_word() -> None:
    """A journal of before this check may hold it: its deals are read and go on as they are."""
    old = after(table("mehrkopf", 4), Doubled("kontra", None, 0))
    assert [each.say for each in old.deals[-1].doubles] == ["kontra"]
    assert said(old, Announce(CALL)).deals[-1].contract == CALL
