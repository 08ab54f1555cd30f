"""How large the rank of a card is on a page: its ink in the picture a browser draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tests.kiosk.walks.pictures import Picture, decoded, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RANKS = """where => [...document.querySelectorAll(`${where} .card .index b`)]
    .filter(e => e.offsetParent).map(e => {
        const r = e.getBoundingClientRect(), card = e.closest(".card");
        const rgb = (of, what) => getComputedStyle(of)[what].match(/\\d+/g).slice(0, 3).map(Number);
        return { code: card.dataset.card, ink: rgb(e, "color"), paper: rgb(card, "backgroundColor"),
            box: [r.left + scrollX, r.top + scrollY, r.right + scrollX, r.bottom + scrollY] };
    })"""


@dataclass(frozen=True, slots=True)
class Rank:
    """One rank as it is drawn."""

    code: str
    height: int
    """Rows of pixels with ink in them."""


def ranks(page: Page, where: str = "[data-screen]") -> list[Rank]:
    """Return every rank within `where`, in the page's order."""
    settle(page)
    picture = decoded(page.screenshot(full_page=True))
    return [_measured(picture, found) for found in page.evaluate(_RANKS, where)]


def least(page: Page, where: str = "[data-screen]") -> int:
    """Return the height of the lowest rank within `where`."""
    return min(rank.height for rank in ranks(page, where))


def _measured(picture: Picture, found: dict[str, object]) -> Rank:
    left, top, right, bottom = (round(edge) for edge in found["box"])  # type: ignore[attr-defined]
    ink, paper = (np.array(found[key], float)[::-1] for key in ("ink", "paper"))
    crop = picture[max(0, top - 4) : bottom + 4, max(0, left) : right].astype(float)
    inked = np.linalg.norm(crop - ink, axis=2) < np.linalg.norm(paper - ink) / 2
    rows = np.flatnonzero(inked.any(axis=1))
    return Rank(str(found["code"]), int(rows[-1] - rows[0] + 1) if len(rows) else 0)
