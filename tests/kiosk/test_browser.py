"""A browser at the real pages, the real table and a real journal; the cards are laid by touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit, card
from engine.events import TrickTaken
from engine.journal import Journal
from engine.record import Contract
from kiosk.app import PageSettings
from kiosk.commands import CloseDeal, LayCard, StartDeal, StartEvening
from kiosk.table import Table
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL
from tests.kiosk.served import TouchOnly, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
PATIENCE_MS = 20_000
"""Longest wait for something that should come at once, in milliseconds."""
PLAYS = RUFSPIEL.split()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table(Journal.open(tmp_path / "journal.sqlite"), follower=TouchOnly()) as table:
        yield table


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    with served(table, PageSettings(heartbeat=0.5)) as address:
        yield address


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page that may neither complain nor ask anybody else for anything."""
    page = context.new_page()
    complaints: list[str] = []
    asked: set[str] = set()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    yield page
    page.goto("about:blank")
    assert complaints == []
    assert asked <= {address.split("/")[2]}


def begin(table: Table) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))


def lay(table: Table, plays: list[str]) -> None:
    for play in plays:
        table.do(LayCard(card(play[1:])))


def sweep(table: Table) -> None:
    table.call(lambda core: core.commit((TrickTaken(),)))


def call_gras(page: Page) -> None:
    """Let Resi call Gras; exactly four taps."""
    page.locator("a", has_text="Ansage").click()
    page.locator("[data-choice=who-0]").click()
    page.locator("[data-choice=kind-rufspiel]").click()
    page.locator("[data-choice=suit-G]").click()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau").click()


def shown(page: Page) -> list[str]:
    codes = page.locator("#page [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    return [str(code) for code in codes]


def wait_for_screen(page: Page, name: str) -> None:
    page.locator(f'#page[data-screen="{name}"]').wait_for()


def test_an_evening_from_the_first_touch_to_the_result(
    page: Page, table: Table, address: str
) -> None:
    page.goto(address)
    page.get_by_label("Platz 1").first.fill("Resi")
    page.get_by_role("button", name="Los geht’s").click()
    wait_for_screen(page, "wait")
    call_gras(page)
    wait_for_screen(page, "table")
    seen = []
    for play in PLAYS[:4]:
        lay(table, [play])
        page.locator(f'#page [data-card="{play[1:]}"]').wait_for()
        seen.append(shown(page))
    assert seen == [["EO"], ["EO", "EU"], ["EO", "EU", "H8"], ["EO", "EU", "H8", "SO"]]
    sweep(table)
    page.get_by_text("Stich 2 von 8").wait_for()
    assert shown(page) == []
    lay(table, PLAYS[4:])
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    assert page.locator("h1").inner_text() == "Resi und Sepp gewinnen"
    laufende = page.locator("[data-fact=laufende]")
    assert "Mit 4 Laufenden" in laufende.inner_text()
    assert shown(page) == ["EO", "GO", "HO", "SO"]
    page.get_by_text("Toni zahlt an Resi 70").wait_for()
    page.get_by_role("link", name="Punkte").click()
    totals = page.locator("[data-total]").evaluate_all("all => all.map(e => e.dataset.total)")
    assert totals == ["70", "70", "-70", "-70"]


def test_an_alert_brings_its_proof_and_a_correction_withdraws_it(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, REVOKE[:21])
    wait_for_screen(page, "table")
    lay(table, REVOKE[21:22])
    wait_for_screen(page, "alert")
    assert page.locator("h1").inner_text() == "Toni: nicht bedient"
    proof = [
        section.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
        for section in page.locator("[data-proof]").all()
    ]
    assert proof == [["EA", "SK"], ["EK"]]
    page.get_by_role("link", name="Falsch gelesen").click()
    page.locator("[data-card=SK]").click()
    page.get_by_role("link", name="Andere").click()
    page.locator("button:has([data-card=E7])").click()
    wait_for_screen(page, "table")
    assert "verloren" not in page.locator("#page").inner_text()
    assert table.view().shown == ()


def test_a_ruling_ends_the_deal_and_undo_takes_it_back(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, REVOKE[:22])
    page.get_by_role("button", name="Spiel verloren").click()
    page.get_by_role("button", name="Spiel abrechnen").click()
    wait_for_screen(page, "result")
    page.get_by_text("Durch Fehler verloren: Toni").wait_for()
    page.get_by_role("button", name="Rückgängig").click()
    page.get_by_role("button", name="Rückgängig").click()
    wait_for_screen(page, "alert")


def test_an_alert_reaches_who_is_looking_at_something_else(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    page.get_by_role("link", name="Punkte").click()
    page.get_by_text("Noch kein Spiel fertig").wait_for()
    lay(table, REVOKE[:22])
    page.get_by_role("alert").get_by_text("Toni: nicht bedient").wait_for()
    page.get_by_role("alert").click()
    wait_for_screen(page, "alert")


def test_cards_that_lie_there_stay_where_they_are_while_others_come(
    page: Page, table: Table, address: str
) -> None:
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, PLAYS[:1])
    first = page.locator("[data-card=EO]")
    first.wait_for()
    first.evaluate("element => { element.marked = true }")
    lay(table, PLAYS[1:2])
    page.locator("[data-card=EU]").wait_for()
    assert first.evaluate("element => element.marked") is True


@contextmanager
def answers_kept_back(page: Page) -> Iterator[None]:
    """Let no answer to a tap on the call screen through before the end."""
    kept: list[Route] = []
    ended = False

    def decide(route: Route) -> None:
        if ended:
            route.continue_()
        else:
            kept.append(route)

    page.route(re.compile(r"/call\?"), decide)
    yield
    ended = True
    for route in kept:
        route.continue_()


def test_taps_quicker_than_their_answers_all_count_in_their_order(
    page: Page, table: Table, address: str
) -> None:
    """The answer to the first tap stays away until every tap of the call has been made."""
    begin(table)
    page.goto(f"{address}/call")
    with answers_kept_back(page):
        for key in ("who-0", "kind-wenz", "kind-rufspiel", "d-kontra", "d-legen", "d-kontra"):
            page.locator(f"[data-choice={key}]").click()
    page.locator("[data-choice=suit-G]").click()
    page.get_by_role("button", name="Resi: Rufspiel auf die Gras-Sau, Kontra ×2, Legen").click()
    wait_for_screen(page, "table")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.contract == Contract("rufspiel", 0, Suit.GRAS)
    assert sorted(double.say for double in deal.doubles) == ["kontra", "kontra", "legen"]


def test_what_was_tapped_last_is_what_is_called(page: Page, table: Table, address: str) -> None:
    """The call is confirmed while the answer to the last tap is still under way."""
    begin(table)
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    with answers_kept_back(page):
        page.locator("[data-choice=suit-E]").click()
        page.locator("#confirm").click()
    wait_for_screen(page, "table")
    deal = table.view().state.deal
    assert deal is not None
    assert deal.contract == Contract("rufspiel", 0, Suit.EICHEL)


def test_a_page_that_lost_its_server_catches_up(
    context: BrowserContext, table: Table, address: str
) -> None:
    begin(table)
    page = context.new_page()
    page.goto(address)
    call_gras(page)
    wait_for_screen(page, "table")
    context.set_offline(True)
    lay(table, PLAYS[:2])
    context.set_offline(False)
    page.locator("[data-card=EU]").wait_for()
    assert shown(page) == ["EO", "EU"]


def test_without_scripts_the_page_can_be_read_and_used(
    chromium: Browser, table: Table, address: str
) -> None:
    begin(table)
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 800, "height": 480}
    )
    page = context.new_page()
    page.goto(address)
    call_gras(page)
    lay(table, PLAYS[:2])
    page.reload()
    assert page.locator("[data-card]").count() == 2
    context.close()


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_nothing_is_cut_off_or_scrolls_at_the_table(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    begin(table)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    call_gras(page)
    wait_for_screen(page, "table")
    overflow = """[document.documentElement, document.querySelector(".stage")].map(
        e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth])"""
    found = [page.evaluate(overflow)]
    lay(table, REVOKE[:22])
    wait_for_screen(page, "alert")
    found.append(page.evaluate(overflow))
    page.get_by_role("button", name="Weiterspielen").click()
    lay(table, REVOKE[22:])
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    found.append(page.evaluate(overflow))
    assert found == [[[0, 0], [0, 0]]] * 3


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_nothing_is_cut_off_where_seven_play(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    overflow = """[document.documentElement, document.querySelector(".stage")].map(
        e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth])"""
    page.goto(address)
    found = {"start": page.evaluate(overflow)}
    names = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")
    table.do(StartEvening("mehrkopf", {}, names, "isar"))
    table.do(StartDeal(6))
    page.goto(f"{address}/call?step=1&who=0&kind=solo&suit=G&tout=1")
    found["call"] = page.evaluate(overflow)
    page.locator("#confirm").click()
    wait_for_screen(page, "table")
    found["table"] = page.evaluate(overflow)
    page.goto(f"{address}/stop")
    found["stop"] = page.evaluate(overflow)
    page.get_by_role("button", name="Nicht werten").click()
    wait_for_screen(page, "result")
    found["result"] = page.evaluate(overflow)
    assert {name: cut for name, cut in found.items() if cut != [[0, 0], [0, 0]]} == {}
    page.get_by_role("button", name="Rückgängig").click()
    wait_for_screen(page, "table")


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (420, 800)])
def test_the_ways_out_of_a_card_are_in_sight(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    begin(table)
    lay(table, REVOKE[:3])
    deal = table.view().state.deal
    assert deal is not None
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address.rstrip('/')}/check/{deal.seqs[0]}")
    foot = page.locator(".foot").bounding_box()
    ways = page.locator(".others .button")
    assert foot is not None
    assert ways.count() == 3
    for way in ways.all():
        box = way.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= foot["y"]


def test_at_two_metres_ranks_and_headline_are_large_enough(
    page: Page, table: Table, address: str
) -> None:
    """10 vh of type is 16 arc minutes at two metres on a ten-inch screen (KIOSK 3.1)."""
    begin(table)
    page.goto(address)
    call_gras(page)
    lay(table, REVOKE[:3])
    page.locator("[data-card=H8]").wait_for()
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert page.locator("[data-card=H8] .index").evaluate(size) >= 80
    lay(table, REVOKE[3:22])
    wait_for_screen(page, "alert")
    assert page.locator("h1").evaluate(size) >= 80
    assert len(page.locator("h1").inner_text()) <= 20


def test_every_screen_passes_the_accessibility_rules(
    page: Page, table: Table, address: str
) -> None:
    def broken() -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        found, passed = page.evaluate(
            "axe.run().then(r => [r.violations.map(v => v.id + ': ' + v.nodes[0].html),"
            " r.passes.length])"
        )
        assert passed > 10
        return [str(rule) for rule in found]

    page.goto(address)
    report = {"start": broken()}
    begin(table)
    wait_for_screen(page, "wait")
    report["wait"] = broken()
    page.goto(f"{address}/call?step=1&who=0&kind=rufspiel&suit=G")
    report["call"] = broken()
    page.locator("#confirm").click()
    lay(table, REVOKE[:21])
    page.locator("[data-card=E9]").wait_for()
    report["table"] = broken()
    page.locator("[data-card=E9]").click()
    report["check"] = broken()
    page.goto(f"{page.url}?deck=1")
    report["deck"] = broken()
    page.goto(f"{address}/last")
    report["last"] = broken()
    page.goto(f"{address}/stop")
    report["stop"] = broken()
    page.goto(address)
    lay(table, REVOKE[21:22])
    wait_for_screen(page, "alert")
    report["alert"] = broken()
    page.get_by_role("link", name="Falsch gelesen").click()
    report["misread"] = broken()
    page.goto(address)
    page.get_by_role("button", name="Weiterspielen").click()
    lay(table, REVOKE[22:])
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    report["result"] = broken()
    for path in ("scores", "review"):
        page.goto(f"{address}/{path}")
        report[path] = broken()
    assert {screen: found for screen, found in report.items() if found} == {}
