"""A browser at the start of an evening: names that stand in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiosk.screens.evening_plan import EveningPlan, StartStep
from kiosk.table.writer import Table
from tests.kiosk.browsing import follow, press
from tests.kiosk.every_page.whole import unreadable
from tests.kiosk.served import served
from tests.kiosk.state_screens import Off, Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

LONG = (
    *("Kunigunde Wallnöfer", "Maximilian-Josef von", "Maximilian-Josef vom"),
    *("Bartholomäus Huber", "Anna-Katharina Moser"),
)
SCROLLED = """() => { const stage = document.querySelector(".stage");
    return stage.scrollHeight - stage.clientHeight; }"""


@pytest.mark.parametrize(
    ("language", "words", "new", "done", "typed"),
    [
        ("de", "Im Namen „<b>Toni“ steht ein Zeichen", "Neuer Name …", "Fertig", "Änne"),
        ("en", "The name “<b>Toni” has a character", "New name …", "Done", "Anne"),
    ],
)
@pytest.mark.parametrize("size", [(800, 480), (390, 844)])
def test_a_name_that_will_not_do_is_said_at_once_and_given_anew(
    context: BrowserContext,
    table: Table,
    address: str,
    language: str,
    words: str,
    new: str,
    done: str,
    typed: str,
    size: tuple[int, int],
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/begin/go?name0=Resi&name1=%3Cb%3EToni&name2=Vroni&name3=Sepp&dealer=0")
    if language == "en":
        press(page, "English")
    said = page.get_by_role("alert")
    assert words in said.inner_text()
    box = said.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    names = page.locator("[data-seat] > span")
    assert names.all_inner_texts()[0] == "Resi"
    follow(page, new)
    page.locator("#line").fill(typed)
    press(page, done)
    assert names.all_inner_texts() == ["Resi", typed, "Vroni", "Sepp"]
    assert table.view().state.seats == ()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_longest_questions_of_the_first_start_stand_whole(
    chromium: Browser, language: str
) -> None:
    """The game with its rules; and with a camera, what all at the table are asked at the end."""
    scene = Scene()
    scene.door.show(source="camera", off=True)
    last = EveningPlan(LONG, "schafkopf", "isar", 3, first=True, money="1")
    games = [EveningPlan(game=game, first=True) for game in ("mehrkopf", "bierkopf")]
    paths = [last.href(StartStep.GO), *(plan.href(StartStep.GAME) for plan in games)]
    found: list[object] = []
    with served(scene.door, language=language, camera=Off()) as address:
        page = chromium.new_page()
        for wide, high in ((1280, 800), (800, 480), (390, 844)):
            page.set_viewport_size({"width": wide, "height": high})
            for path in paths:
                page.goto(address + path)
                consent = page.locator("#consent")
                if path == paths[0]:
                    assert consent.is_visible()
                    assert consent.evaluate("e => e.getBoundingClientRect().bottom") < high * 0.8
                lost = unreadable(page)
                # A telephone scrolls the page itself.
                over = 0 if wide < high else page.evaluate(SCROLLED)
                found += [(wide, path, lost, over)] if lost or over > 1 else []
        page.close()
    assert found == []
