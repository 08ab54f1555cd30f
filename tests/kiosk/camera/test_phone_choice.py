"""A phone taken as the table's camera, given back, and remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.camera import phone_choice
from kiosk.camera.camera_values import choose_camera, chosen_camera
from kiosk.camera.connected import FoundCamera
from kiosk.camera.phone_choice import TablePhone
from kiosk.camera.workshop import Workshop
from kiosk.home.data_folder import Home
from kiosk.web.setup.camera import camera_screen
from kiosk.words import camera_setup as w
from kiosk.words.phone_camera import PHONE_SHUT, THE_PHONE
from tests.kiosk.rig import PATIENCE_S, Rig, rigged
from tests.vision.test_phone import jpeg
from vision.camera.live import SourceState
from vision.camera.phone import PHONE, PhoneWord
from vision.reading.nets import load_nets


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with rigged(tmp_path, load_nets()) as rig:
        yield rig


def phone_there(rig: Rig) -> None:
    rig.sight.line.opened(True)
    rig.sight.line.hear(PhoneWord())


def test_a_table_looks_through_the_phone_and_back(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    rig.workshop.chosen = told.append
    choice = TablePhone(rig.home, rig.workshop)
    assert choice.possible
    choice.take()
    assert rig.sight.camera == PHONE == chosen_camera(rig.home)
    choice.take()
    assert told == [PHONE]
    # Off, as a camera is that was not asked for: the phone is told so.
    phone_there(rig)
    assert not rig.sight.line.order().camera
    rig.workshop.camera.on()
    assert rig.sight.line.order().camera
    rig.sight.line.take(jpeg(rig.camera.table.picture()))
    assert rig.workshop.window.newest(PATIENCE_S) is not None
    rig.workshop.camera.off()
    assert not rig.sight.line.order().camera
    monkeypatch.setattr(phone_choice, "cameras", lambda: (FoundCamera("camera", "Webcam"),))
    choice.leave()
    assert rig.sight.camera == "camera" == chosen_camera(rig.home)
    assert told == [PHONE, "camera"]


def test_without_another_camera_it_is_off_and_forgotten(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_choice, "cameras", tuple)
    choice = TablePhone(rig.home, rig.workshop)
    choice.take()
    rig.workshop.camera.on()
    choice.leave()
    assert chosen_camera(rig.home) is None
    assert not rig.workshop.camera.state.wanted
    phone_there(rig)
    assert camera_screen(rig.workshop, rig.table.view()).power == "off"
    rig.sight.line.opened(False)
    shut = camera_screen(rig.workshop, rig.table.view())
    assert (shut.power, shut.lead, shut.long) == ("none", w.NONE_LEAD, PHONE_SHUT)
    assert rig.source.state is not SourceState.OPEN


def test_the_camera_page_names_it_and_locks_nothing(rig: Rig) -> None:
    TablePhone(rig.home, rig.workshop).take()
    found = (FoundCamera("camera", "Webcam"),)
    screen = camera_screen(rig.workshop, rig.table.view(), found)
    assert [(each.name, each.chosen) for each in screen.choices] == [
        (THE_PHONE, True),
        ("Webcam", False),
    ]
    with pytest.raises(PlainError) as refused:
        rig.workshop.locking.begin(50)
    assert refused.value.text == w.LOCK_NO_PHONE


def test_a_table_without_a_camera_begins_its_own_evening_with_it(tmp_path: Path) -> None:
    home, wished = Home(tmp_path), list[str]()
    choice = TablePhone(home, Workshop(home), lambda: wished.append("own"))
    assert choice.possible
    choice.take()
    assert (chosen_camera(home), wished) == (PHONE, ["own"])
    choice.leave()
    assert chosen_camera(home) is None


def test_a_film_cannot_be_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path)
    choice = TablePhone(home, Workshop(home))
    assert not choice.possible
    with pytest.raises(PlainError, match="A phone cannot be the camera here"):
        choice.take()
    assert chosen_camera(home) is None
    choose_camera(home, "camera")
    choice.leave()
    assert chosen_camera(home) == "camera"
