"""`mehrkopf run` on a real /dev/video0: cards right, and a camera that vanishes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk import evening
from tests.system.channel import Order
from tests.system.film import Piece, make_film
from tests.system.image.prepare import FOLDER
from tests.system.machine import Guest

pytestmark = pytest.mark.system

CARDS = 3
"""Without KVM a card takes the program from some seconds to two minutes; a whole trick is read in
seconds by tests/kiosk/test_camera_faults.py, without a device file."""
VANISHES_AT = 2
"""The piece of the film after which the camera is gone: the table empty, and two cards."""
FPS = 5.0
PATIENCE_S = 240.0
"""For one card: 3 to 6 s for its looks on a quiet machine, and as much again for the motion."""
START_S = 600.0
"""The program's modules are most of its start: half a minute on a quiet machine."""

CALL = {"who": "2", "kind": "rufspiel", "suit": "S"}
"""What is tapped: the first deal's call. Begun on the page, each of its cards is told at once."""
SEES = "Camera on"
"""Said once the table was seen empty."""
LOST = ("The camera delivers no picture", "The camera /dev/video0 is not there or taken")
"""What is said of a camera that is gone: first that nothing comes, then why it cannot be opened."""


@pytest.fixture(scope="module")
def film(guest: Guest) -> tuple[Path, tuple[Piece, ...]]:
    path = FOLDER / "film.mjpg"
    return path, make_film(path, CARDS)


@pytest.fixture
def camera(guest: Guest) -> Iterator[None]:
    guest.call("camera:plug")
    yield
    guest.call("camera:unplug")


class Projection:
    """The film on the guest's camera, one rest at a time."""

    def __init__(self, guest: Guest, film: Path) -> None:
        self._guest, self._film = guest, film
        self._playing = self._begin(0)
        self.piece = self._playing.event("rest", PATIENCE_S)["piece"]

    def go_on(self) -> None:
        self._playing.say(next=True)
        self.piece = self._playing.event("rest", PATIENCE_S)["piece"]

    def stop(self) -> None:
        self._playing.say(stop=True)
        self._playing.result(PATIENCE_S)

    def again(self) -> None:
        self._playing = self._begin(self.piece)
        self._playing.event("rest", PATIENCE_S)

    def _begin(self, piece: int) -> Order:
        given = {"film": str(self._film), "first": piece, "fps": FPS}
        return self._guest.begin("camera:play", **given)


def page_with(table: Order, wanted: Any) -> dict[str, Any]:
    """Return the next page that fits; fails where somebody is accused on the way."""
    end = time.monotonic() + PATIENCE_S
    while True:
        page = table.event("page", max(end - time.monotonic(), 0))
        assert page["screen"] != "alert", page
        if wanted(page):
            return page


@pytest.mark.usefixtures("camera")
def test_cards_are_right_and_a_lost_camera_comes_back(
    guest: Guest, film: tuple[Path, tuple[Piece, ...]]
) -> None:
    path, pieces = film
    began, used = time.monotonic(), guest.processor_seconds()
    projection = Projection(guest, path)
    words = ["--source", "/dev/video0", "--lang", "en", "--calls", str(evening.SAMPLE_CALLS)]
    table = guest.begin("table:run", words=[*words, "--deck", evening.SAMPLE_DECK])
    table.event("running", START_S)
    page_with(table, lambda page: SEES in page["text"])
    table.say(press="/call", fields=CALL)
    table.event("pressed", PATIENCE_S)
    started = time.monotonic() - began
    latencies = []
    for number, piece in enumerate(pieces):
        if number:
            projection.go_on()
        rested = time.monotonic()
        if number:
            page_with(table, lambda page, piece=piece: tells(page, piece))
            latencies.append(time.monotonic() - rested)
        if number == VANISHES_AT:
            vanish_and_return(guest, projection, table)
    table.say(end=True)
    figures = table.result(PATIENCE_S)
    projection.stop()
    assert figures["status"] == 0, figures
    assert figures["plays"] == [[one.seat, one.card] for one in pieces if one.kind == "card"]
    assert figures["accused"] == []
    print(
        f"{CARDS} cards; start {started:.0f} s; "
        f"from rest to page {min(latencies):.1f}..{max(latencies):.1f} s; "
        f"{time.monotonic() - began:.0f} s, {guest.processor_seconds() - used:.0f} s of processor; "
        f"{figures['memory_mb']} MB"
    )


def tells(page: dict[str, Any], piece: Piece) -> bool:
    """Whether the table on the page shows the card; other screens show cards as ornaments."""
    return page["screen"] == "table" and piece.card in page["cards"]


def vanish_and_return(guest: Guest, projection: Projection, table: Order) -> None:
    """Stop the pictures, take the device file away, bring both back; the page says so."""
    projection.stop()
    page_with(table, lambda page: any(words in page["text"] for words in LOST))
    guest.call("camera:unplug")
    guest.call("camera:plug")
    projection.again()
    page_with(table, lambda page: SEES in page["text"])
