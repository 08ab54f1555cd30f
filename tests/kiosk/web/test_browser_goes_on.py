"""A telephone's page that is longer than its screen says so, until its end is in sight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.events import DealEntered, Doubled
from engine.rules.house_rules import NamedRules
from kiosk.home.house_rules import HouseRulesFolder
from tests.kiosk.state_screens import Scene, playing, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
ARROW = """seen => new Promise(done => {
    const foot = document.querySelector(".foot");
    let frames = 60;
    const look = () => {
        const now = +getComputedStyle(foot, "::before").opacity;
        if (now === seen || !frames--) done(now); else requestAnimationFrame(look);
    };
    look();
})"""
"""How clear the arrow is that says so, once it is as expected or does not become so."""
LONGER = "() => document.documentElement.scrollHeight - innerHeight"


def _finished() -> Scene:
    scene = playing(32)
    scene.door.finish()
    return scene


def _at(path: str) -> Scene:
    scene = _finished()
    scene.path = path
    scene.given = {"exports": Path("/tmp")}
    return scene


@pytest.mark.parametrize("path", ["/", "/people", "/exports", "/begin/game?first=1&game=schafkopf"])
def test_a_page_with_more_below_shows_that_it_goes_on(chromium: Browser, path: str) -> None:
    def look(page: Page) -> None:
        page.set_viewport_size(PHONE)
        assert page.evaluate(LONGER) > 0
        assert page.evaluate(ARROW, 1) == 1
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(ARROW, 0) == 0

    show(chromium, _at(path), "en", look)


def test_games_and_own_rules_that_do_not_fit_a_low_screen_show_that_they_go_on(
    chromium: Browser,
) -> None:
    scene = _at("/begin/game?first=1")
    own = NamedRules("schafkopf", {"legen": False})
    scene.given = {"house": HouseRulesFolder(given={"Stammtisch": own})}

    def look(page: Page) -> None:
        page.set_viewport_size({"width": 800, "height": 480})
        assert page.evaluate(ARROW, 1) == 1
        onwards, foot = (page.locator(each).bounding_box() for each in (".lines .menu", ".foot"))
        assert onwards is not None
        assert foot is not None
        assert onwards["y"] + onwards["height"] <= foot["y"]
        page.evaluate("document.querySelector('.stage').scrollTo(0, 999)")
        assert page.evaluate(ARROW, 0) == 0

    show(chromium, scene, "en", look)


def test_a_result_of_four_is_whole_and_claims_no_more(chromium: Browser) -> None:
    scene = playing(0)
    scene.given = {"money": True}
    told = {"partners": [3], "points": [120, 0], "schwarz": True, "laufende": 0}
    doubled = (Doubled("legen", 2), Doubled("legen", 2), Doubled("kontra", 3))
    scene.door.record(*doubled, DealEntered(told))

    def look(page: Page) -> None:
        page.set_viewport_size(PHONE)
        page.locator(".pays").get_by_text("Vroni pays Sepp").wait_for()
        assert page.evaluate(LONGER) == 0
        assert page.evaluate(ARROW, 0) == 0

    show(chromium, scene, "en", look)


@pytest.mark.parametrize("size", [(390, 844), (800, 480), (1280, 800)])
def test_the_button_that_saves_stands_apart_from_the_files(
    chromium: Browser, size: tuple[int, int]
) -> None:
    def look(page: Page) -> None:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        boxes = [page.locator(what).bounding_box() for what in (".aside .button", ".offers")]
        button, files = boxes
        assert button is not None
        assert files is not None
        assert files["y"] - button["y"] - button["height"] >= 4

    show(chromium, _at("/exports"), "en", look)
