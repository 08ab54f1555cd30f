"""A bump against the table: nothing is read from it, and the game goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from vision.arrays import as_image
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import CameraMoved, Sighting, VisionEvent
from vision.watching.watcher import Watcher


class Patterned(Table):
    """A table with a checked cloth and knots, so that a shift shows everywhere."""

    def __post_init__(self) -> None:
        super().__post_init__()
        rng = np.random.default_rng(11)
        rows, columns = np.mgrid[0 : self.height, 0 : self.width]
        checks = ((rows // 45 + columns // 45) % 2 * 26).astype(np.float32)
        spots = self._wood + checks[..., None]
        for _ in range(220):
            x, y = int(rng.integers(0, self.width)), int(rng.integers(0, self.height))
            size = (int(rng.integers(3, 11)), int(rng.integers(2, 7)))
            turn = float(rng.integers(0, 180))
            level = float(rng.integers(10, 140))
            cv2.ellipse(spots, (x, y), size, turn, 0, 360, (level, level, level * 0.8), -1)
        self._wood = np.asarray(spots, np.float32)


def bumped(frames: Iterator[Frame], x: float, y: float, turn: float = 0.0) -> Iterator[Frame]:
    """The same frames from a camera that was pushed."""
    for frame in frames:
        height, width = frame.image.shape[:2]
        matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0))
        matrix[:, 2] += np.array([x, y])
        seen = cv2.warpAffine(frame.image, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
        yield Frame(frame.index, frame.t, as_image(seen))


def shaken(table: Table) -> Iterator[Frame]:
    """Half a second of shaking."""
    for step in range(12):
        yield from bumped(table.frames(0.04), 14.0 * (-1) ** step, 9.0 * (-1) ** (step // 2))


@pytest.mark.parametrize(("x", "y", "turn"), [(16.0, -11.0, 0.0), (-9.0, 14.0, 1.5)])
def test_a_bump_in_mid_trick_is_no_play_and_the_next_card_is_read(
    profile: Profile, nets: Nets, x: float, y: float, turn: float
) -> None:
    watcher = Watcher(profile, nets)
    table = Patterned()
    events: list[VisionEvent] = []
    events += watch(watcher, table.frames(1.2))
    events += watch(watcher, table.slide(Laid(card("EO"), 480, 330, 0.1), (480, 600)))
    events += watch(watcher, table.frames(1.0))
    events += watch(watcher, table.slide(Laid(card("S7"), 420, 260, 1.4), (-80, 280)))
    events += watch(watcher, table.frames(1.0))
    assert codes(events, profile) == ["EO", "S7"]
    events += watch(watcher, shaken(table))
    after = watch(watcher, bumped(table.frames(1.5), x, y, turn))
    assert [event.far for event in after if isinstance(event, CameraMoved)] == [False]
    events += after
    third = bumped(table.slide(Laid(card("HA"), 520, 210, 3.3), (500, -90)), x, y, turn)
    events += watch(watcher, third)
    events += watch(watcher, bumped(table.frames(1.0), x, y, turn))
    assert codes(events, profile) == ["EO", "S7", "HA"]
    newest = [event for event in events if isinstance(event, Sighting) and event.track == 2][-1]
    matrix = np.asarray(cv2.getRotationMatrix2D((480, 270), turn, 1.0))
    expected = matrix @ np.array([520.0, 210.0, 1.0]) + (x, y)
    np.testing.assert_allclose(np.mean(newest.quad, axis=0), expected, atol=6.0)
