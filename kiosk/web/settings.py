"""How the pages are served, and what the table wished of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_bytes

from engine.text import Language
from kiosk.home.files import KeptChoice, OpenTo, PageChoice, kept_page_choice
from kiosk.home.region import Region, kept_region


@dataclass(frozen=True, slots=True)
class Serving:
    """Plain values that hold as long as an application runs; each works out of the box."""

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
    claims: bool = False
    """Whether some verdicts are said only to a player who claims them."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What people chose on the page for all pages; asked anew for each."""

    wishes: KeptChoice[PageChoice] = field(default_factory=kept_page_choice)
    region: KeptChoice[Region] = field(default_factory=kept_region)
    """The table's words: Gras, Laub or Blatt; Sau or Ass."""
    printed: Callable[[str], str] = lambda deck: ""
    """Tells what is printed on a deck's faces; empty for suits and courts (`kiosk.home.prints`)."""

    def in_money(self) -> bool:
        """Tell whether amounts are shown in euros and cents instead of units."""
        return self.wishes.choice.money is True

    @property
    def open_to(self) -> OpenTo:
        """Who sees deals that are over with open cards."""
        return self.wishes.choice.open_cards or "table"

    def open_cards(self, *, phone: bool = False) -> bool:
        """Tell whether they are shown at the table; `phone`: on phones that look on."""
        return self.open_to == "phones" or (self.open_to == "table" and not phone)
