"""Cameras, a clock and a listener that a test leads: nothing waits for a time."""

from __future__ import annotations

import threading

import numpy as np

from engine.text import Text
from tests.vision.test_frames import DEADLINE
from vision.arrays import Image
from vision.camera.live import LiveSource, SourceState


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
