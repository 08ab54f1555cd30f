"""What the organiser ruled of this table, held against the table's own journal.

A ruling is on one version of a deal. Whether the deal is still that one the table knows best: it
may have been corrected while the line was away, or the device may be another than the one that
sent it. The journal itself is never touched by a ruling; what was told last is kept in a file of
its own, so that it is shown without a line as well.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from engine.files import OWNER, write_whole
from engine.text import PlainError
from kiosk.exchange.messages import MARK_DIGITS, ResultMessage
from kiosk.exchange.rulings import DealRuling, RulingsMessage, rulings_from_json
from kiosk.integrations.rounds import NOTHING, Told
from kiosk.screens.rulings import NOTHING_RULED, HeardRulings

LOG = logging.getLogger("mehrkopf.mqtt")


class RulingDesk:
    """Holds what was ruled; any thread may look at `newest`, one alone hears."""

    def __init__(self) -> None:
        self.newest = NOTHING_RULED
        self.changed: Callable[[], object] = bool
        """Called when something is other; must return at once."""
        self._message: RulingsMessage | None = None
        self._file: Path | None = None
        self._told = NOTHING

    def keep(self, file: Path) -> None:
        """Begin with what a file holds, and keep there what comes; to be called before the rest."""
        self._file = file
        # A damaged one was said and set aside at the start (`kiosk.home.trifles`).
        with suppress(PlainError, OSError):
            self._message = rulings_from_json(file.read_bytes())

    def hear(self, payload: bytes) -> None:
        """Take in what the organiser sent; nothing is ruled any more where it is empty."""
        try:
            message = rulings_from_json(payload) if payload else None
        except PlainError as error:
            LOG.warning("what the organiser sent is no ruling: %s", error)
            return
        if message != self._message:
            self._message = message
            self._write(payload)
        self._compare()

    def _write(self, payload: bytes) -> None:
        if self._file is None:
            return
        try:
            if payload:
                write_whole(self._file, payload, OWNER)
            else:
                self._file.unlink(missing_ok=True)
        except OSError as error:
            LOG.warning("what the organiser ruled is not kept: %s", error)

    def knows(self, told: Told) -> None:
        """Take in what the table's journal has to tell just now."""
        self._told = told
        self._compare()

    def _compare(self) -> None:
        message = self._message
        now = NOTHING_RULED if message is None else heard(message, self._told)
        if now != self.newest:
            self.newest = now
            self.changed()


def heard(message: RulingsMessage, told: Told) -> HeardRulings:
    """Return what was ruled as it stands by the journal: overtaken where a deal is another now."""
    own = {
        (each.source.round, each.deal): each
        for each in told.rounds
        if isinstance(each, ResultMessage) and each.source.tournament == message.tournament
    }
    deals: list[DealRuling] = []
    elsewhere: set[int] = set()
    for ruling in message.deals:
        sent = own.get((ruling.round, ruling.deal))
        if sent is None or sent.source.marks.get(ruling.seq) != ruling.head[:MARK_DIGITS]:
            elsewhere.add(ruling.entry)
            deals.append(ruling)
        elif ruling.state == "holds" and sent.source.cursor != ruling.cursor:
            deals.append(replace(ruling, state="overtaken"))
        else:
            deals.append(ruling)
    return HeardRulings(replace(message, deals=tuple(deals)), frozenset(elsewhere))
