"""The states nobody draws: each is brought about, and what is said of it leads out of it."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.events import Envelope, Event
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk.camera import eyes as eyes_module
from kiosk.camera.eyes import ADRIFT_S, HAND_S, HEAP_S, Lasting
from kiosk.home.data_folder import Home
from kiosk.home.disk_room import EVENING_BYTES, LOW, SCARCE, DiskRoom, size_text
from kiosk.words import camera as words
from tests.kiosk.eyed import RECORD, Script, Setup
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.seen_deals import seen
from vision.camera.live import DARK_SECONDS, Health, SourceState
from vision.sighting import ActivityChanged, Sighting, TableActivity, TrickCleared


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


# -- a hand, a heap, the dark ---------------------------------------------------------------------
def test_a_hand_that_stays_is_told_and_forgotten_when_it_goes(setup: Setup) -> None:
    frames = int(HAND_S) + 5
    eyes, _ = setup.watch(Script(frames), [ActivityChanged(0.0, TableActivity.HAND)])
    try:
        view = setup.wait_for(lambda view: view.camera.note is not None)
        assert view.camera.note == words.HAND_TOO_LONG
    finally:
        eyes.close()


def test_only_what_stays_is_told() -> None:
    lasting = Lasting()
    assert not lasting.look(0.0, TableActivity.HAND)
    assert not lasting.look(HAND_S - 1, TableActivity.HAND)
    assert not lasting.look(HAND_S, TableActivity.STABLE)
    assert not lasting.look(2 * HAND_S - 1, TableActivity.HAND)
    assert lasting.look(3 * HAND_S, TableActivity.HAND)
    assert lasting.note == words.HAND_TOO_LONG
    assert lasting.look(3 * HAND_S + 1, TableActivity.SWEPT)
    assert lasting.note is None
    assert lasting.look(4 * HAND_S + HEAP_S, TableActivity.SWEPT)
    assert lasting.note == words.SWEPT_TOO_LONG


def test_the_page_says_what_to_do_about_a_hand(home: Home) -> None:
    door = FakeDoor()
    door.seat_them()
    door.show(activity=TableActivity.HAND, camera_note=words.HAND_TOO_LONG)
    page = text(client_of(door).get("/"))
    assert "Bitte wegnehmen" in page
    assert 'class="camera on bad' in page


def test_too_dark_is_told_in_words_with_the_way_out() -> None:
    health = Health()
    black = np.zeros((40, 60, 3), np.uint8)
    states = [health.look(t / 10, black) for t in range(int(DARK_SECONDS * 10) + 2)]
    assert states[-1] is SourceState.DARK


# -- room on the disk -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("evenings", "words_said"),
    [(LOW + 1, None), (LOW - 1, "wird voll: noch 99 MB"), (SCARCE - 1, "fast voll: nur noch 4 MB")],
)
def test_room_is_told_in_evenings(home: Home, evenings: int, words_said: str | None) -> None:
    room = DiskRoom(home, usage=lambda path: evenings * EVENING_BYTES)
    door = FakeDoor()
    door.seat_them()
    page = text(client_of(door, room=room).get("/"))
    if words_said is None:
        assert 'id="room"' not in page
    else:
        assert words_said in page
        assert 'href="/space"' in page


def test_the_disk_is_asked_now_and_then(home: Home) -> None:
    now, asked = [0.0], []

    def usage(path: Path) -> int:
        asked.append(path)
        return 10

    room = DiskRoom(home, usage, clock=lambda: now[0])
    for moment in (0.0, 1.0, 19.0, 21.0):
        now[0] = moment
        assert room.words() is not None
    assert len(asked) == 2


def test_what_cannot_be_told_says_nothing(home: Home) -> None:
    def gone(path: Path) -> int:
        raise OSError("gone")

    assert DiskRoom(home, gone).words() is None
    assert DiskRoom().words() is None
    assert DiskRoom(home, lambda path: 10).words() is not None


def test_what_can_be_made_again_is_thrown_away_and_nothing_else(home: Home) -> None:
    home.journal.write_bytes(b"x" * 500)
    (home.exports / "abend.csv").write_bytes(b"x" * 2000)
    (home.decks / "mein.deck").write_bytes(b"x" * 100)
    room = DiskRoom(home)
    client = client_of(FakeDoor(), room=room)
    page = text(client.get("/space"))
    assert "1 Dateien, 2 KB" in page
    assert re.findall(r'href="/space/(\w+)"', page) == ["exports"]
    assert "Evenings" not in page
    assert "Ja, löschen" in text(client.get("/space/exports"))
    assert post(client, "/space/exports").status_code == 303
    assert not list(home.exports.iterdir())
    for kept in ("journal", "decks", "nonsense"):
        assert client.get(f"/space/{kept}").status_code == 404
        assert post(client, f"/space/{kept}").status_code == 409
    assert home.journal.exists()
    assert (home.decks / "mein.deck").exists()


def test_the_filmed_evening_is_not_thrown_away_while_it_runs(home: Home) -> None:
    home.sample_journal.write_bytes(b"x")
    door = FakeDoor()
    door.show(source="sample")
    client = client_of(door, room=DiskRoom(home))
    assert "/space/sample" not in text(client.get("/space"))
    assert post(client, "/space/sample").status_code == 409
    assert home.sample_journal.exists()


def test_what_the_system_refuses_is_said(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.exports / "abend.csv").write_bytes(b"x")

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(PlainError, match="could not be deleted"):
        DiskRoom(home).clear("exports")


def test_sizes_are_for_people() -> None:
    assert [size_text(n) for n in (12, 12_345, 12_345_678, 3 * 10**9)] == [
        "12 B",
        "12 KB",
        "12 MB",
        "3 GB",
    ]


def test_a_card_that_cannot_be_kept_is_told_loudly(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes_module, "_RETRY_S", 0.01)
    room = threading.Event()
    whole = Journal.append

    def append(journal: Journal, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        if not room.is_set() and journal.last_seq > 10:
            raise PlainError(Text(de="der Datenträger ist voll", en="the disk is full"))
        return whole(journal, events, at)

    monkeypatch.setattr(Journal, "append", append)
    events = seen(RECORD)
    eyes, _ = setup.watch(Script(len(events)), events)
    try:
        told = setup.wait_for(lambda view: view.camera.note is not None).camera.note
        assert told is not None
        assert "kann gerade nicht gespeichert werden" in told.de
        assert told.de.endswith("der Datenträger ist voll.")
        room.set()
        view = setup.wait_for(lambda view: bool(view.state.finished) and view.camera.note is None)
        assert view.state.finished[0].record.plays == RECORD.plays
    finally:
        room.set()
        eyes.close()


# -- the table out of step with the cards ---------------------------------------------------------
def test_a_table_swept_too_early_is_told_until_the_next_card(setup: Setup) -> None:
    whole = seen(RECORD)
    swept = [n for n, event in enumerate(whole) if isinstance(event, TrickCleared)]
    sightings = [n for n in range(swept[0], swept[1]) if isinstance(whole[n], Sighting)]
    early = [*whole[: sightings[1]], whole[swept[1]]]
    after = int(ADRIFT_S) + 3
    eyes, _ = setup.watch(Script(len(early) + after), early)
    try:
        view = setup.wait_for(lambda view: view.camera.note is not None)
        assert view.camera.note == words.OUT_OF_STEP
        deal = view.state.deal
        assert deal is not None
        assert len(deal.laid) == 5
    finally:
        eyes.close()
