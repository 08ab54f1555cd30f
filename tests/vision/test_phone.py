"""A phone as the camera: what it may send, what it is told, and what is held of it."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from engine.text import PlainError
from tests.vision.live_fakes import Clock, noisy
from tests.vision.test_frames import DEADLINE
from vision.arrays import Image
from vision.camera.cameras import is_camera, open_camera, opener_for
from vision.camera.live import STALE_SECONDS, LiveSource, SourceState
from vision.camera.phone import (
    FIRST_S,
    HEARD_S,
    NEXT_S,
    PHONE,
    QUALITIES,
    QUICK_MS,
    SLOW_MS,
    PhoneCapture,
    PhoneLine,
    PhoneWord,
    jpeg_size,
    phone_opener,
)


def jpeg(picture: Image, *more: int) -> bytes:
    good, body = cv2.imencode(".jpg", picture, list(more))
    assert good
    return body.tobytes()


def table(seed: int = 1, size: tuple[int, int] = (48, 64)) -> bytes:
    return jpeg(noisy(seed, size=size))


def claiming(width: int, height: int) -> bytes:
    """Return a small JPEG that says it is as large as that."""
    body = bytearray(table())
    at = body.index(b"\xff\xc0")
    struct.pack_into(">HH", body, at + 5, height, width)
    return bytes(body)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def line(clock: Clock) -> PhoneLine:
    """A line with a phone on it whose camera is wanted."""
    made = PhoneLine(clock)
    made.opened(True)
    made.size(64, 48, 30)
    made.hear(PhoneWord())
    made.want(True)
    return made


def test_the_size_is_read_before_anything_is_decoded() -> None:
    assert jpeg_size(table(size=(48, 64))) == (64, 48)
    grey = jpeg(np.zeros((40, 50), np.uint8))
    assert jpeg_size(grey) == (50, 40)
    assert jpeg_size(claiming(65_535, 65_535)) == (65_535, 65_535)


def _cut(body: bytes) -> bytes:
    return body[:-1]


def _no_scan(body: bytes) -> bytes:
    return body[: body.index(b"\xff\xda")] + b"\xff\xd9"


def _part_scan(body: bytes) -> bytes:
    """Return it as if its first scan held one of three components: more would follow."""
    at = body.index(b"\xff\xda")
    return body[: at + 4] + b"\x01" + body[at + 5 :]


def _two_frames(body: bytes) -> bytes:
    at = body.index(b"\xff\xc0")
    (length,) = struct.unpack_from(">H", body, at + 2)
    return body[:at] + body[at : at + 2 + length] + body[at:]


def _short_segment(body: bytes) -> bytes:
    return body[:2] + b"\xff\xe0\x00\x01" + body[2:]


def _no_mark(body: bytes) -> bytes:
    return body[:2] + b"\x00" + body[2:]


def _twelve_bits(body: bytes) -> bytes:
    at = body.index(b"\xff\xc0")
    return body[: at + 4] + b"\x0c" + body[at + 5 :]


@pytest.mark.parametrize(
    "spoil",
    [_cut, _no_scan, _part_scan, _two_frames, _short_segment, _no_mark, _twelve_bits],
)
def test_what_is_no_jpeg_in_one_pass_is_refused(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(PlainError, match="not a picture as agreed"):
        jpeg_size(spoil(table()))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"GIF89a",
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8" + b"\xff" * 5000 + b"\xff\xd9",
        jpeg(noisy(1), cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        jpeg(noisy(1, size=(16, 16))),
    ],
)
def test_other_bytes_are_refused(body: bytes) -> None:
    with pytest.raises(PlainError):
        jpeg_size(body)


def test_a_bomb_is_refused_by_what_it_claims(line: PhoneLine) -> None:
    for width, height in ((65_535, 65_535), (65, 48), (64, 49)):
        with pytest.raises(PlainError, match="at most 64 a side") as refused:
            line.take(claiming(width, height))
        assert f"{width} x {height}" in refused.value.text.en
    assert line.fetch(0) is None


def test_upright_and_across_are_alike(line: PhoneLine) -> None:
    line.take(table(size=(64, 48)))
    assert line.state.size == (48, 64)


def test_the_newest_picture_alone_is_held(line: PhoneLine) -> None:
    for seed in range(5):
        line.take(table(seed))
    assert line.fetch(0) == table(4)
    assert line.fetch(0) is None


def test_off_holds_nothing_and_tells_the_phone(line: PhoneLine) -> None:
    line.light(True)
    line.take(table())
    assert line.order().camera
    assert line.order().torch
    line.want(False)
    assert not line.order().camera
    assert not line.order().torch
    line.take(table())
    line.want(True)
    assert line.fetch(0) is None


def test_off_ends_a_wait_at_once(line: PhoneLine) -> None:
    capture, got = PhoneCapture(line), list[bool]()
    waiting = threading.Thread(target=lambda: got.append(capture.grab()))
    waiting.start()
    line.want(False)
    waiting.join(DEADLINE)
    assert got == [False]


def test_size_and_rate_are_the_tables(line: PhoneLine) -> None:
    line.size(1920, 1080, 30)
    order = line.hear(PhoneWord())
    assert (order.width, order.height, order.every_ms) == (1920, 1080, 67)
    line.size(1280, 720, 5)
    assert line.order().every_ms == 200


def test_slow_pictures_get_smaller_and_quick_ones_better(line: PhoneLine) -> None:
    def after(took_ms: int, times: int) -> float:
        for _ in range(times):
            line.hear(PhoneWord(took_ms=took_ms))
        return line.order().quality

    assert after(SLOW_MS + 1, 5) == QUALITIES[0]
    assert not line.state.coarse
    assert after(SLOW_MS + 1, 1) == QUALITIES[1]
    assert line.state.coarse
    assert after(SLOW_MS + 1, 600) == QUALITIES[-1]
    assert after(QUICK_MS - 1, 89) == QUALITIES[-1]
    assert after(QUICK_MS - 1, 1) == QUALITIES[-2]
    line.newcomer()
    assert line.order().quality == QUALITIES[0]


def test_what_is_missing_is_said(clock: Clock) -> None:
    line = PhoneLine(clock)

    def missing() -> str:
        said = line.missing()
        return "" if said is None else said.en

    opener = phone_opener(line, 64, 48, 30)
    assert "switched off" in missing()
    line.opened(True, known=False)
    assert "show the code" in missing()
    line.newcomer()
    assert "does not answer" in missing()
    line.opened(True)
    assert "does not answer" in missing()
    with pytest.raises(PlainError, match="does not answer"):
        opener()
    line.hear(PhoneWord(refused=True))
    assert "tap “Share the camera”" in missing()
    line.hear(PhoneWord())
    assert missing() == ""
    capture = opener()
    assert capture is not None
    assert capture.reason is not None
    assert "keep its page in front" in capture.reason.en
    clock.now += HEARD_S + 0.1
    assert "does not answer" in capture.reason.en
    line.opened(False)
    assert "switched off" in capture.reason.en


def test_the_rate_is_of_the_last_seconds(line: PhoneLine, clock: Clock) -> None:
    for seed in range(10):
        line.take(table(seed))
    assert line.state.rate == pytest.approx(2.0)
    clock.now += 6.0
    assert line.state.rate == 0.0
    assert not line.state.there


def test_a_phone_is_a_camera_with_a_line_of_its_own() -> None:
    assert is_camera(PHONE)
    assert not is_camera("./phone")
    with pytest.raises(PlainError, match="running table only"):
        open_camera(PHONE)
    with pytest.raises(PlainError, match="switched off"):
        opener_for(PHONE, line=PhoneLine())()


def test_a_wait_is_shorter_than_the_table_takes_for_a_hang() -> None:
    assert NEXT_S < STALE_SECONDS
    assert FIRST_S > STALE_SECONDS


def test_a_phone_is_seen_through_lost_and_found_again() -> None:
    line, states = PhoneLine(), list[SourceState]()
    line.opened(True)
    told = threading.Condition()

    def heard(state: SourceState) -> None:
        with told:
            states.append(state)
            told.notify_all()

    def reached(state: SourceState) -> None:
        with told:
            assert told.wait_for(lambda: states[-1:] == [state], DEADLINE), states

    with LiveSource(phone_opener(line, 64, 48, 30), reopen_seconds=0.01, off=True) as source:
        source.listen(heard)
        line.hear(PhoneWord())
        line.want(True)
        source.switch_on()
        line.take(table(1))
        frame = source.newest(DEADLINE)
        assert frame is not None
        assert frame.image.shape == (48, 64, 3)
        reached(SourceState.OPEN)
        line.opened(False)
        reached(SourceState.LOST)
        assert source.trouble is not None
        assert "switched off" in source.trouble.en
        line.opened(True)
        line.hear(PhoneWord())
        line.take(table(2))
        found = source.newest(DEADLINE)
        assert found is not None
        assert found.gap
        reached(SourceState.OPEN)
        line.want(False)
        source.switch_off()
        reached(SourceState.OFF)
