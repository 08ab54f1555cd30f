"""Entering deals in which everybody plays alone, and who plays with the picker."""

import pytest

from engine.cards import Family, card
from engine.deal.record import Contract
from kiosk.table.commands import Announce, EnterDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.opened import client_of, offered, text
from tests.kiosk.web.play.test_score_pad import (
    begin,
    fields_of,
    save,
    sentence_of,
    table,
    tap_on,
    taps,
)

__all__ = ["table"]

LEASTER = ("who-none", "kind-leaster")


def test_a_leaster_asks_who_won(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    page = taps(client, *LEASTER)
    assert "Wer hat gewonnen?" in page
    assert "Wer hat verloren?" not in page
    assert {"winners-0", "winners-4"} <= set(offered(page))
    page = tap_on(client, page, "winners-2")
    assert "Vroni gewinnt" in sentence_of(page)
    save(client, page)
    assert list(table.view().state.totals) == [-1, -1, 4, -1, -1]


@pytest.mark.parametrize(("peek", "said"), [(True, "ansehen erlaubt"), (False, "bleibt verdeckt")])
def test_the_table_says_who_got_the_blind_and_whether_to_look(
    table: Table, peek: bool, said: str
) -> None:
    """PG least: usually allowed to peek at the blind before continuing (`leaster_peek`)."""
    rules = {"leaster_blind": "first", "leaster_peek": peek}
    table.do(StartEvening("sheepshead", rules, tuple("ABCDE"), "isar"))
    table.do(StartDeal(4))
    table.do(Announce(Contract("leaster")))
    client = client_of(table)
    cards = ["C7", "C8", "CA", "CK", "S7"]
    for code in cards:
        assert "Blind an" not in text(client.get("/"))
        table.do(LayCard(card(code, Family.FRENCH)))
    assert f"Blind an C: {said}" in text(client.get("/"))


def test_a_ramsch_asks_who_lost(table: Table) -> None:
    page = taps(begin(table), "who-none", "kind-ramsch")
    assert {"losers-0", "losers-3"} <= set(offered(page))
    assert not [key for key in offered(page) if key.startswith("winners-")]


def test_a_leaster_corrected_shows_who_had_won(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    save(client, taps(client, *LEASTER, "winners-2"))
    deal = table.view().state.finished[0].record.id
    page = text(client.get(f"/enter?deal={deal}"))
    assert ("r.winners", "2") in fields_of(page, "taps").items()
    save(client, taps(client, "winners-2", "winners-0", start=f"/enter?deal={deal}"))
    assert list(table.view().state.totals) == [4, -1, -1, -1, -1]


def test_points_and_tricks_of_everybody_decide_a_leaster(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    page = taps(client, *LEASTER, "counted-1", "k-2", "k-0")
    assert "fehlen noch Augen" in sentence_of(page)
    for seat, points in ((1, "4"), (2, "10"), (3, "30")):
        page = tap_on(client, page, f"n-q{seat}", *(f"k-{digit}" for digit in points))
    assert "Girgl: 56" in page
    for seat, tricks in ((0, "1"), (1, "1"), (2, "1"), (3, "1")):
        page = tap_on(client, page, f"n-t{seat}", f"k-{tricks}")
    assert "Girgl: 2" in page
    assert "Toni gewinnt" in sentence_of(page)
    save(client, page)
    assert list(table.view().state.totals) == [-1, 4, -1, -1, -1]
    assert table.view().state.finished[0].record.end["points_by_seat"] == [20, 4, 10, 30, 56]  # type: ignore[index]


def test_the_points_of_everybody_decide_a_ramsch_and_are_there_when_it_is_corrected(
    table: Table,
) -> None:
    client = begin(table)
    page = taps(client, "who-none", "kind-ramsch", "counted-1", "k-1", "k-0")
    for seat, points in ((1, "20"), (2, "61")):
        page = tap_on(client, page, f"n-q{seat}", *(f"k-{digit}" for digit in points))
    assert "Sepp: 29" in page
    save(client, page)
    gained = list(table.view().state.totals)
    assert gained[2] == -sum(gained[:2]) - gained[3] < 0
    deal = table.view().state.finished[0].record.id
    assert "Vroni: 61" in text(client.get(f"/enter?deal={deal}"))


def test_points_that_cannot_be_have_their_sentence(table: Table) -> None:
    client = begin(table)
    page = taps(client, "who-none", "kind-ramsch", "counted-1", "k-9", "k-9")
    for seat in (1, 2, 3):
        page = tap_on(client, page, f"n-q{seat}", "k-9", "k-9")
    assert "396 statt 120" in sentence_of(page)
    assert 'id="confirm" disabled' in page
    page = tap_on(client, page, "counted-1", "losers-0")
    assert "Resi" in sentence_of(page)


def test_crack_is_offered_only_where_somebody_picked(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    picked = offered(taps(client, "who-1", "kind-pick", "partners-3", "won-1"))
    assert {"d-crack", "d-recrack", "d-doubler"} <= set(picked)
    leaster = offered(taps(client, *LEASTER, "winners-0"))
    assert "d-doubler" in leaster
    assert "d-crack" not in leaster


def test_with_whom_the_picker_plays_is_asked_once(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    page = taps(client, "who-1", "kind-pick")
    asked = [key for key in offered(page) if key.startswith(("partners-", "f-"))]
    assert asked == ["partners-0", "partners-2", "partners-3", "partners-4", "f-partner-none"]
    page = tap_on(client, page, "partners-3", "f-partner-none", "won-1")
    assert "Toni gewinnt" in sentence_of(page)
    page = tap_on(client, page, "partners-0")
    assert "Resi und Toni gewinnen" in sentence_of(page)


@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_no_method_needs_to_be_said_with_any_number_of_people(table: Table, people: int) -> None:
    client = begin(table, "sheepshead", people)
    page = taps(client, "who-1", "kind-pick", *(("f-die-3",) if people == 7 else ()), "won-1")
    said = [key for key in offered(page) if key.startswith("f-")]
    assert [key for key in said if "-die-" not in key] == ["f-partner-none"]
    page = tap_on(client, page, next(key for key in offered(page) if key.startswith("partners-")))
    assert "gewinnen" in sentence_of(page)
    assert save(client, page).status_code == 303


def test_what_an_imported_deal_says_besides_stays_when_it_is_corrected(table: Table) -> None:
    client = begin(table, "sheepshead", 5)
    table.do(EnterDeal({"won": True}, Contract("pick", 1, details={"alone": True})))
    deal = table.view().state.finished[0].record.id
    page = taps(client, "won-0", start=f"/enter?deal={deal}")
    assert "verliert" in sentence_of(page) or "gewinnen" in sentence_of(page)
    page = tap_on(client, page, "partners-0")
    assert "Resi" in sentence_of(page)
    assert save(client, page).location == "/deals"
    assert table.view().state.finished[0].record.contract == Contract("pick", 1)


def test_who_the_partner_is_takes_one_tap(table: Table) -> None:
    """The card that is called says by itself how the partner is found."""
    client = begin(table, "sheepshead", 5)

    def call(*keys: str) -> str:
        page = text(client.get("/call"))
        for key in keys:
            assert key in offered(page), (key, offered(page))
            page = text(client.get("/call", query_string={**fields_of(page, "taps"), "tap": key}))
        return page

    assert not [key for key in offered(call()) if key.startswith("f-")]
    page = call("who-1", "kind-pick")
    asked = [key for key in offered(page) if key.startswith("f-")]
    aces, tens = ["f-called-CA", "f-called-SA", "f-called-HA"], ["f-called-CT"]
    assert asked[:3] == aces
    assert asked[3:4] == tens
    assert asked[-2:] == ["f-partner-jd", "f-partner-none"]
    page = call("who-1", "kind-pick", "f-called-CA", "f-under-??")
    assert "✓ Toni: Picker, ruft das Kreuz-Ass<" in page
    # Alone takes back what was called, and the card face down that went with it.
    alone = call("who-1", "kind-pick", "f-called-CA", "f-under-??", "f-partner-none")
    assert "✓ Toni: Picker allein<" in alone
    assert "f-under-??" not in offered(alone)
    assert client.post("/call", data=fields_of(page, "say")).status_code == 303
    deal = table.view().state.deal
    assert deal is not None
    assert deal.contract == Contract("pick", 1, details={"called": "CA", "under": "??"})


def test_a_tout_doubles_where_the_house_counts_tricks(table: Table) -> None:
    client = begin(table, scoring="tricks")
    called = ("who-0", "kind-solo", "suit-H", "tout", "won-1")
    page = taps(client, *called, "n-t0", "k-8", *(f"n-t{seat}" for seat in (1, 2, 3)))
    assert "d-kontra" in offered(page)
    page = tap_on(client, page, "n-t1", "k-0", "n-t2", "k-0")
    assert "Resi gewinnt" in sentence_of(page)
