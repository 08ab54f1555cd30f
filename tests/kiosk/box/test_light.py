"""One picture on the page and on the strip; brightness kept; a test that ends by itself."""

from __future__ import annotations

import queue
import time
from datetime import datetime
from pathlib import Path

import pytest

from engine.text import PlainError
from firmware_bridge.choose import Driver
from firmware_bridge.cues import SHORTEST
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.strip import Picture
from kiosk.box import light as light_module
from kiosk.box.light import LightChoice, TableLight, kept_light, painted, patterns
from kiosk.box.sections import StripSettings
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip

NAMES = ("Resi", "Toni", "Vroni", "Sepp")
FEW = StripSettings(lights=8)


def lit(value: int) -> Picture:
    return tuple((value, at, 0) for at in range(8))


def as_bytes(picture: Picture) -> bytes:
    return bytes(channel for light in picture for channel in light)


def test_page_and_strip_show_the_same_as_the_strip_was_laid(tmp_path: Path) -> None:
    chip = FakeChip(tmp_path / "strip")
    real = LineStrip(8, lambda: (str(chip.name),), (ControllerDialect(8),))
    seen: list[Picture] = []
    settings = StripSettings(lights=8, zero_at=45.0, clockwise=False)
    light = TableLight(settings, real=real, listener=seen.append)
    light.show(lit(9))
    assert real.settled(DEADLINE)
    assert light.picture == seen[-1] == lit(9)
    assert chip.shown[-1] != as_bytes(lit(9))
    assert sorted(chip.shown[-1]) == sorted(as_bytes(lit(9)))
    light.close()
    assert chip.shown[-1] == bytes(24)
    assert light.picture == ((0, 0, 0),) * 8
    chip.close()


def test_switched_off_the_strip_is_dark_while_the_page_shows_its_light(tmp_path: Path) -> None:
    chip = FakeChip(tmp_path / "strip")
    real = LineStrip(8, lambda: (str(chip.name),), (ControllerDialect(8),))
    light = TableLight(FEW, real=real)
    light.show(lit(9))
    began = time.monotonic()
    light.switch(on=False)
    # Not before the lights may change again, however hasty the switch.
    assert time.monotonic() - began > SHORTEST / 2
    light.show(lit(7))
    assert real.settled(DEADLINE)
    assert (light.lit, light.picture, chip.shown[-1]) == (False, lit(7), bytes(24))
    light.test("red", lit(200))
    assert real.settled(DEADLINE)
    assert sorted(chip.shown[-1]) == sorted(as_bytes(lit(200)))
    light.end_test()
    assert real.settled(DEADLINE)
    assert chip.shown[-1] == bytes(24)
    light.brighten(0.7)
    assert real.settled(DEADLINE)
    assert (light.lit, light.brightness) == (True, 0.7)
    assert sorted(chip.shown[-1]) == sorted(as_bytes(lit(7)))
    light.close()
    chip.close()


def test_a_strip_that_is_off_lights_nothing() -> None:
    light = TableLight(StripSettings(driver=Driver.OFF, lights=8))
    light.show(lit(9))
    assert light.picture == ((0, 0, 0),) * 8
    assert light.status is None


def test_a_test_hides_the_cues_and_gives_them_back() -> None:
    light = TableLight(FEW)
    light.show(lit(1))
    began = time.monotonic()
    light.test("red", lit(200))
    # Not before the lights may change again, however quick the finger.
    assert time.monotonic() - began > SHORTEST / 2
    assert (light.testing, light.picture) == ("red", lit(200))
    light.show(lit(2))
    assert light.picture == lit(200)
    light.end_test()
    assert (light.testing, light.picture) == (None, lit(2))
    light.end_test()
    light.close()


def test_a_test_nobody_ends_is_over_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_module, "TEST_SECONDS", 0.05)
    seen: queue.Queue[Picture] = queue.Queue()
    light = TableLight(FEW, listener=seen.put)
    light.show(lit(1))
    light.test("red", lit(200))
    assert [seen.get(timeout=DEADLINE) for _ in range(3)] == [lit(1), lit(200), lit(1)]
    assert light.testing is None
    light.close()


def test_brightness_and_night_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "strip.toml"
    first = LightChoice(0.4, "auto")
    told: list[Picture] = []
    light = TableLight(FEW, kept=kept_light(first, file), listener=told.append)
    light.choose(LightChoice(0.1, "on"))
    assert told, "whoever paints cues is told"
    assert kept_light(first, file).choice == LightChoice(0.1, "on")
    look = light.look()
    assert (look.lights, look.brightness, look.night, look.milliamps) == (8, 0.1, True, 1992.0)


def test_a_choice_that_cannot_be_kept_holds_nevertheless(tmp_path: Path) -> None:
    light = TableLight(FEW, kept=kept_light(LightChoice(0.4, "off"), tmp_path / "no" / "file"))
    with pytest.raises(PlainError, match="could not be saved"):
        light.choose(LightChoice(0.7, "off"))
    assert light.look().brightness == 0.7


@pytest.mark.parametrize(
    "text", ["brightness = 2", 'night = "never"', "colour = 1", "brightness ="]
)
def test_a_damaged_file_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "strip.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PlainError, match=r"strip\.toml"):
        kept_light(LightChoice(0.4, "auto"), file)


@pytest.mark.parametrize(
    ("begins", "ends", "hour", "night"),
    [(22, 6, 23, True), (22, 6, 5, True), (22, 6, 6, False), (22, 6, 21, False), (1, 4, 2, True)],
)
def test_night_by_the_clock(begins: int, ends: int, hour: int, night: bool) -> None:
    settings = StripSettings(lights=8, night_from=begins, night_to=ends)
    light = TableLight(settings, now=lambda: datetime(2026, 11, 22, hour, 30).astimezone())
    assert light.by_night is night
    assert light.look().night is night


def test_the_patterns_show_what_they_say() -> None:
    light = TableLight(StripSettings(lights=60, brightness=1.0, night="off"))
    look = light.look()
    assert [one.key for one in patterns(NAMES)][-4:] == ["seat-0", "seat-1", "seat-2", "seat-3"]
    assert set(painted("red", look, 4)) == {(255, 0, 0)}
    first = painted("first", look, 4)
    assert all(first[0]), "light 0 is white"
    assert [sum(colour) for colour in first[1:10]] == sorted(map(sum, first[1:10]), reverse=True)
    assert not any(map(any, first[11:]))
    seats = [
        {at for at, colour in enumerate(painted(f"seat-{n}", look, 4)) if any(colour)}
        for n in range(4)
    ]
    assert set.union(*seats) == set(range(60))
    assert sum(map(len, seats)) == 60
    # Full white is dimmed to what the supply may be asked for.
    assert sum(map(sum, painted("white", look, 4))) * 20 / 255 <= 1940
