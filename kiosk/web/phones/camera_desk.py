"""The switch of the phone that is the camera; off means that its port is closed.

On and off go with what the table looks through: the port is open while a phone is the chosen
camera, and nothing listens in the network for it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from flask import Flask

from engine.text import PlainError, Text
from kiosk.home.certificate import secure
from kiosk.home.data_folder import Home
from kiosk.web.phones.camera_app import CameraSide, create_camera_app
from kiosk.web.phones.camera_pairing import CameraPairing
from kiosk.web.phones.switches import Network
from kiosk.web.server import Bounds, PageServer
from kiosk.words import phone_camera as w
from kiosk.words import phones as p
from vision.camera.phone import MOST_BYTES, PhoneLine, PhoneState, PhoneWord

CAMERA_PORT = 8083
BOUNDS = Bounds(threads=4, connections=16, per_address=6, idle_s=15, body=MOST_BYTES + 1)
"""One phone needs one connection. All of them, each with the largest body, are 32 MiB."""
PART_S = 2.5
"""Longest wait for a phone to hear that it is over: it asks once a second."""
LOW_PERCENT, WELL_PERCENT = 15, 25


class PhoneChoice(Protocol):
    """Has the table look through a phone, or no more."""

    @property
    def possible(self) -> bool:
        """Whether this table can."""
        ...

    def take(self) -> None:
        """Look through the phone from now on; it is remembered.

        Raises:
            PlainError: it cannot be had here, or the data folder cannot be written.
        """
        ...

    def leave(self) -> None:
        """Look through another camera, or none.

        Raises:
            PlainError: the data folder cannot be written.
        """
        ...


class NoChoice:
    """The choice between two evenings: no table is there to look through anything."""

    possible = False

    def take(self) -> None:
        """Refuse.

        Raises:
            PlainError: always.
        """
        raise PlainError(w.NOT_HERE)

    def leave(self) -> None:
        """Do nothing."""


NO_CHOICE = NoChoice()


def tell_nobody(key: str, text: Text) -> None:
    """Say nothing: no table is there."""


@dataclass(frozen=True, slots=True)
class CameraDeskState:
    """How it stands with the phone that is the camera."""

    possible: bool
    on: bool
    address: str | None
    """`192.0.2.7:8083`; None while off, or without a network."""
    others: tuple[str, ...]
    code: str | None
    seconds: int
    paired: bool
    phone: PhoneState


@dataclass
class CameraDesk:
    """Opens and closes the phone's port; closed when made."""

    line: PhoneLine
    pairing: CameraPairing
    home: Home
    choice: PhoneChoice = NO_CHOICE
    tell: Callable[[str, Text], object] = tell_nobody
    """Has the table's page say something until it is tapped away."""
    port: int = CAMERA_PORT
    network: Network = field(default_factory=Network)
    bounds: Bounds = BOUNDS

    def __post_init__(self) -> None:
        self._gate = Lock()
        self._server: PageServer | None = None
        self._app: Flask | None = None
        self._low = False
        self._unasked = False

    @property
    def state(self) -> CameraDeskState:
        """How it stands just now."""
        with self._gate:
            found: list[str] = []
            if self._server is not None and self._app is not None:
                self._app.config["TRUSTED_HOSTS"] = list(self.network.hosts())
                found = [f"{each}:{self._server.port}" for each in self.network.addresses()]
            code = self.pairing.code()
            return CameraDeskState(
                possible=self.choice.possible,
                on=self._server is not None,
                address=found[0] if found else None,
                others=tuple(found[1:]),
                code=None if code is None else code[0].word,
                seconds=0 if code is None else code[1],
                paired=self.pairing.paired,
                phone=self.line.state,
            )

    def on(self) -> None:
        """Open the port, show a code, and have the table look through the phone.

        Raises:
            PlainError: there is no network, the port is taken, or the table cannot.
        """
        if not self.choice.possible:
            raise PlainError(w.NOT_HERE)
        self.open()
        self.pairing.new_code()
        self._unasked = True
        self.choice.take()

    def show_code(self) -> None:
        """Show a code; the phone that redeems it takes the place of the one there is.

        Raises:
            PlainError: there is no network, the port is taken, or there can be no certificate.
        """
        self.open()
        self._unasked = False
        self.pairing.new_code()

    def open(self) -> None:
        """Open the port; open already, nothing changes.

        Raises:
            PlainError: there is no network, the port is taken, or there can be no certificate.
        """
        with self._gate:
            if self._server is not None:
                return
            if not self.network.addresses():
                raise PlainError(p.NO_NETWORK)
            hosts = self.network.hosts()
            app = create_camera_app(CameraSide(self.line, self.pairing, self.heard), hosts)
            opened = PageServer(
                app.wsgi_app,  # its one page is compiled with the first look at it
                self.network.bind,
                self.port,
                self.bounds,
                network=True,
                busy=p.PORT_TAKEN,
                debug=app.debug,
                tls=secure(self.home, hosts),
            )
            opened.start()
            self._server, self._app = opened, app
            self.line.opened(True, known=self.pairing.paired)

    def off(self) -> None:
        """Close the port, and have the table look through another camera or none.

        Raises:
            PlainError: the data folder cannot be written.
        """
        self.shut()
        self.choice.leave()

    def shut(self) -> None:
        """Close the port on purpose: the phone is told so before."""
        self.line.part(PART_S)
        self.close()

    def close(self) -> None:
        """Close the port; no code is good any more."""
        with self._gate:
            opened, self._server, self._app = self._server, None, None
            self.line.opened(False)
            self.pairing.no_code()
        if opened is not None:
            opened.close()

    def rest(self) -> None:
        """Wait for the next evening: code and port stay, no picture is taken, no table is held."""
        self.line.want(False)
        self.choice, self.tell = NO_CHOICE, tell_nobody

    def heard(self, word: PhoneWord) -> None:
        """Let a code go that the phone needs no more; tell once that its battery runs low."""
        if self._unasked:
            # The phone of the time before has come back by itself: nobody asked for another.
            self._unasked = False
            self.pairing.no_code()
        if word.battery is None:
            return
        if word.charging or word.battery >= WELL_PERCENT:
            self._low = False
        elif word.battery <= LOW_PERCENT and not self._low:
            self._low = True
            self.tell("phone battery", w.BATTERY_LOW.format(percent=word.battery))


@dataclass
class CarriedCamera:
    """The phone that is the camera, from one evening of the program to the next.

    Whoever scanned the code of an evening that gives way to another is let in by it there.
    """

    line: PhoneLine = field(default_factory=PhoneLine)
    desk: CameraDesk | None = None
    """The desk of the evening before; None at the first."""

    def close(self) -> None:
        """Close the port; called where the program ends."""
        if self.desk is not None:
            self.desk.close()
