"""House rules on the page: every option of every game, changed, taken, kept, locked."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from engine.games import GAMES
from engine.journal.journal import Journal
from engine.rules.description import describe_rules
from engine.rules.house_rules import NamedRules, preset_rules
from engine.text import Language, PlainError
from kiosk.home.files import PageChoice, kept_page_choice
from kiosk.home.house_rules import HouseRulesFolder, read_rules
from kiosk.screens.house_rules import RulesDraft
from kiosk.table.commands import ChangeGame
from kiosk.table.writer import Table
from kiosk.web.settings import Preferences
from kiosk.web.start.service import MOST_DRAFTS
from tests.kiosk.fake_door import REFUSED, FakeDoor
from tests.kiosk.opened import client_of, in_code, post, screen, sentence, text


def at(game: str, options: dict[str, object], **more: str) -> str:
    return f"/rules/{game}?{urlencode({'set': json.dumps(options), **more})}"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_of_every_game_has_its_place_and_its_page(
    door: FakeDoor, game: str, language: Language
) -> None:
    client = client_of(door, language)
    themes = describe_rules(preset_rules(game), game)
    for number, theme in enumerate(themes):
        page = text(client.get(f"/rules/{game}?theme={number}"))
        assert in_code(page) == []
        for told in theme.rules:
            assert f"option={told.name}" in page
            assert cited(told.source.in_language(language)) in page
    for told in (told for theme in themes for told in theme.rules):
        page = text(client.get(f"/rules/{game}?option={told.name}&theme=0"))
        assert screen(page) == "rule"
        assert in_code(page) == []
        assert cited(told.source.in_language(language)) in page


def cited(source: str) -> str:
    return f'<cite lang="mul">{escape(source)}</cite>'


def test_what_differs_is_marked_and_goes_back(door: FakeDoor) -> None:
    client = client_of(door)
    changed = {"preset": "schafkopf", "legen": False}
    page = text(client.get(at("schafkopf", changed)))
    assert "Geändert (1)" in page
    assert "● geändert" in page
    assert "Im Regelwerk: ja" in page
    back = text(client.get(at("schafkopf", changed, option="legen", theme="3")))
    assert "Wie im Regelwerk" in back
    assert RulesDraft("schafkopf", changed).without("legen").changed == ()


@pytest.mark.parametrize(("language", "word"), [("de", "geändert"), ("en", "changed")])
def test_nothing_is_said_of_changes_where_there_are_none(
    door: FakeDoor, language: Language, word: str
) -> None:
    client = client_of(door, language)
    door.seat_them()
    which = text(client.get("/rules"))
    assert "Schafkopf" in which
    assert f"0 {word}" not in which
    for theme in ("", "0", "changed"):
        page = text(client.get(f"/rules/schafkopf?theme={theme}"))
        assert f"{word.title()} (" not in page


def test_a_number_is_typed_and_one_that_does_not_fit_says_why(door: FakeDoor) -> None:
    client = client_of(door)
    asked = {"option": "laufende_min", "theme": "5", "part": "solo"}
    for number in ("abc", "", "9999999"):
        wrong = client.get(at("schafkopf", {}, number=number, **asked))
        assert wrong.status_code == 400
        assert sentence(text(wrong))
    right = client.get(at("schafkopf", {}, number="4", **asked))
    assert right.status_code == 302
    assert '"solo"%3A+4' in right.location or "%22solo%22%3A+4" in right.location


def test_rules_hold_from_the_next_deal_on(tmp_path: Path) -> None:
    with Table(Journal.open(tmp_path / "j.sqlite")) as table:
        client = running(table)
        changed = json.dumps({"preset": "schafkopf", "legen": False})
        page = text(client.get(at("schafkopf", json.loads(changed))))
        assert "Ab dem nächsten Spiel so" in page
        assert "Entwurf, noch nicht übernommen. Er bleibt liegen, bis ihn jemand verwirft." in page
        assert ">Verwerfen<" in page
        taken = post(client, "/rules/schafkopf/take", set=changed)
        assert taken.status_code == 303
        said = text(client.get(taken.location))
        assert "Übernommen: Ab dem nächsten Spiel Schafkopf mit diesen Regeln." in said
        assert ">Verwerfen<" not in said
        state = table.view().state
        assert state.rules is not None
        assert state.rules.options["legen"] is False
        assert len(state.games) == 2
        assert state.deal is not None  # dealt anew by these rules
        assert state.deal.head.rules.options["legen"] is False
        assert "So wird gespielt." in text(client.get("/rules/schafkopf"))


def test_drafts_are_kept_by_game_and_set_and_only_while_they_are_some(door: FakeDoor) -> None:
    client = client_of(door)
    one, other = {"preset": "schafkopf", "legen": False}, {"preset": "mehrkopf", "laufende_min": 4}
    client.get(at("schafkopf", one))
    client.get(at("mehrkopf", other))
    listed = text(client.get("/rules"))
    assert listed.index("Entwurf: Mehrkopf") < listed.index("Entwurf: Schafkopf")
    assert "1 geändert, noch nicht übernommen" in listed
    client.get(at("schafkopf", {"preset": "schafkopf"}))
    assert "Entwurf: Schafkopf" not in text(client.get("/rules"))
    post(client, "/rules/mehrkopf/drop", set=json.dumps(other))
    assert "Entwurf" not in text(client.get("/rules"))


def test_rules_that_are_kept_by_name_are_no_draft(door: FakeDoor, tmp_path: Path) -> None:
    client = client_of(door, house=HouseRulesFolder(tmp_path))
    changed = {"preset": "mehrkopf", "laufende_min": 4}
    page = text(client.get(at("mehrkopf", changed)))
    assert "Entwurf, noch nicht gespeichert." in page
    post(client, "/rules/mehrkopf/save", set=json.dumps(changed), name="Stamm")
    assert "Entwurf" not in text(client.get("/rules"))
    client.get(at("mehrkopf", {**changed, "laufende_min": 5}, of="Stamm"))
    assert "Entwurf: Stamm" in text(client.get("/rules"))
    post(client, "/rules/mehrkopf/remove?of=Stamm")
    assert "Entwurf" not in text(client.get("/rules"))


def test_only_so_many_drafts_are_kept(door: FakeDoor) -> None:
    client = client_of(door)
    for number in range(MOST_DRAFTS + 2):
        changed = {"preset": "schafkopf", "legen": False}
        client.get(at("schafkopf", changed, of=f"Tisch {number}"))
    listed = text(client.get("/rules"))
    assert listed.count("Entwurf: ") == MOST_DRAFTS
    assert "Entwurf: Tisch 0" not in listed


def running(table: Table) -> FlaskClient:
    client = client_of(table)
    names = {f"name{seat}": name for seat, name in enumerate("ABCD")}
    post(client, "/start", game="schafkopf", dealer="0", deck="isar", **names)
    return client


def test_while_a_deal_runs_they_are_only_looked_at(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play("0EO")
    client = client_of(door)
    page = text(client.get("/rules/schafkopf?theme=3"))
    assert "Gerade läuft ein Spiel: nur ansehen." in page
    assert "option=legen" not in page
    assert "/take" not in page
    assert screen(text(client.get("/rules/schafkopf?theme=3&option=legen"))) == "rules"


def test_what_the_table_refuses_is_told(door: FakeDoor) -> None:
    door.seat_them()
    door.refuse = PlainError(REFUSED)
    answer = post(client_of(door), "/rules/schafkopf/take", set="{}")
    assert answer.status_code == 409
    assert REFUSED.de in text(answer)


def test_rules_are_kept_by_name_and_thrown_away(door: FakeDoor, tmp_path: Path) -> None:
    client = client_of(door, house=HouseRulesFolder(tmp_path))
    changed = json.dumps({"preset": "mehrkopf", "laufende_min": 4})
    answer = post(client, "/rules/mehrkopf/save", set=changed, name=" Unser  Tisch ")
    assert "saved=1" in answer.location
    text(client.get(answer.location))  # No more than four places at the foot.
    kept = read_rules(tmp_path / "Unser Tisch.toml")
    assert (kept.game, kept.rules.options["laufende_min"]) == ("mehrkopf", {"default": 4})
    assert "Unser Tisch" in text(client.get("/rules"))
    assert "game=rules%2FUnser+Tisch" in text(client.get("/begin/game"))
    asked = text(client.get("/rules/mehrkopf/remove?of=Unser+Tisch"))
    assert "„Unser Tisch“ wegwerfen?" in asked
    post(client, "/rules/mehrkopf/remove?of=Unser+Tisch")
    assert list(tmp_path.glob("*.toml")) == []


@pytest.mark.parametrize("name", ["", "../x", "a/b", "schafkopf", "x" * 21, ".versteckt"])
def test_a_name_that_cannot_be_is_refused(door: FakeDoor, tmp_path: Path, name: str) -> None:
    client = client_of(door, house=HouseRulesFolder(tmp_path / "rules"))
    answer = post(client, "/rules/schafkopf/save", set="{}", name=name)
    assert answer.status_code == 400
    assert sentence(text(answer))
    assert not (tmp_path / "rules").exists()


def test_a_broken_file_is_named_and_hides_no_other(door: FakeDoor, tmp_path: Path) -> None:
    (tmp_path / "kaputt.toml").write_text("preset = \n", encoding="utf-8")
    house = HouseRulesFolder(tmp_path)
    house.save("gut", NamedRules("schafkopf", {"preset": "schafkopf"}))
    page = text(client_of(door, house=house).get("/rules"))
    assert "kaputt.toml" in page
    assert "gut" in page
    assert client_of(door, house=house).get("/begin/game").status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        "poker",
        "schafkopf?set=%7B",
        "schafkopf?set=%7B%22x%22%3A1%7D",
        pytest.param("schafkopf?set=" + "[" * 5000, id="without end"),
    ],
)
def test_rules_that_are_none_get_a_sentence(door: FakeDoor, asked: str) -> None:
    answer = client_of(door).get(f"/rules/{asked}")
    assert answer.status_code in (400, 404)
    assert sentence(text(answer))


def test_scores_are_shown_in_euros_from_then_on(door: FakeDoor, tmp_path: Path) -> None:
    path = tmp_path / "page.toml"
    client = client_of(door, wishes=kept_page_choice(path))
    post(client, "/money", money="1")
    assert re.search(r'value="1" aria-pressed="true"', text(client.get("/rules")))
    assert kept_page_choice(path).choice == PageChoice(None, True)
    post(client, "/begin/language", language="en")
    assert kept_page_choice(path).choice == PageChoice("en", True)
    path.write_text("language = 7", encoding="utf-8")
    assert kept_page_choice(path).choice == PageChoice()


def test_who_sees_open_cards_is_chosen(door: FakeDoor, tmp_path: Path) -> None:
    path = tmp_path / "page.toml"
    client = client_of(door, wishes=kept_page_choice(path))
    assert re.search(r'value="table" aria-pressed="true"', text(client.get("/rules")))
    seen = {}
    for to in ("nobody", "table", "phones"):
        post(client, "/open-cards", to=to)
        assert re.search(rf'value="{to}" aria-pressed="true"', text(client.get("/rules")))
        chosen = Preferences(kept_page_choice(path))
        seen[to] = chosen.open_cards(), chosen.open_cards(phone=True)
    assert seen == {"nobody": (False, False), "table": (True, False), "phones": (True, True)}
    post(client, "/open-cards", to="everybody")
    assert kept_page_choice(path).choice.open_cards == "phones"
    path.write_text('open_cards = "everybody"', encoding="utf-8")
    assert Preferences(kept_page_choice(path)).open_to == "table"


def test_options_are_said_the_shortest_way() -> None:
    draft = RulesDraft("schafkopf", {"preset": "schafkopf"}).with_value("legen", False)
    assert draft.options == {"preset": "schafkopf", "legen": False}
    assert draft.with_value("legen", True).options == {"preset": "schafkopf"}
    assert ChangeGame(draft.game, draft.options).rules == draft.options
    assert re.search(r"legen", draft.href())
