"""How the pages are served."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.deal_state import DealState
from engine.record import JsonObject
from engine.rules_toml import NamedRules
from engine.text import Language, Text
from kiosk.clock import TableClock
from kiosk.exports.archive import Archive
from kiosk.regional.region import ChosenRegion
from kiosk.replay.recall import Recall
from kiosk.setup.switch import NO_CAMERA, CameraDoor
from kiosk.strip.light import TableLight
from kiosk.welcome.reception import Reception

if TYPE_CHECKING:
    from kiosk.comfort.comfort import Comfort
    from kiosk.guests.desk import Desk
    from kiosk.setup.workshop import Workshop


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How the pages are served; every field has a value that works out of the box."""

    language: Language = "de"
    trusted_hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    """Host names the pages answer to; any port."""
    secret_key: bytes = field(default_factory=lambda: token_bytes(32))
    """Signs the session; kept across starts by the caller (the `secret` file)."""
    streams: int = 8
    """Live updates at once; must stay below the server's number of threads."""
    heartbeat: float = 5.0
    """Seconds between two signs of life on a quiet stream."""
    lifetime: float = 900.0
    """Seconds after which a stream ends and the page opens a new one."""
    double_tap: float = 0.0
    """Seconds within which the same form sent again counts as one tap; 0: each counts."""
    at_table: bool = True
    """Whether they stand on the table's own screen; else on a phone that works it."""
    money: bool = False
    """Amounts as euros and cents instead of units."""
    games: tuple[str, ...] = ("schafkopf", "mehrkopf", "bavarian", "sheepshead", "bierkopf")
    """Games offered at the start of an evening."""
    decks: tuple[str, ...] = ("isar",)
    """Decks offered at the start of an evening, the preferred one first."""
    deck_names: Callable[[], tuple[str, ...]] | None = None
    """Tells the decks there are just now, where they may change; see `offered_decks`."""
    deck_order: Callable[[], tuple[Card, ...]] = tuple
    """Tells the enrolled deck's cards in the order of the scores of what is seen just now."""
    seats: tuple[str, ...] = ("Resi", "Toni", "Vroni", "Sepp")
    """Names proposed at the start of an evening."""
    rules: JsonObject = field(default_factory=dict)
    """House rules of the first game, options by name (`table.toml`)."""
    own_rules: Mapping[str, NamedRules] = field(default_factory=dict)
    """The table's own sets of house rules by name, offered beside the games (`rules/NAME.toml`)."""
    recording: Callable[[], Text | None] = lambda: None
    """Tells what the badge of a running recording says; None where nothing is recorded."""
    clock: TableClock = field(default_factory=TableClock)
    """The table's time; the start asks for it where it cannot be right."""
    region: ChosenRegion = field(default_factory=ChosenRegion)
    """The table's words: Gras, Laub or Blatt; Sau or Ass."""
    camera: CameraDoor = NO_CAMERA
    """The camera's switch."""
    workshop: Workshop | None = None
    """What the set-up pages of camera and deck work with; None: they say that there is nothing."""
    reception: Reception = field(default_factory=Reception)
    """What the start, the house rules and the question after a restart work with."""
    comfort: Comfort | None = None
    """Sounds and speech; None: such as nobody keeps and nobody hears."""
    light: TableLight = field(default_factory=TableLight)
    """The strip: brightness, test, and how it is doing."""
    buttons_trouble: Callable[[], Text | None] = lambda: None
    """Tells what is wrong with the buttons on the pins; None where nothing is."""
    archive: Archive = field(default_factory=Archive)
    """The evenings of the journal."""
    exports: Path | None = None
    """Where files go that are taken home without a stick; None: nowhere."""
    desk: Desk | None = None
    """What the pages about phones, and the PIN, work with; None: they say that there is nothing."""
    recall: Recall = field(default_factory=Recall)
    """How a replay works out again what was shown."""
    claims: bool = False
    """Whether some verdicts are said only to a player who claims them."""

    def order_of(self, deal: DealState | None) -> tuple[Card, ...]:
        """Return the cards in the order of the scores of a deal's plays; look-alikes need it."""
        known = () if deal is None else self.recall.decks(deal.head.deck)
        return known or self.deck_order()

    def in_money(self) -> bool:
        """Tell whether amounts are shown in euros: as the table wished last, else as it began."""
        wished = self.reception.wishes.wished.money
        return self.money if wished is None else wished

    def offered_decks(self) -> tuple[str, ...]:
        """Return the decks there are just now, the preferred one first."""
        return self.decks if self.deck_names is None else self.deck_names()
