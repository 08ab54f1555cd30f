"""docs/FAULTS.md, line by line: what the table says is what it says, and a test shows it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.shared_data import ROOT

PAGE = (ROOT / "docs/FAULTS.md").read_text("utf-8")
PARTS = ("engine", "firmware_bridge", "kiosk", "vision")
ELSEWHERE = {"system", "prove", "shared", "skip", "skipif", "xfail"}
"""Markers of tests that the ordinary run leaves out somewhere."""

Row = tuple[str, ...]


def table(heading: str) -> dict[str, Row]:
    """Return the rows below a heading, without their number, by it."""
    below = PAGE.split(f"\n## {heading}", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("| ").split(" | ") for line in below.splitlines() if line.startswith("| ")]
    return {number: tuple(rest) for number, *rest in rows[1:]}


GERMAN, ENGLISH, TESTS = table("Deutsch"), table("English"), table("Wo es geprüft wird")


@cache
def said() -> dict[str, frozenset[str]]:
    """Return every German sentence of the product with its English ones, places as three dots."""
    found: dict[str, set[str]] = {}
    for part in PARTS:
        for path in (ROOT / part).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "Text":
                    words = {each.arg: each.value for each in node.keywords}
                    match words.get("de"), words.get("en"):
                        case ast.Constant(value=str(german)), ast.Constant(value=str(english)):
                            found.setdefault(dotted(german), set()).add(dotted(english))
    script = (ROOT / "kiosk/static/alive.js").read_text("utf-8")
    pairs: dict[str, list[str]] = {}
    for key, sentence in re.findall(r'^ +(\w+): "(.+)",$', script, re.MULTILINE):
        pairs.setdefault(key, []).append(sentence)
    for german_one, english_one in pairs.values():
        found.setdefault(german_one, set()).add(english_one)
    return {german: frozenset(english) for german, english in found.items()}


def dotted(sentence: str) -> str:
    return re.sub(r"\{[^}]*\}", "…", sentence).strip()


def quoted(row: Row) -> list[str]:
    return re.findall(r"\*([^*]+)\*", " | ".join(row))


def test_every_fault_stands_in_both_languages_and_has_a_test() -> None:
    assert list(GERMAN) == list(ENGLISH) == list(TESTS) == [str(n + 1) for n in range(len(GERMAN))]
    assert all(len(row) == 4 and all(row) for row in (*GERMAN.values(), *ENGLISH.values()))


@pytest.mark.parametrize("number", GERMAN)
def test_what_the_table_sees_is_what_the_product_says(number: str) -> None:
    german, english = quoted(GERMAN[number]), quoted(ENGLISH[number])
    assert len(german) == len(english)
    for de, en in zip(german, english, strict=True):
        there = {other for words, others in said().items() if de in words for other in others}
        assert there, de
        assert any(en in words for words in there), en
    cites = GERMAN[number][1].startswith(("wie ", "nichts"))
    assert german or cites


@pytest.mark.parametrize("number", GERMAN)
def test_a_button_is_called_what_the_page_calls_it(number: str) -> None:
    german = re.findall("„([^“…]+)“", GERMAN[number][3])
    english = re.findall('["“]([^"”…]+)["”]', ENGLISH[number][3])
    assert len(german) == len(english)
    for de, en in zip(german, english, strict=True):
        assert any(en == other.removesuffix(" …") for other in _called(de)), (de, en)


def _called(button: str) -> set[str]:
    ways = (button, f"{button} …")
    return {other for words in ways for other in said().get(words, ())}


def test_the_way_in_tells_how_many_there_are() -> None:
    told = (ROOT / "docs/PLAY.md").read_text("utf-8")
    assert re.findall(r"(\d+) (?:Fälle|cases)", told) == [str(len(GERMAN))] * 2


@cache
def known_in(name: str) -> dict[str, frozenset[str]]:
    """Return a module's tests, each with its markers and the module's."""
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    of_module = {
        mark
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
        for mark in _marks([node.value])
    }
    return {
        node.name: frozenset({*of_module, *_marks(node.decorator_list)})
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def _marks(nodes: list[ast.expr]) -> set[str]:
    return set(re.findall(r"pytest\.mark\.(\w+)", " ".join(map(ast.unparse, nodes))))


@pytest.mark.parametrize("number", TESTS)
def test_a_test_shows_it_in_every_run(number: str) -> None:
    named = re.findall(r"`([^`]+)`", TESTS[number][0])
    ordinary = [each.split("::") for each in named if "::" in each]
    assert ordinary
    for name, test in ordinary:
        marks = known_in(name).get(test)
        assert Path(name).name.startswith("test_")
        assert marks is not None, test
        assert not marks & ELSEWHERE, (test, marks)
    for each in named:
        assert (ROOT / each.split("::")[0]).is_file(), each
