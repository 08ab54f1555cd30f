"""A camera that is plugged in after the start: noticed, said, taken up by one tap, nothing lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.cards import Suit
from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import CardPlayed
from engine.journal.journal import Journal
from kiosk.camera.connected import FoundCamera, Plugged
from kiosk.home.data_folder import Home
from kiosk.table.commands import EnterDeal, StartEvening
from kiosk.words import camera as words
from tests.kiosk.asked_page import Page
from tests.kiosk.cli import environment
from tests.kiosk.fake_door import NAMES
from tests.kiosk.served import touch_table
from tests.shared_data import ROOT

SOLO = Contract("solo", 0, Suit.HERZ)
CAMERA = FoundCamera("camera", "HD Webcam")


def test_it_is_told_once_when_it_comes_and_once_when_it_goes() -> None:
    there: list[FoundCamera] = []
    told: list[FoundCamera | None] = []
    plugged = Plugged(lambda: tuple(there), told.append)
    plugged.look()
    there.append(CAMERA)
    plugged.look()
    plugged.look()
    there.clear()
    plugged.look()
    assert told == [CAMERA, None]


def test_it_looks_by_itself_until_it_is_closed() -> None:
    told: list[FoundCamera | None] = []
    looks: list[int] = []
    heard = threading.Event()

    def there() -> tuple[FoundCamera, ...]:
        looks.append(len(looks))
        return (CAMERA,) if len(looks) > 3 else ()

    def news(found: FoundCamera | None) -> None:
        told.append(found)
        heard.set()

    plugged = Plugged(there, news, look_s=0.001)
    plugged.start()
    assert heard.wait(60.0)
    plugged.close()
    assert told == [CAMERA]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A data folder with an evening that goes on, one deal of which was written down."""
    home = Home(tmp_path / "home")
    home.prepare()
    with touch_table(Journal.open(home.journal)) as table:
        table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        table.do(EnterDeal({"won": True}, SOLO))
    return home


def state_of(home: Home) -> TableState:
    journal = Journal.open(home.journal)
    try:
        return fold(journal.events())
    finally:
        journal.close()


@contextmanager
def running(home: Home, sysfs: Path) -> Iterator[Page]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.kiosk.plugging", str(sysfs), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(home.root),
    )
    with process:
        try:
            yield Page(process)
        finally:
            process.terminate()
            process.communicate(timeout=60)


def plug(sysfs: Path) -> None:
    node = sysfs / "video0"
    node.mkdir(parents=True)
    (node / "name").write_text("HD Webcam: HD Webcam\n")
    (node / "index").write_text("0\n")


def test_one_tap_and_the_evening_goes_on_with_the_camera(home: Home, tmp_path: Path) -> None:
    sysfs, before = tmp_path / "video4linux", state_of(home)
    with running(home, sysfs) as page:
        page.post("/resume")
        assert words.CAMERA_NONE.de in page.get()
        plug(sysfs)
        page.wait(lambda shown: words.CAMERA_FOUND_LONG.de in shown)
        page.post("/language")
        assert words.CAMERA_FOUND_LONG.en in page.get()
        shutil.rmtree(sysfs)
        page.wait(lambda shown: words.CAMERA_FOUND_LONG.en not in shown)
        plug(sysfs)
        page.wait(lambda shown: words.CAMERA_FOUND_LONG.en in shown)
        page.post("/use-camera")
        # No question is asked: the camera is on, and reads what lies on the table.
        page.wait(lambda shown: 'aria-checked="true"' in shown)
        page.wait(lambda shown: 'data-screen="table"' in shown and "Acorns" in shown)
    after = state_of(home)
    assert after.evening == before.evening
    assert after.running
    assert after.finished[0].log == before.finished[0].log
    assert after.finished[0].gains == before.finished[0].gains
    latest = after.last_deal
    assert latest is not None
    assert {laid.event.source for laid in latest.laid if isinstance(laid.event, CardPlayed)} == {
        "camera"
    }
