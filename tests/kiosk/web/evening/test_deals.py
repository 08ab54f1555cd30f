"""The list of the evening: deals and changes of the score; one question before an end."""

import re

from flask.testing import FlaskClient

from engine.cards import card
from engine.deal.record import Contract
from kiosk.table.commands import (
    Adjust,
    ChangeSeats,
    CloseDeal,
    EndEvening,
    EnterDeal,
    LayCard,
    StartDeal,
)
from kiosk.table.writer import Table
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.web.play.test_score_pad import begin, fields_of, save, table, tap_on, taps

__all__ = ["table"]


def lines(client: FlaskClient) -> list[str]:
    """Return the lines of the list as they are read."""
    rows = re.findall(r"<tr [^>]*data-.*?</tr>", text(client.get("/deals")), re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", row).replace("\xa0", " ").split()) for row in rows]


def test_a_change_of_the_score_stands_in_the_list_with_its_reason(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1"))
    table.do(Adjust((5, -5, 0, 0), "Strafe"))
    save(client, taps(client, "who-2", "kind-geier", "won-1"))
    newest, change, oldest = lines(client)
    assert newest.startswith("2 Vroni spielt Geier")
    assert change.startswith("± Strafe Stand von Hand geändert Resi +5 Toni −5")
    assert oldest.startswith("1 Toni spielt Wenz")
    scores = " ".join(re.sub("<[^>]+>", "", text(client.get("/scores"))).split())
    assert "Geändert (Strafe): Resi +5, Toni −5" in scores


def test_everybody_has_a_column_with_what_they_stand_at(table: Table) -> None:
    client = begin(table)
    ruf = Contract("rufspiel", 0, card("GA").suit)
    table.do(EnterDeal({"won": True, "partners": [3], "laufende": 4}, ruf))
    table.do(EnterDeal({"won": False}, Contract("wenz", 1)))
    page = text(client.get("/deals"))
    heads = re.findall(r'<span class="who">(\w+)</span> <b [^>]*>([^<]*)</b>', page)
    assert heads == [("Resi", "+110"), ("Toni", "−210"), ("Vroni", "−10"), ("Sepp", "+110")]
    newest, oldest = lines(client)
    amounts = "Resi +50 Toni −150 , allein Vroni +50 Sepp +50"
    assert newest == f"2 Toni spielt Wenz verloren Solo {amounts} ✎ Spiel 2 berichtigen"
    assert "Mit 4 Laufenden" in oldest
    assert re.findall(r'<b class="ring">([^<]*)</b>', page) == ["−150"]


def test_who_came_later_has_an_empty_place_in_the_lines_before(table: Table) -> None:
    client = begin(table)
    table.do(EnterDeal({"won": True}, Contract("wenz", 1)))
    table.do(ChangeSeats(("Resi", "Toni", "Vroni", "Max")))
    table.do(EnterDeal({"won": True}, Contract("wenz", 3)))
    newest, oldest = lines(client)
    assert "Max +150" in newest
    assert "Sepp" not in newest
    assert "Sepp −50" in oldest
    assert "Max" not in oldest


def test_by_hand_is_a_sign_only_where_other_deals_were_seen(table: Table) -> None:
    client = begin(table)
    table.do(EnterDeal({"won": True}, Contract("wenz", 1)))
    assert "von Hand" not in lines(client)[0]
    table.do(StartDeal())
    table.do(CloseDeal({"kind": "void"}))
    assert "von Hand" in lines(client)[1]


def test_a_change_is_withdrawn_after_one_question(table: Table) -> None:
    client = begin(table)
    table.do(Adjust((5, -5, 0, 0), "Strafe"))
    table.do(Adjust((1, -1, 0, 0), "vom Zettel"))
    first = table.view().state.adjustments[0].seq
    asked = text(client.get(f"/withdraw/{first}"))
    assert "Geändert (Strafe)" in asked
    assert "Resi <b>+5</b>" in asked
    assert table.view().state.totals[0] == 6
    assert post(client, f"/withdraw/{first}").location == "/deals"
    assert [each.reason for each in table.view().state.adjustments] == ["vom Zettel"]
    assert client.get(f"/withdraw/{first}").status_code == 404
    assert post(client, f"/withdraw/{first}").status_code == 409


def test_what_was_doubled_stands_in_the_list(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1", "d-kontra", "d-re"))
    (line,) = lines(client)
    assert "Kontra · Re" in line


def test_a_deal_thrown_in_is_called_so(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-none", "kind-thrown_in"))
    (line,) = lines(client)
    assert line.startswith("1 Zusammengeworfen: alle haben gepasst")
    assert "Noch nicht angesagt" not in text(client.get("/"))


def test_a_correction_leads_back_to_the_list_and_so_does_an_undo_there(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1"))
    deal = table.view().state.finished[0].record.id
    page = taps(client, "won-0", start=f"/enter?deal={deal}")
    assert '<a class="button back" href="/deals">' in page
    assert save(client, page).location == "/deals"
    token = fields_of(page, "say")["csrf_token"]
    back = client.post("/undo", data={"csrf_token": token, "back": "/deals"})
    assert back.location == "/deals"
    assert client.post("/undo", data={"csrf_token": token, "back": "//x"}).location == "/"


def test_the_evening_ends_after_one_question_and_can_go_on(table: Table) -> None:
    client = begin(table)
    save(client, taps(client, "who-1", "kind-wenz", "won-1"))
    assert 'action="/end"' not in text(client.get("/scores"))
    asked = text(client.get("/end"))
    assert "1 Spiel gespielt" in asked
    assert "Rückgängig" in sentence(asked)
    assert table.view().state.ended is None
    post(client, "/end")
    assert table.view().state.ended is not None
    dues = re.search(r'id="dues"[^>]*>(.*?)</ul>', text(client.get("/")), re.DOTALL)
    assert dues is not None
    assert "Resi zahlt an Toni" in dues[1]
    post(client, "/undo")
    assert table.view().state.running


def test_the_question_says_what_becomes_of_the_running_deal(table: Table) -> None:
    client = begin(table)
    table.do(StartDeal())
    assert "laufende Spiel" not in sentence(text(client.get("/end")))
    table.do(LayCard(card("EA")))
    assert "laufende Spiel zählt nicht" in sentence(text(client.get("/end")))
    table.do(EndEvening())
    assert client.get("/end").status_code == 409


def test_a_change_without_a_reason_or_an_amount_is_asked_for_in_the_buttons_words(
    table: Table,
) -> None:
    client = begin(table)
    page = text(client.get("/enter?adjust=1"))
    assert "Erst einen Namen antippen" in page
    page = tap_on(client, page, "n-a0", "k-5", "n-a1", "k-5", "k-sign", "n-a2", "k-0")
    assert "Bitte noch antippen, wofür das ist." in page
