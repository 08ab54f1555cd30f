"""While the deck is in doubt nobody is accused, and one tap shows it to the camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from flask.testing import FlaskClient

from engine.cards import GERMAN_32
from kiosk.camera.enrolment import Phase
from kiosk.camera.eyes import DeckLens
from kiosk.screens import facts
from kiosk.table.commands import LayCard, StartDeal, StartEvening
from kiosk.table.view import CameraStatus
from kiosk.words import camera as said
from tests.kiosk.eyed import RECORD, Says, Script, Setup
from tests.kiosk.fake_door import NAMES, FakeDoor
from tests.kiosk.opened import client_of, post, text
from tests.kiosk.rig import Rig, rigged
from tests.kiosk.seen_deals import revoke_deal, seen, session
from tests.kiosk.served import app_of
from vision.reading.deck_archive import SIDE
from vision.reading.nets import load_nets
from vision.reading.other_deck import ENOUGH, FEWEST, Belonging
from vision.reading.profile import Profile
from vision.sighting import ForeignSeen, Place, Sighting, TableActivity, VisionEvent
from vision.watching.watcher import Watcher

OWN = CameraStatus(TableActivity.STABLE)
OTHER = replace(OWN, other_deck=True)


def test_a_proven_verdict_waits_until_the_deck_is_known() -> None:
    table = session(revoke_deal())
    for event in seen(revoke_deal()):
        table.hear(event)
    (proven,) = table.view.outlook.shown
    table.sees(OTHER)
    doubted = table.view.outlook
    assert proven not in (*doubted.shown, *doubted.claimable)
    # Seen to be the right one after all, it is said again: nothing is lost.
    table.sees(OWN)
    assert table.view.outlook.shown == (proven,)
    table.do(StartDeal())
    assert len(facts.findings(table.view)) == 1


def test_a_deal_that_was_over_in_doubt_accuses_nobody_later() -> None:
    table = session(revoke_deal())
    table.sees(OTHER)
    for event in seen(revoke_deal()):
        table.hear(event)
    assert table.view.outlook.shown == ()
    table.do(StartDeal())
    table.sees(OWN)
    assert facts.findings(table.view) == ()


def test_foreign_cards_on_the_table_are_a_doubt_as_well() -> None:
    table = session(revoke_deal())
    events = seen(revoke_deal())
    for event in events:
        table.hear(event)
    last = events[-1].t
    for number in range(3):
        quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
        t = last + number + 1
        table.hear(ForeignSeen(t, t, quad, Place(0.0, 0.0, 0.0), 0.2))
    assert table.director.deck_in_doubt
    assert table.view.outlook.shown == ()


WAYS = np.eye(2 * len(GERMAN_32), SIDE, dtype=np.float32)
PROFILE = Profile(
    "isar",
    GERMAN_32,
    (),
    WAYS,
    tuple(index for index in range(len(GERMAN_32)) for _ in range(2)),
    0.6,
    100.0,
    "a net",
)


def test_opened_anew_the_same_deck_stays_in_doubt_until_cards_tell(setup: Setup) -> None:
    """The camera's place was changed: that says nothing about the deck."""
    sightings = [event for event in seen(RECORD) if isinstance(event, Sighting)]
    foreign = [replace(e, view=-WAYS[:2]) for e in sightings[: ENOUGH + 2]]
    later = enumerate(sightings[8 : 8 + ENOUGH])
    own = [replace(e, view=WAYS[2 * n : 2 * n + 2]) for n, e in later]
    events: list[VisionEvent | None] = [*foreign, None, *own]
    watcher = Says(events)
    told: list[tuple[int, bool]] = []

    def lens(deck: str = "isar") -> DeckLens:
        belonging = Belonging(PROFILE, [], 0.5)
        return DeckLens(deck, cast("Watcher", watcher), GERMAN_32, belonging=belonging)

    eyes = setup.eyes(Script(len(events)), lens(), lens)
    feed = watcher.feed

    def anew(frame: object) -> tuple[VisionEvent, ...]:
        index = frame.index  # type: ignore[attr-defined]
        told.append((index, eyes._other_deck is not None))
        if index == len(foreign):
            eyes.look_anew()
        return feed(frame)  # type: ignore[arg-type]

    watcher.feed = anew  # type: ignore[method-assign]
    eyes.start()
    view = setup.wait_for(lambda view: view.camera.other_deck)
    view = setup.wait_for(lambda view: not view.camera.other_deck)
    eyes.close()
    doubted = [index for index, doubt in told if doubt]
    assert doubted == list(range(doubted[0], len(foreign) + 1 + FEWEST))
    assert len(foreign) + 1 in doubted
    assert view.camera.note is None


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_says_it_plainly_and_offers_the_one_tap(language: str) -> None:
    door = FakeDoor()
    door.seat_them()
    client = client_of(door, language)  # type: ignore[arg-type]
    assert "other-deck" not in text(client.get("/"))
    door.show(doubted=True)
    page = text(client.get("/"))
    for words in (said.NOT_SHOWN_TO_ME, said.NOBODY_MEANWHILE, said.SHOW_IT):
        assert words.in_language(language) in page  # type: ignore[arg-type]
    assert 'action="/setup/deck/this"' in page


@pytest.fixture
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with rigged(tmp_path_factory.mktemp("doubted"), load_nets()) as rig:
        yield rig


def test_one_tap_begins_to_learn_as_many_cards_as_are_played_with(rig: Rig) -> None:
    client: FlaskClient = app_of(rig.table, **rig.given()).test_client()
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    answer = post(client, "/setup/deck/this")
    assert answer.headers["Location"] == "/setup/deck/sitting"
    sitting = rig.workshop.classroom.look(rig.table.view())
    assert sitting is not None
    state = sitting.state
    assert state.phase is Phase.LEARNING
    assert state.of >= len(GERMAN_32)
    assert client.get("/setup/deck/sitting").status_code == 200
    rig.workshop.classroom.end()


def test_while_cards_are_played_it_says_so(rig: Rig) -> None:
    client = app_of(rig.table, **rig.given()).test_client()
    rig.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    rig.table.do(StartDeal(3))
    rig.table.do(LayCard(GERMAN_32[0]))
    answer = post(client, "/setup/deck/this")
    assert answer.status_code == 409
