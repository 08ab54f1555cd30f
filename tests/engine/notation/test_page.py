"""docs/NOTATION.md shows what the program reads, and names every tag and mark."""

from __future__ import annotations

import re
from pathlib import Path

from engine.notation.reader import read
from engine.notation.tags import DERIVED, FIELDS
from engine.notation.tricks import LETTERS

PAGE = (Path(__file__).parents[3] / "docs" / "NOTATION.md").read_text("utf-8")


def test_the_example_of_the_page_is_read() -> None:
    (example,) = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    (deal,) = read(example)
    assert deal.problems == ()
    assert deal.record is not None
    assert deal.record.extra == {
        "evening": "20. November",
        "deal": "14",
        "seats": ["Sepp", "Resi", "Xaver", "Vroni", "Toni"],
        "corrected": [2],
        "unsure": [3],
    }
    assert deal.marked == ((1, "revoke"),)


def test_the_tags_of_the_page_are_read() -> None:
    head = '[Game "sheepshead"] [Players "5"] [Dealer "5"]\n'
    told = dict(
        re.findall(r'`(Contract|Bids|End|Doubles|Reveals|Hand) "([^"…;]+?)(?:;[^"]*)?"`', PAGE)
    )
    assert set(told) >= {"Contract", "Doubles", "End", "Reveals"}
    (deal,) = read(f'{head}[Contract "{told["Contract"]}"]\n[End "{told["End"]}"]\n')
    assert deal.problems == ()


def test_the_page_names_every_tag_and_every_mark() -> None:
    for field in FIELDS:
        assert re.search(rf"`{field.tag}\b", PAGE), field.tag
    for tag in DERIVED:
        assert f"`{tag.title()}`" in PAGE
    for letter in LETTERS.values():
        assert f"`{letter}` " in PAGE, letter
