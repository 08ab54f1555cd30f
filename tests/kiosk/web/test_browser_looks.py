"""A browser looks at the pages: nothing cut off, large enough, open to everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiosk.table.commands import CloseDeal, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import begin, call_gras, follow, go, lay, press, wait_for_screen
from tests.kiosk.fake_door import REVOKE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text(encoding="utf-8")


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
    press(page, "Weiterspielen")
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
    press(page, "Nicht werten")
    wait_for_screen(page, "result")
    found["result"] = page.evaluate(overflow)
    assert {name: cut for name, cut in found.items() if cut != [[0, 0], [0, 0]]} == {}
    press(page, "Rückgängig")
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


@pytest.mark.parametrize("size", [(1280, 800), (800, 480)])
@pytest.mark.parametrize("kind", ["solo", "rufspiel"])
def test_amounts_by_hand_and_the_next_deal_are_in_sight_where_one_is_entered(
    page: Page, table: Table, address: str, kind: str, size: tuple[int, int]
) -> None:
    begin(table)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for said in (
        "",
        f"?step=1&who=0&kind={kind}&suit=G",
        f"?step=1&who=0&kind={kind}&suit=G&tap=outright-1",
    ):
        for button in ("#tap-outright", "#confirm-next"):
            page.goto(f"{address}/enter{said}")
            # On the smallest screen the result is one step and what comes with the call another.
            if page.locator(button).is_hidden() and size == (800, 480):
                page.goto(f"{address}/enter{said}&r.further=1")
            foot, box = page.locator(".foot").bounding_box(), page.locator(button).bounding_box()
            assert foot is not None
            assert box is not None
            assert box["y"] + box["height"] <= foot["y"], (said, button)


def test_at_two_metres_ranks_and_headline_are_large_enough(
    page: Page, table: Table, address: str
) -> None:
    """10 vh of type is 16 arc minutes at two metres on a ten-inch screen (PAGES 1)."""
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
        # A card that is just arriving is still half seen through.
        page.evaluate(
            "Promise.all(document.getAnimations()"
            ".filter(each => each.timeline === document.timeline).map(each => each.finished))"
        )
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
    go(page, page.locator("[data-card=E9]"))
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
    follow(page, "Falsche Karte")
    report["misread"] = broken()
    page.goto(address)
    press(page, "Weiterspielen")
    lay(table, REVOKE[22:])
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    report["result"] = broken()
    call = "step=1&who=0&kind=rufspiel&suit=G"
    pads = ("deals", "people", "enter", f"enter?{call}", f"enter?{call}&r.field=p&r.won=1")
    for path in ("scores", "review", *pads, "enter?adjust=1"):
        page.goto(f"{address}/{path}")
        report[path] = broken()
    assert {screen: found for screen, found in report.items() if found} == {}
