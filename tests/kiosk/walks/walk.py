"""One evening, walked as people would: tapped, laid under the camera, put right, decided, read.

Deal 1 is played rightly, but a card is taken for another until somebody taps it. In deal 2
somebody revokes, and the table decides. Then the evening is looked at and taken home.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.deal.record import DealRecord, Play
from engine.games import game
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
from kiosk.table.commands import StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import wait_for_screen
from tests.kiosk.walks.camera import Camera
from tests.kiosk.walks.families import Family
from tests.kiosk.walks.pictures import Album

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_READ = (
    *(("/scores", "scores"), ("/deals", "deals")),
    *(("/evening", "evening"), ("/exports", "exports")),
)
FILES = 4
"""Files of an evening that are offered at least: two tables, the notation, the replay."""
MISREAD_AT = 2
"""Trick in which a card is misread, from 0."""


def deck_of(family: Family) -> tuple[Card, ...]:
    """Return the cards of the family's evening."""
    definition = game(family.game)
    return definition.deck(preset_rules(family.game), family.people, definition.family)


class Walk:
    """A browser at the page, a camera above the table."""

    def __init__(
        self, page: Page, address: str, family: Family, table: Table, camera: Camera, album: Album
    ) -> None:
        self._page, self._address, self._family = page, address.rstrip("/"), family
        self._table, self._camera, self._album = table, camera, album
        self._deck = deck_of(family)

    def evening(self) -> None:
        """Walk from the first call to the files that are taken home."""
        names = self._family.names
        self._table.do(StartEvening(self._family.game, {}, names, "isar"))
        self._page.goto(self._address)
        wait_for_screen(self._page, "wait")
        self._picture("wait")
        self._send("/deal")
        first = self._family.legal(self._dealer())
        self._call()
        self._misread(first)
        wait_for_screen(self._page, "result")
        self._picture("result")
        self._look_back()
        self._open("/")
        self._send("/deal")
        second, known = self._family.wrong(self._dealer())
        self._call()
        self._alert(second, known)
        self._read_and_take_home()

    def _dealer(self) -> int:
        deal = self._table.view().state.deal
        assert deal is not None
        return deal.head.dealer

    def _call(self) -> None:
        """Tap the call; games without one go on by the first card."""
        if not self._family.calls:
            return
        self._tap(self._page.locator("a[href='/call']").first)
        for choice in self._family.calls:
            tap = self._page.locator(f"[data-choice='{choice}']")
            tap.click()
            chosen = self._page.locator(f"[data-choice='{choice}'][aria-pressed=true]")
            chosen.wait_for(state="attached")
        self._picture("call")
        self._page.locator("#confirm").click()
        wait_for_screen(self._page, "table")

    def _misread(self, deal: DealRecord) -> None:
        """Play on, with one card read as another; tap it and say what it is."""
        size = self._size(deal)
        at = MISREAD_AT * size + 1
        card = deal.plays[at].card
        assert card is not None
        wrong = self._taken_for(deal, at)
        self._lay(deal, 0, at)
        self._camera.lay(deal.plays[at].seat, card, deal.players, wrong)
        shown = self._page.locator(f"#page [data-card={wrong.code}]")
        shown.wait_for()
        self._picture("misread")
        self._tap(shown)
        self._page.locator(".page[data-screen=check]").wait_for()
        self._picture("check")
        self._correct(card)
        self._page.locator(f"#page[data-screen=table] [data-card={card.code}]").wait_for()
        self._lay(deal, at + 1, at + size - 1)
        self._picture("table")
        self._lay(deal, at + size - 1, len(deal.plays))

    def _taken_for(self, deal: DealRecord, at: int) -> Card:
        """Return a card that does not lie yet and that it would be right to lay there.

        A wrong one would be an alert, and one laid in the same trick the camera would tell apart.
        """
        gone = {play.card for play in deal.plays[: at + self._size(deal)]}
        laid = deal.plays[: at + 1]
        for card in self._deck:
            plays = (*laid[:-1], Play(laid[-1].seat, card))
            if card not in gone and not evaluate(replace(deal, plays=plays)).verdicts:
                return card
        raise AssertionError("nothing else could be laid")

    def _correct(self, card: Card) -> None:
        offered = self._page.locator(f"form[action^='/check/'] button[value={card.code}]")
        if not offered.count():
            self._tap(self._page.locator("a[href*='deck=1']"))
            offered = self._page.locator(f"form[action^='/check/'] button[value={card.code}]")
        self._tap(offered.first)

    def _alert(self, deal: DealRecord, known: int) -> None:
        """Play until the revoke shows; decide, and end the deal or play it out."""
        self._lay(deal, 0, known)
        wait_for_screen(self._page, "alert")
        self._picture("alert")
        ruling = f"form[action='/rule']:has(input[name=ruling][value={self._family.ruling}]) button"
        self._tap(self._page.locator(ruling).first)
        wait_for_screen(self._page, "table")
        if self._family.ruling == "upheld":
            self._picture("ruled")
            self._send("/settle")
        else:
            self._lay(deal, known, len(deal.plays))
        wait_for_screen(self._page, "result")
        self._picture("ruled-result")

    def _look_back(self) -> None:
        """Contest the result: the replay opens at the deal's end; jump to what was corrected."""
        self._tap(self._page.locator(".foot .more"))
        self._tap(self._page.locator("a[href='/replay/now/1/end']"))
        self._page.locator("#replaying").wait_for()
        # What was put right is told to those who ask for it: the replay gives nothing away.
        if not self._page.locator("#jumps").count():
            self._tap(self._page.locator("#toggle"))
        self._page.locator("[data-jump=correction]").first.click()
        self._page.locator("[data-jump=correction][hidden]").first.wait_for(state="attached")
        self._picture("replay")

    def _read_and_take_home(self) -> None:
        """Read scores and course of the evening; fetch every file that is offered."""
        for path, step in _READ:
            self._open(path)
            self._picture(step)
        offered = self._page.locator("a[download]")
        files = [str(each.get_attribute("href")) for each in offered.all()]
        assert len(files) >= FILES
        for path in files:
            answer = self._page.request.get(f"{self._address}{path}")
            assert answer.status == 200, path
            assert len(answer.body()) > 20, path

    def _lay(self, deal: DealRecord, begin: int, end: int) -> None:
        """Lay the deal's cards from play `begin` to before `end`, each whole trick swept."""
        size = self._size(deal)
        for at in range(begin, end):
            play = deal.plays[at]
            if at and at % size == 0:
                self._camera.sweep(size)
            assert play.card is not None
            self._camera.lay(play.seat, play.card, deal.players)
        if end == len(deal.plays):
            self._camera.sweep(size)
        self._shown(deal.plays[end - 1].card)

    def _shown(self, card: Card | None) -> None:
        """Wait until the page shows the card laid last, or what came of it."""
        assert card is not None
        other = ", ".join(f"#page[data-screen={name}]" for name in ("alert", "result"))
        self._page.locator(f"#page [data-card={card.code}], {other}").first.wait_for()

    def _size(self, deal: DealRecord) -> int:
        return deal.players - len(deal.out)

    def _picture(self, step: str) -> None:
        self._album.take(self._page, step)

    def _open(self, path: str) -> None:
        self._page.goto(f"{self._address}{path}")

    def _send(self, action: str) -> None:
        """Tap the button that sends this form."""
        self._tap(self._page.locator(f"form[action='{action}'] button").first)

    def _tap(self, what: Locator) -> None:
        with self._page.expect_navigation():
            what.click()
