"""`mehrkopf watch` says what a recording did not hold: the deck it was told, or all the deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from kiosk import enrolling
from kiosk.evening import SAMPLE_VIDEO
from kiosk.home import Home
from tests.kiosk.cli import Cli
from tests.vision.drawn import drawn_profile
from vision.camera.frames import VideoFile
from vision.reading.nets import load_nets

CALLS = str(SAMPLE_VIDEO.with_name("evening.calls.jsonl"))
SECONDS = 18.0


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first two tricks of the sample evening, nearly, as a recording of its own."""
    path = tmp_path_factory.mktemp("watch") / "first-trick.avi"
    writer: cv2.VideoWriter | None = None
    with VideoFile(SAMPLE_VIDEO) as video:
        for frame in video:
            if frame.t > SECONDS:
                break
            if writer is None:
                height, width = frame.image.shape[:2]
                code = cv2.VideoWriter.fourcc(*"MJPG")
                writer = cv2.VideoWriter(str(path), code, 25, (width, height))
            writer.write(frame.image)
    assert writer is not None
    writer.release()
    return str(path)


def test_cards_of_another_deck_are_told_with_the_way_out(
    cli: Cli, tmp_path: Path, beginning: str
) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    enrolling.save_deck(replace(drawn_profile(load_nets()), name="drawn"), home)
    words = ("watch", beginning, "--deck", "drawn", "--calls", CALLS, "--home", str(home.root))
    said = cli(*words)
    assert (said.status, said.out) == (2, "")
    assert "gehören nicht zum Blatt „drawn“" in said.sentence


def test_a_recording_that_ends_early_says_how_many_deals_it_held(cli: Cli, beginning: str) -> None:
    said = cli("watch", beginning, "--deck", "isar", "--calls", CALLS)
    assert said.status == 0
    assert "Platz 4: SU" in said.out
    assert "0 von 3 angesagten Spielen bis zum Ende gesehen." in said.error
