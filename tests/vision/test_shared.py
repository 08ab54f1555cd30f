"""Real pictures: the photographs and the first tricks of a recorded evening."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path

import numpy as np
import pytest

from tests.shared_data import shared_path
from vision.camera.cameras import open_source
from vision.camera.frames import read_picture
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import Sighting, TrickCleared
from vision.still.recognise import recognise
from vision.watching.watcher import Watcher

pytestmark = pytest.mark.shared

SECONDS = 24.0
"""Of the recording: two tricks and more; `tests/evenings/test_watch.py` goes on further."""
EVERY = 3
"""Of so many photographs one: every rank, each suit; `pytest -m prove tests/vision` reads all."""


@pytest.fixture(scope="module")
def bavarian(nets: Nets) -> Profile:
    art = shared_path("cards", "art", "german-bavarian-fxschmid-digital-shuitacode")
    return enrol_folder(art, "bavarian", nets).profile


def test_photographs_of_a_deck_enrolled_from_its_art_are_read(
    bavarian: Profile, nets: Nets
) -> None:
    pictures = sorted(shared_path("cards", "photos", "bavarian-black-cloth").glob("??.jpg"))
    assert len(pictures) == 32
    pictures = pictures[::EVERY]
    read = {
        path.stem: [seen.card.code for seen in recognise(read_picture(path), bavarian, nets)]
        for path in pictures
    }
    assert {code[0] for code in read} == set("EGHS")
    assert {code[1] for code in read} == set("AZKOU987")
    assert read == {code: [code] for code in read}


def truth(video: Path) -> list[dict[str, object]]:
    lines = video.with_suffix(".truth.jsonl").read_text().splitlines()
    told = [json.loads(line) for line in lines]
    return [event for event in told if event["seconds"] < SECONDS - 1.5]


def test_the_first_tricks_of_an_evening_are_read(bavarian: Profile, nets: Nets) -> None:
    video = shared_path("evenings", "evening-1.mp4")
    watcher = Watcher(bavarian, nets)
    with open_source(str(video)) as source:
        frames = takewhile(lambda frame: frame.t < SECONDS, source)
        events = [event for frame in frames for event in watcher.feed(frame)]
    last = {event.track: event for event in events if isinstance(event, Sighting)}
    told = truth(video)
    cards = [str(event["card"]) for event in told if event["kind"] == "card"]
    read = [bavarian.cards[int(np.argmax(last[track].log_scores))].code for track in sorted(last)]
    assert read[: len(cards)] == cards
    taken = sum(event["kind"] == "trick_taken" for event in told)
    cleared = [event.cards for event in events if isinstance(event, TrickCleared)]
    assert cleared[:taken] == [4] * taken
