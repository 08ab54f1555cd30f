"""`mehrkopf export` and `import`: the whole journal there and back; `doctor`."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.events import EveningStarted, Note
from engine.journal.journal import Journal
from engine.journal.opening import parts
from kiosk.home.data_folder import Home
from tests.kiosk.cli import Cli, address_of, start


def recorded(home: Path) -> str:
    Home(home).prepare()
    journal = Journal.open(Home(home).journal)
    started = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
    journal.append((started, Note("Grüße")), "2026-11-21T20:00:00.000+01:00")
    head = journal.head
    journal.close()
    return head


def test_an_export_fills_an_empty_folder_with_the_same_journal(cli: Cli, tmp_path: Path) -> None:
    head = recorded(cli.home)
    said = cli("export", "-")
    assert (said.status, said.error) == (0, "")
    assert json.loads(said.out.splitlines()[0])["head"] == head
    file = tmp_path / "out.jsonl"
    file.write_text(said.out, encoding="utf-8")

    other = tmp_path / "other"
    assert cli("import", str(file), "--home", str(other)).out == "2 Ereignisse eingelesen.\n"
    journal = Journal.open(Home(other).journal)
    assert journal.head == head
    journal.close()

    again = cli("import", str(file), "--home", str(other))
    assert again.status == 2
    assert "enthält schon Abende" in again.sentence


def test_the_sample_evening_is_written_out_when_it_is_asked_for(cli: Cli) -> None:
    head = recorded(cli.home)
    Home(cli.home).journal.rename(Home(cli.home).sample_journal)
    refused = cli("export", "-")
    assert refused.status == 2
    assert "nur die Vorführung aufgezeichnet; mit --sample" in refused.sentence
    said = cli("export", "-", "--sample")
    assert (said.status, said.error) == (0, "")
    assert json.loads(said.out.splitlines()[0])["head"] == head


def test_without_a_sample_evening_there_is_none_to_write_out(cli: Cli) -> None:
    recorded(cli.home)
    said = cli("export", "-", "--sample")
    assert (said.status, said.out) == (2, "")
    assert "Vorführung ist mit dem Datenordner" in said.sentence
    assert "Erst zeigen" in said.sentence


def test_an_export_has_a_place_of_its_own_and_disturbs_no_running_table(cli: Cli) -> None:
    recorded(cli.home)
    running = Journal.open(Home(cli.home).journal)
    try:
        said = cli("export")
    finally:
        running.close()
    assert said.status == 0
    assert Path(said.out.strip()).parent == cli.home / "exports"
    lines = map(json.loads, Path(said.out.strip()).read_text(encoding="utf-8").splitlines())
    assert [line["seq"] for line in lines if "seq" in line] == [1, 2]


def test_a_journal_that_is_none_is_told_in_the_readers_language(cli: Cli) -> None:
    Home(cli.home).prepare()
    Home(cli.home).journal.write_text("no journal " * 500)
    said = cli("export", "-")
    assert (said.status, said.out) == (2, "")
    assert (
        "ist beschädigt (das ist kein Journal). Nichts davon ist heil geblieben. Ereignisse: 0 von"
        in said.sentence
    )


INTACT = "Heil ist ein Abend noch ohne fertiges Spiel. Was danach kam, ist verloren."


def damaged(home: Path) -> dict[str, bytes]:
    """Damage the second of two events; returns what the journal's files hold."""
    recorded(home)
    journal = Home(home).journal
    body = journal.read_bytes()
    assert b'"type":"note"' in body
    journal.write_bytes(body.replace(b'"type":"note"', b'"type":"n\xffte"'))
    return {part.name: part.read_bytes() for part in parts(journal)}


def test_an_export_of_a_damaged_journal_says_so_and_writes_what_is_whole(
    cli: Cli, tmp_path: Path
) -> None:
    before = damaged(cli.home)
    said = cli("export")
    assert said.status == 1
    assert "ist beschädigt (Ereignis 2 ist nicht lesbar). Heil ist ein Abend noch" in said.error
    assert "Ereignisse: 1 von 2." in said.error
    assert "Ausgegeben wird, was heil ist." in said.error
    file = Path(said.out.strip())
    assert file.name.endswith("-1-beschaedigt.jsonl")
    header, *lines = map(json.loads, file.read_text().splitlines())
    assert (header["events"], header["missing"]) == (1, 1)
    assert [line["seq"] for line in lines if "seq" in line] == [1]
    assert cli("export", "-", "--html", str(tmp_path / "a.html")).status in (1, 2)
    assert {part.name: part.read_bytes() for part in parts(Home(cli.home).journal)} == before
    again = cli("import", str(file), "--home", str(tmp_path / "other"))
    assert again.out == "1 Ereignisse eingelesen.\n"
    assert "war beschädigt: 1 Ereignisse fehlen am Ende" in again.sentence


def test_the_doctor_calls_nothing_whole_that_a_start_refuses_and_goes_on_when_told_to(
    cli: Cli,
) -> None:
    before = damaged(cli.home)
    said = cli("doctor")
    assert said.status == 1
    assert f"{INTACT} Ereignisse: 1 von 2. Es bleibt" in said.out
    assert "„mehrkopf doctor --mend“" in said.out
    run = cli("run", "--no-camera", "--port", "0")
    assert run.status == 2
    assert f"{INTACT} Ereignisse: 1 von 2. Es bleibt" in run.sentence
    assert {part.name: part.read_bytes() for part in parts(Home(cli.home).journal)} == before

    assert f"{INTACT} Ereignisse: 1 von 2. Damit geht es weiter" in cli("doctor", "--mend").out
    folder = cli.home / "journal-damaged-1"
    assert {part.name: part.read_bytes() for part in folder.iterdir()} == before
    after = cli("doctor")
    assert after.status == 0
    assert "2 Ereignisse, unversehrt; beschädigte Journale liegen in journal-damaged-1" in after.out
    with closing(Journal.open(Home(cli.home).journal)) as journal:
        assert "was danach kam, ist verloren" in str(list(journal.events())[-1].event)


def test_a_journal_whose_events_are_all_whole_is_mended_by_the_next_start_and_all_say_so(
    cli: Cli,
) -> None:
    head, journal = recorded(cli.home).encode(), Home(cli.home).journal
    body = journal.read_bytes()
    assert head in body
    journal.write_bytes(body.replace(head, b"\xff" + head[1:]))
    way = "Alle 2 Ereignisse sind heil. Der nächste Start schreibt es neu."
    exported, looked = cli("export", "-"), cli("doctor")
    assert way in exported.error
    assert way in looked.out
    assert "doctor --mend" not in exported.error + looked.out
    with start(cli.home, "run", "--no-camera", "--port", "0", "--lang", "de") as running:
        address_of(running)
        running.terminate()
        _, errors = running.communicate(timeout=60)
    [said] = errors.splitlines()
    assert said.startswith("WARNING mehrkopf: Das Journal war beschädigt (")
    assert "alle 2 Ereignisse sind heil, es ist neu geschrieben, das alte liegt in" in said
    assert cli("doctor").status == 0


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Every database that is opened from now on."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remembered(*words: Any, **given: Any) -> sqlite3.Connection:
        opened.append(connect(*words, **given))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remembered)
    return opened


def is_open(database: sqlite3.Connection) -> bool:
    try:
        database.execute("PRAGMA user_version")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_a_table_that_is_gone_ends_in_no_traceback_and_nothing_stays_open(
    cli: Cli, connections: list[sqlite3.Connection]
) -> None:
    recorded(cli.home)
    path = Home(cli.home).journal
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = ON")
        database.execute("DROP TRIGGER events_never_go")
        database.execute("DROP TABLE events")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for words in (
        *(("export", "-"), ("run", "--no-camera"), ("import", str(path)), ("replay",)),
        *(("seal",), ("backup",)),
    ):
        said = cli(*words)
        assert said.status == 2
        assert said.sentence
    assert (
        "die Tabellen sind nicht mehr, wie sie waren). Nichts davon ist heil geblieben."
        in cli("doctor").out
    )
    assert len(connections) > 7
    assert not any(map(is_open, connections))


def test_an_altered_export_is_refused_whole(cli: Cli, tmp_path: Path) -> None:
    recorded(cli.home)
    file = tmp_path / "out.jsonl"
    file.write_text(cli("export", "-").out.replace("Grüße", "Gruss"), encoding="utf-8")
    said = cli("import", str(file), "--home", str(tmp_path / "other"))
    assert said.status == 2
    assert "die Prüfsumme stimmt nicht" in said.sentence


def test_the_doctor_says_what_is_there_and_what_is_not(cli: Cli, tmp_path: Path) -> None:
    recorded(cli.home)
    said = cli("doctor", "--json")
    found = {line["check"]: line["level"] for line in map(json.loads, said.out.splitlines())}
    assert said.status == 0
    assert (found["journal"], found["models"], found["deck"]) == ("ok", "ok", "ok")

    config = tmp_path / "table.toml"
    config.write_text('[table]\ndeck = "tarock"\n')
    said = cli("doctor", "--config", str(config), "--lang", "en")
    assert said.status == 1
    assert '✗ deck        The deck "tarock" is not enrolled' in said.out


def test_an_empty_journal_set_aside_and_brought_back_is_one_damaged_one(cli: Cli) -> None:
    recorded(cli.home)
    assert cli("backup").status == 0
    (file,) = Home(cli.home).backups.iterdir()
    Home(cli.home).journal.write_bytes(b"")
    assert "von 2" in cli("doctor", "--mend").out
    # As the doctor says it: without a file it is the newest of the folder of backups.
    done = cli("restore")
    assert (done.status, done.out.splitlines()[0]) == (0, f"Eingespielt ist {file.name}.")
    after = cli("doctor").out
    assert "journal-damaged-1: Die Speicherkarte" in after
    assert "journal-damaged-2" not in after
    assert (cli.home / "journal-damaged-2").is_dir()


def test_an_export_of_a_journal_that_is_gone_is_of_no_new_table(cli: Cli) -> None:
    recorded(cli.home)
    Home(cli.home).journal.unlink()
    said = cli("export", "-")
    assert said.status == 2
    assert "ist beschädigt (die Datei fehlt). Nichts davon ist heil geblieben." in said.sentence
