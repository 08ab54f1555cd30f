"""`mehrkopf run` on a real /dev/video0: a deal to its score, a lost camera, a killed program."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from kiosk.table import resumption as evening
from tests.system.channel import GuestError, Order
from tests.system.film import Piece, make_film
from tests.system.image.prepare import FOLDER
from tests.system.machine import Guest

pytestmark = pytest.mark.system

CARDS = 16
"""Of the filmed deal: the Tout that is called here is lost in the fourth trick."""
VANISHES_AFTER = 7
"""The piece of the film after which the camera is gone: a trick, its taking, two cards."""
KILLED_AFTER = 15
"""The piece after which the program is killed: three tricks are taken, the table is empty."""
FPS = 5.0
PATIENCE_S = 300.0
"""For one card: without KVM 5 to 15 s on a quiet machine."""
START_S = 600.0
"""The program's modules are most of its start: half a minute on a quiet machine."""

PEOPLE = {"name0": "Resi", "name1": "Toni", "name2": "Vroni", "name3": "Sepp", "dealer": "3"}
EVENING = {"game": "schafkopf", "deck": evening.SAMPLE_DECK, "camera": "on", **PEOPLE}
TOUT = {"who": "0", "kind": "solo", "suit": "H", "tout": "1"}
WINNERS = [0, 0, 0, 3]
PAYOUT = ["-300", "100", "100", "100"]
"""A Herz-Solo for 50, doubled by the Tout, without Laufende."""

SEES = "Camera on , tap to switch it off"
"""Said at the foot once the table was seen empty; other pages offer "Camera on" as a button."""
LOST = ("No picture from the camera", "The camera /dev/video0 is missing or in use")
"""What is said of a camera that is gone: first that nothing comes, then why it cannot be opened."""
TOLD_WITHIN_S = 30.0
"""Promised are 3 s after the last picture; the guest is a tenth as fast as a Pi, and less."""


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
        self._plays = False
        self._playing = self._begin(0)
        self.piece = self._playing.event("rest", PATIENCE_S)["piece"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: object) -> None:
        self.stop()

    def go_on(self) -> None:
        self._playing.say(next=True)
        self.piece = self._playing.event("rest", PATIENCE_S)["piece"]

    def stop(self) -> None:
        """Let go of the camera."""
        if self._plays:
            self._plays = False
            self._playing.say(stop=True)
            self._playing.result(PATIENCE_S)

    def again(self) -> None:
        self._playing = self._begin(self.piece)
        self._playing.event("rest", PATIENCE_S)

    def _begin(self, piece: int) -> Order:
        given = {"film": str(self._film), "first": piece, "fps": FPS}
        self._plays = True
        return self._guest.begin("camera:play", **given)


class Program:
    """`mehrkopf run` in the guest, and its page."""

    def __init__(self, guest: Guest) -> None:
        words = ["--source", "/dev/video0", "--lang", "en", "--deck", evening.SAMPLE_DECK]
        self._running = guest.begin("table:run", words=words)
        self._runs = True
        self.start_s = self._running.event("running", START_S)["seconds"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: object, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._runs:
            held = self.end(kill=True)
            if error is not None:
                kept = FOLDER / "camera.journal.json"
                kept.write_text(json.dumps(held))
                error.add_note(f"what the journal held by then lies in {kept}")

    def press(self, path: str, **fields: str) -> None:
        self._running.say(press=path, fields=fields)
        self._running.event("pressed", PATIENCE_S)

    def shows(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE_S) -> None:
        """Wait for a page that fits; fail where somebody is accused on the way."""
        end, page = time.monotonic() + seconds, dict[str, Any]()
        while True:
            try:
                page = self._running.event("page", max(end - time.monotonic(), 0))
            except GuestError as error:
                error.add_note(f"the page stayed at {page}")
                raise
            assert page["screen"] != "alert", page
            if wanted(page):
                return

    def says(self, *sentences: str, seconds: float = PATIENCE_S) -> None:
        self.shows(lambda page: any(words in page["text"] for words in sentences), seconds)

    def end(self, **how: bool) -> dict[str, Any]:
        self._runs = False
        self._running.say(**how)
        found: dict[str, Any] = self._running.result(PATIENCE_S)
        assert found["accused"] == []
        return found


@pytest.mark.usefixtures("camera")
def test_a_deal_is_read_to_its_score_over_a_lost_camera_and_a_killed_program(
    guest: Guest, film: tuple[Path, tuple[Piece, ...]]
) -> None:
    path, pieces = film
    began, used = time.monotonic(), guest.processor_seconds()
    guest.call("table:multiplies_bytes")
    rounds = Rounds([])
    with Projection(guest, path) as projection:
        with Program(guest) as program:
            starts = [program.start_s]
            program.press("/begin/language", language="en")
            program.press("/start", **EVENING)
            program.says(SEES)
            program.press("/call", **TOUT)
            rounds.play(projection, program, pieces[1 : VANISHES_AFTER + 1])
            told = vanish_and_return(guest, projection, program)
            rounds.play(projection, program, pieces[VANISHES_AFTER + 1 : KILLED_AFTER + 1])
            killed = program.end(kill=True)
        assert killed["status"] == -signal.SIGKILL
        assert killed["plays"] == rounds.played
        with Program(guest) as program:
            starts.append(program.start_s)
            program.press("/resume", camera="on")
            program.says(SEES)
            rounds.play(projection, program, pieces[KILLED_AFTER + 1 :])
            program.press("/settle")
            program.press("/laufende", count="0")
            ended = program.end(end=True)
    assert ended["status"] == 0, ended["complaints"]
    assert ended["plays"] == rounds.played
    assert ended["winners"] == WINNERS
    assert ended["payout"] == PAYOUT
    print(
        f"{len(ended['plays'])} cards; starts {starts[0]:.0f} and {starts[1]:.0f} s; "
        f"from rest to page {min(rounds.seconds):.1f}..{max(rounds.seconds):.1f} s; "
        f"loss told after {told:.1f} s; {time.monotonic() - began:.0f} s, "
        f"{guest.processor_seconds() - used:.0f} s of processor; {ended['memory_mb']} MB"
    )


@dataclass
class Rounds:
    """What was played so far."""

    played: list[list[object]]
    seconds: list[float] = field(default_factory=list)
    """From each card's rest until the page showed it."""

    def play(self, projection: Projection, program: Program, pieces: tuple[Piece, ...]) -> None:
        """Play these pieces; the next one comes once the page shows what the last one was."""
        for piece in pieces:
            projection.go_on()
            rested = time.monotonic()
            program.shows(partial(tells, piece))
            if piece.kind == "card":
                self.seconds.append(time.monotonic() - rested)
                self.played.append([piece.seat, piece.card])


def tells(piece: Piece, page: dict[str, Any]) -> bool:
    """Whether the table on the page shows the card, or no card once a trick was taken.

    Other screens show cards as ornaments.
    """
    lies = piece.card in page["cards"] if piece.kind == "card" else not page["cards"]
    return page["screen"] == "table" and lies


def vanish_and_return(guest: Guest, projection: Projection, program: Program) -> float:
    """Stop the pictures, take the device file away, bring both back; the page says so.

    Returns the seconds until the loss was told.
    """
    projection.stop()
    stopped = time.monotonic()
    program.says(*LOST, seconds=TOLD_WITHIN_S)
    told = time.monotonic() - stopped
    guest.call("camera:unplug")
    guest.call("camera:plug")
    projection.again()
    program.says(SEES)
    return told
