"""The states nobody draws, each brought about; drawn by `python -m tests.kiosk.state_screens`.

Words after it are the states to draw, none: all. The pictures lie in docs/screens/states, in German
at 800x480.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from engine.cards import card
from engine.deal.record import Contract
from engine.events import (
    DealClosed,
    DealEntered,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Undone,
)
from engine.text import Language
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.eyes import UNLIKE_THE_DECK
from kiosk.director.outlook import Question
from kiosk.home.clock import TableClock
from kiosk.home.data_folder import Home
from kiosk.home.disk_room import EVENING_BYTES, DiskRoom
from kiosk.web.start.service import Resumed
from kiosk.web.swap import Swaps
from kiosk.words import camera as words
from tests.chromium import launch
from tests.kiosk.fake_door import RUFSPIEL, FakeDoor
from tests.kiosk.served import served
from tests.kiosk.walks.pictures import decoded, encoded
from vision.camera.live import TROUBLE, SourceState
from vision.sighting import TableActivity

SCREENS = Path(__file__).parents[2] / "docs" / "screens" / "states"
QUALITY = 50
"""Of the pictures."""
_PLAYS = RUFSPIEL.split()


class Off:
    """The switch of a camera that is there and off."""

    @property
    def state(self) -> CameraState:
        """Off."""
        return CameraState(Power.OFF)

    def on(self) -> None:
        """Stay off."""

    def off(self) -> None:
        """Stay off."""


@dataclass
class Scene:
    """A door with what it shows, and how the pages are set up."""

    door: FakeDoor = field(default_factory=FakeDoor)
    given: dict[str, Any] = field(default_factory=dict)
    """What the pages are made with, as `served` takes it."""
    path: str = "/"


def playing(cards: int = 14) -> Scene:
    """Let a deal run."""
    scene = Scene()
    scene.door.seat_them()
    scene.door.call()
    scene.door.play(_PLAYS[:cards])
    return scene


def _resumed(scene: Scene) -> Scene:
    scene.given = {"resumed": Resumed(scene.door.view().state.last_seq), "camera": Off()}
    return scene


def _no_camera() -> Scene:
    scene = playing(0)
    scene.door.show(source="none")
    return scene


def _lost() -> Scene:
    scene = playing()
    scene.door.show(activity=TableActivity.NO_PICTURE)
    return scene


def _dark() -> Scene:
    scene = playing()
    scene.door.show(activity=TableActivity.NO_PICTURE, camera_note=TROUBLE[SourceState.DARK])
    return scene


def _hand() -> Scene:
    scene = playing()
    scene.door.show(activity=TableActivity.HAND, camera_note=words.HAND_TOO_LONG)
    return scene


def _heap() -> Scene:
    scene = playing()
    scene.door.show(activity=TableActivity.SWEPT, camera_note=words.SWEPT_TOO_LONG)
    return scene


def _room(evenings: int) -> Scene:
    scene = playing()
    home = Home(Path("/tmp"))
    scene.given = {"room": DiskRoom(home, usage=lambda path: evenings * EVENING_BYTES)}
    return scene


def _unkept() -> Scene:
    scene = _room(0)
    full = words.NOT_KEPT.format(why="Der Datenträger ist voll. – The disk is full.")
    scene.door.show(activity=TableActivity.STABLE, camera_note=full)
    return scene


def _no_clock() -> Scene:
    scene = Scene(path="/begin/clock")
    built = datetime.fromisoformat("2026-11-01T10:00").astimezone()
    wrong = TableClock(None, built, system=lambda: datetime.fromisoformat("1970-01-01T00:10+00:00"))
    scene.given = {"clock": wrong}
    return scene


def _demo() -> Scene:
    scene = playing()
    scene.door.show(source="sample")
    scene.given = {"swaps": Swaps(["own"])}
    return scene


def _locked() -> Scene:
    scene = playing()
    scene.path = "/rules/schafkopf?theme=3"
    return scene


def _between() -> Scene:
    scene = playing(32)
    scene.door.finish()
    return _resumed(scene)


def _to_confirm() -> Scene:
    """A finding hangs on what Toni laid: the one question before the score."""
    scene = playing(32)
    scene.door.finish()
    deal = scene.door.view().state.last_deal
    assert deal is not None
    asked = Question(deal.id, deal.seqs[21], (card("S8"), card("S9")))
    scene.door.show(deciding=(asked,))
    return scene


def _another_print() -> Scene:
    scene = playing()
    scene.door.show(doubted=True, camera_note=UNLIKE_THE_DECK.format(deck="isar"))
    return scene


def _result_missing() -> Scene:
    """A deal runs, the one before it has no result: the way to it takes no room from the cards."""
    scene = playing(8)
    scene.door.record(DealClosed(), DealStarted("2", 1))
    scene.door.call(seat=1)
    scene.door.play("2EO 3EU 0HO")
    return scene


def _taken_back() -> Scene:
    scene = playing()
    scene.door.record(Undone(scene.door.view().state.last_seq))
    return scene


def _dealing_taken_back() -> Scene:
    """The result of the deal before stands there again, below the words."""
    scene = playing(32)
    scene.door.finish()
    scene.door.record(DealStarted("2", 1))
    scene.door.record(Undone(scene.door.view().state.last_seq))
    return scene


def _again() -> Scene:
    scene = playing(0)
    scene.door.record(EveningEnded())
    scene.path = "/start"
    return scene


def six(path: str = "/") -> Scene:
    """Let a deal of Mehrkopf run at a table of six, whose longest name takes two lines."""
    scene = Scene(path=path)
    names = ("Resi", "Toni", "Vroni", "Ludwig", "Maximiliane-Theresia", "Sepp")
    scene.door.record(
        EveningStarted("abend", "mehrkopf", {}, names, "isar", {}),
        DealStarted("abend-1", 5),
        activity=TableActivity.STABLE,
        source="none",
    )
    return scene


def _solo_claimed() -> Scene:
    scene = six()
    scene.door.call("solo", "GA", 2)
    end = {"kind": "claim", "seat": 2, "tricks": "rest", "agreed": True, "laufende": 4}
    scene.door.record(DealClosed(end))
    return scene


def _six_settle() -> Scene:
    """Five of the six owe, and the ways home stand beside them."""
    scene = _solo_claimed()
    for number, seat in enumerate((1, 3, 3, 4, 4, 2, 2, 1, 5), start=2):
        won = number % 2 == 0
        scene.door.record(
            DealStarted(f"abend-{number}", 0), DealEntered({"won": won}, Contract("wenz", seat))
        )
    scene.door.record(EveningEnded())
    return scene


STATES: dict[str, Callable[[], Scene]] = {
    "no-camera": _no_camera,
    "camera-lost": _lost,
    "too-dark": _dark,
    "hand-too-long": _hand,
    "heap-too-long": _heap,
    "card-to-confirm": _to_confirm,
    "another-print": _another_print,
    "power-back-in-mid-deal": lambda: _resumed(playing()),
    "power-back-between-deals": _between,
    "disk-filling": lambda: _room(60),
    "disk-nearly-full": lambda: _room(2),
    "card-not-stored": _unkept,
    "no-clock": _no_clock,
    "demonstration": _demo,
    "rules-locked": _locked,
    "result-missing": _result_missing,
    "taken-back": _taken_back,
    "dealing-taken-back": _dealing_taken_back,
    "like-last-time": _again,
}


def _result_taken_back() -> Scene:
    """Nothing is seen: who plays and both ways to go on stand below the words."""
    scene = Scene()
    scene.door.seat_them()
    scene.door.record(DealEntered({"won": True}, Contract("solo", 1, card("HA").suit)))
    scene.door.record(Undone(scene.door.view().state.last_seq), source="none")
    return scene


def _who_sits_where() -> Scene:
    """As many numbers as a game has, and more people known than a low screen shows."""
    known = ("Resi", "Toni", "Vroni", "Maximiliane-Theresia", "Ludwig", "Sepp", "Girgl", "Lena")
    return Scene(path="/begin/people?game=mehrkopf&seats=7", given={"known": lambda: known})


def _long_dealer(path: str = "/") -> Scene:
    """Six play, the seventh deals and sits out: her name makes two lines of what one was."""
    scene = Scene(path=path)
    names = ("Resi", "Toni", "Xaver", "Sepp", "Vroni", "Ludwig", "Maximiliane-Kreszenz")
    scene.door.record(
        EveningStarted("abend", "mehrkopf", {}, names, "isar", {}),
        DealStarted("abend-1", 6, (6,)),
        activity=TableActivity.STABLE,
        source="none",
    )
    return scene


def _kontra_when() -> Scene:
    scene = playing(6)
    scene.path = "/call?step=1&who=0&kind=rufspiel&suit=G&d.kontra=1&by.kontra=1"
    return scene


CROWDED: dict[str, Callable[[], Scene]] = {
    "dealer-of-a-long-name": _long_dealer,
    "a-long-call": lambda: _long_dealer(
        "/call?step=1&who=0&kind=rufspiel&suit=E&d.kontra=1&by.kontra=5"
    ),
    "kontra-when": _kontra_when,
    "who-sits-where": _who_sits_where,
    "result-taken-back": _result_taken_back,
    "solo-claimed": _solo_claimed,
    "six-settle": _six_settle,
}
"""Pages with as much on them as an evening brings: held to fit, not drawn."""


def show(browser: Browser, scene: Scene, language: Language, look: Callable[[Page], None]) -> None:
    """Open a scene at 800x480 and look at it."""
    with served(scene.door, **scene.given) as address:
        page = browser.new_page(
            viewport={"width": 800, "height": 480}, reduced_motion="reduce", locale="de-DE"
        )
        try:
            page.goto(address + scene.path)
            if language == "en":
                page.locator("button.language").click()
                page.locator('html[lang="en"]').wait_for()
            page.wait_for_load_state("load")
            page.evaluate("document.fonts.ready")
            look(page)
        finally:
            page.close()


def _draw(path: Path, page: Page) -> None:
    path.write_bytes(encoded(decoded(page.screenshot()), QUALITY))


def main(names: list[str]) -> None:
    """Draw every state, or those of `names`."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, scene in STATES.items():
            if names and name not in names:
                continue
            show(browser, scene(), "de", partial(_draw, SCREENS / f"{name}.webp"))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
