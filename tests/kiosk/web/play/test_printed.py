"""A pack with a print of its own on the page: its cards are called as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import FRENCH_32, Family, card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.data_folder import Home
from kiosk.table.commands import Announce, ChangeDeck, CloseDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.opened import client_of, text
from tests.kiosk.served import touch_table

PEOPLE = ("Pik", "Ben", "Cem", "Dora", "Eva")
PRINTED = {"gold": "boon"}


def printed(deck: str) -> str:
    return PRINTED.get(deck, "")


@pytest.fixture
def table() -> Iterator[Table]:
    with touch_table(Journal.in_memory()) as table:
        table.do(StartEvening("sheepshead", {}, PEOPLE, "gold"))
        table.do(StartDeal(4))
        table.do(Announce(Contract("pick", 1, details={"partner": "jd"})))
        for code in ("SA", "CQ"):
            table.do(LayCard(card(code, Family.FRENCH)))
        yield table


def drawn(page: str) -> list[tuple[str, str]]:
    """Return colour and number of each card that lies there."""
    return re.findall(r'<span class="card (\S+) [^>]*data-card.*?<b>(\w+)</b>', page, re.DOTALL)


def test_the_table_shows_numbers_and_colours(table: Table) -> None:
    """RULES 0.33."""
    page = text(client_of(table, printed=printed).get("/"))
    assert drawn(page) == [("boon-green", "6"), ("boon-gold", "14")]
    assert '<span class="sr">Gold 14</span>' in page
    assert "Kreuz" not in page
    assert "Pik-" not in page
    assert ">Pik<" in page  # A person, not a suit.


@pytest.mark.parametrize(("language", "told"), [("de", "Grün 6"), ("en", "Green 6")])
def test_cards_are_called_so_where_one_is_chosen(table: Table, language: str, told: str) -> None:
    client = client_of(table, "de" if language == "de" else "en", printed=printed)
    deal = table.view().state.deal
    assert deal is not None
    assert told in text(client.get(f"/check/{deal.seqs[0]}"))
    assert "Gold 1<" in text(client.get("/lay"))


def test_a_replay_calls_cards_as_they_were_printed_then(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    with touch_table(Journal.open(home.journal)) as table:
        table.do(StartEvening("sheepshead", {}, PEOPLE, "gold"))
        table.do(StartDeal(4))
        table.do(LayCard(card("CQ", Family.FRENCH)))
        table.do(CloseDeal({"kind": "void"}))
        table.do(ChangeDeck("lech", FRENCH_32))
        client = client_of(table, printed=printed, past=PastEvenings(home.journal))
        page = text(client.get("/replay/now/1?card=1", follow_redirects=True))
        assert drawn(page) == [("boon-gold", "14")]


def test_another_deck_is_called_as_the_game_calls_it(table: Table) -> None:
    page = text(client_of(table).get("/"))
    assert drawn(page) == [("spades", "A"), ("clubs", "Q")]
    table.do(CloseDeal({"kind": "void"}))
    client = client_of(table, printed=printed)
    table.do(ChangeDeck("lech", FRENCH_32))
    table.do(StartDeal())
    table.do(Announce(Contract("pick", 1, details={"partner": "jd"})))
    table.do(LayCard(card("CQ", Family.FRENCH)))
    assert drawn(text(client.get("/"))) == [("clubs", "Q")]
