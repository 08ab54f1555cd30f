"""A start that cannot be: what the page offers, and what comes of each tap."""

from __future__ import annotations

import logging
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from engine.events import EveningEnded, EveningStarted, Note
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk import launch as launch_module
from kiosk import settings as settings_module
from kiosk.exports.backup import STICK_FOLDER, back_up
from kiosk.exports.evening_backup import Backups
from kiosk.exports.files import Stick
from kiosk.home.data_folder import Home, locked
from kiosk.home.starts import MOST, WITHIN_S, Starts
from kiosk.launch import Launch
from kiosk.settings import load_settings, place_of
from kiosk.table.systemd import Service
from kiosk.web import server
from kiosk.web.swap import Swaps, trouble
from tests.engine.spine import EVENING, RUFSPIEL, opened, played
from tests.kiosk.cli import address_of, start
from tests.kiosk.launch.test_damaged_files import bound_by_rights, launched, screen, tap, ways_of
from tests.kiosk.opened import sentence, text
from tests.kiosk.web.test_trouble import after_a_moment, token
from vision.reading.nets import MODELS_FOLDER_VARIABLE, models_folder

NOW = datetime.fromisoformat("2026-11-26T23:10:00+01:00")
OWN = {"no_camera": False, "source": "camera"}


@contextmanager
def attempt(launch: Launch) -> Iterator[FlaskClient]:
    with ExitStack() as shown:
        yield launch.attempt(shown, Service({}))[0].test_client()


def test_a_typo_in_the_configuration_is_said_and_a_tap_begins_without_it(home: Home) -> None:
    home.table_toml.write_text('[table]\ngaem = "schafkopf"\n')
    launch = launched(home)
    with attempt(launch) as client:
        assert "gaem" in sentence(text(client.get("/")))
        assert ways_of(client)[0] == "defaults"
        assert "gaem" in sentence(text(client.get("/?lang=en")))
        tap(client, "defaults")
    with attempt(launch) as client:
        assert screen(client) == "start"
        assert "Bis zum Ausschalten gelten die üblichen Werte" in text(client.get("/"))
    assert "gaem" in home.table_toml.read_text()


def test_the_language_chosen_there_is_that_of_all_that_comes_after_the_tap(home: Home) -> None:
    home.table_toml.write_text("[table\n")
    launch = launched(home)
    with attempt(launch) as client:
        page = text(client.get("/?lang=en"))
        body = {"token": token(page), "lang": "en"}
        assert 'lang="en"' in text(client.post("/again", data=body))
    with attempt(launch) as client:
        page = text(client.get("/"))
        assert 'lang="en"' in page
        client.post("/defaults", data={"token": token(page), "lang": "en"})
    with attempt(launch) as client:
        assert screen(client) == "start"
        assert '<html lang="en">' in text(client.get("/"))


@pytest.mark.parametrize("said", ["[table\n", '[table]\ngaem = "schafkopf"\n'])
def test_settings_begun_afresh_hold_after_the_next_start_and_the_old_file_is_kept(
    home: Home, said: str
) -> None:
    said += '[page]\nport = 8099\nlanguage = "en"\n'
    home.table_toml.write_text(said)
    launch = launched(home)
    with attempt(launch) as client:
        page = text(client.get("/"))
        assert "--config" not in page
        assert re.findall(r'<button class="button main">([^<]+)', page) == [
            "Mit üblichen Werten anfangen"
        ]
        tap(client, "fresh")
    with attempt(launch) as client:
        assert screen(client) == "start"
    (kept,) = home.root.glob("table-damaged-*.toml")
    assert kept.read_text() == said
    assert kept.name in " ".join(each.words.de for each in launch.mishaps.standing())
    with attempt(launched(home)) as client:
        assert screen(client) == "start"
        assert "never" in text(client.get("/names"))
    settings = load_settings(None, home)
    assert (settings.port, settings.language) == (8099, "en")


def test_where_nobody_may_write_the_systems_settings_those_of_the_data_folder_hold(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "etc" / "table.toml"
    system.parent.mkdir()
    system.write_text("[table\n")
    monkeypatch.setattr(settings_module, "SYSTEM_CONFIG", system)
    system.parent.chmod(0o500)
    launch = launched(home)
    with bound_by_rights(), attempt(launch) as client:
        tap(client, "fresh")
    with attempt(launched(home)) as client:
        assert screen(client) == "start"
    assert system.read_text() == "[table\n"


def test_while_the_settings_cannot_be_read_nobody_is_forgotten(home: Home) -> None:
    with closing(Journal.open(home.journal)) as journal:
        seats = ("A", "B", "C", "D")
        for at in ("2026-01-02T20:00:00.000+01:00", "2026-09-02T20:00:00.000+01:00"):
            started = EveningStarted(at, "schafkopf", {}, seats, "isar", {})
            journal.append([started, EveningEnded()], at)
        journal.forgetting_since("2026-01-02T20:00:00.000+01:00")
    home.table_toml.write_text('[table\nforget_names_after_days = "never"\n')
    launch = launched(home)
    with attempt(launch) as client:
        tap(client, "defaults")
    with attempt(launch) as client:
        page = text(client.get("/names"))
        assert "Solange die Einstellungen des Tisches nicht zu lesen sind" in page
        assert page.count("data-person=") == 4


@pytest.mark.parametrize("told", [True, False])
def test_the_language_tapped_or_told_comes_before_the_one_chosen_once(
    home: Home, *, told: bool
) -> None:
    home.page_toml.write_text('language = "de"\n')
    home.table_toml.write_text("[table\n")
    launch = launched(home, lang="en", language="en") if told else launched(home)
    with attempt(launch) as client:
        page = text(client.get("/" if told else "/?lang=en"))
        client.set_cookie("mehrkopf", "of another evening")
        client.post("/defaults", data={"token": token(page), "lang": "" if told else "en"})
        assert (client.get_cookie("mehrkopf") is None) == (not told)
    with attempt(launch) as client:
        assert '<html lang="en">' in text(client.get("/"))
    assert told or 'language = "en"' in home.page_toml.read_text()


def test_a_configuration_put_right_meanwhile_is_read_by_trying_again(home: Home) -> None:
    home.table_toml.write_text("[table\n")
    launch = launched(home)
    with attempt(launch) as client:
        assert screen(client) == "trouble"
    home.table_toml.write_text('[table]\ndeck = "lech"\n')
    with attempt(launch) as client:
        assert screen(client) == "start"


@pytest.mark.parametrize("way", ["deck-isar", "pad"])
def test_with_a_damaged_deck_another_one_or_the_pad_is_a_tap_away(home: Home, way: str) -> None:
    (home.decks / "stammtisch.deck").write_bytes(b"PK\x03\x04" + bytes(200))
    launch = launched(home, **OWN, deck="stammtisch")
    with attempt(launch) as client:
        assert screen(client) == "trouble"
        assert {"deck-isar", "pad"} < set(ways_of(client))
        tap(client, way)
    with attempt(launch) as client:
        assert screen(client) == "start"
        # The camera is switched off, but there; the score pad has none.
        assert ("Ohne Kamera" in text(client.get("/"))) == (way == "pad")


@pytest.mark.parametrize("more", [False, True])
def test_a_journal_of_no_bytes_is_brought_back_and_only_what_is_missing_is_said_so(
    home: Home, *, more: bool
) -> None:
    home.backups.mkdir()
    with closing(Journal.open(home.journal)) as journal:
        started = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
        journal.append([started, EveningEnded()], "2026-11-26T20:00:00.000+01:00")
        back_up(home, home.backups, NOW, "1.0.0")
        if more:
            journal.append([Note("danach")], "2026-11-27T20:00:00.000+01:00")
    home.journal.write_bytes(b"")
    launch = launched(home)
    with attempt(launch) as client:
        asked = text(client.get("/backup"))
        assert '<h1 class="grow">Letzte Sicherung?</h1>' in asked
        assert ("was danach war, fehlt" in asked) == more
        assert ("Sie hat alles, was aufgezeichnet war" in asked) == (not more)
        tap(client, "backup")
    (told,) = launch.mishaps.standing()
    assert ("was danach kam, fehlt" in told.words.de) == more
    assert "Eingespielt. Neue Abende: 1" in told.words.de
    assert "journal-damaged-1" in told.words.de


def test_a_stick_whose_backup_has_more_than_is_whole_leads_and_says_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, stick = Home(tmp_path / "home"), tmp_path / "STICK" / STICK_FOLDER
    home.prepare()
    stick.mkdir(parents=True)
    with closing(Journal.open(home.journal)) as journal:
        journal.append(
            [EVENING, *opened(), *played(RUFSPIEL)], NOW.isoformat(timespec="milliseconds")
        )
        events = journal.last_seq
    back_up(home, stick, NOW, "1.0.0")
    body = home.journal.read_bytes()
    at = body.index(b'"seq":12,')
    home.journal.write_bytes(body[:at] + b"\xff" + body[at + 1 :])
    found = (Stick("STICK", stick.parent),)
    monkeypatch.setattr(launch_module, "Backups", partial(Backups, found=lambda: found))
    launch = launched(home)
    with attempt(launch) as client:
        page = text(client.get("/"))
        assert re.findall(r'class="button main" href="/(\w+)', page) == ["backup"]
        assert "Einträge, mit denen es weitergeht: 11;" in page
        assert re.search(rf"in der Sicherung vom [^<]*: {events}\.", page)
        tap(client, "backup")
    assert next(home.root.glob("journal-damaged-*"))
    with closing(Journal.open(home.journal)) as journal:
        assert journal.last_seq >= events


def test_without_a_deck_of_that_name_no_command_is_told(home: Home) -> None:
    with attempt(launched(home, **OWN, deck="fort")) as client:
        said = sentence(text(client.get("/")))
        assert "„fort“" in said
        assert "mehrkopf" not in said
        assert "deck-isar" in ways_of(client)


@pytest.mark.parametrize("damage", ["altered", "missing"])
def test_with_an_altered_net_the_score_pad_is_there(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for path in (*models_folder().glob("*.toml"), *models_folder().glob("*.onnx")):
        shutil.copy(path, models)
    for net in models.glob("*.onnx"):
        net.write_bytes(net.read_bytes()[:-1] + b"?") if damage == "altered" else net.unlink()
    monkeypatch.setenv(MODELS_FOLDER_VARIABLE, str(models))
    launch = launched(home, **OWN)
    with attempt(launch) as client:
        assert screen(client) == "trouble"
        assert ways_of(client)[0] == "pad"
        tap(client, "pad")
    with attempt(launch) as client:
        assert screen(client) == "start"


def test_without_the_sample_evening_the_pad_is_there(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.cli.run.cameras", tuple)
    monkeypatch.setattr("kiosk.table.resumption.SAMPLE_VIDEO", tmp_path / "none.mp4")
    with attempt(launched(home, no_camera=False)) as client:
        assert screen(client) == "start"


def test_what_nobody_foresaw_is_one_sentence_on_the_page_and_the_rest_in_the_log(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("nobody foresaw this")

    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr("kiosk.run.open_light", breaks)
        launch = launched(home)
        with attempt(launch) as client:
            said = sentence(text(client.get("/")))
            assert said.startswith("Beim Start ist etwas schiefgegangen")
            assert "RuntimeError" not in text(client.get("/"))
            assert "passing" in ways_of(client)
    assert "nobody foresaw this" in caplog.text
    with attempt(launch) as client:
        assert screen(client) == "start"


def test_where_the_folder_takes_nothing_an_evening_can_be_written_for_now(home: Home) -> None:
    launch = launched(home)
    with locked(home), attempt(launch) as client:
        assert screen(client) == "trouble"
        page = text(client.get("/passing"))
        assert "Beim Ausschalten ist er fort" in sentence(page)
        assert "Abbrechen" in page
        tap(client, "passing")
        with attempt(launch) as passing:
            assert screen(passing) == "start"
            assert "Dieser Abend ist beim Ausschalten fort" in text(passing.get("/"))


def test_of_a_program_that_does_not_stay_the_first_failure_is_raised(home: Home) -> None:
    home.table_toml.write_text("[table\n")
    launch = launched(home)
    launch._stays = False
    with ExitStack() as shown, pytest.raises(PlainError, match="cannot be read"):
        launch.attempt(shown, Service({}))


def test_after_failures_in_a_row_the_start_asks_before_it_tries_again(home: Home) -> None:
    launch = launched(home)
    launch.hold()
    with attempt(launch) as client:
        assert "mehrmals kurz nacheinander ausgefallen" in sentence(text(client.get("/")))
        assert ways_of(client)[0] == "pad"
    with attempt(launch) as client:
        assert screen(client) == "start"


def test_starts_that_ended_badly_are_counted_since_this_boot_alone(tmp_path: Path) -> None:
    boots, now = ["one"], [1000.0]
    starts = Starts(tmp_path, lambda: boots[0], lambda: now[0])
    assert [starts.too_many() for _ in range(MOST + 2)] == [False] * MOST + [True] * 2
    now[0] += WITHIN_S + 1
    assert not starts.too_many()
    for _ in range(MOST):
        starts.too_many()
    boots[0] = "two"
    assert not starts.too_many()
    for _ in range(MOST):
        starts.too_many()
    starts.ended_well()
    assert not starts.too_many()
    (tmp_path / "starts").write_bytes(b"\xff")
    assert not starts.too_many()


def test_a_broken_configuration_still_tells_where_its_page_is(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    for body in (
        '[table\n[page]\nport = 9000 # here\nlanguage = "en"\n',
        '[page]\nport=9000\nlanguage="en"\nx=1',
    ):
        config.write_text(body)
        assert place_of(config, Home(tmp_path)) == (None, 9000, "en")
    config.write_bytes(b"\xff\xfe port = 01")
    assert place_of(config, Home(tmp_path)) == (None, None, None)


def test_no_template_is_compiled_that_the_page_of_a_failure_lacks_words_for(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Templates are compiled beside the table's pages alone; else each failure logs a traceback."""
    compiled: list[object] = []
    monkeypatch.setattr(launch_module, "compile_ahead", compiled.append)
    failures: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    home.table_toml.write_text("[table\n")
    swaps: list[Swaps] = []

    class Ending(Swaps):
        def wait(self, still: object) -> None:
            swaps.append(self)

    monkeypatch.setattr(launch_module, "Swaps", Ending)
    monkeypatch.setattr(launch_module, "_stop_on_signals", lambda stop: None)
    prepare = launched(home)._prepare
    place = launch_module.PagePlace(port=0)
    assert launch_module.run(prepare, home, place, stay=True) == 0
    assert (compiled, failures) == ([], [])
    home.table_toml.unlink()
    assert launch_module.run(prepare, home, place, stay=True) == 0
    assert len(swaps) == 2
    for each in threading.enumerate():
        if each.name == "templates":
            each.join()
    assert len(compiled) == 1


def test_a_page_of_a_failure_cannot_be_compiled_as_the_tables_can(home: Home) -> None:
    app = trouble(PlainError(Text(de="So nicht.", en="Not so.")), "de", Swaps())
    assert app.test_client().get("/").status_code == 503
    with pytest.raises(Exception, match="No filter named"):
        server.compile_ahead(app)


def test_a_port_that_is_taken_is_waited_for(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        process = start(home.root, "run", "--no-camera", "--stay", "--port", port)
        assert process.stderr is not None
        said = process.stderr.readline()
        assert port in said
        assert "Bis dahin wird gewartet" in said
        assert process.poll() is None
    with process:
        try:
            with urlopen(address_of(process)) as answer:
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
    assert process.returncode == 0


def test_the_whole_program_is_got_going_by_taps_alone(home: Home) -> None:
    home.table_toml.write_text('[page]\nhost = "0.0.0.0"\n')
    command = ("run", "--no-camera", "--stay", "--port", "0")
    process = start(home.root, *command)
    with process:
        try:
            address = address_of(process)
            with pytest.raises(HTTPError) as refused:
                urlopen(address)
            page = refused.value.read().decode()
            token = re.search(r'name="token" value="(\w+)"', page)
            assert "0.0.0.0" in sentence(page)
            assert token is not None
            urlopen(f"{address}defaults", f"token={token[1]}".encode()).close()
            page = after_a_moment(address)
            assert 'data-screen="start"' in page
        finally:
            process.terminate()
            _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in said
    without_staying = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", "run", "--no-camera", "--port", "0"],
        capture_output=True,
        text=True,
        check=False,
        env={"MEHRKOPF_HOME": str(home.root), "PATH": "", "PYTHONPATH": str(Path.cwd())},
    )
    assert without_staying.returncode == 2
    assert len(without_staying.stderr.splitlines()) == 1
