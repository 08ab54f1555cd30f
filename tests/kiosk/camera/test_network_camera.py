"""A network camera's password: in no sentence, page or journal, in no file that others can read."""

from __future__ import annotations

import json
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import urlopen

import cv2
import pytest

from kiosk import run
from kiosk.camera.camera_values import (
    CameraSetup,
    choose_camera,
    chosen_camera,
    setup_of,
    store_setup,
)
from kiosk.camera.connected import FoundCamera
from kiosk.home.data_folder import Home
from kiosk.launch import Amends, Prepare
from kiosk.run import RunOrder
from kiosk.settings import Settings, read_settings
from kiosk.table import resumption
from kiosk.table.writer import Table
from kiosk.web.phones.guest_app import create_guest_app
from tests.kiosk.cli import Cli, address_of, start
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import post, text
from tests.kiosk.rig import Rig, rigged
from tests.kiosk.served import app_of
from tests.shared_data import ROOT
from tests.vision.test_sheet import photographed
from vision.camera.cameras import no_answer
from vision.camera.network import CameraAddress, is_network
from vision.place.geometry import overhead
from vision.reading.nets import load_nets
from vision.sighting import TableActivity

USER = "user"
CAMERA = f"rtsp://{USER}:secret@127.0.0.1:9/live?pwd=secret"
SHOWN = "rtsp://127.0.0.1:9/…"
ADDRESS = f"rtsp://{USER}:secret@127.0.0.1:9/live"


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_stored_of_a_camera_is_its_owner_s_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    store_setup(home, CAMERA, CameraSetup(overhead(640, 480)))
    assert rights(home.settings_toml) == 0o600
    choose_camera(home, CAMERA)
    assert rights(home.settings_toml) == 0o600
    # As an older version left it.
    home.settings_toml.chmod(0o644)
    assert setup_of(home, CAMERA) is not None
    assert rights(home.settings_toml) == 0o600


def test_measuring_names_the_camera_without_its_password(cli: Cli, tmp_path: Path) -> None:
    picture = photographed()
    cv2.imwrite(str(tmp_path / "seen.png"), picture)
    said = cli("camera", "sheet", "--source", str(tmp_path / "seen.png"), "--camera", CAMERA)
    assert said.status == 0
    assert SHOWN in said.out
    assert "secret" not in said.out + said.error
    assert setup_of(Home(cli.home), CAMERA) is not None


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("network"), load_nets()) as rig:
        yield rig


def test_the_page_offers_the_camera_without_its_password(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app_of(rig.table, **rig.given()).test_client()
    there = (FoundCamera("/dev/video9", "Zwei"),)
    monkeypatch.setattr("kiosk.web.setup.camera.cameras", lambda: there)
    monkeypatch.setattr(rig.sight, "camera", CAMERA)
    page = text(client.get("/setup/camera/which"))
    assert SHOWN in page
    assert "secret" not in page
    assert post(client, "/setup/camera/choose", camera=SHOWN).status_code == 303
    assert rig.sight.camera == CAMERA


def test_an_evening_is_not_called_by_the_camera_s_address(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def opening(*given: Any) -> tuple[()]:
        said.append(given[2])
        return ()

    def call(begin: Callable[[Any], None]) -> None:
        begin(SimpleNamespace(models={}, state=None, commit=lambda _: None))

    monkeypatch.setattr(resumption, "opening", opening)
    order = RunOrder("camera", f"http://{USER}:secret@camera.test", None, "isar", 0, "de")
    run._open_evening(
        order,
        cast("Any", object()),
        Settings(),
        cast("Table", SimpleNamespace(call=call, listen=lambda _: None)),
    )
    assert said == ["camera"]


def doctor(cli: Cli, tmp_path: Path, port: int, *words: str) -> tuple[str, str]:
    """Return level and sentence of what the doctor says of the camera."""
    config = tmp_path / "table.toml"
    config.write_text(f'[camera]\nsource = "rtsp://{USER}:secret@127.0.0.1:{port}/live"\n')
    said = cli("doctor", "--json", "--config", str(config), *words)
    assert "secret" not in said.out + said.error
    found = {line["check"]: line for line in map(json.loads, said.out.splitlines())}
    return found["camera"]["level"], found["camera"]["text"]


def test_the_doctor_says_whether_the_network_camera_answers(cli: Cli, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as camera:
        port = camera.getsockname()[1]
        level, said = doctor(cli, tmp_path, port)
        assert level == "ok"
        assert f"die Netzwerkkamera rtsp://127.0.0.1:{port}/… antwortet;" in said
    level, said = doctor(cli, tmp_path, port, "--lang", "en")
    assert level == "bad"
    assert f"the network camera rtsp://127.0.0.1:{port}/… does not answer" in said


@pytest.mark.parametrize(
    "slip",
    [
        f"rtsp:/{USER}:secret@x",
        f"rtsp//{USER}:secret@h/x",
        f"rtsp:{USER}:secret@h/x",
        f"{USER}:secret@127.0.0.1/x",
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_mistyped_address_is_told_without_its_password(
    cli: Cli, tmp_path: Path, slip: str, language: str
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[camera]\nsource = "{slip}"\n')
    watching = ("--deck", "isar", "--calls", str(resumption.SAMPLE_CALLS))
    for words in (
        ("run", "--source", slip, "--port", "0"),
        ("run", "--config", str(config), "--port", "0"),
        ("watch", slip, *watching),
        ("camera", "check", "--source", slip),
        ("camera", "check", "--config", str(config)),
        ("recognise", slip, "--deck", "isar"),
    ):
        said = cli(*words, "--lang", language)
        assert said.status == 2, words
        assert "secret" not in said.out + said.error, words
        assert "…@" in said.sentence, words


@pytest.mark.parametrize(
    "words",
    [
        ("run", ADDRESS),
        (ADDRESS,),
        ("run", f"--{ADDRESS}"),
        ("run", f"--sorce={ADDRESS}"),
        ("run", "--port", ADDRESS),
        ("score", ADDRESS),
        ("export", f"rtsp:/{USER}:secret@h/x"),
        ("enrol", ADDRESS, "--from", "x"),
        ("record", ADDRESS, "--yes"),
        ("record", f"{ADDRESS}.mp4", "--yes"),
        ("export", "--home", f"/dev/null/{ADDRESS}"),
        ("score", f"rtsp:/{USER}:secret word@h/x"),
    ],
)
def test_an_address_in_the_wrong_place_is_told_without_its_password(
    cli: Cli, words: tuple[str, ...]
) -> None:
    said = cli(*words)
    assert said.status == 2
    assert "secret" not in said.out + said.error
    assert said.sentence


def doctor_of(cli: Cli, tmp_path: Path, source: str, *words: str) -> tuple[int, str, str]:
    """Return status, level and sentence of the doctor where this source is configured."""
    config = tmp_path / "table.toml"
    config.write_text(f'[camera]\nsource = "{source}"\n')
    said = cli("doctor", "--json", "--config", str(config), *words)
    assert "secret" not in said.out + said.error
    found = {line["check"]: line for line in map(json.loads, said.out.splitlines())}
    return said.status, found["camera"]["level"], found["camera"]["text"]


def test_the_doctor_misses_a_configured_source_that_is_not_there(cli: Cli, tmp_path: Path) -> None:
    slip = f"rtsp:/{USER}:secret@h/x"
    status, level, said = doctor_of(cli, tmp_path, slip)
    assert (status, level) == (1, "bad")
    assert said.startswith("die eingestellte Quelle …@h/… gibt es nicht; bitte source in table")
    status, level, said = doctor_of(cli, tmp_path, slip, "--lang", "en")
    assert (status, level) == (1, "bad")
    assert said.startswith("the configured source …@h/… is not there; please check source in")
    status, level, said = doctor_of(cli, tmp_path, f"rtmp://{USER}:secret@camera.test/x")
    assert (status, level) == (1, "bad")
    assert said.startswith("rtmp://camera.test/… ist keine Adresse einer Netzwerkkamera")


def test_the_doctor_has_nothing_against_a_recording(cli: Cli, tmp_path: Path) -> None:
    video = str(resumption.SAMPLE_VIDEO)
    assert doctor_of(cli, tmp_path, video)[1:] == ("ok", video)
    folder = tmp_path / "pictures"
    folder.mkdir()
    assert doctor_of(cli, tmp_path, str(folder))[1] == "bad"
    cv2.imwrite(str(folder / "1.png"), photographed())
    assert doctor_of(cli, tmp_path, str(folder))[1:] == ("ok", str(folder))
    assert "gibt es nicht" not in doctor_of(cli, tmp_path, "/dev/video9")[2]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", f"mehrkopf: Unter {SHOWN} meldet sich keine Kamera. Bitte Adresse und Netz prüfen."),
        (
            "en",
            f"mehrkopf: No camera answers at {SHOWN}. Please check the address and the network.",
        ),
    ],
)
def test_a_camera_that_is_silent_is_told_on_the_console_and_the_table_opens(
    tmp_path: Path, language: str, sentence: str
) -> None:
    with start(tmp_path, "run", "--source", CAMERA, "--port", "0", "--lang", language) as table:
        assert address_of(table)
        assert table.stderr is not None
        said = table.stderr.readline()
        assert table.poll() is None
        table.terminate()
        out, error = table.communicate(timeout=30)
    assert (said + error).splitlines() == [sentence]
    assert "secret" not in out + said + error
    assert table.returncode == 0


def test_a_camera_is_called_in_one_thread_beside_the_start(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    over, calling = threading.Event(), threading.Event()
    callers: list[str] = []

    def silent(*_: object) -> None:
        calling.set()
        over.wait(10.0)
        raise TimeoutError

    def started(prepare: Prepare, home: Home, *_: object, **__: object) -> int:
        prepare(home, Amends(), lambda step: None)
        assert calling.wait(10.0)
        callers.extend(each.name for each in threading.enumerate() if "call" in each.name)
        over.set()
        return 0

    monkeypatch.setattr(socket, "create_connection", silent)
    monkeypatch.setattr("kiosk.cli.run.run", started)
    assert cli("--home", str(tmp_path), "run", "--source", CAMERA).status == 0
    assert callers == ["camera call"]


@pytest.mark.parametrize("said", [CAMERA, ADDRESS, f"rtsp:/{USER}:secret@h/x"])
def test_an_address_cannot_be_printed_as_a_whole(said: str, tmp_path: Path) -> None:
    address = CameraAddress(said)
    order = RunOrder("camera", address, None, "isar", 0, "de")
    for printed in (str(address), repr(address), f"{address:>40}", "%s" % address, f"{order}"):  # noqa: UP031
        assert "secret" not in printed
    # What opens, compares or stores it finds all of it.
    assert address == said
    assert is_network(address) is is_network(said)
    config = tmp_path / "table.toml"
    config.write_text(f'[camera]\nsource = "{said}"\n')
    settings = read_settings(config, Home(tmp_path))
    assert settings.source == said
    assert "secret" not in repr(settings)
    choose_camera(Home(tmp_path), address)
    chosen = chosen_camera(Home(tmp_path))
    assert chosen == said
    assert "secret" not in repr(chosen)


def test_guests_get_no_address_at_all() -> None:
    why = no_answer(CAMERA)
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.show(activity=TableActivity.NO_PICTURE, camera_note=why)
    assert SHOWN in app_of(door).test_client().get("/").text
    guests = create_guest_app(door).test_client()
    for path in ("/", "/scores", "/deals", "/api/state"):
        answer = guests.get(path)
        assert answer.status_code == 200
        assert "rtsp" not in answer.text, path
    assert "am Tisch steht, welche" in guests.get("/").text


def test_a_camera_s_password_is_said_nowhere(tmp_path: Path) -> None:
    """Every page of table and guests, what is printed with all that is logged, and every file."""
    home, config = Home(tmp_path / "home"), tmp_path / "table.toml"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config.write_text(f'[camera]\nsource = "{CAMERA}"\n[phones]\nguest_port = {port}\n')
    words = ("--home", str(home.root), "run", "--config", str(config), "--port", "0")
    code = "import logging, sys; logging.basicConfig(level=0); from kiosk.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as table:
        address = address_of(table).rstrip("/")
        paths = [
            rule.rule
            for rule in app_of(FakeDoor()).url_map.iter_rules()
            if "GET" in (rule.methods or ()) and not rule.arguments and rule.rule != "/live"
        ]
        assert len(paths) > 30
        for path in paths:
            assert "secret" not in fetched(address + path), path
        with urlopen(f"{address}/live") as live:
            assert b"secret" not in live.read(2000)
        table.send_signal(signal.SIGTERM)
        out, error = table.communicate(timeout=60)
    assert SHOWN in out + error
    assert "secret" not in out + error
    files = [each for each in home.root.rglob("*") if each.is_file()]
    assert {home.journal, home.secret} <= set(files)
    for each in files:
        assert b"secret" not in each.read_bytes(), each
        assert rights(each) & 0o027 == 0, each


def fetched(address: str) -> str:
    try:
        with urlopen(address) as answer:
            return str(answer.read().decode("utf-8", "replace"))
    except HTTPError as error:
        with error:
            return error.read().decode("utf-8", "replace")
