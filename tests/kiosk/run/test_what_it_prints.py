"""What `mehrkopf run` prints: the address, what it watches, and where all is kept."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from kiosk.camera.connected import cameras
from tests.kiosk.cli import start

pytestmark = pytest.mark.skipif(bool(cameras()), reason="this machine has a camera")

PATIENCE_S = 60


@pytest.mark.parametrize(
    ("words", "watched"),
    [
        ((), "Keine Kamera gefunden: Es läuft die Vorführung."),
        (("--no-camera",), "Ohne Kamera, wie gewünscht: Aufgeschrieben wird von Hand."),
        (("--lang", "en"), "No camera found: the demonstration is playing."),
    ],
)
def test_a_start_says_where_what_and_into_which_folder(
    tmp_path: Path, words: tuple[str, ...], watched: str
) -> None:
    with start(tmp_path, "run", "--port", "0", *words) as running:
        assert running.stdout is not None
        said = [running.stdout.readline().rstrip() for _ in range(3)]
        os.kill(running.pid, signal.SIGINT)
        rest, errors = running.communicate(timeout=PATIENCE_S)
    assert re.search(r": http://\S+:\d+/ \(", said[0])
    assert said[1] == watched
    assert said[2].endswith(f" {tmp_path}")
    assert (running.returncode, rest, errors) == (0, "", "")
