"""Who gets live updates: so many phones, so many of one address; the others ask by themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Condition

MOST = 64
"""Streams at once (KIOSK 3.4); each holds one of the server's threads."""
PER_ADDRESS = 8
"""Streams of one address: a phone that goes from page to page leaves some behind that are noticed
only with their next sign of life."""
HEARTBEAT_S = 5.0
LIFETIME_S = 900.0


@dataclass(frozen=True, slots=True)
class Terms:
    """How long streams last and how many there may be."""

    most: int = MOST
    per_address: int = PER_ADDRESS
    heartbeat: float = HEARTBEAT_S
    """Seconds between two signs of life."""
    lifetime: float = LIFETIME_S
    """Seconds after which a stream ends and the phone opens another."""


class Places:
    """The places for live updates."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._held: Counter[str] = Counter()
        self._changed = Condition()
        self._over = False

    @property
    def over(self) -> bool:
        """Whether all streams are to end: the phones are switched off."""
        return self._over

    @property
    def held(self) -> int:
        """How many streams run."""
        with self._changed:
            return self._held.total()

    def take(self, address: str) -> bool:
        """Take a place for a stream to `address`; False where there is none."""
        with self._changed:
            full = self._held.total() >= self.terms.most
            if self._over or full or self._held[address] >= self.terms.per_address:
                return False
            self._held[address] += 1
            return True

    def give(self, address: str) -> None:
        """Hand a place back."""
        with self._changed:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
            self._changed.notify_all()

    def end(self, patience: float) -> None:
        """Let every stream say that it is over and end; wait so many seconds for them at most."""
        with self._changed:
            self._over = True
            self._changed.wait_for(lambda: not self._held, patience)
