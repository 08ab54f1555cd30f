"""Which cameras there are, holding their values, the sheet, and what vision makes of the table."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.cards import GERMAN_20
from engine.text import PlainError, Text
from kiosk.camera import camera_values
from kiosk.camera.camera_switch import Power
from kiosk.camera.camera_values import (
    CameraSetup,
    choose_camera,
    chosen_camera,
    setup_of,
    store_setup,
)
from kiosk.camera.connected import FoundCamera, ribbon_cameras, same, usb_cameras
from kiosk.camera.corners import CornerStill, Easel
from kiosk.camera.pictures import KEPT, Glance
from kiosk.home.data_folder import Home
from kiosk.web.setup.debug_view import look_screen
from kiosk.words import camera_setup as w
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.kiosk.served import app_of
from tests.vision.test_sheet import photographed
from vision.camera import cameras, rpicam
from vision.camera.controls import Locked
from vision.camera.visibility import CLEAR, HINDRANCES
from vision.place.geometry import overhead
from vision.reading.nets import load_nets
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    FaceDownSeen,
    ForeignSeen,
    Hindrance,
    Place,
    Quad,
    SightChanged,
    Sighting,
    TableActivity,
    TrickCleared,
)

QUAD: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
HERE = Place(0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("parts"), load_nets()) as rig:
        yield rig


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return app_of(rig.table, **rig.given()).test_client()


def node(folder: Path, number: int, name: str, index: str = "0") -> None:
    (folder / f"video{number}").mkdir(parents=True)
    (folder / f"video{number}" / "name").write_text(f"{name}\n")
    (folder / f"video{number}" / "index").write_text(f"{index}\n")


def test_usb_cameras_are_told_from_their_other_nodes_and_the_pi_s_codecs(tmp_path: Path) -> None:
    node(tmp_path, 0, "HD Webcam: HD Webcam")
    node(tmp_path, 1, "HD Webcam: HD Webcam", index="1")
    node(tmp_path, 2, "Second Eye")
    node(tmp_path, 10, "bcm2835-codec-decode")
    node(tmp_path, 20, "pispbe-input")
    assert usb_cameras(tmp_path) == (
        FoundCamera("camera", "HD Webcam"),
        FoundCamera("/dev/video2", "Second Eye"),
    )
    assert usb_cameras(tmp_path / "none") == ()


def test_the_usb_camera_is_looked_for_by_its_udev_name_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sysfs = tmp_path / "sysfs"
    node(sysfs, 0, "Laptop's Eye")
    node(sysfs, 3, "HD Webcam")
    name = tmp_path / "video-mehrkopf"
    monkeypatch.setattr(cameras, "UDEV_NAME", name)
    assert cameras.device_of("camera") == "/dev/video0"
    name.symlink_to("/dev/video3")
    assert cameras.device_of("camera") == str(name)
    assert usb_cameras(sysfs) == (
        FoundCamera("camera", "HD Webcam"),
        FoundCamera("/dev/video0", "Laptop's Eye"),
    )
    assert same("camera", "/dev/video3")
    assert not same("camera", "0")


def test_ribbon_cameras_are_those_the_pi_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lister = tmp_path / rpicam.PROGRAM
    said = "Available cameras\n0 : imx708 [4608x2592 10-bit] (/base)\n    Modes: x\n1 : ov5647 [2]"
    lister.write_text(f"#!/bin/sh\ncat <<'EOT'\n{said}\nEOT\n")
    lister.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert ribbon_cameras() == (FoundCamera("csi", "imx708"), FoundCamera("csi:1", "ov5647"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert ribbon_cameras() == ()


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("camera", "/dev/video0", True),
        ("0", "camera", True),
        ("csi", "rpicam:0", True),
        ("csi:1", "csi", False),
        ("/dev/video2", "camera", False),
    ],
)
def test_a_camera_has_several_names(one: str, other: str, alike: bool) -> None:
    assert same(one, other) is alike


def test_the_choice_and_what_was_measured_do_not_forget_each_other(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert chosen_camera(home) is None
    store_setup(home, "csi", CameraSetup(overhead(640, 480)))
    choose_camera(home, "/dev/video2")
    store_setup(home, "/dev/video2", CameraSetup(locked=Locked(0.01)))
    assert chosen_camera(home) == "/dev/video2"
    kept = setup_of(home, "csi")
    assert kept is not None
    assert kept.geometry is not None


def test_another_camera_is_chosen_among_those_there_are(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = (FoundCamera("camera", "Eins"), FoundCamera("/dev/video9", "Zwei"))
    monkeypatch.setattr("kiosk.web.setup.camera.cameras", lambda: there)
    page = text(client.get("/setup/camera/which"))
    assert "Eins" in page
    assert "Zwei" in page
    answer = post(client, "/setup/camera/choose", camera="/dev/video7")
    assert answer.status_code == 409
    assert "nicht mehr da" in sentence(text(answer))
    post(client, "/setup/camera/choose", camera="/dev/video9")
    assert chosen_camera(rig.home) == "/dev/video9"
    # There is no such device here: it is said with the way out, and the first one is taken again.
    wait_for(rig, Power.TROUBLE)
    note = rig.workshop.camera.state.note
    assert note is not None
    assert "/dev/video9" in note.de
    rig.workshop.choose("camera")
    rig.source.reopen_with(rig.camera.open, other=True)
    wait_for(rig, Power.ON)


def test_where_no_camera_is_there_the_way_out_is_said(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.web.setup.camera.cameras", lambda: ())
    rig.workshop.camera.off()
    page = text(client.get("/setup/camera"))
    assert "Es wurde keine Kamera gefunden. Bitte anstecken" in page
    assert "Kein Bild wird gespeichert." in page
    monkeypatch.setattr(rig.sight, "camera", "http://table.example/stream")
    assert "keine Kamera gefunden" not in text(client.get("/setup/camera"))


def wait_for(rig: Rig, power: Power) -> None:
    """The camera's own thread opens it a moment after the tap."""
    pause = threading.Event()
    for _ in range(round(PATIENCE_S / 0.02)):
        if rig.workshop.camera.state.power is power:
            return
        pause.wait(0.02)
    raise AssertionError(rig.workshop.camera.state)


def test_holding_the_values_is_told_as_it_goes_and_kept(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def lock(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
        asked.set()
        assert go_on.wait(PATIENCE_S)
        return Locked(0.01, gain=2.0, mains_hz=mains_hz), (w.NO_CAMERA_HERE,)

    monkeypatch.setattr(camera_values, "lock_camera", lock)
    monkeypatch.setattr("kiosk.camera.sight.opener_for", lambda *_, **__: rig.camera.open)
    rig.workshop.camera.on()
    wait_for(rig, Power.ON)
    post(client, "/setup/camera/lock")
    assert asked.wait(PATIENCE_S)
    assert "Die Kamera stellt sich ein" in text(client.get("/setup/camera/live"))
    go_on.set()
    wait_for(rig, Power.ON)
    page = text(client.get("/setup/camera/live"))
    assert "Festgehalten: Belichtung 10 ms, Verstärkung 2.00." in page
    assert w.NO_CAMERA_HERE.de in page
    stored = setup_of(rig.home, "camera")
    assert stored is not None
    assert stored.locked == Locked(0.01, gain=2.0, mains_hz=50)


def test_what_does_not_settle_is_said_and_the_camera_taken_as_it_was(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = Text(de="Kein ruhiges Licht.", en="No steady light.")

    def lock(camera: str, mains_hz: int) -> tuple[Locked, tuple[Text, ...]]:
        raise PlainError(why)

    monkeypatch.setattr(camera_values, "lock_camera", lock)
    monkeypatch.setattr("kiosk.camera.sight.opener_for", lambda *_, **__: rig.camera.open)
    before = rig.camera.opened
    rig.workshop.camera.on()
    wait_for(rig, Power.ON)
    post(client, "/setup/camera/lock")
    pause = threading.Event()
    while not rig.workshop.locking.state.said or rig.camera.opened == before:
        assert not pause.wait(0.01)
    wait_for(rig, Power.ON)
    assert "Kein ruhiges Licht." in text(client.get("/setup/camera/live"))


def test_the_printed_sheet_measures_the_table() -> None:
    picture = photographed()
    still: CornerStill = Easel().put(picture)
    assert still.by_sheet().calibrated
    with pytest.raises(PlainError, match="cannot be seen"):
        Easel().put(picture[:100]).by_sheet()


def scores(best: int, second: int) -> tuple[float, ...]:
    rest = 0.05 / (len(GERMAN_20) - 2)
    shares = [rest] * len(GERMAN_20)
    shares[best], shares[second] = 0.8, 0.15
    return tuple(math.log(share) for share in shares)


def test_the_debug_view_names_three_cards_and_how_long_a_reading_took() -> None:
    glance = Glance()
    glance.hears(ActivityChanged(1.0, TableActivity.CARD))
    glance.hears(Sighting(0, 71.24, 71.5, QUAD, HERE, scores(1, 0)))
    glance.hears(Sighting(0, 71.24, 71.9, QUAD, HERE, scores(0, 3)))
    for event in (
        TrickCleared(80.0, 80.5, 4, None),
        FaceDownSeen(81.0, 81.5, QUAD, HERE),
        ForeignSeen(82.0, 82.5, QUAD, HERE, 0.3),
        CameraMoved(83.0, far=True),
        SightChanged(84.0, Hindrance.DARK),
        SightChanged(85.0, None),
    ):
        glance.hears(event)
    screen = look_screen(glance.now(), GERMAN_20, lent=False)
    assert screen.state.de == "Karte"
    assert [line.what.de for line in screen.lines] == [
        CLEAR.de,
        HINDRANCES[Hindrance.DARK].de,
        "Kamera weit verrückt",
        "Fremde Karte",
        "Verdeckte Karte",
        "Stich mit 4 Karten genommen",
        "Karte",
    ]
    seen = screen.lines[-1]
    assert (seen.at, seen.took and seen.took.de) == ("1:11,2", "gelesen nach 0.3 s")
    assert [(guess.name.en, guess.percent) for guess in seen.guesses][:2] == [
        ("Ace of Acorns", 80),
        ("Ober of Acorns", 15),
    ]
    assert len(seen.guesses) == 3
    for track in range(1, 3 * KEPT):
        glance.hears(Sighting(track, 90.0 + track, 91.0 + track, QUAD, HERE, scores(0, 1)))
    assert len(look_screen(glance.now(), GERMAN_20, lent=False).lines) == KEPT
    assert look_screen(glance.now(), GERMAN_20, lent=True).state.de == "Ausgeliehen"
    # Scores of another deck name nobody.
    assert look_screen(glance.now(), GERMAN_20[:4], lent=False).lines[0].guesses == ()
