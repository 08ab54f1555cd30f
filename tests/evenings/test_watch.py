"""The beginning of a recorded evening through the whole line, and what a cut makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.camera.filed_answers import Answers
from kiosk.camera.watch_recording import Watching, watch
from kiosk.director.deal_source import CalledDeals, read_deals
from tests.evenings.score_evening import load, score
from tests.shared_data import shared_path
from vision.camera.frames import Closing, Frame, VideoFile
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile

pytestmark = pytest.mark.shared

SECONDS = 34.0
"""Four tricks and a lead."""
CUT = 17.0


class Beginning(Closing):
    """A recording cut short."""

    live = False

    def __init__(self, video: Path, seconds: float) -> None:
        self._file = VideoFile(video)
        self._seconds = seconds

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._file:
            if frame.t > self._seconds:
                return
            yield frame

    def close(self) -> None:
        self._file.close()


@pytest.fixture(scope="module")
def bavarian(nets: Nets) -> Profile:
    folder = shared_path("cards", "art", "german-bavarian-fxschmid-digital-shuitacode")
    return enrol_folder(folder, "bavarian", nets).profile


def said_of(video: Path, seconds: float, profile: Profile, nets: Nets) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = []
    calls = CalledDeals(video.with_suffix(".calls.jsonl"))
    answers = Answers(read_deals(video.with_suffix(".deals.jsonl")))
    watch(Watching(Beginning(video, seconds), profile, nets, calls, answers), said.append)
    return said


def test_an_evening_begins_right_and_a_cut_one_says_the_same(bavarian: Profile, nets: Nets) -> None:
    video = shared_path("evenings", "evening-1.mp4")
    said = said_of(video, SECONDS, bavarian, nets)
    true = load(video.with_suffix(".deals.jsonl"))[0]["plays"]
    played = [event for event in said if event["type"] == "card_played"]
    last = {index: [event["seat"], event["card"]] for index, event in enumerate(played)}
    for event in said:
        assert event["type"] not in ("card_inserted", "card_removed", "verdict")
        if event["type"] == "card_corrected":
            last[event["of"]] = [event["seat"], event["card"]]
    assert len(played) >= 17
    assert list(last.values()) == true[: len(played)]
    assert [e["seat"] for e in said if e["type"] == "trick_taken"] == [3, 3, 2, 2]
    assert score(said, video).delay_s < 0.6

    cut = said_of(video, CUT, bavarian, nets)
    assert len(cut) > 10
    assert cut == said[: len(cut)]
