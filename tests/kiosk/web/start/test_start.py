import re
from pathlib import Path

import pytest

from engine.events import DealStarted, EveningStarted
from engine.rules.house_rules import NamedRules
from engine.text import Language, PlainError
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.table.commands import StartDeal, StartEvening, Undo
from tests.kiosk.fake_door import NAMES, REFUSED, RUFSPIEL, FakeDoor
from tests.kiosk.opened import alerted, client_of, post, screen, sentence, text

PLAYS = RUFSPIEL.split()
HOSTILE = "<script>x"


# -- start and buttons ----------------------------------------------------------------------------
START = {"game": "schafkopf", "dealer": "2", "deck": "isar"}


def named(*names: str) -> dict[str, str]:
    return {f"name{seat}": name for seat, name in enumerate(names)}


def test_an_evening_begins_with_its_first_deal(door: FakeDoor) -> None:
    client = client_of(door)
    given = named(" Resi ", "Toni  Huber", "Vroni", "Sepp\u200b")
    assert post(client, "/start", **START, **given).status_code == 303
    begun = StartEvening("schafkopf", {}, ("Resi", "Toni Huber", "Vroni", "Sepp"), "isar")
    assert door.commands == [begun, StartDeal(2)]


def test_the_table_s_own_house_rules_are_offered_beside_the_games(
    door: FakeDoor, tmp_path: Path
) -> None:
    rules = {"preset": "mehrkopf", "laufende_min": {"default": 4}}
    stamm = NamedRules("mehrkopf", rules)
    house = HouseRulesFolder(tmp_path)
    house.save("stamm", stamm)
    client = client_of(door, house=house)
    assert "game=rules%2Fstamm" in text(client.get("/begin/game"))
    start = {**START, "game": "rules/stamm", "dealer": "1"}
    assert post(client, "/start", **start, **named("A", "B", "C")).status_code == 303
    assert door.commands[0] == StartEvening("mehrkopf", stamm.options, ("A", "B", "C"), "isar")
    start["game"] = "rules/other"
    assert post(client, "/start", **start, **named("A", "B", "C")).status_code == 400


def test_the_table_s_game_comes_first_under_its_rules(door: FakeDoor) -> None:
    rules = {"laufende_min": 4}
    client = client_of(door, games=("mehrkopf", "schafkopf"), rules=rules)
    for game, expected in (("mehrkopf", rules), ("schafkopf", {})):
        door.commands.clear()
        post(client, "/start", **{**START, "game": game}, **named(*NAMES))
        assert door.commands[0] == StartEvening(game, expected, NAMES, "isar")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (named("Resi", " ", "Vroni", "Sepp"), "Schafkopf geht nicht zu 3; am Tisch sitzen 4–5."),
        (named("Resi", "Toni", "V" * 21, "Sepp"), "Der Name auf Platz 3 ist zu lang"),
        (named("Resi", "Toni", HOSTILE, "Sepp"), "steht ein Zeichen, das nicht geht"),
        (named("Resi", "Toni", "Vroni", "resi"), "Den Namen „resi“ gibt es zweimal"),
        (named(*NAMES, "A", "B"), "Schafkopf geht nicht zu 6; am Tisch sitzen 4–5."),
        (named("Resi") | {"game": "mehrkopf"}, "Mehrkopf geht nicht zu 1; am Tisch sitzen 2–7."),
        ({}, "Schafkopf geht nicht zu 0"),
        (named(*NAMES) | {"game": "poker"}, "Dieses Spiel kennt der Tisch nicht"),
        (named(*NAMES) | {"dealer": "4"}, "Auf dem Platz, der zuerst gibt, sitzt niemand"),
        (named(*NAMES) | {"dealer": "9"}, "Diesen Platz gibt es am Tisch nicht"),
        (named(*NAMES) | {"dealer": "x"}, "Diesen Platz gibt es am Tisch nicht"),
    ],
)
def test_a_start_that_cannot_be_is_refused_in_a_plain_sentence(
    door: FakeDoor, given: dict[str, str], words: str
) -> None:
    response = post(client_of(door), "/start", **{**START, **given})
    assert response.status_code == 400
    assert words in sentence(text(response))
    assert door.commands == []


def test_a_start_that_cannot_be_keeps_what_was_typed(door: FakeDoor) -> None:
    client = client_of(door, games=("schafkopf", "mehrkopf"))
    given = named("Anna", "Bert", "anna", "Done") | {"game": "mehrkopf", "dealer": "1"}
    page = text(post(client, "/start", **{**START, **given}))
    assert "zweimal" in sentence(page)
    assert screen(page) == "go"
    values = re.findall(r'name="name\d" value="([^"]*)"', page)
    assert values == ["Anna", "Bert", "anna", "Done"]
    assert 'name="game" value="mehrkopf"' in page
    assert 'name="dealer" value="1"' in page
    assert door.commands == []


def test_a_table_that_refuses_keeps_what_was_typed_too(door: FakeDoor) -> None:
    door.refuse = PlainError(REFUSED)
    client = client_of(door)
    answer = post(client, "/start", **{**START, **named("Anna", "Bert", "Cilli", "Done")})
    assert answer.status_code == 409
    assert sentence(text(answer)) == REFUSED.de
    assert 'value="Cilli"' in text(answer)


def test_what_was_never_offered_is_not_chosen_again(door: FakeDoor) -> None:
    page = text(post(client_of(door), "/start", **{**START, "game": "poker", "deck": "<b>"}))
    assert 'name="game" value="schafkopf"' in page
    assert "<b>" not in page


@pytest.mark.parametrize("count", range(2, 8))
def test_mehrkopf_is_begun_by_two_to_seven(door: FakeDoor, count: int) -> None:
    names = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")[:count]
    given = named(*names) | {"game": "mehrkopf", "dealer": str(count - 1)}
    assert post(client_of(door), "/start", **{**START, **given}).status_code == 303
    begun = StartEvening("mehrkopf", {}, names, "isar")
    assert door.commands == [begun, StartDeal(count - 1)]


def test_seats_left_empty_are_not_at_the_table(door: FakeDoor) -> None:
    given = {"name0": "Resi", "name2": "Toni", "name3": " ", "name6": "Vroni"}
    given |= {"game": "mehrkopf", "dealer": "6"}
    assert post(client_of(door), "/start", **{**START, **given}).status_code == 303
    begun = StartEvening("mehrkopf", {}, ("Resi", "Toni", "Vroni"), "isar")
    assert door.commands == [begun, StartDeal(2)]


def test_of_seven_the_dealer_sits_out_and_everybody_sees_it(door: FakeDoor) -> None:
    """RULES 0.12."""
    names = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")
    door.record(EveningStarted("abend", "mehrkopf", {}, names, "isar", {}))
    client = client_of(door)
    call = text(client.get("/call"))
    assert "Gustl setzt aus" in call
    assert 'data-choice="who-5"' in call
    assert 'data-choice="who-6"' not in call
    door.record(DealStarted("abend-1", 6, (6,)))
    assert "Gustl setzt aus" in text(client.get("/"))
    door.call("solo", "EA", 2)
    table = text(client.get("/"))
    assert re.findall(r'data-seat="(\d)"', table) == ["0", "1", "2", "3", "4", "5", "6"]
    assert table.count("setzt aus") == 1


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


# -- languages ------------------------------------------------------------------------------------
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
    verdict = door.view().outlook.shown[0].id
    opened += [client.get(path) for path in ("/", "/call", "/last", f"/misread/{verdict}")]
    post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived")
    seq = door.view().state.deal.seqs[-1]  # type: ignore[union-attr]
    opened += [client.get(path) for path in ("/", f"/check/{seq}", f"/missing/{seq}")]
    door.finish()
    opened += [client.get(path) for path in ("/", "/scores", "/review")]
    assert [response.status_code for response in opened] == [200] * len(opened)
    assert all(f'lang="{language}"' in text(response) for response in opened)


def test_without_a_camera_nothing_is_said_of_one(door: FakeDoor) -> None:
    door.show(source="none")
    page = text(client_of(door).get("/begin/people"))
    assert "Es geht im Uhrzeigersinn." in page
    assert "Kamerabild" not in page
    go = text(client_of(door).get("/begin/go", query_string={**START, **named(*NAMES)}))
    assert "Kein Bild" not in go
    assert 'id="consent"' not in go


def test_the_end_of_a_film_is_said(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.show(source="video")
    client = client_of(door)
    assert "Video läuft" in text(client.get("/"))
    door.show(film_over=True)
    page = text(client.get("/"))
    assert "Video zu Ende" in page
    assert "Das Video ist zu Ende." in page
    assert "Video läuft" not in page
