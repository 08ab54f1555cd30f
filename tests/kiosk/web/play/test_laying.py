"""Cards laid by touch: the grid stays open, says who is next, and counts no cards for anybody."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import Suit
from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.screens import facts
from kiosk.table.commands import Announce, Double, TakeBreak
from kiosk.table.writer import Table
from tests.kiosk.browsing import PLAYS, begin
from tests.kiosk.browsing import lay as play
from tests.kiosk.fake_door import REVOKE, FakeDoor
from tests.kiosk.opened import client_of, screen, sentence, shown_cards, text
from tests.kiosk.served import touch_table

CODES = [each[1:] for each in PLAYS]


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory(), source="none") as made:
        begin(made)
        made.do(Announce(Contract("rufspiel", 0, Suit.GRAS)))
        yield made


def laid(table: Table) -> list[str]:
    deal = table.view().state.deals[-1]
    return [each.card.code for each in deal.laid if each.card is not None]


def lay(client: FlaskClient, code: str, **more: str) -> TestResponse:
    """Tap a card as a browser without scripts does: with what the page's form says."""
    page = text(client.get("/lay"))
    fields = dict(re.findall(r'type="hidden" name="(csrf_token|laid)" value="([^"]+)"', page))
    return client.post("/lay", data={**fields, "card": code, **more})


def greyed(page: str) -> list[str]:
    return re.findall(r'<button class="pick" id="lay-(\w\w)"[^>]* disabled>', page)


def test_a_whole_deal_is_laid_without_leaving_the_grid(table: Table) -> None:
    client = client_of(table)
    for code in CODES[:-1]:
        answer = lay(client, code)
        assert (answer.status_code, answer.location) == (303, "/lay")
    assert lay(client, CODES[-1]).location == "/"
    assert laid(table) == CODES
    assert client.get("/lay").location == "/"


def test_who_lays_the_next_card_advances_by_itself(table: Table) -> None:
    client = client_of(table)
    said = []
    for code in CODES[:5]:
        page = text(client.get("/lay"))
        said.append(re.sub("<[^>]+>", "", re.findall("<h1>(.*?)</h1>", page)[0]))
        lay(client, code)
    assert said[0].endswith("kommt heraus")
    names = ("Resi", "Toni", "Vroni", "Sepp")
    assert [line.split()[0] for line in said] == [names[int(each[0])] for each in PLAYS[:5]]
    assert said[4].endswith("kommt heraus")


def test_a_whole_trick_stays_until_the_next_card_and_says_who_takes_it(table: Table) -> None:
    client = client_of(table)
    play(table, PLAYS[:3])
    assert "liegt vorn" in text(client.get("/lay"))
    play(table, PLAYS[3:4])
    assert "macht den Stich" in text(client.get("/lay"))
    play(table, PLAYS[4:5])
    assert "macht den Stich" not in text(client.get("/lay"))


def test_only_what_lies_on_the_table_is_greyed(table: Table) -> None:
    client = client_of(table)
    for count, lying in ((0, 0), (3, 3), (4, 4), (6, 2)):
        play(table, PLAYS[len(laid(table)) : count])
        page = text(client.get("/lay"))
        assert sorted(greyed(page)) == sorted(CODES[count - lying : count])
        assert len(shown_cards(page)) == 32


def test_a_card_that_lies_there_is_laid_once(table: Table) -> None:
    client = client_of(table)
    lay(client, CODES[0])
    assert lay(client, CODES[0]).location == "/lay"
    assert laid(table) == CODES[:1]


def test_a_card_entered_before_is_asked_about_and_can_be_laid_all_the_same(table: Table) -> None:
    play(table, PLAYS[:9])
    client = client_of(table)
    again = CODES[0]
    answer = lay(client, again)
    assert answer.status_code == 409
    page = text(answer)
    assert screen(page) == "lay"
    assert "schon eingetragen" in sentence(page)
    assert laid(table) == CODES[:9]
    # Where it was laid, and by whom, nobody is told.
    assert "Stich 1" not in page
    lay(client, again, sure="1")
    assert laid(table) == [*CODES[:9], again]


def test_a_page_that_is_out_of_date_lays_nothing_for_somebody_else(table: Table) -> None:
    client = client_of(table)
    page = text(client.get("/lay"))
    fields = dict(re.findall(r'type="hidden" name="(csrf_token|laid)" value="([^"]+)"', page))
    play(table, PLAYS[:1])
    answer = client.post("/lay", data={**fields, "card": CODES[1]})
    assert answer.status_code == 409
    assert "noch einmal antippen" in sentence(text(answer))
    assert laid(table) == CODES[:1]


def test_the_last_card_is_taken_back_on_the_same_page(table: Table) -> None:
    client = client_of(table)
    assert 'action="/undo"' not in text(client.get("/lay"))
    lay(client, CODES[0])
    page = text(client.get("/lay"))
    undo = re.findall(r'<form method="post" action="/undo".*?</form>', page, re.DOTALL)[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', undo))
    assert client.post("/undo", data=fields).location == "/lay"
    assert laid(table) == []
    said = text(client.get("/lay")).partition('id="undone" role="status">')[2].partition("<")[0]
    assert said == "Eichel-Ober von Resi ist zurückgenommen."
    lay(client, CODES[0])
    assert 'id="undone"' not in text(client.get("/lay"))


def test_an_alert_comes_before_the_next_card(table: Table) -> None:
    client = client_of(table)
    for each in REVOKE[:21]:
        assert lay(client, each[1:]).location == "/lay"
    assert lay(client, REVOKE[21][1:]).location == "/"
    assert screen(text(client.get("/"))) == "alert"


def test_where_a_camera_looks_the_grid_closes_after_the_card_it_missed() -> None:
    with touch_table(Journal.in_memory()) as watched:
        begin(watched)
        assert lay(client_of(watched), CODES[0]).location == "/"


def test_without_a_deal_the_table_is_shown() -> None:
    assert client_of(FakeDoor()).get("/lay").location == "/"


def test_a_card_laid_in_a_break_ends_it_and_the_page_says_so(table: Table) -> None:
    client = client_of(table)
    table.do(TakeBreak())
    for page in ("/", "/lay"):
        assert "Pause. Wer gibt oder eine Karte eingibt, beendet sie." in text(client.get(page))
    lay(client, CODES[0])
    assert laid(table) == CODES[:1]
    for page in ("/", "/lay"):
        assert "Die Pause ist zu Ende." in text(client.get(page))
    lay(client, CODES[1])
    for page in ("/", "/lay"):
        assert "Pause" not in text(client.get(page))


def test_who_doubled_twice_is_named_once(table: Table) -> None:
    table.do(Double("legen", 2, None))
    lay(client_of(table), CODES[0])
    table.do(Double("legen", 2, "now"))
    deal = facts.running_deal(table.view())
    assert deal is not None
    assert [said.de for said in facts.doublings(deal)] == ["Legen ×2 von Vroni"]
