"""Without a camera every card can be laid by touch, whatever lies on the table."""

import re

from engine.events import DealStarted, EveningStarted
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, screen, text
from tests.kiosk.web.play.test_call import fields_of
from vision.sighting import TableActivity

PLAYS = RUFSPIEL.split()
LAY = 'href="/lay"'


def table() -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.show(source="none")
    return door


def test_before_the_first_card_the_call_and_laying_are_offered() -> None:
    page = text(client_of(table()).get("/"))
    assert screen(page) == "wait"
    assert '<a class="button main" href="/enter">' in page
    assert "Nach dem Spiel hier antippen" in page
    assert LAY in page
    assert 'href="/call"' in page


def players(page: str) -> dict[str, str]:
    """Return where each name below the question who plays leads."""
    row = page.partition('id="players"')[2].partition("</div>")[0]
    found = re.findall(r'href="([^"]+)">(\w+)<', row)
    return {name: href.replace("&amp;", "&") for href, name in found}


def test_before_the_first_card_a_name_leads_on_and_is_said_already() -> None:
    door = table()
    client = client_of(door)
    offered = players(text(client.get("/")))
    assert tuple(offered) == NAMES
    entry = text(client.get(offered["Vroni"]))
    assert screen(entry) == "entry"
    assert fields_of(entry, "taps")["who"] == "2"
    door.show(source="camera")
    call = text(client.get(players(text(client.get("/")))["Toni"]))
    assert screen(call) == "call"
    assert fields_of(call, "taps")["who"] == "1"
    door.call()
    assert players(text(client.get("/"))) == {}


def test_who_sits_out_is_not_asked_to_play() -> None:
    door = FakeDoor()
    everybody = (*NAMES, "Girgl")
    door.record(
        EveningStarted("abend", "schafkopf", {}, everybody, "isar", {}),
        DealStarted("abend-1", 3, (3,)),
        source="none",
    )
    assert tuple(players(text(client_of(door).get("/")))) == ("Resi", "Toni", "Vroni", "Girgl")


def test_every_card_of_a_deal_can_be_laid() -> None:
    door = table()
    door.call()
    client = client_of(door)
    for play in PLAYS:
        assert LAY in text(client.get("/"))
        door.play([play])
    page = text(client.get("/"))
    assert LAY not in page
    assert 'action="/settle"' in page


def test_after_a_whole_trick_the_next_card_can_be_laid_with_a_camera_too() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(PLAYS[:4])
    assert 'id="lay"' in text(client_of(door).get("/"))


def test_when_the_camera_fails_in_mid_deal_the_score_pad_is_one_tap_away() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(PLAYS[:6])
    door.show(source="camera", activity=TableActivity.STABLE)
    assert 'href="/enter"' not in text(client_of(door).get("/"))
    door.show(source="camera", activity=TableActivity.NO_PICTURE)
    assert 'href="/enter"' in text(client_of(door).get("/"))
