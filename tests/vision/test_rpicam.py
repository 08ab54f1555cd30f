"""The ribbon camera's child: a script in its place writes pictures, dies, hangs or is missing."""

from __future__ import annotations

import json
import stat
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.text import PlainError
from tests.vision.live_fakes import Told, wait_for
from tests.vision.test_frames import DEADLINE
from vision.camera import rpicam
from vision.camera.cameras import CameraRequest, device_of, is_camera, opener_for
from vision.camera.live import LiveSource, SourceState
from vision.camera.rpicam import RpicamSettings, arguments, rpicam_opener, why_failed

SIZE = RpicamSettings(width=64, height=48)
FAKE = """#!{python}
import json, os, signal, sys
words = sys.argv[1:]
if words == ["--list-cameras"]:
    print("Available cameras:")
    print("0 : {sensor} [4608x2592 10-bit RGGB] (/base/soc)")
    sys.exit()
width, height = (int(words[words.index(name) + 1]) for name in ("--width", "--height"))
with open({log!r}, "a") as log:
    log.write(json.dumps(words) + "\\n")
count = sum(1 for _ in open({log!r}))
FRAME = [signal.SIGALRM]
signal.pthread_sigmask(signal.SIG_BLOCK, FRAME)
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
def tick():
    signal.sigwait(FRAME)
def picture(index):
    noise = os.urandom(width * height)
    luma = bytes(100 + index % 100 + byte % 5 for byte in noise)
    sys.stdout.buffer.write(luma + bytes([128]) * (width * height // 2))
    sys.stdout.buffer.flush()
{body}
"""


def fake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, sensor: str = "imx708"
) -> Path:
    """Put a script in the place of rpicam-vid; return the file it notes its starts in."""
    folder = tmp_path / "bin"
    folder.mkdir()
    log = tmp_path / "starts"
    script = folder / rpicam.PROGRAM
    script.write_text(FAKE.format(python=sys.executable, log=str(log), body=body, sensor=sensor))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(folder))
    return log


def test_pictures_come_as_the_child_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = fake(tmp_path, monkeypatch, "for index in range(3): picture(40 * index)\nsignal.pause()")
    capture = rpicam_opener(SIZE)()
    levels = []
    for _ in range(3):
        picture = capture.retrieve()
        assert picture is not None
        assert picture.shape == (48, 64, 3)
        levels.append(round(float(picture.mean()) / 10))
        if len(levels) < 3:
            assert capture.grab()
    capture.release()
    assert levels[0] < levels[1] < levels[2]
    assert '"yuv420"' in log.read_text()


def test_the_child_is_asked_for_what_was_locked() -> None:
    words = arguments(
        RpicamSettings(
            width=1536,
            height=864,
            exposure_us=20_000,
            gain=2.5,
            awb_gains=(1.8, 2.1),
            lens_dioptres=1.25,
            mains_hz=60,
        )
    )
    told = dict(pairwise(words))
    assert told["--width"] == "1536"
    assert told["--shutter"] == "20000us"
    assert told["--gain"] == "2.500"
    assert told["--awbgains"] == "1.800,2.100"
    assert told["--autofocus-mode"] == "manual"
    assert told["--lens-position"] == "1.250"
    assert told["--flicker-period"] == "8333us"
    assert "--shutter" not in arguments(RpicamSettings())


@pytest.mark.parametrize(
    ("sensor", "mode"),
    [("imx708", "2304:1296"), ("imx708_wide", "2304:1296"), ("imx219", None), ("ov5647", None)],
)
def test_the_whole_angle_of_the_sensor_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sensor: str, mode: str | None
) -> None:
    log = fake(tmp_path, monkeypatch, "picture(0)\nsignal.pause()", sensor)
    rpicam_opener(SIZE)().release()
    (words,) = map(json.loads, log.read_text().splitlines())
    told = dict(pairwise(words))
    assert told.get("--mode") == mode
    assert (told["--width"], told["--height"]) == ("64", "48"), "the picture is as large as asked"


def test_a_mode_that_is_asked_for_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = fake(tmp_path, monkeypatch, "picture(0)\nsignal.pause()")
    rpicam_opener(replace(SIZE, mode="1536:864"))().release()
    assert '"--mode", "1536:864"' in log.read_text()


def test_a_child_that_dies_is_started_again_with_its_reason_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "if count == 1:\n"
        "    for index in range(5): picture(index)\n"
        "    sys.exit('ERROR: *** Camera frontend has timed out! ***')\n"
        "while True:\n"
        "    picture(0)\n"
        "    tick()\n"
    )
    log = fake(tmp_path, monkeypatch, body)
    opener = rpicam_opener(SIZE)
    source = LiveSource(opener, first=opener(), reopen_seconds=0.01)
    reasons = []
    source.listen(lambda state: reasons.append((state, source.trouble)))
    told = Told(source)
    told.wait_for(SourceState.LOST, SourceState.OPEN)
    frame = source.newest(DEADLINE)
    source.close()
    assert frame is not None
    assert frame.gap
    assert len(log.read_text().splitlines()) == 2
    state, reason = reasons[0]
    assert state is SourceState.LOST
    assert reason is not None
    assert "ribbon cable" in reason.en


def test_a_child_that_hangs_is_ended_by_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpicam, "PICTURE_SECONDS", 0.2)
    monkeypatch.setattr(rpicam, "_KILL_SECONDS", 0.2)
    body = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\npicture(0)\npicture(1)\nsignal.pause()\n"
    fake(tmp_path, monkeypatch, body)
    capture = rpicam_opener(SIZE)()
    assert capture.grab()
    assert not capture.grab()
    assert capture.reason is not None
    assert "stopped delivering pictures" in capture.reason.en
    capture.release()
    assert capture._child.returncode == -9


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("ERROR: *** no cameras available ***", "No CSI camera found"),
        ("Pipeline handler in use by another process", "in use by another program"),
        ("ERROR: *** unrecognised option '--flicker-period' ***", "too old"),
        ("ERROR: *** something new ***", "something new"),
    ],
)
def test_why_the_child_does_not_start_is_said_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, words: str
) -> None:
    fake(tmp_path, monkeypatch, f"sys.exit({said!r})")
    with pytest.raises(PlainError, match=words):
        rpicam_opener(SIZE)()


def test_a_missing_program_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlainError, match="sudo apt install rpicam-apps"):
        opener_for("csi")()


def test_a_width_the_child_would_pad_is_refused() -> None:
    with pytest.raises(PlainError, match="multiple of 64"):
        rpicam_opener(RpicamSettings(width=1000))()


def test_silence_is_told_by_its_status() -> None:
    assert "Status -11" in why_failed([], -11).de


def test_cameras_are_told_from_files() -> None:
    for spec in ("camera", "0", "/dev/video2", "csi", "csi:1", "http://camera.test/video"):
        assert is_camera(spec)
    for spec in ("evening.mp4", "/tmp/pictures", "csi.mp4"):
        assert not is_camera(spec)
    assert device_of("camera") == "/dev/video0"
    assert device_of("3") == "/dev/video3"
    assert CameraRequest() == CameraRequest(1280, 720, 30)


def test_the_source_stays_idle_free_of_a_child_after_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, monkeypatch, "while True:\n    picture(0)\n    tick()\n")
    opener = rpicam_opener(SIZE)
    first = opener()
    source = LiveSource(opener, first=first)
    wait_for(source, 3)
    source.close()
    assert first._child.returncode is not None
