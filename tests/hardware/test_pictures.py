"""Every drawn picture: its words lie on no line and on no other word, and none is cut off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.tools.places import GUIDE, ROOT, WIRING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = (
    *sorted((GUIDE / "pictures").glob("*.svg")),
    *sorted(WIRING.glob("*-[0-9].svg")),
    *sorted((ROOT / "docs" / "start").glob("*.svg")),
    *sorted((ROOT / "docs" / "lights").glob("*.svg")),
)
SPOILT = """() => {
    const picture = document.documentElement, all = picture.getBoundingClientRect(), found = []
    for (const text of picture.querySelectorAll('text')) {
        const {left, right, top, bottom} = text.getBoundingClientRect()
        const around = (bottom - top) / 3.5
        if (left < all.left || right > all.right || top < all.top || bottom > all.bottom)
            found.push(text.textContent + ': cut off')
        // What letters leave free above and below them is no part of the word.
        for (let y = top + around; y < bottom - around; y += 2)
            for (let x = left; x < right; x += 3) {
                const below = document.elementsFromPoint(x, y).find(each => each !== text)
                const line = below instanceof SVGGeometryElement
                    && getComputedStyle(below).fill === 'none'
                if (line || below instanceof SVGTextElement)
                    found.push(`${text.textContent}: on ${below.textContent || below.outerHTML}`)
            }
    }
    return [...new Set(found)]
}"""


@pytest.mark.browser
@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_no_word_of_a_picture_lies_on_a_line_or_a_word_and_none_is_cut(
    path: Path, page: Page
) -> None:
    page.set_viewport_size({"width": 2000, "height": 1200})
    page.goto(path.as_uri())
    assert page.evaluate(SPOILT) == []
