"""A browser enters deals by hand: what was tapped is in it, and every page of it fits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.home.clock import TableClock
from kiosk.screens.evening_plan import EveningPlan, StartStep
from kiosk.table.commands import Adjust, EndEvening, EnterDeal, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import follow, wait_for_screen
from tests.kiosk.fake_door import NAMES
from tests.kiosk.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parents[2] / "vendor" / "axe.min.js").read_text(encoding="utf-8")
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = (*NAMES, "Girgl")
SIDEWAYS = """[document.documentElement, document.querySelector(".stage")].map(
    e => e.scrollWidth - e.clientWidth)"""
SMALLEST = """Math.min(...[...document.querySelectorAll(".button")].filter(e => e.offsetHeight)
    .flatMap(e => [e.offsetHeight, e.offsetWidth])) / innerHeight"""


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#tap-{key}").click()


def test_saving_waits_for_the_tap_before_it(page: Page, table: Table, address: str) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{address}/enter")
    tap(page, "who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1")
    page.locator("#confirm:not([disabled])").wait_for()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/enter?*tap=level-schneider*", hold)
    with page.expect_request("**/enter?*tap=level-schneider*"):
        page.locator("#tap-level-schneider").click()
    page.locator("#confirm").click()
    assert not table.view().state.finished
    held[0].continue_()
    wait_for_screen(page, "result")
    assert list(table.view().state.totals) == [30, -30, -30, 30]


def test_a_correction_leads_back_to_the_list(page: Page, table: Table, address: str) -> None:
    table.do(StartEvening("sheepshead", {}, PEOPLE, "isar"))
    page.goto(f"{address}/enter")
    tap(page, "who-none", "kind-leaster", "winners-1")
    page.locator("#confirm:not([disabled])").click()
    wait_for_screen(page, "result")
    assert list(table.view().state.totals) == [-1, 4, -1, -1, -1]
    follow(page, "Punkte")
    follow(page, "Spiele")
    page.locator("[data-deal] .do a").click()
    tap(page, "winners-1", "winners-4")
    page.locator("b", has_text="Girgl gewinnt").wait_for()
    page.locator("#confirm").click()
    page.wait_for_url(f"{address}/deals")
    assert list(table.view().state.totals) == [-1, -1, -1, -1, 4]


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
def test_the_keys_of_a_number_are_in_sight(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/enter")
    tap(page, "who-0", "kind-rufspiel", "suit-G", "partners-3", "won-1", "n-p")
    page.locator("#tap-k-7").wait_for()
    below = """[...document.querySelectorAll("[id^=tap-k-]")].map(e => e.getBoundingClientRect())
        .filter(r => r.bottom > document.querySelector(".foot").getBoundingClientRect().top)"""
    assert page.evaluate(below) == []
    tap(page, "k-9", "k-1")
    page.locator("#tap-n-p", has_text="91").wait_for()


def mixed_evening(table: Table) -> int:
    """Play a little of two games; return the `seq` of a change of the score."""
    table.do(StartEvening("bierkopf", {"game_to": 1}, NAMES, "isar"))
    table.do(EnterDeal({"won": True}))
    table.do(Adjust((500, -500, 0, 0), "am Tisch ausgemacht"))
    table.do(StartDeal())
    return table.view().state.adjustments[0].seq


@pytest.mark.parametrize("size", [(800, 480), (390, 844)])
def test_the_pages_of_the_pad_fit_and_have_room_for_a_finger(
    page: Page, table: Table, address: str, size: tuple[int, int]
) -> None:
    seq = mixed_evening(table)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: dict[str, object] = {}
    small: dict[str, float] = {}

    def look(path: str) -> None:
        page.goto(f"{address}/{path}")
        found[path] = page.evaluate(SIDEWAYS)
        small[path] = page.evaluate(SMALLEST)

    people = ("people", "people?at=1", "people?at=1&helps=1", "people?games=1")
    for path in ("", "deals", "scores", *people, "end", f"withdraw/{seq}", "draw", "enter"):
        look(path)
    table.do(EndEvening())
    table.do(StartEvening("sheepshead", {}, PEOPLE, "isar"))
    leaster = "enter?step=1&who=none&kind=leaster"
    for path in ("enter?step=1&who=1&kind=pick", f"{leaster}&r.counted=1&r.field=q0", leaster):
        look(path)
    assert {path: cut for path, cut in found.items() if cut != [0, 0]} == {}
    if size[0] > size[1]:  # On a telephone held upright the unit is another.
        assert {path: round(each, 3) for path, each in small.items() if each < 0.0935} == {}


def test_the_new_pages_pass_the_accessibility_rules(page: Page, table: Table, address: str) -> None:
    seq = mixed_evening(table)
    report: dict[str, object] = {}
    pages = ("", "end", f"withdraw/{seq}", "draw", "deals", "people", "people?at=1", "lay")
    for path in pages:
        page.goto(f"{address}/{path}")
        page.evaluate(AXE)
        report[path] = page.evaluate(
            "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html))"
        )
    assert {path: broken for path, broken in report.items() if broken} == {}


@pytest.fixture
def without_a_clock(table: Table) -> Iterator[str]:
    clock = TableClock(None, BUILT, kept=False, system=lambda: datetime(1970, 1, 1, tzinfo=UTC))
    with served(table, clock=clock) as address:
        yield address


def test_the_start_fits_where_it_asks_for_the_time(
    chromium_page: Page, without_a_clock: str
) -> None:
    plan = EveningPlan(names=NAMES, game="schafkopf", first=True)
    chromium_page.goto(without_a_clock + plan.href(StartStep.CLOCK))
    chromium_page.locator(".page[data-screen=clock] .dial").last.wait_for()
    assert "Datum und Uhrzeit" in chromium_page.locator(".saying").inner_text()
    overflow = "e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]"
    assert chromium_page.locator(".stage").evaluate(overflow) == [0, 0]


@pytest.fixture
def chromium_page(context: object) -> Page:
    page: Page = context.new_page()  # type: ignore[attr-defined]
    page.set_viewport_size({"width": 800, "height": 480})
    return page
