"""What the tests of vision share: the nets, the drawn deck, a camera led by the test."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.vision.drawn import drawn_profile
from tests.vision.live_fakes import Clock, Script
from tests.vision.test_frames import DEADLINE
from vision.camera.live import LiveSource
from vision.reading.nets import Nets
from vision.reading.profile import Profile


@pytest.fixture(scope="session")
def profile(nets: Nets) -> Profile:
    return drawn_profile(nets)


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
