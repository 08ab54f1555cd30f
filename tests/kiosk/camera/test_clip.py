"""The last seconds of the table's middle: bounded, masked, in memory, forgotten with the camera."""

from __future__ import annotations

import io
import json
import math
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import GERMAN_32, Card, card
from engine.text import PlainError
from kiosk.camera import clip as clips
from kiosk.camera.clip import EVERY_S, KEPT_S, SECONDS, Clip, ClipRing
from kiosk.camera.seen_cards import SeenTable
from tests.kiosk.rig import Rig, rigged
from vision.arrays import Image, as_image
from vision.camera.frames import Frame
from vision.place.geometry import Geometry, from_points, overhead
from vision.reading.nets import load_nets
from vision.sighting import Place, Quad, Sighting, TrickCleared

WIDTH, HEIGHT = 320, 180
QUAD: Quad = ((150.0, 80.0), (170.0, 80.0), (170.0, 110.0), (150.0, 110.0))


@dataclass
class Seen:
    """A ring that has seen what a test shows it, on a clock of its own."""

    now: float = 0.0
    ring: ClipRing = field(init=False)

    def __post_init__(self) -> None:
        self.ring = ClipRing(lambda: self.now)

    def shows(self, seconds: float, image: Image | None = None, fps: float = 25.0) -> None:
        """Let it see so many seconds of pictures."""
        for index in range(round(seconds * fps)):
            self.ring.sees(
                Frame(index, self.now + index / fps, plain() if image is None else image)
            )
        self.now += seconds

    def reads(self, named: str, track: int) -> None:
        """Let it hear of a card that is read as this one."""
        self.ring.hears(sighting(card(named), track, self.now))


def plain(grey: int = 120, width: int = WIDTH, height: int = HEIGHT) -> Image:
    return np.full((height, width, 3), grey, np.uint8)


def sighting(which: Card, track: int, t: float) -> Sighting:
    scores = [math.log(0.001)] * len(GERMAN_32)
    scores[GERMAN_32.index(which)] = math.log(0.969)
    return Sighting(track, t, t + 0.2, QUAD, Place(0.0, 0.0, 0.0), tuple(scores))


def frames_of(body: bytes) -> tuple[dict[str, Any], list[Image]]:
    """Return what a kept file holds: its text and its pictures."""
    with zipfile.ZipFile(io.BytesIO(body)) as file:
        told = json.loads(file.read("readings.json"))
        names = [name for name in file.namelist() if name.endswith(".jpg")]
        return told, [opened(file.read(name)) for name in names]


def opened(data: bytes) -> Image:
    found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return as_image(found)


def played(ring: ClipRing, clip: Clip) -> Clip:
    """See a clip to its end."""
    for index in range(len(clip.pictures)):
        assert ring.picture(clip.number, index) is not None
    return ring.played(clip.number)


def test_it_holds_ten_seconds_at_eight_pictures_a_second_and_forgets_what_is_older() -> None:
    seen = Seen()
    seen.shows(30.0)
    clip = seen.ring.take()
    assert SECONDS - 2 * EVERY_S <= clip.seconds <= SECONDS
    assert len(clip.pictures) <= SECONDS / EVERY_S + 1
    assert clip.pictures[-1].t == pytest.approx(30.0, abs=2 * EVERY_S)


def test_pictures_that_pack_badly_are_forgotten_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MOST_BYTES", 200_000)
    noise = np.random.default_rng(3).integers(0, 255, (HEIGHT, WIDTH, 3), np.uint8)
    seen = Seen()
    seen.shows(10.0, noise)
    assert 150_000 < seen.ring.size <= 200_000
    assert 0 < seen.ring.take().seconds < 5


def test_a_source_that_begins_anew_begins_a_new_ring() -> None:
    seen = Seen()
    seen.shows(8.0)
    seen.now = 0.0
    seen.shows(1.0)
    assert seen.ring.take().seconds <= 1.0


def test_outside_the_tables_middle_everything_is_black() -> None:
    """A person's bright shirt beside the square, a bright card in it."""
    image = plain()
    image[:, : (WIDTH - HEIGHT) // 2 - 2] = 255
    image[:, (WIDTH + HEIGHT) // 2 + 2 :] = 255
    image[80:110, 150:170] = 255
    seen = Seen()
    seen.shows(1.0, image)
    _, pictures = frames_of(seen.ring.take().zipped("isar", GERMAN_32))
    assert pictures
    for picture in pictures:
        assert picture.shape == (HEIGHT, HEIGHT, 3)
        # Nothing of what was bright beside it: neither in a column nor at the rim.
        assert int(picture[:, :60].max()) < 140
        assert int(picture[:, 110:].max()) < 140
        assert int(picture[85:105, 85:95].min()) > 230


def test_of_a_square_seen_askew_the_corners_of_the_cut_are_black() -> None:
    askew = from_points(
        [(110, 40), (210, 40), (270, 160), (50, 160)],
        [(-200, 200), (200, 200), (200, -200), (-200, -200)],
        400.0,
    )
    seen = Seen()
    seen.ring.geometry = lambda: askew
    seen.shows(1.0, plain(255))
    (first, *_) = frames_of(seen.ring.take().zipped("isar", GERMAN_32))[1]
    assert 120 <= first.shape[0] <= 122
    assert 220 <= first.shape[1] <= 222
    assert int(first[:40, :15].max()) < 40
    assert int(first[:40, -15:].max()) < 40
    assert int(first[60, 110].min()) > 240


@pytest.mark.parametrize("far", [2000.0, -2000.0])
def test_a_square_that_lies_beside_the_picture_shows_nothing_and_blinds_nobody(far: float) -> None:
    geometry = from_points(
        [(far, far), (far + 100, far), (far + 100, far + 100), (far, far + 100)],
        [(-200, 200), (200, 200), (200, -200), (-200, -200)],
        400.0,
    )
    seen = Seen()
    seen.ring.geometry = lambda: geometry
    seen.shows(1.0, plain(255))
    for picture in frames_of(seen.ring.take().zipped("isar", GERMAN_32))[1]:
        assert int(picture.max()) < 10


def test_a_large_picture_is_made_smaller_and_its_outlines_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clips, "MOST_SIDE", 90)
    image = plain()
    image[80:111, 150:171] = 255
    seen = Seen()
    seen.shows(0.5, image)
    seen.reads("EO", 1)
    seen.shows(0.5, image)
    told, pictures = frames_of(seen.ring.take().zipped("isar", GERMAN_32))
    assert pictures[0].shape == (90, 90, 3)
    (left, top), _, (right, bottom), _ = told["readings"][0]["quad"]
    lit = np.argwhere(pictures[0].min(axis=2) > 190)
    (first_y, first_x), (last_y, last_x) = lit.min(0), lit.max(0)
    assert (left, top) == (pytest.approx(first_x, abs=1.0), pytest.approx(first_y, abs=1.0))
    assert (right, bottom) == (pytest.approx(last_x, abs=1.0), pytest.approx(last_y, abs=1.0))


def test_the_file_holds_what_was_read_in_these_seconds_and_what_lay_there_still() -> None:
    seen = Seen()
    seen.reads("GA", 1)
    seen.ring.hears(TrickCleared(seen.now, seen.now, 1, None))
    seen.reads("EO", 2)
    seen.shows(15.0)
    seen.reads("SA", 3)
    seen.reads("S7", 3)
    seen.shows(1.0)
    told, pictures = frames_of(seen.ring.take().zipped("isar", GERMAN_32))
    assert (told["format"], told["version"], told["deck"]) == ("mehrkopf-clip", 1, "isar")
    assert len(told["t"]) == len(pictures) == len(set(told["t"]))
    assert told["t"] == sorted(told["t"])
    told_of = [(each["type"], each["card"]) for each in told["readings"]]
    assert told_of == [("card_seen", "EO"), ("card_seen", "SA"), ("card_seen_again", "S7")]
    # As `watch` without calls tells them, but for the corner of the cut.
    expected = SeenTable(GERMAN_32).hears(sighting(card("EO"), 2, 0.0))
    assert expected is not None
    shift = (WIDTH - HEIGHT) / 2
    moved = [[x - shift, y] for x, y in QUAD]
    assert told["readings"][0] == {**expected, "quad": moved}


def test_readings_by_another_deck_are_left_out() -> None:
    seen = Seen()
    seen.reads("EO", 1)
    seen.shows(1.0)
    told, _ = frames_of(seen.ring.take().zipped("other", GERMAN_32[:20]))
    assert told["readings"] == []


def test_it_is_kept_only_when_it_was_seen_to_its_end() -> None:
    seen = Seen()
    seen.shows(2.0)
    clip = seen.ring.take()
    with pytest.raises(PlainError, match="to the end"):
        seen.ring.played(clip.number)
    # The last picture alone is not the clip.
    seen.ring.picture(clip.number, len(clip.pictures) - 1)
    with pytest.raises(PlainError, match="to the end"):
        seen.ring.played(clip.number)
    assert played(seen.ring, clip) is clip
    again = seen.ring.take()
    with pytest.raises(PlainError, match="to the end"):
        seen.ring.played(again.number)


def test_a_clip_that_nobody_kept_is_gone_after_some_minutes_or_thrown_away() -> None:
    seen = Seen()
    seen.shows(2.0)
    clip = seen.ring.take()
    seen.now += KEPT_S - 1
    assert seen.ring.taken() is clip
    seen.now += 2
    assert seen.ring.taken() is None
    assert seen.ring.picture(clip.number, 0) is None
    with pytest.raises(PlainError, match="forgotten"):
        seen.ring.played(clip.number)
    other = seen.ring.take()
    assert other.number != clip.number
    seen.ring.drop()
    assert seen.ring.taken() is None


def test_of_what_was_never_seen_there_is_no_clip() -> None:
    with pytest.raises(PlainError, match="nothing to show"):
        ClipRing().take()


def test_forgetting_takes_everything_a_clip_taken_aside_as_well() -> None:
    seen = Seen()
    seen.reads("EO", 1)
    seen.shows(2.0)
    seen.ring.take()
    seen.ring.forget()
    assert seen.ring.size == 0
    assert seen.ring.taken() is None
    seen.shows(1.0)
    assert seen.ring.take().events == ()


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("clip"), load_nets()) as rig:
        yield rig


def test_the_camera_switched_off_takes_the_last_seconds_with_it_and_no_file_was_made(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    there = set(rig.home.root.rglob("*"))
    rig.workshop.camera.on()
    rig.camera.show(Frame(each, each / 25, rig.camera.table.picture()) for each in range(50))
    ring = rig.workshop.ring
    assert ring.take().seconds > 1
    rig.workshop.camera.off()
    assert ring.size == 0
    assert ring.taken() is None
    with pytest.raises(PlainError, match="off"):
        ring.take()
    assert set(rig.home.root.rglob("*")) == there
    assert list(tmp_path.iterdir()) == []


def test_it_looks_by_the_place_that_was_measured(rig: Rig) -> None:
    measured: Geometry = overhead(640, 400, 500.0)
    assert rig.workshop.ring.geometry() is rig.workshop.geometry
    rig.workshop.place(measured)
    assert rig.workshop.ring.geometry() == measured
