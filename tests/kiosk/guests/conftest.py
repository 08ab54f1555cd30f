"""The whole of it on real ports: the table, the kiosk, the phones' server and host mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.journal import Journal
from engine.record import Contract
from kiosk.app import PageSettings, create_app
from kiosk.commands import Announce
from kiosk.exports.archive import Archive
from kiosk.guests.desk import Desk, make_desk
from kiosk.guests.phones import Network
from kiosk.home import Home
from kiosk.server import PageServer
from kiosk.table import Table
from tests.kiosk.browsing import begin
from tests.kiosk.guests.sockets import Place
from tests.kiosk.served import TouchOnly


def here() -> Network:
    """A network of this machine alone."""
    return Network("127.0.0.1", lambda: ("127.0.0.1",), lambda: ())


@dataclass
class House:
    """A table with its servers; the deal is begun and nothing is laid."""

    table: Table
    journal: Journal
    desk: Desk
    kiosk: Place
    home: Home

    @property
    def guests(self) -> Place:
        """Where the phones look; they have to be on."""
        return Place.of(self.desk.phones.state.address)

    @property
    def host(self) -> Place:
        """Where phones work the table; host mode has to be on."""
        return Place.of(self.desk.host.state.address)

    def head(self) -> str:
        """Head hash of the journal, read by the writer."""
        return self.table.call(lambda _: self.journal.head)

    def call(self) -> None:
        """Resi plays a Wenz."""
        self.table.do(Announce(Contract("wenz", 0, None)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    journal = Journal.open(tmp_path / "journal.sqlite")
    home = Home(tmp_path / "home")
    home.prepare()
    with Table(journal, follower=TouchOnly()) as table:
        begin(table)
        pages = PageSettings(heartbeat=0.5, archive=Archive(tmp_path / "journal.sqlite"))
        desk, settings = make_desk(table, home, pages, guest_port=0, host_port=0, network=here())
        table.listen(desk.phones.heard)
        server = PageServer(create_app(table, settings), "127.0.0.1", 0)
        server.start()
        yield House(table, journal, desk, Place("127.0.0.1", server.port), home)
        desk.close()
        server.close()
