"""The seating that the organiser sent: the round this table is to play next."""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine.text import PlainError
from kiosk.exchange.messages import Seating, seating_from_json

LOG = logging.getLogger("mehrkopf.mqtt")


class SeatingDesk:
    """Holds the newest seating; any thread may look at it."""

    def __init__(self, table: str = "") -> None:
        self.table = table
        """What the table is called at the broker."""
        self.newest: Seating | None = None
        self.changed: Callable[[], object] = bool
        """Called when another one came; must return at once."""

    def hear(self, payload: bytes) -> None:
        """Take in what the organiser sent; nothing is there any more where it is empty."""
        try:
            self.newest = seating_from_json(payload) if payload else None
        except PlainError as error:
            LOG.warning("what the organiser sent is no seating: %s", error)
            return
        self.changed()
