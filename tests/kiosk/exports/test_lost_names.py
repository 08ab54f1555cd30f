"""Names a damage took come back from whichever backup still has them; nobody forgotten does."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.events import EveningEnded, EveningStarted, Note
from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import aside
from engine.journal.people import Lost, placeholder
from kiosk.exports.backup import KEPT, STICK_FOLDER, back_up, back_up_all
from kiosk.exports.evening_backup import Backups, told_names
from kiosk.exports.files import Stick
from kiosk.exports.lost_names import bring_names_back, still_lost
from kiosk.exports.lying import Kind, all_lying, holding
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.clock import TableClock
from kiosk.home.data_folder import Home
from kiosk.table.commands import EndEvening, StartEvening
from kiosk.table.forgetting import Forgetting
from kiosk.table.parts import Mishaps
from kiosk.table.salvage import go_on
from kiosk.table.systemd import Service
from kiosk.table.writer import Table
from kiosk.web.evening.evening import NameService
from kiosk.web.swap import Swaps
from tests.engine.evening.test_forty_deals import AT
from tests.kiosk.cli import Cli
from tests.kiosk.exports.test_backup import LATER, NOW, PROGRAM, damage_beside
from tests.kiosk.launch.test_damaged_files import launched, tap
from tests.kiosk.opened import client_of, places, post, screen, text
from tests.kiosk.served import touch_table

NAMES = ("Resi", "Toni", "Vroni", "Sepp")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Return a table of one evening, with nothing damaged as yet."""
    home = Home(tmp_path / "home")
    home.prepare()
    home.backups.mkdir()
    with closing(Journal.open(home.journal)) as journal:
        started = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
        journal.append([started, Note("Vroni zahlt, sagt Resi"), Note("zwei"), EveningEnded()], AT)
    return home


def saved(home: Home, minutes: int, folder: Path | None = None) -> Path:
    return back_up(home, folder or home.backups, NOW + timedelta(minutes=minutes), PROGRAM)


def damaged(home: Home, *statements: str) -> None:
    """Have a damage take names and remarks, and go on with what is whole."""
    damage_beside(home, *statements or ("DELETE FROM people", "DELETE FROM remarks"))
    with pytest.raises(DamagedError) as caught:
        Journal.open(home.journal)
    go_on(caught.value, LATER)


def known(home: Home) -> list[str | None]:
    with closing(Journal.open(home.journal)) as journal:
        return [each.name for each in journal.persons()]


def notes(home: Home) -> list[str]:
    with closing(Journal.open(home.journal)) as journal:
        return [e.event.text for e in journal.events() if isinstance(e.event, Note)]


def lost(home: Home) -> Lost:
    with closing(Journal.open(home.journal)) as journal:
        return still_lost(home, journal)


def test_names_and_remarks_come_back_from_the_newest_backup_that_has_them(home: Home) -> None:
    old, whole = saved(home, 1), saved(home, 2)
    damaged(home)
    assert lost(home) == Lost(frozenset({1, 2, 3, 4}), frozenset({1, 2}))
    after, torn = saved(home, 3), saved(home, 4)
    torn.write_bytes(torn.read_bytes()[:-40])
    back = bring_names_back(home, [torn, after, whole, old])
    assert back.came == {whole: Lost(frozenset({1, 2, 3, 4}), frozenset({1, 2}))}
    assert (back.left, back.looked, back.passed) == (Lost(), 2, (torn,))
    assert known(home) == [*NAMES]
    assert notes(home)[:2] == ["Vroni zahlt, sagt Resi", "zwei"]
    said = " ".join(text.de for text in told_names(back))
    assert "vom 26.11.2026, 23:12 auf diesem Gerät: Namen 4, Vermerke 2." in said
    assert torn.name in said
    assert "Noch verloren" not in said


def test_what_deleting_would_cost_while_names_are_lost(home: Home) -> None:
    """The one backup that has them, and the journal set aside by which the table knows of them."""
    whole = saved(home, 1)
    damaged(home)
    there = [saved(home, 2), whole]

    def warned() -> list[str]:
        things = [(each, holding(home, each, there)) for each in all_lying(home, there)]
        assert [each.kind for each, _ in things] == [Kind.BACKUP, Kind.BACKUP, Kind.ASIDE]
        return [each.path.name for each, held in things if held.alone or held.tells_lost]

    assert warned() == [whole.name, "journal-damaged-1"]
    bring_names_back(home, there)
    assert warned() == []


@pytest.mark.parametrize("what", ["names", "remarks", "forgotten", "back"])
def test_a_backup_that_alone_has_what_a_damage_took_outlives_ten_newer_ones(
    home: Home, what: str
) -> None:
    """Of whoever was forgotten, and once all is back, the older one goes as ever."""
    whole = saved(home, 1)
    if what == "forgotten":
        with closing(Journal.open(home.journal)) as journal:
            journal.forget([3])
    else:
        damaged(home, "DELETE FROM remarks" if what == "remarks" else "DELETE FROM people")
    if what == "back":
        bring_names_back(home, [whole])
    for minutes in range(2, KEPT + 3):
        back_up_all(home, [home.backups], NOW + timedelta(minutes=minutes), PROGRAM)
    assert whole.exists() == (what in ("names", "remarks"))


def test_who_was_forgotten_stays_so_and_so_do_the_remarks(home: Home) -> None:
    whole = saved(home, 1)
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
    damaged(home)
    back = bring_names_back(home, [whole])
    assert back.came == {whole: Lost(frozenset({1, 2, 4}), frozenset({1, 2}))}
    assert back.left == Lost()
    assert known(home) == ["Resi", "Toni", None, "Sepp"]
    assert notes(home)[0] == f"{placeholder(3)} zahlt, sagt Resi"
    assert b"Vroni" not in home.journal.read_bytes()


def test_a_backup_from_before_the_damage_tells_who_was_forgotten(home: Home) -> None:
    """Where the file beside the journal is gone too, as after a program that did not keep it."""
    old = saved(home, 1)
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([3])
    newer = saved(home, 2)
    beside = home.journal.with_name(home.journal.name + ".forgotten")
    beside.unlink()
    damaged(home)
    after = saved(home, 3)
    assert 3 in lost(home).names
    back = bring_names_back(home, [after, newer, old])
    assert [*back.came] == [newer]
    assert (back.left, lost(home)) == (Lost(), Lost())
    assert known(home) == ["Resi", "Toni", None, "Sepp"]
    assert bring_names_back(home, [after, newer, old]).looked == 0
    assert b"Vroni" not in home.journal.read_bytes()


def test_what_the_newest_lacks_an_older_one_gives(home: Home) -> None:
    whole = saved(home, 1)
    damaged(home, "DELETE FROM people WHERE number = 2")
    middle = saved(home, 2)
    damaged(home, "UPDATE people SET hash = 'x' WHERE number = 4")
    back = bring_names_back(home, [middle, whole])
    assert back.came == {
        middle: Lost(frozenset({4})),
        whole: Lost(frozenset({2})),
    }
    assert known(home) == [*NAMES]


def test_another_tables_backup_gives_nothing_and_it_is_said(home: Home, tmp_path: Path) -> None:
    other = Home(tmp_path / "other")
    other.prepare()
    with closing(Journal.open(other.journal)) as journal:
        journal.append([EveningStarted("o", "schafkopf", {}, ("A", "B", "C", "D"), "i", {})], AT)
    foreign = saved(other, 1, home.backups)
    damaged(home)
    back = bring_names_back(home, [foreign])
    assert (back.came, back.looked) == ({}, 1)
    assert known(home) == [None] * 4
    said = " ".join(text.en for text in told_names(back))
    assert "looked through: 1" in said
    assert "Still lost: names 4, remarks 2." in said
    assert "plug it in and tap again" in said
    assert "“Back up”" in said
    assert "mehrkopf" not in said, "nobody at the touch screen can start a program"


def test_an_empty_table_has_lost_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    assert bring_names_back(home, [tmp_path / "none.zip"]).looked == 0


class Rig:
    """A table whose names are lost, with its page, as the program puts them together."""

    def __init__(self, home: Home, stick: Path) -> None:
        self.home, self.swaps, self.mishaps = home, Swaps(), Mishaps()
        self.found: tuple[Stick, ...] = (Stick("STICK", stick),)
        self.backups = Backups(home, PROGRAM, lambda: NOW, lambda: self.found, self.mishaps)

    def client(self, table: Table) -> FlaskClient:
        return client_of(
            table,
            past=PastEvenings(self.home.journal),
            names=NameService(self.home, Forgetting(TableClock(), 30)),
            backups=self.backups,
            between=self.swaps.between,
            mishaps=self.mishaps,
        )

    def tap(self) -> str:
        """Tap for the names; return the page of names once the table is back."""
        with touch_table(Journal.open(self.home.journal)) as table:
            client = self.client(table)
            page = text(client.get("/names"))
            assert 'action="/names/lost"' in page
            assert places(page) == places(text(client.get("/evenings")))
            assert "Einen Moment" in text(post(client, "/names/lost"))
            assert self.swaps.wait(lambda: None) == "again"
        self.swaps.work()
        with touch_table(Journal.open(self.home.journal)) as table:
            return text(self.client(table).get("/names"))

    def told(self) -> str:
        (told,) = self.mishaps.standing()
        return told.words.de


@pytest.fixture
def rig(home: Home, tmp_path: Path) -> Rig:
    stick = tmp_path / "STICK"
    (stick / STICK_FOLDER).mkdir(parents=True)
    return Rig(home, stick)


def test_one_tap_on_the_page_of_names_brings_them_back_from_a_stick(rig: Rig) -> None:
    saved(rig.home, 1, rig.found[0].folder / STICK_FOLDER)
    damaged(rig.home)
    page = rig.tap()
    assert "Durch einen Schaden" not in page
    assert "/names/lost" not in page
    assert all(name in page for name in NAMES)
    assert "auf dem Stick „STICK“: Namen 4, Vermerke 2." in rig.told()


def test_without_any_backup_the_tap_says_what_to_do(rig: Rig) -> None:
    damaged(rig.home)
    rig.found = ()
    page = rig.tap()
    assert "Durch einen Schaden verloren: 4" in page
    assert "Durch einen Schaden verlorene Vermerke: 2" in page
    assert "Schon vergessen" not in page
    said = rig.told()
    assert "keine lesbare Sicherung" in said
    assert "Noch verloren: Namen 4, Vermerke 2." in said
    assert "Ein anderer Stick" in said


def test_after_forgetting_what_still_holds_the_name_is_marked_on_the_stick_too(rig: Rig) -> None:
    saved(rig.home, 1)
    saved(rig.home, 1, rig.found[0].folder / STICK_FOLDER)
    with closing(Journal.open(rig.home.journal)) as journal:
        number = next(each.number for each in journal.persons() if each.name == "Resi")
    (rig.home.exports / "liste.txt").write_text("Toni")
    with touch_table(Journal.open(rig.home.journal)) as table:
        client = rig.client(table)
        assert "vergessene Name" not in text(client.get("/lying"))
        assert post(client, f"/names/{number}").status_code == 303
        assert "Auf dem Stick steht der Name noch in Sicherungen: 1." in text(client.get("/names"))
        page = text(client.get("/lying"))
        assert (page.count("data-lying"), page.count("der vergessene Name")) == (3, 2)


def test_where_all_names_are_lost_the_page_says_no_untruth(rig: Rig) -> None:
    damaged(rig.home)
    with touch_table(Journal.open(rig.home.journal)) as table:
        page = text(rig.client(table).get("/names"))
    assert "Durch einen Schaden verloren: 4" in page
    assert "Kein Name ist mehr bekannt" in page
    assert "mit dem ersten Abend" not in page


def test_as_last_time_without_names_asks_for_them_and_nobody_is_called_by_a_number(
    rig: Rig,
) -> None:
    damaged(rig.home)
    with touch_table(Journal.open(rig.home.journal)) as table:
        client = rig.client(table)
        page = text(client.get("/start"))
        again = unescape(re.findall(r'href="(/begin/go[^"]*)"', page)[0])
        asked = text(client.get(again))
        assert screen(asked) == "people"
        assert "Person" not in asked
        typed = {f"name{seat}": placeholder(seat + 1) for seat in range(4)}
        refused = post(client, "/start", game="schafkopf", dealer="0", deck="isar", **typed)
        assert refused.status_code == 400
        assert "Person 1“ heißt, wessen Name" in text(refused)
        new = {f"name{seat}": name for seat, name in enumerate(("Resi", "Max", "Zenz", "Toni"))}
        begun = post(client, "/start", game="schafkopf", dealer="0", deck="isar", **new)
        assert begun.status_code == 303
    assert known(rig.home) == [None] * 4 + ["Resi", "Max", "Zenz", "Toni"]


def test_whoever_sits_there_without_a_name_keeps_the_number_when_seats_change(rig: Rig) -> None:
    with closing(Journal.open(rig.home.journal)) as journal:
        journal.append([EveningStarted("f", "schafkopf", {}, NAMES, "isar", {})], AT)
    damaged(rig.home, "DELETE FROM people WHERE number = 3")
    with touch_table(Journal.open(rig.home.journal)) as table:
        assert table.view().state.seats == ("Resi", "Toni", placeholder(3), "Sepp")
        client = rig.client(table)
        page = text(client.get("/people?at=2&type=1"))
        [field] = re.findall(r'<input[^>]*name="typed"[^>]*>', page)
        assert "Person" not in field
        seats = {"name0": "Toni", "name1": "Resi", "name2": placeholder(3), "name3": "Max"}
        assert post(client, "/people/seats", **seats).status_code == 303
        assert table.view().state.seats == ("Toni", "Resi", placeholder(3), "Max")
        refused = post(client, "/people/seats", **{**seats, "name3": placeholder(1)})
        assert refused.status_code == 409
    assert known(rig.home) == ["Resi", "Toni", None, "Sepp", "Max"]


def test_during_an_evening_it_is_refused_in_plain_words(rig: Rig) -> None:
    saved(rig.home, 1)
    damaged(rig.home)
    with touch_table(Journal.open(rig.home.journal)) as table:
        table.do(StartEvening("schafkopf", {}, ("A", "B", "C", "D"), "isar"))
        client = rig.client(table)
        shown = text(client.get("/names"))
        assert "/names/lost" not in shown
        assert "nach dem Abend hier nachsehen" in shown
        refused = post(client, "/names/lost")
        assert refused.status_code == 409
        assert "erst den Abend beenden" in text(refused)
        table.do(EndEvening())
        assert post(client, "/names/lost").status_code == 200


def test_where_nothing_is_lost_nothing_is_offered(rig: Rig) -> None:
    with touch_table(Journal.open(rig.home.journal)) as table:
        assert "/names/lost" not in text(rig.client(table).get("/names"))


def test_the_trouble_page_goes_on_with_the_names_of_a_backup(home: Home) -> None:
    with closing(Journal.open(home.journal)) as journal:
        journal.append([EveningStarted("f", "schafkopf", {}, NAMES, "isar", {})], AT)
    saved(home, 1)
    damage_beside(home, "DELETE FROM people")
    launch = launched(home)
    with ExitStack() as shown:
        client = launch.attempt(shown, Service({}))[0].test_client()
        page = text(client.get("/"))
        assert "Weiter, Namen aus Sicherungen" in page
        assert "Namen oder Vermerke darin sind verloren" in page
        tap(client, "go-on")
    with ExitStack() as shown:
        client = launch.attempt(shown, Service({}))[0].test_client()
        first = text(client.get("/"))
        assert "Namen 4." in first
        assert "Resi" in text(client.get("/names"))
        assert screen(first) == "resume"
        assert "sind verloren" not in first
    assert len(aside(home.journal)) == 1
    assert known(home) == [*NAMES]


def test_the_trouble_page_goes_on_without_a_backup_too(home: Home) -> None:
    damage_beside(home, "DELETE FROM people")
    launch = launched(home)
    with ExitStack() as shown:
        client = launch.attempt(shown, Service({}))[0].test_client()
        assert "Von dort weitermachen" in text(client.get("/"))
        tap(client, "go-on")
    with ExitStack() as shown:
        client = launch.attempt(shown, Service({}))[0].test_client()
        assert "Durch einen Schaden verloren: 4" in text(client.get("/names"))


def test_names_of_backups_are_offered_only_where_one_has_them(home: Home) -> None:
    damaged(home, "DELETE FROM people")
    saved(home, 1)
    damage_beside(home, "UPDATE people SET hash = 'x' WHERE number = 2")
    launch = launched(home)
    with ExitStack() as shown:
        page = text(launch.attempt(shown, Service({}))[0].test_client().get("/"))
    assert "Namen oder Vermerke darin sind verloren" in page
    assert "Namen aus Sicherungen" not in page


def test_the_command_tells_lost_remarks_too(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    with closing(Journal.open(home.journal)) as journal:
        started = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
        journal.append([started, Note("eins"), EveningEnded()], AT)
    damaged(home, "DELETE FROM remarks")
    said = cli("people", "list").out
    assert "verlorene Vermerke: 1" in said
    assert "„mehrkopf restore DATEI“" in said
    assert "vergessen" not in said


def test_the_command_says_of_a_damaged_journal_that_it_is(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    with closing(Journal.open(home.journal)) as journal:
        journal.append(
            [EveningStarted("e", "schafkopf", {}, NAMES, "isar", {}), EveningEnded()], AT
        )
        journal.forget([1])
    damage_beside(home, "DELETE FROM people WHERE number > 2")
    said = cli("people", "list")
    assert said.status == 1
    assert "ist beschädigt (" in said.error
    assert "„mehrkopf doctor --mend“" in said.error
    assert "Toni: ein Abend" in said.out
    assert "Schon vergessen: 1" in said.out
    assert "Durch einen Schaden verloren: 2" in said.out
    shown = cli("people", "show", "Toni")
    assert (shown.status, "ist beschädigt (" in shown.error) == (1, True)
    home.journal.write_bytes(b"")
    for words_said in (("list",), ("show", "Toni")):
        said = cli("people", *words_said)
        assert (said.status, said.out) == (2, "")
        assert "(die Datei ist leer). Nichts davon ist heil geblieben." in said.sentence
