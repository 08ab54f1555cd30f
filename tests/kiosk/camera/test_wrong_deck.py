"""Live: cards of another deck before the camera, seen by the watcher itself, and what is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np

from engine.cards import GERMAN_32
from kiosk.camera.eyes import DeckLens
from kiosk.words import camera as said
from tests.kiosk.eyed import RECORD, Says, Script, Setup
from tests.kiosk.opened import client_of, text
from tests.kiosk.seen_deals import seen
from tests.vision.drawn import DECK, drawn_profile
from tests.vision.test_other_shape import PokerTable, leads
from vision.camera.frames import Closing, Frame
from vision.reading.deck_archive import SIDE
from vision.reading.nets import load_nets
from vision.reading.other_deck import ENOUGH, Belonging
from vision.reading.profile import Profile
from vision.sighting import Sighting
from vision.watching.watcher import Watcher


class Poker(Closing):
    """A camera above a table on which three poker cards are led."""

    live = True

    def __iter__(self) -> Iterator[Frame]:
        yield from leads(PokerTable(), ("SK", "E9", "HA"))


def test_the_page_says_that_another_deck_is_played_with(setup: Setup) -> None:
    nets = load_nets()
    lens = DeckLens("isar", Watcher(drawn_profile(nets), nets), DECK)
    eyes = setup.eyes(Poker(), lens)
    eyes.start()
    view = setup.wait_for(lambda view: view.asides.other_deck)
    eyes.close()
    assert view.state.deal is None
    assert view.outlook.shown == ()
    for language in ("de", "en"):
        page = text(client_of(setup.table, language).get("/"))
        assert said.NOT_SHOWN_TO_ME.in_language(language) in page
        assert said.SHOW_IT.in_language(language) in page


def test_cards_of_another_enrolled_deck_are_noticed_and_it_is_named(setup: Setup) -> None:
    ways = np.eye(2 * len(GERMAN_32), SIDE, dtype=np.float32)
    owner = tuple(index for index in range(len(GERMAN_32)) for _ in range(2))
    own = Profile("isar", GERMAN_32, (), ways, owner, 0.6, 100.0, "a net")
    other = replace(own, name="the other", prototypes=np.roll(ways, 64, 1))
    sightings = [event for event in seen(RECORD) if isinstance(event, Sighting)][:ENOUGH]
    events = [
        replace(event, view=other.prototypes[2 * index : 2 * index + 2])
        for index, event in enumerate(sightings)
    ]
    belonging = Belonging(own, [other], 0.5)
    lens = DeckLens("isar", cast("Watcher", Says(events)), GERMAN_32, belonging=belonging)
    eyes = setup.eyes(Script(len(events)), lens)
    eyes.start()
    view = setup.wait_for(lambda view: view.camera.note is not None)
    eyes.close()
    assert view.camera.note is not None
    assert "sehen nach dem Blatt „the other“ aus, nicht nach „isar“" in view.camera.note.de
    assert "look like the deck “the other”, not “isar”" in view.camera.note.en
