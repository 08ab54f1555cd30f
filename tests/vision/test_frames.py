"""Recordings, folders and live pictures."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from vision.arrays import Image
from vision.frames import PictureFolder, VideoFile, open_source, read_picture
from vision.live import LiveSource, SourceState
from vision.mask import RegionMask

DEADLINE = 20.0


def grey(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for level in range(10, 160, 10):
        writer.write(grey(level))
    writer.release()
    return path


def test_a_recording_is_read_frame_by_frame_with_its_times(video: Path) -> None:
    with open_source(str(video)) as source:
        frames = list(source)
    assert not source.live
    assert [frame.index for frame in frames] == list(range(15))
    np.testing.assert_allclose([frame.t for frame in frames], np.arange(15) / 20, atol=0.002)
    assert [round(frame.image.mean() / 10) for frame in frames] == list(range(1, 16))


def test_a_recording_closed_while_another_thread_reads_it_ends_there(video: Path) -> None:
    source = VideoFile(video)
    started, closed = threading.Event(), threading.Event()
    seen: list[int] = []

    def read() -> None:
        for frame in source:
            seen.append(frame.index)
            started.set()
            closed.wait(DEADLINE)

    reader = threading.Thread(target=read)
    reader.start()
    assert started.wait(DEADLINE)
    source.close()
    closed.set()
    reader.join(DEADLINE)
    assert not reader.is_alive()
    assert seen == [0]


def test_a_recording_is_masked_at_its_source(video: Path) -> None:
    mask = RegionMask([(10, 10), (30, 10), (30, 30), (10, 30)])
    with open_source(str(video), mask) as source:
        for frame in source:
            assert frame.image[40, 50].max() == 0
            assert frame.image[20, 20].max() > 0


@pytest.mark.parametrize("content", [b"", b"no video at all", b"RIFF\0\0\0\0AVI "])
def test_an_unreadable_video_is_said_plainly(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.mp4"
    path.write_bytes(content)
    with pytest.raises(PlainError, match="not a readable video") as refusal:
        open_source(str(path))
    assert "kein lesbares Video" in refusal.value.text.de


def test_a_missing_video_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="no video"):
        VideoFile(tmp_path / "none.mp4")


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.jpg", 30)):
        cv2.imwrite(str(tmp_path / name), grey(level))
    (tmp_path / "notes.txt").write_text("no picture")
    with open_source(str(tmp_path)) as source:
        frames = list(source)
    assert [round(frame.image.mean() / 10) for frame in frames] == [1, 2, 3]
    assert [frame.t for frame in frames] == [0.0, 0.04, 0.08]


def test_folders_and_pictures_that_are_none_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="no picture in the folder"):
        PictureFolder(tmp_path)
    with pytest.raises(PlainError, match="no picture"):
        read_picture(tmp_path / "none.png")
    (tmp_path / "broken.png").write_bytes(b"no picture")
    with pytest.raises(PlainError, match="not a readable picture"):
        read_picture(tmp_path / "broken.png")


def test_cameras_that_are_not_there_are_said_plainly() -> None:
    with pytest.raises(PlainError, match="not there or taken"):
        open_source("/dev/video97")
    with pytest.raises(PlainError, match="No camera answers"):
        open_source("http://127.0.0.1:9/video")


class Script:
    """A camera that delivers what the test hands it, and waits in between."""

    def __init__(self) -> None:
        self._pictures: list[Image | None] = []
        self._more = threading.Condition()
        self.released = 0

    def put(self, *pictures: Image | None) -> None:
        with self._more:
            self._pictures += pictures
            self._more.notify_all()

    def read(self) -> Image | None:
        with self._more:
            assert self._more.wait_for(lambda: self._pictures, DEADLINE)
            return self._pictures.pop(0)

    def release(self) -> None:
        self.released += 1


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def wait_for(source: LiveSource, grabbed: int) -> None:
    """Wait until the camera's thread has taken so many pictures."""
    done = threading.Event()
    while source.grabbed < grabbed:
        assert not done.wait(0.002) or source.grabbed >= grabbed


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def source(script: Script, clock: Clock) -> Iterator[LiveSource]:
    live = LiveSource(lambda: script, first=script, clock=clock, reopen_seconds=0.01)
    yield live
    closing = threading.Thread(target=live.close)
    closing.start()
    script.put(None)
    closing.join(DEADLINE)
    assert not closing.is_alive()


def test_a_live_source_hands_over_the_newest_and_drops_the_rest(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    script.put(grey(10), grey(20))
    wait_for(source, 2)
    clock.now = 103.5
    script.put(grey(30))
    wait_for(source, 3)
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.image.mean() == 30
    assert (frame.index, frame.t) == (2, 3.5)
    assert source.newest(0.0) is None


def test_the_same_picture_is_never_handed_over_twice(source: LiveSource, script: Script) -> None:
    script.put(grey(10))
    first = source.newest(DEADLINE)
    script.put(grey(10))
    second = source.newest(DEADLINE)
    assert first is not None
    assert second is not None
    assert (first.index, second.index) == (0, 1)


def test_a_lost_camera_is_said_and_opened_again(source: LiveSource, script: Script) -> None:
    said: list[SourceState] = []
    source.listen(said.append)
    script.put(grey(10))
    assert source.newest(DEADLINE) is not None
    script.put(None, grey(20))
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.image.mean() == 20
    assert said == [SourceState.LOST, SourceState.OPEN]
    assert source.state is SourceState.OPEN
    assert script.released == 1


def test_closing_ends_an_iteration_in_another_thread(clock: Clock, script: Script) -> None:
    source = LiveSource(lambda: script, first=script, clock=clock)
    seen: list[float] = []
    reader = threading.Thread(target=lambda: seen.extend(frame.t for frame in source))
    reader.start()
    script.put(grey(10))
    wait_for(source, 1)
    closing = threading.Thread(target=source.close)
    closing.start()
    script.put(None)
    reader.join(DEADLINE)
    closing.join(DEADLINE)
    assert not reader.is_alive()
    assert len(seen) <= 1


class Mjpeg(BaseHTTPRequestHandler):
    """A network camera: pictures of rising brightness, as fast as they are taken."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for level in range(2, 250):
                _, data = cv2.imencode(".jpg", grey(level))
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                self.wfile.write(f"Content-Length: {len(data)}\r\n\r\n".encode())
                self.wfile.write(data.tobytes() + b"\r\n")
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""


def test_a_network_camera_delivers_ever_newer_pictures() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Mjpeg)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with open_source(f"http://127.0.0.1:{server.server_address[1]}/video.mjpg") as source:
            assert source.live
            levels = []
            for frame in source:
                levels.append(frame.image.mean())
                if len(levels) == 3:
                    break
    finally:
        server.shutdown()
        server.server_close()
    assert levels[0] < levels[1] < levels[2]
