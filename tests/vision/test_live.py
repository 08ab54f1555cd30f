"""Live pictures: only the newest; the lamp follows the camera; a still table costs little."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from tests.vision.live_fakes import Clock, Script, Told, noisy, wait_for
from tests.vision.test_frames import DEADLINE, grey
from vision.arrays import Image
from vision.camera.cameras import open_source
from vision.camera.live import IDLE_AFTER_SECONDS, LOOKS_A_SECOND, LiveSource, SourceState


def test_a_live_source_hands_over_the_newest_and_drops_the_rest(
    source: LiveSource, script: Script, clock: Clock
) -> None:
    script.put(grey(110), grey(120))
    wait_for(source, 2)
    clock.now = 103.5
    script.put(grey(130))
    wait_for(source, 3)
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.image.mean() == 130
    assert (frame.index, frame.t) == (2, 3.5)
    assert source.newest(0.0) is None


def test_time_goes_on_where_the_program_before_stopped(clock: Clock, script: Script) -> None:
    with LiveSource(lambda: script, clock=clock, off=True) as source:
        clock.now += 8.0
        source.count_from(300.0)
        clock.now += 2.0
        source.switch_on()
        script.put(grey(110))
        frame = source.newest(DEADLINE)
        script.put(None)
    assert frame is not None
    assert frame.t == 302.0


def test_the_same_picture_is_never_handed_over_twice(source: LiveSource, script: Script) -> None:
    script.put(grey(110))
    first = source.newest(DEADLINE)
    script.put(grey(110))
    second = source.newest(DEADLINE)
    assert first is not None
    assert second is not None
    assert (first.index, second.index) == (0, 1)


def test_a_lost_camera_is_said_and_opened_again(source: LiveSource, script: Script) -> None:
    said: list[SourceState] = []
    source.listen(said.append)
    script.put(grey(110))
    assert source.newest(DEADLINE) is not None
    script.put(None, grey(120))
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.image.mean() == 120
    assert said == [SourceState.LOST, SourceState.OPEN]
    assert source.state is SourceState.OPEN
    assert script.released == 1


def test_closing_ends_an_iteration_in_another_thread(clock: Clock, script: Script) -> None:
    source = LiveSource(lambda: script, first=script, clock=clock)
    seen: list[float] = []
    reader = threading.Thread(target=lambda: seen.extend(frame.t for frame in source))
    reader.start()
    script.put(grey(110))
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
            for level in range(40, 250):
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
    assert source._health._before is source._idle._anchor is None, "no picture is kept either"
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
