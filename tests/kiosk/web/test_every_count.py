"""The whole table, director included, with two to seven people: nothing fails, every page opens."""

from __future__ import annotations

import logging

import pytest

from engine.cards import GERMAN_48, Suit
from engine.deal.record import Contract
from engine.games import game
from engine.journal.journal import Journal
from engine.rules.house_rules import preset_rules
from kiosk.app import create_app
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.commands import Announce, CloseDeal, Command, LayCard, StartDeal, StartEvening
from kiosk.table.view import TableView
from kiosk.table.writer import TableCore

NAMES = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")


class Door:
    """A table without threads."""

    def __init__(self, core: TableCore) -> None:
        self._core = core

    def view(self) -> TableView:
        return self._core.view

    def wait(self, after: int, timeout: float) -> TableView | None:
        return self._core.view if self._core.view.version > after else None

    def do(self, command: Command) -> None:
        self._core.do(command)


@pytest.mark.parametrize("count", range(2, 8))
def test_a_deal_of_any_size_is_followed_to_its_end(
    count: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The cards fall as they come; whoever breaks a rule by that is a fact like any other."""
    caplog.set_level(logging.WARNING)
    set_up_for_four = (0.0, 80.0, 180.0, 260.0)
    director = Director(GERMAN_48, RoundDeals(), set_up_for_four)
    core = TableCore(Journal.in_memory(), director=director)
    page = create_app(Door(core)).test_client()
    core.do(StartEvening("mehrkopf", {}, NAMES[:count], "isar"))
    core.do(StartDeal(count - 1))
    core.do(Announce(Contract("solo", 0, Suit.GRAS)))
    holding = count - (count == 7)
    for card in game("mehrkopf").deck(preset_rules("mehrkopf"), holding):
        core.do(LayCard(card))
        assert page.get("/").status_code == 200
    core.do(CloseDeal())
    (deal,) = core.state.finished
    assert deal.report.complete
    assert deal.report.result is not None
    assert sum(deal.payout) == 0
    assert [page.get(path).status_code for path in ("/", "/review", "/scores")] == [200] * 3
    assert caplog.records == []
