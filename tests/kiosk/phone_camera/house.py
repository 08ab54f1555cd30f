"""A whole table that a phone, or a camera with the same film, looks at: real eyes, real pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.cards import card
from engine.deal.record import Contract
from engine.journal.journal import Journal
from engine.text import Text
from kiosk.camera.eyes import Eyes
from kiosk.camera.phone_choice import TablePhone
from kiosk.camera.pictures import PictureWindow
from kiosk.camera.sight import Sight, open_sight
from kiosk.camera.workshop import Workshop, open_workshop
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.table.commands import Announce, StartDeal, StartEvening
from kiosk.table.writer import Table
from kiosk.web.phones.camera_desk import CameraDesk, CarriedCamera
from kiosk.web.phones.desk import PhoneEye, make_desk
from kiosk.web.server import PageServer
from tests.kiosk.fake_door import NAMES
from tests.kiosk.phone_camera.film import RATE, number_of, pictures
from tests.kiosk.served import pages
from tests.kiosk.web.phones.conftest import here
from vision.arrays import Image, as_image
from vision.camera.cameras import CameraRequest
from vision.camera.phone import PHONE


@dataclass
class PhoneHouse:
    """The table, where its page is, and the phone's desk."""

    table: Table
    workshop: Workshop
    sight: Sight
    camera: CameraDesk
    address: str
    told: list[tuple[str, Text]] = field(default_factory=list)

    def play(self) -> None:
        """Begin the deal that the film shows."""
        self.table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
        self.table.do(StartDeal(3))
        self.table.do(Announce(Contract("rufspiel", 2, card("SA").suit)))

    @property
    def port(self) -> int:
        """Where the phone comes; it has to be on."""
        address = self.camera.state.address
        assert address is not None
        return int(address.rpartition(":")[2])


@contextmanager
def phone_house(folder: Path) -> Iterator[PhoneHouse]:
    """Open a table whose camera is a phone that nobody has switched on yet."""
    home = Home(folder)
    home.prepare()
    with ExitStack() as stack:
        size = CameraRequest(1280, 720)
        sight = open_sight(PHONE, "isar", home, None, checks_deck=False, asked=size)
        assert sight.live is not None
        stack.callback(sight.source.close)
        lens = sight.lens("isar")
        director = Director(lens.cards, RoundDeals())
        table = Table(Journal.open(home.journal), director=director, source="camera")
        stack.callback(table.close)

        def make_eyes(window: PictureWindow) -> Eyes:
            return Eyes(sight.source, lens, director, table, sight.lens, None, window)

        workshop = open_workshop(home, sight, make_eyes, table, 600.0)
        made = pages(camera=workshop.camera, workshop=workshop, phone=True, heartbeat=0.5)
        told = list[tuple[str, Text]]()
        desk = make_desk(
            table,
            home,
            made.guests,
            made.maker(table),
            guest_port=0,
            host_port=0,
            camera_port=0,
            network=here(),
            eye=PhoneEye(
                CarriedCamera(sight.line),
                TablePhone(home, workshop),
                lambda key, text: told.append((key, text)),
                begins=False,
            ),
        )
        stack.callback(desk.close)
        assert desk.camera is not None
        server = PageServer(made.app(table, desk), "127.0.0.1", 0)
        server.start()
        stack.callback(server.close)
        assert workshop.eyes is not None
        workshop.eyes.start()
        workshop.start()
        stack.callback(workshop.eyes.close)
        stack.callback(workshop.close)
        yield PhoneHouse(table, workshop, sight, desk.camera, server.address.rstrip("/"), told)


class FilmCamera:
    """A camera on a cable that shows the film, as quickly as it was filmed."""

    reason: Text | None = None

    def __init__(self) -> None:
        self.began = time.time()
        self._over = threading.Event()
        self._number = -1

    def grab(self) -> bool:
        """Wait for the next picture; one that was missed is gone."""
        due = self.began + (self._number + 1) / RATE
        self._over.wait(max(0.0, due - time.time()))
        self._number = max(self._number + 1, int((time.time() - self.began) * RATE))
        return True

    def retrieve(self) -> Image | None:
        """Decode it."""
        film = pictures()
        return as_image(cv2.imdecode(np.frombuffer(film[self._number % len(film)], np.uint8), 1))

    def release(self) -> None:
        """Show nothing any more."""
        self._over.set()


def number_in(body: bytes) -> int:
    """Read the number of a picture that a phone sent."""
    return number_of(as_image(cv2.imdecode(np.frombuffer(body, np.uint8), 1)))
