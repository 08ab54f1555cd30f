"""A ten-inch screen looked at from two metres: every card is told from every other.

The page as the browser draws it is scaled down to one minute of arc a pixel, which is what an eye
of ordinary sight tells apart, made grey (no colour says anything alone), blurred as by the eye's
lens, and given the grain of a dim room. Each card is then taken for the one it looks most like,
of all cards of its pack as they are seen on another seat.
"""

from __future__ import annotations

from math import radians, tan
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.screens.cards import deck
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import wait_for_screen
from tests.kiosk.walks.pictures import at_rest, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WIDE_MM, AWAY_MM = 217.0, 2000.0
"""A ten-inch screen of 1280x800, and how far off it is."""
SCREEN = (1280, 800)
MINUTE_MM = AWAY_MM * tan(radians(1 / 60))
SCALE = WIDE_MM / MINUTE_MM / SCREEN[0]
LENS = 0.6
"""Deviation of the blur, in minutes of arc."""
GRAIN = 26.0
"""Deviation of the noise, in levels of 255."""
SLACK = 2
"""Minutes of arc by which a card may lie elsewhere in its place."""
NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Xaver", "Burgl", "Hias")
PACK = """[...document.querySelectorAll(".grid .card")].map(e => [e.dataset.card, e.outerHTML])"""
LAID = """cards => cards.map((card, seat) => {
    const slot = document.querySelectorAll(".slot")[seat];
    slot.querySelector(".place").innerHTML = card;
    const r = slot.querySelector(".card .index").getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom]; })"""

Grey = NDArray[np.float32]
Pack = list[tuple[str, str]]
"""Code and markup of every card."""


def seen(page: Page, grain: np.random.Generator | None) -> Grey:
    """Return the page as it is seen from two metres; without grain in bright light."""
    grey = cv2.cvtColor(at_rest(page), cv2.COLOR_BGR2GRAY)
    size = (round(SCREEN[0] * SCALE), round(SCREEN[1] * SCALE))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small = cv2.GaussianBlur(small, (0, 0), LENS).astype(np.float32)
    rough = 0.0 if grain is None else grain.normal(0, GRAIN, small.shape)
    return cast(Grey, (small + rough).astype(np.float32))


def looks(page: Page, pack: Pack, grain: np.random.Generator | None) -> dict[str, Grey]:
    """Lay every card of the pack on the table; return what is seen of each one's rank and suit."""
    found: dict[str, Grey] = {}
    seats = page.locator(".slot").count()
    for begin in range(0, len(pack), seats):
        batch = pack[begin : begin + seats]
        boxes = page.evaluate(LAID, [card for _, card in batch])
        picture = seen(page, grain)
        for (code, _), box in zip(batch, boxes, strict=True):
            left, top, right, bottom = (round(edge * SCALE) for edge in box)
            found[code] = picture[top:bottom, left:right]
    return found


def alike(look: Grey, known: Grey) -> float:
    """Return how much a card looks like a known one, wherever it lies in its place; 1 at most."""
    height, width = (min(look.shape[at], known.shape[at]) - 2 * SLACK for at in (0, 1))
    middle = known[SLACK : SLACK + height, SLACK : SLACK + width]
    return float(cv2.matchTemplate(look, middle, cv2.TM_CCOEFF_NORMED).max())


@pytest.mark.parametrize(
    ("game", "people"),
    [("schafkopf", 4), ("sheepshead", 4), ("mehrkopf", 7), ("sheepshead", 7)],
)
def test_every_card_is_told_from_every_other(
    page: Page, table: Table, address: str, game: str, people: int
) -> None:
    table.do(StartEvening(game, {}, NAMES[:people], "isar"))
    table.do(StartDeal(people - 1))
    deal = table.view().state.deal
    assert deal is not None
    table.do(LayCard(deck(deal.record)[0]))
    deal = table.view().state.deal
    assert deal is not None
    page.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    page.goto(f"{address}/check/{deal.seqs[0]}?deck=1")
    pack: Pack = page.evaluate(PACK)
    assert len(pack) == len({code for code, _ in pack}) >= 24
    page.goto(address)
    wait_for_screen(page, "table")
    # The places are measured where they stay: the table's own card arrives from above.
    settle(page)
    known = looks(page, pack, None)
    # The same cards, each on another seat.
    found = looks(page, [*pack[1:], pack[0]], np.random.default_rng(people))
    taken = {
        code: max(known, key=lambda other: alike(look, known[other]))
        for code, look in found.items()
    }
    assert {code: other for code, other in taken.items() if code != other} == {}
