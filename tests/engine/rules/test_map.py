"""docs/RULES.md: it names every rule's test and nothing else, and accounts for every line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.rules.house_rules import from_toml
from tests.shared_data import ROOT, shared_path

FOLDER = Path(__file__).parent
MAP = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
MODULES = sorted(FOLDER.glob("test_*.py"))
NAMED = re.compile(r"`(\w+)::(\w+)`")
DOCUMENTS = {
    "DE": "mehrkopf-rules-de.txt",
    "EN": "mehrkopf-rules-en.txt",
    "AB": "bavarian-schafkopf-appendix-b.txt",
    "PG": "sheepshead.txt",
    "BK": "bierkopf.txt",
}
SECTIONS = {
    "DE": (
        "Kartenwerte|Ziel des Spiels|Grundlagen|Spielansage|Stiche|Abrechnung|Normalspiel"
        "|Spielarten|Solospiel|Toutspiel|Muss-Spiel|Sie|Hochzeit"
        "|3 Spieler|2 Spieler|6 Spieler|4 Spieler"
        "|5 Spieler|7 Spieler|Schafkopf-Sprache|Besonderheiten entsprechend"
    ),
    "EN": (
        "Card values|Game objective|The basics|Bidding|Trick taking|Settling the score|Game modes"
        "|Tout game|Sie game|Must Spiel|Wedding game|Ramsch game|3 players|2 players|6 players"
        "|4 players|5 players|7 players|The language|Variations according to"
    ),
    "AB": (
        "1.1 Game Types|1.2 Meaning and Rank of the Cards|2.1 Bidding|2.2 Calling a Partner"
        "|3.1 Following suit|4.1 Strike and Counterstrike|1. Additions|2. Instructions for Play"
        "|3. Game Mechanics"
    ),
    "PG": (
        "Essential (and Common) Rules|First, the Deck|The Art of the Deal|Pick and Win"
        "|Identifying a Partner|Keeping Score|Playing a hand|Two player rules|Six player rules"
        "|Seven player rules|Dealer forced to pick|Doublers|Crack and Recrack"
    ),
    "BK": "Bierkopf",
}
"""The headings of each document's text."""


def table(document: str) -> list[list[str]]:
    """Return the rows of a document's table: lines, section, rule, test."""
    (part,) = re.findall(rf"^### {document}: .*?(?=^##)", MAP, re.MULTILINE | re.DOTALL)
    rows = [line for line in part.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def named_in(module: Path) -> set[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node.name.removeprefix("test_") for node in functions if node.name.startswith("test_")}


TESTS = {
    (module.stem.removeprefix("test_"), name)
    for module in MODULES
    if module.stem != "test_map"
    for name in named_in(module)
}


def test_every_test_the_map_names_is_there() -> None:
    assert set(NAMED.findall(MAP)) - TESTS == set()


def test_every_rule_test_is_in_the_map() -> None:
    assert TESTS - set(NAMED.findall(MAP)) == set()


def test_the_example_of_a_house_rules_file_is_one() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", MAP, re.DOTALL)
    named = from_toml(example, "the example")
    assert named.rules.options["laufende_min"] == {"wenz": 2, "default": 3}


@pytest.mark.parametrize("name", GAMES)
def test_every_house_rule_has_its_decision(name: str) -> None:
    decisions = MAP[MAP.index("## Decisions") : MAP.index("Readings that are no option")]
    told = set(re.findall(r"`(\w+)`", decisions))
    assert {spec.name for spec in GAMES[name].options} - told == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_rule_test_names_its_source(module: Path) -> None:
    if module.stem == "test_map":
        return
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            said = ast.get_docstring(node) or ""
            assert re.match(r"(DE|EN|AB|PG|BK|RULES|DESIGN|DEAL_FILE)", said), node.name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_row_without_a_test_says_why(document: str) -> None:
    for lines, _, rule, test in table(document):
        if test == "open":
            continue
        assert NAMED.findall(test) or "no rule" in rule or "not judged" in rule, (document, lines)


@pytest.mark.shared
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_line_of_the_document_is_accounted_for(document: str) -> None:
    covered: set[int] = set()
    for row in table(document):
        first, _, last = row[0].partition("–")
        covered |= set(range(int(first), int(last or first) + 1))
    text = shared_path().parent / "seeds" / DOCUMENTS[document]
    lines = text.read_text(encoding="utf-8").splitlines()
    written = {number for number, line in enumerate(lines, start=1) if line.strip()}
    assert written - covered == set()
    assert max(covered) <= len(lines)


@pytest.mark.shared
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_heading_of_the_document_has_its_rows(document: str) -> None:
    text = shared_path().parent / "seeds" / DOCUMENTS[document]
    flat = re.sub(r"\s+", " ", text.read_text(encoding="utf-8"))
    for heading in SECTIONS[document].split("|"):
        assert heading in flat
        assert any(row[1].startswith(heading) for row in table(document)), heading
