"""What comments and documents cite is there: the document, and in it the section.

A comment cites a section by number (`DESIGN 8`, `PAGES 2.3`, `RULES 0.12`), a field of the deal
file by name (DEAL_FILE, then the field in backticks), or a part of any document by path and heading
(docs/RULES.md, Detection).
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.shared_data import ROOT

FOLDERS = ("engine", "vision", "firmware_bridge", "kiosk", "models", "hardware", "tests")
SUFFIXES = {".py", ".css", ".html", ".js", ".sh", ".toml", ".c", ".h", ".scad"}
NUMBERED = ("DESIGN", "PAGES", "RULES")
"""Documents whose sections are cited by number."""

_NUMBER = r"\d+(?:\.\d+)?"
_NUMBERS = rf"{_NUMBER}(?:(?:,| and| to) {_NUMBER})*"
_CITED = re.compile(rf"(?<![\w/.|])({'|'.join(NUMBERED)})(?: ({_NUMBERS})|(?![\w/.]))")
_FIELD = re.compile(r"(?<![\w/.|])DEAL_FILE\b(?!\.md)(?:,? `([^`]+)`)?")
_PATH = re.compile(r"((?:\b[\w/]+/)?\b[A-Z_]{4,}\.md)`?(?:, ([A-Z][^.;:)]+))?")
_FOREIGN = re.compile(r"\b(?:KIOSK|VISION|HARDWARE|RULES|DESIGN) (?:sections?|points?|screens?) \d")
"""Numbers as other papers count them."""
_NAMED = re.compile(r"DESIGN|PAGES|RULES|DEAL_FILE|KIOSK|VISION|HARDWARE|\.md\b")


@cache
def said(path: Path) -> tuple[str, ...]:
    """Return the comments and strings of a Python file, all of any other, each on one line.

    All comments are one text, for a citation may go over the end of a line. A file that has no
    name of a document is not looked into.
    """
    text = path.read_text("utf-8")
    if not _NAMED.search(text):
        return ()
    return tuple(_texts(text)) if path.suffix == ".py" else (_flat(text),)


def _texts(text: str) -> Iterator[str]:
    comments: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comments.append(token.string.lstrip("#"))
        elif token.type == tokenize.STRING:
            yield _flat(token.string)
    yield _flat(" ".join(comments))


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def files() -> list[Path]:
    found = [ROOT / "Makefile", ROOT / "pyproject.toml"]
    for folder in FOLDERS:
        found += (path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)
    return [path for path in found if "vendor" not in path.parts and path != Path(__file__)]


DOCUMENTS = [
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *(each for name in ("docs", "hardware", "models") for each in (ROOT / name).rglob("*.md")),
    )
]


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


@cache
def headings(path: str) -> tuple[str, ...]:
    return tuple(re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE))


@cache
def numbers(name: str) -> frozenset[str]:
    """Return the sections of a document that are cited by number: headings and rows of tables."""
    text = text_of(f"docs/{name}.md")
    if name == "RULES":
        text = text[text.index("## Readings by number") :]
    rows = re.findall(r"^\| (\d+\.\d+) \|", text, re.MULTILINE)
    return frozenset((*rows, *re.findall(r"^#+ (\d+)\.? ", text, re.MULTILINE)))


def wrong(text: str) -> Iterator[str]:
    """Yield what a text cites that is not there."""
    yield from _FOREIGN.findall(text)
    for name, cited in _CITED.findall(text):
        listed = re.findall(_NUMBER, cited)
        if not listed and name == "DESIGN":
            yield f"{name} without a section"
        yield from (f"{name} {each}" for each in listed if each not in numbers(name))
    for field in _FIELD.findall(text):
        if not field or f"`{field}`" not in text_of("docs/DEAL_FILE.md"):
            yield f"DEAL_FILE, {field or 'no field'}"
    for path, heading in _PATH.findall(text):
        named = [each for each in DOCUMENTS if each == path or each.endswith(f"/{path}")]
        if not named:
            yield path
        elif heading and not heading.startswith(headings(named[0])):
            yield f"{path}, {heading}"


def test_every_citation_names_a_document_and_section_that_exist() -> None:
    texts = [(path, text) for path in files() for text in said(path)]
    found = [
        (path.relative_to(ROOT).as_posix(), *told)
        for path, text in texts
        if (told := [*wrong(text)])
    ]
    assert found == []
    for cited in (*(f"{name} \\d" for name in NUMBERED), "DEAL_FILE, `"):
        assert any(re.search(cited, text) for _, text in texts), cited


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(DESIGN 99)", ["DESIGN 99"]),
        ("as in DESIGN: millimetres", ["DESIGN without a section"]),
        ("(RULES 0.12 and 0.99)", ["RULES 0.99"]),
        ("(HARDWARE section 3)", ["HARDWARE section 3"]),
        ("(DEAL_FILE, `plys`)", ["DEAL_FILE, plys"]),
        ("`docs/DEALS.md`", ["docs/DEALS.md"]),
        ("(docs/RULES.md, Detektion)", ["docs/RULES.md, Detektion"]),
        ("(DESIGN 7 and 8), (RULES 0.3 to 0.5), (docs/RULES.md, Detection)", []),
        ("(DEAL_FILE, `plays`), hardware/PROTOCOL.md", []),
    ],
)
def test_what_is_not_there_is_found(text: str, told: list[str]) -> None:
    assert [*wrong(text)] == told


def anchor(heading: str) -> str:
    """Return what a heading is called in a link."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(document: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        path, _, part = target.partition("#")
        if "://" in path:
            continue
        file = (ROOT / document).parent / path if path else ROOT / document
        assert file.exists(), target
        if part:
            named = file.resolve().relative_to(ROOT.resolve()).as_posix()
            assert part in {anchor(each) for each in headings(named)}, target
