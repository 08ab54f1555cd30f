"""A sentence that names a button names it as the button reads, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.text import Language
from tests.engine.test_terms import texts

QUOTED = {"de": re.compile("„([^“{}]+)“"), "en": re.compile("“([^”{}]+)”")}
NO_BUTTONS = {"Person", "person", "Anna R."}
"""Words that are said, in quotes, and not tapped."""
TYPED = re.compile(r"[a-z_]+$|mehrkopf |pip |sudo ")
"""What is typed into a file or on the command line."""


def labels(language: Language) -> set[str]:
    """Return every text of the program as a button may carry it."""
    return {_plain(de if language == "de" else en) for _, de, en in texts()}


def named(language: Language) -> Iterator[tuple[str, str]]:
    """Yield what the pages' sentences name, and where."""
    for place, de, en in texts():
        if place.startswith("kiosk/words/") or place.startswith("kiosk/cli/report_clip"):
            for said in QUOTED[language].findall(de if language == "de" else en):
                if said not in NO_BUTTONS and not TYPED.match(said):
                    yield place, said


def _plain(label: str) -> str:
    return label.rstrip(" …").casefold()


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_button_is_named_as_it_reads(language: Language) -> None:
    known, found = labels(language), list(named(language))
    assert len(found) > 25
    assert [each for each in found if _plain(each[1]) not in known] == []
