"""The whole of it on real ports: the table, the kiosk, the phones' server and host mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.deal.record import Contract
from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.data_folder import Home
from kiosk.home.files import KeptChoice, PageChoice
from kiosk.table.commands import Announce
from kiosk.table.writer import Table
from kiosk.web.phones.desk import PhoneDesk, make_desk
from kiosk.web.phones.switches import Network
from kiosk.web.server import PageServer
from tests.kiosk.browsing import begin
from tests.kiosk.replay.opened_cards import Knows
from tests.kiosk.served import pages, touch_table
from tests.kiosk.web.phones.sockets import Place


def here() -> Network:
    """A network of this machine alone."""
    return Network("127.0.0.1", lambda: ("127.0.0.1",), lambda: ())


@dataclass
class House:
    """A table with its servers; the deal is begun and nothing is laid."""

    table: Table
    journal: Journal
    desk: PhoneDesk
    kiosk: Place
    home: Home
    knows: Knows
    """Says what deals came to with open cards."""
    wishes: KeptChoice[PageChoice]
    """What was set on the page."""

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
    with touch_table(journal) as table:
        begin(table)
        past, knows = PastEvenings(tmp_path / "journal.sqlite"), Knows()
        made = pages(heartbeat=0.5, past=past, analyses=knows)
        desk = make_desk(
            table,
            home,
            made.guests,
            made.maker(table),
            guest_port=0,
            host_port=0,
            network=here(),
        )
        table.listen(desk.phones.heard)
        server = PageServer(made.app(table, desk), "127.0.0.1", 0)
        server.start()
        wishes, place = made.services.preferences.wishes, Place("127.0.0.1", server.port)
        yield House(table, journal, desk, place, home, knows, wishes)
        desk.close()
        server.close()
