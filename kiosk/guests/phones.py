"""The switch of the guests' phones: off means that the port is closed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock, Thread

from flask import Flask

from engine.text import PlainError, Text
from kiosk.guests import phone_words as w
from kiosk.guests.address import host_names, own_addresses
from kiosk.guests.app import GuestSettings, create_guest_app
from kiosk.guests.streams import Places
from kiosk.server import GUESTS, PageServer
from kiosk.view import TableDoor, TableView

LOG = logging.getLogger("mehrkopf.phones")

PORT = 8081
EVERYWHERE = "0.0.0.0"
_GOODBYE_S = 2.0
"""Longest wait for the streams to say that it is over."""


@dataclass(frozen=True, slots=True)
class Network:
    """Where phones reach this machine; other functions in tests."""

    bind: str = EVERYWHERE
    addresses: Callable[[], tuple[str, ...]] = own_addresses
    names: Callable[[], tuple[str, ...]] = host_names

    def hosts(self) -> tuple[str, ...]:
        """Return every name and address the pages may be asked for by."""
        return (*self.addresses(), *self.names(), "127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class PhonesState:
    """Whether phones may look on, and where."""

    on: bool = False
    address: str | None = None
    """`192.0.2.7:8081`, as somebody would type it; None where there is no network (any more)."""
    others: tuple[str, ...] = ()
    """The same machine in its other networks."""
    watching: int = 0
    """Live updates that run."""
    note: Text | None = None
    """Why they went off by themselves."""


@dataclass
class _Running:
    server: PageServer
    app: Flask

    @property
    def places(self) -> Places:
        places: Places = self.app.extensions["places"]
        return places


@dataclass
class Phones:
    """Opens and closes the guests' server; off when made and when the evening ends."""

    door: TableDoor
    settings: GuestSettings = field(default_factory=GuestSettings)
    port: int = PORT
    network: Network = field(default_factory=Network)

    def __post_init__(self) -> None:
        self._gate = Lock()
        self._running: _Running | None = None
        self._note: Text | None = None
        self._ended = self.door.view().state.ended is not None
        self._goodbye: Thread | None = None

    @property
    def state(self) -> PhonesState:
        """How the switch stands."""
        with self._gate:
            running = self._running
            if running is None:
                return PhonesState(note=self._note)
            # A network may give another address at any time.
            running.app.config["TRUSTED_HOSTS"] = list(self.network.hosts())
            found = [f"{each}:{running.server.port}" for each in self.network.addresses()]
            return PhonesState(
                on=True,
                address=found[0] if found else None,
                others=tuple(found[1:]),
                watching=running.places.held,
            )

    def on(self) -> None:
        """Open the port; open already, nothing changes.

        Raises:
            PlainError: there is no network, or the port is taken.
        """
        with self._gate:
            if self._running is not None:
                return
            if not self.network.addresses():
                raise PlainError(w.NO_NETWORK)
            self._note = None
            self._running = self._open()

    def _open(self) -> _Running:
        settings = replace(self.settings, trusted_hosts=self.network.hosts())
        app = create_guest_app(self.door, settings)
        server = PageServer(
            app, self.network.bind, self.port, GUESTS, network=True, busy=w.PORT_TAKEN
        )
        server.start()
        return _Running(server, app)

    def off(self, note: Text | None = None) -> None:
        """Say goodbye to the phones and close the port; `note` says why, where nobody asked."""
        with self._gate:
            running, self._running = self._running, None
            self._note = note if running is not None else self._note
            if running is not None:
                running.places.end(_GOODBYE_S)
                running.server.close()

    def heard(self, view: TableView) -> None:
        """Go off when the evening ends; called by the writer, who must not wait."""
        ended, before = view.state.ended is not None, self._ended
        self._ended = ended
        if ended and not before and self._running is not None:
            self._goodbye = Thread(
                target=self.off, args=(w.EVENING_ENDED,), name="goodbye", daemon=True
            )
            self._goodbye.start()

    def close(self) -> None:
        """Close the port for good."""
        self.off()
        if self._goodbye is not None:
            self._goodbye.join()
