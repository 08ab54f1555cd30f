import re

import pytest

from engine.cards import GERMAN_32, GERMAN_48, Family, card, cards
from engine.events import (
    CardPlayed,
    Doubled,
    EveningEnded,
    TrickTaken,
)
from kiosk.director.outlook import Question
from kiosk.screens.cards import face
from kiosk.table.commands import CloseDeal, LayCard
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, screen, shown_cards, text
from vision.sighting import TableActivity

PLAYS = RUFSPIEL.split()


# -- which screen ---------------------------------------------------------------------------------
def test_without_an_evening_the_page_begins_one(door: FakeDoor) -> None:
    door.show(source="camera")
    client = client_of(door)
    assert screen(text(client.get("/"))) == "start"
    page = text(client.get("/begin/people"))
    assert [name in page for name in NAMES] == [True] * 4
    seated = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    page = text(client.get("/begin/go", query_string={**seated, "dealer": "0"}))
    assert "Kein Bild und kein Ton wird gespeichert." in page


def test_before_the_first_card_the_page_says_who_deals(door: FakeDoor) -> None:
    door.seat_them()
    page = text(client_of(door).get("/"))
    assert screen(page) == "wait"
    assert "Sepp gibt." in page


def test_a_called_deal_shows_who_leads(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    page = text(client_of(door).get("/"))
    assert screen(page) == "table"
    assert "Resi spielt Rufspiel auf die Gras-Sau" in re.sub("<[^>]+>", "", page)
    assert "Resi kommt heraus" in page


def test_the_trick_is_shown_in_the_order_of_play(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:3])
    page = text(client_of(door).get("/"))
    assert shown_cards(page) == ["EO", "EU", "H8"]
    assert re.findall(r'data-seat="(\d)"', page) == ["0", "1", "2", "3"]
    assert "Sepp ist dran" in page
    assert 'data-points="5"' in page


def test_the_second_trick_begins_with_who_won_the_first(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play("0EO 1EU 2H8 3SO 0S8 1S7 2SZ 3S9 2H9")
    page = text(client_of(door).get("/"))
    assert shown_cards(page) == ["H9"]
    assert re.findall(r'data-seat="(\d)"', page) == ["2", "3", "0", "1"]


def test_a_swept_trick_leaves_the_table_and_is_the_last_trick(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:4])
    client = client_of(door)
    assert shown_cards(text(client.get("/"))) == ["EO", "EU", "H8", "SO"]
    assert shown_cards(text(client.get("/last"))) == []
    door.record(TrickTaken())
    assert shown_cards(text(client.get("/"))) == []
    assert "Stich 2 von 8" in text(client.get("/"))
    assert shown_cards(text(client.get("/last"))) == ["EO", "EU", "H8", "SO"]


def test_an_unseen_card_is_drawn_as_such(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.record(CardPlayed(None))
    page = text(client_of(door).get("/"))
    assert shown_cards(page) == ["??"]
    assert "Karte nicht gesehen" in page


def test_during_a_deal_only_running_and_last_trick_may_be_looked_at(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:17])
    client = client_of(door)
    deal = door.view().state.deal
    assert deal is not None
    seen = [client.get(f"/check/{seq}").status_code for seq in deal.seqs]
    assert seen == [403] * 12 + [200] * 5
    assert client.get("/review").status_code == 403
    pages = "".join(text(client.get(path)) for path in ("/", "/last", "/scores", "/call"))
    assert not set(shown_cards(pages)) & {play[1:] for play in PLAYS[:12]}


def test_a_finished_deal_shows_laufende_with_their_cards_and_who_pays(door: FakeDoor) -> None:
    door.seat_them()
    door.record(Doubled("legen", 2))
    door.call()
    door.play(PLAYS)
    door.finish()
    page = text(client_of(door).get("/"))
    assert screen(page) == "result"
    assert "Resi und Sepp gewinnen" in page
    assert "116 zu 4" in page
    assert "Schneider" in page
    assert "Schwarz" not in page
    assert "Mit 4 Laufenden" in page
    assert shown_cards(page) == ["EO", "GO", "HO", "SO"]
    assert "Legen" in page
    assert "Toni zahlt an Resi <b>140</b>" in page
    assert "Vroni zahlt an Sepp <b>140</b>" in page
    assert re.findall(r'class="sum[^"]*">([^<]+)<', page) == ["+140", "−140", "−140", "+140"]


def test_amounts_are_money_where_the_table_wants_it(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS)
    door.finish()
    page = text(client_of(door, money=True).get("/"))
    assert re.findall(r'class="sum[^"]*">([^<]+)<', page)[0] == "+0,70\xa0€"
    assert "−€0.70" in text(client_of(door, "en", money=True).get("/"))


def test_a_deal_without_a_call_asks_for_it_instead_of_settling(door: FakeDoor) -> None:
    door.seat_them()
    door.play(PLAYS[:4])
    door.finish()
    page = text(client_of(door).get("/"))
    assert "Spiel zu Ende" in page
    assert "Erst ansagen, was gespielt wurde." in page


def test_scores_rank_the_table_and_sum_to_zero(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    assert "Noch kein Spiel fertig" in text(client.get("/scores"))
    door.call()
    door.play(PLAYS)
    door.finish()
    page = text(client.get("/scores"))
    assert re.findall(r'data-total="([^"]+)"', page) == ["70", "70", "-70", "-70"]
    assert "Summe 0" in page
    assert page.count("<polyline") == 4


def test_the_whole_deal_may_be_looked_through_afterwards(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS)
    door.finish()
    page = text(client_of(door).get("/review"))
    assert shown_cards(page) == [play[1:] for play in PLAYS]


def test_an_ended_evening_says_so(door: FakeDoor) -> None:
    door.seat_them()
    door.record(EveningEnded())
    client = client_of(door)
    assert "Der Abend ist zu Ende" in text(client.get("/"))
    start = text(client.get("/start"))
    assert screen(start) == "start"
    assert 'name="next" value="/start"' in start, "another language leads back here"


@pytest.mark.parametrize(
    ("activity", "words"),
    [
        (TableActivity.STARTING, "Kamera startet"),
        (TableActivity.STABLE, "Kamera an"),
        (TableActivity.HAND, "die Kamera wartet"),
        (TableActivity.NO_PICTURE, "Die Kamera liefert kein Bild"),
    ],
)
def test_the_page_says_what_the_camera_does(
    door: FakeDoor, activity: TableActivity, words: str
) -> None:
    door.seat_them()
    door.show(activity=activity)
    assert words in text(client_of(door).get("/"))


def test_without_a_camera_the_page_says_so(door: FakeDoor) -> None:
    door.seat_them()
    door.show(source="none")
    assert "Ohne Kamera" in text(client_of(door).get("/"))


# -- without a camera -----------------------------------------------------------------------------
def test_cards_can_be_laid_by_touch(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.show(source="none")
    client = client_of(door)
    assert 'href="/lay"' in text(client.get("/"))
    assert shown_cards(text(client.get("/lay"))) == [known.code for known in GERMAN_32]
    post(client, "/lay", card="EO")
    assert door.commands == [LayCard(cards("EO")[0])]


def test_a_deal_laid_by_touch_is_settled_by_touch(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS[:-1])
    door.show(source="none")
    client = client_of(door)
    assert "Alle Karten liegen." not in text(client.get("/"))
    door.play(PLAYS[-1:])
    assert "Alle Karten liegen." in text(client.get("/"))
    post(client, "/settle")
    assert door.commands == [CloseDeal(None)]
    assert screen(text(client.get("/"))) == "result"


def test_a_question_is_still_asked_over_the_result(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS)
    seq = door.view().state.deal.seqs[0]  # type: ignore[union-attr]
    door.finish()
    door.show(questions=(Question("abend-1", seq, cards("EO EU")),))
    page = text(client_of(door).get("/"))
    assert screen(page) == "result"
    assert f'data-question="{seq}"' in page


def test_a_french_card_has_a_face_of_our_own() -> None:
    shown = face(card("CQ", Family.FRENCH))
    assert shown.image == "/static/cards/lech/CQ.svg"
    assert (shown.rank, shown.suit, shown.suit_word.de) == ("Q", "clubs", "Kreuz")


def test_every_german_card_has_its_own_face() -> None:
    assert all(face(known).image for known in GERMAN_48)
