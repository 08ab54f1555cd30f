"""The walk: one question a page, nothing lost on the way back, and what is not there not asked."""

import json
import re
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.deal.record import Contract
from engine.events import EveningEnded, EveningStarted, Note, SubstituteSat
from engine.journal.journal import Journal
from engine.journal.people import placeholder
from engine.text import Language
from kiosk.camera.camera_switch import NO_CAMERA, CameraState, Power
from kiosk.home.clock import TableClock
from kiosk.home.house_rules import HouseRulesFolder
from kiosk.screens.evening_plan import EveningPlan, StartStep, read_plan
from kiosk.table.commands import Announce, CloseDeal, EndEvening, StartDeal, StartEvening
from kiosk.table.notes import NOTED, note_of
from kiosk.table.person_names import Acquaintances, distinct, earlier_names, read_names, short
from kiosk.table.resumption import is_old
from kiosk.table.view import SourceKind
from kiosk.table.writer import Table
from kiosk.web.start.service import Resumed
from kiosk.web.swap import Swaps
from tests.kiosk.browsing import lay
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, screen, sentence, text
from tests.kiosk.served import pages, touch_table

LANGUAGES: tuple[Language, ...] = ("de", "en")
AT = "2026-11-20T20:00:00+01:00"


class Switch:
    """A camera's switch that notes what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    @property
    def state(self) -> CameraState:
        return CameraState(Power.OFF)

    def on(self) -> None:
        self.told.append("on")

    def off(self) -> None:
        self.told.append("off")


@pytest.fixture
def door() -> FakeDoor:
    door = FakeDoor()
    door.show(source="camera")
    return door


def links(page: str, words: str) -> list[str]:
    found = re.findall(r'href="([^"]+)"[^>]*>(?:<span>)?([^<]*)<', page)
    return [href.replace("&amp;", "&") for href, said in found if words in said]


def follow(client: FlaskClient, page: str, words: str) -> str:
    """Follow the first link with these words."""
    return text(client.get(links(page, words)[0], follow_redirects=True))


def test_the_first_start_asks_one_thing_after_the_other_and_goes_back(door: FakeDoor) -> None:
    client = client_of(door)
    began = post(client, "/begin/language", language="de")
    page = text(client.get(began.location))
    asked = [screen(page)]
    for words in ("Mit Kamera", "Mehrkopf", "Passt so", "Später"):
        page = follow(client, page, words)
        asked.append(screen(page))
    assert asked == ["watch", "game", "game", "deck", "people"]
    for step in ("deck", "game", "watch"):
        page = follow(client, page, "Zurück")
        assert screen(page) == step
    assert "Zurück" in page
    assert links(text(client.get("/begin/game?game=mehrkopf")), "Mehrkopf")


@pytest.mark.parametrize("source", ["camera", "none"])
def test_before_a_language_is_chosen_everything_is_said_in_both(source: SourceKind) -> None:
    door = FakeDoor()
    door.show(source=source)
    client = client_of(door)
    page = text(client.get("/"))
    camera = "Kein Bild wird gespeichert", "No picture is kept"
    said = (
        ("Griaß eich!", "Welcome!"),
        ("In welcher Sprache?", "Which language?"),
        ("Mehr", "More"),
        camera if source == "camera" else ("Ohne Kamera", "No camera"),
    )
    for german, english in said:
        assert f'{german} · <span lang="en">{english}</span>' in page
    assert 'Welcome! · <span lang="de">Griaß eich!' in text(client_of(door, "en").get("/"))
    door.seat_them()
    assert 'Mehr · <span lang="en">' not in text(client.get("/"))


def test_a_language_that_was_chosen_is_not_asked_again(door: FakeDoor) -> None:
    """Who comes back from the camera, or from the filmed evening, chooses how to begin."""
    client = client_of(door)
    post(client, "/begin/language", language="en")
    page = text(client.get("/", follow_redirects=True))
    assert 'name="language" value="de"' not in page
    assert "How do you want to begin?" in page
    assert screen(follow(client, page, "New evening")) == "watch"


def test_a_language_the_program_was_started_with_is_not_asked(door: FakeDoor) -> None:
    page = text(client_of(door, "en", language_told=True).get("/"))
    assert 'name="language" value="de"' not in page
    assert "How do you want to begin?" in page


def test_a_deck_the_program_was_started_with_is_not_asked(door: FakeDoor) -> None:
    client = client_of(door, deck_told=True)
    page = text(client.get(post(client, "/begin/language", language="de").location))
    asked = [screen(page)]
    for words in ("Mit Kamera", "Mehrkopf", "Passt so"):
        page = follow(client, page, words)
        asked.append(screen(page))
    assert asked == ["watch", "game", "game", "people"]
    assert screen(text(client.get("/begin/deck"))) == "deck"


def test_a_film_the_program_was_started_with_is_no_camera_to_set_up(door: FakeDoor) -> None:
    door.show(source="video", off=True)
    client = client_of(door, deck_told=True)
    first = post(client, "/begin/language", language="de").location
    assert screen(text(client.get(first))) == "game"
    page = text(client.get("/", follow_redirects=True))
    assert screen(follow(client, page, "Neuer Abend")) == "game"
    # No film either is looked at before everybody at the table agreed.
    plan = EveningPlan(NAMES, "schafkopf", "isar", dealer=0)
    assert 'id="consent"' in text(client.get(plan.href(StartStep.GO)))


@pytest.mark.parametrize(("words", "money"), [("um Geld", True), ("um Punkte", False)])
def test_money_or_points_is_asked_once_with_what_is_paid(
    door: FakeDoor, words: str, money: bool
) -> None:
    given = pages()
    client = given.app(door).test_client()
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    plan = {"game": "schafkopf", "first": "1", "dealer": "0", "deck": "isar", **names}
    page = text(client.get("/begin/game", query_string=plan))
    assert "Rufspiel 20, Solo 50 Cent" in page
    assert len(re.findall("<dt>", page)) == 5
    assert "bis Resupra" in page
    (href,) = links(page, words)
    page = text(client.get(href.replace("/deck?", "/go?")))
    assert given.services.preferences.wishes.choice.money is None
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    assert client.post("/start", data={**fields, "camera": "off"}).status_code == 303
    assert given.services.preferences.in_money() is money
    # Who begins again is not asked, what was chosen stays, and another game says what it costs.
    assert "money" not in text(client.get("/begin/game"))
    other = {"game": "mehrkopf", "dealer": "0", "deck": "isar", **names}
    again = text(client.get("/begin/go", query_string=other))
    assert ("Cent" in again, "Punkte" in again.partition("<main")[2]) == (money, not money)
    assert "Mehrkopf · " in again
    nothing_paid = text(client.get("/begin/go", query_string={**other, "game": "bierkopf"}))
    assert "Bierkopf · " not in nothing_paid


def test_a_game_without_payments_asks_no_money(door: FakeDoor) -> None:
    client = client_of(door)
    page = text(client.get("/begin/game?first=1&game=bierkopf"))
    assert links(page, "Passt so")
    assert "um Geld" not in page
    assert "Spielpunkte seines Teams" in page


def test_the_rules_told_first_are_those_of_the_chosen_set(door: FakeDoor) -> None:
    client = client_of(door, games=("schafkopf",), rules={"legen": False, "tariff": {"call": 10}})
    page = text(client.get("/begin/game?first=1&game=schafkopf"))
    assert "Rufspiel 10, Solo 50 Cent" in page
    assert "klopfen) darf</dt><dd>nein</dd>" in page


def test_names_are_picked_seat_by_seat(door: FakeDoor) -> None:
    client = client_of(door)
    page = text(client.get("/begin/people"))
    for name in NAMES:
        assert not links(page, "Weiter")
        page = follow(client, page, name)
    # Whoever takes the last seat leads on; the way back is there.
    dealer = page
    assert screen(dealer) == "dealer"
    seats = follow(client, dealer, "Zurück")
    assert screen(seats) == "people"
    assert links(seats, "Weiter")
    page = follow(client, dealer, "Vroni")
    assert screen(page) == "go"
    assert 'name="dealer" value="2"' in page
    assert "Kein Bild und kein Ton wird gespeichert" in page


def test_what_this_is_stands_beside_each_language_before_anything_is_asked(door: FakeDoor) -> None:
    page = text(client_of(door).get("/"))
    for language, words in (
        ("de", "kein Bild und kein Ton wird gespeichert; ohne Kamera ist er ein Schreibblock"),
        ("en", "no picture and no sound is kept; without a camera it is a score pad"),
    ):
        assert words in page.partition(f'<p lang="{language}">')[2].partition("</p>")[0]


def test_another_game_shows_its_rules_before_anything_is_settled(door: FakeDoor) -> None:
    """At the first start alone: who has begun an evening before goes on with the game."""
    client = client_of(door)
    page = text(client.get("/begin/game?first=1"))
    assert "Schafkopf, heutige Praxis" in page
    page = follow(client, page, "Sheepshead")
    assert screen(page) == "game"
    assert "Schafkopf, heutige Praxis" not in page
    assert re.findall(r'aria-current="true">(\w+)', page) == ["Sheepshead"]
    again = text(client.get("/begin/game?game=schafkopf"))
    assert "told-first" not in again
    assert screen(follow(client, again, "Sheepshead")) == "people"


def test_rules_saved_on_the_way_to_the_first_evening_are_chosen_for_it(
    door: FakeDoor, tmp_path: Path
) -> None:
    door.show(source="none")
    client = client_of(door, house=HouseRulesFolder(tmp_path))
    post(client, "/begin/language", language="de")
    changed = json.dumps({"preset": "schafkopf", "legen": False})
    saved = post(client, "/rules/schafkopf/save", set=changed, name="Stammtisch")
    assert "Bei jedem neuen Abend steht es bei den Spielen." in text(client.get(saved.location))
    page = follow(client, text(client.get("/")), "Neuer Abend")
    assert re.findall(r'aria-current="true">(\w+)', page) == ["Stammtisch"]
    assert 'id="rules-of">Stammtisch<' in page
    look = text(client.get(*links(page, "Regeln, Preise ändern")))
    assert "<h1>Stammtisch</h1>" in look
    assert "Geändert (1)" in look
    page = follow(client, page, "Schafkopf")
    assert re.findall(r'aria-current="true">(\w+)', page) == ["Schafkopf"]


def test_a_game_changed_on_the_last_page_leads_back_there(door: FakeDoor) -> None:
    client = client_of(door)
    names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    plan = {"game": "schafkopf", "first": "1", "dealer": "0", "deck": "isar", **names}
    page = text(client.get("/begin/go", query_string=plan))
    (game,) = [href for href in links(page, "Ändern") if "/game?" in href]
    page = follow(client, text(client.get(game)), "Mehrkopf")
    page = follow(client, page, "um Punkte")
    assert screen(page) == "go"
    assert "Mehrkopf · " in page


def test_without_a_camera_the_first_start_asks_three_things_and_the_dealer_begins(
    door: FakeDoor,
) -> None:
    """The way to a camera stands on the first page, the time with its way back on the last."""
    door.show(source="none")
    client = client_of(door)
    began = post(client, "/begin/language", language="de")
    page = text(client.get(began.location))
    camera = follow(client, page, "Mit Kamera oder ohne?")
    assert screen(camera) == "watch"
    assert screen(follow(client, camera, "Nur aufschreiben")) == "game"
    asked = [screen(page)]
    for words in ("Passt so", *NAMES):
        page = follow(client, page, words)
        asked.append(screen(page))
    assert asked == ["game", *["people"] * 4, "go"]
    for line in ("Rufspiel 20, Solo 50 Cent", ", ".join(NAMES)):
        assert line in page
    assert screen(follow(client, page, "Zurück")) == "people"
    assert 'name="camera" value="on"' not in page
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert "dealer" not in fields
    (vroni,) = re.findall(r'name="dealer" value="(\d)">Vroni', page)
    assert post(client, "/start", **fields, dealer=vroni).status_code == 303
    assert door.commands[-1] == StartDeal(2)


def test_who_is_put_elsewhere_changes_places() -> None:
    plan = EveningPlan(names=("Resi", "Toni", "", ""))
    assert plan.with_name(0, "Toni").names == ("Toni", "Resi", "", "")
    assert plan.with_name(2, "resi").names == ("", "Toni", "resi", "")
    assert plan.with_name(0, "").names == ("", "Toni", "", "")


def test_a_name_is_typed_and_a_wrong_one_says_why(door: FakeDoor) -> None:
    client = client_of(door)
    for typed, words in (("<b>x", "steht ein Zeichen"), ("", "noch kein Name"), ("x" * 21, "lang")):
        wrong = client.get("/begin/people", query_string={"at": "1", "typed": typed})
        assert wrong.status_code == 400
        assert words in sentence(text(wrong))
        assert screen(text(wrong)) == "name"
    right = client.get("/begin/people", query_string={"at": "1", "typed": " Änne-Marie  Ö. "})
    assert read_plan({"name1": "Änne-Marie Ö."}).fields()[1] == ("name1", "Änne-Marie Ö.")
    assert "name1=%C3%84nne-Marie+%C3%96." in right.location


@pytest.mark.parametrize("step", ["game", "people", "dealer", "go"])
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("<b>x</b>", {"de": "steht ein Zeichen", "en": "has a character"}),
        ("x" * 21, {"de": "zu lang", "en": "too long"}),
        ("resi", {"de": "gibt es zweimal", "en": "is there twice"}),
    ],
)
def test_a_name_in_the_address_is_refused_at_once_and_its_seat_is_left_empty(
    door: FakeDoor, language: Language, step: str, given: str, words: dict[str, str]
) -> None:
    client = client_of(door, language)
    named = {"name0": "Resi", "name1": given, "name2": "Vroni", "name3": "Sepp", "dealer": "0"}
    answer = client.get(f"/begin/{step}", query_string=named)
    page = text(answer)
    assert answer.status_code == 400
    assert screen(page) == "people"
    assert words[language] in sentence(page)
    there = urlencode({"name1": given})
    assert not [href for href in re.findall(r'href="([^"]+)"', page) if there in href]
    onward = {"de": "Neuer Name …", "en": "New name …"}[language]
    assert screen(follow(client, page, onward)) == "name"


def test_signs_nobody_sees_are_left_out_of_a_name() -> None:
    assert read_names(("Re\u200bsi", " \u202eTo\x07ni ", "\ufeff")) == ("Resi", "Toni")


def test_people_are_called_by_their_first_name_while_one_alone_has_it() -> None:
    names = ("Resi Huber", "Toni Maier", "toni Vogl", "J. Berger", "Jo Berger", "Hans")
    assert short(names) == ("Resi", "Toni Maier", "toni Vogl", "J. Berger", "Jo Berger", "Hans")


def test_names_of_an_evening_read_in_are_offered_only_where_they_will_do() -> None:
    assert distinct(("Resi", "<script>", "Platz 2", "resi", "x" * 21, "Änne")) == ("Resi", "Änne")


def test_without_names_the_seats_have_numbers(door: FakeDoor) -> None:
    client = client_of(door, "en")
    page = text(client.get("/begin/people?name0=Resi&unnamed=1", follow_redirects=True))
    assert screen(page) == "dealer"
    assert "Seat 4" in page


@pytest.mark.parametrize(("game", "count"), [("bierkopf", 4), ("sheepshead", 7), ("mehrkopf", 2)])
def test_as_many_seats_as_the_game_has(door: FakeDoor, game: str, count: int) -> None:
    page = text(client_of(door).get(f"/begin/people?game={game}&seats={count}"))
    assert len(re.findall(r'data-seat="\d"', page)) == count
    beyond = text(client_of(door).get("/begin/people?game=bierkopf&seats=7"))
    assert len(re.findall(r'data-seat="\d"', beyond)) == 4


def test_everything_is_asked_before_the_end(door: FakeDoor) -> None:
    client = client_of(door)
    assert screen(text(client.get("/begin/go"))) == "people"
    seated = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    assert screen(text(client.get("/begin/go", query_string=seated))) == "dealer"
    assert client.get("/begin/nonsense").status_code == 404


def test_one_answer_is_changed_and_everything_shown_again(door: FakeDoor) -> None:
    client = client_of(door)
    seated = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    page = text(client.get("/begin/go", query_string={**seated, "dealer": "1"}))
    game = text(client.get(re.findall(r'href="(/begin/game[^"]+)"', page)[0].replace("&amp;", "&")))
    page = follow(client, game, "Mehrkopf")
    assert screen(page) == "go"
    assert 'name="game" value="mehrkopf"' in page
    assert 'name="alone"' not in page


def test_like_last_time_is_two_taps(door: FakeDoor) -> None:
    door.record(EveningStarted("2026-11-20-1", "mehrkopf", {"laufende_min": 4}, NAMES, "isar", {}))
    door.record(EveningEnded())
    client = client_of(door)
    page = text(client.get("/start"))
    assert "Mehrkopf: Resi, Toni, Vroni, Sepp" in page
    page = follow(client, page, "Wie letztes Mal")
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    post(client, "/start", **fields, camera="off")
    assert door.commands == [
        StartEvening("mehrkopf", {"laufende_min": 4}, NAMES, "isar"),
        StartDeal(3),
    ]


def test_like_last_time_asks_for_the_name_of_whoever_was_forgotten(door: FakeDoor) -> None:
    names = (*NAMES[:2], placeholder(5), NAMES[3])
    door.record(EveningStarted("2026-11-20-1", "mehrkopf", {}, names, "isar", {}))
    door.record(EveningEnded())
    client = client_of(door)
    page = follow(client, text(client.get("/start")), "Wie letztes Mal")
    assert screen(page) == "people"
    assert "Person" not in page
    assert all(name in page for name in (*NAMES[:2], NAMES[3]))
    typed = client.get(links(page, "Platz 3")[0] + "&typed=Person+5")
    assert typed.status_code == 400
    assert "wessen Name vergessen oder verloren ist" in text(typed)


def test_the_camera_goes_on_only_where_that_was_tapped(door: FakeDoor) -> None:
    for said, told in (("on", ["on"]), ("off", ["off"]), ("", ["off"])):
        switch = Switch()
        client = client_of(door, camera=switch)
        given = {f"name{seat}": name for seat, name in enumerate(NAMES)}
        post(client, "/start", game="schafkopf", dealer="0", deck="isar", camera=said, **given)
        assert switch.told == told


def test_the_time_is_dialled() -> None:
    built = datetime.fromisoformat("2026-01-31T10:00").astimezone()
    wrong = TableClock(None, built, system=lambda: datetime.fromisoformat("1970-01-01T00:00+00:00"))
    client = client_of(FakeDoor(), clock=wrong)
    page = text(client.get("/begin/clock"))
    assert "Die Uhr steht auf 01.01.1970, " in page
    assert "Minuten (Zehner)" in page
    assert "Minuten (Einer)" in page
    moments = re.findall(r"moment=([\dT%A-]+)", page)
    assert "2026-02-28T10%3A00" in moments  # the month up, on a day February does not have
    assert "2026-01-31T09%3A50" in moments
    assert links(page, "Stimmt so")[0].endswith("moment=2026-01-31T10%3A00")


# -- after a restart ------------------------------------------------------------------------------
def asking(door: FakeDoor, switch: Switch | None = None) -> FlaskClient:
    resumed = Resumed(door.view().state.last_seq)
    return client_of(door, resumed=resumed, camera=switch or NO_CAMERA)


def test_after_a_restart_in_mid_deal_the_table_is_asked(door: FakeDoor) -> None:
    door.seat_them()
    door.call()
    door.play(RUFSPIEL.split()[:14])
    client = asking(door)
    page = text(client.get("/"))
    assert "Weiter bei Stich 4?" in page
    assert re.findall(r'data-card="(\w+)"', page) == ["GU", "GK"]
    assert "Vroni ist dran" in page
    for words in ("Ergebnis eintragen", "Spiel abbrechen", "Karten stimmen nicht"):
        assert words in page
    assert client.get("/lay").location == "/", "a page that stood open asks too"
    assert post(client, "/resume").status_code == 303
    assert screen(text(client.get("/"))) == "table"
    assert screen(text(client.get("/lay"))) == "lay"


def test_what_somebody_wrote_last_is_not_said_as_the_tables_own_word(door: FakeDoor) -> None:
    door.seat_them()
    door.record(Note("Toni zahlt / Resi auch"))
    page = text(asking(door).get("/"))
    assert "Toni zahlt" not in page
    assert "Das Programm wurde neu gestartet" in page
    door.record(note_of(NOTED.format(folder="journal-damaged-1")))
    page = text(asking(door).get("/"))
    assert "was danach kam, ist verloren" in page
    assert "Something is missing" not in page


def test_what_is_recorded_after_a_restart_answers_the_question(door: FakeDoor) -> None:
    door.seat_them()
    client = asking(door)
    assert screen(text(client.get("/"))) == "resume"
    door.call()
    assert screen(text(client.get("/"))) != "resume"


def test_after_a_restart_the_camera_is_off_until_it_is_wanted(door: FakeDoor) -> None:
    door.seat_them()
    for said, told in (({"camera": "on"}, ["on"]), ({}, [])):
        switch = Switch()
        client = asking(door, switch)
        page = text(client.get("/"))
        assert "Kamera an, weiter" in page
        assert "Ohne Kamera weiter" in page
        post(client, "/resume", **said)
        assert switch.told == told


def test_an_evening_that_was_over_leads_to_the_front(door: FakeDoor) -> None:
    door.seat_them()
    door.record(EveningEnded())
    assert screen(text(asking(door).get("/"))) == "start"
    assert screen(text(client_of(door).get("/"))) == "end"


def test_an_old_evening_is_told_from_one_past_midnight() -> None:
    for now, old in (
        ("2026-11-21T01:30", False),
        ("2026-11-21T11:59", False),
        ("2026-11-21T12:00", True),
        ("2026-11-21T19:00", True),
        ("2026-11-27T01:00", True),
    ):
        assert is_old("2026-11-20-1", datetime.fromisoformat(now)) is old
    assert not is_old("sample", datetime.fromisoformat("2026-11-21T19:00"))


# -- people who were here before, other evenings --------------------------------------------------
def test_people_of_earlier_evenings_are_known() -> None:
    journal = Journal.in_memory()
    for names in (("Alt", "Platz 2"), NAMES, ("Resi", "Evi")):
        journal.append([EveningStarted("a", "mehrkopf", {}, names, "isar", {})], AT)
    assert earlier_names(journal) == ("Resi", "Evi", "Toni", "Vroni", "Sepp", "Alt")
    known = Acquaintances(earlier_names(journal))
    with Table(journal) as table:
        table.listen(known.seen)
        table.do(StartEvening("mehrkopf", {}, ("Lena", "evi"), "isar"))
        assert known.names()[:3] == ("Lena", "evi", "Resi")
        table.call(lambda core: core.commit((SubstituteSat(0, "Girgl"),)))
        again = Acquaintances(earlier_names(journal))
        table.listen(again.seen)
        table.call(lambda core: core.refresh())
    assert known.names()[:4] == ("Lena", "evi", "Girgl", "Resi")
    # Started again in mid-evening, who stands in is known too.
    assert again.names()[:4] == ("Lena", "evi", "Girgl", "Resi")


def test_who_has_not_come_for_thirty_evenings_is_typed_again() -> None:
    journal = Journal.in_memory()
    for names in (("Alt", "Resi"), ("Toni", "Resi"), *[("Sepp", "Resi")] * 29):
        journal.append([EveningStarted("a", "mehrkopf", {}, names, "isar", {})], AT)
    assert earlier_names(journal) == ("Sepp", "Resi", "Toni")


def test_another_evening_is_wished_for_only_where_there_is_one(door: FakeDoor) -> None:
    swaps = Swaps(["own"])
    client = client_of(door, swaps=swaps)
    assert post(client, "/show").status_code == 409
    assert "Einen Moment" in text(post(client, "/own"))
    assert swaps.wait(lambda: None) == "own"
    swaps.stop()
    assert swaps.wait(lambda: None) is None


def test_the_filmed_evening_says_so(door: FakeDoor) -> None:
    door.seat_them()
    door.show(source="sample")
    page = text(client_of(door, swaps=Swaps(["own"])).get("/"))
    assert "Vorführung" in page
    assert "Eigener Abend" in page
    assert 'action="/own"' not in text(client_of(door).get("/"))


def test_every_step_has_its_title_and_both_languages(door: FakeDoor) -> None:
    for language in LANGUAGES:
        client = client_of(door, language)
        for step in StartStep:
            assert client.get(f"/begin/{step}").status_code == 200


def test_the_menu_leads_everywhere_and_only_where_there_is_something(door: FakeDoor) -> None:
    client = client_of(door, swaps=Swaps(["sample"]))
    page = text(client.get("/more"))
    assert 'action="/show"' in page
    assert 'href="/people"' not in page
    door.seat_them()
    page = text(client.get("/more"))
    for path in re.findall(r'class="button " href="(/[^"]*)"', page):
        assert client.get(path).status_code in (200, 303, 409), path
    assert 'href="/rules"' in page
    assert 'href="/people"' in page
    assert 'href="/more"' in text(client.get("/"))


def test_only_a_table_that_looks_for_a_camera_asks_to_plug_one_in(door: FakeDoor) -> None:
    door.show(source="none")
    asked = {
        pluggable: [
            text(client_of(door, swaps=Swaps(["camera"] if pluggable else [])).get(path))
            for path in ("/begin/watch", "/setup/camera")
        ]
        for pluggable in (True, False)
    }
    assert all("oben auf „Kamera da“" in page or "tippt oben" in page for page in asked[True])
    assert not any("nsteck" in page or "einschalten, der" in page for page in asked[False])


def test_an_open_finding_of_the_evening_before_does_not_call_those_who_begin_the_next() -> None:
    with touch_table(Journal.in_memory(), source="none") as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(StartDeal(3))
        table.do(Announce(Contract("rufspiel", 0, card("GA").suit)))
        lay(table, [*REVOKE[:30], "1S8", REVOKE[31]])
        table.do(CloseDeal())
        table.do(EndEvening())
        client = client_of(table)
        assert 'class="banner"' in text(client.get("/rules"))
        seated = {f"name{seat}": name for seat, name in enumerate(NAMES)}
        for step, said in (("game", {}), ("people", {}), ("dealer", seated), ("go", seated)):
            page = client.get(f"/begin/{step}", query_string=said)
            assert page.status_code == 200
            assert 'class="banner"' not in text(page)
