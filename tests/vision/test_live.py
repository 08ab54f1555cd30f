"""Live pictures: only the newest; a camera that goes, freezes, darkens, changes, comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from engine.text import PlainError, Text
from tests.vision.test_frames import DEADLINE, grey
from vision.arrays import Image
from vision.frames import open_source
from vision.health import DARK_SECONDS, FROZEN_PICTURES, FROZEN_SECONDS
from vision.idle import IDLE_AFTER_SECONDS, LOOKS_A_SECOND
from vision.live import FROZEN_PATIENCE_SECONDS, STALE_SECONDS, LiveSource, SourceState


class Script:
    """A camera that delivers what the test hands it, and waits in between."""

    def __init__(self) -> None:
        self._pictures: list[Image | None] = []
        self._more = threading.Condition()
        self._grabbed: Image | None = None
        self.reason: Text | None = None
        self.released = 0

    def put(self, *pictures: Image | None) -> None:
        with self._more:
            self._pictures += pictures
            self._more.notify_all()

    def grab(self) -> bool:
        with self._more:
            assert self._more.wait_for(lambda: self._pictures, DEADLINE)
            self._grabbed = self._pictures.pop(0)
        return self._grabbed is not None

    def retrieve(self) -> Image | None:
        return self._grabbed

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


def noisy(seed: int, level: int = 120, size: tuple[int, int] = (48, 64)) -> Image:
    """A resting table as a sensor delivers it: never the same picture twice."""
    noise = np.random.default_rng(seed).normal(level, 2.0, (*size, 3))
    return np.clip(noise, 0, 255).astype(np.uint8)


class Told:
    """Waits until the source has said what the test expects, instead of waiting for a time."""

    def __init__(self, source: LiveSource) -> None:
        self._source = source
        self._news = threading.Condition()
        self.said: list[SourceState] = []
        source.listen(self._hear)

    def _hear(self, state: SourceState) -> None:
        with self._news:
            self.said.append(state)
            self._news.notify_all()

    def wait_for(self, *states: SourceState) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.said == list(states), DEADLINE), self.said


def test_a_frozen_picture_is_said_and_never_handed_over(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    told = Told(source)
    script.put(noisy(0))
    assert source.newest(DEADLINE) is not None
    stuck = noisy(1)
    for count in range(FROZEN_PICTURES + 1):
        script.put(stuck.copy())
        wait_for(source, count + 2)
    assert told.said == []  # ten pictures alone are no proof: they came in no time
    clock.now += FROZEN_SECONDS
    script.put(stuck.copy())
    told.wait_for(SourceState.FROZEN)
    assert source.trouble is not None
    assert "frozen" in source.trouble.en
    assert source.newest(0.0) is None
    script.put(noisy(2))
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.gap
    told.wait_for(SourceState.FROZEN, SourceState.OPEN)
    assert source.trouble is None


def test_a_camera_that_stays_frozen_is_opened_anew(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    told = Told(source)
    stuck = noisy(1)
    for count in range(FROZEN_PICTURES + 1):
        script.put(stuck.copy())
        wait_for(source, count + 1)
    clock.now += FROZEN_SECONDS
    script.put(stuck.copy())
    told.wait_for(SourceState.FROZEN)
    clock.now += FROZEN_PATIENCE_SECONDS
    script.put(stuck.copy(), noisy(3))
    told.wait_for(SourceState.FROZEN, SourceState.OPEN)
    assert script.released == 1


def test_a_resting_table_is_not_frozen(source: LiveSource, script: Script, clock: Clock) -> None:
    told = Told(source)
    for count in range(40):
        script.put(noisy(count))
        wait_for(source, count + 1)
        clock.now += 0.3
    assert told.said == []


def test_darkness_is_said_and_light_ends_it(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    told = Told(source)
    script.put(noisy(0, level=6))
    wait_for(source, 1)
    clock.now += DARK_SECONDS
    script.put(noisy(1, level=6))
    told.wait_for(SourceState.DARK)
    assert source.trouble is not None
    assert "dunkel" in source.trouble.de
    assert source.newest(0.0) is None
    script.put(noisy(2))
    told.wait_for(SourceState.DARK, SourceState.OPEN)


def test_a_covered_lens_is_dark_not_frozen(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    told = Told(source)
    for count in range(FROZEN_PICTURES + 4):
        script.put(grey(0))
        wait_for(source, count + 1)
        clock.now += 0.5
    assert told.said == [SourceState.DARK]


def test_another_size_is_said_and_read_on(source: LiveSource, script: Script) -> None:
    told = Told(source)
    script.put(noisy(0))
    assert source.newest(DEADLINE) is not None
    script.put(noisy(1, size=(24, 32)))
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.image.shape == (24, 32, 3)
    told.wait_for(SourceState.RESIZED)
    assert source.trouble is not None
    assert "32 x 24 instead of 64 x 48" in source.trouble.en
    script.put(noisy(2))
    told.wait_for(SourceState.RESIZED, SourceState.OPEN)
    assert source.trouble is None


def test_a_camera_that_hangs_is_told_while_its_thread_still_waits() -> None:
    script, now = Script(), [0.0]
    source = LiveSource(lambda: script, first=script, clock=lambda: now[0])
    told = Told(source)
    frames = iter(source)
    script.put(noisy(0))
    assert next(frames).index == 0
    now[0] = STALE_SECONDS + 1.0
    reader = threading.Thread(target=lambda: next(frames, None))
    reader.start()
    told.wait_for(SourceState.LOST)  # nothing came: the thread hangs in the camera
    script.put(noisy(1))
    reader.join(DEADLINE)
    told.wait_for(SourceState.LOST, SourceState.OPEN)
    closing = threading.Thread(target=source.close)
    closing.start()
    script.put(None)
    closing.join(DEADLINE)


def test_why_a_camera_cannot_be_opened_is_passed_on() -> None:
    attempts = threading.Semaphore(0)
    script = Script()
    why = Text(de="Kabel ab", en="cable off")

    def opener() -> Script:
        attempts.release()
        raise PlainError(why)

    source = LiveSource(opener, first=script, reopen_seconds=0.001)
    told = Told(source)
    script.put(None)
    for _ in range(3):
        assert attempts.acquire(timeout=DEADLINE)
    told.wait_for(SourceState.LOST)
    assert source.trouble == why
    source.close()


class Lamp:
    def __init__(self) -> None:
        self.lit = False
        self._news = threading.Condition()

    def on(self) -> None:
        self._set(True)

    def off(self) -> None:
        self._set(False)

    def _set(self, lit: bool) -> None:
        with self._news:
            self.lit = lit
            self._news.notify_all()

    def wait_for(self, lit: bool) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.lit is lit, DEADLINE)


def test_the_light_follows_the_camera_and_off_means_off() -> None:
    lamp, script, opened = Lamp(), Script(), threading.Semaphore(0)

    def opener() -> Script:
        opened.release()
        return script

    source = LiveSource(opener, first=script, light=lamp)
    told = Told(source)
    assert lamp.lit
    script.put(noisy(0))
    assert source.newest(DEADLINE) is not None
    source.switch_off()
    script.put(noisy(1))  # the picture the thread was waiting for
    told.wait_for(SourceState.OFF)
    lamp.wait_for(False)
    assert script.released == 1
    assert source.newest(0.0) is None
    assert source.trouble is not None
    assert not opened.acquire(blocking=False)
    source.switch_on()
    assert opened.acquire(timeout=DEADLINE)
    script.put(noisy(2))
    told.wait_for(SourceState.OFF, SourceState.OPEN)
    assert lamp.lit
    closing = threading.Thread(target=source.close)
    closing.start()
    script.put(None)
    closing.join(DEADLINE)
    lamp.wait_for(False)


class Counting(Script):
    """Counts how many of its pictures are decoded."""

    def __init__(self) -> None:
        super().__init__()
        self.decoded = 0

    def retrieve(self) -> Image | None:
        self.decoded += 1
        return super().retrieve()


def test_a_still_table_is_looked_at_seldom_and_motion_brings_the_full_rate_back() -> None:
    script, clock = Counting(), Clock()
    source = LiveSource(lambda: script, first=script, clock=clock)
    shown = 0

    def show(seconds: float, picture: Callable[[int], Image]) -> int:
        nonlocal shown
        before = script.decoded
        for _ in range(round(seconds * 25)):
            script.put(picture(shown))
            shown += 1
            wait_for(source, shown)
            clock.now += 0.04
        return script.decoded - before

    def handed(index: int) -> Image:
        picture = noisy(index)
        picture[20:, 8 + index % 20 : 20 + index % 20] = 200
        return picture

    assert show(IDLE_AFTER_SECONDS, noisy) == round(IDLE_AFTER_SECONDS * 25)
    still = show(4.0, noisy)
    assert still <= 4.0 * LOOKS_A_SECOND + 2
    assert source.idle
    moving = show(2.0, handed)
    assert moving >= 2.0 * 25 - 25 / LOOKS_A_SECOND - 1  # the first look at motion is the last idle
    assert not source.idle
    closing = threading.Thread(target=source.close)
    closing.start()
    script.put(None)
    closing.join(DEADLINE)
