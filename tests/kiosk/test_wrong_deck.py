"""Live: cards of another deck before the camera, seen by the watcher itself, and what is said."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk import camera_words as said
from kiosk.eyes import Lens
from tests.kiosk.eyed import Setup
from tests.kiosk.opened import client_of, text
from tests.vision.drawn import DECK, drawn_profile
from tests.vision.test_other_shape import PokerTable, leads
from vision.camera.frames import Closing, Frame
from vision.reading.nets import load_nets
from vision.watching.watcher import Watcher


class Poker(Closing):
    """A camera above a table on which three poker cards are led."""

    live = True

    def __iter__(self) -> Iterator[Frame]:
        yield from leads(PokerTable(), ("SK", "E9", "HA"))


def test_the_page_says_that_another_deck_is_played_with(setup: Setup) -> None:
    nets = load_nets()
    lens = Lens("isar", Watcher(drawn_profile(nets), nets), DECK)
    eyes = setup.eyes(Poker(), lens)
    eyes.start()
    view = setup.wait_for(lambda view: view.asides.other_deck)
    eyes.close()
    assert view.state.deal is None
    assert view.shown == ()
    for language in ("de", "en"):
        sentence = said.OTHER_DECK_SEEN.format(deck="isar").in_language(language)
        assert sentence in text(client_of(setup.table, language).get("/"))
