"""No page mixes the languages: all that is German on one is English on the other.

Nor does one show what nobody put into words (`in_words`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest

from engine.text import Language, Text
from kiosk.director.seen_plays import latest
from kiosk.web import live
from kiosk.words.phones import NOBODY
from tests.kiosk.every_page.in_words import unworded
from tests.kiosk.every_page.states import STATES, house
from tests.kiosk.fair.crawl import addresses, crawl

OTHER: dict[Language, Language] = {"de": "en", "en": "de"}
ALIKE = 2
"""Pages opened of those whose address differs by a number alone."""
SHORTEST = 6
"""Letters of a piece that tells its language: shorter ones stand in words of the other."""
_PLACE = re.compile(r"\{[^}]*\}")
_SAID = ("alt", "title", "placeholder", "aria-label", "data-play", "data-pause")
_SILENT = frozenset({"script", "style"})
_EMPTY = frozenset({"meta", "link", "input", "br", "img", "use", "rect", "line", "path", "hr"})
_PRODUCT = frozenset({"engine", "vision", "firmware_bridge", "kiosk"})
_ISO = re.compile(r"\b20\d\d-\d\d-\d\d\b")


class Reader(HTMLParser):
    """Collects what a page says in its own language; parts marked as another's are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.language = given.get("lang") or ""
        foreign = given.get("lang") not in (None, self.language)
        if not (foreign or self._quiet()):
            self.said += [value for name in _SAID if (value := given.get(name))]
        if tag not in _EMPTY:
            self._open.append((tag, foreign or tag in _SILENT))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            continue

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._quiet():
            self.said.append(" ".join(data.split()))

    def _quiet(self) -> bool:
        return any(silent for _, silent in self._open)


def texts() -> Iterator[Text]:
    """Yield every sentence the program's modules hold, by now.

    Not those that were filled in meanwhile: they say names, which belong to no language.
    """
    seen: set[int] = set()
    held: list[object] = []
    for name, module in list(sys.modules.items()):
        if _ours(name):
            held += vars(module).values()
    while held:
        each = held.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Text):
            yield each
        held += _inside(each)


def _ours(module: str) -> bool:
    return module.partition(".")[0] in _PRODUCT


def _inside(each: object) -> Iterable[object]:
    """Return what a value of a module holds in turn."""
    if isinstance(each, dict):
        return (*each, *each.values())
    if isinstance(each, (list, tuple, set, frozenset)):
        return tuple(each)
    owner = each if isinstance(each, type) else type(each)
    if not _ours(owner.__module__):
        return ()
    if is_dataclass(each) and not isinstance(each, type):
        return tuple(getattr(each, one.name, None) for one in fields(each))
    return tuple(getattr(each, "__dict__", {}).values())


def pieces(language: Language) -> dict[str, str]:
    """Return what only this language says: pieces of sentences, each with its sentence."""
    known = tuple(texts())
    whole = {each.in_language(OTHER[language]).lower() for each in known}
    others = "\n".join(sorted(whole))
    found: dict[str, str] = {}
    for each in known:
        said = each.in_language(language)
        for piece in _PLACE.split(said):
            told = " ".join(piece.split()).strip(' .,:;!?·–„“"()').lower()
            if len(told) >= SHORTEST and told not in others and told not in _ENDONYMS:
                found[told] = said
    return found


_ENDONYMS = frozenset({"deutsch", "english"})
"""A language is offered by its own name, on pages of either language."""


def pages(folder: Path, state: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every page a table in this state has, for the kiosk and for phones."""
    with house(folder, state, language) as there:
        deal = latest(there.table.view().state)
        records = () if deal is None else (deal.record,)
        seqs = () if deal is None else deal.seqs[-2:]
        for app in (there.kiosk, there.guests):
            for address, said in crawl(app, addresses(app, records, seqs), ALIKE).items():
                kind = dict(said.headers).get("Content-Type", "")
                if 300 <= said.status < 400 or "lang=" in address:
                    continue
                if "Content-Disposition" in dict(said.headers):
                    continue  # the evening as a file is told in both languages on purpose
                if kind.startswith("text/html"):
                    yield f"{app.import_name} {address}", said.body


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SHORTEST_GAP", 0.0)


def check(folder: Path, language: Language, states: Iterable[str]) -> None:
    """Open every page of a table in these states and look for words of the other language."""
    said: dict[str, str] = {}
    opened = 0
    for state in states:
        for address, body in pages(folder, state, language):
            reader = Reader()
            reader.feed(body)
            opened += 1
            assert "<html" not in body or reader.language == language, address
            said |= {each: address for each in reader.said if each not in said}
    assert len(said) > 300
    assert foreign_words(said, language) == {}
    assert [each for each in said if _ISO.search(each)] == []
    assert {each: where for each, where in said.items() if unworded(each)} == {}
    assert opened > 60


def foreign_words(said: dict[str, str], language: Language) -> dict[str, tuple[str, list[str]]]:
    """Return what holds words of the other language, of what was said where: where, and which."""
    foreign = pieces(OTHER[language])
    assert len(foreign) > 1000
    wrong = {each: (address, _words(each.lower(), foreign)) for each, address in said.items()}
    return {each: found for each, found in wrong.items() if found[1]}


def test_only_what_the_program_holds_tells_a_language() -> None:
    filled = Text(de="{name} schaut zu", en="{name} looks on").format(name="Waldtraud")
    assert "waldtraud" not in " ".join((*pieces("de"), *pieces("en")))
    assert filled not in texts()
    assert NOBODY in texts()


def test_a_word_of_the_other_language_is_found() -> None:
    foreign = pieces("en")
    assert _words("gerade schaut niemand zu.", foreign) == []
    assert NOBODY.en.lower().strip(".") in _words(NOBODY.en.lower(), foreign)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_says_anything_in_the_other_language(tmp_path: Path, language: Language) -> None:
    check(tmp_path, language, ("playing",))


@pytest.mark.prove
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_page_at_any_time_says_anything_in_the_other_language(
    tmp_path: Path, language: Language
) -> None:
    check(tmp_path, language, STATES)


def _words(told: str, foreign: dict[str, str]) -> list[str]:
    """Return which foreign pieces stand in what was said, as whole words."""
    return [
        piece
        for piece in foreign
        if piece in told and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", told)
    ]
