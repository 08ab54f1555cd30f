"""What was buried, or went from hand to hand, is told after the deal; the score is then right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from engine.cards import Card, Family, card
from engine.deal.record import Contract, JsonObject
from engine.evening.deal import DealState
from engine.games import game
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    LayCard,
    StartDeal,
    StartEvening,
    TellHidden,
    Undo,
)
from kiosk.table.writer import Table
from tests.engine.sheepshead.made import Made
from tests.kiosk.browsing import follow, go, press, wait_for_screen
from tests.kiosk.opened import client_of, newest, post, screen, sentence, text
from tests.kiosk.served import touch_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

CONCEDED: JsonObject = {"kind": "conceded", "seat": 0}
NAMES = ("Resi", "Toni", "Vroni", "Sepp", "Max", "Ida", "Uli")
HOCHZEIT = Contract("hochzeit", 1, details={"partner": 2})


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        yield table


def play(
    table: Table,
    name: str,
    people: int,
    contract: Contract,
    cards: str,
    end: JsonObject | None = CONCEDED,
) -> DealState:
    """Play the beginning of a deal that is given up then."""
    table.do(StartEvening(name, {}, NAMES[:people], "isar"))
    table.do(StartDeal(people - 1))
    table.do(Announce(contract))
    for code in cards.split():
        table.do(LayCard(card(code, game(name).family)))
    if end is not None:
        table.do(CloseDeal(end))
    return newest(table)


def picked(table: Table, end: JsonObject | None = CONCEDED) -> DealState:
    return play(table, "sheepshead", 3, Contract("pick", 0), "CA C7 C8", end)


def bury(*codes: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    return (("bury", tuple(card(code, Family.FRENCH) for code in codes)),)


def offered(page: str, name: str) -> list[str]:
    return re.findall(rf'<button class="pick[^"]*" name="{name}" value="(\w\w)"', page)


def test_what_was_buried_unseen_is_no_card_that_lacks(table: Table) -> None:
    made = Made(3, 5, "jd")
    table.do(StartEvening("sheepshead", {}, NAMES[:5], "isar"))
    table.do(StartDeal(made.dealer))
    table.do(Announce(Contract("pick", made.picker, details={"partner": "jd"})))
    for _, code in made.plays:
        table.do(LayCard(card(code, Family.FRENCH)))
    table.do(CloseDeal())
    assert newest(table).result is not None
    page = text(client_of(table).get("/"))
    assert screen(page) == "result"
    assert "nicht gesehen" not in page


def test_the_bury_settles_a_deal_that_was_given_up(table: Table) -> None:
    """PG: it is the picker's; 11 of the trick and 21 buried are 32, free of Schneider."""
    deal = picked(table)
    assert deal.result is None
    client = client_of(table)
    page = text(client.get("/"))
    assert "eintragen, was vergraben wurde" in page
    assert "enter what was buried" in text(client_of(table, "en").get("/"))
    assert 'href="/hidden">Was verdeckt lag<' in page
    shown = text(client.get("/hidden"))
    assert screen(shown) == "hidden"
    assert "Was der Picker vergrub" in shown
    assert len(offered(shown, "bury")) == 29
    assert not {"CA", "C7", "C8"} & set(offered(shown, "bury"))
    assert "Noch 2 antippen" in shown
    assert client.post("/hidden").status_code == 400
    query = "/hidden?bury=HA&bury=HT"
    assert "Eintragen" in text(client.get(query))
    response = client.post("/hidden", data={**token(client), "deal": deal.id, "bury": ["HA", "HT"]})
    assert response.status_code == 303
    settled = newest(table)
    assert settled.result is not None
    assert settled.result.points == (32, 88)
    assert [int(each) for each in settled.payout] == [-4, 2, 2]
    page = text(client.get("/"))
    assert "Was der Picker vergrub: Herz-Ass, Herz-Zehn" in page
    assert table.view().state.totals == settled.payout


def token(client: FlaskClient) -> dict[str, str]:
    found = re.search(r'csrf_token" value="([^"]+)"', text(client.get("/")))
    assert found is not None
    return {"csrf_token": found[1]}


def test_another_bury_gives_another_score(table: Table) -> None:
    deal = picked(table)
    table.do(TellHidden(deal.id, bury("H7", "H8")))
    result = newest(table).result
    assert result is not None
    assert result.points == (11, 109)
    assert result.schneider


def test_it_is_taken_back_in_one_step_and_told_anew(table: Table) -> None:
    deal = picked(table)
    table.do(TellHidden(deal.id, bury("H7", "H8")))
    seq = table.view().state.last_seq
    table.do(TellHidden(deal.id, bury("H7", "H8")))
    assert table.view().state.last_seq == seq
    table.do(TellHidden(deal.id, bury("HA", "HT")))
    for codes in (["H7", "H8"], None):
        table.do(Undo())
        contract = newest(table).contract
        assert newest(table).closed
        assert contract is not None
        assert contract.details.get("bury") == codes
    assert newest(table).end == CONCEDED
    table.do(Undo())
    assert table.view().state.deal is not None


def test_a_call_that_was_mended_before_the_end_is_no_such_answer(table: Table) -> None:
    """Taking back the second end leads to the table, not to the end by the first call."""
    first, mended = (Contract("rufspiel", 0, card(code).suit) for code in ("GA", "EA"))
    play(table, "schafkopf", 4, first, "HO HU H9 H7")
    for command in (Undo(), Announce(mended), CloseDeal(CONCEDED), Undo()):
        table.do(command)
    deal = newest(table)
    assert not deal.closed
    assert deal.contract == mended


@pytest.mark.parametrize("codes", [("HA",), ("HA", "HT", "H9"), ("HA", "CA"), ("HA", "HA"), ()])
def test_what_cannot_have_been_is_refused(table: Table, codes: tuple[str, ...]) -> None:
    """Too few, too many, one that was played, one twice; on the page, of too many the newest."""
    deal = picked(table)
    seq = table.view().state.last_seq
    with pytest.raises(PlainError, match="tap others"):
        table.do(TellHidden(deal.id, bury(*codes)))
    client = client_of(table)
    form = {**token(client), "deal": deal.id, "bury": [*codes, "XX"]}
    response = client.post("/hidden", data=form)
    if codes == ("HA", "HT", "H9"):
        assert response.status_code == 303
        contract = newest(table).contract
        assert contract is not None
        assert contract.details["bury"] == ["HT", "H9"]
        return
    assert response.status_code == 409
    assert "andere antippen" in sentence(text(response))
    assert table.view().state.last_seq == seq


@pytest.mark.parametrize("path", ["/hidden", "/hidden?bury=HA"])
def test_nobody_learns_of_a_deal_that_runs(table: Table, path: str) -> None:
    picked(table, end=None)
    client = client_of(table)
    assert client.get(path).status_code == 403
    assert "/hidden" not in text(client.get("/"))
    assert "/hidden" not in text(client.get("/call"))
    refused = post(client, "/hidden", deal=newest(table).id, bury="HA")
    assert refused.status_code == 403
    table.do(CloseDeal(CONCEDED))
    table.do(StartDeal())
    assert client.get(path).status_code == 403


def test_with_seven_the_partner_of_the_die_buries_too(table: Table) -> None:
    contract = Contract("pick", 1, details={"partner": "jd", "die": "3"})
    deal = play(table, "sheepshead", 7, contract, "CA C7 C8 C9 CK CT S7")
    asked = game("sheepshead").hidden(deal.record)
    assert [(each.name, each.count) for each in asked] == [("bury", 2), ("die", 2)]
    client = client_of(table)
    page = text(client.get("/hidden?bury=S8&bury=S9"))
    assert "Was der Partner vergrub" in page
    assert not {"S8", "S9"} & set(offered(page, "die"))
    form = {**token(client), "deal": deal.id, "bury": ["S8", "S9"], "die": ["HA", "HT"]}
    assert client.post("/hidden", data=form).status_code == 303
    told = newest(table).contract
    assert told is not None
    assert told.details["bury"] == ["S8", "S9"]
    assert told.details["die"] == {"roll": 3, "bury": ["HA", "HT"]}
    twice = {**token(client), "deal": deal.id, "bury": ["S8", "S9"], "die": ["S8", "HT"]}
    assert client.post("/hidden", data=twice).status_code == 409


def test_the_cards_of_a_wedding(table: Table) -> None:
    """The trump given is the partner's to play, the card that came back the giver's."""
    cards = "SA SK S7 S9 EA EK H7 E7"
    deal = play(table, "mehrkopf", 4, HOCHZEIT, cards)
    hidden = game("mehrkopf").hidden(deal.record)
    gave, back = ({each.code for each in one.may_be} for one in hidden)
    trumps = {suit + rank for suit in "EGHS" for rank in "OU"} | {"H" + rank for rank in "AZK987"}
    assert gave == trumps - laid_by(deal, 0, 1, 3)
    assert "SK" in back
    assert "SA" not in back
    assert not back & trumps
    client = client_of(table)
    form = {**token(client), "deal": deal.id, "gave": "H7", "back": "SK"}
    assert client.post("/hidden", data=form).status_code == 303
    contract = newest(table).contract
    assert contract is not None
    assert contract.details == {"partner": 2, "gave": "H7", "back": "SK"}
    assert "Der Trumpf, der gegeben wurde: Herz-Sieben" in text(client.get("/"))
    assert "The card that came back: King of Bells" in text(client_of(table, "en").get("/"))
    table.do(StartDeal())
    assert "gave" not in text(client.get("/call"))


def laid_by(deal: DealState, *seats: int) -> set[str]:
    return {laid.card.code for laid in deal.laid if laid.seat in seats and laid.card is not None}


@pytest.mark.browser
def test_two_cards_buried_and_the_deal_is_settled(page: Page, table: Table, address: str) -> None:
    """A finger that bounces picks the same card again, not the next one; six taps in all.

    The second tap falls on the page that answers the first: sent from one page, the second form
    would break off the first, and nobody could say which answer to wait for.
    """
    picked(table)
    page.goto(address)
    wait_for_screen(page, "result")
    follow(page, "Was verdeckt lag")
    box = page.locator("[data-card=HA]").bounding_box()
    assert box is not None
    for _ in range(2):
        with page.expect_navigation():
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.locator(".picked").count() == 1
        assert page.locator(".picked [data-card=HA]").count() == 1
    go(page, page.locator("[data-card=H9]"))
    go(page, page.locator("[data-card=HT]"))
    assert page.locator(".picked").count() == 2
    press(page, "Eintragen")
    wait_for_screen(page, "result")
    page.get_by_text("Was der Picker vergrub").wait_for()
    result = newest(table).result
    assert result is not None
    assert result.points == (21, 99)
