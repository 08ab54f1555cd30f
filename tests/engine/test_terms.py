"""One word for one thing in each language, in every sentence people read (docs/GLOSSARY.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from engine.games import GAMES
from engine.options import Choice, Whole
from engine.rules.house_rules import rules_from
from engine.text import PlainError
from tests.shared_data import ROOT

GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text("utf-8")
OTHER_WORDS = {
    "en": {
        "Schöne": "Beauty",
        "Hochzeit": "wedding",
        "Gefreite": "Private",
        "Preuße": "Prussian",
        "Muss-Spiel": "Must game",
        "Laufender": "Laufende",
        "normal game": "call game",
        "Call Game": "Call game",
        "must game": "Must game",
        "ample evening": "demonstration",
        "filmed evening": "demonstration",
        "Take home": "Save & share",
        "looks on": "watches",
        "looking on": "watching",
        "Course": "Chart",
    },
    "de": {
        **{"Sauspiel": "Rufspiel", "je Laufend": "für jeden Laufenden", " Wedding": "Hochzeit"},
        **{"Normalspiel": "Rufspiel", "Alarm": "Befund", "Beispielabend": "Vorführung"},
        **{"gefilmter Abend": "Vorführung", "Tischschiedsrichter": "Tischrichter"},
    },
}
"""What another word for a thing is, and ours."""


def words(node: ast.expr) -> str:
    """Return what a sentence says; an empty place for what is put into it."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(words(each) for each in node.values)
    if isinstance(node, ast.BinOp):
        return words(node.left) + words(node.right)
    return ""


@cache
def texts() -> tuple[tuple[str, str, str], ...]:
    """Return place, German and English of every sentence of the program."""
    return tuple(_texts())


def _texts() -> Iterator[tuple[str, str, str]]:
    for folder in ("engine", "kiosk"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text":
                    said = {each.arg: words(each.value) for each in node.keywords}
                    place = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield place, said.get("de", ""), said.get("en", "")


@pytest.mark.parametrize("language", OTHER_WORDS)
def test_no_sentence_has_another_word_for_a_thing(language: str) -> None:
    assert len(texts()) > 1000
    found = [
        (place, other, ours)
        for place, de, en in texts()
        for other, ours in OTHER_WORDS[language].items()
        if other in (de if language == "de" else en)
    ]
    assert found == []


def test_no_sentence_cites_a_number_of_our_own_papers() -> None:
    numbers = re.compile(r"\b(RULES|DESIGN|PAGES) \d")
    assert [each for each in texts() if numbers.search(each[1] + each[2])] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_is_called_as_in_the_glossary(game: str) -> None:
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in GLOSSARY.splitlines()
        if row.startswith("| ")
    ]
    kinds = {kind: row for row in rows if len(row) == 5 for kind in re.findall(r"`(\w+)`", row[2])}
    told = 0
    for kind, row in kinds.items():
        try:
            headline = GAMES[game].verdict_words(kind).headline
        except KeyError:
            continue
        told += 1
        for said, cell in ((headline.de, row[0]), (headline.en, row[1])):
            assert said in [each.strip() for each in re.split(r"[,(]", cell)], (kind, said, cell)
    assert told > 4


def test_the_rulebook_s_sie_is_an_it_and_stands_in_quotes() -> None:
    german = [(place, de) for place, de, _ in texts()]
    wrong = re.compile(r"\b(eine|einer|gewonnene|gewonnener) „?Sie\b|\b(ein|einem|das) Sie\b")
    assert [each for each in german if wrong.search(each[1])] == []
    assert any("ein „Sie“" in de for _, de in german)


def test_how_many_cards_umspielen_takes_is_said_for_every_number_of_people() -> None:
    spec = next(each for each in GAMES["mehrkopf"].options if each.name == "umspielen_min")
    said = spec.kind.meanings["computed"]
    assert "zu viert und zu fünft 4, zu sechst 5, in der kurzen Karte 2" in said.de
    assert "4 with four and five players, 5 with six, 2 with the short deck" in said.en


def test_a_number_that_is_the_only_one_is_said_alone() -> None:
    with pytest.raises(PlainError) as caught:
        rules_from({"picker_share": 3}, "sheepshead")
    assert caught.value.text.en.endswith('it must be 2 or "rest".')
    assert caught.value.text.de.endswith('erwartet ist 2 oder "rest".')
    assert Whole(2, 2).expected().en == "2"
    assert Choice({"full": Whole(1, 2).expected()}).expected().de == '"full"'
