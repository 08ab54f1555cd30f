"""A part that fails is begun again and counted; one that fails at once stays off until a tap."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.text import Text
from kiosk.box.light import Dusk
from kiosk.box.sounds import Speaker, SpeechOrder, Tone
from kiosk.camera.camera_switch import CameraSwitch
from kiosk.camera.connected import FoundCamera, Plugged
from kiosk.camera.eyes import MOST_FAILURES, DeckLens, Eyes
from kiosk.table import parts
from kiosk.table.parts import MOST, Mishaps, Part
from tests.kiosk.camera.test_eyes import FailsAt
from tests.kiosk.eyed import PATIENCE_S, RECORD, Says, Script, Setup, lens
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.seen_deals import seen

NAME = Text(de="Die Probe", en="The test")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PAUSE_S", 0.0)


class Failing:
    """Work that fails so many times, then waits until it is told to end."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.well, self.end = threading.Event(), threading.Event()

    def __call__(self) -> None:
        if self.left:
            self.left -= 1
            raise RuntimeError("nobody foresaw this")
        self.well.set()
        self.end.wait(PATIENCE_S)


class News(Mishaps):
    """Mishaps that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._heard = threading.Condition()
        self.changed = self._hear

    def _hear(self) -> None:
        with self._heard:
            self._heard.notify_all()

    def wait(self, count: int, key: str) -> None:
        with self._heard:
            assert self._heard.wait_for(lambda: self.counts[key] >= count, PATIENCE_S)

    def wait_for_a_tap(self) -> str:
        with self._heard:
            found: list[str] = []

            def offered() -> bool:
                found[:] = [each.key for each in self.standing() if each.again]
                return bool(found)

            assert self._heard.wait_for(offered, PATIENCE_S)
            return found[0]


def test_it_is_begun_again_and_the_page_says_how_often() -> None:
    mishaps, work = Mishaps(), Failing(2)
    part = Part("test", NAME, work, mishaps)
    part.start()
    assert work.well.wait(PATIENCE_S)
    (said,) = mishaps.standing()
    assert "Die Probe ist gescheitert und läuft wieder (seit dem Start 2-mal)" in said.words.de
    assert not said.again
    page = text(client_of(FakeDoor(), mishaps=mishaps).get("/more"))
    assert "Die Probe: seit dem Start 2-mal neu begonnen." in page
    work.end.set()
    part.join(PATIENCE_S)
    assert not part.runs


def test_what_fails_at_once_stays_off_until_somebody_taps() -> None:
    mishaps, work = News(), Failing(MOST + 1)
    part = Part("test", NAME, work, mishaps)
    part.start()
    assert mishaps.wait_for_a_tap() == "test"
    part._thread.join(PATIENCE_S)
    assert not part.runs
    assert mishaps.counts["test"] == MOST
    assert mishaps.tapped("test")
    assert work.well.wait(PATIENCE_S)
    assert mishaps.standing() == ()
    work.end.set()
    part.join(PATIENCE_S)
    part.start()
    assert not part.runs


def test_what_fails_now_and_then_never_stays_off() -> None:
    times = iter(range(0, 1000, 21))
    mishaps, work = Mishaps(), Failing(3 * MOST)
    part = Part("test", NAME, work, mishaps, lambda: float(next(times)))
    part.start()
    assert work.well.wait(PATIENCE_S)
    assert mishaps.counts["test"] == 3 * MOST
    work.end.set()
    part.join(PATIENCE_S)


def test_the_page_shows_one_after_another_and_a_tap_takes_it_off() -> None:
    mishaps, tapped = Mishaps(), threading.Event()
    mishaps.tell("one", Text(de="Eins ist aus.", en="One is off."), tapped.set)
    mishaps.tell("two", Text(de="Zwei läuft wieder.", en="Two is on."))
    client = client_of(FakeDoor(), mishaps=mishaps)
    page = text(client.get("/"))
    assert "Eins ist aus." in page
    assert "Noch einmal versuchen" in page
    assert "Zwei" not in page
    assert post(client, "/mishap", key="one").status_code == 303
    assert tapped.is_set()
    page = text(client.get("/"))
    assert "Zwei läuft wieder." in page
    assert "Noch einmal versuchen" not in page
    assert post(client, "/mishap", key="two").status_code == 303
    assert "data-mishap" not in text(client.get("/"))
    assert post(client, "/mishap", key="two").status_code == 409


class Broken:
    """A voice that fails in a way nobody foresaw, then speaks."""

    def __init__(self) -> None:
        self.left, self.heard = 1, threading.Event()

    def tone(self, tone: Tone, level: int) -> None:
        raise AssertionError

    def say(self, sentence: str, language: str, level: int) -> None:
        if self.left:
            self.left -= 1
            raise ValueError("surrogates not allowed")
        self.heard.set()


def test_a_sentence_that_cannot_be_spoken_costs_no_other() -> None:
    voice, mishaps = Broken(), Mishaps()
    speaker = Speaker(voice, mishaps=mishaps)
    for _ in range(2):
        speaker.play(SpeechOrder(None, "neu", "de", 2))
    assert voice.heard.wait(PATIENCE_S)
    assert mishaps.counts["speaker"] == 1
    speaker.close()


def test_night_and_cameras_are_looked_for_again_after_a_mistake() -> None:
    mishaps, looks = News(), iter([False])

    def by_night() -> bool:
        for night in looks:
            return night
        return _oops()

    dusk = Dusk(by_night, lambda: None, 0.001, mishaps)
    mishaps.wait(2, "dusk")
    dusk.close()

    def cameras() -> tuple[FoundCamera, ...]:
        raise ValueError("no camera is called that")

    plugged = Plugged(cameras, lambda found: None, 0.001, mishaps)
    plugged.start()
    mishaps.wait(2, "plugged")
    plugged.close()


def _oops() -> bool:
    raise RuntimeError("nobody foresaw this")


def test_a_camera_whose_switch_failed_still_switches_itself_off() -> None:
    mishaps, off = News(), threading.Event()
    times = iter([0.0, 0.0])

    class Source:
        state, trouble = None, None

        def switch_on(self) -> None:
            return

        def switch_off(self) -> None:
            off.set()

    def clock() -> float:
        found = next(times, None)
        if found is None and mishaps.counts["camera switch"] == 0:
            _oops()
        return 1000.0 if found is None else found

    switch = CameraSwitch(Source(), lambda note: None, 600.0, clock, mishaps)  # type: ignore[arg-type]
    switch.on()
    switch.start()
    assert off.wait(PATIENCE_S)
    assert mishaps.counts["camera switch"] == 1
    switch.close()


@pytest.fixture
def looked_at(tmp_path: Path) -> Iterator[Setup]:
    setup = Setup(tmp_path / "journal.sqlite")
    yield setup
    setup.close()


def test_eyes_that_failed_again_and_again_look_on_by_themselves(looked_at: Setup) -> None:
    """More failures than the watcher may have at a time; what is opened after them reads on."""
    setup, mishaps, record = looked_at, Mishaps(), seen(RECORD)
    opened: list[str] = []

    def opener(deck: str) -> DeckLens:
        opened.append(deck)
        fails = len(opened) <= MOST_FAILURES
        return lens(deck, FailsAt(None) if fails else Says([None, *record]))

    eyes = Eyes(
        Script(len(record) + 1),
        lens("isar", FailsAt(None)),
        setup.director,
        setup.table,
        opener,
        mishaps=mishaps,
    )
    eyes.start()
    view = setup.wait_for(lambda view: bool(view.state.finished))
    eyes.close()
    assert mishaps.counts["eyes"] == 1
    assert view.state.finished[0].record.plays
    assert view.camera.note is None
