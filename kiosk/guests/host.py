"""The switch of host mode: the whole kiosk in the network, behind its gate, on its own port."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from flask import Flask

from engine.text import PlainError
from kiosk.guests import phone_words as w
from kiosk.guests.connections import Bounds
from kiosk.guests.gate import Gate, create_gate_app
from kiosk.guests.pairing import CODE_S, Pairings, Phone
from kiosk.guests.phones import Network
from kiosk.pages.settings import PageSettings
from kiosk.server import PageServer
from kiosk.view import TableDoor

PORT = 8082
HOSTS = Bounds(threads=16, connections=120, per_address=24, idle_s=15)

Make = Callable[[tuple[str, ...]], tuple[Flask, PageSettings]]
"""Makes a kiosk application that answers to these host names."""


@dataclass(frozen=True, slots=True)
class HostState:
    """Whether phones may work the table, where, and which."""

    on: bool = False
    address: str | None = None
    """`192.0.2.7:8082`; None while off, or without a network."""
    others: tuple[str, ...] = ()
    code: str | None = None
    """The one-time code that is good now."""
    seconds: int = 0
    phones: tuple[Phone, ...] = ()
    pin: bool = False
    """Whether a PIN was chosen."""


@dataclass
class HostMode:
    """Opens and closes the kiosk's port in the network; off when made."""

    make: Make
    door: TableDoor
    pairings: Pairings
    port: int = PORT
    network: Network = field(default_factory=Network)

    def __post_init__(self) -> None:
        self._gate = Lock()
        self._server: PageServer | None = None
        self._apps: tuple[Flask, ...] = ()

    @property
    def state(self) -> HostState:
        """How the switch stands."""
        with self._gate:
            phones, pin = self.pairings.phones, self.pairings.pin.is_set
            if self._server is None:
                return HostState(phones=phones, pin=pin)
            for app in self._apps:
                app.config["TRUSTED_HOSTS"] = list(self.network.hosts())
            found = [f"{each}:{self._server.port}" for each in self.network.addresses()]
            code = self.pairings.code()
            return HostState(
                on=True,
                address=found[0] if found else None,
                others=tuple(found[1:]),
                code=None if code is None else code[0].word,
                seconds=0 if code is None else code[1],
                phones=phones,
                pin=pin,
            )

    def on(self, *, alone: bool = False) -> None:
        """Open the port; open already, nothing changes. `alone`: even before there is a network.

        Raises:
            PlainError: there is no network, the port is taken, or debugging is on.
        """
        with self._gate:
            if self._server is not None:
                return
            if not alone and not self.network.addresses():
                raise PlainError(w.NO_NETWORK)
            kiosk, settings = self.make(self.network.hosts())
            gate = create_gate_app(self.door, self.pairings, settings)
            self._server = PageServer(
                Gate(kiosk, gate, self.pairings),
                self.network.bind,
                self.port,
                HOSTS,
                network=True,
                busy=w.PORT_TAKEN,
                debug=kiosk.debug,
            )
            self._apps = (kiosk, gate)
            self._server.start()

    @property
    def port_taken(self) -> int | None:
        """The port that is open; None while off."""
        return None if self._server is None else self._server.port

    def off(self) -> None:
        """Close the port; the phones on the list stay on it and need the PIN next time."""
        with self._gate:
            server, self._server, self._apps = self._server, None, ()
            if server is not None:
                server.close()

    def show_code(self, seconds: float = CODE_S) -> None:
        """Make a new one-time code; opens the port where it was closed.

        Raises:
            PlainError: as for `on`.
        """
        self.on()
        self.pairings.new_code(seconds)

    close = off
