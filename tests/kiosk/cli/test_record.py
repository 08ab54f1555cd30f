"""`mehrkopf record`: with consent, only the table's middle, readable however it ends."""

from __future__ import annotations

import json
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from engine.text import PlainError
from kiosk.camera import recorder
from kiosk.camera.recorder import (
    LAST_FREE,
    LEAST_FREE,
    Recording,
    badge,
    record,
    recording_now,
    refuse,
)
from kiosk.cli import main
from kiosk.home.data_folder import Home
from kiosk.table.resumption import SAMPLE_VIDEO
from kiosk.web.phones.desk import pin_of
from tests.kiosk.cli import Cli, start
from tests.vision import films
from vision.arrays import Image
from vision.camera.frames import Closing, Frame, FrameSource, VideoFile

PATIENCE_S = 60.0


def read(path: Path) -> list[Frame]:
    with VideoFile(path) as video:
        return list(video)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    pictures = [np.full((240, 320, 3), 60 + index, np.uint8) for index in range(50)]
    return films.film(tmp_path / "film.mp4", pictures)


def test_what_was_recorded_is_read_back(cli: Cli, film: Path, tmp_path: Path) -> None:
    said = cli("record", str(tmp_path / "evening"), "--source", str(film), "--yes")
    assert said.status == 0
    assert said.out.splitlines()[0].endswith("evening.mkv (Strg+C beendet)")
    assert "0:02 aufgenommen" in said.out
    assert f"{tmp_path / 'evening.mkv'}: 0:02" in said.out
    assert "An den Namen evening wurde .mkv gehängt" in said.out
    frames = read(tmp_path / "evening.mkv")
    assert len(frames) == 50
    np.testing.assert_allclose([frame.t for frame in frames], np.arange(50) / 25, atol=0.002)
    original = [int(frame.image[120, 160, 0]) for frame in read(film)]
    assert [int(frame.image[120, 160, 0]) for frame in frames] == pytest.approx(original, abs=8)


def test_only_the_middle_of_the_table_gets_into_the_file(
    cli: Cli, film: Path, tmp_path: Path
) -> None:
    assert cli("record", str(tmp_path / "a.mkv"), "--source", str(film), "--yes").status == 0
    whole = ("record", str(tmp_path / "b.mkv"), "--source", str(film), "--yes", "--whole")
    assert cli(*whole).status == 0
    masked, plain = read(tmp_path / "a.mkv")[9].image, read(tmp_path / "b.mkv")[9].image
    # The square of 240 and a tenth more: from 28 to 291; the codec smears by a few pixels.
    assert masked[:, :20].max() <= 8
    assert masked[:, 300:].max() <= 8
    assert masked[5:-5, 40:280].min() > 40
    assert plain.min() > 40


def test_a_measured_table_decides_what_is_seen(cli: Cli, film: Path, tmp_path: Path) -> None:
    corners = [word for at in ("20,20", "140,20", "140,140", "20,140") for word in ("--at", at)]
    measured = cli("camera", "corners", "--source", str(film), "--table", "700x700", *corners)
    assert measured.status == 2  # a card is 16 pixels long there
    assert "zu klein" in measured.sentence


def test_without_consent_nothing_is_recorded(
    cli: Cli, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.mkv"
    said = cli("record", str(out), "--source", str(film))
    assert said.status == 2
    assert "--yes" in said.sentence
    assert not out.exists()


@pytest.mark.parametrize(("answer", "status"), [("j\n", 0), ("y\n", 0), ("n\n", 1), ("", 1)])
def test_a_person_at_the_keyboard_is_asked(
    answer: str,
    status: int,
    film: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Keyboard:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return answer

    monkeypatch.setattr("sys.stdin", Keyboard())
    monkeypatch.setenv("MEHRKOPF_HOME", str(tmp_path / "home"))
    assert main(["record", str(tmp_path / "a.mkv"), "--source", str(film)]) == status
    assert (tmp_path / "a.mkv").exists() == (status == 0)
    assert ("Nichts wurde aufgenommen." in capsys.readouterr().err) == (status == 1)


def test_what_cannot_be_recorded_is_refused_before_anything_happens(
    cli: Cli, film: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there.mkv"
    there.write_bytes(b"an older evening")
    for out, words in (
        (there, "gibt es schon"),
        (tmp_path / "no" / "a.mkv", "Den Ordner"),
    ):
        said = cli("record", str(out), "--source", str(film), "--yes")
        assert said.status == 2
        assert words in said.sentence
    assert there.read_bytes() == b"an older evening"
    said = cli("record", str(tmp_path / "a.mkv"), "--source", str(film), "--yes", "--minutes", "0")
    assert "mehr als 0" in said.sentence
    with pytest.raises(PlainError, match="too little space"):
        refuse(tmp_path / "a.mkv", free=lambda folder: LEAST_FREE - 1)


def test_a_name_for_another_kind_of_video_or_a_folder_is_refused(
    cli: Cli, film: Path, tmp_path: Path
) -> None:
    said = cli("record", str(tmp_path / "a.AVI"), "--source", str(film), "--yes")
    assert (said.status, said.out) == (2, "")
    assert f"nicht als .avi; bitte die Datei {tmp_path / 'a.mkv'} nennen" in said.sentence
    said = cli("record", str(tmp_path), "--source", str(film), "--yes", "--lang", "en")
    assert (said.status, "is a folder; please name the file" in said.sentence) == (2, True)
    dated = str(tmp_path / "Abend 21.11.2026")
    assert cli("record", dated, "--source", str(film), "--yes").status == 0
    assert read(Path(f"{dated}.mkv"))


def test_it_stops_when_the_time_is_up(cli: Cli, film: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.mkv"
    words = ("record", str(out), "--source", str(film), "--yes", "--minutes", "0.02")
    assert cli(*words).status == 0
    assert len(read(out)) == 30


class Camera(Closing):
    """Pictures at the times a test names."""

    live = True

    def __init__(self, *times: float) -> None:
        self._times = times

    def __iter__(self) -> Iterator[Frame]:
        for index, t in enumerate(self._times):
            yield Frame(index, t, picture(index))


def picture(index: int) -> Image:
    return np.full((240, 320, 3), 50 + 20 * (index % 10), np.uint8)


def recorded(source: FrameSource, out: Path) -> recorder.RecordedVideo:
    return record(source, Recording(out), threading.Event(), lambda seconds, size: None)


def test_a_camera_of_uneven_pace_fills_an_even_file(tmp_path: Path) -> None:
    done = recorded(Camera(10.0, 10.04, 10.2, 10.21, 10.4), tmp_path / "a.mkv")
    levels = [round(float(frame.image[120, 160, 0])) for frame in read(tmp_path / "a.mkv")]
    assert done.frames == 11
    assert levels == pytest.approx([50, 70, *[90] * 4, *[130] * 5], abs=8)


def test_a_pause_of_the_camera_is_counted_not_filled(tmp_path: Path) -> None:
    done = recorded(Camera(0.0, 0.04, 60.0, 60.04), tmp_path / "a.mkv")
    assert (done.frames, done.pauses) == (4, 1)


def test_a_full_disk_ends_the_recording_with_a_readable_file(tmp_path: Path) -> None:
    out = tmp_path / "a.mkv"
    source = Camera(*(index / 25 for index in range(200)))
    left = iter((LAST_FREE + 1, LAST_FREE - 1))
    with pytest.raises(PlainError, match="disk is full") as refusal:
        record(
            source,
            Recording(out),
            threading.Event(),
            lambda seconds, size: None,
            free=lambda folder: next(left),
        )
    assert "4 seconds" in refusal.value.text.en
    assert len(read(out)) == 100


def test_a_camera_without_a_picture_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="delivered no picture"):
        recorded(Camera(), tmp_path / "a.mkv")
    assert list(tmp_path.iterdir()) == []


def test_the_badge_is_up_exactly_while_recording(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert recording_now(home) is None
    with badge(home, tmp_path / "evening.mkv"):
        said = recording_now(home)
        assert said is not None
        assert (said.de, said.en) == ("Aufnahme läuft: evening.mkv", "Recording: evening.mkv")
    assert recording_now(home) is None


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_however_it_is_ended_what_was_recorded_can_be_watched(
    how: signal.Signals, tmp_path: Path
) -> None:
    """The sample evening is 275 s long; the process is ended as soon as some of it is there."""
    out, home = tmp_path / "evening.mkv", tmp_path / "home"
    process = start(home, "record", str(out), "--source", str(SAMPLE_VIDEO), "--yes")
    waiting, deadline = threading.Event(), time.monotonic() + PATIENCE_S
    while not out.exists() or out.stat().st_size < 400_000:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stderr
        waiting.wait(0.01)
    assert recording_now(Home(home)) is not None
    process.send_signal(how)
    said, complaint = process.communicate(timeout=PATIENCE_S)
    assert recording_now(Home(home)) is None
    if how is signal.SIGKILL:
        assert process.returncode == -9
    else:
        assert (process.returncode, complaint) == (0, "")
        assert "aufgenommen" in said
    with VideoFile(out) as copy, VideoFile(SAMPLE_VIDEO) as original:
        frames = 0
        for mine, theirs in zip(copy, original, strict=False):
            frames += 1
            assert mine.t == pytest.approx(theirs.t, abs=0.002)
        middle = (slice(200, 520), slice(480, 800))
        apart = np.abs(mine.image[middle].astype(int) - theirs.image[middle])
    assert frames > 25
    assert float(apart.mean()) < 6.0


def test_a_recording_goes_through_watch(cli: Cli, tmp_path: Path) -> None:
    """Six seconds of the sample evening, recorded and watched, hold its first two cards."""
    out = tmp_path / "evening.mkv"
    words = ("record", str(out), "--source", str(SAMPLE_VIDEO), "--yes", "--minutes", "0.1")
    assert cli(*words).status == 0
    calls = SAMPLE_VIDEO.with_name("evening.calls.jsonl")
    said = cli("watch", str(out), "--deck", "isar", "--calls", str(calls), "--json")
    assert said.status == 0
    events = map(json.loads, said.out.splitlines())
    read_cards = [event["card"] for event in events if event["type"] == "card_played"]
    truth = SAMPLE_VIDEO.with_name("evening.truth.jsonl").read_text("utf-8").splitlines()
    laid = [line["card"] for line in map(json.loads, truth) if line["kind"] == "card"]
    assert read_cards == laid[:2]


def test_free_room_is_asked_of_the_folder(tmp_path: Path) -> None:
    assert recorder.room_left(tmp_path) == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)


def _ended(*_: object) -> str:
    raise EOFError


def test_where_there_is_a_pin_it_is_asked_for(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.home.mkdir(parents=True)
    pin_of(Home(cli.home)).choose("2580")
    out = tmp_path / "abend.mkv"
    for typed, told in (("", "braucht es den PIN"), ("1111\n", "nicht der PIN")):
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        said = cli("record", str(out), "--yes", "--source", str(tmp_path / "none.mkv"))
        assert said.status == 2
        assert told in said.sentence
    # Ctrl+D at a terminal's question is no PIN either.
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("kiosk.cli.record.getpass", _ended)
    said = cli("record", str(out), "--yes", "--source", str(tmp_path / "none.mkv"))
    assert (said.status, "braucht es den PIN" in said.sentence) == (2, True)
    monkeypatch.setattr("sys.stdin", StringIO("2580\n"))
    said = cli("record", str(out), "--yes", "--source", str(tmp_path / "none.mkv"))
    assert "PIN" not in said.sentence
    assert "none.mkv" in said.sentence
    assert not out.exists()
