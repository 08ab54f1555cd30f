"""The page of names: who is known, what is known of one, forgetting somebody for good."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.journal.journal import Journal
from engine.text import Language
from kiosk.exports.files import Stick
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.clock import TableClock
from kiosk.home.data_folder import Home
from kiosk.table.commands import EndEvening
from kiosk.table.forgetting import Forgetting
from kiosk.table.writer import Table
from kiosk.web.evening import names as names_module
from kiosk.web.evening.evening import NameService
from tests.kiosk.exports.evenings import GENERATED, mehrkopf, schafkopf
from tests.kiosk.exports.evenings import fill as record
from tests.kiosk.opened import client_of, places, post, screen, sentence, text
from tests.kiosk.served import touch_table


@pytest.fixture
def table(home: Home) -> Iterator[Table]:
    journal = Journal.open(home.journal)
    record(journal, mehrkopf(), GENERATED["schafkopf by cards"], schafkopf())
    with touch_table(journal) as table:
        yield table


def client(
    table: Table, home: Home, language: Language = "de", days: int | None = 30
) -> FlaskClient:
    names = NameService(home, Forgetting(TableClock(), days))
    return client_of(
        table, language, past=PastEvenings(home.journal), exports=home.exports, names=names
    )


def rows(page: str) -> dict[str, str]:
    found = re.findall(r'data-person="(\d+)"><span><b>([^<]+)</b>', page)
    return {unescape(name): number for number, name in found}


@pytest.mark.parametrize("language", ["de", "en"])
def test_everybody_is_there_and_whoever_plays_is_not_forgotten(
    table: Table, home: Home, language: Language
) -> None:
    page = client(table, home, language)
    shown = text(page.get("/names"))
    there = rows(shown)
    assert {*table.view().state.seats} <= there.keys()
    assert {each.name for each in PastEvenings(home.journal).people()} == there.keys()
    assert ("30 Tage" if language == "de" else "30 days") in shown
    here = there[table.view().state.seats[0]]
    assert f'href="/names/{here}"' not in shown
    refused = post(page, f"/names/{here}")
    assert refused.status_code == 409
    assert ("erst den Abend beenden" if language == "de" else "end the evening") in text(refused)
    assert "/names" in text(page.get("/more"))


def test_a_name_is_forgotten_after_one_question_and_its_files_are_named(
    table: Table, home: Home
) -> None:
    table.do(EndEvening())
    page = client(table, home)
    name = table.view().state.seats[0]
    number = rows(text(page.get("/names")))[name]
    (home.exports / "liste.html").write_text(f"<td>{name}</td>")
    (home.exports / "verlauf.png").write_bytes(b"png")
    foot = places(text(page.get("/names")))
    asked = text(page.get(f"/names/{number}"))
    assert screen(asked) == "sure"
    assert f"Person {number}" in sentence(asked)
    known = json.loads(page.get(f"/names/{number}/known").data)
    assert known["names"] == [name]
    assert known["files"] == ["exports/liste.html"]
    assert len(known["evenings"]) >= 1
    assert post(page, f"/names/{number}").status_code == 303
    said = text(page.get("/names"))
    assert "Vergessen. Im Journal steht" in said
    assert "exports/liste.html" in said
    assert "exports/verlauf.png" in said
    assert "„Ansehen und löschen“" in said
    assert ("Dateien ansehen und löschen" in said, places(said)) == (True, foot)
    again = text(page.get("/names"))
    assert name not in rows(again)
    assert "Schon vergessen: 1" in again
    for address in ("/", "/scores", "/deals", "/evenings", "/exports/list", "/replay"):
        assert name not in text(page.get(address, follow_redirects=True)), address
    assert name.encode() not in home.journal.read_bytes()
    for gone in (number, "999", "0"):
        assert page.get(f"/names/{gone}").status_code == 404
        assert post(page, f"/names/{gone}").status_code == 404


def test_what_is_known_of_one_is_put_on_a_stick_or_on_the_device_and_said_where(
    table: Table, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "STICK"
    stick.mkdir()
    page = client(table, home)
    name, number = next(iter(rows(text(page.get("/names"))).items()))
    assert f'href="/names?of={number}"' in text(page.get("/names"))
    asked = text(page.get(f"/names?of={number}"))
    assert (f"Auskunft über {name}" in asked, "Auf USB-Stick speichern" in asked) == (True, False)
    assert post(page, f"/names/{number}/known", to="stick").status_code == 409
    monkeypatch.setattr(names_module, "sticks", lambda: (Stick("STICK", stick),))
    assert "Auf USB-Stick speichern" in text(page.get(f"/names?of={number}"))
    for to, folder in (("stick", stick), ("device", home.exports)):
        assert post(page, f"/names/{number}/known", to=to).status_code == 303
        assert f"mehrkopf-person-{number}.json" in text(page.get("/names"))
        written = folder / f"mehrkopf-person-{number}" / f"mehrkopf-person-{number}.json"
        found = json.loads(written.read_bytes())
        assert (found["names"], next(iter(found))) == ([name], "about")


def test_a_table_that_never_forgets_says_so(table: Table, home: Home) -> None:
    assert "Von selbst wird niemand vergessen" in text(client(table, home, days=None).get("/names"))


def test_a_table_whose_time_nobody_vouches_for_says_that_it_forgets_nobody_yet(
    table: Table, home: Home
) -> None:
    now = datetime(2026, 11, 20, 20, tzinfo=UTC)
    clock = TableClock(None, now, kept=False, system=lambda: now)
    names = NameService(home, Forgetting(clock))
    page = client_of(table, past=PastEvenings(home.journal), names=names)
    waits = "sobald vor einem Abend jemand die Uhrzeit bestätigt"
    assert waits in text(page.get("/names"))
    clock.asked("2026-11-20T20:00Z")
    assert waits not in text(page.get("/names"))


def test_before_the_first_evening_nobody_is_known(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    with touch_table(Journal.open(home.journal)) as table:
        page = client(table, home)
        assert "Kein Name ist bekannt" in text(page.get("/names"))
        assert "/names" not in text(page.get("/more"))
