"""What the documents owe their readers: one step from the README, both languages, true words."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kiosk.words
from engine.text import LANGUAGES, Text
from kiosk.words import start
from kiosk.words.camera_setup import ANOTHER, PLACE
from kiosk.words.phone_camera import TURN_ON
from tests.documents.site import BUILT, FIRST, lay_out, reached, written
from tests.shared_data import ROOT

READERS = ("PLAY", "BUILD", "DEVELOP", "START", "COMMANDS", "SECURITY")
FILM = ROOT / "docs" / "film.webp"
LARGEST_FILM = 2_000_000


def halves(name: str) -> list[str]:
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    return text.split("\n## English\n")


def test_every_document_is_reached_from_the_readme() -> None:
    documents, _ = reached()
    there = {path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md")}
    assert there - documents == set()
    assert Path("hardware/guide/bauen.md") in documents


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_is_one_step_from_the_readme_in_both_languages(reader: str) -> None:
    german, english = (ROOT / "README.md").read_text("utf-8").split("\n## English\n")
    assert f"](docs/{reader}.md)" in german
    assert f"](docs/{reader}.md" in english


PAGES = ("language", "camera", "people")
"""Pages of the program that docs/START.md shows, drawn by `tests.kiosk.first_evening`."""


@pytest.mark.parametrize("name", ["PLAY", "BUILD", "DEVELOP", "START", "SECURITY"])
def test_both_halves_lead_to_the_same_places(name: str) -> None:
    same = {
        "guide/bauen.md": "guide/build.md",
        "#1-imager": "#1-the-imager",
        # A picture of a page of the program is in the half's language.
        **{f"start/{page}-de.webp": f"start/{page}-en.webp" for page in PAGES},
    }
    german, english = (re.findall(r"\]\(([^)\s]+)\)", half) for half in halves(name))
    for there, here in same.items():
        german = [link.replace(there, here) for link in german]
    assert german == english
    assert german


def said() -> Iterator[Text]:
    """Yield every text of kiosk.words."""
    for module in pkgutil.iter_modules(kiosk.words.__path__):
        for value in vars(importlib.import_module(f"kiosk.words.{module.name}")).values():
            for each in value.values() if isinstance(value, dict) else (value,):
                if isinstance(each, Text):
                    yield each


@pytest.mark.parametrize("name", ["PLAY", "START"])
def test_a_button_is_named_as_the_page_names_it(name: str) -> None:
    texts = [*said()]
    german, english = halves(name)
    for half, quoted, known in (
        (german, r"„([^“]+)“", {text.de for text in texts}),
        (english, r"“([^”]+)”", {text.en for text in texts}),
    ):
        named = {" ".join(each.split()) for each in re.findall(quoted, half)} - {
            "?",
            "nicht bedient",
        }
        assert len(named) > 8
        assert named - known == set()


def test_the_film_is_short_small_and_moves() -> None:
    """Read from the file itself: GitHub shows it, and so does every browser."""
    data = FILM.read_bytes()
    assert len(data) < LARGEST_FILM
    assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
    lengths = [
        int.from_bytes(data[at + 20 : at + 23], "little")
        for at in (found.start() for found in re.finditer(b"ANMF", data))
    ]
    assert len(lengths) > 20
    assert 14_000 <= sum(lengths) <= 16_000


def test_the_readme_begins_with_the_film_and_says_what_is_in_it() -> None:
    first = (ROOT / "README.md").read_text("utf-8").split("\n\n")[1]
    words, to = re.fullmatch(r"!\[(.+)\]\((.+)\)", first, re.S).groups()  # type: ignore[union-attr]
    assert (ROOT / to) == FILM
    for what in ("Karten", "Laufende", "nicht bedient", "beweisen"):
        assert what in words


def test_a_folder_is_no_link_on_the_site_and_code_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "with").mkdir()
    inner = Path("with", FIRST)
    (tmp_path / inner).write_text("# With\n", "utf-8")
    page = f"[a](there), [b](with/), [c]({inner}), `[d](there)`, [e](#e), ![f](f.svg)\n"
    page += "\n1. one\n   - below\n"
    (tmp_path / FIRST).write_text(page, "utf-8")
    monkeypatch.setattr("tests.documents.site.ROOT", tmp_path)
    changed = page.replace("[a](there)", "a").replace("[b](with/)", f"[b]({inner})")
    changed = changed.replace("   - ", "    - ")
    assert written(FIRST) == changed
    assert reached() == ({FIRST, inner}, set())


def test_the_site_has_every_document_and_what_it_shows(tmp_path: Path) -> None:
    documents, files = reached()
    lay_out(tmp_path)
    laid = {path.relative_to(tmp_path / "pages") for path in (tmp_path / "pages").rglob("*")}
    assert documents | files <= laid
    listed = set(re.findall(r"[\w/-]+\.md", (tmp_path / "mkdocs.yml").read_text("utf-8")))
    assert {Path(name) for name in listed} <= documents
    wanted = {page for page in documents if page.parts[0] in ("docs", "hardware")}
    assert {page.as_posix() for page in wanted} - listed == {"hardware/controller/README.md"}
    assert BUILT.is_relative_to(ROOT / "build")


def test_the_first_steps_hold_on_a_laptop_that_has_a_camera_and_for_a_phone() -> None:
    for half, turn_on, another in zip(
        halves("START"),
        (f"„{TURN_ON.de}“", f"“{TURN_ON.en}”"),
        (f"„{ANOTHER.de}“", f"“{ANOTHER.en}”"),
        strict=True,
    ):
        assert turn_on in half
        assert another in half
        assert "`.venv/bin/mehrkopf camera check`" in half
        assert '`make run ARGS="--source phone"`' in half


def test_the_first_deal_asks_in_the_order_of_the_walk() -> None:
    questions = (
        *(start.WHAT_TODAY, start.SET_UP, start.WITH_CAMERA),
        *(start.WHICH_DECK, start.WHO_SITS, start.WHO_DEALS),
    )
    for half, language in zip(halves("START"), LANGUAGES, strict=True):
        first_deal = re.sub(r"!\[.*?\)", "", half.split("\n### 4 ")[1])
        at = [first_deal.index(words.in_language(language)) for words in questions]
        assert at == sorted(at)
        # A camera at a slant sees no square: its corners are marked before the deck is enrolled.
        for words in (start.SET_CAMERA, PLACE):
            assert words.in_language(language) in first_deal


def test_what_a_slower_pi_takes_is_one_figure_everywhere() -> None:
    assert "| 0.09–0.10 s | 0.2–0.4 s |" in (ROOT / "docs" / "DEVICES.md").read_text("utf-8")
    for half, figure in zip(halves("START"), ("0,2 bis 0,4 s", "0.2 to 0.4 s"), strict=True):
        guide = "bauen" if "," in figure else "build"
        assert figure in half
        assert figure in (ROOT / "hardware" / "guide" / f"{guide}.md").read_text("utf-8")
