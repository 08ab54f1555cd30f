"""A start that cannot be: said on the page where the device stays, mended there by two taps."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from engine.events import EveningEnded, Note
from engine.journal import transfer
from engine.journal.check import Condition, DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import aside, parts
from engine.journal.people import Lost
from engine.text import PlainError, Text
from kiosk.exports.backup import back_up
from kiosk.home.data_folder import Home
from kiosk.table import salvage
from kiosk.table.notes import tells_damage
from kiosk.web.swap import Swaps, WayOut, journal_ways, trouble
from kiosk.words.launch import GO_ON_WITH_NAMES
from tests.engine.spine import AT, EVENING, RUFSPIEL, opened, played
from tests.kiosk.cli import address_of, start
from tests.kiosk.opened import sentence

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

WHY = Text(de="Der Ordner fehlt.", en="The folder is missing.")


def damaged(folder: Path, whole: int = 0) -> Home:
    """Return a home whose journal is damaged from an event on; from 0 on all of it."""
    home = Home(folder)
    home.prepare()
    journal = Journal.open(home.journal)
    journal.append([EVENING, *opened(), *played(RUFSPIEL)], AT)
    journal.close()
    body = home.journal.read_bytes()
    at = body.index(f'"seq":{whole + 1},'.encode()) if whole else 0
    # A row lies before the older ones.
    end = at + 1 if whole else len(body)
    home.journal.write_bytes(body[:at] + b"\xff" * (end - at) + body[end:])
    return home


def error_of(home: Home) -> DamagedError:
    with pytest.raises(DamagedError) as caught:
        Journal.open(home.journal)
    return caught.value


def token(page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', page)
    assert found is not None
    return found[1]


def client_of(error: PlainError, home: Home, swaps: Swaps) -> FlaskClient:
    return trouble(error, "de", swaps, journal_ways(error, home)).test_client()


def held(folder: Path) -> dict[str, bytes]:
    return {part.name: part.read_bytes() for part in folder.iterdir() if part.is_file()}


def test_it_is_laid_aside_after_a_question_and_nothing_is_deleted(tmp_path: Path) -> None:
    swaps, home = Swaps(), damaged(tmp_path)
    before = {part.name: part.read_bytes() for part in parts(home.journal)}
    client = client_of(error_of(home), home, swaps)
    first = client.get("/anything")
    assert first.status_code == 503
    assert ">Die Aufzeichnung ist beschädigt</h1>" in first.text
    assert "The record is damaged" in client.get("/?lang=en").text
    said = sentence(first.text)
    assert "Nichts davon ist heil geblieben. Die Abende darin sind hier verloren; in einer" in said
    assert "/go-on" not in first.text
    sure = client.get("/aside").text
    assert "gelöscht wird nichts" in sentence(sure)
    assert client.post("/aside").status_code == 400
    assert client.post("/aside", data={"token": "ä"}).status_code == 400
    assert client.post("/aside", data={"token": "x"}).status_code == 400
    assert home.journal.exists()
    assert client.post("/aside", data={"token": token(sure)}).status_code == 200
    assert not parts(home.journal)
    assert held(home.root / "journal-damaged-1") == before
    assert swaps.wait(lambda: None) == "again"


def test_what_is_whole_goes_on_by_one_tap_and_says_what_is_missing(tmp_path: Path) -> None:
    swaps, home = Swaps(), damaged(tmp_path, whole=11)
    before = {part.name: part.read_bytes() for part in parts(home.journal)}
    client = client_of(error_of(home), home, swaps)
    page = client.get("/").text
    assert "Heil ist ein Abend bis Spiel 1, Stich 2. Was danach kam, ist verloren." in page
    assert "Ereignis" not in page
    assert client.post("/go-on").status_code == 400
    assert client.post("/go-on", data={"token": token(page)}).status_code == 200
    assert held(home.root / "journal-damaged-1") == before
    with closing(Journal.open(home.journal)) as journal:
        events = list(journal.events())
    assert len(events) == 12
    assert isinstance(events[-1].event, Note)
    assert "was danach kam, ist verloren" in events[-1].event.text
    assert swaps.wait(lambda: None) == "again"


def test_a_deal_of_which_no_trick_is_whole_is_told_without_its_result(tmp_path: Path) -> None:
    home = damaged(tmp_path, whole=3)
    page = client_of(error_of(home), home, Swaps()).get("/").text
    assert "Heil ist ein Abend bis Spiel 1, dessen Ergebnis fehlt." in page


def test_other_trouble_can_only_be_tried_again(tmp_path: Path) -> None:
    swaps, home = Swaps(), damaged(tmp_path)
    client = client_of(PlainError(WHY), home, swaps)
    page = client.get("/").text
    assert "/aside" not in page
    assert "/go-on" not in page
    assert client.post("/aside", data={"token": token(page)}).status_code == 404
    assert client.post("/go-on", data={"token": token(page)}).status_code == 404
    assert client.post("/again", data={"token": token(page)}).status_code == 200
    assert home.journal.exists()
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_what_programs_of_before_noted_is_known_as_the_tables_own_word() -> None:
    was = (
        "Hier fehlt etwas: Vom Journal waren 11 von 35 Ereignissen heil. Das beschädigte liegt in "
        "journal-damaged-1. / Something is missing here: 11 of the journal's 35 events were whole. "
        "The damaged one is kept in journal-damaged-1."
    )
    assert tells_damage(Note(was))
    assert not tells_damage(Note("Hier fehlt etwas: ein Bier / Something is missing: a beer"))


@pytest.mark.parametrize(("whole", "way"), [(0, "aside"), (11, "go-on")])
def test_a_device_that_stays_is_mended_on_its_page(tmp_path: Path, whole: int, way: str) -> None:
    home = damaged(tmp_path, whole)
    process = start(home.root, "run", "--no-camera", "--stay", "--port", "0", OMP_NUM_THREADS="1")
    with process:
        try:
            address = address_of(process)
            with pytest.raises(HTTPError) as refused:
                urlopen(address)
            page = refused.value.read().decode()
            told = "Heil ist ein Abend bis Spiel 1" if whole else "Nichts davon ist heil"
            assert told in sentence(page)
            body = urlencode({"token": token(page)}).encode()
            urlopen(f"{address}{way}", body).close()
            page = after_a_moment(address)
            if whole:
                assert 'data-screen="resume"' in page
                assert "was danach kam, ist verloren" in page
                assert "Nichts Aufgeschriebenes" not in page
            else:
                assert 'data-screen="start"' in page
        finally:
            process.terminate()
            process.communicate(timeout=60)
    assert aside(home.journal) == (home.root / "journal-damaged-1",)


def after_a_moment(address: str) -> str:
    """Return the page once it is no longer the one that asks to wait."""
    while True:
        try:
            with urlopen(address, timeout=60) as answer:
                return str(answer.read().decode())
        except HTTPError as waits:
            if waits.code != 503:
                raise


def test_the_last_backup_takes_a_damaged_journals_place(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.backups.mkdir()
    with closing(Journal.open(home.journal)) as journal:
        journal.append([EVENING, EveningEnded()], AT)
    now = datetime.fromisoformat("2026-11-26T23:10:00+01:00")
    back_up(home, home.backups, now, "1.0.0")
    damaged(tmp_path)
    process = start(home.root, "run", "--no-camera", "--stay", "--port", "0", OMP_NUM_THREADS="1")
    with process:
        try:
            address = address_of(process)
            with pytest.raises(HTTPError) as refused:
                urlopen(address)
            page = refused.value.read().decode()
            assert "Letzte Sicherung …" in page
            with pytest.raises(HTTPError) as asked:
                urlopen(f"{address}backup")
            assert "Sicherung vom 26.11.2026, 23:10: Ihre Abende" in asked.value.read().decode()
            body = urlencode({"token": token(page)}).encode()
            urlopen(f"{address}backup", body).close()
            page = after_a_moment(address)
            assert "Sicherung vom 26.11.2026, 23:10; was danach kam, fehlt." in page
            assert "Eingespielt. Neue Abende: 1" in page
        finally:
            process.terminate()
            process.communicate(timeout=60)
    assert aside(home.journal) == (home.root / "journal-damaged-1",)
    with closing(Journal.open(home.journal)) as journal:
        assert journal.last_seq == 2


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Condition(2, 2, why=WHY, lost=Lost(frozenset({1}))), "Namen oder Vermerke darin sind ver"),
        (Condition(2, 2, why=WHY), "Heil sind 2 Abende, der letzte noch ohne fertiges Spiel. Alle"),
        (Condition(2, 3, why=WHY), "Was danach kam, ist verloren. Von dort weitermachen?"),
        (Condition(2, 2, why=WHY, certain=False), "Ob danach noch etwas war"),
        (Condition(0, 3, why=WHY), "Nichts davon ist heil geblieben. Die Abende darin sind"),
    ],
)
def test_a_damage_is_told_in_a_players_words(condition: Condition, said: str) -> None:
    """Of whole evenings, deals and tricks; of events and numbers in neither language."""
    with closing(Journal.in_memory()) as journal:
        journal.append([EVENING, replace(EVENING, evening="zwei")], AT)
        found = transfer.read(journal.export_lines())
    lines = tuple(found.lines) if condition.whole else ()
    told = salvage.sentence(replace(condition, lines=lines, kept=found.kept))
    assert said in told.de
    for words in (told.de, told.en):
        assert not re.search("reignis|event[^u]|umme|number", words.replace("evening", ""))


BROKEN_WORDS = """[...document.querySelectorAll(".foot .button")].flatMap(button => {
    const node = button.firstChild, range = document.createRange(), broken = [];
    for (const word of node.data.matchAll(/\\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
    }
    return broken;
})"""
"""Words of the foot that go on in the next line."""


@pytest.mark.browser
def test_no_word_of_what_helps_breaks_on_a_phone(chromium: Browser, tmp_path: Path) -> None:
    home = damaged(tmp_path / "home", whole=11)
    error = error_of(home)
    names = WayOut("names", GO_ON_WITH_NAMES, lambda: None)
    client = trouble(error, "de", Swaps(), (names, *journal_ways(error, home))).test_client()
    page = chromium.new_page(viewport={"width": 390, "height": 844})

    def answer(route: Route) -> None:
        with closing(client.get(urlsplit(route.request.url).path)) as found:
            route.fulfill(status=200, body=found.data, content_type=found.content_type)

    page.route("**/*", answer)
    for path in ("", "aside"):
        page.goto(f"http://127.0.0.1/{path}")
        assert page.locator(".foot .button").count() >= 2
        assert page.evaluate(BROKEN_WORDS) == []
    page.close()
