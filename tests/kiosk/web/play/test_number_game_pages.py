"""The pages of a game they have never heard of: the start offers it, bidding and call play it."""

from __future__ import annotations

import re

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.games import GAMES
from engine.journal.journal import Journal
from kiosk.table.commands import CloseDeal, StartDeal, StartEvening
from kiosk.table.writer import Table
from kiosk.web.start.service import StartService
from tests.engine.games.number_game import NUMBER_GAME
from tests.kiosk.browsing import lay
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, offered, post, screen, text
from tests.kiosk.served import touch_table
from tests.kiosk.web.play.test_auction import says
from tests.kiosk.web.play.test_call import confirm, tap

NAMES = ("Resi", "Toni", "Vroni")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry that a folder needs."""
    monkeypatch.setitem(GAMES, NUMBER_GAME.name, NUMBER_GAME)


def begun() -> Table:
    table = touch_table(Journal.in_memory())
    table.do(StartEvening("numbers", {}, NAMES, "isar"))
    table.do(StartDeal(2))
    return table


def test_the_start_offers_every_game_of_the_registry() -> None:
    assert StartService().games == tuple(GAMES)
    door = FakeDoor()
    client = client_of(door)
    assert "game=numbers" in text(client.get("/begin/game"))
    seats = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    start = {"game": "numbers", "dealer": "2", "deck": "isar", **seats}
    assert post(client, "/start", **start).status_code == 303
    assert door.commands == [StartEvening("numbers", {}, NAMES, "isar"), StartDeal(2)]


def test_numbers_are_bid_on_the_page_and_the_winner_calls() -> None:
    with begun() as table:
        client = client_of(table)
        for said in ("18", "hold", "20", "pass", "pass"):
            page = text(client.get("/auction"))
            assert screen(page) == "auction"
            assert post(client, "/auction", **says(page, say=said)).status_code == 303
        page = text(client.get("/auction"))
        for words in ("20", "Halte ich", "Passe"):
            assert words in page
        way = re.search(r'href="(/call\?[^"]*who=1[^"]*)"', page)
        assert way is not None
        page = text(client.get(way[1].replace("&amp;", "&")))
        assert {"kind-farbspiel", "kind-grand", "kind-null"} <= set(offered(page))
        for key in ("kind-farbspiel", "suit-H", "f-hand-1"):
            page = tap(client, page, key)
        assert "✓ Toni: Herz Hand" in page
        assert confirm(client, page).status_code == 303
        deal = table.view().state.deal
        assert deal is not None
        assert [bid.say for bid in deal.bids] == ["18", "hold", "20", "pass", "pass"]
        assert deal.contract == Contract("farbspiel", 1, Suit.HERZ, details={"hand": True})
        lay(table, ["0EA", "1E7", "2E8"])
        table.do(CloseDeal({"kind": "void"}))
        assert client.get("/").status_code == 200
