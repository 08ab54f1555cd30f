"""Recordings, folders and live pictures."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from vision.arrays import Image
from vision.camera.cameras import open_source
from vision.camera.frames import PictureFolder, RegionMask, VideoFile, read_picture

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
    with pytest.raises(PlainError, match="missing or in use"):
        open_source("/dev/video97")
    with pytest.raises(PlainError, match="No camera answers"):
        open_source("http://127.0.0.1:9/video")
