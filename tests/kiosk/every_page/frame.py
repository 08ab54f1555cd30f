"""The foot as a browser draws it: how many places it has, and where each one lies (PAGES 2.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLACES = """[...document.querySelectorAll(".foot .button")].filter(e => e.getClientRects().length)
    .map(e => { const at = e.getBoundingClientRect();
        return [at.left, at.top - innerHeight, at.width, at.height].map(Math.round); })"""
"""Left, top from the screen's lower edge, width and height of each place, in their order."""
SCREEN = """document.querySelector("#replaying") ? "replay"
    : document.querySelector(".page")?.dataset.screen"""
QUESTIONS = {"alert", "check", "confirm", "misread", "sure"}
"""Screens that ask: their answers stand in the four places, none more."""
PLAY = {
    *("table", "wait", "result", "call", "auction", "entry", "stop", "last", "review", "hidden"),
    *("layout", "draw", "unsettled", "people", "remark", "remark-write", "scores", "deals", "deal"),
    *("evening", "evenings", "more", "lay", "end"),
    *("backups", "tournament"),
}
"""Screens of the play: next, undo, scores and more, always all four."""

Box = tuple[int, int, int, int]


class Frame:
    """Where the four places lie at each size, as the first screen of the play has them."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, int], tuple[Box, ...]] = {}

    def wrong(self, page: Page) -> list[object]:
        """Return what is not in its place on this page, at the size it has now."""
        size = page.viewport_size
        assert size is not None
        at = (size["width"], size["height"])
        screen = page.evaluate(SCREEN)
        boxes = tuple(tuple(box) for box in page.evaluate(PLACES))
        if screen in PLAY:
            known = self.places.setdefault(at, boxes)
            return [] if boxes == known and len(boxes) == 4 else [at, boxes, known]
        if screen in QUESTIONS:
            known = self.places.get(at, boxes)
            return [] if len(boxes) <= 4 and boxes == known[: len(boxes)] else [at, boxes, known]
        return [] if len(boxes) <= 4 else [at, boxes]
