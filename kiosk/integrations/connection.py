"""The table's connection to its broker: one client, kept up by threads of its own.

paho-mqtt's thread does the network: it connects, waits longer after each failure, keeps the line
alive and pings. What comes in goes to the connection's own part, one thread in which every handler
runs, in the order in which things happened; so handlers need no locks and may take their time, and
one that fails is begun again and named on the page like any other part. The table's threads only
`post`, which never waits.

What is published while there is no connection is not kept here: whoever tells something that still
holds tells it again when `connected` is called. A broker that refuses the table is not asked again
until somebody taps, or a while has passed.
"""

from __future__ import annotations

import errno
import heapq
import logging
import queue
import ssl
import sys
import threading
import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from itertools import count
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from engine.bounds import MOST_DEAL
from engine.text import PlainError, Text, os_reason
from kiosk.exchange.reasons import BAD_LOGIN, FAILURE, TOO_LONG
from kiosk.exchange.topics import OFFLINE, ONLINE, STOPPED
from kiosk.integrations.broker import Broker
from kiosk.table.parts import Mishaps, Part
from kiosk.words import mqtt as w

LOG = logging.getLogger("mehrkopf.mqtt")

KEY = "mqtt"
"""Of the part, and of what the page says of it."""
KEEPALIVE_S = 30
"""A broker that hears nothing for one and a half times this says `offline`."""
LONGEST_WAIT_S = 60
"""Between two tries to connect; the first comes after a second, each later after twice as long."""
SHORT_S = 15.0
"""A line that broke sooner than this was none: the wait grows, as if it had not come about."""
_OFTEN = 3
"""So many short ones in a row, and the page says so: two programs of one name do that."""
AFTER_REFUSAL_S = 300.0
"""Until a broker that refused is asked again by itself."""
CHECK_S = 10.0
_FAREWELL_S = 2.0
"""For the broker to take the last word at the program's end."""
_CLOSE_S = 10.0

Handler = Callable[[bytes], object]
Work = Callable[[], object]


class LineState(Enum):
    """How it stands with the broker."""

    NOT_YET = "not_yet"
    """Nothing has come of it so far."""
    ONLINE = "online"
    AWAY = "away"
    """It cannot be reached, or the line broke; tried again by itself."""
    REFUSED = "refused"
    """It does not want this table as it is; tried again after a tap or a long while."""
    CLOSED = "closed"


class _ClosingSocket(ssl.SSLSocket):
    """An encrypted line that is closed where it does not come about; paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        """Have both sides agree, or close.

        Raises:
            OSError: they do not.
        """
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class _Line(Client):
    """paho's client, whose thread tells when it ends on an error nobody foresaw."""

    broke: Callable[[Exception], object] = bool

    def loop_forever(
        self, timeout: float = 1.0, retry_first_connection: bool = False
    ) -> MQTTErrorCode:
        """Do the network until the client is given up."""
        try:
            return super().loop_forever(timeout, retry_first_connection)
        except Exception as error:
            self.broke(error)
            return MQTTErrorCode.MQTT_ERR_UNKNOWN


class Connection:
    """One client of one broker; any thread may ask it for something."""

    def __init__(
        self,
        broker: Broker,
        mishaps: Mishaps | None = None,
        *,
        after_refusal_s: float = AFTER_REFUSAL_S,
    ) -> None:
        """Prepare; nothing is sent before `start`, and handlers are named before it."""
        self.broker = broker
        self.topics = broker.topics
        self.state = LineState.NOT_YET
        self.trouble: Text | None = None
        """Why there is no connection; None while there is one."""
        self._mishaps = mishaps or Mishaps()
        self._after_refusal_s = after_refusal_s
        self._handlers: dict[str, Handler] = {}
        self._fresh: set[str] = set()
        """Topics of which nothing is heard that was said before."""
        self._connected: list[Work] = []
        self._lost: list[Work] = []
        self._minor: dict[int, Work] = {}
        """By message that the broker may refuse: what is done then."""
        self._client: _Line | None = None
        self._inbox: queue.SimpleQueue[Work] = queue.SimpleQueue()
        self._later: list[tuple[float, int, Work]] = []
        self._numbers = count()
        self._since = 0.0
        """When the newest line came about."""
        self._short = 0
        """How many in a row broke at once."""
        self._over = False
        self._closing = threading.Event()
        self._part = Part(KEY, w.PART, self._run, mishaps)

    def on(self, topic: str, handler: Handler, *, kept: bool = True) -> None:
        """Have `handler` hear what is said on exactly this topic.

        `kept`: retained messages too. A command is none to be kept: whoever retains it would give
        it anew with each connection.
        """
        self._handlers[topic] = handler
        if not kept:
            self._fresh.add(topic)

    def when(self, connected: Work, lost: Work | None = None) -> None:
        """Have `connected` called after each connection, and `lost` when one is gone."""
        self._connected.append(connected)
        if lost is not None:
            self._lost.append(lost)

    def start(self) -> None:
        """Begin to connect; returns at once."""
        self.post(self._open)
        self._part.start()

    def post(self, work: Work) -> None:
        """Have something done in the connection's own thread, after all that waits there."""
        self._inbox.put(work)

    def after(self, seconds: float, work: Work) -> None:
        """Have something done there once some time has passed."""
        due = time.monotonic() + seconds
        number = next(self._numbers)
        self.post(lambda: heapq.heappush(self._later, (due, number, work)))

    def publish(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool = False,
        sure: bool = True,
        refused: Work | None = None,
    ) -> bool:
        """Send a message; whether it was taken. Without a connection it is dropped.

        Args:
            topic: where.
            payload: what.
            retain: whether the broker tells it to those who come later.
            sure: whether it is sent again until the broker has acknowledged it. What the next
                message replaces anyway goes without: an older one must not come after a newer one.
            refused: done where the broker throws just this message away; without it the table
                takes the broker for one that does not want it at all. To be named in the
                connection's own thread alone.
        """
        client = self._client
        if client is None or not client.is_connected():
            return False
        said = client.publish(topic, payload, int(sure), retain)
        if refused is not None:
            self._minor[said.mid] = refused
        return said.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def close(self) -> None:
        """Say `stopped` and end; waits a few seconds at most."""
        self._closing.set()
        self.post(self._end)
        if self._part.began:
            self._part.join(_CLOSE_S)

    def _run(self) -> None:
        while not self._over:
            self._next()()

    def _next(self) -> Work:
        """Wait for the next piece of work, whether it was posted or its time has come."""
        while True:
            wait = None
            if self._later:
                wait = max(0.0, self._later[0][0] - time.monotonic())
            try:
                return self._inbox.get(timeout=wait)
            except queue.Empty:
                return heapq.heappop(self._later)[2]

    def _open(self) -> None:
        """Begin a client, unless there is one."""
        if self._client is not None or self._closing.is_set():
            return
        try:
            client = made(self.broker, client_id(self.broker))
        except PlainError as error:
            self._refused(error.text)
            return
        client.will_set(self.topics.available, OFFLINE.encode(), 1, retain=True)
        client.reconnect_delay_set(1, LONGEST_WAIT_S)
        client.on_connect = self._hear_connect
        client.on_connect_fail = self._hear_no_connect
        client.on_disconnect = self._hear_disconnect
        client.on_message = self._hear_message
        client.on_publish = self._hear_publish
        client.broke = lambda error: self.post(partial(self._broke, error))
        client.connect_async(
            self.broker.host,
            self.broker.port,
            KEEPALIVE_S,
            clean_start=True,
            properties=_most_bytes(),
        )
        self._client, self.state = client, LineState.NOT_YET
        client.loop_start()

    def _drop(self) -> None:
        """Give the client up, whatever it is at."""
        client, self._client = self._client, None
        if client is None:
            return
        self._minor.clear()
        client.disconnect()
        client.loop_stop()
        # Else callbacks and client hold each other, and its sockets stay open for a while.
        client.on_connect = client.on_connect_fail = client.on_disconnect = None
        client.on_message = client.on_publish = None
        client.broke = bool

    def _end(self) -> None:
        client = self._client
        if client is not None and client.is_connected():
            said = client.publish(self.topics.available, STOPPED.encode(), 1, retain=True)
            try:
                said.wait_for_publish(_FAREWELL_S)
            except (RuntimeError, ValueError):
                LOG.info("the broker went away before the last word")
        self._drop()
        self.state = LineState.CLOSED
        self._over = True

    # What follows is called by paho's thread: it notes what happened and returns.

    def _hear_connect(
        self, client: Client, data: object, flags: object, reason: Any, properties: object
    ) -> None:
        if reason.is_failure:
            client.disconnect()
            said = refusal(self.broker, reason)
            self.post(lambda: self._refused(said))
            return
        if self._handlers:
            client.subscribe([(topic, self._options(topic)) for topic in self._handlers])
        client.publish(self.topics.available, ONLINE.encode(), 1, retain=True)
        self._since = time.monotonic()
        self.post(self._is_online)

    def _options(self, topic: str) -> SubscribeOptions:
        fresh = topic in self._fresh
        handling = SubscribeOptions.RETAIN_DO_NOT_SEND if fresh else 0
        return SubscribeOptions(qos=1, retainHandling=handling)

    def _hear_no_connect(self, client: Client, data: object) -> None:
        # paho calls this while it handles the error, and does not pass it on.
        error = sys.exception()
        if isinstance(error, ssl.SSLCertVerificationError):
            client.disconnect()
            said = not_trusted(self.broker)
            self.post(lambda: self._refused(said))
            return
        why = w.SILENT if error is None else why_away(error)
        self.post(lambda: self._away(why))

    def _hear_disconnect(
        self, client: Client, data: object, flags: object, reason: Any, properties: object
    ) -> None:
        if reason.value == TOO_LONG:
            said = w.TOO_LONG.format(host=self.broker.host)
            self.post(lambda: self._refused(said))
            return
        short = time.monotonic() - self._since < SHORT_S
        self._short = self._short + 1 if short else 0
        client.reconnect_delay_set(
            min(2 ** max(0, self._short - 1), LONGEST_WAIT_S), LONGEST_WAIT_S
        )
        self.post(lambda: self._away(w.BROKE_OFF))

    def _hear_message(self, client: Client, data: object, message: Any) -> None:
        handler = self._handlers.get(message.topic)
        if handler is not None:
            payload = bytes(message.payload)
            self.post(lambda: handler(payload))

    def _hear_publish(
        self, client: Client, data: object, number: int, reason: Any, properties: object
    ) -> None:
        # The answer may be here before `publish` knows the message's number.
        self.post(partial(self._answered, number, refused=reason.value >= FAILURE))

    # What follows runs in the connection's own thread.

    def _is_online(self) -> None:
        self.state, self.trouble = LineState.ONLINE, None
        if self._short < _OFTEN:
            self._mishaps.over(KEY)
        else:
            self.after(SHORT_S, partial(self._lasted, self._since))
        LOG.info("connected to the broker %s", self.broker.host)
        for work in self._connected:
            work()

    def _lasted(self, since: float) -> None:
        """Take off the page that the line breaks again and again, where it no longer does."""
        if since == self._since and self.state is LineState.ONLINE:
            self._mishaps.over(KEY)

    def _away(self, why: Text) -> None:
        if self.state is LineState.REFUSED:
            return
        broker = self.broker
        self.trouble = away(broker, why)
        LOG.info("%s", self.trouble.en)
        if self._short >= _OFTEN:
            self._mishaps.tell(KEY, w.TAKEN.format(host=broker.host, table=broker.table))
        self._gone(LineState.AWAY)

    def _refused(self, said: Text) -> None:
        """Give it up until somebody taps, or a long while has passed."""
        self.trouble = said
        LOG.warning("%s", said.en)
        self._drop()
        self._gone(LineState.REFUSED)
        self._mishaps.tell(KEY, said, self.again)
        self.after(self._after_refusal_s, self._open)

    def again(self) -> None:
        """Ask a broker once more that refused; returns at once."""
        self.post(self._open)

    def _gone(self, state: LineState) -> None:
        was, self.state = self.state, state
        if was is LineState.ONLINE:
            for work in self._lost:
                work()

    def _broke(self, error: Exception) -> None:
        """Begin another client where the thread of one ended, and say so as of any part.

        Raises:
            Exception: what it ended on.
        """
        self._drop()
        self._gone(LineState.AWAY)
        self.post(self._open)
        raise error

    def _answered(self, number: int, *, refused: bool) -> None:
        """Do what is to be done where a message was not taken."""
        minor = self._minor.pop(number, None)
        if refused:
            (minor or self._may_not_write)()

    def _may_not_write(self) -> None:
        """Say that the broker threw something away: it takes this table for another one."""
        broker = self.broker
        said = w.MAY_NOT_WRITE.format(
            host=broker.host, user=broker.login, topic=self.topics.available.rpartition("/")[0]
        )
        if self.state is not LineState.REFUSED:
            self._refused(said)


def made(broker: Broker, name: str) -> _Line:
    """Return a client that knows how this broker is spoken to, and has done nothing yet.

    Raises:
        PlainError: password or certificates cannot be read.
    """
    client = _Line(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
    password = broker.password()
    if password is not None or broker.user:
        client.username_pw_set(broker.login, password)
    if broker.ca_file is not None:
        client.tls_set_context(_context(broker))
    return client


def check(broker: Broker, patience: float = CHECK_S) -> None:
    """Connect once, as somebody else than the table that may be running, and say goodbye.

    Raises:
        PlainError: the broker is away, or does not accept this user.
    """
    answers: queue.SimpleQueue[PlainError | None] = queue.SimpleQueue()
    client = made(broker, f"{client_id(broker)}-check")

    def accepted(_: Client, __: object, ___: object, reason: Any, ____: object) -> None:
        answers.put(PlainError(refusal(broker, reason)) if reason.is_failure else None)

    def failed(_: Client, __: object) -> None:
        answers.put(PlainError(failure(broker, sys.exception())))

    def broken(*_: object) -> None:
        answers.put(PlainError(away(broker, w.BROKE_OFF)))

    client.on_connect, client.on_connect_fail, client.on_disconnect = accepted, failed, broken
    client.connect_async(broker.host, broker.port, KEEPALIVE_S)
    client.loop_start()
    try:
        answer = answers.get(timeout=patience)
    except queue.Empty:
        answer = PlainError(failure(broker, None))
    finally:
        client.disconnect()
        client.loop_stop()
        client.on_connect = client.on_connect_fail = client.on_disconnect = None
    if answer is not None:
        raise answer


def refusal(broker: Broker, reason: Any) -> Text:
    """Return what is said of a broker that does not accept the table."""
    if reason.value in BAD_LOGIN:
        return w.WRONG_LOGIN.format(host=broker.host, user=broker.login)
    return w.REFUSED.format(host=broker.host, why=str(reason))


def failure(broker: Broker, error: BaseException | None) -> Text:
    """Return what is said where no connection came about."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return not_trusted(broker)
    return away(broker, w.SILENT if error is None else why_away(error))


def away(broker: Broker, why: Text) -> Text:
    """Return what is said of a broker that cannot be reached."""
    return w.AWAY.format(host=broker.host, port=broker.port, why=why)


def client_id(broker: Broker) -> str:
    """Return the name by which a broker tells one program from another."""
    return f"mehrkopf-{broker.table}"


def not_trusted(broker: Broker) -> Text:
    """Return what is said of a certificate that nobody vouches for."""
    return w.NOT_TRUSTED.format(host=broker.host, file=broker.ca_file)


def why_away(error: BaseException) -> Text:
    """Return why there is no line, in a few words."""
    if isinstance(error, ConnectionRefusedError):
        return w.NOBODY
    if isinstance(error, OSError) and error.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH):
        return w.NO_WAY
    if isinstance(error, ssl.SSLError):
        return w.NO_TLS
    if isinstance(error, OSError) and not isinstance(error, TimeoutError):
        return os_reason(error)
    return w.SILENT


def _context(broker: Broker) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=broker.ca_file)
    except ssl.SSLError as error:
        raise PlainError(w.NO_CERTIFICATES.format(file=broker.ca_file, why=w.NO_PEM)) from error
    except OSError as error:
        raise PlainError(
            w.NO_CERTIFICATES.format(file=broker.ca_file, why=os_reason(error))
        ) from error
    context.sslsocket_class = _ClosingSocket
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _most_bytes() -> Properties:
    """Return that no message longer than any of ours is to be sent here."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MOST_DEAL
    return properties
