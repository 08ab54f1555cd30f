"""Help is three sentences at most, in both languages."""

import re

import pytest

from engine.cards import card
from engine.journal.journal import Journal
from engine.text import Language
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from kiosk.table.view import SourceKind
from kiosk.words import help as words
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, screen, text
from tests.kiosk.served import touch_table

MOST = 3


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("screen", "watched"), [(s, True) for s in words.OF] + [(s, False) for s in words.BY_HAND]
)
def test_help_is_three_short_sentences_at_most(
    screen: str, watched: bool, language: Language
) -> None:
    text = words.of(screen, watched=watched)
    assert text is not None
    said = text.in_language(language)
    sentences = re.findall(r"[^.!?]+[.!?]", said)
    assert "".join(sentences) == said
    assert 0 < len(sentences) <= MOST
    assert all(len(each.split()) <= 30 for each in sentences)


@pytest.mark.parametrize("source", ["none", "camera"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_help_of_the_table_says_what_holds_without_a_camera(
    source: SourceKind, language: Language
) -> None:
    by_itself = {"de": "erscheint hier von selbst", "en": "shows up here by itself"}[language]
    by_hand = {"de": "sieht keine Kamera zu", "en": "No camera is watching"}[language]
    with touch_table(Journal.in_memory(), source=source) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(StartDeal())
        table.do(LayCard(card("EA")))
        page = text(client_of(table, language).get("/"))
    said = page.partition('id="help"')[2].partition("</details>")[0]
    assert screen(page) == "table"
    assert (by_itself in said, by_hand in said) == (source == "camera", source == "none")
