"""Phones watch deals that are over, step by step; never one that is being played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.replay.library import Library
from kiosk.table.commands import Announce, CloseDeal, EndEvening, Rule, StartDeal, Undo
from kiosk.web.phones.guest_replays import MOST_WAITING, Allowance, Replays
from tests.kiosk.browsing import PLAYS, go, lay
from tests.kiosk.fake_door import REVOKE
from tests.kiosk.web.phones.conftest import House
from tests.kiosk.web.phones.sockets import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WORDS = {
    "de": ("Spiele", "Ansehen", "Nächste Karte", "Nächster Stich", "Karte 1 von 32", "Stich 2"),
    "en": ("Deals", "Watch", "Next card", "Next trick", "Card 1 of 32", "Trick 2"),
}


GRAS = Announce(Contract("rufspiel", 0, Suit.GRAS))


@pytest.fixture
def over(house: House) -> House:
    """A deal is over and the phones look on."""
    house.table.do(GRAS)
    lay(house.table, PLAYS)
    house.table.do(CloseDeal())
    house.desk.phones.on()
    return house


def page(house: House, path: str) -> tuple[int, str]:
    answer = house.guests.get(path)
    return answer.status, answer.body.decode()


def places(house: House, number: int = 1) -> Iterator[str]:
    """Yield every step of a deal, following the link to the next card."""
    here: str | None = f"/replay/{number}"
    while here is not None:
        status, body = page(house, here)
        assert status == 200
        yield body
        onward = re.search(r'data-go="on" href="([^"]+)"', body)
        here = None if onward is None else onward[1].replace("&amp;", "&")


def laid(body: str) -> int:
    found = re.search(r"Karte (\d+) von 32", body)
    assert found is not None
    return int(found[1])


def test_every_card_of_a_deal_comes_in_its_turn_and_the_result_at_the_end(over: House) -> None:
    steps = list(places(over))
    assert [laid(body) for body in steps] == sorted(laid(body) for body in steps)
    assert {laid(body) for body in steps} == set(range(33))
    first = next(body for body in steps if laid(body) == 1)
    assert 'data-card="EO"' in first
    assert 'data-card="EU"' not in first
    assert 'data-screen="result"' in steps[-1]
    for body in steps:
        assert not re.search(r"<form|<button|<input|csrf|/check/|/lay", body)


def test_a_trick_further_and_back_is_one_link(over: House) -> None:
    _, body = page(over, "/replay/1/2")
    onward = re.search(r'data-go="trick-on" href="([^"]+)"', body)
    assert onward is not None
    _, later = page(over, onward[1].replace("&amp;", "&"))
    assert laid(later) == 5
    backward = re.search(r'data-go="trick-back" href="([^"]+)"', later)
    assert backward is not None
    _, earlier = page(over, backward[1].replace("&amp;", "&"))
    assert laid(earlier) == 1


def test_a_running_deal_is_refused_and_is_no_link(over: House) -> None:
    over.table.do(StartDeal(0))
    over.call()
    lay(over.table, ["1EO"])
    status, body = page(over, "/replay/2")
    assert status == 403
    assert "läuft noch" in body
    assert "EO" not in body
    listed = page(over, "/deals")[1]
    assert re.findall(r'href="/replay/(\d+)', listed) == ["1"]
    assert page(over, "/replay/1/3")[0] == 200


def test_a_deal_whose_end_was_taken_back_is_running_again(over: House) -> None:
    assert page(over, "/replay/1/5")[0] == 200
    over.table.do(Undo())
    status, body = page(over, "/replay/1/5")
    assert status == 403
    assert "data-card" not in body


def test_a_deal_that_was_watched_runs_again_where_the_end_of_the_evening_is_taken_back(
    house: House,
) -> None:
    house.table.do(GRAS)
    lay(house.table, PLAYS[:5])
    house.table.do(EndEvening())
    house.desk.phones.on()
    assert page(house, "/replay/1/3")[0] == 200
    house.table.do(Undo())
    status, body = page(house, "/replay/1/3")
    assert status == 403
    assert "data-card" not in body


def test_a_verdict_is_shown_where_it_came_and_decides_nothing_again(house: House) -> None:
    house.table.do(GRAS)
    lay(house.table, REVOKE[:22])
    (verdict,) = house.table.view().outlook.shown
    deal = house.table.view().state.deal
    assert deal is not None
    house.table.do(Rule(deal.id, verdict.id, "waived"))
    lay(house.table, REVOKE[22:])
    house.table.do(CloseDeal())
    house.desk.phones.on()
    alerts = [body for body in places(house) if 'data-screen="alert"' in body]
    assert len(alerts) == 1
    assert "data-proof" in alerts[0]
    assert "Entschieden wird am Tisch" not in alerts[0]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/replay/0", 404),
        ("/replay/7", 404),
        ("/replay/1/900", 404),
        ("/replay/1/-1", 404),
        ("/replay/x", 404),
        ("/replay/" + "9" * 300, 404),
        ("/replay/1/" + "9" * 300, 404),
        ("/replay/../1", 404),
        ("/replay", 404),
    ],
)
def test_what_is_no_place_is_refused_in_a_sentence(over: House, path: str, status: int) -> None:
    answer = over.guests.get(path)
    assert answer.status == status
    assert b'id="sentence"' in answer.body
    assert "Set-Cookie" not in answer.headers


def test_watching_writes_nothing(over: House) -> None:
    before = over.head()
    for _ in places(over):
        pass
    for method in ("POST", "PUT", "DELETE"):
        assert over.guests.ask(method, "/replay/1").status == 405
    assert over.head() == before


def test_a_picture_is_drawn_once_and_no_more_than_the_allowance() -> None:
    now = [0.0]
    allowance = Allowance(share=0.5, saved=2.0, now=lambda: now[0])
    replays, drawn = Replays(Library(), allowance), []

    def draw() -> str:
        drawn.append(1)
        allowance.spend(3.0)
        return "<p>x</p>"

    first = replays.sheet("a", draw)
    assert first is not None
    assert replays.sheet("a", draw) is first
    assert replays.sheet("b", draw) is None
    now[0] = 2.5
    assert replays.sheet("b", draw) is not None
    assert len(drawn) == 2
    assert replays.sheet("a", draw) is first


def test_only_so_many_wait_for_a_picture() -> None:
    replays = Replays(Library())
    refused: list[object] = []

    def draw(deep: int) -> str:
        # Whoever draws holds a place as those who wait do.
        refused.append(replays._waiting.acquire(blocking=False))
        return "x" if deep == 1 else draw(deep - 1)

    assert replays.sheet("a", lambda: draw(MOST_WAITING)) is not None
    assert refused == [True] * (MOST_WAITING - 1) + [False]
    assert replays.sheet("b", lambda: "x") is not None


def test_who_comes_while_every_place_is_taken_is_sent_away_at_once() -> None:
    replays = Replays(Library())

    def draw() -> str:
        for _ in range(MOST_WAITING - 1):
            assert replays._waiting.acquire(blocking=False)
        late = phones.submit(replays.sheet, "b", lambda: "y")
        try:
            assert late.result(PATIENCE_S) is None
        finally:
            replays._waiting.release(MOST_WAITING - 1)
        return "x"

    with ThreadPoolExecutor(1) as phones:
        assert replays.sheet("a", draw) is not None


def test_who_finds_no_room_is_told_when_to_come_again(
    over: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Allowance, "any_left", lambda self: False)
    answer = over.guests.get("/replay/1")
    assert answer.status == 503
    assert answer.headers["Retry-After"] == "3"
    assert "gleich noch einmal laden" in answer.body.decode()
    assert over.guests.get("/").status == 200


@pytest.fixture
def phone(chromium: Browser, over: House) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    context.set_default_timeout(20_000)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("console", lambda said: broken.append(said.text) if said.type == "error" else None)
    page.goto(over.guests.url)
    yield page
    context.close()
    assert broken == []


@pytest.mark.browser
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [(390, 844), (800, 480)])
def test_a_phone_watches_a_deal_again(
    phone: Page, over: House, language: str, size: tuple[int, int]
) -> None:
    deals, watch, card_on, trick_on, first, second = WORDS[language]
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(f"{over.guests.url}/?lang={language}")
    phone.get_by_role("link", name=deals).click()
    phone.locator("a.watch", has_text=watch).click()
    phone.locator("#replaying").wait_for()
    while phone.get_by_text(first).count() == 0:
        go(phone, phone.get_by_role("link", name=card_on))
    assert phone.locator('#stage [data-card="EO"]').is_visible()
    phone.get_by_role("link", name=trick_on).click()
    phone.get_by_text(second, exact=False).last.wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for key in phone.locator(".again-keys .button, .guest-nav a").all():
        box = key.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= size[1] + 1
    assert phone.locator("form, button, input").count() == 0
