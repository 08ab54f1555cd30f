"""The foot's first place leads on or to the table, whatever a page offers besides."""

from __future__ import annotations

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.table.commands import EnterDeal, StartEvening
from kiosk.table.view import SourceKind
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, places, text
from tests.kiosk.served import touch_table


@pytest.mark.parametrize("path", ["/scores", "/deals", "/exports", "/evenings", "/comfort"])
def test_the_first_place_leads_to_the_table(path: str) -> None:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(EnterDeal({"won": True}, Contract("solo", 0, Suit.HERZ)))
        assert places(text(client_of(table).get(path)))[0] == "Zum Tisch"


@pytest.mark.parametrize("source", ["none", "camera"])
def test_the_next_deal_comes_first_after_a_result_that_was_entered(source: SourceKind) -> None:
    with touch_table(Journal.in_memory(), source=source) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(EnterDeal({"won": True}, Contract("solo", 0, Suit.HERZ)))
        assert places(text(client_of(table).get("/")))[0] == "Nächstes Spiel"


@pytest.mark.parametrize("step", ["game", "people", "dealer", "go"])
def test_the_way_back_of_the_first_start_is_second(step: str) -> None:
    with touch_table(Journal.in_memory(), source="none") as table:
        page = text(client_of(table).get(f"/begin/{step}"))
    foot = page.partition('<footer class="foot">')[2].partition("</footer>")[0]
    before, back, _ = foot.partition(">Zurück<")
    assert back
    # The place before it, and its own.
    assert before.count('class="first"') + before.count('class="button') == 2
