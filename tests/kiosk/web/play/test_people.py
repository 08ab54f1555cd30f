"""People, substitutes, breaks and other games on the page; what settles the evening."""

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import Suit
from engine.deal.record import Contract
from kiosk.table.commands import Adjust, EndEvening, EnterDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.opened import client_of, sentence, text
from tests.kiosk.web.play.test_score_pad import NAMES, begin, table

__all__ = ["table"]


def send(client: FlaskClient, what: str, **fields: str) -> TestResponse:
    found = re.search(r'name="csrf_token" value="([^"]+)"', text(client.get("/people")))
    assert found is not None
    return client.post(f"/people/{what}", data={**fields, "csrf_token": found[1]})


def seated(*names: str) -> dict[str, str]:
    return {f"name{seat}": name for seat, name in enumerate(names)}


@pytest.fixture
def client(table: Table) -> FlaskClient:
    return begin(table)


def test_somebody_leaves_and_the_score_stays_with_the_name(
    table: Table, client: FlaskClient
) -> None:
    table.do(Adjust((30, -10, -10, -10), "vom Zettel"))
    assert send(client, "seats", **seated("Girgl", "Toni", "Vroni", "Sepp")).status_code == 303
    assert table.view().state.seats == ("Girgl", "Toni", "Vroni", "Sepp")
    page = text(client.get("/scores"))
    assert re.search(r'data-total="30".*?<th[^>]*>Resi<', page)
    assert "Summe 0" in page


def test_too_few_people_are_refused_and_what_was_typed_stays(
    table: Table, client: FlaskClient
) -> None:
    answer = send(client, "seats", **seated("Xaver", "Toni"))
    assert answer.status_code == 409
    page = text(answer)
    assert "nicht mit 2 Leuten" in sentence(page)
    assert 'value="Xaver"' in page
    assert table.view().state.seats == NAMES[:4]


def test_a_substitute_sits_in_and_the_owner_comes_back(table: Table, client: FlaskClient) -> None:
    send(client, "substitute", seat="1", helper=" Girgl ", scores="substitute")
    assert table.view().state.scored_for == ("Resi", "Girgl", "Vroni", "Sepp")
    assert "Girgl spielt für Toni" in text(client.get("/people"))
    send(client, "back", seat="1")
    assert not table.view().state.substitutes


def test_who_stands_in_needs_a_seat_and_a_name(table: Table, client: FlaskClient) -> None:
    assert send(client, "substitute", helper="Girgl").status_code == 409
    nameless = send(client, "substitute", seat="1", scores="owner")
    assert nameless.status_code == 409
    assert "Namen" in sentence(text(nameless))
    assert not table.view().state.substitutes


def test_a_break_is_shown_until_it_is_over(table: Table, client: FlaskClient) -> None:
    assert 'id="paused"' not in text(client.get("/"))
    send(client, "break")
    assert 'id="paused"' in text(client.get("/"))
    assert send(client, "break").status_code == 409
    send(client, "on")
    assert table.view().state.paused is None
    assert 'id="paused"' not in text(client.get("/"))


def test_the_evening_goes_on_with_another_game(table: Table, client: FlaskClient) -> None:
    assert send(client, "game", game="bierkopf").status_code == 303
    assert table.view().state.game == "bierkopf"
    refused = send(client, "game", game="poker")
    assert refused.status_code == 409
    assert sentence(text(refused))
    table.do(EnterDeal({"won": True}))
    assert "Spielpunkte: 1 zu 0" in text(client.get("/scores"))


def test_the_evening_is_settled_by_the_fewest_payments(table: Table, client: FlaskClient) -> None:
    table.do(Adjust((50, -20, -30, 0), "vom Zettel"))
    table.do(EndEvening())
    dues = re.search(r'id="dues">(.*?)</p>', text(client.get("/scores")), re.DOTALL)
    assert dues is not None
    paid = re.sub("<[^>]+>", "", dues[1]).replace("\xa0", " ")
    assert "Toni zahlt an Resi 20" in paid
    assert "Vroni zahlt an Resi 30" in paid
    assert "Sepp" not in paid


@pytest.mark.parametrize(
    ("game", "people"), [("sheepshead", 2), ("sheepshead", 7), ("bierkopf", 4)]
)
def test_every_game_begins_from_the_start_page(table: Table, game: str, people: int) -> None:
    names = (*NAMES, "Evi", "Lena")[:people]
    client = client_of(table)
    found = re.search(r'name="csrf_token" value="([^"]+)"', text(client.get("/")))
    assert found is not None
    form = {**seated(*names), "game": game, "dealer": "0", "deck": "isar"}
    assert client.post("/start", data={**form, "csrf_token": found[1]}).status_code == 303
    assert (table.view().state.game, table.view().state.seats) == (game, names)


def test_without_an_evening_there_are_no_people(table: Table) -> None:
    assert client_of(table).get("/people").status_code == 409


def test_it_says_what_is_played(table: Table, client: FlaskClient) -> None:
    assert "Schafkopf · Geber Sepp" in text(client.get("/people"))
    send(client, "game", game="bierkopf")
    assert "Bierkopf · Geber" in text(client.get("/people"))


def test_an_unknown_form_is_not_found(table: Table) -> None:
    table.do(StartEvening("schafkopf", {}, NAMES[:4], "isar"))
    assert send(client_of(table), "dance").status_code == 404


def test_a_standing_in_another_unit_says_so(table: Table, client: FlaskClient) -> None:
    solo = Contract("solo", 1, Suit.EICHEL)
    table.do(EnterDeal({"won": True}, contract=solo))
    assert "umgerechnet" not in text(client.get("/scores"))
    send(client, "game", game="mehrkopf")
    table.do(EnterDeal({"won": True}, contract=solo))
    assert "Gezählt wird jetzt zu 10 ct; frühere Spiele sind umgerechnet." in text(
        client.get("/scores")
    )


def test_whoever_plays_for_another_is_named_where_the_deal_is_entered_and_told(
    table: Table, client: FlaskClient
) -> None:
    send(client, "substitute", seat="1", helper="Girgl", scores="owner")
    assert "Girgl spielt für Toni" in text(client.get("/enter"))
    table.do(EnterDeal({"won": True}, contract=Contract("solo", 1, Suit.EICHEL)))
    assert "Girgl spielt für Toni" in text(client.get("/"))
    send(client, "back", seat="1")
    assert "Girgl" not in text(client.get("/enter"))
    assert "Girgl spielt für Toni" in text(client.get("/"))
