"""`[strip]` of table.toml: what works without it, and a sentence for what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.text import PlainError
from firmware_bridge.choose import Driver, StripWish, open_strip
from kiosk.box.sections import StripSettings
from kiosk.home.data_folder import Home
from kiosk.settings import Settings, read_settings


def read(tmp_path: Path, text: str) -> StripSettings:
    file = tmp_path / "table.toml"
    file.write_text(text, encoding="utf-8")
    return read_settings(file, Home(tmp_path)).strip


def test_without_the_section_a_strip_is_looked_for(tmp_path: Path) -> None:
    assert read(tmp_path, "") == Settings().strip == StripSettings()
    assert StripSettings().wish == StripWish(Driver.AUTO, None, 60, 2000)


def test_everything_can_be_said(tmp_path: Path) -> None:
    said = """[strip]
    driver = "wled"
    port = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    lights = 144
    brightness = 1
    milliamps = 4000
    zero_at = 0
    clockwise = false
    night = "off"
    night_from = 21
    night_to = 7
    """
    port = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    assert read(tmp_path, said) == StripSettings(
        Driver.WLED, port, 144, 1, 4000, 0, False, "off", 21, 7
    )


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('driver = "dmx"', "driver"),
        ("driver = 1", "driver"),
        ('port = "ttyUSB0"', "port"),
        ("port = 3", "port"),
        ("lights = 3", "lights"),
        ("lights = 301", "lights"),
        ("lights = 60.5", "lights"),
        ("lights = true", "lights"),
        ("brightness = 0", "brightness"),
        ("brightness = 1.1", "brightness"),
        ('brightness = "bright"', "brightness"),
        ("milliamps = 99", "milliamps"),
        ("milliamps = 20001", "milliamps"),
        ("lights = 300\nmilliamps = 300", "milliamps"),
        ("zero_at = 361", "zero_at"),
        ("clockwise = 1", "clockwise"),
        ("night = true", "night"),
        ("night_from = 24", "night_from"),
        ("night_to = -1", "night_to"),
    ],
)
def test_what_does_not_fit_is_told_by_its_name(tmp_path: Path, line: str, key: str) -> None:
    with pytest.raises(PlainError) as told:
        read(tmp_path, f"[strip]\n{line}\n")
    for sentence in (told.value.text.de, told.value.text.en):
        assert f"strip.{key}" in sentence
        assert "table.toml" in sentence


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('driver = "mehrkopf"\nmilliamps = 2001', "allows at most 2000"),
        ('driver = "wled"\nmilliamps = 9000', "60 lights draw at most 3660"),
        ("milliamps = 3661", "60 lights draw at most 3660"),
        ("lights = 8\nmilliamps = 2001", "8 lights draw at most 488"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(tmp_path: Path, lines: str, said: str) -> None:
    with pytest.raises(PlainError, match=said):
        read(tmp_path, f"[strip]\n{lines}\n")


def test_a_supply_that_is_larger_than_a_short_strip_needs_is_fine(tmp_path: Path) -> None:
    assert read(tmp_path, "[strip]\nlights = 8\nmilliamps = 2000\n").milliamps == 2000
    assert read(tmp_path, '[strip]\ndriver = "wled"\nmilliamps = 3660\n').milliamps == 3660
    long = '[strip]\ndriver = "wled"\nlights = 300\nmilliamps = 9000\n'
    assert read(tmp_path, long).milliamps == 9000


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match=r"strip\.colour"):
        read(tmp_path, '[strip]\ncolour = "red"\n')


def test_more_lights_than_our_controller_drives(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="at most 144"):
        read(tmp_path, '[strip]\ndriver = "mehrkopf"\nlights = 145\n')
    assert read(tmp_path, "[strip]\nlights = 300\n").lights == 300


@pytest.mark.parametrize(
    ("driver", "lights", "spoken"),
    [
        (Driver.AUTO, 60, "mehrkopf+wled"),
        (Driver.AUTO, 145, "mehrkopf+wled"),
        (Driver.MEHRKOPF, 60, "mehrkopf"),
        (Driver.WLED, 60, "wled"),
    ],
)
def test_what_is_spoken(driver: Driver, lights: int, spoken: str) -> None:
    strip = open_strip(StripWish(driver, lights=lights), listing=tuple)
    assert strip is not None
    assert strip.status.driver == spoken
    strip.close()


@pytest.mark.parametrize("driver", [Driver.OFF, Driver.SIMULATED])
def test_no_real_strip_is_a_normal_case(driver: Driver) -> None:
    assert open_strip(StripWish(driver)) is None
