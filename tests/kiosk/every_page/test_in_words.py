"""What reaches a person is in words: no value as the program writes it down, no key, no citation.

House rules of every game, the files to take home, the replay's file and each sentence the program
holds, in both languages; `test_every_page` and `test_language` ask the same of pages and phones.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

import pytest

from engine.games import GAMES
from engine.text import Language, Text
from kiosk.exports.files import KINDS, Source
from kiosk.screens.evening_list import book
from kiosk.screens.house_rules import RulesDraft
from kiosk.web.evening.replay import evening_html
from tests.kiosk.cli import Cli
from tests.kiosk.every_page.in_words import CITED, KEY, WRITTEN_DOWN, unworded
from tests.kiosk.every_page.test_language import texts
from tests.kiosk.exports.evenings import GENERATED, state_of
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of
from tests.kiosk.replay.evenings import an_evening, library_of

LANGUAGES: tuple[Language, ...] = ("de", "en")


class Words(HTMLParser):
    """Collects what a page says, whichever language a part of it is in."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = False
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        told = dict(attrs)
        self.said += [told[name] or "" for name in ("aria-label", "alt", "title") if name in told]

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._silent:
            self.said.append(" ".join(data.split()))


def wrong_in(said: Iterable[str]) -> dict[str, list[str]]:
    return {each: found for each in said if (found := unworded(each))}


def rule_pages(game: str) -> Iterator[str]:
    """Yield the address of every theme, rule and part of a rule of a game."""
    for preset in GAMES[game].presets:
        draft = RulesDraft(game, {"preset": preset.name})
        for number, theme in enumerate(draft.themes()):
            yield draft.href(theme=str(number))
            for told in theme.rules:
                yield draft.href(option=told.name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_in_words(game: str, language: Language) -> None:
    client = client_of(FakeDoor(), language)
    said: dict[str, None] = {}
    pages = 0
    for address in rule_pages(game):
        answer = client.get(address)
        assert answer.status_code == 200, address
        said |= dict.fromkeys(Words(answer.get_data(as_text=True)).said)
        pages += 1
    assert pages > 10
    assert len(said) > 40
    assert wrong_in(said) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_tells_the_rules_in_words(cli: Cli, game: str, language: Language) -> None:
    """Each option's key stands there on purpose: it is what a file of house rules says."""
    for preset in GAMES[game].presets:
        said = cli("--lang", language, "rules", preset.name)
        assert (said.status, said.error) == (0, "")
        lines = [line for line in said.out.splitlines() if not KEY.fullmatch(line.strip())]
        assert {line: f for line in lines if (f := _but_keys(line))} == {}


def _but_keys(line: str) -> list[str]:
    return [each[0] for rule in (WRITTEN_DOWN, CITED) for each in rule.finditer(line)]


TABLES = [key for key, kind in KINDS.items() if kind.ending in ("xlsx", "zip", "csv", "svg")]
"""The files that people open; the others are for programs, and say names as these have them."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("evening", GENERATED)
def test_every_file_to_take_home_is_in_words(evening: str, language: Language) -> None:
    state = state_of(GENERATED[evening])
    source = Source(book(state), state, language)
    for key in TABLES:
        said = [each for part in _texts(KINDS[key].make(source)) for each in Words(part).said]
        cells = [cell for each in said for cell in re.split(r"[;\n]", each)]
        assert cells
        assert wrong_in(cells) == {}, key
    for line in KINDS["mkn"].make(source).decode().splitlines():
        assert not WRITTEN_DOWN.search(line), line


def _texts(content: bytes) -> Iterator[str]:
    """Yield what a file holds as text, of a packed one each of its files."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        yield content.decode("utf-8")
        return
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for name in packed.namelist():
            if name.endswith((".csv", "sharedStrings.xml", "workbook.xml")) or "/sheet" in name:
                yield packed.read(name).decode("utf-8")


def test_no_sentence_cites_a_document_by_section() -> None:
    held = [each for text in texts() for each in (text.de, text.en)]
    assert len(held) > 4000
    assert [each for each in held if WRITTEN_DOWN.search(each) or CITED.search(each)] == []


@pytest.mark.parametrize("evening", ["cards", *GENERATED])
def test_the_replay_to_send_is_in_words(evening: str) -> None:
    library = library_of(an_evening() if evening == "cards" else GENERATED[evening])
    tape = library.tape("1")
    assert tape is not None
    written = evening_html(tape, library)
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', written, re.S)
    assert found is not None
    lines = json.loads(found[1])["lines"]
    said = dict.fromkeys((*Words(written).said, *Words("\n".join(lines)).said))
    assert len(said) > 40
    assert wrong_in(said) == {}


@pytest.mark.parametrize("value", [Text(de="ja", en="yes"), object(), None, {"de": "ja"}, ("ja",)])
def test_a_value_nobody_put_into_words_is_found(value: object) -> None:
    assert unworded(str(value))


@pytest.mark.parametrize(
    "said",
    ["Tone.ALERT", "Quelle: RULES 0.12", "AB 1", "DE Abrechnung", "must_trump", "Preis: None"],
)
def test_keys_members_and_citations_are_found(said: str) -> None:
    assert unworded(said)


@pytest.mark.parametrize(
    "said",
    ["Toni (Eichel-Ober)", "Bayerischer Schafkopf, Anhang B, 2.1", "None of them", "Resi, EO, AB"],
)
def test_words_are_let_pass(said: str) -> None:
    assert unworded(said) == []
