"""A remark on a deal and how it was dealt: told on the page, shown with the deal, taken home."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.exports.deals import recorded_deals
from kiosk.exports.tables import remarks
from kiosk.replay.library import Library
from kiosk.replay.lists import printed_lines
from kiosk.replay.reel import Recall, Tape, reel
from kiosk.replay.screen import told
from kiosk.screens.evening_list import book
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    EndEvening,
    NoteDeal,
    StartDeal,
    StartEvening,
    TellDealing,
    Undo,
)
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, newest, sentence, text
from tests.kiosk.served import touch_table

SAID = "Ben <b>hat</b> sich verzählt"
ESCAPED = "Ben &lt;b&gt;hat&lt;/b&gt; sich verzählt"


@pytest.fixture
def journal() -> Journal:
    return Journal.in_memory()


@pytest.fixture
def table(journal: Journal) -> Iterator[Table]:
    with touch_table(journal) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(StartDeal(3))
        yield table


def send(client: FlaskClient, path: str, **fields: str) -> int:
    page = text(client.get("/remark"))
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    deal = re.search(r'name="deal" value="([^"]+)"', page)
    assert token is not None
    assert deal is not None
    return client.post(path, data={"deal": deal[1], **fields, "csrf_token": token[1]}).status_code


def pressed(page: str) -> list[str]:
    return re.findall(r'value="([^"]+)" aria-pressed="true"', page)


def test_nothing_has_to_be_told(table: Table) -> None:
    page = text(client_of(table).get("/remark"))
    assert re.findall(r'name="dealt" value="([^"]+)"', page) == ["4+4", "8", "counterclockwise"]
    assert pressed(page) == []
    assert newest(table).record.dealt is None


def test_one_tap_tells_how_it_was_dealt_and_another_corrects_it(table: Table) -> None:
    client = client_of(table)
    assert send(client, "/remark/dealt", dealt="8") == 303
    assert pressed(text(client.get("/remark"))) == ["8"]
    send(client, "/remark/dealt", dealt="counterclockwise")
    assert newest(table).record.dealt == "counterclockwise"
    assert send(client, "/remark/dealt", dealt="2+3") == 409
    assert newest(table).record.dealt == "counterclockwise"


def test_a_remark_is_shown_with_its_deal_once_that_is_over(table: Table) -> None:
    """While the deal runs its page alone shows it: the table shows what lies there."""
    client = client_of(table)
    assert send(client, "/remark", text=SAID) == 303
    send(client, "/remark/dealt", dealt="8")
    assert ESCAPED in text(client.get("/remark"))
    assert ESCAPED in text(client.get("/remark/write"))
    assert ESCAPED not in text(client.get("/"))
    table.do(CloseDeal({"kind": "void"}))
    for path in ("/", "/deals", f"/deals/{newest(table).id}"):
        page = text(client.get(path))
        assert f"„{ESCAPED}“" in page, path
        assert ("Gegeben: alle acht auf einmal" in page) is (path != "/deals"), path


def test_a_remark_on_an_older_deal_is_written_from_its_page(table: Table) -> None:
    table.do(CloseDeal({"kind": "void"}))
    first = newest(table).id
    table.do(StartDeal())
    client = client_of(table)
    assert f'href="/remark?deal={first}"' in text(client.get(f"/deals/{first}"))
    assert "Vermerk zu Spiel 1" in text(client.get(f"/remark?deal={first}"))
    assert send(client, "/remark", deal=first, text="erst danach gemerkt", listed="1") == 303
    assert table.view().state.finished[0].record.note == "erst danach gemerkt"
    assert newest(table).record.note is None


def test_a_remark_can_be_written_when_the_evening_is_over(table: Table) -> None:
    table.do(CloseDeal({"kind": "void"}))
    table.do(EndEvening())
    client, deal = client_of(table), newest(table).id
    assert f'href="/remark?deal={deal}"' in text(client.get(f"/deals/{deal}"))
    page = text(client.get(f"/remark?deal={deal}"))
    assert '<form method="post" action="/undo"' not in page  # It would begin the evening again.
    assert send(client, "/remark", deal=deal, text="schee war's", listed="1") == 303
    assert newest(table).record.note == "schee war's"
    assert table.view().state.ended is not None
    assert 'action="/undo"' in text(client.get(f"/remark?deal={deal}"))
    table.do(Undo())
    assert newest(table).record.note is None
    assert table.view().state.ended is not None
    table.do(Undo())
    assert table.view().state.running


def test_what_is_no_deal_or_too_long_is_refused_in_a_sentence(table: Table) -> None:
    client = client_of(table)
    assert client.get("/remark?deal=nix").status_code == 404
    assert send(client, "/remark", deal="nix", text="x") == 409
    assert send(client, "/remark", text="x" * 61) == 409
    assert newest(table).record.note is None


def test_before_the_first_deal_there_is_nothing_to_remark_on() -> None:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        client = client_of(table)
        answer = client.get("/remark")
        assert answer.status_code == 404
        assert sentence(text(answer))
        assert 'href="/remark"' not in text(client.get("/more"))
        table.do(StartDeal(3))
        assert 'href="/remark"' in text(client.get("/more"))


def test_it_goes_home_with_list_and_deal_file_and_is_told_by_the_replay(
    table: Table, journal: Journal
) -> None:
    deal = newest(table).id
    table.do(TellDealing(deal, "8"))
    table.do(Announce(Contract("sie", 0)))
    table.do(CloseDeal({"kind": "laid_down"}))
    table.do(NoteDeal(deal, "schee war's"))
    state = table.view().state
    (line,) = book(state).lines
    assert remarks(line).de == "Gegeben: alle acht auf einmal, schee war's"
    (record,) = recorded_deals(journal).records
    assert (record.dealt, record.note) == ("8", "schee war's")
    tape = Tape(list(journal.events()), journal.head)
    shown = reel(tape, tape.deals[0], Recall())
    said = [told(shown, at).de for at in range(len(shown.steps))]
    assert "Gegeben: alle acht auf einmal" in said
    assert said[-1] == "Vermerk: schee war's"
    printed = [each.de.strip() for each in printed_lines(tape, Library())]
    assert printed[-2:] == ["Gegeben: alle acht auf einmal", "„schee war's“"]


@pytest.mark.parametrize(
    ("game", "people", "rules", "ways"),
    [
        ("mehrkopf", 5, {}, ["4+4", "8", "counterclockwise"]),
        ("mehrkopf", 2, {}, []),
        ("schafkopf", 4, {"deck": "short"}, ["3+3", "6", "counterclockwise"]),
        ("bavarian", 4, {}, ["4+4", "8", "counterclockwise"]),
        ("sheepshead", 5, {}, ["2", "3"]),
        ("sheepshead", 2, {}, []),
        ("bierkopf", 4, {}, ["2+3"]),
    ],
)
def test_each_game_offers_its_own_ways(
    game: str, people: int, rules: dict[str, object], ways: list[str]
) -> None:
    """EN, dealing; PG: two or three at a time; BK: packets of two and three."""
    with touch_table(Journal.in_memory()) as table:
        names = tuple("ABCDEFG"[:people])
        table.do(StartEvening(game, rules, names, "isar"))
        table.do(StartDeal(0))
        page = text(client_of(table).get("/remark"))
        assert re.findall(r'name="dealt" value="([^"]+)"', page) == ways


def test_undo_there_takes_back_what_was_said_there_and_nothing_else(table: Table) -> None:
    """A result on another page is not taken back by a tap that promises to change no score."""
    client, deal = client_of(table), newest(table).id
    assert 'action="/undo"' not in text(client.get("/remark"))
    table.do(NoteDeal(deal, "Ben verzählt sich"))
    assert 'action="/undo"' in text(client.get("/remark"))
    table.do(CloseDeal({"kind": "void"}))
    assert 'action="/undo"' not in text(client.get(f"/remark?deal={deal}"))
