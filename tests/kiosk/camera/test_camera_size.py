"""The size a camera is asked for: in the settings, on its page, and what it took instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient

from engine.text import PlainError
from kiosk.camera import camera_values, sight
from kiosk.camera.camera_values import (
    CameraSetup,
    choose_camera,
    choose_size,
    chosen_camera,
    chosen_size,
    request_of,
    store_setup,
)
from kiosk.camera.connected import FoundCamera
from kiosk.cli import bench_vision, doctor
from kiosk.cli.bench_vision import size_figures
from kiosk.home.data_folder import Home
from kiosk.settings import Settings
from tests.kiosk.cli import Cli
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.kiosk.served import app_of
from vision.camera.cameras import SIZES, CameraRequest, read_size
from vision.camera.controls import Locked
from vision.camera.live import CaptureOpener
from vision.reading.nets import load_nets


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with rigged(tmp_path, load_nets()) as rig:
        yield rig


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return app_of(rig.table, **rig.given()).test_client()


@pytest.mark.parametrize(
    ("word", "size"),
    [
        ("1920x1080", (1920, 1080)),
        ("1280×720", (1280, 720)),
        (" 3840 X 2160 ", (3840, 2160)),
        ("1279x720", None),
        ("3840x2161", None),
        ("1920", None),
        ("-1920x1080", None),
        ("1920x1080x3", None),
        ("²x³", None),
    ],
)
def test_a_size_is_read_within_its_bounds(word: str, size: tuple[int, int] | None) -> None:
    assert read_size(word) == size


def test_the_choice_on_the_screen_comes_before_the_settings_and_is_kept(tmp_path: Path) -> None:
    home, configured = Home(tmp_path), Settings().size
    assert configured in SIZES
    assert request_of(home, configured) == CameraRequest(*configured)
    choose_size(home, (2560, 1440))
    choose_camera(home, "/dev/video2")
    store_setup(home, "/dev/video2", CameraSetup(locked=Locked(0.02, None, None, None)))
    assert request_of(home, configured) == CameraRequest(2560, 1440)
    assert chosen_camera(home) == "/dev/video2"
    choose_size(home, (1280, 720))
    assert (chosen_size(home), chosen_camera(home)) == ((1280, 720), "/dev/video2")
    home.settings_toml.write_text('size = "huge"\n')
    with pytest.raises(PlainError, match="cannot be read"):
        chosen_size(home)


def test_a_size_is_tapped_and_what_the_camera_took_is_said(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[CameraRequest | None] = []

    def opener_for(spec: str, wanted: CameraRequest | None = None, *more: object) -> CaptureOpener:
        asked.append(wanted)
        return rig.camera.open

    monkeypatch.setattr(sight, "opener_for", opener_for)
    rig.workshop.camera.on()
    assert rig.workshop.window.newest(PATIENCE_S) is not None
    page = text(client.get("/setup/camera/which"))
    words = [f"{width}x{height}" for width, height in SIZES]
    assert re.findall(r'name="size" value="(\w+)"', page) == words
    assert '1280x720" aria-pressed="true"' in page
    answer = post(client, "/setup/camera/size", size="1920x1080")
    assert answer.status_code == 303
    assert asked == [CameraRequest(1920, 1080)]
    assert chosen_size(rig.home) == (1920, 1080)
    assert rig.workshop.window.newest(PATIENCE_S) is not None
    assert '1920x1080" aria-pressed="true"' in text(client.get("/setup/camera/which"))
    page = text(client.get("/setup/camera"))
    assert "liefert 640 x 400 Punkte statt der gewünschten 1920 x 1080" in page
    wrong = post(client, "/setup/camera/size", size="99x99")
    assert wrong.status_code == 409
    assert "1280x720 bis 3840x2160" in sentence(text(wrong))
    assert asked == [CameraRequest(1920, 1080)]


def test_a_camera_that_was_locked_keeps_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[CameraRequest | None] = []

    def opener_for(
        spec: str, wanted: CameraRequest | None = None, locked: Locked | None = None
    ) -> CaptureOpener:
        asked.append(wanted)
        return lambda: None

    values = Locked(0.02, None, None, None)
    monkeypatch.setattr(camera_values, "lock_camera", lambda camera, mains_hz: (values, ()))
    monkeypatch.setattr(camera_values, "opener_for", opener_for)
    size = CameraRequest(2560, 1440)
    camera_values.relocking_opener("camera", 50, lambda found: None, size)()
    assert asked == [size]


def test_the_doctor_says_the_size(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "usb_cameras", lambda: (FoundCamera("/dev/video0", "Eye"),))
    config = tmp_path / "table.toml"
    config.write_text('[camera]\nsize = "2560x1440"\n')
    said = cli("doctor", "--config", str(config), "--lang", "en")
    assert "Eye (/dev/video0); asked for pictures of 2560 x 1440 pixels" in said.out


def test_a_larger_picture_costs_more_and_each_size_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cv2.setNumThreads(1)
    monkeypatch.setattr(bench_vision, "_PICTURES", 10)
    found = list(size_figures(load_nets()))
    assert [figure.name for figure in found] == [f"picture{height}" for _, height in SIZES]
    costs = [figure.value for figure in found]
    assert None not in costs
    assert costs[0] < costs[1] < costs[3]  # type: ignore[operator]
