import re

import pytest

from engine.cards import card
from engine.deal.record import Contract
from engine.deal.report import Status
from engine.events import (
    Announced,
    CardPlayed,
    DealClosed,
    DealStarted,
    EveningStarted,
)
from engine.journal.journal import Journal
from kiosk.table.commands import EndEvening, Rule
from kiosk.web.start.service import Resumed
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, marked, post, screen, text
from tests.kiosk.served import touch_table

WHOLE = [*REVOKE[:30], "1S8", REVOKE[31]]
"""The revoke's deal to its end, each card once."""


@pytest.fixture
def door() -> FakeDoor:
    """A table where the next deal began before anybody ruled on a proven revoke."""
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.record(*(CardPlayed(card(play[1:])) for play in WHOLE))
    door.finish()
    door.record(DealStarted("abend-2", 0))
    return door


def fields(page: str, ruling: str) -> dict[str, str]:
    form = next(part for part in page.split("<form")[1:] if f'value="{ruling}"' in part)
    named = dict(re.findall(r'name="(\w+)" value="([^"]+)"', form))
    return {name: value for name, value in named.items() if name != "csrf_token"}


def totals(page: str) -> list[str]:
    return sorted(re.findall(r'data-total="([^"]+)"', page))


@pytest.mark.parametrize(("language", "words"), [("de", "Befund offen"), ("en", "Finding open")])
def test_scores_and_the_next_deal_mark_an_open_finding(
    door: FakeDoor, language: str, words: str
) -> None:
    client = client_of(door, language)  # type: ignore[arg-type]
    waiting, scores = text(client.get("/")), text(client.get("/scores"))
    door.call()
    table = text(client.get("/"))
    assert [screen(page) for page in (waiting, scores, table)] == ["wait", "scores", "table"]
    for page in (waiting, scores, table):
        assert words in page
        assert marked(page) is not None


def test_the_mark_leads_to_the_verdict_where_it_is_ruled_on_and_settled_anew(
    door: FakeDoor,
) -> None:
    client = client_of(door)
    scores = text(client.get("/scores"))
    href = marked(scores)
    assert href is not None
    page = text(client.get(href))
    assert screen(page) == "alert"
    assert "Toni" in page
    assert "Spiel 1 · Karten bitte prüfen" in page
    answer = post(client, "/rule", **fields(page, "upheld"))
    assert answer.headers["Location"] == "/scores"
    assert isinstance(door.commands[-1], Rule)
    assert door.commands[-1].deal == "abend-1"
    after = text(client.get("/scores"))
    assert marked(after) is None
    assert totals(after) != totals(scores)
    assert marked(text(client.get("/"))) is None
    assert client.get(href).status_code == 404


def test_a_waived_finding_leaves_the_deal_as_played(door: FakeDoor) -> None:
    client = client_of(door)
    scores = text(client.get("/scores"))
    post(client, "/rule", **fields(text(client.get(marked(scores) or "")), "waived"))
    after = text(client.get("/scores"))
    assert (marked(after), totals(after)) == (None, totals(scores))


def test_the_misread_card_of_a_deal_before_can_be_named(door: FakeDoor) -> None:
    client = client_of(door)
    page = text(client.get(marked(text(client.get("/"))) or ""))
    found = re.search(r'href="(/misread/[^"]+)"', page)
    assert found is not None
    misread = text(client.get(found[1].replace("&amp;", "&")))
    assert screen(misread) == "misread"
    seq = re.search(r'href="/check/(\d+)"', misread)
    assert seq is not None
    assert client.get(f"/check/{seq[1]}").status_code == 200


@pytest.mark.parametrize(("language", "words"), [("de", "Befund offen"), ("en", "Finding open")])
def test_the_list_and_the_deals_own_page_mark_an_open_finding(
    door: FakeDoor, language: str, words: str
) -> None:
    """At the deal it is about, and at no other."""
    door.record(DealStarted("abend-3", 3))
    door.call()
    door.play(RUFSPIEL)
    door.finish()
    client = client_of(door, language)  # type: ignore[arg-type]
    paths = ("/deals", "/deals/abend-1", "/deals/abend-3")
    pages = {path: text(client.get(path)) for path in paths}
    marks = {path: marked(page) for path, page in pages.items()}
    assert marks["/deals"] == marks["/deals/abend-1"] is not None
    assert marks["/deals/abend-3"] is None
    rows = pages["/deals"].split("<tr ")[1:]
    assert [words in row for row in rows] == [False, False, True]
    post(client, "/rule", **fields(text(client.get(marks["/deals"] or "")), "waived"))
    assert marked(text(client.get("/deals"))) is None


@pytest.mark.parametrize("origin", ["/", "/scores", "/deals"])
def test_back_leads_where_one_came_from(door: FakeDoor, origin: str) -> None:
    """Also by way of the question which card was misread, and after a ruling."""
    client = client_of(door)
    page = text(client.get(marked(text(client.get(origin))) or ""))
    assert f'<a class="button" href="{origin}">Zurück</a>' in page
    misread = re.search(r'href="(/misread/[^"]+)"', page)
    assert misread is not None
    asked = text(client.get(misread[1].replace("&amp;", "&")))
    back = re.search(r'href="(/finding[^"]+)">Zurück', asked)
    assert back is not None
    again = text(client.get(back[1].replace("&amp;", "&")))
    assert f'<a class="button" href="{origin}">Zurück</a>' in again
    answer = post(client, "/rule", **fields(asked, "dismissed"))
    assert answer.headers["Location"] == origin


def test_the_same_verdict_in_two_deals_is_told_apart(door: FakeDoor) -> None:
    door.record(DealStarted("abend-3", 3))
    door.call()
    door.play(REVOKE[:22])
    client = client_of(door)
    (running,) = door.view().outlook.shown
    post(client, "/rule", deal="abend-1", verdict=running.id, ruling="waived")
    assert isinstance(door.commands[-1], Rule)
    assert door.commands[-1].deal == "abend-1"
    assert screen(text(client.get("/"))) == "alert"


def test_a_doubted_verdict_of_the_deal_just_finished_is_not_marked() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(WHOLE)
    door.finish()
    client = client_of(door)
    assert marked(text(client.get("/scores"))) is not None
    door.show(shown=())
    scores = text(client.get("/scores"))
    assert marked(scores) is None
    verdict = door.view().state.finished[0].report.verdicts[0]
    address = f"/finding?deal=abend-1&verdict={verdict.id}"
    assert client.get(address).status_code == 404
    door.record(DealStarted("abend-2", 0))
    assert marked(text(client.get("/scores"))) is None
    assert marked(text(client.get("/"))) is None
    assert client.get(address).status_code == 404


def test_a_clean_deal_has_no_mark() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(RUFSPIEL)
    door.finish()
    door.record(DealStarted("abend-2", 0))
    client = client_of(door)
    assert not any(marked(text(client.get(path))) for path in ("/", "/scores", "/deals"))


@pytest.mark.parametrize("again", [False, True], ids=["the same run", "after a restart"])
def test_once_the_evening_is_over_the_bar_leads_to_where_it_is_ruled(again: bool) -> None:
    journal = Journal.in_memory()
    evening = EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {})
    begun = (evening, DealStarted("abend-1", 3))
    called = Announced(Contract("rufspiel", 0, card("GA").suit))
    laid = (CardPlayed(card(play[1:]), source="touch") for play in WHOLE)
    with touch_table(journal) as table:
        table.call(lambda core: core.commit((*begun, called, *laid, DealClosed())))
        table.do(EndEvening())
        seq = table.view().state.last_seq if again else 0
        client = client_of(table, resumed=Resumed(seq))
        bar = re.search(r'class="banner" href="([^"]+)"', text(client.get("/scores")))
        assert bar is not None
        href = bar[1].replace("&amp;", "&")
        page = text(client.get(href))
        assert screen(page) == "alert"
        answer = post(client, "/rule", **fields(page, "upheld"))
        assert answer.headers["Location"] == "/scores"
        after = text(client.get("/scores"))
        assert 'class="banner" href' not in after
        assert marked(after) is None
        assert table.view().state.finished[0].report.verdicts[0].status is Status.UPHELD
