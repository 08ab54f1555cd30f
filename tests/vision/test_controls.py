"""Locking: automatics settle, values are held and read back, refusals are said."""

from __future__ import annotations

import stat
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from vision.camera import cameras
from vision.camera.controls import (
    DRIFT_SECONDS,
    Drift,
    Locked,
    from_metadata,
    lock,
    locked_settings,
    release,
    set_mains,
    settled,
    steady_exposure,
    values_of,
)
from vision.camera.rpicam import RpicamSettings, arguments

AUTOMATICS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)


class Driver:
    """A camera's properties; `stubborn` ones keep their value, `missing` ones are not there."""

    def __init__(self, stubborn: tuple[int, ...] = (), missing: tuple[int, ...] = ()) -> None:
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 333.0,
            cv2.CAP_PROP_GAIN: 60.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 3400.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }
        for prop in missing:
            del self.values[prop]
        self._stubborn = stubborn

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop not in self.values:
            return False
        if prop not in self._stubborn:
            self.values[prop] = value
        return True


@pytest.mark.parametrize(
    ("seconds", "hertz", "steady"),
    [
        (0.0333, 50, 0.03),
        (0.0333, 60, 4 / 120),
        (0.012, 50, 0.01),
        (0.002, 50, 0.01),
        (0.5, 50, 0.04),
        (0.5, 60, 4 / 120),
    ],
)
def test_exposures_are_whole_pulses_of_the_mains(seconds: float, hertz: int, steady: float) -> None:
    assert steady_exposure(seconds, hertz) == pytest.approx(steady)


def test_what_the_automatics_found_is_held_at_a_steady_exposure() -> None:
    camera = Driver()
    values = values_of(camera)
    assert values.exposure_s == pytest.approx(0.03)
    assert values.gain == pytest.approx(60 * 33.3 / 30)
    assert lock(camera, values) == ()
    assert camera.values[cv2.CAP_PROP_EXPOSURE] == 300
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == 0.0
    assert camera.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert camera.values[cv2.CAP_PROP_WB_TEMPERATURE] == 3400
    release(camera)
    assert [camera.values[prop] for prop in AUTOMATICS] == [3.0, 1.0, 1.0]


def test_what_the_camera_does_not_allow_is_said() -> None:
    stubborn = Driver(stubborn=(cv2.CAP_PROP_EXPOSURE,))
    (said,) = lock(stubborn, Locked(0.01, 60.0, 3400.0, 30.0))
    assert "set the exposure to 333 instead of the 100 asked for" in said.en
    without = Driver(missing=(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_WB_TEMPERATURE))
    sentences = lock(without, values_of(without))
    assert [sentence.en.split(" to be locked")[0] for sentence in sentences] == [
        "The camera does not allow the exposure",
        "The camera does not allow the white balance",
    ]
    fixed_lens = Driver(missing=(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS))
    assert lock(fixed_lens, values_of(fixed_lens)) == ()


def test_automatics_have_settled_when_five_values_agree() -> None:
    assert not settled([100.0, 100.0])
    assert not settled([50.0, 60.0, 80.0, 100.0, 101.0])
    assert settled([50.0, 100.0, 101.0, 100.0, 99.0, 100.0])


def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> Path:
    program = tmp_path / "v4l2-ctl"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path / "said"


def test_the_mains_frequency_is_set_where_the_tool_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tool(tmp_path, monkeypatch, f'echo "$@" > {tmp_path}/said')
    assert set_mains("/dev/video3", 60)
    assert said.read_text() == "-d /dev/video3 --set-ctrl=power_line_frequency=2\n"
    tool(tmp_path, monkeypatch, "echo unknown control >&2; exit 1")
    (refused,) = lock(Driver(), Locked(0.01, None, 3400.0, None), "/dev/video3")
    assert "mains frequency" in refused.en
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert not set_mains("/dev/video3", 50)


def test_a_ribbon_camera_is_held_at_what_its_last_whole_picture_says(tmp_path: Path) -> None:
    written = tmp_path / "metadata.json"
    assert from_metadata(written) is None
    written.write_text(
        '[\n{\n  "ExposureTime": 5000,\n  "AnalogueGain": 9.0\n},\n'
        '{\n  "ExposureTime": 16000,\n  "AnalogueGain": 2.5,\n  "ColourGains": [ 1.9, 1.6 ],\n'
        '  "LensPosition": 1.4\n},\n{\n  "ExposureTime": 1'
    )
    values = from_metadata(written)
    assert values is not None
    assert (values.exposure_s, values.gain) == pytest.approx((0.02, 2.0))
    assert (values.white, values.focus, values.awb_gains) == (None, 1.4, (1.9, 1.6))
    words = arguments(locked_settings(RpicamSettings(metadata="x"), values))
    assert words[words.index("--shutter") + 1] == "20000us"
    assert words[words.index("--gain") + 1] == "2.000"
    assert "--metadata" not in words


def test_lasting_drift_asks_for_new_values_and_a_passing_shadow_does_not() -> None:
    drift = Drift(100.0)
    assert not drift.step(0.0, 60.0)
    assert not drift.step(DRIFT_SECONDS - 1, 60.0)
    assert not drift.step(DRIFT_SECONDS, 95.0)
    assert not drift.step(DRIFT_SECONDS + 1, 60.0)
    assert drift.step(2 * DRIFT_SECONDS + 1, 60.0)


def test_an_opened_camera_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its size, its rate and what cannot be locked: in sentences, each time it is opened."""
    driver = Driver(stubborn=(cv2.CAP_PROP_FOCUS,))
    delivers = {
        cv2.CAP_PROP_FRAME_WIDTH: 640.0,
        cv2.CAP_PROP_FRAME_HEIGHT: 480.0,
        cv2.CAP_PROP_FPS: 5.0,
    }
    driver.values |= delivers
    opened = SimpleNamespace(capture=driver)
    monkeypatch.setattr(cameras, "usb", lambda device, asked: opened)
    camera = cameras.opener_for("camera", locked=Locked(0.02, 60.0, 3400.0, 90.0))()
    assert camera is opened
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "The camera delivers 640 x 480 pixels, not the 1280 x 720 asked for.",
        "The camera delivers only 5 pictures per second; please plug it into a fast USB port of "
        "its own.",
        "The camera set the focus to 30 instead of the 90 asked for.",
    ]
    caplog.clear()
    asked = cameras.CameraRequest(640, 480)
    driver.values[cv2.CAP_PROP_FPS] = 0.0
    assert cameras.opener_for("camera", asked)() is opened
    assert not caplog.records
