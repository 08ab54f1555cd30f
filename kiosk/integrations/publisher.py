"""The publisher: tells a broker how the table stands, what happened, and what the organiser lacks.

It hears of the table's pictures and reads the journal beside the writer, all in the connection's
thread; the table never waits for it. A result is told until the organiser's receipt says that it is
kept: what the broker has acknowledged may still be lost with it. Where no receipt comes the wait
grows, and only the first message that lacks one is told again, until somebody answers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine.text import PlainError
from kiosk.exchange.messages import (
    CURSORS,
    MARK_DIGITS,
    ListMessage,
    Receipt,
    event_to_json,
    list_to_json,
    receipt_from_json,
    result_to_json,
    state_to_json,
)
from kiosk.integrations.connection import Connection
from kiosk.integrations.onlooker import happened, table_state
from kiosk.integrations.outbox import Outgoing
from kiosk.integrations.rounds import NOTHING, JournalRounds, Told
from kiosk.table.parts import Mishaps
from kiosk.table.view import TableView
from kiosk.words import mqtt as w

LOG = logging.getLogger("mehrkopf.mqtt")

UNSENT = "mqtt-unsent"
"""Of what the page says while the organiser lacks something."""
RECEIPT_S = 10.0
"""For a receipt to come, at first; after each time that none came twice as long."""
LONGEST_S = 120.0
SOON_S = 1.0
"""Before all is told again to an organiser that lacks something in between: he says so often."""
PATIENT = 3
"""So often nothing may come before the page says so."""


class Publisher:
    """One table's telling."""

    def __init__(
        self,
        connection: Connection,
        rounds: JournalRounds,
        view: TableView,
        stamp: Callable[[], str],
        mishaps: Mishaps | None = None,
        *,
        receipt_s: float = RECEIPT_S,
        knows: Callable[[Told], object] = bool,
    ) -> None:
        """Begin with the table as `view` shows it.

        `stamp` says when something happens, `knows` hears what the journal has to tell, as often as
        it was read.
        """
        self._connection, self._rounds, self._stamp = connection, rounds, stamp
        self._names = connection.broker.names
        self._mishaps = mishaps or Mishaps()
        self._view = view
        self._state = b""
        """As it was published last on this connection."""
        self._told: Told = NOTHING
        self._knows = knows
        self._heard: Receipt | None = None
        self._sent = 0
        """Up to which cursor was told since the newest connection, or since it was told again."""
        self._home = (view.state.last_seq + 1) * CURSORS - 1
        """Up to which cursor an evening at home was told, by this program or one before it."""
        self._first_wait = self._wait = receipt_s
        self._waits = 0
        """Counts what waits for a receipt: who waits for an older one is too late."""
        self._unanswered = 0
        self._soon = False
        connection.on(connection.topics.receipt, self._hear_receipt)
        connection.when(self._connected)
        connection.post(self._read)

    def heard(self, view: TableView) -> None:
        """Take in the table's newest picture; returns at once."""
        self._connection.post(lambda: self._see(view))

    # What follows runs in the connection's thread.

    def _connected(self) -> None:
        self._state = b""
        self._tell_state()
        self._sent, self._wait = self._receipt(), self._first_wait
        self._send()
        self._tell_home()

    def _see(self, view: TableView) -> None:
        before, self._view = self._view, view
        self._tell_state()
        for event in happened(before, view, self._stamp()):
            self._connection.publish(self._connection.topics.event, event_to_json(event))
        names = ("evening", "finished", "seatings", "shown", "adjustments", "ended")
        if any(getattr(before.state, n) is not getattr(view.state, n) for n in names):
            self._read()

    def _tell_state(self) -> None:
        body = state_to_json(table_state(self._view, names=self._names))
        if body != self._state and self._connection.publish(
            self._connection.topics.state, body, retain=True, sure=False
        ):
            self._state = body

    def _read(self) -> None:
        """Read what there is to tell, and tell what is new."""
        try:
            self._told = self._rounds.told()
        except PlainError as error:
            # The table itself says what is wrong with its journal; here it is tried again.
            LOG.warning("the journal could not be read: %s", error)
            self._await()
            return
        self._knows(self._told)
        self._send()
        self._tell_home()

    def _tell_home(self) -> None:
        """Tell what has come about at an evening of no tournament, once."""
        for each in self._told.home:
            if each.source.cursor > self._home:
                if not self._publish(each):
                    break
                self._home = each.source.cursor

    def _receipt(self) -> int:
        """Return up to which cursor the organiser has everything."""
        told, heard = self._told, self._heard
        if heard is None or (heard.tournament, heard.journal) != (told.tournament, told.journal):
            return 0
        return 0 if self._knows_more() else heard.cursor

    def _knows_more(self) -> bool:
        """Tell whether the organiser has heard what this journal does not hold: it was cut off."""
        told, heard = self._told, self._heard
        if heard is None or not heard.cursor:
            return False
        if (heard.tournament, heard.journal) != (told.tournament, told.journal):
            return False
        if heard.cursor > told.newest or not heard.head:
            return heard.cursor > told.newest
        marks = (each.source.marks.get(heard.cursor // CURSORS) for each in told.rounds)
        return heard.head[:MARK_DIGITS] not in marks

    def _pending(self) -> list[Outgoing]:
        receipt = self._receipt()
        return [each for each in self._told.rounds if each.source.cursor > receipt]

    def _send(self) -> None:
        """Tell what the organiser lacks and was not told yet."""
        pending = self._pending()
        if not pending:
            self._waits += 1
            self._unanswered = 0
            self._mishaps.over(UNSENT)
            return
        for each in pending:
            if each.source.cursor > self._sent:
                if not self._publish(each):
                    break
                self._sent = each.source.cursor
        self._await()

    def _publish(self, message: Outgoing) -> bool:
        topics = self._connection.topics
        if isinstance(message, ListMessage):
            return self._connection.publish(topics.list, list_to_json(message))
        return self._connection.publish(topics.result, result_to_json(message))

    def _await(self) -> None:
        self._waits += 1
        waits = self._waits
        self._connection.after(self._wait, lambda: self._overdue(waits))

    def _overdue(self, waits: int) -> None:
        """Tell the first one again that lacks a receipt, and wait longer."""
        if waits != self._waits:
            return
        self._wait = min(2 * self._wait, LONGEST_S)
        self._unanswered += 1
        self._read_again()
        pending = self._pending()
        if pending and self._unanswered >= PATIENT and self._told.now and not self._knows_more():
            self._mishaps.tell(UNSENT, w.UNSENT.format(count=len(pending)))
        if pending and self._publish(pending[0]):
            self._sent = pending[0].source.cursor
        if pending:
            self._await()

    def _read_again(self) -> None:
        try:
            self._told = self._rounds.told()
        except PlainError as error:
            LOG.warning("the journal could not be read: %s", error)
        else:
            self._knows(self._told)

    def _hear_receipt(self, payload: bytes) -> None:
        if not payload:
            return
        try:
            heard = receipt_from_json(payload)
        except PlainError as error:
            LOG.warning("what the organiser sent is no receipt: %s", error)
            return
        before = self._receipt()
        self._heard = heard
        now = self._receipt()
        if self._knows_more():
            self._mishaps.tell(f"{UNSENT}-lost", w.KNOWS_MORE)
        if now > before:
            self._wait, self._unanswered = self._first_wait, 0
            self._sent = max(self._sent, now)
            self._send()
        elif self._pending() and not self._soon and not self._knows_more():
            # He lacks something in between, or has lost what he had.
            self._soon = True
            self._connection.after(SOON_S, self._tell_all_again)

    def _tell_all_again(self) -> None:
        self._soon = False
        self._sent = self._receipt()
        self._send()
