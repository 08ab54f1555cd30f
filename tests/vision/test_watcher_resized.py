"""A camera that delivers another size in mid-trick, for good or for a while: the trick goes on."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid
from tests.vision.test_watcher import codes, watch
from tests.vision.test_watcher_moved import Patterned
from vision.arrays import as_image
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import CardTakenBack, Sighting, TrickCleared, VisionEvent
from vision.watching.watcher import Watcher

SMALLER, LARGER, OTHER_SHAPE = (720, 405), (1280, 720), (640, 480)


def sized(frames: Iterator[Frame], size: tuple[int, int]) -> Iterator[Frame]:
    """The same frames from a camera that delivers another size; a narrower one lacks the sides."""
    for frame in frames:
        tall, wide = frame.image.shape[:2]
        off = (wide - round(tall * size[0] / size[1])) // 2
        image = frame.image[:, off : wide - off]
        yield Frame(frame.index, frame.t, as_image(cv2.resize(image, size)))


def two_cards(watcher: Watcher, table: Patterned, profile: Profile) -> list[VisionEvent]:
    events = watch(watcher, table.frames(1.2))
    events += watch(watcher, table.slide(Laid(card("EO"), 480, 330, 0.1), (480, 600)))
    events += watch(watcher, table.frames(1.0))
    events += watch(watcher, table.slide(Laid(card("S7"), 420, 260, 1.4), (-80, 280)))
    events += watch(watcher, table.frames(1.0))
    assert codes(events, profile) == ["EO", "S7"]
    return events


def ended(events: list[VisionEvent]) -> list[TrickCleared | CardTakenBack]:
    return [event for event in events if isinstance(event, TrickCleared | CardTakenBack)]


@pytest.mark.parametrize("size", [SMALLER, OTHER_SHAPE])
def test_a_camera_back_at_its_old_size_in_mid_trick_loses_nothing(
    profile: Profile, nets: Nets, size: tuple[int, int]
) -> None:
    watcher, table = Watcher(profile, nets), Patterned()
    events = two_cards(watcher, table, profile)
    events += watch(watcher, sized(table.frames(1.5), size))
    events += watch(watcher, table.frames(1.0))
    events += watch(watcher, table.slide(Laid(card("HA"), 520, 210, 3.3), (500, -90)))
    events += watch(watcher, table.frames(1.0))
    assert codes(events, profile) == ["EO", "S7", "HA"]
    assert ended(events) == []
    events += watch(watcher, table.sweep())
    events += watch(watcher, table.frames(1.0))
    (cleared,) = ended(events)
    assert isinstance(cleared, TrickCleared)
    assert cleared.cards == 3


def test_another_size_of_the_same_view_goes_on_with_the_trick(profile: Profile, nets: Nets) -> None:
    size = LARGER
    watcher, table = Watcher(profile, nets), Patterned()
    events = two_cards(watcher, table, profile)
    third = Laid(card("HA"), 520, 210, 3.3)
    events += watch(watcher, sized(table.frames(1.0), size))
    events += watch(watcher, sized(table.slide(third, (500, -90)), size))
    events += watch(watcher, sized(table.frames(1.0), size))
    assert codes(events, profile) == ["EO", "S7", "HA"]
    newest = [event for event in events if isinstance(event, Sighting)][-1]
    k = size[0] / table.width
    np.testing.assert_allclose(np.mean(newest.quad, axis=0), (520 * k, 210 * k), atol=5.0 * k)
    events += watch(watcher, sized(table.sweep(), size))
    events += watch(watcher, sized(table.frames(1.5), size))
    assert [type(event) for event in ended(events)] == [TrickCleared]
    fourth = Laid(card("GA"), 470, 280, 0.4)
    after = watch(watcher, sized(table.slide(fourth, (470, 600)), size))
    after += watch(watcher, sized(table.frames(1.0), size))
    assert codes(after, profile) == ["GA"]


def test_what_was_read_meanwhile_counts_and_the_old_view_does_not_come_back(
    profile: Profile, nets: Nets
) -> None:
    """The trick goes and the next is led while the pictures have another shape."""
    watcher, table = Watcher(profile, nets), Patterned()
    events = two_cards(watcher, table, profile)
    table.cards.clear()
    events += watch(watcher, sized(table.frames(1.0), OTHER_SHAPE))
    lead = table.slide(Laid(card("GA"), 470, 280, 0.4), (470, 600))
    events += watch(watcher, sized(lead, OTHER_SHAPE))
    events += watch(watcher, sized(table.frames(1.0), OTHER_SHAPE))
    assert codes(events, profile) == ["EO", "S7", "GA"]
    assert ended(watch(watcher, table.frames(1.5))) == []
