"""The collector: hears what the tables tell the broker, keeps it, and says how far it is kept.

paho's thread does the network and puts what comes into an inbox. The collector's own thread takes
as much of it as waits, keeps it in one transaction and only then sends the receipts and lets the
broker forget the messages. While the database is gone nothing is acknowledged: the batch is held
and tried again, and the broker hands over no more than `MOST_UNANSWERED`. Whatever is lost on the
way, a table sends again what it has no receipt for.
"""

from __future__ import annotations

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import MQTTErrorCode

from engine.text import PlainError, Text
from kiosk.exchange.messages import (
    Guest,
    Receipt,
    ResultMessage,
    Seating,
    receipt_to_json,
    seating_to_json,
)
from kiosk.exchange.reasons import BAD_LOGIN, FAILURE, TOO_LONG
from kiosk.exchange.rulings import RulingsMessage, rulings_to_json
from kiosk.exchange.topics import ALL_TOLD, Topics, told_by
from kiosk.organiser.admission import (
    Admitted,
    Arrived,
    Frame,
    Reason,
    Refusal,
    RefusedError,
    admitted,
    refusal,
)
from kiosk.organiser.book import Book
from kiosk.organiser.line import REFUSED, TAKEN, WRONG_LOGIN, Line, session
from kiosk.organiser.list_modes import list_mode
from kiosk.organiser.live import LiveTables
from kiosk.organiser.ranking import deals_at
from kiosk.organiser.store import Store
from kiosk.organiser.told_rulings import told_rulings
from kiosk.organiser.tournament import Field, RoundPlan, Tournament
from kiosk.words import mqtt as w

LOG = logging.getLogger("mehrkopf.tournament")

MOST_BATCH = 200
"""Messages of one transaction."""
MOST_WAITING = 5000
"""In the inbox; what the broker need not hand over again is dropped beyond it."""
LOOK_EVERY_S = 5.0
"""So often the rounds are looked at, which another program may have changed."""
KEEPALIVE_S = 30
LONGEST_WAIT_S = 30
"""Between two tries at the broker."""
FIRST_TRY_S, LONGEST_TRY_S = 0.25, 8.0
"""Between two tries at the database."""
_CLOSE_S = 10.0
SHORT_S = 15.0
"""A line that broke sooner than this was none."""
OFTEN = 3
"""So many short ones in a row, and two programs of one name push each other out."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What has come so far, since the program began."""

    messages: int = 0
    new: int = 0
    repeated: int = 0
    refused: int = 0
    dropped: int = 0
    batches: int = 0
    connections: int = 0


@dataclass(frozen=True, slots=True)
class _Came:
    """A message in the inbox."""

    arrived: Arrived
    number: int
    sure: bool
    """Whether the broker waits for an answer."""
    line: int
    """The connection it came by: an answer by another one could mean another message."""
    fault: RefusedError | None = None
    """Why it is refused already."""


class Collector:
    """Collects for one tournament; `start` and `close` it once."""

    def __init__(
        self,
        line: Line,
        book: Book,
        store: Store,
        tournament: str,
        clock: Callable[[], datetime],
    ) -> None:
        """Prepare; nothing is sent before `start`.

        Raises:
            PlainError: password or certificates of the line cannot be read.
        """
        self.live = LiveTables()
        self.counts = Counts()
        self.database_trouble: Text | None = None
        """Why nothing is kept; None while the database answers."""
        self.online = False
        self._line, self._book, self._store = line, book, store
        self._id, self._clock = tournament, clock
        self._inbox: queue.SimpleQueue[_Came | None] = queue.SimpleQueue()
        self._listeners: list[Callable[[], object]] = []
        self._lines = 0
        self._since = 0.0
        """When the newest line came about."""
        self._short = 0
        """How many in a row broke at once."""
        self._greeted = 0
        """The connection on which receipts and seatings have been said."""
        self._seatings: dict[str, bytes] = {}
        self._rulings: dict[str, bytes] = {}
        """What was said on the newest connection, by table."""
        self._rounds: tuple[RoundPlan, ...] | None = None
        self._closing = threading.Event()
        self._announce = threading.Event()
        self._count = threading.Lock()
        self._client = line.client(f"mehrkopf-organiser-{tournament}")
        self._thread = threading.Thread(target=self._run, name="collector")
        self.failed: BaseException | None = None
        """What the collector ended on, where nobody asked it to."""

    def listen(self, listener: Callable[[], object]) -> None:
        """Have a function called whenever something has changed; it must not wait."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Begin; returns at once, the broker may come later."""
        client = self._client
        client.reconnect_delay_set(1, LONGEST_WAIT_S)
        client.on_connect = self._hear_connect
        client.on_connect_fail = self._hear_no_connect
        client.on_subscribe = self._hear_subscribe
        client.on_disconnect = self._hear_disconnect
        client.on_message = self._hear
        client.on_publish = self._hear_publish
        client.connect_async(
            self._line.host,
            self._line.port,
            KEEPALIVE_S,
            clean_start=False,
            properties=session(),
        )
        client.loop_start()
        self._thread.start()

    @property
    def trouble(self) -> Text | None:
        """Why nothing comes from the broker; None while the line stands."""
        return self.live.trouble

    @trouble.setter
    def trouble(self, why: Text | None) -> None:
        self.live.trouble = why

    def announce(self) -> None:
        """Have the tables told who sits there and what was ruled; returns at once."""
        self._announce.set()
        self._inbox.put(None)

    def close(self) -> None:
        """End; what is in the inbox the broker or the table says again."""
        self._closing.set()
        self._inbox.put(None)
        self._client.disconnect()
        self._client.loop_stop()
        client = self._client
        client.on_connect = client.on_connect_fail = client.on_disconnect = None
        client.on_message = client.on_publish = client.on_subscribe = None
        if self._thread.ident is not None:
            self._thread.join(_CLOSE_S)

    # What follows is called by paho's thread: it notes what happened and returns.

    def _hear_connect(
        self, client: Client, data: object, flags: object, reason: Any, properties: object
    ) -> None:
        host = self._line.host
        if reason.is_failure:
            if reason.value in BAD_LOGIN:
                self._troubled(WRONG_LOGIN.format(host=host, user=self._line.user))
            else:
                self._troubled(REFUSED.format(host=host, why=str(reason)))
            return
        self._counted(connections=1)
        self._lines += 1
        client.subscribe([(topic, 1) for topic in ALL_TOLD])

    def _hear_subscribe(
        self, client: Client, data: object, number: int, reasons: list[Any], properties: object
    ) -> None:
        bad = next((each for each in reasons if each.is_failure), None)
        if bad is not None:
            self._troubled(REFUSED.format(host=self._line.host, why=str(bad)))
            return
        self._since = time.monotonic()
        self.online = True
        if self._short < OFTEN:
            self.trouble = None
        LOG.info("connected to the broker %s", self._line.host)
        self.announce()
        self._tell()

    def _hear_no_connect(self, client: Client, data: object) -> None:
        # paho calls this while it handles the error, and does not pass it on.
        self._troubled(self._line.away(sys.exception()))

    def _hear_disconnect(
        self, client: Client, data: object, flags: object, reason: Any, properties: object
    ) -> None:
        if self._closing.is_set() or reason.value in BAD_LOGIN:
            return
        self._short = self._short + 1 if time.monotonic() - self._since < SHORT_S else 0
        client.reconnect_delay_set(min(2**self._short, LONGEST_WAIT_S), LONGEST_WAIT_S)
        too_long = reason.value == TOO_LONG
        said = w.TOO_LONG.format(host=self._line.host) if too_long else self._broke_off()
        self._troubled(said)

    def _broke_off(self) -> Text:
        often = self._short >= OFTEN
        return TAKEN.format(host=self._line.host) if often else self._line.away(None)

    def _hear_publish(
        self, client: Client, data: object, number: int, reason: Any, properties: object
    ) -> None:
        if reason.value >= FAILURE:
            self._troubled(REFUSED.format(host=self._line.host, why=str(reason)))

    def _hear(self, client: Client, data: object, message: Any) -> None:
        at = self._clock()
        arrived = Arrived(message.topic, bytes(message.payload), at.isoformat())
        self._counted(messages=1)
        told = told_by(message.topic)
        fault = None
        if told is not None:
            table, what = told
            try:
                if what in ("result", "list"):
                    self.live.heard(table, at)
                else:
                    retained = bool(message.retain)
                    self.live.take(table, what, arrived.payload, at, retained=retained)
                    if message.qos:
                        client.ack(message.mid, message.qos)
                    self._tell()
                    return
            except RefusedError as error:
                fault = error
        sure = bool(message.qos)
        if not sure and self._inbox.qsize() > MOST_WAITING:
            self._counted(dropped=1)
            return
        self._inbox.put(_Came(arrived, message.mid, sure, self._lines, fault))

    def _troubled(self, said: Text) -> None:
        if self.trouble != said:
            LOG.info("%s", said.en)
        self.online, self.trouble = False, said
        self._tell()

    # What follows runs in the collector's own thread.

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._work(self._gather())
        except BaseException as error:
            self.failed = error
            self._tell()
            raise

    def _gather(self) -> list[_Came]:
        """Wait for a message, and take along all that wait behind it."""
        batch: list[_Came] = []
        try:
            first = self._inbox.get(timeout=LOOK_EVERY_S)
            while True:
                if first is not None:
                    batch.append(first)
                if len(batch) >= MOST_BATCH:
                    break
                first = self._inbox.get_nowait()
        except queue.Empty:
            pass
        return batch

    def _work(self, batch: list[_Came]) -> None:
        """Do a batch, as often as it takes until the database has it."""
        wait = FIRST_TRY_S
        while not self._closing.is_set():
            try:
                self._keep(batch)
            except PlainError as error:
                if self.database_trouble != error.text:
                    LOG.info("%s", error.text.en)
                    self.database_trouble = error.text
                    self._tell()
                self._closing.wait(wait)
                wait = min(2 * wait, LONGEST_TRY_S)
            else:
                if self.database_trouble is not None:
                    self.database_trouble = None
                    LOG.info("the database answers again")
                    self._tell()
                return

    def _keep(self, batch: list[_Came]) -> None:
        frame = Frame(self._book.served(self._id), self._book.rounds(self._id))
        self.live.planned = frame.tables
        if batch:
            self._take(batch, frame)
        self._greet(frame)
        if self.online and self.trouble and time.monotonic() - self._since > SHORT_S:
            self._short, self.trouble = 0, None
            self._tell()

    def _take(self, batch: list[_Came], frame: Frame) -> None:
        good: list[Admitted] = []
        bad: list[Refusal] = []
        for each in batch:
            try:
                if each.fault is not None:
                    raise each.fault
                good.append(admitted(each.arrived, frame))
            except RefusedError as error:
                if error.reason is not Reason.HOME:
                    bad.append(refusal(each.arrived, error, frame))
        outcome = self._store.keep(frame, good, bad)
        for table, receipt in outcome.receipts.items():
            self._receipt(table, receipt)
        for each in batch:
            if each.sure and each.line == self._lines:
                self._client.ack(each.number, 1)
        self._counted(
            new=outcome.new,
            repeated=outcome.repeated,
            refused=len(bad) + outcome.refused,
            batches=1,
        )
        told = {(noted.topic, noted.reason): noted for noted in (*bad, *outcome.refusals)}
        for noted in told.values():
            if noted.reason is not Reason.REPEATED:
                LOG.warning("refused, %s: %s", noted.topic, noted.words.en)
        self._tell()

    def _receipt(self, table: str, receipt: Receipt) -> None:
        self._publish(Topics(table).receipt, receipt_to_json(receipt))

    def _greet(self, frame: Frame) -> None:
        """Say receipts, seatings and rulings where a line is new, else what of them changed."""
        line = self._lines
        fresh = line != self._greeted
        if fresh:
            for table, receipt in self._store.receipts(self._id).items():
                self._receipt(table, receipt)
            self._seatings, self._rulings = {}, {}
        asked = self._announce.is_set()
        self._announce.clear()
        if fresh or asked or frame.rounds != self._rounds:
            people = self._book.field(self._id) if frame.tournament.names else Field()
            self._say(self._seatings, seatings(frame, people), attrgetter("seating"))
        self._say(self._rulings, self._ruled(frame), attrgetter("rulings"))
        self._rounds, self._greeted = frame.rounds, line

    def _say(
        self, said: dict[str, bytes], now: Mapping[str, bytes], topic: Callable[[Topics], str]
    ) -> None:
        for table, payload in now.items():
            if said.get(table) != payload:
                self._publish(topic(Topics(table)), payload)
                said[table] = payload

    def _ruled(self, frame: Frame) -> dict[str, bytes]:
        """Return what each table is told of rulings; where there are none, that."""
        nothing = RulingsMessage(frame.tournament.id)
        told = told_rulings(
            frame,
            self._book.protest_histories(self._id),
            self._book.penalty_histories(self._id),
            self._version,
        )
        return {
            # Of an emptied topic a table hears only while its line stands.
            table: rulings_to_json(told.get(table, nothing))
            for table in sorted(frame.tables)
        }

    def _version(self, table: str, round_: int, deal: int) -> ResultMessage | None:
        return next(reversed(self._store.revisions(self._id, table, round_, deal)), None)

    def _publish(self, topic: str, payload: bytes) -> None:
        # What cannot be sent now is said again on the next line.
        if self._client.is_connected():
            sent = self._client.publish(topic, payload, 1, retain=True)
            if sent.rc not in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_NO_CONN):
                LOG.warning("%s could not be sent: %s", topic, sent.rc)

    def _counted(self, **more: int) -> None:
        with self._count:
            now = {name: getattr(self.counts, name) + value for name, value in more.items()}
            self.counts = replace(self.counts, **now)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def seatings(frame: Frame, people: Field) -> dict[str, bytes]:
    """Return what each table is told: who sits there in the round that runs, else nothing."""
    said = dict.fromkeys(sorted(frame.tables), b"")
    for plan in frame.rounds:
        if plan.runs:
            said |= {
                each.table: seating_to_json(_seating(frame.tournament, plan, each.numbers, people))
                for each in plan.tables
            }
    return said


def _seating(
    tournament: Tournament, plan: RoundPlan, numbers: Iterable[int], people: Field
) -> Seating:
    guests = tuple(
        Guest(number, people[number].name if tournament.names else "") for number in numbers
    )
    return Seating(
        tournament.id,
        tournament.title,
        plan.number,
        guests,
        tournament.game,
        {**list_mode(tournament.mode).rules, **tournament.rules},
        deals_at(tournament, len(guests)),
        plan.limit,
    )
