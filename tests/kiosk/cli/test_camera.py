"""`mehrkopf camera`: the picture judged, the table measured, the sheet printed, values locked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.text import PlainError, Text
from kiosk.camera import camera_values
from kiosk.camera.camera_values import (
    CameraSetup,
    choose_camera,
    in_words,
    load_setups,
    lock_ribbon,
    lock_usb,
    setup_of,
    store_setup,
)
from kiosk.home.data_folder import Home
from tests.firmware_bridge.pins.boards import mock_board
from tests.kiosk.cli import Cli
from tests.vision.test_controls import Driver
from tests.vision.test_corners import TAPS
from tests.vision.test_quality import pictures
from tests.vision.test_rpicam import fake
from tests.vision.test_sheet import photographed
from vision.arrays import Image
from vision.camera.cameras import OpenCvCapture
from vision.camera.controls import Locked
from vision.camera.phone import PHONE
from vision.camera.rpicam import RpicamSettings
from vision.place import sheet
from vision.place.geometry import overhead

AT = [word for x, y in TAPS for word in ("--at", f"{x:g},{y:g}")]


@pytest.fixture
def still(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    large = cv2.resize(pictures()[-1], (1280, 720), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), large)
    return path


def test_a_picture_is_judged_in_words_and_as_json(cli: Cli, still: Path) -> None:
    said = cli("camera", "check", "--source", str(still))
    lines = said.out.splitlines()
    assert said.status == 0
    assert len(lines) == 6
    assert any(line.startswith("✓ Licht") for line in lines)
    assert any(line.startswith("? Flimmern") for line in lines)
    told = cli("camera", "check", "--source", str(still), "--json").out.splitlines()
    assert {json.loads(line)["check"] for line in told} >= {"light", "focus", "pixels"}


def test_a_phone_that_was_chosen_is_judged_at_the_table_and_the_way_out_is_said(
    cli: Cli, home: Home
) -> None:
    choose_camera(home, PHONE)
    said = cli("camera", "check", "--home", str(home.root))
    assert said.status == 2
    assert "nur am laufenden Tisch" in said.sentence
    assert "„Kamera und Blatt“, „Kamera“" in said.sentence
    assert "--source" in said.sentence


def test_a_bad_picture_has_status_one(cli: Cli, still: Path, tmp_path: Path) -> None:
    picture = cv2.imread(str(still))
    assert picture is not None
    cv2.imwrite(str(tmp_path / "dark.png"), (picture * 0.2).astype(np.uint8))
    said = cli("camera", "check", "--source", str(tmp_path / "dark.png"), "--lang", "en")
    assert said.status == 1
    assert "✗ Light: too dark; please switch on a lamp" in said.out


def test_corners_are_measured_and_kept_for_the_camera(cli: Cli, still: Path) -> None:
    words = ("camera", "corners", "--source", str(still), "--camera", "csi", "--table", "800x600")
    said = cli(*words, *AT)
    assert said.status == 0
    pixels = re.search(r"eine Karte ist (\d+) Punkte", said.out)
    assert pixels is not None
    assert 60 < int(pixels[1]) < 140
    setup = setup_of(Home(cli.home), "csi")
    assert setup is not None
    assert setup.geometry is not None
    corners = setup.geometry.to_mm(np.array(TAPS))
    np.testing.assert_allclose(
        corners, [[-400, 300], [400, 300], [400, -300], [-400, -300]], atol=1e-6
    )
    assert setup.geometry.size == (1280, 720)
    assert setup_of(Home(cli.home), "camera") is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("corners",), "Es fehlen die Ecken"),
        (("corners", "--at", "12"), "ist kein Bildpunkt"),
        (("corners", "--at", "1,2,3"), "ist kein Bildpunkt"),
        (("corners", *AT, "--table", "groß"), "ist kein Tischmaß"),
        (("corners", *AT, "--table", "80x60"), "300 bis 3000 mm"),
        (("corners", *AT[:6]), "gegeben sind 3"),
        (("sheet",), "nicht zu erkennen"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_sentence(
    words: tuple[str, ...], sentence: str, cli: Cli, still: Path
) -> None:
    said = cli("camera", *words, "--source", str(still))
    assert said.status == 2
    assert sentence in said.sentence


def test_the_sheet_is_printed_and_found(cli: Cli, tmp_path: Path) -> None:
    for name, start in (("sheet.pdf", b"%PDF"), ("sheet.svg", b"<svg"), ("sheet.png", b"\x89PNG")):
        said = cli("camera", "sheet", "--out", str(tmp_path / name))
        assert said.status == 0
        assert "Originalgröße" in said.out
        assert (tmp_path / name).read_bytes().startswith(start)
    refused = cli("camera", "sheet", "--out", str(tmp_path / "sheet.doc"))
    assert "nicht als sheet.doc" in refused.sentence
    other = cli("camera", "sheet", "--out", str(tmp_path / "other.pdf"), "--field", "400")
    assert (other.status, (tmp_path / "other.pdf").exists()) == (2, False)
    assert "nur für 480, 340 mm" in other.sentence


@pytest.mark.parametrize("printed", sheet.SHEETS, ids=lambda one: f"{one.field_mm:g}")
def test_the_sheet_that_was_printed_says_what_is_watched(
    printed: sheet.Sheet, cli: Cli, tmp_path: Path
) -> None:
    told = () if printed is sheet.USUAL else ("--field", f"{printed.field_mm:g}")
    for name in ("sheet.svg", "sheet.png"):
        assert cli("camera", "sheet", "--out", str(tmp_path / name), *told).status == 0
    assert (tmp_path / "sheet.svg").read_text("utf-8") == sheet.svg(printed)
    assert (tmp_path / "sheet.png").read_bytes() == sheet.png(printed)
    seen = tmp_path / "seen.png"
    cv2.imwrite(str(seen), photographed(printed=printed))
    looked = ("camera", "sheet", "--source", str(seen), "--camera", "camera")
    for more, field_mm in (((), printed.field_mm), (("--field", "300"), 300.0)):
        assert cli(*looked, *more).status == 0
        setup = setup_of(Home(cli.home), "camera")
        assert setup is not None
        assert setup.geometry is not None
        assert setup.geometry.field_mm == field_mm


def test_what_was_measured_is_kept_exactly_and_beside_what_was_locked(tmp_path: Path) -> None:
    home = Home(tmp_path)
    locked = Locked(0.01, 2.5, 3400.0, 30.0, (1.9, 1.6), 60)
    measured = CameraSetup(overhead(1280, 720), locked)
    store_setup(home, 'http://camera.test/a "b"', measured)
    store_setup(home, "csi", CameraSetup(None, Locked(mains_hz=50)))
    kept = load_setups(home)
    assert kept["csi"] == CameraSetup(None, Locked(mains_hz=50))
    back = kept['http://camera.test/a "b"']
    assert back.locked == locked
    assert back.geometry is not None
    assert back.geometry.px_to_mm == overhead(1280, 720).px_to_mm
    assert back.geometry.calibrated


@pytest.mark.parametrize(
    "content",
    ["no toml [", "camera = 3", "[camera.a]\npx_to_mm = [[1,2,3]]", "[camera.a]\nmains_hz=7"],
)
def test_damaged_camera_data_are_said_plainly(content: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(content)
    with pytest.raises(PlainError, match="delete the file and measure the table again") as caught:
        load_setups(Home(tmp_path))
    why = caught.value.text.de.partition("(")[2].partition(")")[0]
    assert why in ("in Zeile 1 stimmt die Schreibweise nicht", "die Werte darin stimmen nicht")


class Settling(OpenCvCapture):
    """A USB camera whose automatics take some pictures to come to rest."""

    def __init__(self, levels: list[int]) -> None:
        self.driver = Driver()
        super().__init__(self.driver)  # type: ignore[arg-type]
        self._levels = levels
        self.released = False

    def grab(self) -> bool:
        return bool(self._levels)

    def retrieve(self) -> Image | None:
        return np.full((48, 64, 3), self._levels.pop(0), np.uint8)

    def release(self) -> None:
        self.released = True


def test_a_usb_camera_settles_and_is_held() -> None:
    camera = Settling([40, 80, 110, *[120] * 20])
    values, refused = lock_usb(camera, 50, None)
    assert refused == ()
    assert values.exposure_s == pytest.approx(0.03)
    assert camera.released
    assert camera.driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert (
        in_words(values).de
        == "Belichtung 30 ms, Verstärkung 66.60, Weißabgleich 3400 K, Schärfe 30"
    )


def test_a_camera_that_swings_is_not_locked() -> None:
    camera = Settling([60, 120] * camera_values.MOST_PICTURES)
    with pytest.raises(PlainError, match="no steady exposure"):
        lock_usb(camera, 50, None)
    assert camera.released
    assert camera.driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_a_ribbon_camera_settles_and_its_values_are_kept(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "told = words[words.index('--metadata') + 1]\n"
        "open(told, 'w').write('[{\"ExposureTime\": 19000, \"AnalogueGain\": 2.0, '\n"
        "    '\"ColourGains\": [1.9, 1.6]}')\n"
        "while True:\n"
        "    picture(0)\n"
        "    tick()\n"
    )
    fake(tmp_path, monkeypatch, body)
    values = lock_ribbon(RpicamSettings(width=64, height=48))
    assert values.exposure_s == pytest.approx(0.02)
    said = cli("camera", "lock", "--source", "csi")
    assert said.status == 0
    assert "Belichtung 20 ms, Verstärkung 1.90, Weißabgleich 1.90/1.60" in said.out
    setup = setup_of(Home(cli.home), "csi")
    assert setup is not None
    assert setup.locked == values


def test_a_camera_elsewhere_cannot_be_locked_from_here(cli: Cli) -> None:
    said = cli("camera", "lock", "--source", "http://127.0.0.1:9/video")
    assert said.status == 2
    assert "an der Kamera selbst festhalten" in said.sentence


def test_the_light_is_lit_before_a_command_takes_the_camera_and_out_after_it(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[str] = []

    def gone() -> None:
        told.append(f"open, light {int(board.pin(27).state)}")

    def held(*_: object) -> Locked:
        told.append(f"locked, light {int(board.pin(27).state)}")
        raise PlainError(Text(de="nein", en="no"))

    config = tmp_path / "table.toml"
    config.write_text("[camera]\nlight_pin = 27\n", encoding="utf-8")
    monkeypatch.setattr("vision.camera.cameras.opener_for", lambda *_: gone)
    monkeypatch.setattr("kiosk.camera.camera_values.lock_camera", held)
    with mock_board() as board:
        for command in ("check", "lock"):
            said = cli("camera", command, "--source", "camera", "--config", str(config))
            assert said.status == 2
            assert board.pin(27).state == 0
    assert told == ["open, light 1", "locked, light 1"]
