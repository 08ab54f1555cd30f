import re

import pytest

from engine.cards import GERMAN_32, cards
from engine.events import (
    CardPlayed,
    Doubled,
)
from engine.scores import Scores
from kiosk.director.outlook import Question
from kiosk.table.commands import (
    CloseDeal,
    ConfirmCard,
    CorrectCard,
    InsertCard,
    RemoveCard,
    Rule,
    Undo,
)
from tests.kiosk.fake_door import REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import alerted, client_of, post, screen, sentence, shown_cards, text

PLAYS = RUFSPIEL.split()


# -- alert ----------------------------------------------------------------------------------------
def test_an_alert_shows_both_proof_cards(door: FakeDoor) -> None:
    verdict = alerted(door)
    page = text(client_of(door).get("/"))
    assert screen(page) == "alert"
    assert f'data-verdict="{verdict}"' in page
    assert "Toni: nicht bedient" in page
    first, second = page.split("data-proof")[1:]
    assert shown_cards(first) == ["EA", "SK"]
    assert shown_cards(second) == ["EK"]
    assert "Eichel angespielt – Toni warf Schellen ab" in first
    assert "… und spielte dann selbst Eichel" in second
    assert "Gewertet wird erst, wenn ihr entscheidet." in page


def test_a_long_name_stands_apart_from_the_headline(door: FakeDoor) -> None:
    door.seat_them(("Resi", "Maximiliane-Antonia", "Vroni", "Sepp"))
    door.call()
    door.play(REVOKE[:22])
    page = text(client_of(door).get("/"))
    found = re.search(r"<h1[^>]*>([^<]+)</h1>", page)
    assert found is not None
    assert found[1] == "Nicht bedient"
    assert '<p class="who">Maximiliane-Antonia</p>' in page


@pytest.mark.parametrize("ruling", ["upheld", "waived", "dismissed"])
def test_the_table_decides_about_a_verdict(door: FakeDoor, ruling: str) -> None:
    verdict = alerted(door)
    client = client_of(door)
    response = post(client, "/rule", deal="abend-1", verdict=verdict, ruling=ruling)
    assert response.status_code == 303
    assert door.commands == [Rule("abend-1", verdict, ruling)]  # type: ignore[arg-type]
    assert screen(text(client.get("/"))) == "table"


def test_an_upheld_verdict_waits_to_be_settled(door: FakeDoor) -> None:
    verdict = alerted(door)
    client = client_of(door)
    post(client, "/rule", deal="abend-1", verdict=verdict, ruling="upheld")
    assert "Spiel verloren für Toni" in text(client.get("/"))
    post(client, "/settle")
    assert door.commands[-1] == CloseDeal({"kind": "ruled"})
    page = text(client.get("/"))
    assert screen(page) == "result"
    assert "Toni hat nicht bedient" in page


def test_a_misread_proof_card_can_be_put_right_and_the_verdict_falls(door: FakeDoor) -> None:
    verdict = alerted(door)
    client = client_of(door)
    page = text(client.get(f"/misread/{verdict}"))
    assert shown_cards(page) == ["EA", "SK", "EK"]
    seqs = re.findall(r'data-seq="(\d+)"', page)
    post(client, f"/check/{seqs[1]}", card="E9")
    assert door.commands == [CorrectCard(int(seqs[1]), cards("E9")[0])]
    assert screen(text(client.get("/"))) == "table"


def test_a_verdict_that_rests_on_a_card_named_by_hand_says_so_and_can_be_taken_back(
    door: FakeDoor,
) -> None:
    door.seat_them()
    door.call()
    door.record(*(CardPlayed(cards(play[1:])[0]) for play in REVOKE[:22]))
    (verdict,) = door.view().outlook.shown
    client = client_of(door)
    page = text(client.get("/"))
    assert "Beide Karten sicher gelesen" in page
    assert 'action="/undo"' not in page
    seqs = re.findall(r'data-seq="(\d+)"', text(client.get(f"/misread/{verdict.id}")))
    post(client, f"/check/{seqs[1]}", card="S9")
    page = text(client.get("/"))
    assert screen(page) == "alert"
    assert "Zum Teil am Tisch benannt" in page
    assert "sicher gelesen" not in page
    assert 'action="/undo"' in page
    post(client, "/undo")
    assert door.commands[-1] == Undo()


def test_a_finding_about_a_word_alone_rests_on_no_card_and_the_word_can_be_taken_back(
    door: FakeDoor,
) -> None:
    """A Kontra entered by mistake: nothing there can have been misread."""
    door.seat_them()
    door.call()
    door.play(REVOKE[:9])
    door.record(Doubled("kontra", 1, 9))
    assert [verdict.kind for verdict in door.view().outlook.shown] == ["illegal_double"]
    page = text(client_of(door).get("/"))
    assert screen(page) == "alert"
    assert "/misread/" not in page
    assert 'action="/undo"' in page


def test_other_pages_call_people_back_to_an_alert(door: FakeDoor) -> None:
    alerted(door)
    client = client_of(door)
    assert "Toni: nicht bedient" in text(client.get("/scores"))
    assert "Toni: nicht bedient" in text(client.get("/call"))


def test_a_settled_verdict_cannot_be_ruled_again(door: FakeDoor) -> None:
    verdict = alerted(door)
    client = client_of(door)
    post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived")
    again = post(client, "/rule", deal="abend-1", verdict=verdict, ruling="upheld")
    assert again.status_code == 404
    assert "schon erledigt" in sentence(text(again))


# -- check and question ---------------------------------------------------------------------------
def asked(door: FakeDoor) -> int:
    """Play three cards and ask about the third; return its number."""
    door.seat_them()
    door.call()
    door.play(PLAYS[:3])
    deal = door.view().state.deal
    assert deal is not None
    seq = deal.seqs[2]
    question = Question("abend-1", seq, cards("H8 H9 HU"))
    door.show(questions=(question,), unsure=frozenset({seq}))
    return seq


def test_a_question_offers_what_the_camera_takes_the_card_for(door: FakeDoor) -> None:
    seq = asked(door)
    page = text(client_of(door).get("/"))
    assert f'data-question="{seq}"' in page
    assert shown_cards(page.split("data-question")[1]) == ["H8", "H9", "HU"]
    assert "Stich 1 · Vroni" in page


def test_answering_with_the_card_read_confirms_it(door: FakeDoor) -> None:
    seq = asked(door)
    post(client_of(door), f"/check/{seq}", card="H8")
    assert door.commands == [ConfirmCard(seq)]


def test_answering_with_another_card_corrects_it(door: FakeDoor) -> None:
    seq = asked(door)
    post(client_of(door), f"/check/{seq}", card="H9")
    assert door.commands == [CorrectCard(seq, cards("H9")[0])]


def test_look_alikes_come_from_the_scores_and_never_from_the_cards_still_out(
    door: FakeDoor,
) -> None:
    door.seat_them()
    door.call()
    scores = {"EO": -1, "EU": -100, "HO": -200, "GO": -300}
    ordered = Scores(scores.get(known.code, -900) for known in GERMAN_32)
    door.play("0EU")
    door.record(CardPlayed(cards("EO")[0], scores=ordered))
    deal = door.view().state.deal
    assert deal is not None
    client = client_of(door, order_of=lambda deal: GERMAN_32)
    page = text(client.get(f"/check/{deal.seqs[1]}"))
    # EU lies on the table already and is offered all the same
    assert shown_cards(page) == ["EO", "EU", "HO", "GO"]


def test_the_whole_deck_is_offered_on_request(door: FakeDoor) -> None:
    seq = asked(door)
    page = text(client_of(door).get(f"/check/{seq}?deck=1"))
    assert shown_cards(page) == [known.code for known in GERMAN_32]


def test_no_card_and_a_missing_card_can_be_told(door: FakeDoor) -> None:
    seq = asked(door)
    client = client_of(door)
    assert len(shown_cards(text(client.get(f"/missing/{seq}")))) == 32
    post(client, f"/missing/{seq}", card="H7")
    post(client, f"/remove/{seq}")
    assert door.commands == [InsertCard(cards("H7")[0], seq), RemoveCard(seq)]


@pytest.mark.parametrize("code", ["", "XX", "ES", "CA", "<b>", "EO EO", "é" * 5000])
def test_an_unknown_card_is_refused_in_a_plain_sentence(door: FakeDoor, code: str) -> None:
    seq = asked(door)
    response = post(client_of(door), f"/check/{seq}", card=code)
    assert response.status_code == 400
    assert "gibt es in diesem Blatt nicht" in sentence(text(response))
    assert door.commands == []


def test_an_unknown_play_is_refused_in_a_plain_sentence(door: FakeDoor) -> None:
    asked(door)
    client = client_of(door)
    assert client.get("/check/999").status_code == 404
    assert post(client, "/check/999", card="EO").status_code == 404
    assert client.get("/check/99999999999999999999999").status_code == 404
