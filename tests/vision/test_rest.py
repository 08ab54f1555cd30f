"""When a rest is looked at, and when what lies there is said to have come."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from vision.arrays import Floats
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import ForeignSeen, Sighting
from vision.watching.motion import RestDetector, RestSchedule
from vision.watching.thresholds import THRESHOLDS
from vision.watching.watcher import Watcher


def due(asked: str, until: float) -> list[float]:
    """Return the moments at which a rest that begins at 10 s says yes, asked 25 times a second."""
    rest = RestSchedule(10.0, 10.12)
    times = [10.12 + k / 25 for k in range(round(until * 25))]
    return [round(t - 10.0, 2) for t in times if getattr(rest, asked)(t)]


def test_what_is_not_explained_is_looked_at_ever_more_rarely() -> None:
    looks = due("look_due", 6.0)
    pauses = [later - sooner for sooner, later in pairwise(looks)]
    assert looks[0] == 0.12
    assert all(a < 0.6 * b for a, b in pairwise(pauses))


def test_the_newest_card_is_read_again_a_few_times() -> None:
    again = due("reread_due", 6.0)
    assert len(again) == len(THRESHOLDS.motion.reread_seconds)
    assert all(
        0 <= t - at < 0.05 for t, at in zip(again, THRESHOLDS.motion.reread_seconds, strict=True)
    )


def test_of_a_trick_at_rest_the_newest_card_is_read_again_once_the_picture_is_sharp(
    profile: Profile, nets: Nets
) -> None:
    table, watcher = Table(), Watcher(profile, nets)
    lead = Laid(card("EO"), 580, 330, 0.1, 100.0)
    watch(watcher, [*table.frames(0.6), *table.slide(lead, (480, 600))])
    watch(watcher, table.frames(1.4))
    nine = Laid(card("E9"), 420, 260, 1.4, 100.0)
    blurred = [*table.slide(nine, (-80, 280)), *table.frames(0.16)]
    for frame in blurred:
        frame.image[:, :500] = cv2.GaussianBlur(frame.image[:, :500], (0, 0), 2.5)
    (told,) = (one for one in watch(watcher, blurred) if isinstance(one, Sighting))
    sharp = watch(watcher, table.frames(0.6))
    assert all(isinstance(one, Sighting) for one in sharp)  # nothing moved
    (again,) = (one for one in sharp if isinstance(one, Sighting))
    assert (again.track, again.t) == (told.track, told.t)
    assert max(again.log_scores) > max(told.log_scores)


def test_a_card_whose_coming_was_not_seen_is_not_said_to_have_come_with_the_last_one(
    profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, watcher = Table(), Watcher(profile, nets)
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("G9"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    events = watch(watcher, frames)
    # In light that flickers the motion of a dim card may go unnoticed.
    monkeypatch.setattr(RestDetector, "_moved", lambda *_: False)
    came = frames[-1].t
    table.cards.append(Laid(card("SA"), 400, 230, 1.3))
    events += watch(watcher, table.frames(0.8))
    assert codes(events, profile) == ["G9", "SA"]
    second = next(event for event in events if isinstance(event, Sighting) and event.track == 1)
    assert came - 0.05 < second.t < second.known_t


class PaperTable(Table):
    """A table on which the Seven of Schellen is white paper."""

    def _draw(self, image: Floats, laid: Laid) -> None:
        if laid.card is card("S7"):
            cv2.fillConvexPoly(image, np.round(laid.corners()).astype(np.int32), (235, 235, 235))
        else:
            super()._draw(image, laid)


def test_what_is_no_card_of_the_deck_is_told_by_the_second_look(
    profile: Profile, nets: Nets
) -> None:
    table, watcher = PaperTable(), Watcher(profile, nets)
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("EO"), 480, 330, 0.1), (480, 600)), *table.frames(0.6)]
    watch(watcher, frames)
    frames = [*table.slide(Laid(card("S7"), 420, 250, 1.3), (-80, 280)), *table.frames(1.0)]
    (told,) = (one for one in watch(watcher, frames) if isinstance(one, ForeignSeen))
    pause = THRESHOLDS.motion.look_seconds
    assert pause < told.known_t - told.t < 2 * pause
