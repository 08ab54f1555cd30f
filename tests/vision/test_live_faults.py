"""A camera that freezes, darkens, changes its size, hangs or cannot be opened, and comes back."""

from __future__ import annotations

import threading

from engine.text import PlainError, Text
from tests.vision.live_fakes import Clock, Script, Told, noisy, wait_for
from tests.vision.test_frames import DEADLINE, grey
from vision.camera.live import (
    DARK_SECONDS,
    FROZEN_PATIENCE_SECONDS,
    FROZEN_PICTURES,
    FROZEN_SECONDS,
    STALE_SECONDS,
    LiveSource,
    SourceState,
)


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
    for count in range(40, 41 + FROZEN_PICTURES):
        script.put(noisy(40))
        wait_for(source, count + 1)
        clock.now += 0.3
    told.wait_for(SourceState.FROZEN)
    assert source.trouble is not None


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


def test_a_black_picture_is_not_handed_over_even_before_it_is_said(
    source: LiveSource, script: Script
) -> None:
    """Looked at, it would be taken for a table on which everything changed."""
    told = Told(source)
    script.put(noisy(0))
    assert source.newest(DEADLINE) is not None
    script.put(noisy(1, level=2), noisy(2, level=2))
    wait_for(source, 3)
    assert source.newest(0.0) is None
    script.put(noisy(3))
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.gap
    assert told.said == []


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
    assert "32 x 24 pixels instead of 64 x 48" in source.trouble.en
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


def test_a_camera_that_failed_in_a_way_nobody_foresaw_is_taken_up_again(clock: Clock) -> None:
    first, second = Script(), Script()
    opened = iter([first, second])

    def breaks() -> bool:
        raise RuntimeError("a mistake in the library")

    source = LiveSource(lambda: next(opened), clock=clock, reopen_seconds=0.0)
    told = Told(source)
    first.put(noisy(0))
    assert source.newest(DEADLINE) is not None
    first.grab = breaks  # type: ignore[method-assign]
    first.put(noisy(1))
    told.wait_for(SourceState.OPEN, SourceState.LOST)
    second.put(noisy(2))
    told.wait_for(SourceState.OPEN, SourceState.LOST, SourceState.OPEN)
    frame = source.newest(DEADLINE)
    assert frame is not None
    assert frame.gap
    assert first.released == 1
    source.end()
    second.put(noisy(3))
    source.close()
