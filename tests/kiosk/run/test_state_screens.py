"""Every state nobody draws fits each screen, in both languages, and anybody can use it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from engine.text import Language
from tests.kiosk.every_page.whole import unreadable
from tests.kiosk.state_screens import CROWDED, STATES, show
from tests.kiosk.web.play.test_browser_score_pad import AXE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SIZES = ((800, 480), (1280, 800), (390, 844))
_BROKEN = "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html))"
_CUT = """[document.documentElement, document.querySelector(".stage")].flatMap(
    e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth])"""
_OVER = """(places => places.some((a, at) => places.slice(at + 1).some(b => a.left < b.right - 1
    && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)))(
    [...document.querySelectorAll(".trick .place")].map(e => e.getBoundingClientRect()))"""
"""Whether two cards of the trick lie over each other."""


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.prove)])
def test_every_state_fits_and_passes_the_accessibility_rules(
    chromium: Browser, language: Language
) -> None:
    found: dict[str, object] = {}
    for name, scene in (STATES | CROWDED).items():
        show(chromium, scene(), language, partial(_broken, name, found))
    assert found == {}


def _broken(name: str, found: dict[str, object], page: Page) -> None:
    page.evaluate(AXE)
    broken, cut = page.evaluate(_BROKEN), page.evaluate(_CUT)
    if broken or any(cut):
        found[name] = (cut, broken)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if hidden := unreadable(page):
            found[f"{name} at {width}x{height}"] = hidden
        if page.evaluate(_OVER):
            found[f"{name} at {width}x{height}, cards"] = "over each other"
