import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import GERMAN_32, GERMAN_48, Family, Suit, card, cards
from engine.events import (
    CardPlayed,
    Doubled,
    EveningEnded,
    EveningStarted,
    TrickTaken,
)
from engine.record import Contract
from engine.text import Language, PlainError
from kiosk.app import PageSettings, create_app
from kiosk.commands import (
    Announce,
    CloseDeal,
    ConfirmCard,
    CorrectCard,
    Double,
    InsertCard,
    LayCard,
    RemoveCard,
    Rule,
    StartDeal,
    StartEvening,
    Undo,
)
from kiosk.pages.cards import face
from kiosk.view import Question
from tests.kiosk.fake_door import NAMES, REFUSED, REVOKE, RUFSPIEL, FakeDoor
from vision.sighting import TableActivity

PLAYS = RUFSPIEL.split()
HOSTILE = "<script>x"


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


def client_of(door: FakeDoor, language: Language = "de", **settings: object) -> FlaskClient:
    chosen = PageSettings(language=language, **settings)  # type: ignore[arg-type]
    return create_app(door, chosen).test_client()


def text(response: TestResponse) -> str:
    return response.get_data(as_text=True)


def post(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Post a form the way the page does: with the token of a page that was opened."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', text(client.get("/")))
    assert found is not None
    return client.post(path, data={**fields, "csrf_token": found[1]})


def shown_cards(page: str) -> list[str]:
    return re.findall(r'data-card="([^"]+)"', page)


def screen(page: str) -> str:
    found = re.search(r'data-screen="(\w+)"', page)
    assert found is not None
    return found[1]


def sentence(page: str) -> str:
    found = re.search(r'id="sentence">([^<]+)<', page)
    assert found is not None
    return found[1]


# -- which screen -----------------------------------------------------------------------------


def test_without_an_evening_the_page_asks_who_sits_where(door: FakeDoor) -> None:
    page = text(client_of(door).get("/"))
    assert screen(page) == "start"
    assert [name in page for name in NAMES] == [True] * 4
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
    assert "Resi spielt Rufspiel auf die Gras" in page
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
    assert re.findall(r'class="sum">([^<]+)<', page) == ["+140", "−140", "−140", "+140"]


def test_amounts_are_money_where_the_table_wants_it(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(PLAYS)
    door.finish()
    page = text(client_of(door, money=True).get("/"))
    assert re.findall(r'class="sum">([^<]+)<', page)[0] == "+0,70\xa0€"
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
    assert screen(text(client.get("/start"))) == "start"


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


# -- alert ------------------------------------------------------------------------------------


def alerted(door: FakeDoor) -> str:
    """Play until Toni's revoke is proven; return the verdict's id."""
    door.seat_them()
    door.call()
    door.play(REVOKE[:22])
    (verdict,) = door.view().shown
    return verdict.id


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
    assert "Durch Fehler verloren: Toni" in page


def test_a_misread_proof_card_can_be_put_right_and_the_verdict_falls(door: FakeDoor) -> None:
    verdict = alerted(door)
    client = client_of(door)
    page = text(client.get(f"/misread/{verdict}"))
    assert shown_cards(page) == ["EA", "SK", "EK"]
    seqs = re.findall(r'data-seq="(\d+)"', page)
    post(client, f"/check/{seqs[1]}", card="E9")
    assert door.commands == [CorrectCard(int(seqs[1]), cards("E9")[0])]
    assert screen(text(client.get("/"))) == "table"


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


# -- check and question -----------------------------------------------------------------------


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
    ordered = tuple(scores.get(known.code, -900) for known in GERMAN_32)
    door.play("0EU")
    door.record(CardPlayed(cards("EO")[0], scores=ordered))
    deal = door.view().state.deal
    assert deal is not None
    client = client_of(door, deck_order=GERMAN_32)
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


# -- call -------------------------------------------------------------------------------------


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


# -- start and buttons ------------------------------------------------------------------------

START = {"game": "schafkopf", "dealer": "2", "deck": "isar"}


def named(*names: str) -> dict[str, str]:
    return {f"name{seat}": name for seat, name in enumerate(names)}


def test_an_evening_begins_with_its_first_deal(door: FakeDoor) -> None:
    client = client_of(door)
    given = named(" Resi ", "Toni  Huber", "Vroni", "Sepp\u200b")
    assert post(client, "/start", **START, **given).status_code == 303
    begun = StartEvening("schafkopf", {}, ("Resi", "Toni Huber", "Vroni", "Sepp"), "isar")
    assert door.commands == [begun, StartDeal(2)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (named("Resi", " ", "Vroni", "Sepp"), "Platz 2 hat noch keinen Namen"),
        (named("Resi", "Toni", "V" * 21, "Sepp"), "Der Name auf Platz 3 ist zu lang"),
        (named("Resi", "Toni", "Vroni", "resi"), "Den Namen „resi“ gibt es zweimal"),
        ({}, "Platz 1 hat noch keinen Namen"),
        (named(*NAMES) | {"game": "poker"}, "Dieses Spiel kennt der Tisch nicht"),
        (named(*NAMES) | {"dealer": "4"}, "Diesen Platz gibt es am Tisch nicht"),
    ],
)
def test_a_start_that_cannot_be_is_refused_in_a_plain_sentence(
    door: FakeDoor, given: dict[str, str], words: str
) -> None:
    response = post(client_of(door), "/start", **{**START, **given})
    assert response.status_code == 400
    assert words in sentence(text(response))
    assert door.commands == []


def test_undo_and_next_deal_are_one_tap(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    assert post(client, "/undo").status_code == 303
    assert post(client, "/deal").status_code == 303
    assert door.commands == [Undo(), StartDeal()]


def test_what_the_table_refuses_is_told_in_its_own_words(door: FakeDoor) -> None:
    door.seat_them()
    door.refuse = PlainError(REFUSED)
    response = post(client_of(door, "en"), "/undo")
    assert response.status_code == 409
    assert sentence(text(response)) == REFUSED.en


def test_hostile_names_stay_words(door: FakeDoor) -> None:
    door.seat_them((HOSTILE, '"onload="', "{{7*7}}", "Sepp"))
    door.call()
    door.play(PLAYS[:4])
    client = client_of(door)
    for path in ("/", "/call", "/scores"):
        page = text(client.get(path))
        assert HOSTILE not in page
        assert '"onload="' not in page
        assert "49" not in re.findall(r'class="name">([^<]*)<', page)
    assert "&lt;script&gt;x" in text(client.get("/"))


# -- languages --------------------------------------------------------------------------------


def test_the_language_is_switched_and_kept(door: FakeDoor) -> None:
    door.seat_them()
    client = client_of(door)
    assert "Gleich geht’s los" in text(client.get("/"))
    response = post(client, "/language", next="/scores")
    assert response.location == "/scores"
    page = text(client.get("/"))
    assert "Ready when you are" in page
    assert '<html lang="en">' in page


@pytest.mark.parametrize("elsewhere", ["//evil.example", "https://evil.example", "/\\evil", "/\n"])
def test_the_language_switch_leads_nowhere_else(door: FakeDoor, elsewhere: str) -> None:
    assert post(client_of(door), "/language", next=elsewhere).location == "/"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_opens_in_both_languages(door: FakeDoor, language: Language) -> None:
    client = client_of(door, language)
    opened = [client.get("/"), client.get("/scores")]
    alerted(door)
    verdict = door.view().shown[0].id
    opened += [client.get(path) for path in ("/", "/call", "/last", f"/misread/{verdict}")]
    post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived")
    seq = door.view().state.deal.seqs[-1]  # type: ignore[union-attr]
    opened += [client.get(path) for path in ("/", f"/check/{seq}", f"/missing/{seq}")]
    door.finish()
    opened += [client.get(path) for path in ("/", "/scores", "/review")]
    assert [response.status_code for response in opened] == [200] * len(opened)
    assert all(f'lang="{language}"' in text(response) for response in opened)


# -- without a camera -------------------------------------------------------------------------


def test_cards_can_be_laid_by_touch(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.show(source="none")
    client = client_of(door)
    assert 'href="/lay"' in text(client.get("/"))
    assert shown_cards(text(client.get("/lay"))) == [known.code for known in GERMAN_32]
    post(client, "/lay", card="EO")
    assert door.commands == [LayCard(cards("EO")[0])]


def test_no_card_is_laid_where_no_deal_runs(door: FakeDoor) -> None:
    response = client_of(door).get("/lay")
    assert response.status_code == 409
    assert "Gerade läuft kein Spiel." in sentence(text(response))


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


def test_a_card_without_a_drawn_face_is_still_readable() -> None:
    shown = face(card("CQ", Family.FRENCH))
    assert shown.image is None
    assert (shown.rank, shown.suit, shown.suit_word.de) == ("Q", "clubs", "Kreuz")


def test_every_german_card_has_its_own_face() -> None:
    assert all(face(known).image for known in GERMAN_48)
