"""What the start needs to know of this table, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kiosk.home import Home
from kiosk.table import Table
from kiosk.welcome.drafts import Drafts
from kiosk.welcome.house import House
from kiosk.welcome.known import Acquaintances
from kiosk.welcome.resumed import Resumed
from kiosk.welcome.room import Room
from kiosk.welcome.swap import Swaps
from kiosk.welcome.wishes import Wishes


@dataclass(frozen=True, slots=True)
class Reception:
    """Everything has a value that works without a data folder."""

    house: House = field(default_factory=House)
    drafts: Drafts = field(default_factory=Drafts)
    """House rules that somebody changed and nobody has taken yet."""
    wishes: Wishes = field(default_factory=Wishes)
    known: Callable[[], tuple[str, ...]] = tuple
    """Names of earlier evenings, those who came last first."""
    swaps: Swaps = field(default_factory=Swaps)
    resumed: Resumed = field(default_factory=Resumed)
    room: Room = field(default_factory=Room)


def open_reception(
    home: Home, table: Table, earlier: tuple[str, ...], swaps: Swaps, *, asks: bool
) -> Reception:
    """Return the reception of a table; `asks` where a restart in mid-evening is asked about."""
    known = Acquaintances(earlier)
    table.listen(known.seen)
    return Reception(
        house=House(home.rules),
        wishes=Wishes(home.page_toml),
        known=known.names,
        swaps=swaps,
        room=Room(home),
        resumed=Resumed(table.view().state.last_seq if asks else 0),
    )
