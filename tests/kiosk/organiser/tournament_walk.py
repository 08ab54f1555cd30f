"""A small tournament by hand, from its terms to its prizes.

Twelve are entered and eleven play, two rounds at tables of four, four and three: one does not come,
one is replaced, a table keeps its list on paper, there is a penalty and a protest. What tables send
goes through the admission into the store as from a broker. `python -m
tests.kiosk.organiser.tournament_walk` draws the pictures in docs/screens/tournament, in German at
1280x800.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from engine.dealfile.reader import read_object
from engine.text import Text
from kiosk.exchange.messages import ListMessage, ResultMessage, SeatResult, Source
from kiosk.organiser.admission import Frame, admitted
from kiosk.organiser.app import OrganiserServing, create_organiser_app
from kiosk.organiser.book import Book
from kiosk.organiser.database import Database
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.live import LiveTables
from kiosk.organiser.ranking import lines_of
from kiosk.organiser.store import Store
from kiosk.organiser.tournament import Tournament
from tests.chromium import launch
from tests.kiosk.browsing import follow
from tests.kiosk.organiser.browser import REVOKE
from tests.kiosk.organiser.made import sent, source
from tests.kiosk.served import serving
from tests.kiosk.walks.pictures import decoded, encoded, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENS = Path(__file__).parents[3] / "docs" / "screens" / "tournament"
PEOPLE = """Resi Huber;Au;ja
Toni Obermaier;Moosburg;ja
Vroni Sedlmayr;Freising;ja
Sepp Niedermeier;Au;ja
Zenzi Bauer;Attenkirchen;
Alois Gruber;Moosburg;ja
Kathi Ostermeier;Freising;ja
Hias Angerer;Wolnzach;ja
Lena Vogl;Au;ja
Xaver Brandl;Moosburg;ja
Marei Lechner;Freising;ja
Girgl Haslbeck;Wolnzach;"""
Take = Callable[["Page", str], None]
"""Looks at a page; the word is the picture's name."""


@dataclass
class Hall:
    """A tournament with its store, and the tables that send to it."""

    database: Database
    now: datetime = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
    cursors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.store, self.live = Store(self.database), LiveTables()
        book = Book(self.database, lambda: self.now)
        book.begin(Tournament("cup", "Herbstrennen", rounds=2, deals=20, minutes=90))
        self.desk = Desk(book, "cup", self.store, lambda: self.now, self.live, lambda: None)

    def numbers(self, round_: int, table: str) -> tuple[int, ...]:
        """Return who sits at a table."""
        seats = self.desk.rounds[round_ - 1].seats_of(table)
        assert seats is not None
        return seats.numbers

    def plays(self, round_: int, table: str, rows: Sequence[Sequence[int]], solo: int = -1) -> None:
        """Let a table play deals; in the last of them seat `solo` plays a solo."""
        for deal, row in enumerate(rows, 1):
            seats = tuple(
                SeatResult(number, Fraction(delta), seat == solo and deal == len(rows))
                for seat, (number, delta) in enumerate(
                    zip(self.numbers(round_, table), row, strict=True)
                )
            )
            where = self._next(round_, table)
            self.send(ResultMessage(where, deal, "counted", seats, Text(de="Rufspiel", en="call")))
        self.live.take(table, "available", b"online", self.now, retained=False)
        self.live.heard(table, self.now)

    def corrects(self, deal: ResultMessage, row: Sequence[int]) -> None:
        """Let a table settle a deal anew."""
        seats = tuple(
            replace(seat, delta=Fraction(delta))
            for seat, delta in zip(deal.seats, row, strict=True)
        )
        where = self._next(deal.source.round, deal.source.table)
        self.send(replace(deal, source=where, status="counted", seats=seats))

    def signs(self, round_: int, table: str) -> None:
        """Let a table sign off its list."""
        deals = self.desk.results(round_, table)
        counted = sum(deal.status == "counted" for deal in deals)
        self.send(ListMessage(self._next(round_, table), counted, lines_of(deals)))

    def send(self, message: ResultMessage | ListMessage) -> None:
        """Let a message arrive."""
        frame = Frame(self.desk.tournament, self.desk.rounds)
        kept = self.store.keep(frame, [admitted(sent(message), frame)])
        assert kept.new == 1, kept

    def contested(self, round_: int, table: str, deal: int) -> ResultMessage:
        """Let a table send a deal in which somebody did not follow suit; return it."""
        seats = tuple(SeatResult(number, Fraction(0)) for number in self.numbers(round_, table))
        where = self._next(round_, table)
        kind = Text(de="Rufspiel", en="call")
        message = ResultMessage(where, deal, "unsettled", seats, kind, record=read_object(REVOKE))
        self.send(message)
        return message

    def _next(self, round_: int, table: str) -> Source:
        self.cursors[table] += 10
        journal = f"{round_}{table}".ljust(64, "0")
        return source(self.cursors[table], self.cursors[table] - 10, table, round_, journal)


@contextmanager
def hall(folder: Path) -> Iterator[tuple[Hall, str]]:
    """Serve a tournament that nobody has entered yet; yields it and the pages' address."""
    with Database.open(folder) as database:
        there = Hall(database)
        with serving(create_organiser_app(there.desk, OrganiserServing("de"))) as address:
            yield there, address


def walk(page: Page, there: Hall, address: str, take: Take) -> None:
    """Run the tournament by clicks; `take` looks at its main pages."""
    _enter(page, address)
    _draw(page, take)
    _first_round(page, there, address, take)
    _protest(page, there, address, take)
    _between(page, there, take)
    _second_round(page, there, address, take)


def _enter(page: Page, address: str) -> None:
    page.goto(address + "/terms")
    page.get_by_label("Startgeld in Euro").fill("10")
    page.get_by_label("Preise").fill("1;60;Ehrenkrug\n2;30\n3;;Geräuchertes")
    page.get_by_label("Namen an die Tische").check()
    page.get_by_role("button", name="Eintragen").click()
    page.get_by_role("link", name="Leute").click()
    listed = "\n".join(f";{each}" for each in PEOPLE.splitlines())
    page.get_by_label("Je Zeile eine Person").fill(listed)
    page.get_by_role("button", name="Einlesen").click()
    page.get_by_text("10 von 12 haben bezahlt, zusammen 100,00\xa0€.").wait_for()
    page.locator("tr[data-number='5']").get_by_role("button", name="offen").click()
    page.get_by_text("11 von 12 haben bezahlt").wait_for()


def _draw(page: Page, take: Take) -> None:
    page.get_by_role("link", name="Auslosung").click()
    _seed(page)
    page.get_by_role("link", name="Leute").click()
    page.get_by_label("Ändern 12").click()
    page.get_by_role("button", name="nicht gekommen").click()
    page.get_by_role("link", name="Tische").click()
    page.get_by_role("button", name="Runde 1 beginnen").click()
    # The draw has somebody in it who is not there.
    page.get_by_role("alert").get_by_text("die Nummer 12").wait_for()
    page.get_by_role("link", name="Auslosung").click()
    _seed(page)
    take(page, "draw")
    page.get_by_role("link", name="Tische").click()
    page.get_by_role("button", name="Runde 1 beginnen").click()
    page.get_by_text("noch 90 Minuten").wait_for()


def _seed(page: Page) -> None:
    page.get_by_role("textbox", name="Wort oder Zahl der Auslosung").fill("Bierzelt 1928")
    page.get_by_role("button", name="Ansehen").click()
    page.get_by_role("button", name="So auslosen").click()
    page.get_by_text("Ausgelost aus „Bierzelt 1928“.").wait_for()


def _first_round(page: Page, there: Hall, address: str, take: Take) -> None:
    there.now += timedelta(minutes=31)
    there.plays(1, "1", [(30, 10, -20, -20), (-10, 20, -20, 10)])
    there.plays(1, "2", [(20, 20, -20, -20), (-30, -30, 90, -30), (150, -50, -50, -50)], solo=0)
    page.get_by_text("3 von 20").wait_for()
    page.get_by_text("noch 59 Minuten").wait_for()
    there.contested(1, "1", 3)
    page.get_by_text("ungeklärte Spiele: 1").wait_for()
    take(page, "tables")
    there.signs(1, "2")

    # The table of three keeps its list on paper; a sum that cannot be is asked for again.
    page.goto(address + "/lists/1/3")
    points = page.get_by_label("Punkte")
    for at, typed in enumerate(("45", "−15", "-20")):
        points.nth(at).fill(typed)
    page.get_by_label("Soli").nth(0).fill("1")
    page.get_by_role("button", name="Eintragen").click()
    page.get_by_role("alert").get_by_text("ergeben zusammen 10, nicht 0").wait_for()
    assert [points.nth(at).input_value() for at in range(3)] == ["45", "−15", "-20"]
    points.nth(2).fill("-30")
    take(page, "paper-list")
    page.get_by_role("button", name="Eintragen").click()
    page.get_by_text("vom Papier", exact=True).wait_for()

    page.get_by_role("link", name="Rangliste").click()
    page.get_by_label("Startnummer").fill("3")
    page.get_by_label("Punkte", exact=True).fill("20")
    page.get_by_label("Grund").fill("zweimal zu spät gekommen")
    page.get_by_role("button", name="Abziehen").click()
    page.get_by_text("zweimal zu spät gekommen").wait_for()


def _protest(page: Page, there: Hall, address: str, take: Take) -> None:
    page.goto(address + "/lists/1/1")
    page.get_by_label("Einspruch 3").click()
    page.get_by_label("Startnummer").fill(str(there.numbers(1, "1")[0]))
    page.get_by_label("Wogegen").fill("Eichel-Ass nicht bedient")
    page.get_by_role("button", name="Eintragen").click()
    page.get_by_text("Nicht bedient").first.wait_for()
    take(page, "protest")
    page.get_by_role("link", name="Karte für Karte").click()
    page.locator(".card").first.wait_for()
    page.go_back()
    page.get_by_label("Begründung").fill("Schellen im zweiten Stich nachgewiesen")
    page.get_by_role("button", name="Stattgeben").click()
    page.get_by_text("stattgegeben").first.wait_for()
    (deal,) = [each for each in there.desk.results(1, "1") if each.deal == 3]
    there.corrects(deal, (20, 20, -60, 20))
    there.signs(1, "1")


def _between(page: Page, there: Hall, take: Take) -> None:
    page.get_by_role("link", name="Tische").click()
    page.get_by_role("button", name="Runde 1 beenden").click()
    page.get_by_role("button", name="Runde 2 beginnen").wait_for()
    page.get_by_role("link", name="Leute").click()
    page.get_by_label("Ändern 5").click()
    page.locator("section", has_text="Ersatz").get_by_label("Name").last.fill("Wast Kirmair")
    page.get_by_role("button", name="Eintragen").last.click()
    page.get_by_text("bis Runde 1: Zenzi Bauer").wait_for()
    page.get_by_role("link", name="Tische").click()
    page.get_by_role("link", name="Saal").click()
    page.locator("h1", has_text="Bitte Platz nehmen: Runde 2").wait_for()
    take(page, "hall-seats")
    page.go_back()
    page.get_by_role("button", name="Runde 2 beginnen").click()


def _second_round(page: Page, there: Hall, address: str, take: Take) -> None:
    there.plays(2, "1", [(-20, 20, 20, -20), (60, -20, -20, -20)], solo=0)
    there.plays(2, "2", [(10, -10, 10, -10)])
    there.signs(2, "1")
    page.get_by_role("button", name="Runde 2 beenden").click()
    page.get_by_role("button", name="Runde 2 trotzdem beenden").click()
    page.get_by_role("button", name="Runde 2 doch weiterspielen").wait_for()
    page.goto(address + "/hall")
    page.locator("h1", has_text="Vorläufiger Endstand").wait_for()
    there.signs(2, "2")
    page.goto(address + "/ranking")
    page.get_by_role("link", name="Liste Runde 2, Tisch 3").click()
    for at, typed in enumerate(("-30", "10", "20")):
        page.get_by_label("Punkte").nth(at).fill(typed)
    page.get_by_role("button", name="Eintragen").click()
    page.get_by_text("vom Papier", exact=True).wait_for()
    follow(page, "Rangliste")
    take(page, "ranking")
    page.goto(address + "/hall")
    page.locator("h1", has_text="Endstand").wait_for()
    take(page, "hall")


def _draw_picture(page: Page, name: str) -> None:
    settle(page)
    (SCREENS / f"{name}.webp").write_bytes(encoded(decoded(page.screenshot())))


def main() -> None:
    """Draw the pictures."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="de-DE")
        with hall(Path(folder)) as (there, address):
            walk(page, there, address, _draw_picture)
        browser.close()


if __name__ == "__main__":
    main()
