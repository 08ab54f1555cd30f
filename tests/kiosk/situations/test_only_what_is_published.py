"""These tests keep their meaning when the director is written anew: they know nothing inside it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
OUTSIDE = {
    ("kiosk.director.director", "Director"),
    ("kiosk.director.deal_source", "Deals"),
    ("kiosk.director.deal_source", "RoundDeals"),
}
"""What any table needs to be set up: the director itself, and who says what is played."""


@pytest.mark.parametrize("file", sorted(HERE.glob("*.py")), ids=lambda file: file.stem)
def test_nothing_inside_the_director_is_imported(file: Path) -> None:
    imported = {
        (node.module, name.name)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert {each for each in imported if (each[0] or "").startswith("kiosk.director")} <= OUTSIDE
