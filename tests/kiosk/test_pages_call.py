import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import Suit
from engine.events import (
    EveningStarted,
)
from engine.record import Contract
from kiosk.commands import (
    Announce,
    CloseDeal,
    Double,
    StartDeal,
)
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, sentence, text

PLAYS = RUFSPIEL.split()


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


# -- call -----------------------------------------------------------------------------------------
def tap(client: FlaskClient, page: str, key: str) -> str:
    found = re.search(rf'href="([^"]+)"[^>]*data-choice="{key}"', page)
    assert found is not None, key
    return text(client.get(found[1].replace("&amp;", "&")))


def confirm(client: FlaskClient, page: str) -> TestResponse:
    fields = dict(re.findall(r'type="hidden" name="(\S+)" value="(\S*)"', page.split("<footer")[1]))
    return client.post("/call", data=fields)


def test_a_call_takes_four_taps(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = text(client.get("/call"))
    assert "Erst antippen, wer spielt." in page
    for key in ("who-1", "kind-solo", "suit-H"):
        page = tap(client, page, key)
    assert "✓ Toni: Herz-Solo" in page
    assert confirm(client, page).status_code == 303
    assert door.commands == [Announce(Contract("solo", 1, Suit.HERZ))]


def test_the_call_offers_what_the_game_plays(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "who-0")
    page = tap(client, page, "kind-rufspiel")
    assert re.findall(r'data-choice="suit-(\w)"', page) == ["E", "G", "S"]
    page = tap(client, page, "kind-wenz")
    assert "suit-" not in page
    assert "✓ Resi: Wenz" in page


def test_nobody_plays_or_the_cards_are_thrown_in(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    page = tap(client, text(client.get("/call")), "who-none")
    assert "kind-rufspiel" not in page
    page = tap(client, page, "kind-thrown_in")
    confirm(client, page)
    assert door.commands == [CloseDeal({"kind": "thrown_in", "why": "all_pass"})]


def test_a_late_call_and_a_later_kontra_only_add_what_is_new(door: FakeDoor) -> None:
    door.seat_them()
    door.play(PLAYS[:5])
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-0", "kind-rufspiel", "suit-G", "d-legen"):
        page = tap(client, page, key)
    confirm(client, page)
    page = text(client.get("/call"))
    assert "✓ Resi: Rufspiel auf die Gras, Legen" in page
    confirm(client, tap(client, page, "d-kontra"))
    announced = Announce(Contract("rufspiel", 0, Suit.GRAS))
    assert door.commands == [announced, Double("legen"), Double("kontra")]


def test_a_call_between_deals_begins_one(door: FakeDoor) -> None:
    door.record(EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {}))
    client = client_of(door)
    page = text(client.get("/call"))
    for key in ("who-2", "kind-geier"):
        page = tap(client, page, key)
    confirm(client, page)
    assert door.commands == [StartDeal(), Announce(Contract("geier", 2))]


@pytest.mark.parametrize(
    "fields",
    [
        {"who": "9", "kind": "wenz"},
        {"who": "0", "kind": "nonsense"},
        {"who": "0", "kind": "rufspiel"},
        {"who": "0", "kind": "rufspiel", "suit": "H"},
        {"who": "none", "kind": "wenz"},
        {"who": "0", "kind": "wenz", "d.kontra": "99"},
        {},
    ],
)
def test_a_call_the_game_does_not_know_is_refused(door: FakeDoor, fields: dict[str, str]) -> None:
    door.seat_them()
    response = post(client_of(door), "/call", **fields)
    assert response.status_code == 400
    assert "Diese Ansage gibt es in diesem Spiel nicht" in sentence(text(response))
    assert door.commands == []


def test_a_call_before_the_evening_is_refused(door: FakeDoor) -> None:
    response = client_of(door).get("/call")
    assert response.status_code == 409
    assert "noch kein Abend" in sentence(text(response))
