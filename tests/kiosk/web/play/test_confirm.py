"""The one question before the score, from the last card to the verdict; and answers that come late.

The real table with the real director; the pages lead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import GERMAN_32, card
from engine.events import CardInserted, EveningStarted
from engine.journal.journal import Journal
from firmware_bridge.buttons import Button
from kiosk.box.buttons import meaning
from kiosk.director.director import Director
from kiosk.screens.table import confirming
from kiosk.table.writer import Table
from kiosk.web.phones.guest_app import create_guest_app
from kiosk.words import box as box_words
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import post, screen, shown_cards, text
from tests.kiosk.seen_deals import OneDeal, exchanged, revoke_deal
from tests.kiosk.served import Pages, pages, serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

WRONG, SHOWS = 6, 18


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A deal that has just ended, and a revoke in it that hangs on two cards that look alike."""
    record = revoke_deal()
    director = Director(GERMAN_32, OneDeal(record))
    with Table(Journal.open(tmp_path / "j"), director=director, source="camera") as table:
        started = EveningStarted("test", record.game, {}, NAMES, "isar", {})
        table.call(lambda core: core.commit((started,)))
        for event in exchanged(record, WRONG, SHOWS, 2.0):
            table.hear(event)
        yield table


def made(double_tap: float = 0.0) -> Pages:
    return pages(order_of=lambda deal: GERMAN_32, double_tap=double_tap)


@pytest.fixture
def client(table: Table) -> FlaskClient:
    return made().app(table).test_client()


def fields(page: str, action: str) -> dict[str, str]:
    """Return what the first form to this address sends."""
    form = next(part for part in page.split("<form")[1:] if f'action="{action}"' in part)
    form = form.partition("</form>")[0]
    named = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    return {name: value for name, value in named.items() if name != "csrf_token"}


def send(client: FlaskClient, page: str, action: str, **more: str) -> TestResponse:
    return post(client, action, **{**fields(page, action), **more})


def seq(table: Table, play: int) -> int:
    return table.view().state.deals[0].seqs[play]


def opened(client: FlaskClient, page: str) -> str | None:
    """Return where a question that stayed open leads."""
    found = re.search(r'data-open-question href="([^"]+)"', page)
    return None if found is None else found[1]


def test_the_question_comes_before_the_score_and_accuses_nobody(
    table: Table, client: FlaskClient
) -> None:
    page = text(client.get("/"))
    assert screen(page) == "confirm"
    assert "Bitte noch eine Karte bestätigen" in page
    assert "Stich 5 · Vroni" in page
    assert shown_cards(page)[:2] == ["G9", "H7"]
    for word in ("nicht bedient", "Fehler", "verloren", "Euro", "gewinn", "Befund"):
        assert word not in page, word
    # The phones of those that look on show no question they could not answer.
    guests = create_guest_app(table, made().guests).test_client()
    assert "result" in text(guests.get("/"))


def test_one_tap_answers_and_the_verdict_comes_with_its_proof(
    table: Table, client: FlaskClient
) -> None:
    page = text(client.get("/"))
    address = f"/check/{seq(table, SHOWS)}"
    assert send(client, page, address, card="G9").status_code == 303
    page = text(client.get("/"))
    assert screen(page) == "alert"
    assert "Vroni" in page
    assert {"H7", "G9"} <= set(shown_cards(page))


def test_the_other_answer_brings_the_score(table: Table, client: FlaskClient) -> None:
    send(client, text(client.get("/")), f"/check/{seq(table, SHOWS)}", card="H7")
    page = text(client.get("/"))
    assert screen(page) == "result"
    assert table.view().outlook.shown == ()
    assert opened(client, page) is None


def test_nobody_knows_then_the_score_and_the_question_stays_in_the_list(
    table: Table, client: FlaskClient
) -> None:
    """The whole walk: open, settled without, answered from the deal's page, ruled on late."""
    asked = f"/unknown/{seq(table, SHOWS)}"
    assert send(client, text(client.get("/")), asked).headers["Location"] == "/"
    page = text(client.get("/"))
    assert screen(page) == "result"
    totals = text(client.get("/scores"))
    assert opened(client, page) == f"/check/{seq(table, SHOWS)}"
    post(client, "/deal")
    assert screen(text(client.get("/"))) == "wait"
    listed, one = text(client.get("/deals")), text(client.get("/deals/revoke"))
    # Both cards of the proof are doubtful: the first that is open leads the way.
    assert opened(client, listed) == opened(client, one) == f"/check/{seq(table, WRONG)}"
    assert "Frage offen" in one
    assert "Befund" not in one
    page = text(client.get(f"/check/{seq(table, SHOWS)}"))
    assert "Vroni" in page
    send(client, page, f"/check/{seq(table, SHOWS)}", card="G9")
    page = text(client.get("/scores"))
    found = re.search(r'data-finding href="([^"]+)"', page)
    assert found is not None
    proof = text(client.get(found[1].replace("&amp;", "&")))
    assert {"H7", "G9"} <= set(shown_cards(proof))
    assert re.findall(r'data-total="([^"]+)"', page) == re.findall(r'data-total="([^"]+)"', totals)
    send(client, proof, "/rule", ruling="upheld")
    after = text(client.get("/scores"))
    assert re.findall(r'data-total="([^"]+)"', after) != re.findall(r'data-total="([^"]+)"', totals)


def test_the_next_deal_leaves_it_open_and_asks_no_more(table: Table, client: FlaskClient) -> None:
    post(client, "/deal")
    assert screen(text(client.get("/"))) == "wait"
    assert opened(client, text(client.get("/deals"))) is not None
    post(client, "/undo")
    assert screen(text(client.get("/"))) == "result"


def test_rueckgaengig_asks_again(client: FlaskClient, table: Table) -> None:
    send(client, text(client.get("/")), f"/unknown/{seq(table, SHOWS)}")
    post(client, "/undo")
    assert screen(text(client.get("/"))) == "confirm"


def test_no_blind_button_answers_or_skips_it(table: Table) -> None:
    view = table.view()
    shown = confirming(view)
    assert shown is not None
    for button in (Button.NEXT_DEAL, Button.CONFIRM, Button.UNDO):
        assert meaning(button, view, shown).command is None
    assert meaning(Button.NEXT_DEAL, view, shown).words == box_words.ANSWER_FIRST


def test_a_finger_that_meant_another_button_answers_nothing(table: Table) -> None:
    """The question came up under it."""
    client = made(double_tap=600.0).app(table).test_client()
    page = text(client.get("/"))
    for address in (f"/check/{seq(table, SHOWS)}", f"/remove/{seq(table, SHOWS)}"):
        assert send(client, page, address, card="G9").status_code == 303
    send(client, page, f"/unknown/{seq(table, SHOWS)}")
    assert screen(text(client.get("/"))) == "confirm"
    deal = table.view().state.deals[0]
    assert (deal.fixed, deal.asked) == (frozenset(), frozenset())


def test_an_answer_about_a_card_that_stands_elsewhere_by_now_is_asked_anew(
    table: Table, client: FlaskClient
) -> None:
    """The page named Vroni; a card seen late came before hers, and the play is Sepp's now."""
    page = text(client.get("/"))
    before = seq(table, SHOWS)
    table.call(lambda core: core.commit((CardInserted(card("GO"), before, by="decoder"),)))
    moved = table.view().state.deals[0]
    at = moved.index_of(before)
    assert at is not None
    assert moved.laid[at].seat == 3
    for address in (f"/check/{before}", f"/remove/{before}", f"/missing/{before}"):
        about = fields(page, f"/check/{before}")["about"]
        answer = post(client, address, card="G9", about=about)
        assert answer.status_code == 409, address
        assert "noch einmal hinsehen" in text(answer)
        assert "Sepp" in text(answer) or "/missing/" in address
        assert table.view().state.deals[0].laid == moved.laid
    # Asked anew it names the right one, and counts.
    again = text(client.get(f"/check/{before}"))
    assert send(client, again, f"/check/{before}", card="G9").status_code == 303
    assert before in table.view().state.deals[0].fixed


@pytest.mark.parametrize("about", ["", "x", "4", "4.", ".2", "4.2.1", "٤.٢", "9" * 5000 + ".1"])
def test_a_form_that_names_no_place_is_taken_at_its_word(
    table: Table, client: FlaskClient, about: str
) -> None:
    address = f"/check/{seq(table, SHOWS)}"
    assert post(client, address, card="G9", about=about).status_code == 303
    assert seq(table, SHOWS) in table.view().state.deals[0].fixed


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    with serving(made().app(table)) as address:
        yield address


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844)])
def test_it_fits_every_screen_and_is_answered_by_a_finger(
    table: Table, page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    page.locator('#page[data-screen="confirm"]').wait_for()
    for button in page.locator("#page button, #page a.button").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert min(box["width"], box["height"]) >= 24
    page.locator('[data-question] button:has([data-card="G9"])').click()
    page.locator('#page[data-screen="alert"]').wait_for()
    assert len(table.view().outlook.shown) == 1
