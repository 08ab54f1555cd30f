"""A whole table with a camera that a test leads: the real eyes, the real pages, drawn pictures."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk.camera.camera_values import CameraSetup
from kiosk.camera.eyes import Eyes
from kiosk.camera.pictures import PictureWindow
from kiosk.camera.sight import Sight
from kiosk.camera.workshop import Workshop, open_workshop
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import deck_names
from kiosk.table.writer import Table
from tests.kiosk.served import served
from tests.vision.drawn import FPS
from tests.vision.drawn import Table as DrawnTable
from vision.arrays import Image
from vision.camera.frames import Frame
from vision.camera.live import LiveSource
from vision.reading.nets import Nets

PATIENCE_S = 60.0
UNPLUGGED = Text(de="Die Kamera ist ausgesteckt.", en="The camera is unplugged.")


class Lamp:
    """A lamp beside the camera."""

    def __init__(self) -> None:
        self.lit = False

    def on(self) -> None:
        self.lit = True

    def off(self) -> None:
        self.lit = False


class Camera:
    """Looks at a drawn table; what it is to see next is handed over as frames.

    Its clock runs by its pictures, and each waits until the one before was looked at, so that
    nothing depends on how quick the machine is.
    """

    reason: Text | None = UNPLUGGED

    def __init__(self, table: DrawnTable) -> None:
        self.table = table
        self.now = 0.0
        self.plugged = True
        self.opened = 0
        self.over = False
        self._gate = threading.Condition()
        self._films: list[Iterator[Frame]] = []
        self._seen = threading.Event()
        self._seen.set()

    def clock(self) -> float:
        return self.now

    def open(self) -> Camera:
        if not self.plugged:
            raise PlainError(UNPLUGGED)
        self.opened += 1
        return self

    def show(self, *films: Iterable[Frame]) -> None:
        """Let it see these frames next and wait until they are over."""
        with self._gate:
            self._films += [iter(film) for film in films]
            self._gate.notify_all()
            assert self._gate.wait_for(lambda: not self._films, PATIENCE_S)

    def seen(self) -> None:
        self._seen.set()

    def grab(self) -> bool:
        if not self.over:
            self._seen.wait(PATIENCE_S)
        with self._gate:
            # With nothing to show it keeps a camera's pace, and leaves the processor to the rest.
            self._gate.wait_for(lambda: bool(self._films) or self.over, 1 / FPS)
        self.now += 1 / FPS
        return self.plugged

    def retrieve(self) -> Image | None:
        self._seen.clear()
        with self._gate:
            while self._films:
                frame = next(self._films[0], None)
                if frame is not None:
                    return frame.image
                self._films.pop(0)
                self._gate.notify_all()
        return self.table.picture()

    def release(self) -> None:
        self._seen.set()


class SeeingWindow(PictureWindow):
    """Tells the camera when a picture was looked at."""

    camera: Camera | None = None

    def sees(self, frame: Frame) -> bool:
        taken = super().sees(frame)
        if self.camera is not None:
            self.camera.seen()
        return taken


class Rig:
    """Table, camera, workshop."""

    def __init__(self, path: Path, nets: Nets, table: DrawnTable | None = None) -> None:
        self.home = Home(path / "home")
        self.home.prepare()
        self.camera = Camera(table or DrawnTable(width=640, height=400))
        self.lamp = Lamp()
        self.source = LiveSource(
            self.camera.open,
            clock=self.camera.clock,
            reopen_seconds=0.01,
            light=self.lamp,
            off=True,
        )
        self.sight = Sight(self.source, nets, self.home, "camera", CameraSetup(), checks_deck=True)
        lens = self.sight.lens("isar")
        self.director = Director(lens.cards, RoundDeals())
        journal = Journal.open(self.home.journal)
        self.table = Table(journal, director=self.director, source="camera")

        def make_eyes(window: PictureWindow) -> Eyes:
            return Eyes(
                self.source,
                lens,
                self.director,
                self.table,
                self.sight.lens,
                None,
                window,
            )

        self.window = SeeingWindow()
        self.window.camera = self.camera
        self.workshop: Workshop = open_workshop(
            self.home, self.sight, make_eyes, self.table, 600.0, self.window
        )
        assert self.workshop.eyes is not None
        self.eyes = self.workshop.eyes
        self.eyes.start()

    def given(self) -> dict[str, Any]:
        """Return what the pages are made with."""
        return {
            "heartbeat": 0.5,
            "camera": self.workshop.camera,
            "workshop": self.workshop,
            "decks": lambda: tuple(deck_names(self.home)),
        }

    def close(self) -> None:
        self.camera.over = True
        self.camera.seen()
        self.workshop.close()
        self.eyes.close()
        self.table.close()


@contextmanager
def rigged(path: Path, nets: Nets, table: DrawnTable | None = None) -> Iterator[Rig]:
    rig = Rig(path, nets, table)
    try:
        yield rig
    finally:
        rig.close()


@contextmanager
def rig_served(
    path: Path, nets: Nets, table: DrawnTable | None = None
) -> Iterator[tuple[Rig, str]]:
    with rigged(path, nets, table) as rig, served(rig.table, **rig.given()) as address:
        yield rig, address
