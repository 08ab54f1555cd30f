"""Every screen of the play, of every game, at every size: `python -m tests.kiosk.gallery FOLDER`.

Nobody's table looks like this: the names have twenty letters each, so that what is too narrow shows
itself. The cards are dealt by chance and laid by touch; one deal of each game has a revoke in it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from engine.deal.record import DealRecord
from engine.journal.journal import Journal
from kiosk.table.commands import Announce, CloseDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.chromium import launch
from tests.kiosk.served import served, touch_table
from tests.simulate.playing import anyhow, deal_cards, plant, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import GAMES
from tests.simulate.table import table as drawn

NAMES = (
    *("Kunigunde Wallnöfer", "Maximilian Obermayer", "Anna-Lena Huber-Groß"),
    *("Wolfgang Zwanzigster", "Burgl", "Hieronymus Stubnrau", "Franziska Unterhöll."),
)
SIZES = {"1280x800": (1280, 800), "800x480": (800, 480), "390x844": (390, 844)}
LANGUAGES = ("de", "en")
SPREAD = """[document.documentElement, ...document.querySelectorAll(".stage, .bar, .foot")].map(
    e => [e.className, e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth])
    .filter(([, y, x]) => y > 1 || x > 1)"""
SMALL = """([wide, high]) =>
    [...document.querySelectorAll("a[href], button, summary, select, label")]
    .filter(e => e.checkVisibility() && !e.closest(SPARED)).map(e => [e, e.getBoundingClientRect()])
    .filter(([, r]) => r.width < wide - .5 || r.height < high - .5).map(([e, r]) =>
        `${e.innerText.trim()} ${Math.round(r.width)}x${Math.round(r.height)}`)""".replace(
    "SPARED",
    repr(
        # A whole keyboard, and a number's keys, stand below what they type: a slip is seen at once.
        ".keys, .pad, #entry:has([data-choice^='k-']),"
        # A deck of ten ranks and more, which its own test holds.
        " .laying.wide .grid,"
        # A replay shows what lay, as large as its keys leave room for.
        " .player .stage, .tricks-row"
    ),
)
"""What is smaller than a finger needs, of all that can be tapped."""
LEAST = {"1280x800": (71, 71), "800x480": (62, 62), "390x844": (44, 44)}
"""Pixels of twelve millimetres on a ten-inch screen and a seven-inch one, where what stands in many
rows is eleven high; a phone lies in the hand."""


def main() -> None:
    """Take the pictures and say what does not fit."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", nargs="*", help="as schafkopf4, mehrkopf7")
    parser.add_argument("--size", nargs="*", default=list(SIZES), choices=SIZES)
    parser.add_argument("--language", nargs="*", default=["de"], choices=LANGUAGES)
    parser.add_argument("--screen", nargs="*", help="only these")
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for game, people in GAMES:
            if asked.game and f"{game}{people}" not in asked.game:
                continue
            with touch_table(Journal.in_memory()) as table, served(table) as url:
                page = browser.new_page(reduced_motion="reduce")
                for name, path in walk(table, game, people):
                    if not asked.screen or name in asked.screen:
                        for language in asked.language:
                            _language(page, url, language)
                            for size in asked.size:
                                _picture(
                                    page,
                                    url + path,
                                    asked.folder,
                                    name,
                                    game + str(people),
                                    language,
                                    size,
                                )
                page.close()
        browser.close()


def walk(table: Table, game: str, people: int) -> Iterator[tuple[str, str]]:
    """Yield each screen's name and path while the table stands so that it is there."""
    names = NAMES[:people]
    chance = random.Random(people)
    yield "start", "/"
    table.do(StartEvening(game, {}, names, "isar"))
    yield "wait", "/"
    made = drawn(game, people, chance)
    table.do(StartDeal(made.dealer))
    record = record_of(play_out(start(deal_cards(made, chance)), anyhow(chance)).deal, "right")
    yield "dealt", "/"
    yield "call", "/call"
    yield "call-who", "/call?step=1&who=" + str((made.dealer + 1) % people)
    yield from _called(table, record)
    seats = people - len(record.out)
    _lay(table, record, seats + 1 + seats // 2)
    yield "table", "/"
    deal = table.view().state.deal
    assert deal is not None
    yield "check", f"/check/{deal.seqs[-1]}"
    yield "check-deck", f"/check/{deal.seqs[-1]}?deck=1"
    yield "missing", f"/missing/{deal.seqs[-1]}"
    yield from ((name, f"/{name}") for name in ("lay", "last", "stop", "people", "enter"))
    _lay(table, record, len(record.plays) - len(deal.plays))
    table.do(CloseDeal())
    yield "result", "/"
    yield from ((name, f"/{name}") for name in ("review", "scores", "deals", "claim", "words"))
    yield from _mistaken(table, game, people, chance)


def _called(table: Table, record: DealRecord) -> Iterator[tuple[str, str]]:
    contract = record.contract
    if contract is None:
        return
    who = "none" if contract.seat is None else contract.seat
    suit = contract.suit.letter if contract.suit is not None else ""
    yield "call-all", f"/call?step=1&who={who}&kind={contract.kind}&suit={suit}"
    table.do(Announce(contract))
    yield "announced", "/"


def _mistaken(
    table: Table, game: str, people: int, chance: random.Random
) -> Iterator[tuple[str, str]]:
    """Play a deal with a revoke until it is proven."""
    for _ in range(60):
        made = drawn(game, people, chance)
        planted = plant(made, chance, "revoke", "random")
        if planted is None:
            continue
        record = record_of(planted.deal, "wrong")
        table.do(StartDeal(record.dealer))
        if record.contract is not None:
            table.do(Announce(record.contract))
        for play in record.plays:
            assert play.card is not None
            table.do(LayCard(play.card, play.seat))
            if table.view().outlook.shown:
                yield "alert", "/"
                yield "misread", f"/misread/{table.view().outlook.shown[0].id}"
                return
        table.do(CloseDeal())


def _lay(table: Table, record: DealRecord, count: int) -> None:
    deal = table.view().state.deal
    there = 0 if deal is None else len(deal.plays)
    for play in record.plays[there : there + count]:
        assert play.card is not None
        table.do(LayCard(play.card, play.seat))


def _language(page: Page, url: str, wanted: str) -> None:
    page.goto(f"{url}/scores")
    if page.locator("html").get_attribute("lang") != wanted:
        page.locator(".language").first.click()
        page.wait_for_load_state()


def _picture(
    page: Page, address: str, folder: Path, name: str, game: str, language: str, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    answer = page.goto(address)
    page.evaluate("document.fonts.ready")
    page.evaluate("Promise.all([...document.images].map(i => i.decode()))")
    path = folder / f"{game}.{language}.{size}.{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)
    notes = [] if answer is None or answer.ok else [f"status {answer.status}"]
    notes += [f"{n or 'page'} +{y}/{x}" for n, y, x in page.evaluate(SPREAD)]
    notes += [f"small: {s}" for s in page.evaluate(SMALL, LEAST[size])][:3]
    if notes:
        print(f"{path.stem}: {'; '.join(notes)}")


if __name__ == "__main__":
    main()
