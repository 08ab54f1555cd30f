"""Guides, check-list and sign: both languages whole, and what they promise is so."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from hardware.tools.paper import FOCUS, SIGN_SHEETS
from hardware.tools.parts import Level, Need, Way, euros, read_parts, total
from hardware.tools.places import GUIDE, HARDWARE, SIGNS, WIRING
from kiosk.words import camera_setup
from kiosk.words.camera import CAMERA_OFF
from kiosk.words.menu import CAMERA as CAMERA_AND_DECK
from tests.hardware.tools import tool

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from engine.text import Language

README = (HARDWARE / "README.md").read_text("utf-8")
BENCH = (HARDWARE / "BENCH.md").read_text("utf-8")
MILLIMETRE = 96 / 25.4
"""Pixels of a browser."""
SIZES = {"sign-a5": (148, 210), "tent-a4": (210, 297)}


def test_the_readme_rounds_the_costs_of_the_list() -> None:
    for level in Level:
        rows = re.findall(rf"^\| {level.value} [^|]*\|[^|]*?(\d+)", README, re.MULTILINE)
        exact = total(read_parts(), (level,), (Need.NEEDED, Need.RECOMMENDED))
        assert [int(row) for row in rows] == [round(exact)] * 2, level


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("way", Way)
def test_what_each_way_to_the_light_costs_more_stands_where_its_price_does(
    way: Way, language: Language
) -> None:
    parts, needs = read_parts(), (Need.NEEDED, Need.RECOMMENDED)
    light, box = Level.LIGHT, Level.BOX
    sums = {
        Way.WLED: [total(parts, (light,), needs), next(p.cost for p in parts if p.id == "T42")],
        Way.NANO: [
            total(parts, levels, needs, Way.NANO) for levels in ((light,), (light, box), Level)
        ],
    }
    guide = GUIDE / ("bauen.md" if language == "de" else "build.md")
    for path in (guide, HARDWARE / "parts" / "PARTS.md"):
        prose = re.sub(r"<!-- table.*?<!-- end -->", "", path.read_text("utf-8"), flags=re.DOTALL)
        for amount in sums[way]:
            assert euros(amount, language) in prose, path.name


def test_the_readme_is_whole_in_both_languages() -> None:
    german, english = README.split("**English.**")
    links = re.compile(r"\]\(((?:parts|guide|signs)/[^)]+|BENCH\.md)\)")
    in_german = [link for link in links.findall(german) if not link.endswith(".png")]
    same = {"guide/bauen.md": "guide/build.md"}
    assert [same.get(link, link) for link in in_german] == links.findall(english)[: len(in_german)]


def test_both_guides_have_the_same_steps_pictures_parts_and_commands() -> None:
    texts = [(GUIDE / name).read_text("utf-8") for name in ("bauen.md", "build.md")]
    for pattern in (
        r"^(#+) (\d)? ?",
        r"\]\((pictures/[^)]+|\.\./wiring/[^)]+)\)",
        r"^( *)- \[ \] ",
        r"^ *((?:sudo|make) [^#\n]*\S)",
    ):
        german, english = (re.findall(pattern, text, re.MULTILINE) for text in texts)
        assert german == english, pattern
        assert german
    german_parts, english_parts = ({*re.findall(r"\bT\d\d\b", text)} for text in texts)
    assert german_parts == english_parts


def figures(text: str) -> list[list[str]]:
    """Return the figures of each of a guide's sections and numbered steps, sorted."""
    prose = re.sub(r"<!-- table.*?<!-- end -->|^```.*?^```", "", text, flags=re.DOTALL | re.M)
    prose = re.sub(r"(?<=\d),(?=\d)", ".", re.sub(r"\]\([^)]*\)", "]", prose))
    pieces = re.split(r"^(?=##|\d\. |- \[ \])", prose, flags=re.MULTILINE)
    return [sorted(re.findall(r"\d+(?:\.\d+)?", piece)) for piece in pieces]


def parts_in_order(text: str) -> list[list[str]]:
    """Return which parts each section and numbered step names."""
    pieces = re.split(r"^(?=##|\d\. |- \[ \])", text, flags=re.MULTILINE)
    return [sorted(set(re.findall(r"\bT\d\d\b", piece))) for piece in pieces]


def test_both_guides_say_the_same_figures_and_parts_step_by_step() -> None:
    german, english = ((GUIDE / name).read_text("utf-8") for name in ("bauen.md", "build.md"))
    assert parts_in_order(german) == parts_in_order(english)
    assert figures(german) == figures(english)
    assert len(figures(german)) > 30
    assert figures(german) != figures(english.replace("330 Ω", "300 Ω"))


@pytest.mark.parametrize("name", ["camera.md", "power.md"])
def test_both_halves_of_a_page_say_the_same_figures_and_parts(name: str) -> None:
    german, english = (GUIDE / name).read_text("utf-8").split("\n## English\n")
    german = german.split("## Deutsch", 1)[1]
    pictures = r"!\[[^\]]*\]\([^)]*\)\n"
    german, english = (re.sub(pictures, "", text) for text in (german, english))
    assert sorted(chain(*figures(german))) == sorted(chain(*figures(english)))
    assert sorted(re.findall(r"\bT\d\d\b", german)) == sorted(re.findall(r"\bT\d\d\b", english))


@pytest.mark.parametrize("name", ["camera.md", "power.md"])
def test_a_page_in_two_halves_has_its_tables_in_both(name: str) -> None:
    german, english = (GUIDE / name).read_text("utf-8").split("\n## English\n")
    tables = re.compile(r"<!-- table: ([\w]+)-(?:de|en) -->")
    assert tables.findall(german) == tables.findall(english)
    assert tables.findall(german)


def test_every_step_is_one_action_with_a_box_and_most_say_what_is_seen_next() -> None:
    for name in ("bauen.md", "build.md"):
        text = (GUIDE / name).read_text("utf-8")
        steps = re.split(r"^- \[ \] ", text, flags=re.MULTILINE)[1:]
        assert len(steps) > 40
        assert sum("→" in step for step in steps) > 0.85 * len(steps), name


@pytest.mark.parametrize(("guide", "language"), [("bauen", "de"), ("build", "en")])
def test_the_table_is_measured_by_the_sheet_and_its_pages_are_named(
    guide: str, language: Language
) -> None:
    """From where the guide hangs the camera the table's corners are not in the picture."""
    text = (GUIDE / f"{guide}.md").read_text("utf-8")
    text = " ".join(re.sub("[„“”]", '"', text).split())
    menu, page, *rest = (
        f'"{words.in_language(language)}"'
        for words in (
            CAMERA_AND_DECK,
            camera_setup.CAMERA,
            camera_setup.PLACE,
            camera_setup.BY_SHEET,
            camera_setup.SHEET_PDF,
            camera_setup.ALL_GOOD,
            camera_setup.SWITCH_ON,
        )
    )
    assert text.count(f"{menu}, {page}, ") >= 3
    for words in rest:
        assert words in text, words


def test_what_the_guides_have_uncommented_is_a_comment_in_the_tables_configuration() -> None:
    written = (HARDWARE / "systemd" / "table.toml").read_text("utf-8")
    for name in ("bauen.md", "build.md"):
        text = (GUIDE / name).read_text("utf-8")
        for line in ('source = "csi"', "[strip]", "lights", "[pins]", "light_pin = 27"):
            assert re.search(rf"`#`[^.:]*`{re.escape(line)}`", text), line
            assert f"\n# {line}" in written, line
        assert "`buzzer = false`" in text
    assert "\n# buzzer = false" in written


def test_shorting_a_supply_is_asked_of_engineers_alone() -> None:
    hobby, engineers = BENCH.split("## H ")
    assert "short the terminals" in engineers
    for words in ("short its", "kurzschließen", "Kurzschluss an"):
        assert words not in hobby


def test_every_question_of_the_check_list_has_a_place_for_its_answer() -> None:
    rows = [line for line in BENCH.splitlines() if re.match(r"\| [A-H]\d", line)]
    assert len(rows) > 35
    assert all(len(row.split("|")) == 6 for row in rows)
    numbers = [row.split("|")[1].strip() for row in rows]
    assert len(set(numbers)) == len(numbers)


def test_the_check_list_asks_what_emulation_cannot_prove() -> None:
    for words in ("DTR", "real bootloader", "24 hours", "real WLED", "oscilloscope", "mA"):
        assert words in BENCH, words
    for words in ("T1L", "Pi 5", "Pi 4", "measure_temp", "`rpicam-vid`", "HANG"):
        assert words in BENCH, words


@pytest.mark.parametrize("sheet", SIGN_SHEETS)
def test_a_sign_says_what_is_watched_what_is_kept_whom_to_ask_and_how_to_switch_off(
    sheet: str,
) -> None:
    text = re.sub(r"<[^>]+>", "", (SIGNS / f"{sheet}.html").read_text("utf-8"))
    for words in ("Tischmitte", "nicht aufgehoben", "Mikrofon", "rote Licht", "Fragen an"):
        assert words in text, words
    for words in ("middle of the table", "not kept", "microphone", "red light", "uestions to"):
        assert words in text, words
    # A laptop and a phone have one, and level 1 has neither hood nor light.
    for words in ("Mikrofon gibt es nicht", "no microphone", "roten Schieber", "red slide"):
        assert words not in text
    assert f"„{CAMERA_OFF.de}“" in text
    assert f"“{CAMERA_OFF.en}”" in text


@pytest.mark.parametrize("sheet", SIGN_SHEETS)
def test_a_sign_is_one_page_of_its_paper(sheet: str) -> None:
    printed = (SIGNS / f"{sheet}.pdf").read_bytes()
    assert printed.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == 1
    points = [float(side) / 72 * 25.4 for side in boxes[0]]
    assert points == pytest.approx(SIZES[sheet], abs=1)


@pytest.mark.browser
@pytest.mark.parametrize("sheet", SIGN_SHEETS)
def test_nothing_on_a_sign_is_cut_off(sheet: str, page: Page) -> None:
    wide, high = (round(side * MILLIMETRE) for side in SIZES[sheet])
    page.set_viewport_size({"width": wide, "height": high})
    page.emulate_media(media="print")
    page.goto((SIGNS / f"{sheet}.html").as_uri())
    cut = page.evaluate(
        """() => [document.body, ...document.querySelectorAll('section')].filter(
            box => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
        ).map(box => box.tagName)"""
    )
    assert cut == []
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    assert page.evaluate("document.querySelectorAll('h1').length") >= 1


def test_the_drawing_tool_is_run_and_never_imported() -> None:
    """WireViz is GPL: what we give away must not be made of it."""
    tool("wireviz")
    sources = [*HARDWARE.rglob("*.py"), *(HARDWARE.parent / "tests" / "hardware").glob("*.py")]
    imports = re.compile(r"^\s*(?:from|import) " + "wireviz", re.MULTILINE)
    assert [path.name for path in sources if imports.search(path.read_text("utf-8"))] == []
    assert {"pi", "strip", "wled"} <= {path.stem for path in WIRING.glob("*.svg")}


def test_the_focus_chart_is_one_page_that_says_what_to_do() -> None:
    printed = (SIGNS / f"{FOCUS}.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == 1
    assert [float(side) / 72 * 25.4 for side in boxes[0]] == pytest.approx((210, 297), abs=1)
    text = (SIGNS / f"{FOCUS}.html").read_text("utf-8")
    assert "<svg" in text
    for words in ("Linse drehen", "Turn the lens", "„Kamera“", "“Camera”"):
        assert words in text
    # Who has logged in to a table may not look through its camera.
    assert "camera check" not in text
