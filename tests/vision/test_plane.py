"""The table's plane is found from the cards, wherever the camera stands; nothing is lost by it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from engine.cards import card
from models.workshop.evening.geometry import TablePose, TiltedCamera, corners
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from tests.vision.test_watcher_moved import Patterned
from vision.arrays import Floats, as_image
from vision.camera.frames import Frame
from vision.place.geometry import Geometry, as_rows, transform
from vision.reading.nets import Nets
from vision.reading.plane import apart, fit_plane
from vision.reading.profile import Profile
from vision.sighting import CameraMoved, CardTakenBack, Sighting, TrickCleared, VisionEvent
from vision.watching.plane_estimate import PlaneEstimate, outlined
from vision.watching.watcher import Watcher

SIZE = (1280, 720)
WIDE, LONG = 58.0, 92.8


def seen(camera: TiltedCamera, count: int, seed: int, noise: float = 0.8) -> list[Floats]:
    """Return corners of cards that lie about the middle, each a little beside where it is."""
    rng = np.random.default_rng(seed)
    drawn = rng.uniform((-60, -60, 0), (60, 60, 2 * math.pi), (count, 3))
    places = [TablePose(float(x), float(y), float(turn)) for x, y, turn in drawn]
    quads = [camera.pixels(corners(place, WIDE, LONG)) for place in places]
    return [quad + rng.normal(0, noise, quad.shape) for quad in quads]


def askew(pitch: float, away: float, squeeze: float = 1.0) -> TiltedCamera:
    return TiltedCamera(
        tilt_x=0.0,
        tilt_y=0.0,
        pitch=math.radians(pitch),
        away=math.radians(away),
        squeeze=squeeze,
    )


@pytest.mark.parametrize(("pitch", "away"), [(0.0, 0.0), (25.0, 130.0), (45.0, 250.0)])
def test_one_card_tells_the_plane_roughly_more_tell_it_better_and_it_knows_how_well(
    pitch: float, away: float
) -> None:
    camera = askew(pitch, away)
    true = np.linalg.inv(camera.homography())
    doubts = []
    for count in (1, 3, 8):
        plane = fit_plane(seen(camera, count, round(pitch + away)), WIDE / LONG, SIZE)
        assert plane is not None
        assert plane.squeeze == 1.0
        assert apart(plane, np.asarray(true), SIZE) < 3 * plane.doubt
        doubts.append(plane.doubt)
    assert doubts[0] > 1.5 * doubts[1]
    assert doubts[1] > 1.2 * doubts[2]
    assert doubts[2] < 0.03


@pytest.mark.parametrize(("pitch", "squeeze"), [(0.0, 1.33), (20.0, 0.75)])
def test_a_squeezed_picture_is_noticed_and_put_right(pitch: float, squeeze: float) -> None:
    camera = askew(pitch, 70.0, squeeze)
    plane = fit_plane(seen(camera, 8, 3), WIDE / LONG, SIZE)
    assert plane is not None
    assert plane.squeeze == pytest.approx(squeeze, rel=0.04)
    assert apart(plane, np.asarray(np.linalg.inv(camera.homography())), SIZE) < 0.04


def test_a_plane_is_taken_only_where_it_pays(profile: Profile) -> None:
    upright = Geometry(as_rows(np.diag([0.5, -0.5, 1.0])), 480.0, calibrated=False)
    wide, long = profile.aspect * LONG, LONG
    for pitch, taken in ((0.0, False), (8.0, False), (30.0, True)):
        camera = askew(pitch, 90.0)
        rng = np.random.default_rng(4)
        estimate = PlaneEstimate(profile, SIZE)
        assert estimate.better(upright) is None
        found = None
        for _ in range(4):
            x, y, turn = (float(v) for v in rng.uniform((-50, -50, 0), (50, 50, 6)))
            place = TablePose(x, y, turn)
            estimate.add(camera.pixels(corners(place, wide, long)))
            found = found or estimate.better(upright)
        assert (found is not None) == taken
        if found is not None:
            # The picture's middle is the centre, a card has its length, the lower edge is near.
            assert np.abs(found.to_mm(np.array([[639.5, 359.5]]))).max() < 1e-6
            ends = camera.pixels(np.array([[0.0, -LONG / 2], [0.0, LONG / 2]]))
            length = math.dist(*found.to_mm(ends))
            assert length == pytest.approx(profile.height_mm, rel=0.03)
            assert found.to_mm(np.array([[639.5, 700.0]]))[0, 1] < -100


def test_the_rim_of_a_card_is_told_from_the_frame_printed_within_it() -> None:
    picture = np.full((400, 500, 3), (90, 120, 150), np.uint8)
    true = np.array([[150.3, 90.2], [260.6, 110.4], [230.1, 300.7], [118.4, 272.9]])
    fine = (np.array(true) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, fine, (238, 240, 240), cv2.LINE_AA, 4)
    middle = true.mean(0)
    inner = ((middle + (true - middle) * 0.94) * 16).astype(np.int32)
    cv2.polylines(picture, [inner], True, (40, 40, 40), 2, cv2.LINE_AA, 4)
    near = middle + (true - middle) * 0.97 + np.array([1.5, -1.0])
    found = outlined(picture, near)
    assert found is not None
    assert np.abs(found - true).max() < 1.5
    assert outlined(np.full_like(picture, 128), near) is None


def aslant(frames: Iterator[Frame], view: Floats) -> Iterator[Frame]:
    """The same frames from a camera that stands elsewhere."""
    for frame in frames:
        height, width = frame.image.shape[:2]
        warped = cv2.warpPerspective(
            frame.image, view, (width, height), borderMode=cv2.BORDER_REFLECT
        )
        yield Frame(frame.index, frame.t, as_image(warped))


def view_of(pitch: float, away: float, squeeze: float = 1.0) -> Floats:
    """Return the map from the drawn table's pixels to those of a camera askew."""
    camera = TiltedCamera(1.0, 0.0, 0.0, 0.0, 960, 540, math.radians(pitch), away, squeeze)
    flat = np.array([[1.0, 0.0, -480.0], [0.0, -1.0, 270.0], [0.0, 0.0, 1.0]])
    return np.asarray(camera.homography() @ flat)


TRICK = (
    (Laid(card("EO"), 480, 330, 0.15), (480, 600)),
    (Laid(card("S7"), 415, 265, 1.45), (-80, 280)),
    (Laid(card("HK"), 485, 200, 0.05), (480, -60)),
    (Laid(card("G9"), 560, 275, 1.7), (1040, 270)),
)


@pytest.mark.parametrize(
    ("pitch", "away"),
    [(40.0, 1.6), (45.0, 3.9)],
)
def test_a_trick_seen_askew_is_read_card_by_card_and_the_view_grows_better_meanwhile(
    profile: Profile,
    nets: Nets,
    monkeypatch: pytest.MonkeyPatch,
    pitch: float,
    away: float,
) -> None:
    """The table is seen anew in the middle of the trick: nothing is told twice, no card is lost."""
    taken: list[Geometry] = []
    better = PlaneEstimate.better

    def noted(self: PlaneEstimate, held: Geometry) -> Geometry | None:
        found = better(self, held)
        taken.extend([] if found is None else [found])
        return found

    monkeypatch.setattr(PlaneEstimate, "better", noted)
    watcher, table, view = Watcher(profile, nets), Table(), view_of(pitch, away)
    events: list[VisionEvent] = list(watch(watcher, aslant(table.frames(1.2), view)))
    for laid, start in TRICK:
        events += watch(watcher, aslant(table.slide(laid, start), view))
        events += watch(watcher, aslant(table.frames(1.4), view))
    assert codes(events, profile) == [laid.card.code for laid, _ in TRICK]
    assert taken
    last = {event.track: event for event in events if isinstance(event, Sighting)}
    scale = profile.height_mm / 160.0
    for sighting, (laid, _) in zip(last.values(), TRICK, strict=True):
        true = transform(view, laid.corners())
        off = min(np.abs(np.roll(true, turn, 0) - sighting.quad).max() for turn in (0, 2))
        assert off < 6
        assert abs(sighting.place.x - (laid.x - 480) * scale) < 12
        assert abs(sighting.place.y - (270 - laid.y) * scale) < 12
    table.cards.clear()
    after = watch(watcher, aslant(table.frames(1.2), view))
    assert [event.cards for event in after if isinstance(event, TrickCleared)] == [4]
    assert not any(isinstance(event, CardTakenBack) for event in [*events, *after])


def test_after_a_bump_a_plane_that_was_found_is_held(profile: Profile, nets: Nets) -> None:
    watcher, table, view = Watcher(profile, nets), Patterned(), view_of(40.0, 1.6)
    events: list[VisionEvent] = list(watch(watcher, aslant(table.frames(1.4), view)))
    (first, start), (second, other) = TRICK[:2]
    events += watch(watcher, aslant(table.slide(first, start), view))
    events += watch(watcher, aslant(table.frames(1.0), view))
    moved = np.array([[1.0, 0.0, 14.0], [0.0, 1.0, -9.0], [0.0, 0.0, 1.0]]) @ view
    events += watch(watcher, aslant(table.frames(3.0), moved))
    assert any(isinstance(event, CameraMoved) for event in events)
    events += watch(watcher, aslant(table.slide(second, other), moved))
    events += watch(watcher, aslant(table.frames(1.0), moved))
    assert codes(events, profile) == [first.card.code, second.card.code]
    last = [event for event in events if isinstance(event, Sighting)][-1]
    scale = profile.height_mm / 160.0
    assert (
        math.hypot(last.place.x - (second.x - 480) * scale, last.place.y - (270 - second.y) * scale)
        < 12
    )


def test_a_squeezed_film_is_read_from_the_second_trick_on_at_the_latest(
    profile: Profile, nets: Nets
) -> None:
    """One card alone looks askew; by the fourth it is clear that the picture is squeezed."""
    watcher, table, view = Watcher(profile, nets), Table(), view_of(0.0, 0.0, 1.33)
    watch(watcher, aslant(table.frames(1.0), view))
    for lap in range(2):
        events: list[VisionEvent] = []
        for laid, start in TRICK:
            events += watch(watcher, aslant(table.slide(laid, start), view))
            events += watch(watcher, aslant(table.frames(1.0), view))
        assert len(codes(events, profile)) == len(TRICK)
        if lap:
            assert codes(events, profile) == [laid.card.code for laid, _ in TRICK]
            last = [event for event in events if isinstance(event, Sighting)]
            apart_mm = math.hypot(
                last[0].place.x - last[2].place.x, last[0].place.y - last[2].place.y
            )
            assert apart_mm == pytest.approx(130 * profile.height_mm / 160.0, rel=0.06)
        table.cards.clear()
        watch(watcher, aslant(table.frames(1.0), view))


def test_a_camera_above_the_table_is_left_there(profile: Profile, nets: Nets) -> None:
    watcher, table = Watcher(profile, nets), Table()
    events = list(watch(watcher, table.frames(1.2)))
    for laid, start in TRICK:
        events += watch(watcher, table.slide(laid, start))
        events += watch(watcher, table.frames(1.0))
    assert codes(events, profile) == [laid.card.code for laid, _ in TRICK]
    quads = [np.asarray(event.quad) for event in events if isinstance(event, Sighting)]
    for quad, (laid, _) in zip(quads, TRICK, strict=False):
        assert np.abs(quad.mean(0) - (laid.x, laid.y)).max() < 3
