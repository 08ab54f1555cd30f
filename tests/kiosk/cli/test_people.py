"""`mehrkopf people`: who is known, what is known of one, and forgetting."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import Any

from engine.events import (
    DealClosed,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Note,
    Ruling,
    ScoreAdjusted,
)
from engine.journal.journal import Journal
from kiosk.home.data_folder import Home
from tests.engine.spine import EVENING, REVOKE, RUFSPIEL, finished_deal, opened, played
from tests.kiosk.cli import Cli

AT = "2026-11-20T20:00:00.000+01:00"


def recorded(cli: Cli, *, running: bool = False) -> None:
    home = Home(cli.home)
    home.prepare()
    journal = Journal.open(home.journal)
    journal.append([EVENING, *opened(), *played(RUFSPIEL), DealClosed()], AT)
    journal.append([Note("Sepp hat sich vergeben", "d1"), Note("Toni zahlt")], AT)
    ended = [ScoreAdjusted((1, 1, 1, -3), "Sepps Brezn")] + ([] if running else [EveningEnded()])
    journal.append(ended, AT)
    other = EveningStarted("f", "mehrkopf", {}, ("Toni", "Kathi"), "isar", {})
    if not running:
        journal.append([other, EveningEnded()], AT)
    journal.close()


def test_everybody_is_listed_and_what_is_known_of_one_is_json(cli: Cli) -> None:
    recorded(cli)
    listed = cli("people", "list")
    assert "Sepp: ein Abend, Freitag, 20. November 2026" in listed.out.splitlines()
    assert "Toni: 2 Abende, zuletzt Freitag, 20. November 2026" in listed.out.splitlines()
    said = cli("people", "show", "sepp", "--json")
    known = json.loads(said.out)
    assert (known["names"], known["numbers"]) == (["Sepp"], [4])
    (evening,) = known["evenings"]
    assert (evening["evening"], evening["score"]) == ("e", ["67"])
    (deal,) = evening["deals"]
    assert (deal["seat"], deal["score"], len(deal["cards"])) == (4, "70", 8)
    texts = {each["text"] for each in known["remarks"]}
    assert texts == {"Sepp hat sich vergeben", "Sepps Brezn"}


def known(cli: Cli, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(cli("people", "show", name, "--json").out)
    return found


def test_without_more_words_it_is_a_page_in_the_language(cli: Cli) -> None:
    recorded(cli)
    assert cli("people", "show", "sepp").out.splitlines() == [
        "Sepp, im Journal Nummer 4",
        "Freitag, 20. November 2026, Schafkopf: +67 Cent",
        "  Spiel 1, Rufspiel auf die Gras-Sau: +70 Cent",
        "    Karten: Schellen-Ober, Herz-Sau, Eichel-Sieben, Gras-Neun, Eichel-Acht, "
        "Eichel-Zehn, Gras-Sau, Gras-Acht",
        "Vermerk: Sepp hat sich vergeben",
        "Vermerk: Sepps Brezn",
        "In keiner Datei des Datenordners steht der Name sonst.",
    ]
    english = cli("--lang", "en", "people", "show", "Sepp").out.splitlines()
    assert english[:2] == [
        "Sepp, number 4 in the journal",
        "Friday 20 November 2026, Schafkopf: +67 cents",
    ]


def test_what_was_found_of_somebody_is_said_with_what_was_decided(cli: Cli) -> None:
    recorded(cli)
    with closing(Journal.open(Home(cli.home).journal)) as journal:
        evening = replace(EVENING, evening="r", seats=("Ida", "Bea", "Cilli", "Dora"))
        journal.append([evening, *finished_deal("r", laid=REVOKE)], AT)
        journal.append([Ruling("r", "revoke:1:17", "waived"), EveningEnded()], AT)
        again = replace(EVENING, evening="s", seats=("Uli", "Vev", "Cilli", "Dora"))
        shown = EveningEnded(("revoke:1:17",))
        journal.append([again, *finished_deal("s", laid=REVOKE), shown], AT)
    # Another finding of hers was never said: nobody is told of it here either.
    assert findings(cli, "Bea") == ["    Festgestellt: nicht bedient (weitergespielt)"]
    assert findings(cli, "Vev") == ["    Festgestellt: nicht bedient (gezeigt, nichts entschieden)"]
    assert findings(cli, "Ida") == []
    (evening,) = known(cli, "Bea")["evenings"]
    assert evening["deals"][0]["findings"] == [{"what": "revoke", "status": "waived"}]


def findings(cli: Cli, name: str) -> list[str]:
    said = cli("people", "show", name).out.splitlines()
    return [line for line in said if "Festgestellt" in line]


def test_a_name_is_forgotten_and_files_that_hold_it_are_named(cli: Cli) -> None:
    recorded(cli)
    file = cli("export").out.strip()
    assert cli("people", "forget", "SEPP").status == 0
    recorded_now = Home(cli.home).journal.read_bytes()
    assert b"Sepp" not in recorded_now
    said = cli("people", "forget", "Kathi")
    assert "Im Journal steht „Person 5“" in said.out.replace("\N{NO-BREAK SPACE}", " ")
    assert f"exports/{file.rsplit('/', 1)[1]}" in said.out
    listed = cli("people", "list").out
    assert "Sepp" not in listed
    assert "Schon vergessen: 2" in listed
    again = cli("people", "forget", "Sepp")
    assert (again.status, again.out) == (2, "")
    assert "kennt das Journal nicht" in again.sentence
    assert cli("people", "show", "Sepp").status == 2
    assert cli("export", "-").status == 0


def test_nobody_of_an_evening_that_goes_on_is_forgotten(cli: Cli) -> None:
    recorded(cli, running=True)
    said = cli("people", "forget", "Sepp")
    assert said.status == 2
    assert "erst den Abend beenden" in said.sentence
    assert "Sepp" in cli("people", "list").out


def test_an_id_of_before_that_holds_a_name_is_told(cli: Cli) -> None:
    recorded(cli)
    with closing(Journal.open(Home(cli.home).journal)) as journal:
        evening = replace(EVENING, evening="f", seats=("Sepp", "A", "B", "C"))
        journal.append([evening, DealStarted("sepps_bestes-1", 0), EveningEnded()], AT)
    assert json.loads(cli("people", "show", "Sepp", "--json").out)["ids_of_deals"] == [
        "sepps_bestes-1"
    ]
    assert json.loads(cli("people", "show", "Toni", "--json").out)["ids_of_deals"] == []
    said = cli("people", "forget", "Sepp").out
    assert "In Kennungen eingelesener Spiele steht der Name noch: sepps_bestes-1." in said
    assert "Kennungen" not in cli("people", "forget", "Toni").out


def test_the_digits_of_a_date_are_nobodys_name(cli: Cli) -> None:
    recorded(cli)
    with closing(Journal.open(Home(cli.home).journal)) as journal:
        evening = replace(EVENING, evening="f", seats=("Toni 1", "A", "B", "C"))
        ids = ("2026-11-28-1-1", "toni_1_bestes")
        journal.append([evening, *(DealStarted(each, 0) for each in ids), EveningEnded()], AT)
    assert known(cli, "Toni 1")["ids_of_deals"] == ["toni_1_bestes"]


def test_cards_of_a_deal_that_was_left_are_known_once_the_evening_has_ended(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    with closing(Journal.open(home.journal)) as journal:
        journal.append([EVENING, *opened(), *played(RUFSPIEL)[:6]], AT)
    # While it is played it is nobody's to look at.
    assert known(cli, "Sepp")["evenings"][0]["deals"] == []
    with closing(Journal.open(home.journal)) as journal:
        journal.append([EveningEnded()], AT)
    (evening,) = known(cli, "Sepp")["evenings"]
    (deal,) = evening["deals"]
    assert (deal["score"], len(deal["cards"])) == (None, 1)
    page = cli("people", "show", "Sepp").out
    assert "Karten: " in page
    assert "nichts gezählt" in page
