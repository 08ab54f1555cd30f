"""A browser looks whether a page fits with and without the alert bar: nothing is cut or hidden."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.cards import card
from engine.deal.record import Contract
from engine.events import Announced, CardPlayed, DealClosed, DealStarted, EveningStarted, Event
from engine.text import Language
from tests.kiosk.every_page.states import house
from tests.kiosk.fake_door import NAMES, REVOKE
from tests.kiosk.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (800, 480)]
LANGUAGES: tuple[Language, ...] = ("de", "en")
BAR = {"no bar": False, "alert bar": True}
WHOLE = [*REVOKE[:30], "1S8", REVOKE[31]]
"""The revoke's deal to its end, each card once."""
CUT = """what => { const stage = document.querySelector(".stage").getBoundingClientRect();
    return [...document.querySelectorAll(what)].map(e => [e, e.getBoundingClientRect()])
        .filter(([e, r]) => r.top < stage.top - 1 || r.bottom > stage.bottom + 1
            || r.left < stage.left - 1 || r.right > stage.right + 1)
        .map(([e]) => e.innerText || e.className); }"""
FONT = "all => all.map(e => getComputedStyle(e).fontSize)"


def played(number: int, plays: list[str]) -> tuple[Event, ...]:
    called = Announced(Contract("rufspiel", 0, card("GA").suit))
    laid = (CardPlayed(card(play[1:]), source="touch") for play in plays)
    return (DealStarted(f"abend-{number}", 3), called, *laid)


@contextmanager
def demonstration(folder: Path, *, alert: bool, language: Language = "de") -> Iterator[str]:
    """Serve the demonstration with an open finding, a Sie, and with `alert` a revoke just now."""
    sie = (DealStarted("abend-2", 3), Announced(Contract("sie", 0)))
    steps: tuple[tuple[Event, ...], ...] = (
        (EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {}), *played(1, WHOLE)),
        (DealClosed(),),
        (*sie, DealClosed({"kind": "laid_down"})),
        *((played(3, REVOKE[:22]),) if alert else ()),
    )
    with house(folder, "nothing", language, "sample") as there:
        for step in steps:
            there.table.call(lambda core, step=step: core.commit(step))  # type: ignore[misc]
        with serving(there.kiosk) as address:
            yield address


@contextmanager
def page_at(
    chromium: Browser,
    address: str,
    size: tuple[int, int] = SIZES[0],
    language: str = "de-DE",
) -> Iterator[Page]:
    """Open a page of a size; it is closed afterwards."""
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, locale=language)
    page.goto(address)
    yield page
    page.close()


@pytest.fixture(params=BAR)
def bar(request: pytest.FixtureRequest) -> bool:
    """Whether the alert bar shows."""
    return BAR[request.param]


@pytest.mark.parametrize("size", SIZES)
def test_scores_findings_and_settlement_are_all_in_sight(
    chromium: Browser, tmp_path: Path, bar: bool, size: tuple[int, int]
) -> None:
    with (
        demonstration(tmp_path, alert=bar) as address,
        page_at(chromium, f"{address}/scores", size) as page,
    ):
        assert page.locator("#notice .banner").is_visible() == bar
        assert page.locator(".scores tbody tr").count() == 4
        assert "Befund offen: Spiel 1" in page.locator("[data-finding]").all_inner_texts()
        assert page.locator("#dues span").count() > 1
        assert page.evaluate(CUT, ".scores tr, .scores th, [data-finding], #dues > *") == []
        total = page.locator(".scores tbody .total").first.evaluate_all(FONT)
        assert float(total[0][:-2]) >= 5 * size[1] / 100


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_in_the_list_leads_to_an_open_finding_and_back(
    chromium: Browser, tmp_path: Path, language: Language, size: tuple[int, int]
) -> None:
    with (
        demonstration(tmp_path, alert=False, language=language) as address,
        page_at(chromium, f"{address}/deals", size, language) as page,
    ):
        marked = page.locator("tr:has([data-finding])")
        assert marked.evaluate_all("all => all.map(e => e.dataset.deal)") == ["abend-1"]
        assert page.evaluate(CUT, ".list tr, .list tr *") == []
        words = {"de": "Befund offen", "en": "Finding open"}[language]
        page.get_by_role("link", name=words, exact=True).click()
        page.locator("[data-screen=alert]").wait_for()
        page.locator('.foot a[href="/deals"]').click()
        page.locator("[data-screen=deals]").wait_for()


def test_every_heading_of_the_scores_is_of_one_size(chromium: Browser, tmp_path: Path) -> None:
    with (
        demonstration(tmp_path, alert=False) as address,
        page_at(chromium, f"{address}/scores") as page,
    ):
        assert "Soli" in page.locator(".scores thead .extra").all_inner_texts()
        sizes = page.locator(".scores thead th:not(.rank)").evaluate_all(FONT)
        assert set(sizes) == {"26.4px"}


@pytest.mark.parametrize("size", SIZES)
def test_the_code_for_phones_is_whole_with_its_quiet_edge(
    chromium: Browser, tmp_path: Path, bar: bool, size: tuple[int, int]
) -> None:
    with (
        demonstration(tmp_path, alert=bar) as address,
        page_at(chromium, f"{address}/phones", size) as page,
    ):
        page.get_by_role("button", name="Handys einschalten").click()
        page.locator(".qr-box svg").wait_for()
        assert page.evaluate(CUT, ".qr-box, .qr-box svg, .phones .lines > *") == []
        width, height = page.locator(".qr-box").evaluate("e => [e.offsetWidth, e.offsetHeight]")
        assert abs(width - height) <= 1
        assert page.locator(".qr-box svg").evaluate(
            """e => { const box = e.viewBox.baseVal, ink = e.lastElementChild.getBBox();
                return [ink.x, box.width - ink.x - ink.width].map(Math.round); }"""
        ) == [4, 4]
