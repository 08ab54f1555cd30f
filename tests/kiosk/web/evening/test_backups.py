"""The page of backups: by itself after an evening, by tap, onto a stick, brought back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.exports import evening_backup
from kiosk.exports.backup import STICK_FOLDER, back_up, backups_in, read_backup
from kiosk.exports.evening_backup import Backups
from kiosk.exports.files import Stick
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.data_folder import Home
from kiosk.table.commands import EndEvening, EnterDeal, NoteDeal, StartEvening
from kiosk.table.parts import Mishaps
from kiosk.table.view import after_evenings
from kiosk.table.writer import Table
from kiosk.web.swap import Swaps
from tests.kiosk.exports.test_backup import NOW, PROGRAM, with_night
from tests.kiosk.served import app_of, touch_table

SEATS = ("A", "B", "C", "D")


class Rig:
    """A table with its backups, as the program puts them together."""

    def __init__(self, table: Table, home: Home, stick: Path) -> None:
        self.table, self.home, self.stick = table, home, stick
        self.found: tuple[Stick, ...] = ()
        self.mishaps = Mishaps()
        self.now = NOW
        self.backups = Backups(home, PROGRAM, lambda: self.now, lambda: self.found, self.mishaps)
        backups, before = self.backups, table.view().state
        table.listen(after_evenings(before, backups.after_evening, backups.anew))
        self.swaps = Swaps()
        app = app_of(table, backups=self.backups, between=self.swaps.between)
        app.config["WTF_CSRF_ENABLED"] = False
        self.client = app.test_client()

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)

    def begin(self) -> None:
        self.table.do(StartEvening("schafkopf", {}, SEATS, "isar"))


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    home = Home(tmp_path / "home")
    home.prepare()
    stick = tmp_path / "STICK"
    stick.mkdir()
    with touch_table(Journal.open(home.journal)) as table:
        yield Rig(table, home, stick)


def test_an_evening_that_ends_is_backed_up_by_itself(rig: Rig) -> None:
    (rig.stick / STICK_FOLDER).mkdir()
    rig.found = (Stick("STICK", rig.stick),)
    rig.begin()
    assert backups_in(rig.home.backups) == ()
    rig.table.do(EndEvening())
    rig.backups.close()
    for folder in (rig.home.backups, rig.stick / STICK_FOLDER):
        (path,) = backups_in(folder)
        assert read_backup(path).backup.evenings == 1
    page = rig.get("/backup")
    assert "Gesichert und geprüft: auf diesem Gerät und auf dem Stick „STICK“." in page
    assert "Der Stick kann raus." in page


def test_an_evening_that_gives_way_to_another_is_backed_up(rig: Rig) -> None:
    rig.begin()
    rig.begin()
    rig.backups.close()
    assert len(backups_in(rig.home.backups)) == 1


def test_a_remark_after_the_end_is_in_that_evenings_backup(rig: Rig) -> None:
    """In each place one backup of the evening stays, and that of the evening before."""
    folders = (rig.home.backups, rig.stick / STICK_FOLDER)
    folders[1].mkdir()
    rig.found = (Stick("STICK", rig.stick),)
    for _ in range(2):
        rig.begin()
        deal = laid_out(rig.table)
        rig.table.do(EndEvening())
        rig.backups.close()
        rig.now += timedelta(minutes=1)
    (before,) = {backups_in(folder)[1].name for folder in folders}
    rig.table.do(NoteDeal(deal, "Der Wirt hat bezahlt."))
    rig.backups.close()
    rig.now += timedelta(minutes=1)
    rig.table.do(NoteDeal(deal, "Die Wirtin hat bezahlt."))
    rig.backups.close()
    for folder in folders:
        newest, old = backups_in(folder)
        assert old.name == before
        assert "Der Wirt" not in "".join(read_backup(old).journal)
        kept = "".join(read_backup(newest).journal)
        assert "Der Wirt hat bezahlt." in kept
        assert "Die Wirtin hat bezahlt." in kept


def test_where_the_stick_is_gone_its_backup_stays_as_it_is(rig: Rig) -> None:
    folder = rig.stick / STICK_FOLDER
    folder.mkdir()
    rig.found = (Stick("STICK", rig.stick),)
    rig.begin()
    deal = laid_out(rig.table)
    rig.table.do(EndEvening())
    rig.backups.close()
    there = backups_in(folder)
    rig.now += timedelta(minutes=1)
    rig.found = ()
    rig.table.do(NoteDeal(deal, "Der Wirt hat bezahlt."))
    rig.backups.close()
    assert backups_in(folder) == there != ()
    (newest,) = backups_in(rig.home.backups)
    assert "Der Wirt" in "".join(read_backup(newest).journal)


def laid_out(table: Table) -> str:
    """Enter a deal's result; return the deal."""
    table.do(EnterDeal({"won": True}, Contract("wenz", 1)))
    return table.view().state.finished[-1].id


def test_a_tap_marks_a_stick_for_every_evening_from_then_on(rig: Rig) -> None:
    assert "Noch keine Sicherung" in rig.get("/backup")
    assert "Auf den Stick sichern" not in rig.get("/backup")
    assert "Kein Stick erkannt" in rig.get("/backup")
    refused = rig.client.post("/backup", data={"to": "stick"})
    assert (refused.status_code, "Kein Stick erkannt" in refused.get_data(as_text=True)) == (
        409,
        True,
    )
    rig.found = (Stick("STICK", rig.stick),)
    assert "Auf den Stick sichern" in rig.get("/backup")
    assert "Kein Stick erkannt" not in rig.get("/backup")
    assert rig.client.post("/backup", data={"to": "stick"}).status_code == 303
    assert len(backups_in(rig.stick / STICK_FOLDER)) == 1
    rig.begin()
    rig.table.do(EndEvening())
    rig.backups.close()
    assert len(list((rig.stick / STICK_FOLDER).iterdir())) >= 1
    assert len(backups_in(rig.home.backups)) == 1


def test_a_stick_that_takes_nothing_is_told_and_the_evening_stays(rig: Rig) -> None:
    rig.found = (Stick("gone", Path("/proc/nowhere")),)
    rig.client.post("/backup", data={"to": "stick"})
    page = rig.get("/backup")
    assert "ließ sich nicht schreiben" in page
    assert "nicht berührt" in page


def test_a_backup_is_brought_back_between_two_evenings(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, _ = with_night(tmp_path / "other")
    rig.home.backups.mkdir()
    path = back_up(other, rig.home.backups, NOW, PROGRAM)
    rig.begin()
    assert rig.client.get(f"/backup/{path.name}").status_code == 409
    rig.table.do(EndEvening())
    rig.backups.close()

    asked = rig.get(f"/backup/{path.name}")
    assert "Sicherung vom 26.11.2026, 23:10 einspielen?" in asked
    assert rig.client.get("/backup/mehrkopf-nothing.zip").status_code == 404
    answer = rig.client.post(f"/backup/{path.name}")
    assert "Einen Moment" in answer.get_data(as_text=True)

    assert rig.swaps.wait(lambda: None) == "again"
    rig.table.close()
    rig.swaps.work()
    rig.swaps.work()  # Once only: nothing is left to do.
    journal = Journal.open(rig.home.journal)
    try:
        assert len(journal.evenings()) == 1 + len(read_backup(path).journal and held(path))
    finally:
        journal.close()
    (told,) = rig.mishaps.standing()
    assert "Eingespielt" in told.words.de


def held(path: Path) -> tuple[str, ...]:
    journal = Journal.in_memory()
    journal.import_lines(read_backup(path).journal)
    try:
        return tuple(mark.evening for mark in journal.evenings())
    finally:
        journal.close()


def test_a_damaged_backup_is_told_and_not_brought_back(rig: Rig, tmp_path: Path) -> None:
    other, _ = with_night(tmp_path / "other")
    rig.home.backups.mkdir()
    path = back_up(other, rig.home.backups, NOW, PROGRAM)
    shutil.copy(path, tmp_path / "whole.zip")
    path.write_bytes(path.read_bytes()[:-40])
    answer = rig.client.get(f"/backup/{path.name}")
    assert answer.status_code == 409
    assert "abgeschnitten oder beschädigt" in answer.get_data(as_text=True)
    assert path.name in rig.get("/backup")


def test_without_backups_there_is_no_page_and_no_way_to_it(table: Table) -> None:
    client = app_of(table).test_client()
    assert client.get("/backup").status_code == 404
    assert 'href="/backup"' not in client.get("/more").get_data(as_text=True)


def test_the_menu_leads_there(rig: Rig) -> None:
    assert 'href="/backup"' in rig.get("/more")


def test_an_evenings_backup_that_fails_is_told_on_the_page(rig: Rig) -> None:
    rig.home.backups.write_text("no folder", encoding="utf-8")
    rig.begin()
    rig.table.do(EndEvening())
    rig.backups.close()
    (told,) = rig.mishaps.standing()
    assert "ließ sich nicht schreiben" in told.words.de


def test_two_backups_of_one_minute_are_told_apart_by_their_seconds(rig: Rig) -> None:
    rig.begin()
    rig.table.do(EndEvening())
    rig.backups.close()
    made = [
        back_up(rig.home, rig.home.backups, NOW.replace(hour=hour, minute=10, second=at), PROGRAM)
        for hour, at in ((20, 5), (20, 48), (21, 5))
    ]
    page = rig.get("/backup")
    assert [f"{time}, Abende: 1</dd>" in page for time in ("20:10:05", "20:10:48", "21:10")] == [
        True
    ] * 3
    assert "20:10:48" in rig.get(f"/backup/{made[1].name}")
    assert "21:10:05" not in page
    assert "20:10:48" in rig.get("/lying")


def test_after_an_evening_its_memory_is_given_back(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    monkeypatch.setattr(
        evening_backup, "give_back", lambda: given.append(len(backups_in(rig.home.backups)))
    )
    rig.begin()
    rig.table.do(EndEvening())
    rig.backups.close()
    assert given == [1]


def lying(rig: Rig) -> tuple[str, ...]:
    return tuple(re.findall(r'data-lying="([^"]+)"', rig.get("/lying")))


def played(rig: Rig) -> None:
    rig.begin()
    rig.table.do(EndEvening())
    rig.backups.close()


def test_what_lies_there_is_seen_and_deleted_and_the_journal_in_use_stays(rig: Rig) -> None:
    assert "Hier liegt nichts" in rig.get("/lying")
    (rig.stick / STICK_FOLDER).mkdir()
    rig.found = (Stick("STICK", rig.stick),)
    played(rig)
    old = rig.home.root / "journal-damaged-1"
    old.mkdir()
    shutil.copy(rig.home.journal, old)
    (old / "journal.sqlite.forgotten").write_text("numbers", encoding="ascii")
    empty = rig.home.root / "journal-damaged-2"
    empty.mkdir()
    shutil.copy(rig.home.journal, empty)
    (rig.home.exports / "mehrkopf-2026-11-26").mkdir()
    (rig.home.exports / "mehrkopf-2026-11-26" / "liste.html").write_text("<td>A</td>")
    (rig.home.exports / "mehrkopf-2026-11-26" / "bild.png").write_bytes(b"png")
    assert 'href="/lying"' in rig.get("/backup")
    (name,) = {path.name for path in rig.backups.there()}
    keys = lying(rig)
    assert [key.rpartition("/")[2] for key in keys] == [name] * 2 + [
        empty.name,
        old.name,
        "mehrkopf-2026-11-26",
    ]
    for key in keys:
        asked = rig.get(f"/lying/{key}")
        names = "Namen darin: A." if "exports" in key else "Namen darin: A, B, C, D."
        assert names in asked, key
        assert ("Abende: 1" in asked) == ("exports" not in key)
        assert ("Nicht zu durchsuchen (Bilder und Ähnliches): bild.png." in asked) == (
            "exports" in key
        )
        assert "Achtung" not in asked
        assert rig.client.post(f"/lying/{key}").status_code == 303
        assert "Gelöscht: " in rig.get("/lying")
        assert rig.client.post(f"/lying/{key}").status_code == 404
    assert lying(rig) == ()
    assert rig.backups.there() == ()
    assert not empty.exists()
    assert [each.name for each in old.iterdir()] == ["journal.sqlite.forgotten"]
    assert [*rig.home.exports.iterdir()] == []
    assert len(PastEvenings(rig.home.journal).people()) == 4
    assert rig.client.get("/lying/journal.sqlite").status_code == 404


def test_the_last_backup_says_so_and_one_that_alone_holds_something_warns(
    rig: Rig, tmp_path: Path
) -> None:
    """An evening that nothing else has: first in two backups, then in one."""
    other, _ = with_night(tmp_path / "other")
    rig.home.backups.mkdir()
    back_up(other, rig.home.backups, NOW, PROGRAM)
    back_up(other, rig.home.backups, NOW + timedelta(minutes=1), PROGRAM)
    newer, older = lying(rig)
    assert "23:11" in rig.get("/lying")
    asked = rig.get(f"/lying/{newer}")
    assert ("Achtung" in asked, "die letzte Sicherung" in asked) == (False, False)
    rig.client.post(f"/lying/{newer}")
    asked = rig.get(f"/lying/{older}")
    assert "Achtung: Darin steht etwas, was der Tisch sonst nirgends mehr hat." in asked
    assert "Ja, für immer löschen" in asked
    assert "die letzte Sicherung" in asked


def test_what_cannot_be_read_is_told_and_can_be_deleted(rig: Rig) -> None:
    played(rig)
    (path,) = rig.backups.there()
    path.write_bytes(path.read_bytes()[:-40])
    (key,) = lying(rig)
    assert "lässt sich hier nicht lesen" in rig.get(f"/lying/{key}")
    assert rig.client.post(f"/lying/{key}").status_code == 303
    assert not path.exists()
