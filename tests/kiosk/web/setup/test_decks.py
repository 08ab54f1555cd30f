"""The shelf of decks by the page, and whose the camera's pictures are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import FRENCH_32, GERMAN_20, Family, card
from kiosk.app import create_app
from kiosk.camera.classroom import LEFT_S
from kiosk.camera.enrolment import Phase
from kiosk.exports.files import Stick
from kiosk.home import deck_files
from kiosk.home.deck_files import open_deck
from kiosk.home.deck_shelf import packed, shelf
from kiosk.table.commands import ChangeGame, EndEvening, LayCard, StartDeal, StartEvening, Undo
from kiosk.web.setup import decks
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.kiosk.served import app_of
from tests.vision.drawn import drawn_profile
from vision.reading.nets import Nets, load_nets

NETS = load_nets()


@pytest.fixture(autouse=True)
def stick(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Stick:
    """Plug in a stick that is empty."""
    plugged = Stick("STICK", tmp_path_factory.mktemp("STICK"))
    monkeypatch.setattr(decks, "sticks", lambda: (plugged,))
    return plugged


@pytest.fixture
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("decks"), NETS) as rig:
        yield rig


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return app_of(rig.table, **rig.given()).test_client()


def keep(rig: Rig, name: str, nets: Nets = NETS, count: int = 20) -> None:
    profile = replace(drawn_profile(nets, GERMAN_20[:count]), name=name)
    deck_files.save_deck(profile, rig.home)


def names(rig: Rig) -> list[str]:
    return [deck.name for deck in shelf(rig.home, NETS)]


def test_a_deck_is_renamed_given_away_taken_in_and_removed(
    rig: Rig, client: FlaskClient, stick: Stick
) -> None:
    keep(rig, "alt")
    assert "20 Karten" in text(client.get("/setup/deck"))
    answer = post(client, "/setup/deck/of/alt/rename", name="Zum Hirschen")
    assert answer.headers["Location"] == "/setup/deck/of/Zum-Hirschen"
    assert names(rig) == ["Zum-Hirschen", "isar"]
    told = client.get("/setup/deck/of/Zum-Hirschen/export")
    assert "Zum-Hirschen.deck" in told.headers["Content-Disposition"]
    data = told.get_data()
    assert len(data) == len(packed("Zum-Hirschen", rig.home, NETS))
    again = upload(client, stick, data)
    assert again.status_code == 409
    assert "gibt es schon" in sentence(text(again))
    assert "löschen?" in text(client.get("/setup/deck/of/Zum-Hirschen/remove"))
    post(client, "/setup/deck/of/Zum-Hirschen/remove")
    assert names(rig) == ["isar"]
    upload(client, stick, data)
    taken = open_deck("Zum-Hirschen", rig.home, NETS)
    assert taken.cards == GERMAN_20
    assert not taken.pictured


def upload(client: FlaskClient, stick: Stick, data: bytes) -> TestResponse:
    """Take in what lies on the stick."""
    (stick.folder / "x.deck").write_bytes(data)
    page = text(client.get("/setup/deck"))
    assert f'name="file" value="{stick.name}/x.deck"' in page
    assert 'type="file"' not in page
    return post(client, "/setup/deck/import", file=f"{stick.name}/x.deck")


def test_what_is_no_deck_is_refused_in_words_and_changes_nothing(
    rig: Rig, client: FlaskClient, stick: Stick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "MOST_BYTES", 100_000)
    answer = upload(client, stick, b"PK\x03\x04" + b"x" * 70_000)
    assert answer.status_code == 409
    assert "kein Kartenblatt" in sentence(text(answer))
    answer = upload(client, stick, b"x" * 150_000)
    assert answer.status_code == 409
    assert "zu groß" in sentence(text(answer))
    assert post(client, "/setup/deck/import", file="STICK/../secret.deck").status_code == 409
    assert post(client, "/setup/deck/of/isar/remove").status_code == 409
    assert post(client, "/setup/deck/of/isar/rename", name="meins").status_code == 409
    assert post(client, "/setup/deck/new", name="isar", kind="german-32").status_code == 409
    assert post(client, "/setup/deck/new", name="../x", kind="german-32").status_code == 409
    assert post(client, "/setup/deck/new", name="neu", kind="tarock-78").status_code == 409
    assert client.get("/setup/deck/of/nirgends").status_code == 404
    assert client.get("/setup/deck/sitting").status_code == 409
    assert names(rig) == ["isar"]


def test_the_deck_of_the_evening_stays_while_it_is_played_with(
    rig: Rig, client: FlaskClient
) -> None:
    keep(rig, "heute")
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "heute"))
    for what in ("remove", "rename"):
        answer = post(client, f"/setup/deck/of/heute/{what}", name="morgen")
        assert answer.status_code == 409
        assert "wird heute gespielt" in sentence(text(answer))
    assert "heute im Spiel" in text(client.get("/setup/deck"))
    rig.table.do(EndEvening())
    assert post(client, "/setup/deck/of/heute/remove").status_code == 303


def test_the_evening_goes_on_with_another_deck_by_three_taps(rig: Rig, client: FlaskClient) -> None:
    keep(rig, "frisch")
    rig.table.do(StartEvening("bierkopf", {}, NAMES, "isar"))
    assert "jetzt: „isar“" in text(client.get("/more"))
    assert 'href="/setup/deck/of/frisch"' in text(client.get("/setup/deck"))
    assert "/setup/deck/of/frisch/play" in text(client.get("/setup/deck/of/frisch"))
    answer = post(client, "/setup/deck/of/frisch/play")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert rig.table.view().state.deck == "frisch"
    assert "jetzt: „frisch“" in text(client.get("/more"))
    assert "/play" not in text(client.get("/setup/deck/of/frisch"))
    for deck in ("frisch", "isar"):
        answer = post(client, f"/setup/deck/of/{deck}/remove")
        assert "wird heute gespielt" in sentence(text(answer))


def test_a_deck_is_not_changed_while_cards_lie_nor_for_one_that_will_not_do(
    rig: Rig, client: FlaskClient
) -> None:
    keep(rig, "klein")
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    answer = post(client, "/setup/deck/of/klein/play")
    assert answer.status_code == 409
    assert "reicht für dieses Spiel nicht" in sentence(text(answer))
    rig.table.do(ChangeGame("bierkopf", {}))
    rig.table.do(StartDeal(3))
    rig.table.do(LayCard(card("CA", Family.FRENCH)))
    answer = post(client, "/setup/deck/of/klein/play")
    assert answer.status_code == 409
    assert "noch nicht zu Ende" in sentence(text(answer))
    assert rig.table.view().state.deck == "isar"


def test_the_camera_reads_with_the_new_deck_from_then_on(rig: Rig, client: FlaskClient) -> None:
    keep(rig, "frisch")
    rig.table.do(StartEvening("bierkopf", {}, NAMES, "isar"))
    post(client, "/setup/deck/of/frisch/play")
    rig.workshop.camera.on()
    rig.camera.show(rig.camera.table.frames(1.0))
    rig.table.call(lambda core: None)
    assert rig.director.profile == GERMAN_20
    assert rig.table.view().camera.deck_note is None


def test_no_deck_is_enrolled_while_cards_lie_and_play_takes_the_camera_back(
    rig: Rig, client: FlaskClient
) -> None:
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    rig.table.do(StartDeal(3))
    rig.table.do(LayCard(card("EA")))
    answer = post(client, "/setup/deck/new", name="neu", kind="german-20")
    assert answer.status_code == 409
    assert "Gerade wird gespielt" in sentence(text(answer))
    assert not rig.window.lent
    rig.table.do(Undo())
    answer = post(client, "/setup/deck/new", name="neu", kind="german-20")
    assert answer.headers["Location"] == "/setup/deck/sitting"
    assert rig.window.lent
    rig.table.do(LayCard(card("EA")))
    rig.table.call(lambda core: None)
    assert not rig.window.lent
    page = text(client.get("/setup/deck/sitting"))
    assert "Gerade wird gespielt" in page
    rig.table.do(Undo())
    client.get("/setup/deck/sitting/live")
    assert rig.window.lent


def test_a_sitting_nobody_looks_at_gives_the_pictures_back(rig: Rig) -> None:
    now = [0.0]
    classroom = rig.workshop.classroom
    classroom.clock = lambda: now[0]
    keep(rig, "mein")
    classroom.test("mein", rig.table.view().state, "de")
    rig.workshop.camera.on()
    sitting = classroom.look(rig.table.view())
    assert sitting is not None
    assert sitting.state.phase is Phase.TESTING
    assert rig.window.newest(PATIENCE_S) is not None
    now[0] = LEFT_S + 1.0
    rig.camera.show(rig.camera.table.frames(0.2))
    assert not rig.window.lent
    classroom.end()
    assert classroom.look(rig.table.view()) is None


def test_a_table_without_set_up_says_so(rig: Rig) -> None:
    client = create_app(rig.table).test_client()
    assert "Hier läuft keine Kamera" in text(client.get("/setup/camera"))
    for path in ("/setup/deck", "/setup/camera/corners", "/setup/camera/picture"):
        answer = client.get(path)
        assert answer.status_code == 409
        assert "keine Kamera" in sentence(text(answer))


def test_a_deck_with_a_print_of_its_own_is_offered_and_enrolled_as_it_is_called(
    rig: Rig, client: FlaskClient
) -> None:
    """RULES 0.33: cards are called as they are printed, whatever lies on the table."""
    page = text(client.get("/setup/deck/new"))
    assert "Boon: Gold 1 bis 14, Rot, Grün, Blau" in page
    assert "Kreuz, Pik, Herz, Karo" in page
    refused = post(client, "/setup/deck/new", name="gold", kind="boon-33")
    assert refused.status_code == 409
    answer = post(client, "/setup/deck/new", name="gold", kind="boon-32")
    assert answer.headers["Location"] == "/setup/deck/sitting"
    sitting = rig.workshop.classroom.sitting
    assert sitting is not None
    assert sitting.printed == "boon"
    for frame in rig.camera.table.frames(1.2):
        sitting.feed(frame)
    assert sitting.state.card is card("CQ", Family.FRENCH)
    asked = text(client.get("/setup/deck/sitting"))
    assert "Gold 14" in asked
    assert "Kreuz" not in asked
    rig.workshop.classroom.end()
    post(client, "/setup/deck/rows/begin", name="gold", kind="boon-32")
    laid = text(client.get("/setup/deck/rows"))
    assert "Gold 14 – Gold 13 – Gold 12 … Gold 1; Blau 6" in laid
    rows = rig.workshop.classroom.rows
    assert rows is not None
    assert rows.printed == "boon"


def test_a_deck_of_that_print_is_listed_with_it(rig: Rig, client: FlaskClient) -> None:
    cards = FRENCH_32[:20]
    drawn = replace(drawn_profile(NETS, GERMAN_20), cards=cards, name="gold", printed="boon")
    deck_files.save_deck(drawn, rig.home)
    assert open_deck("gold", rig.home, NETS).printed == "boon"
    assert deck_files.printed_on(rig.home)("gold") == "boon"
    assert "20 Karten · Boon: Gold 1 bis 14" in text(client.get("/setup/deck"))
    page = text(client.get("/setup/deck/of/gold"))
    assert re.search(r"(Blau|Grün|Rot|Gold) \d+ und (Blau|Grün|Rot|Gold) \d+ sehen sich", page)
