"""`mehrkopf doctor`: whether an evening is going on, and the ribbon camera's program tried."""

from __future__ import annotations

import json
import socket
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from engine.events import DealClosed, EveningEnded, EveningStarted, Event
from engine.journal.journal import Journal
from kiosk.camera.camera_values import choose_camera
from kiosk.cli import doctor
from kiosk.home.clock import system_time
from kiosk.home.data_folder import Home, locked
from tests.engine.spine import RUFSPIEL, opened, played
from tests.kiosk.cli import Cli
from tests.mosquitto import Mosquitto
from vision.camera import rpicam

STARTED = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})


def finding(cli: Cli, check: str, *words: str) -> tuple[str, str]:
    said = cli("doctor", "--json", "--lang", "en", *words)
    (line,) = (f for f in map(json.loads, said.out.splitlines()) if f["check"] == check)
    return line["level"], line["text"]


def recorded(home: Path, *events: Event, hours_ago: float = 0.0) -> None:
    Home(home).prepare()
    journal = Journal.open(Home(home).journal)
    at = system_time() - timedelta(hours=hours_ago)
    journal.append(events, at.isoformat(timespec="milliseconds"))
    journal.close()


def test_an_evening_that_is_going_on_is_noted(cli: Cli) -> None:
    assert finding(cli, "evening") == ("ok", "none")
    recorded(cli.home, STARTED)
    level, said = finding(cli, "evening")
    assert level == "note"
    assert said.startswith("under way, 0 deals finished; last recorded: ")
    recorded(cli.home, *opened(), *played(RUFSPIEL), DealClosed())
    assert finding(cli, "evening")[1].startswith("under way, 1 deal finished; last recorded: ")
    recorded(cli.home, EveningEnded())
    assert finding(cli, "evening") == ("ok", "none")


def test_a_phone_that_is_the_camera_is_named(cli: Cli) -> None:
    choose_camera(Home(cli.home), "phone")
    level, said = finding(cli, "camera")
    assert level == "ok"
    assert said.startswith("a phone is the camera")


def test_an_evening_left_open_hours_ago_is_in_nobodys_way(cli: Cli) -> None:
    recorded(cli.home, STARTED, hours_ago=3.5)
    level, said = finding(cli, "evening")
    assert level == "ok"
    assert said.startswith("not ended, idle since ")


@pytest.fixture
def configured(tmp_path: Path) -> tuple[str, str]:
    config = tmp_path / "table.toml"
    config.write_text('[camera]\nsource = "csi"\n')
    return "--config", str(config)


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str, name: str) -> None:
    """Put a program in the ribbon camera's place, and no other."""
    folder = folder / "bin"
    folder.mkdir(exist_ok=True)
    script = folder / name
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


LISTS = 'echo "Available cameras"; echo "0 : imx708 [4608x2592 10-bit RGGB] (/base/soc/i2c)"'


@pytest.mark.parametrize(
    ("body", "name", "level", "words"),
    [
        (LISTS, rpicam.PROGRAM, "ok", "imx708 on the ribbon cable"),
        (LISTS, rpicam.OLDER_PROGRAM, "note", "libcamera-vid, which is called rpicam-vid by now"),
        ('echo "No cameras available!"', rpicam.PROGRAM, "bad", "check the ribbon cable"),
        (
            'echo "rpicam-vid: error while loading shared libraries: libcamera.so.0.5: cannot '
            'open shared object file" >&2; exit 127',
            rpicam.PROGRAM,
            "bad",
            'does not match this system\'s libcamera; please run "sudo apt full-upgrade"',
        ),
        ("exit 3", rpicam.PROGRAM, "bad", "rpicam-vid does not run (Status 3)"),
    ],
)
def test_the_ribbon_cameras_program_is_tried(
    cli: Cli,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    configured: tuple[str, str],
    body: str,
    name: str,
    level: str,
    words: str,
) -> None:
    program(tmp_path, monkeypatch, body, name)
    found = finding(cli, "camera", *configured)
    assert found[0] == level
    assert words in found[1]


def test_without_the_program_it_is_said_how_to_get_it(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: tuple[str, str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    level, said = finding(cli, "camera", *configured)
    assert level == "bad"
    assert "sudo apt install rpicam-apps" in said


def test_a_program_that_hangs_is_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configured: tuple[str, str]
) -> None:
    monkeypatch.setattr(rpicam, "_LIST_SECONDS", 0.1)
    program(tmp_path, monkeypatch, "exec /bin/sleep 60", rpicam.PROGRAM)
    assert "it does not finish" in finding(cli, "camera", *configured)[1]


def test_the_ribbon_camera_of_a_pi_is_tried_where_none_is_chosen(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "usb_cameras", lambda: ())
    program(tmp_path, monkeypatch, LISTS, rpicam.PROGRAM)
    assert finding(cli, "camera") == ("ok", "imx708 on the ribbon cable")


def test_one_fault_is_told_once(cli: Cli) -> None:
    Home(cli.home).prepare()
    Home(cli.home).table_toml.write_text("[table\n", encoding="utf-8")
    said = cli("doctor").out
    assert said.count("sind nicht lesbar") == 1
    assert said.count("siehe Einstellungen") >= 5


def test_a_taken_port_is_the_tables_own_where_it_runs_and_anothers_where_not(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        home.table_toml.write_text(f"[page]\nport = {port}\n")
        assert finding(cli, "port") == ("note", f"port {port} is taken by another program")
        with locked(home):
            assert finding(cli, "port") == ("ok", f"the table is running (port {port} is taken)")
        assert finding(cli, "port")[0] == "note"
    assert finding(cli, "port") == ("ok", f"port {port} is free")


def test_it_is_told_where_a_monitor_reads_figures(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    level, said = finding(cli, "metrics")
    assert level == "ok"
    assert said.startswith("off; with the section [metrics]")
    Home(cli.home).prepare()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        Home(cli.home).table_toml.write_text(f"[metrics]\nport = {port}\n")
        there = ("note", f"a monitor on this device can read them at port {port}")
        assert finding(cli, "metrics") == there
    level, said = finding(cli, "metrics")
    assert level == "note"
    assert said.startswith(f"at port {port} whenever mehrkopf runs")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    level, said = finding(cli, "metrics")
    assert level == "bad"
    assert 'pip install "mehrkopf[metrics]"' in said


def test_the_broker_is_tried_without_being_taken_for_the_table(cli: Cli, tmp_path: Path) -> None:
    level, said = finding(cli, "mqtt")
    assert (level, said.split(";")[0]) == ("ok", "none")
    with Mosquitto(tmp_path / "broker", {"7": "seven"}, tls=True) as broker:
        assert broker.certificates is not None
        home = Home(cli.home)
        home.prepare()
        (home.root / "password").write_text("seven")
        told = f'[mqtt]\nhost = "localhost"\nport = {broker.port}\ntable = "7"\n'
        told += 'password_file = "password"\n'
        home.table_toml.write_text(f'{told}ca_file = "{broker.certificates.authority}"\n')
        assert finding(cli, "mqtt") == (
            "ok",
            'localhost accepts "7", encrypted; the table is called 7 there',
        )
        assert not any("Sending PUBLISH" in line or "PUBLISH from" in line for line in broker.log)
        (home.root / "password").write_text("eight")
        level, said = finding(cli, "mqtt")
        assert level == "bad"
        assert "or the password is wrong" in said
        home.table_toml.write_text(told)
        assert finding(cli, "mqtt")[0] == "bad"
    level, said = finding(cli, "mqtt")
    assert (level, "(none is running there)" in said) == ("bad", True)


def test_a_broker_without_the_extra_is_said_with_the_way_out(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(cli.home)
    home.prepare()
    home.table_toml.write_text('[mqtt]\nhost = "localhost"\ntable = "7"\n')
    monkeypatch.delitem(sys.modules, "kiosk.integrations.connection", raising=False)
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    level, said = finding(cli, "mqtt")
    assert level == "bad"
    assert 'pip install "mehrkopf[mqtt]"' in said


def test_what_run_would_set_aside_or_not_offer_is_said(cli: Cli) -> None:
    home = Home(cli.home)
    home.prepare()
    assert finding(cli, "home")[0] == "ok"
    for path in (home.page_toml, home.words_toml, home.secret):
        path.write_bytes(b"\xff")
    (home.decks / "stube.deck").write_bytes(b"PK\x03\x04")
    level, said = finding(cli, "home")
    assert level == "note"
    for each in ("region's words", "language and currency", "The page's key"):
        assert each in said
    level, said = finding(cli, "deck")
    assert (level, said.endswith("; cannot be read: stube")) == ("note", True)
    assert home.secret.read_bytes() == b"\xff"
