"""The camera's thread: cards reach the journal, a lost camera the page, a full disk nobody."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from engine.cards import GERMAN_32, GERMAN_48
from engine.events import Envelope, Event
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk.camera import eyes as eyes_module
from kiosk.camera.eyes import MOST_FAILURES, DeckLens
from kiosk.table.commands import ChangeDeck
from kiosk.table.view import TableView
from tests.kiosk.eyed import PATIENCE_S, RECORD, Says, Script, Setup, lens
from tests.kiosk.seen_deals import seen
from vision.arrays import Image
from vision.camera.frames import Frame
from vision.camera.live import LiveSource
from vision.sighting import ActivityChanged, Sighting, TableActivity, VisionEvent


def finished(view: TableView) -> bool:
    return len(view.state.finished) == 1


def test_what_the_watcher_says_is_recorded_and_it_is_told_whose_turn_it_is(setup: Setup) -> None:
    events = seen(RECORD)
    eyes, watcher = setup.watch(Script(len(events)), events)
    view = setup.wait_for(finished)
    eyes.close()
    assert view.state.finished[0].record.plays == RECORD.plays
    # The first is told before anything happened, then one after each event; a single card opens
    # no deal.
    assert [context.seat for context in watcher.told[:2]] == [None, None]
    assert [context.seat for context in watcher.told[2:4]] == [
        play.seat for play in RECORD.plays[2:4]
    ]


def test_a_full_disk_holds_a_card_back_until_there_is_room(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes_module, "_RETRY_S", 0.01)
    refused = queue.SimpleQueue[int]()
    whole = Journal.append

    def append(journal: Journal, events: Sequence[Event], at: str) -> tuple[Envelope, ...]:
        if refused.qsize() < 5 and journal.last_seq > 10:
            refused.put(1)
            raise PlainError(Text(de="voll", en="full"))
        return whole(journal, events, at)

    monkeypatch.setattr(Journal, "append", append)
    events = seen(RECORD)
    eyes, _ = setup.watch(Script(len(events)), events)
    view = setup.wait_for(finished)
    eyes.close()
    assert refused.qsize() == 5
    assert view.state.finished[0].record.plays == RECORD.plays


class Camera:
    """A camera that can be pulled out and plugged in again."""

    def __init__(self) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self.reason = Text(de="Kabel ab", en="cable off")
        self._shown = 0

    def open(self) -> Camera | None:
        return self if self.plugged.is_set() else None

    def grab(self) -> bool:
        return self.plugged.wait(0.001)

    def retrieve(self) -> Image | None:
        self._shown += 1
        noise = np.random.default_rng(self._shown).normal(120, 2, (36, 64, 3))
        return noise.astype(np.uint8)

    def release(self) -> None:
        pass


def test_a_camera_that_is_lost_is_told_and_taken_up_again(setup: Setup) -> None:
    camera = Camera()
    source = LiveSource(camera.open, first=camera, reopen_seconds=0.01)
    stable = [ActivityChanged(0.0, TableActivity.STABLE)]
    eyes, _ = setup.watch(source, stable)
    camera.plugged.clear()
    gone = setup.wait_for(lambda view: view.camera.activity is TableActivity.NO_PICTURE)
    assert gone.camera.note == camera.reason
    camera.plugged.set()
    back = setup.wait_for(lambda view: view.camera.activity is not TableActivity.NO_PICTURE)
    assert back.camera.note is None
    eyes.close()


def test_a_watcher_that_fails_leaves_the_table_standing(setup: Setup) -> None:
    class Fails(Says):
        def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
            raise RuntimeError("a mistake in the watcher")

    eyes = setup.eyes(Script(3), lens("isar", Fails([])))
    eyes.start()
    view = setup.wait_for(lambda view: view.camera.activity is TableActivity.NO_PICTURE)
    assert view.camera.note is not None
    assert "gerade nicht gelesen" in view.camera.note.de
    eyes.close()
    assert setup.table.view().state.running


class FailsAt(Says):
    """A watcher with a mistake that shows at one picture, or at each."""

    def __init__(self, index: int | None) -> None:
        super().__init__([])
        self._index = index

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        if self._index in (None, frame.index):
            raise RuntimeError("a mistake in the watcher")
        return super().feed(frame)


def test_after_a_mistake_in_the_watcher_a_new_one_reads_on(setup: Setup) -> None:
    events = seen(RECORD)
    after = Says([None, None, *events])
    eyes = setup.eyes(
        Script(2 + len(events)), lens("isar", FailsAt(1)), lambda _: lens("isar", after)
    )
    eyes.start()
    setup.wait_for(lambda view: bool(view.state.finished))
    eyes.close()
    (deal,) = setup.table.view().state.finished
    assert deal.record.plays == RECORD.plays


def test_a_watcher_that_fails_again_and_again_is_given_up(setup: Setup) -> None:
    opened: list[str] = []

    def again(deck: str) -> DeckLens:
        opened.append(deck)
        return lens(deck, FailsAt(None))

    eyes = setup.eyes(Script(50), lens("isar", FailsAt(None)), again)
    eyes.start()
    setup.wait_for(lambda view: view.camera.activity is TableActivity.NO_PICTURE)
    eyes.close()
    assert len(opened) == MOST_FAILURES


def test_the_deck_chosen_for_the_evening_is_the_one_that_is_read(setup: Setup) -> None:
    """The program was started with another deck than the evening is played with."""
    events = seen(RECORD)
    opened: list[str] = []
    other, right = Says(events), Says(events)

    def open_deck(deck: str) -> DeckLens:
        opened.append(deck)
        return lens(deck, right)

    setup.director.change_deck("bavarian", GERMAN_48, setup.table.view().state)
    eyes = setup.eyes(Script(len(events)), lens("bavarian", other, GERMAN_48), open_deck)
    eyes.start()
    view = setup.wait_for(finished)
    eyes.close()
    assert opened == ["isar"]
    assert setup.director.profile == GERMAN_32
    assert view.state.finished[0].record.plays == RECORD.plays
    assert len(right.told) > len(other.told)


def test_a_picture_looked_at_while_the_deck_is_changed_tells_no_card(setup: Setup) -> None:
    """Its scores run in the order of the deck before; the new one's watcher sees the card too."""
    events = seen(RECORD)
    second = [at for at, event in enumerate(events) if isinstance(event, Sighting)][1]

    class Changes(Says):
        def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
            if frame.index == second:
                setup.table.do(ChangeDeck("frisch", GERMAN_32))
            return super().feed(frame)

    opened = threading.Event()

    def open_deck(deck: str) -> DeckLens:
        opened.set()
        return lens(deck, Says([]))

    eyes = setup.eyes(Script(second + 2), lens("isar", Changes(events)), open_deck)
    eyes.start()
    assert opened.wait(PATIENCE_S)
    eyes.close()
    state = setup.table.view().state
    assert state.deck == "frisch"
    assert state.deal is None, "two cards would have opened one"


def test_a_deck_that_cannot_be_opened_is_told_and_nothing_is_read_until_it_can(
    setup: Setup,
) -> None:
    """Read with another deck's faces, every card would be a wrong one."""
    events = seen(RECORD)
    deck = threading.Event()
    source = Held(len(events))
    other, right = Says(events), Says([*[None] * source.blind, *events])

    def missing(name: str) -> DeckLens:
        if not deck.is_set():
            raise PlainError(Text(de=f"{name} fehlt", en=f"no {name}"))
        return lens(name, right)

    eyes = setup.eyes(source, lens("bavarian", other), missing)
    eyes.start()
    view = setup.wait_for(lambda view: view.camera.deck_note is not None)
    assert view.camera.deck_note is not None
    assert "isar fehlt." in view.camera.deck_note.de
    assert "by hand" in view.camera.deck_note.en
    assert view.state.deal is None
    deck.set()
    source.go_on.set()
    done = setup.wait_for(finished)
    eyes.close()
    assert done.camera.deck_note is None
    assert done.state.finished[0].record.plays == RECORD.plays
    assert len(other.told) == 1


class Held(Script):
    """Shows pictures before the deck is there, and goes on when the test says so."""

    def __init__(self, frames: int) -> None:
        super().__init__(frames)
        self.blind = round(eyes_module.DECK_RETRY_S) + 2
        self._frames += self.blind
        self.go_on = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            if frame.index == 2:
                assert self.go_on.wait(PATIENCE_S)
            yield frame


@pytest.mark.parametrize(
    ("before", "opened"), [(TableActivity.SWEPT, False), (TableActivity.EMPTY, True)]
)
def test_what_is_thrown_together_between_two_deals_opens_none_live_either(
    setup: Setup, before: TableActivity, opened: bool
) -> None:
    """The camera's thread tells the director what the table looks like, as `watch` does."""
    lead = [event for event in seen(RECORD) if isinstance(event, Sighting)][:3]
    events: list[VisionEvent] = [ActivityChanged(0.0, before), *lead]
    eyes, watcher = setup.watch(Script(len(events)), events)
    while len(watcher.told) < len(events) + 1:
        setup.table.wait(setup.table.view().version, 0.01)
    eyes.close()
    assert (setup.table.view().state.deal is not None) is opened
