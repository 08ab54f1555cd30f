"""A browser follows the sample evening, which the real program watches live."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from engine.state import TableState
from kiosk.evening import SAMPLE_VIDEO
from tests.kiosk.appliance import PATIENCE_S, sample_running, true_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

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


def test_the_sample_evening_is_followed_live(tmp_path: Path, chromium: Browser) -> None:
    first, second, _ = true_deals(SAMPLE_VIDEO)
    wrong = second["expect"]["verdicts"][0]
    with sample_running(tmp_path) as appliance:
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
        context.set_default_timeout(PATIENCE_S * 1000)
        page = context.new_page()
        page.goto(appliance.address)
        page.evaluate(REMEMBER)

        assert noted(page, "trick") == " ".join(card for _, card in first["plays"][:4])
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
