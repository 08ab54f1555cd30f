from __future__ import annotations

from pathlib import Path

import pytest

from engine.text import PlainError
from firmware_bridge.pins.gpio import Pins
from kiosk.home.data_folder import Home
from kiosk.settings import Settings, read_settings


def read(tmp_path: Path, said: str) -> Settings:
    file = tmp_path / "table.toml"
    file.write_text(said, encoding="utf-8")
    return read_settings(file, Home(tmp_path))


def test_without_the_section_there_are_no_pins(tmp_path: Path) -> None:
    assert read(tmp_path, "").pins is None


def test_an_empty_section_is_the_wiring_plan(tmp_path: Path) -> None:
    assert read(tmp_path, "[pins]").pins == Pins(5, 6, 16, 26, 17, 12)


def test_a_part_is_moved_or_left_out(tmp_path: Path) -> None:
    pins = read(tmp_path, "[pins]\nundo = 22\nbuzzer = false").pins
    assert pins == Pins(undo=22, buzzer=None)


@pytest.mark.parametrize("value", ["28", "-1", "true", '"5"', "5.0", "[5]"])
def test_what_is_no_pin_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(PlainError, match=r'"pins\.undo" is wrong.*0 to 27, or false') as told:
        read(tmp_path, f"[pins]\nundo = {value}")
    assert "oder false" in told.value.text.de


def test_an_unknown_part_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match=r'no setting "pins\.horn".*buzzer'):
        read(tmp_path, "[pins]\nhorn = 5")


def test_a_pin_used_twice_is_refused_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match=r"both on GPIO 6.*for example to GPIO 4.*table.toml"):
        read(tmp_path, "[pins]\nundo = 6")


def test_the_camera_light_may_not_share_a_pin(tmp_path: Path) -> None:
    said = "[camera]\nlight_pin = 17\n"
    assert read(tmp_path, said).light_pin == 17
    with pytest.raises(PlainError, match=r"camera.light_pin"):
        read(tmp_path, said + "[pins]")
    assert read(tmp_path, said + "[pins]\nstatus = 27").pins == Pins(status=27)


def test_a_pin_of_a_bus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="GPIO 2, which belongs to I2C"):
        read(tmp_path, "[pins]\nmute = 2")
