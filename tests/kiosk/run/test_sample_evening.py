"""The sample evening, which the real program watches live: in a browser and on the strip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from engine.evening.state import TableState
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.chip.board import Board
from tests.chip.build import build, missing
from tests.chip.reading import climbs, revoke_seats
from tests.kiosk.appliance import PATIENCE_S, Appliance, sample_running, true_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REMEMBER = """
() => {
  const root = document.documentElement, cards = [];
  const look = () => {
    const page = document.querySelector("#page");
    if (!page) return;
    if (page.dataset.screen === "table") {
      for (const each of page.querySelectorAll("[data-card]")) {
        if (!cards.includes(each.dataset.card)) cards.push(each.dataset.card);
      }
      root.dataset.seen = cards.join(" ");
      if (cards.length >= 4) root.dataset.trick = cards.slice(0, 4).join(" ");
    }
    if (page.dataset.screen === "alert" && !root.dataset.verdict) {
      root.dataset.words = page.innerText;
      root.dataset.proof = [...page.querySelectorAll("[data-proof] [data-card]")]
        .map(e => e.dataset.card).join(" ");
      root.dataset.deal = page.querySelector("input[name=deal]").value;
      root.dataset.verdict = page.dataset.verdict;
    }
    const laufende = page.querySelector("[data-fact=laufende]");
    if (laufende && !root.dataset.laufende) root.dataset.laufende = laufende.innerText;
  };
  look();
  new MutationObserver(look).observe(document.body,
    {childList: true, subtree: true, attributes: true});
}
"""
"""Notes on the page itself which cards came in which order, however quickly they went again."""


def noted(page: Page, what: str) -> str:
    """Wait for a note and return it."""
    root = page.locator(f"html[data-{what}]")
    root.wait_for()
    return root.get_attribute(f"data-{what}") or ""


@dataclass(frozen=True)
class Evening:
    appliance: Appliance
    board: Board | None
    """The emulated controller whose strip the program lights; None: its tools are not here."""

    def wait_for_revoke(self, seat: int) -> None:
        """Wait until the strip marks this seat's side and no other."""
        if self.board is not None:
            self.board.wait_for(lambda one: revoke_seats(one) == {seat}, patience=PATIENCE_S)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """One run of the recording for all tests of this file."""
    home = tmp_path_factory.mktemp("home")
    port = home / "strip-port"
    strip = f'[strip]\ndriver = "mehrkopf"\nport = "{port}"\nlights = 60\nnight = "off"\n'
    (home / "table.toml").write_text(strip, "utf-8")
    # The emulated board has to keep up: nothing is worked out beside it.
    (home / "page.toml").write_text('open_cards = "nobody"\n', "utf-8")
    board = None
    if not missing():
        build()
        board = Board(link=port)
    try:
        with sample_running(home) as appliance:
            yield Evening(appliance, board)
    finally:
        if board is not None:
            board.close()


@pytest.mark.browser
def test_the_sample_evening_is_followed_live(evening: Evening, chromium: Browser) -> None:
    first, second, _ = true_deals(SAMPLE_VIDEO)
    wrong = second["expect"]["verdicts"][0]
    appliance = evening.appliance
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    page.goto(appliance.address)
    page.evaluate(REMEMBER)

    # The recording does not wait for the browser: on a busy machine a trick may be over by then.
    played = [card for _, card in first["plays"]]
    assert noted(page, "trick").split() in [played[at : at + 4] for at in range(len(played) - 3)]
    count = abs(first["expect"]["laufende"])
    assert f"{count} Laufende" in noted(page, "laufende")

    # The recording goes on: what the alert said is read from the notes, and it is corrected
    # under its address, which it keeps when the next deal has begun.
    verdict, deal = noted(page, "verdict"), noted(page, "deal")
    assert "nicht bedient" in noted(page, "words")
    cards = noted(page, "proof").split()
    thrown, shown = (second["plays"][wrong[key]][1] for key in ("play", "shown_by"))
    assert thrown in cards
    assert shown in cards

    def proven(state: TableState) -> bool:
        judged = state.find_deal(deal)
        return judged is not None and verdict in {v.id for v in judged.report.verdicts}

    assert proven(appliance.state())
    evening.wait_for_revoke(wrong["seat"])
    named = urlencode({"deal": deal, "verdict": verdict})
    page.goto(f"{appliance.address.rstrip('/')}/misread/{verdict}?{named}")
    page.locator(f"[data-card={thrown}]").first.click()
    page.get_by_role("link", name="Andere").click()
    led = second["plays"][wrong["play"] - wrong["play"] % 4][1]
    laid = {card for _, card in second["plays"][: wrong["shown_by"] + 8]}
    free = next(led[0] + rank for rank in "789KZA" if led[0] + rank not in laid)
    page.locator(f"button:has([data-card={free}])").click()
    page.locator("#page").wait_for()
    appliance.wait_until(lambda state: not proven(state))
    context.close()


def test_the_strip_tells_revoke_and_laufende(evening: Evening) -> None:
    """Read from the wire behind the controller's own program, on an emulated chip."""
    build()
    assert evening.board is not None
    first, second, _ = true_deals(SAMPLE_VIDEO)
    count = first["expect"]["laufende"]
    assert count > 1, "counted one by one"
    wrong = second["expect"]["verdicts"][0]
    assert wrong["kind"] == "revoke"
    evening.wait_for_revoke(wrong["seat"])
    pictures = evening.board.pictures
    assert list(range(1, count + 1)) in climbs(pictures)
    alerts = [revoke_seats(picture) for picture in pictures]
    told = next(place for place, seats in enumerate(alerts) if seats)
    assert alerts[told] == {wrong["seat"]}, "nobody else was lit before"
    assert evening.board.state().lost == 0
