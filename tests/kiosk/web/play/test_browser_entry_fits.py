"""On the smallest screen a deal entered by hand is two steps where it would be too long for one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from engine.cards import Card, Rank, Suit
from engine.journal.journal import Journal
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from tests.kiosk.served import served, touch_table
from tests.kiosk.web.play.test_browser_call_fits import Round, begin, fullest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 800, "height": 480}
LARGE: ViewportSize = {"width": 1280, "height": 800}
ROUNDS = (
    Round("schafkopf", 4, full=False),
    Round("mehrkopf", 4, full=False),
    Round("mehrkopf", 4, full=True),
    Round("mehrkopf", 6, full=True),
    Round("sheepshead", 7, full=True),
)
MUSS = (
    *(("who", "0"), ("kind", "rufspiel"), ("suit", "S"), ("f.called", "SZ"), ("f.muss", "EO")),
    *(("f.renonce", "1"), ("d.kontra", "1"), ("d.re", "1"), ("d.supra", "1"), ("d.resupra", "1")),
)
OVER = """() => { const stage = document.querySelector(".stage");
    return [stage.scrollHeight - stage.clientHeight, stage.scrollWidth - stage.clientWidth]; }"""
SHOWN = """() => [...document.querySelectorAll("#entry [data-choice]")]
    .filter(e => e.checkVisibility()).map(e => e.dataset.choice)"""


def opened(page: Page, address: str, *fields: tuple[str, str]) -> list[str]:
    """Open the entry as it is after these taps; return the buttons that are seen."""
    page.goto(f"{address}/enter?{urlencode([('step', '1'), *fields])}")
    shown: list[str] = page.evaluate(SHOWN)
    return shown


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("played", ROUNDS, ids=str)
def test_nothing_of_it_has_to_be_scrolled(chromium: Browser, played: Round, language: str) -> None:
    found: list[object] = []
    with touch_table(Journal.in_memory()) as table, served(table, language=language) as address:
        begin(table, played)
        table.do(StartDeal(played.people - 1))
        page = chromium.new_page(viewport=SMALL)
        for fields in fullest(played):
            for further in ((), (("r.further", "1"),)):
                opened(page, address, *fields, *further)
                over = page.evaluate(OVER)
                found += [(fields, further, over)] if max(over) > 1 else []
        page.close()
    assert found == []


def test_what_six_pay_in_two_lines_leaves_every_row_above_the_foot(chromium: Browser) -> None:
    """A long name deals and sits out, and a card lies already: the head takes three lines."""
    names = ("Resi", "Toni", "Xaver", "Sepp", "Vroni", "Ludwig", "Maximiliane-Kreszenz")
    with touch_table(Journal.in_memory()) as table, served(table) as address:
        table.do(StartEvening("mehrkopf", Round("mehrkopf", 7, full=True).rules, names, "isar"))
        table.do(StartDeal(6))
        table.do(LayCard(Card(Suit.HERZ, Rank.SEVEN)))
        page = chromium.new_page(viewport=SMALL)
        opened(page, address, ("who", "0"), ("kind", "rufspiel"), ("suit", "E"))
        for key in ("partners-5", "won-1", "lauf-up"):
            page.locator(f"#tap-{key}").click()
            page.locator(f"#tap-{key}[aria-pressed=true]").wait_for()
        page.locator("#confirm:not([disabled])").wait_for()
        high, line = page.locator("#sentence").evaluate(
            "e => [e.clientHeight, parseFloat(getComputedStyle(e).lineHeight)]"
        )
        assert high > 1.5 * line
        assert max(page.evaluate(OVER)) <= 1
        page.close()


def test_one_tap_turns_from_the_result_to_what_comes_with_the_call(chromium: Browser) -> None:
    played = Round("mehrkopf", 4, full=True)
    with touch_table(Journal.in_memory()) as table, served(table) as address:
        begin(table, played)
        table.do(StartDeal(3))
        page = chromium.new_page(viewport=SMALL)
        result = {*opened(page, address, *MUSS)}
        assert {"won-1", "partners-1", "lauf-up", "further-1"} <= result
        assert not {"d-kontra", "f-muss-EO", "outright-1"} & result
        page.locator("#tap-further").click()
        page.locator("#entry.further").wait_for()
        further = {*page.evaluate(SHOWN)}
        assert {"d-kontra", "f-muss-EO", "outright-1", "further-1"} <= further
        assert not {"won-1", "partners-1", "lauf-up"} & further
        page.locator("#tap-d-resupra").click()
        page.locator("#tap-d-resupra[aria-pressed=false]").wait_for()
        page.locator("#tap-further").click()
        page.locator("#entry:not(.further)").wait_for()
        for key in ("partners-1", "won-1"):
            page.locator(f"#tap-{key}").click()
        page.locator("#confirm:not([disabled])").click()
        page.locator("#page[data-screen=result]").wait_for()
        (deal,) = table.view().state.finished
        assert [each.say for each in deal.record.doubles] == ["kontra", "re", "supra"]
        page.close()


def test_a_larger_screen_shows_all_at_once(chromium: Browser) -> None:
    with touch_table(Journal.in_memory()) as table, served(table) as address:
        begin(table, Round("mehrkopf", 4, full=True))
        table.do(StartDeal(3))
        page = chromium.new_page(viewport=LARGE)
        shown = {*opened(page, address, *MUSS)}
        assert {"won-1", "partners-1", "lauf-up", "d-kontra", "f-muss-EO", "outright-1"} <= shown
        assert "further-1" not in shown
        page.close()


def test_without_scripts_the_step_is_a_form(chromium: Browser) -> None:
    with touch_table(Journal.in_memory()) as table, served(table) as address:
        begin(table, Round("mehrkopf", 4, full=True))
        table.do(StartDeal(3))
        context = chromium.new_context(java_script_enabled=False, viewport=SMALL)
        page = context.new_page()
        page.goto(f"{address}/enter?{urlencode([('step', '1'), *MUSS])}")
        page.locator("#tap-further").click()
        page.locator("#entry.further #tap-d-kontra").wait_for()
        page.locator("#tap-further").click()
        page.locator("#entry:not(.further) #tap-won-1").wait_for()
        context.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_points_and_their_keys_lie_above_the_foot(chromium: Browser, language: str) -> None:
    """Typed digit by digit, where most is asked beside them: partners, who won, Laufende."""
    found: list[object] = []
    for played in (ROUNDS[2], Round("mehrkopf", 7, full=True), ROUNDS[4]):
        with touch_table(Journal.in_memory()) as table, served(table, language=language) as address:
            begin(table, played)
            table.do(StartDeal(played.people - 1))
            page = chromium.new_page(viewport=SMALL)
            typed = 0
            for fields in fullest(played):
                if "n-p" in opened(page, address, *fields):
                    shown = opened(page, address, *fields, ("r.field", "p"))
                    typed += {"k-5", "won-1"} <= {*shown}
                    over = page.evaluate(OVER)
                    found += [(played, fields, over)] if max(over) > 1 else []
            page.close()
        assert typed > 0, played
    assert found == []


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("played", [ROUNDS[0], ROUNDS[2], ROUNDS[4]], ids=str)
def test_amounts_and_their_keys_lie_above_the_foot(
    chromium: Browser, played: Round, language: str
) -> None:
    """Typed digit by digit: of a deal, said or not, and where the score is changed."""
    found: list[object] = []
    with touch_table(Journal.in_memory()) as table, served(table, language=language) as address:
        begin(table, played)
        table.do(StartDeal(played.people - 1))
        page = chromium.new_page(viewport=SMALL)
        amounts = [urlencode([*way, ("r.outright", "1")]) for way in fullest(played)]
        for query in ("adjust=1", *(f"step=1&{each}" for each in amounts)):
            page.goto(f"{address}/enter?{query}")
            page.locator("#tap-n-a0").click()
            page.locator("#tap-n-a0[aria-pressed=true]").wait_for()
            assert "k-5" in page.evaluate(SHOWN)
            over = page.evaluate(OVER)
            found += [(query, over)] if max(over) > 1 else []
        page.close()
    assert found == []
