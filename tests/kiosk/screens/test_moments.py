"""What a deal is remembered for: decided once, by the games themselves, and shown on the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.cards import card
from engine.deal.record import Contract, JsonObject
from engine.events import DealClosed, Ruling
from engine.games import GAMES, game
from engine.games.base import Feat
from engine.journal.journal import Journal
from kiosk.screens import result as result_screen
from kiosk.screens.facts import DealFacts
from kiosk.screens.moments import DEALS_BEFORE, moments
from kiosk.screens.values import Cost
from kiosk.table.commands import EnterDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES, REVOKE, FakeDoor
from tests.kiosk.opened import client_of, text
from tests.kiosk.served import touch_table

RUF = Contract("rufspiel", 0, card("GA").suit)
SOLO = Contract("solo", 1, card("EA").suit)


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        yield table


def kinds(table: Table) -> list[str]:
    """Return what the newest deal is remembered for."""
    state = table.view().state
    return [moment.kind.value for moment in moments(state, state.finished[-1])]


@pytest.mark.parametrize(
    ("contract", "told", "kept"),
    [
        (RUF, {"won": True, "partners": [3]}, []),
        (RUF, {"won": True, "partners": [3], "laufende": 9}, []),
        (RUF, {"won": True, "partners": [3], "laufende": 10}, ["long_run"]),
        (RUF, {"won": False, "partners": [3], "laufende": -11}, ["long_run"]),
        (SOLO, {"won": True}, ["solo"]),
        (SOLO, {"won": False}, []),
        (Contract("solo", 1, card("EA").suit, tout=True), {"won": True}, ["tout"]),
        (Contract("solo", 1, card("EA").suit, tout=True), {"won": False}, []),
        (Contract("sie", 2), {"won": True}, ["sie"]),
        (Contract("wenz", 2), {"won": True, "laufende": 4}, ["solo"]),
    ],
)
def test_what_is_rare_is_told_apart_from_the_fortieth_rufspiel(
    table: Table, contract: Contract, told: JsonObject, kept: list[str]
) -> None:
    table.do(EnterDeal(told, contract))
    assert kinds(table) == kept
    page = text(client_of(table).get("/"))
    assert re.findall(r'<span class="moment (\w+)">', page) == kept
    assert ("data-moment" in page) is bool(kept)


def test_where_few_trumps_count_all_of_them_are_as_rare_as_ten(table: Table) -> None:
    """Mehrkopf counts Ober and Unter alone: eight with four people."""
    with touch_table(Journal.in_memory(), source="none") as other:
        other.do(StartEvening("mehrkopf", {}, NAMES, "isar"))
        other.do(EnterDeal({"won": True, "partners": [3], "laufende": 8}, RUF))
        assert kinds(other) == ["long_run"]
        other.do(EnterDeal({"won": True, "partners": [3], "laufende": 7}, RUF))
        assert kinds(other) == []


def test_the_dearest_deal_needs_an_evening_before_it(table: Table) -> None:
    dear: JsonObject = {"won": True, "partners": [3], "laufende": 5}
    table.do(EnterDeal(dear, RUF))
    assert kinds(table) == []
    for _ in range(DEALS_BEFORE - 1):
        table.do(EnterDeal({"won": True, "partners": [3]}, RUF))
    table.do(EnterDeal(dear, RUF))
    assert kinds(table) == []  # As dear as another is no record.
    table.do(EnterDeal({**dear, "laufende": 6}, RUF))
    assert kinds(table) == ["record"]
    state = table.view().state
    # What came after it changes nothing about it.
    table.do(EnterDeal({**dear, "laufende": 9}, RUF))
    assert moments(table.view().state, state.finished[-1])[0].kind.value == "record"


def test_a_record_is_none_where_something_else_than_money_is_counted() -> None:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("schafkopf", {"scoring": "tally"}, NAMES, "isar"))
        for laufende in (*(0,) * DEALS_BEFORE, 6):
            table.do(EnterDeal({"won": True, "partners": [3], "laufende": laufende}, RUF))
        assert kinds(table) == []


def ruled() -> FakeDoor:
    """Return a table that ruled: Toni did not follow suit."""
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(REVOKE)
    deal = door.view().state.deal
    assert deal is not None
    (verdict,) = [each for each in deal.report.verdicts if each.kind == "revoke"]
    door.record(Ruling(deal.id, verdict.id, "upheld"), DealClosed({"kind": "ruled"}))
    return door


def test_why_the_deal_ended_is_the_headline() -> None:
    view = ruled().view()
    deal = view.state.finished[-1]
    shown = result_screen.result(view, DealFacts(deal, running=False))
    assert shown.headline.de == "Toni hat nicht bedient"
    assert shown.headline.en == "Toni revoked"
    assert shown.cost == Cost(3, Fraction(20))
    assert shown.moments == ()  # Nobody celebrates a mistake.
    page = text(client_of(ruled()).get("/"))
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page)
    assert heading is not None
    assert re.sub("<[^>]+>", "", heading[1]) == "Toni hat nicht bedient: 3 × 20"


def test_who_gave_up_is_the_headline_and_who_won_stands_below() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call("wenz", None)
    door.record(DealClosed({"kind": "conceded", "seat": 0, "laufende": 0}))
    page = text(client_of(door).get("/"))
    assert "Resi hat aufgegeben" in page
    assert re.search(r"3 × \d+", page)


def test_every_wrong_act_has_its_sentence() -> None:
    """A sentence names who did it; without one headline and name stand beside each other."""
    for name in GAMES:
        for kind in ("revoke", "out_of_turn"):
            did = game(name).verdict_words(kind).did
            assert did is not None
            assert "{name}" in did.de
            assert "{name}" in did.en


def test_a_game_that_knows_nothing_rare_says_so() -> None:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("sheepshead", {}, (*NAMES, "Max"), "isar"))
        table.do(EnterDeal({"won": True}, Contract("pick", 0, details={"alone": True})))
        deal = table.view().state.finished[-1]
        assert deal.result is not None
        assert game("sheepshead").feats(deal.record, deal.result) == frozenset[Feat]()
        assert kinds(table) == ["solo"]
