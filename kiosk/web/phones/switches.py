"""The switches of phones that look on and of phones that work the table; off means a closed port.

Those that work the table (host mode) get the whole kiosk, behind its gate, on a port of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock, Timer

from flask import Flask

from engine.text import PlainError, Text
from kiosk.table.view import TableDoor, TableView
from kiosk.web.phones.gate import CODE_S, Gate, Pairings, Phone
from kiosk.web.phones.guest_app import GuestSettings, create_guest_app
from kiosk.web.phones.limits import Places, host_names, own_addresses
from kiosk.web.server import GUESTS, Bounds, PageServer
from kiosk.words import phones as w

GUEST_PORT = 8081
EVERYWHERE = "0.0.0.0"
LINGER_S = 900.0
"""So long after the evening's end they stay on, for people to take it home."""
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
    """Opens and closes the guests' server; off when made and some time after the evening's end."""

    door: TableDoor
    settings: GuestSettings = field(default_factory=GuestSettings)
    port: int = GUEST_PORT
    network: Network = field(default_factory=Network)
    linger: float = LINGER_S

    def __post_init__(self) -> None:
        self._gate = Lock()
        self._running: _Running | None = None
        self._note: Text | None = None
        self._ended = self.door.view().state.ended is not None
        self._evening = self.door.view().state.evening
        self._goodbye: Timer | None = None

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
        serving = replace(self.settings.serving, trusted_hosts=self.network.hosts())
        app = create_guest_app(self.door, replace(self.settings, serving=serving))
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
        """Go off some time after the evening's end; called by the writer, who must not wait.

        At once where another evening begins; not at all where this one goes on.
        """
        state = view.state
        ended, before = state.ended is not None, self._ended
        another = before and state.evening != self._evening
        self._ended, self._evening = ended, state.evening
        if before and not ended and self._goodbye is not None:
            self._goodbye.cancel()
        if self._running is not None and (another or (ended and not before)):
            self._goodbye = Timer(0.0 if another else self.linger, self.off, (w.EVENING_ENDED,))
            self._goodbye.daemon = True
            self._goodbye.start()

    def close(self) -> None:
        """Close the port for good."""
        self.off()
        if self._goodbye is not None:
            self._goodbye.cancel()
            self._goodbye.join()


HOST_PORT = 8082
HOSTS = Bounds(threads=16, connections=120, per_address=24, idle_s=15)

Make = Callable[[tuple[str, ...]], tuple[Flask, Flask]]
"""Makes a kiosk and its gate, which answer to these host names."""


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
    pairings: Pairings
    port: int = HOST_PORT
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
            kiosk, gate = self.make(self.network.hosts())
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
        """Close the port; the phones on the list stay on it and need the PIN next time.

        A code that is shown and a phone on its way in are good no more.
        """
        with self._gate:
            server, self._server, self._apps = self._server, None, ()
            if server is not None:
                server.close()
            self.pairings.all_asleep()

    def show_code(self, seconds: float = CODE_S) -> None:
        """Make a new one-time code; opens the port where it was closed.

        Raises:
            PlainError: as for `on`.
        """
        self.on()
        self.pairings.new_code(seconds)

    close = off
