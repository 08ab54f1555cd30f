"""The replay with open cards, drawn by `python -m tests.kiosk.open_cards_screens`.

A deal of a Geier laid by chance, so that much goes wrong in it, is worked out as the table does;
the pictures lie in docs/screens/open-cards, at three sizes in both languages. Words after it are
the states to draw, none: all.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from engine.evening.deal_log import card_events, opening_events
from engine.events import DealClosed
from engine.games.carry import Carry
from engine.open_cards.deal import NOT_CERTAIN
from engine.open_cards.findings import OpenCards, Progress, Stage, Withheld, looked
from engine.text import LANGUAGES
from kiosk.replay.library import step
from kiosk.replay.open_cards import FINDER, Found, told_plays
from kiosk.replay.reel import Reel
from kiosk.replay.waiting import Waiting
from kiosk.web.evening.replay import create_replay_app
from tests.chromium import launch
from tests.kiosk.random_deals import random_deal
from tests.kiosk.replay.evenings import began, library_of
from tests.kiosk.replay.opened_cards import Knows
from tests.kiosk.served import serving
from tests.kiosk.walks.pictures import at_rest, encoded

SCREENS = Path(__file__).parents[2] / "docs" / "screens" / "open-cards"
SIZES = ((1280, 800), (800, 480), (390, 844))
QUALITY = 40
SEED = 3
"""Of the deal: cards in three tricks, one of which nobody could have known."""
PAGE = "/replay/1/1/open"


def main(names: list[str]) -> None:
    """Draw every state, or those of `names`."""
    record = random_deal(SEED)
    library = library_of(
        [*began(), *opening_events(record, Carry()), *card_events(record), DealClosed()]
    )
    tape = library.tape("1")
    assert tape is not None
    reel = library.reel(tape, tape.deals[0])
    found = looked(reel.deal.record)
    assert isinstance(found, OpenCards)
    states: dict[str, tuple[Found, str]] = {
        "told": (found, PAGE),
        "card": (found, _unseen(found, reel)),
        "working": (Progress(Stage.DEAL, 24, 32, left_s=38.0), PAGE),
        "not-yet": (Waiting(2), PAGE),
        "withheld": (Withheld(NOT_CERTAIN), PAGE),
    }
    SCREENS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, language in product(names or states, LANGUAGES):
            app = create_replay_app(library, language)
            app.extensions[FINDER] = Knows(states[name][0])
            with serving(app) as address:
                for width, height in SIZES:
                    page = browser.new_page(
                        viewport={"width": width, "height": height}, reduced_motion="reduce"
                    )
                    page.goto(address + states[name][1])
                    file = SCREENS / f"{name}-{language}-{width}x{height}.webp"
                    file.write_bytes(encoded(at_rest(page), QUALITY))
                    page.close()
        browser.close()


def _unseen(found: OpenCards, reel: Reel) -> str:
    """Return where the card lies that was better with open cards alone."""
    told = next(each for each in told_plays(found, reel, str) if not each.seen)
    return step("1", 1, reel.steps[told.index].seq, marks=False, opened=True)


if __name__ == "__main__":
    main(sys.argv[1:])
