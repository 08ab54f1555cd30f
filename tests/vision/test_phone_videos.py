"""Recordings as phones write them, and recordings that broke on the way."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from engine.text import PlainError
from tests.vision import films
from vision.camera.cameras import open_source
from vision.camera.frames import LONGEST_SIDE, RegionMask, VideoFile
from vision.place.geometry import overhead

WHITE = 200


@pytest.mark.parametrize(
    ("degrees", "white"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))]
)
def test_a_recording_is_turned_as_the_phone_was_held(
    tmp_path: Path, degrees: int, white: tuple[int, int]
) -> None:
    path = films.film(tmp_path / "turned.mp4", films.corner(128, 64))
    films.turned(path, degrees)
    with VideoFile(path) as video:
        frame = next(iter(video))
        assert video.size == ((64, 128) if degrees in (90, 270) else (128, 64))
    assert frame.image.shape[:2] == ((128, 64) if degrees in (90, 270) else (64, 128))
    row, column = white
    assert frame.image[row, column].min() > WHITE
    assert frame.image[-1 - row, -1 - column].max() < WHITE


def test_times_are_those_of_the_frames_not_of_a_rate(tmp_path: Path) -> None:
    path = films.film(tmp_path / "vfr.mp4", films.corner(64, 48, 20), fps=25.0)
    films.retimed(path, (1, 4))
    with VideoFile(path) as video:
        times = [frame.t for frame in video]
        assert video.warning is None
    steps = np.diff(times)
    np.testing.assert_allclose(steps[:9], 0.04, atol=0.002)
    np.testing.assert_allclose(steps[10:], 0.16, atol=0.002)


def test_of_an_upright_recording_the_middle_square_is_watched(tmp_path: Path) -> None:
    path = films.film(tmp_path / "upright.mp4", films.corner(90, 160))
    with VideoFile(path) as video:
        height, width = next(iter(video)).image.shape[:2]
    corners = overhead(width, height).to_px(np.array([[-240.0, 240.0], [240.0, -240.0]]))
    np.testing.assert_allclose(corners, [[-0.5, 34.5], [89.5, 124.5]], atol=1e-6)


def test_four_k_is_made_smaller_once_and_its_mask_with_it(tmp_path: Path) -> None:
    path = films.film(tmp_path / "four_k.mp4", films.corner(3840, 2160, 2))
    mask = RegionMask([(0, 0), (1920, 0), (1920, 2160), (0, 2160)])
    with VideoFile(path, mask) as video:
        frames = list(video)
        assert video.shrunk == 2.0
        assert video.size == (3840, 2160)
    assert frames[0].image.shape == (1080, LONGEST_SIDE, 3)
    assert frames[0].image[10, 10].min() > WHITE
    assert frames[0].image[:, 961:].max() == 0
    assert frames[0].image[-1, 950].min() > 0


def test_a_recording_that_breaks_off_is_read_so_far_and_says_so(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    pictures = [rng.integers(0, 255, (120, 160, 3), np.uint8) for _ in range(50)]
    path = films.index_first(films.film(tmp_path / "sent.mp4", pictures))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with VideoFile(path) as video:
        frames = list(video)
        warning = video.warning
    assert 5 <= len(frames) <= 35
    assert warning is not None
    assert "breaks off after" in warning.en
    assert "of 2.0 seconds" in warning.en


def test_a_whole_recording_is_not_said_to_break_off(tmp_path: Path) -> None:
    for name, code in (("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.mkv", "mp4v")):
        path = films.film(tmp_path / name, films.corner(64, 48, 30), fourcc=code)
        with VideoFile(path) as video:
            assert len(list(video)) == 30
            assert video.warning is None


def test_what_is_no_video_ends_with_one_plain_sentence(tmp_path: Path) -> None:
    whole = films.film(tmp_path / "whole.mp4", films.corner(64, 48, 30)).read_bytes()
    tiny = np.full((2, 2, 3), 9, np.uint8)
    films.film(tmp_path / "tiny.avi", [tiny] * 3, fourcc="FFV1")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.mp4").write_text("Protokoll des Abends\n" * 50)
    films.sound(tmp_path / "sound.mp4")
    for name, words in (
        ("empty.mp4", "the file is empty"),
        ("cut.mp4", "ends before its index"),
        ("text.mp4", "please name another file"),
        ("sound.mp4", "it contains no pictures"),
        ("tiny.avi", "only 2 x 2 pixels"),
    ):
        with pytest.raises(PlainError, match="is not a readable video") as refusal:
            open_source(str(tmp_path / name))
        assert words in refusal.value.text.en
        for said in (refusal.value.text.de, refusal.value.text.en):
            assert said.startswith(str(tmp_path / name))
            assert "\n" not in said


def test_a_recording_of_one_frame_is_one(tmp_path: Path) -> None:
    path = tmp_path / "one.avi"
    films.film(path, films.corner(64, 48, 1), fourcc="MJPG")
    with VideoFile(path) as video:
        assert [frame.t for frame in video] == [0.0]


def test_a_pipe_is_no_video(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(PlainError, match="not an ordinary file"):
        open_source(str(tmp_path / "pipe.mp4"))
