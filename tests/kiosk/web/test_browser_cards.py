"""Cards as they are seen across a table: how large, the same everywhere, nobody's name cut."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from engine.cards import Card
from engine.evening.fold import fold
from kiosk.exports.past_evenings import PastEvenings
from kiosk.screens.cards import deck
from kiosk.table.commands import CloseDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from kiosk.web.evening.replay import NoTable, evening_html
from tests.kiosk.browsing import PLAYS, begin, call_gras, come_to_the_alert, lay, wait_for_screen
from tests.kiosk.every_page.states import house
from tests.kiosk.ink import least, ranks
from tests.kiosk.replay.evenings import an_evening, envelopes, journal_of, library_of
from tests.kiosk.served import served, serving

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

TEN, SEVEN, PHONE = (1280, 800), (800, 480), (390, 844)
SIZES = (TEN, SEVEN, PHONE)
NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Xaver", "Burgl", "Hias")
LONG = (
    *("Maximilianhieronymus", "Wolfgang Zwanzigster", "Wolfgang Zwanzigstem"),
    *("Hieronymusmaximilian", "Franziska Obermayers", "Franziska Obermayern"),
    "Kunigundewalburgavom",
)
"""Twenty letters each, and nobody can be called by a first name."""
NOT_WHOLE = """all => all.filter(e => {
    const text = document.createRange(); text.selectNodeContents(e);
    const ink = text.getBoundingClientRect(), room = e.getBoundingClientRect();
    return ink.left < -1 || ink.right > innerWidth + 1 || ink.width > room.width + 1
        || e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 1
        || ["ellipsis", "clip"].includes(getComputedStyle(e).textOverflow)
            && getComputedStyle(e).overflow != "visible"; }).map(e => e.innerText)"""
BROKEN = """all => all.flatMap(e => {
    const SIGNS = [" ", "-", "\u00ad", ""];  // a break after one of these is seen
    const found = [], reading = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node; (node = reading.nextNode());) {
        let before = "", line = null;
        [...node.data].forEach((letter, at) => {
            range.setStart(node, at); range.setEnd(node, at + 1);
            const box = [...range.getClientRects()].at(-1), bottom = box && Math.round(box.bottom);
            if (!SIGNS.includes(letter)) {
                if (line !== null && bottom > line + 2 && !SIGNS.includes(before))
                    found.push(node.data);
                if (box?.width) line = bottom;
            }
            before = letter;
        });
    }
    return found; })"""
"""Words that go on in the next line without a sign."""
MEET = """all => { const boxes = all.map(e => e.getBoundingClientRect()), found = [];
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            found.push([i, i + 1 + j]); }));
    return found; }"""
LONGER = "e => e.scrollHeight - e.clientHeight"
OUT_AT_THE_RIGHT = "all => all.filter(e => e.getBoundingClientRect().right > innerWidth).length"
PARTS = """all => all.map(card => { const [whole, index, art] = [card,
        card.querySelector(".index"), card.querySelector(".face")].map(
        e => e.getBoundingClientRect());
    const inked = [...card.querySelectorAll(".index b, .index svg")].map(
        e => e.getBoundingClientRect());
    return { index: (index.bottom - whole.top) / whole.height,
        art: (art.top - whole.top) / whole.height,
        lowest: (Math.max(...inked.map(r => r.bottom)) - whole.top) / whole.height,
        rank: inked[0].height / whole.height, word: card.querySelector(".word").innerText }; })"""


def size(page: Page, wanted: tuple[int, int]) -> None:
    page.set_viewport_size({"width": wanted[0], "height": wanted[1]})


def dealt(table: Table, game: str, names: tuple[str, ...]) -> tuple[Card, ...]:
    """Begin a deal and return its cards."""
    table.do(StartEvening(game, {}, names, "isar"))
    table.do(StartDeal(len(names) - 1))
    deal = table.view().state.deal
    assert deal is not None
    return deck(deal.record)


def trick(table: Table, game: str, names: tuple[str, ...]) -> int:
    """Lay a trick with a two-digit rank in it, but for its last card; tells how many play."""
    dealt(table, game, names)
    return lay_a_trick(table)


def lay_a_trick(table: Table) -> int:
    """Lay all cards of a trick but its last; tells how many play."""
    deal = table.view().state.deal
    assert deal is not None
    cards = deck(deal.record)
    playing = len(deal.head.active)
    for card in cards[: playing - 1]:
        table.do(LayCard(card))
    return playing


@pytest.mark.parametrize(
    ("game", "people", "screen", "wanted"),
    [
        ("schafkopf", 4, TEN, 110),
        ("schafkopf", 4, SEVEN, 64),
        ("bierkopf", 4, TEN, 110),
        ("sheepshead", 7, TEN, 78),
        ("sheepshead", 7, SEVEN, 48),
        ("mehrkopf", 7, TEN, 78),
        ("mehrkopf", 7, SEVEN, 48),
        ("mehrkopf", 6, SEVEN, 48),
        ("schafkopf", 4, PHONE, 48),
    ],
)
def test_a_rank_on_the_table_is_seen_across_it(
    page: Page,
    table: Table,
    address: str,
    game: str,
    people: int,
    screen: tuple[int, int],
    wanted: int,
) -> None:
    playing = trick(table, game, NAMES[:people])
    size(page, screen)
    page.goto(address)
    wait_for_screen(page, "table")
    drawn = ranks(page)
    assert len(drawn) == playing - 1
    assert min(rank.height for rank in drawn) >= wanted


@pytest.mark.parametrize(("screen", "wanted"), [(TEN, 90), (SEVEN, 64), (PHONE, 40)])
def test_a_rank_that_proves_something_is_seen_across_the_table(
    page: Page, table: Table, address: str, screen: tuple[int, int], wanted: int
) -> None:
    size(page, screen)
    come_to_the_alert(page, table, address)
    assert len(ranks(page)) == 3
    assert least(page) >= wanted


@pytest.mark.parametrize(("screen", "wanted"), [(TEN, 50), (SEVEN, 30), (PHONE, 36)])
def test_laufende_are_seen_as_cards(
    page: Page, table: Table, address: str, screen: tuple[int, int], wanted: int
) -> None:
    begin(table)
    size(page, screen)
    page.goto(address)
    call_gras(page)
    lay(table, PLAYS)
    table.do(CloseDeal())
    wait_for_screen(page, "result")
    assert [rank.code for rank in ranks(page)] == ["EO", "GO", "HO", "SO"]
    assert least(page) >= wanted


@pytest.mark.parametrize(("screen", "wanted"), [(TEN, 90), (SEVEN, 54), (PHONE, 48)])
def test_a_replay_and_the_file_of_an_evening_show_the_same_cards_as_the_table(
    page: Page, tmp_path: Path, screen: tuple[int, int], wanted: int
) -> None:
    size(page, screen)
    journal_of(tmp_path / "seen.sqlite", an_evening())
    library = library_of(an_evening())
    tape = library.tape("1")
    assert tape is not None
    file = tmp_path / "evening.html"
    file.write_text(evening_html(tape, library), encoding="utf-8")
    door = NoTable(fold(envelopes(an_evening())))
    with served(door, past=PastEvenings(tmp_path / "seen.sqlite")) as address:
        other = page.context.new_page()
        size(other, screen)
        other.goto(f"{address}/replay/now/1?card=4")
        other.locator("#play").wait_for()
        replayed = ranks(other)
        other.goto(f"{file.as_uri()}#1.5")
        other.locator(".slot").first.wait_for()
        filed = ranks(other)
        other.close()
    assert [rank.code for rank in replayed] == [play[1:] for play in PLAYS[:4]]
    assert [rank.code for rank in replayed] == [rank.code for rank in filed]
    assert min(rank.height for rank in (*replayed, *filed)) >= wanted


@pytest.mark.parametrize(("state", "wanted"), [("playing", 56), ("alert", 44), ("result", 36)])
def test_a_phone_that_looks_on_shows_the_same_cards(
    page: Page, tmp_path: Path, state: str, wanted: int
) -> None:
    with house(tmp_path, state) as there, serving(there.guests) as address:
        other = page.context.new_page()
        size(other, PHONE)
        other.goto(address)
        drawn = ranks(other)
        parts = other.locator(".card").evaluate_all(PARTS)
        other.close()
    assert drawn
    assert min(rank.height for rank in drawn) >= wanted
    assert {round(part["index"], 2) for part in parts} == {0.6}


@pytest.mark.parametrize("game", ["schafkopf", "bierkopf", "sheepshead"])
def test_rank_and_suit_take_the_upper_three_fifths_of_every_card(
    page: Page, table: Table, address: str, game: str
) -> None:
    people = 7 if game == "sheepshead" else 4
    trick(table, game, NAMES[:people])
    deal = table.view().state.deal
    assert deal is not None
    for screen in (TEN, SEVEN):
        size(page, screen)
        for path in ("/", f"/check/{deal.seqs[0]}"):
            page.goto(address + path)
            parts = page.locator("[data-screen] .card").evaluate_all(PARTS)
            assert parts
            for part in parts:
                assert round(part["index"], 2) == 0.6
                assert part["lowest"] <= 0.6
                assert part["art"] >= 0.59
                assert part["rank"] >= 0.3
                assert part["word"]


def test_from_six_on_cards_lie_in_two_rows_and_who_sits_out_is_a_chip(
    page: Page, table: Table, address: str
) -> None:
    trick(table, "mehrkopf", NAMES)
    page.goto(address)
    wait_for_screen(page, "table")
    tops = page.locator(".slot").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(tops) == 6
    assert len(set(tops)) == 2
    assert page.locator(".chip").all_inner_texts() == ["Hias setzt aus"]


def whole(page: Page, names: Locator) -> None:
    """Assert that these names are whole at every size and break nowhere without a hyphen."""
    for screen in SIZES:
        size(page, screen)
        assert names.evaluate_all(NOT_WHOLE) == [], screen
        assert names.evaluate_all(BROKEN) == [], screen


def apart(page: Page, boxes: Locator) -> None:
    """Assert that none of these lies over another, at every size."""
    for screen in SIZES:
        size(page, screen)
        assert boxes.evaluate_all(MEET) == [], screen


@pytest.mark.parametrize("people", range(2, 8))
def test_a_name_of_twenty_letters_is_whole_on_table_call_result_and_scores(
    page: Page, table: Table, address: str, people: int
) -> None:
    dealt(table, "mehrkopf", LONG[:people])
    page.goto(f"{address}/call?step=1&who=0")
    whole(page, page.locator("[id^=tap-who-]:visible"))
    size(page, SEVEN)
    buttons = page.locator("#call .button:visible")
    assert buttons.count() > people - (people == 7)
    assert page.locator("#call").evaluate(LONGER) <= 0
    lay_a_trick(table)
    page.goto(address)
    wait_for_screen(page, "table")
    names = page.locator(".slot .name")
    said = names.evaluate_all("all => all.map(e => e.textContent)")
    assert max(len(name.replace("\u00ad", "")) for name in said) == 20
    whole(page, names)
    apart(page, page.locator(".slot"))
    table.do(CloseDeal({"kind": "conceded", "seat": 0}))
    page.goto(address)
    wait_for_screen(page, "result")
    whole(page, page.locator(".account .who"))
    page.goto(f"{address}/scores")
    names = page.locator(".scores tbody .who")
    assert names.count() == people
    whole(page, names)
    assert page.locator(".scores tbody .total").evaluate_all(OUT_AT_THE_RIGHT) == 0


@pytest.mark.parametrize("people", range(2, 8))
def test_seats_round_the_table_keep_clear_of_each_other(
    page: Page, address: str, people: int
) -> None:
    for step, names in product(("people", "dealer"), (NAMES, LONG)):
        seats = {f"name{seat}": name for seat, name in enumerate(names[:people])}
        page.goto(f"{address}/begin/{step}?game=mehrkopf&dealer=0&{urlencode(seats)}")
        chips = page.locator(".round .seat")
        assert chips.count() == people
        apart(page, chips)
        whole(page, chips)
