"""A browser stands at the start: the organiser's round comes by itself and begins with one tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from engine.journal.journal import Journal
from engine.text import Language
from kiosk.exchange.messages import seating_to_json
from kiosk.integrations.seating import SeatingDesk
from kiosk.table.commands import EndEvening, EnterDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import go, wait_for_screen
from tests.kiosk.integrations.test_seating import SEATING
from tests.kiosk.served import served, touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (800, 480), (390, 844))
SAID = {
    "de": ("Runde 2 an Tisch 7: so anfangen", "Nr. 17, Toni, Nr. 33, Nr. 8 im Uhrzeigersinn"),
    "en": ("Round 2 at table 7: begin like this", "No. 17, Toni, No. 33, No. 8 clockwise"),
}
CUT = """all => all.filter(e => { const r = e.getBoundingClientRect();
    const top = document.querySelector("header").getBoundingClientRect().bottom;
    return r.left < 0 || r.right > innerWidth || r.top < top || r.bottom > innerHeight
        || e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1; })
    .map(e => e.innerText)"""


OVERFLOWS = """all => all.filter(e => { const r = e.getBoundingClientRect();
    return r.left < 0 || r.right > innerWidth || e.scrollWidth > e.clientWidth + 1
        || e.scrollHeight > e.clientHeight + 1; }).map(e => e.innerText)"""


@pytest.fixture(params=["de", "en"])
def language(request: pytest.FixtureRequest) -> Language:
    chosen: Language = request.param
    return chosen


@pytest.fixture
def desk() -> SeatingDesk:
    return SeatingDesk("7")


@pytest.fixture
def table(desk: SeatingDesk) -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        desk.changed = lambda: table.post(lambda core: core.refresh())
        yield table


@pytest.fixture
def address(table: Table, desk: SeatingDesk, language: Language) -> Iterator[str]:
    with served(table, heartbeat=0.5, language=language, seating=desk) as address:
        yield address


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_round_comes_by_itself_and_begins_with_one_tap(
    page: Page,
    table: Table,
    desk: SeatingDesk,
    address: str,
    language: Language,
    size: tuple[int, int],
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    go(page, page.locator(f"main button[value={language}]"))
    page.goto(address)
    wait_for_screen(page, "start")
    offer = page.locator("#seating")
    assert offer.count() == 0
    desk.hear(seating_to_json(SEATING))
    offer.wait_for()
    word, note = SAID[language]
    first, second = offer.inner_text().splitlines()[:2]
    assert first == word
    assert second.split(" · ")[:2] == [note, "Schafkopf"]
    buttons = offer.locator("button")
    assert buttons.count() == 2
    assert buttons.evaluate_all(CUT) == []
    # Another draw takes its place, no round takes it away.
    desk.hear(b"")
    offer.wait_for(state="detached")
    desk.hear(seating_to_json(SEATING))
    go(page, buttons.last)
    page.locator("#seating").wait_for(state="detached")
    state = table.view().state
    assert (
        state.seats
        == (
            {
                "de": ("Nr. 17", "Toni", "Nr. 33", "Nr. 8"),
                "en": ("No. 17", "Toni", "No. 33", "No. 8"),
            }[language]
        )
    )
    assert state.tournament is not None
    assert (state.tournament.id, state.tournament.round) == ("rennen", 2)
    assert state.deal is not None


def test_it_is_offered_where_the_evening_is_over_and_leaves_the_scores_their_room(
    page: Page, table: Table, desk: SeatingDesk, address: str
) -> None:
    table.do(StartEvening("schafkopf", {}, ("Nr. 1", "Nr. 20", "Nr. 33", "Nr. 8"), "isar"))
    table.do(EnterDeal({"amounts": [60, -20, -20, -20], "reason": "Zettel"}))
    table.do(EndEvening())
    desk.hear(seating_to_json(SEATING))
    offer = page.locator("#seating")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        wait_for_screen(page, "end")
        assert offer.locator("button").evaluate_all(OVERFLOWS) == []
        banner, dues = offer.bounding_box(), page.locator("#dues").bounding_box()
        assert banner is not None
        assert dues is not None
        assert banner["height"] <= 0.3 * height
        foot = page.locator(".foot").bounding_box()
        assert foot is not None
        assert dues["y"] + 20 < foot["y"], "who pays whom begins above the foot"
    go(page, offer.locator("button").last)
    state = table.view().state
    assert state.tournament is not None
    assert state.tournament.round == 2
