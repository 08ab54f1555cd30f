"""The pages' servers: waitress, each in a thread of its own with a pool of its own.

Every answer carries headers that let nothing in from elsewhere and let nobody frame it (PAGES 6.3).

Slow senders and readers never hold a thread of ours while they send (waitress reads in its loop),
but they hold connections, and a reader that stopped holds its stream. So each connection has a time
for its request and for taking its answer, and each address only so many connections.

Templates are compiled once for all pages, before somebody waits for one: compiling takes a hundred
times as long as drawing, and would fall upon the first card of an evening, or upon every phone.
"""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import token_hex
from types import CodeType
from typing import TYPE_CHECKING, Any

import waitress
from flask import Flask, Response, request
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.trigger import trigger

from engine.text import PlainError, Text, os_reason

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


NO_DOCUMENTS = frozenset({"text/css", "text/javascript", "font/woff2"})
"""What runs or is drawn inside another document, by that one's policy."""
DRAWING = "image/svg+xml"
"""A document of its own when somebody opens it; it may do nothing there."""


def harden(response: Response) -> Response:
    """Add the security headers; pages are never cached, files are."""
    file = request.endpoint == "static"
    response.headers["X-Content-Type-Options"] = "nosniff"
    if file and response.mimetype in NO_DOCUMENTS:
        return response
    response.headers["Content-Security-Policy"] = POLICY
    if file and response.mimetype == DRAWING:
        return response
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if not file:
        response.headers["Cache-Control"] = "no-store"
    return response


def closing_files(inner: WSGIApplication) -> WSGIApplication:
    """Let our own side close the files it serves.

    The server's file wrapper leaves a file open where the reader goes away at the wrong moment.
    """

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ.pop("wsgi.file_wrapper", None)
        return inner(environ, start)

    return answer


ALIVE = "/alive"
"""Where a page asks whether its program is there, and still the same."""


def telling(inner: WSGIApplication, word: Callable[[], str]) -> WSGIApplication:
    """Let `inner` be asked at `ALIVE` for a word: another program, or another evening, has another.

    It tells nothing else, to whomever asks, and no application of ours is asked for it.
    """

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != ALIVE or environ.get("REQUEST_METHOD") != "GET":
            return inner(environ, start)
        body = word().encode()
        start(
            "200 OK",
            [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(body))),
                ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
            ],
        )
        return [body]

    return answer


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one server takes on."""

    threads: int = 12
    connections: int = 100
    """At once, of all addresses."""
    per_address: int = 100
    idle_s: int = 60
    """Seconds a connection may be kept open between two requests."""
    slow_s: float = 10.0
    """Seconds within which a request has to be whole."""
    stalled_s: float = 20.0
    """Seconds without taking anything of a waiting answer."""
    body: int = 256 * 1024
    """Bytes the server itself takes of a request; they stay in memory and never reach the disk."""


class Waker(trigger):  # type: ignore[misc]
    """A wake-up call for the server's loop that writes nothing once it is closed.

    Waitress' own goes on writing to the number of its pipe: a page that is still being answered
    when its server closes would write one byte into whatever file got that number next.
    """

    def __init__(self, loop: dict[int, Any]) -> None:
        self._writing = threading.Lock()
        super().__init__(loop)

    def _physical_pull(self) -> None:
        with self._writing:
            if not self._closed:
                os.write(self.trigger, b"x")

    def _close(self) -> None:
        with self._writing:
            super()._close()


class BoundedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when it takes too long; runs in the server's loop.

    The server carries `bounds` and `addresses`, the connections of each address.
    """

    def __init__(self, server: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(server, *arguments, **named)
        self._bounds: Bounds = server.bounds
        self._addresses: Counter[str] = server.addresses
        self._from = str(self.addr[0])
        self._counted = True
        self._begun: float | None = self.creation_time
        self._addresses[self._from] += 1
        if self._addresses[self._from] > self._bounds.per_address:
            self.will_close = True

    def received(self, data: bytes) -> bool:
        """Take in what came, and note since when a request is incomplete."""
        taken = bool(super().received(data))
        if self.request is None:
            self._begun = None
        elif self._begun is None:
            self._begun = time.time()
        return taken

    def readable(self) -> bool:
        """Tell whether anything is to be read; asked in every round of the loop."""
        now = time.time()
        late = self._begun is not None and now - self._begun > self._bounds.slow_s
        stalled = self.total_outbufs_len and now - self.last_activity > self._bounds.stalled_s
        if late or stalled:
            self.handle_close()
            return False
        return bool(super().readable())

    def writable(self) -> bool:
        """Tell whether anything is to be written."""
        return bool(self.connected and super().writable())

    def del_channel(self, map: Any = None) -> None:
        """Let go of the connection."""
        super().del_channel(map)
        if self._counted:
            self._counted = False
            self._addresses[self._from] -= 1
            if not self._addresses[self._from]:
                del self._addresses[self._from]


class SecureChannel(BoundedChannel):
    """A connection behind TLS; shaking hands counts as the beginning of its first request.

    Reading and answering happen in two threads, and a TLS connection bears one at a time.
    """

    def __init__(self, server: Any, sock: socket.socket, *arguments: Any, **named: Any) -> None:
        self._one = threading.Lock()
        # Of one that is gone already the wrapping would leave its end of the line open.
        sock.getpeername()
        wrapped = server.tls.wrap_socket(
            sock, server_side=True, do_handshake_on_connect=False, suppress_ragged_eofs=True
        )
        super().__init__(server, wrapped, *arguments, **named)

    def handle_read(self) -> None:
        """Take all that was deciphered: of what waits there no poll knows."""
        while self.connected:
            try:
                with self._one:
                    data = self.socket.recv(self.adj.recv_bytes)
                    more = self.socket.pending()
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except (OSError, ValueError):
                # Whoever speaks no TLS, or goes away in the midst of it.
                self.handle_close()
                return
            if not data:
                self.handle_close()
                return
            self.last_activity = time.time()
            self.received(data)
            if not more:
                return

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what goes just now."""
        try:
            with self._one:
                return int(self.socket.send(data))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except (OSError, ValueError):
            if do_close:
                self.handle_close()
            return 0


def secure_channel(server: Any, sock: socket.socket, *arguments: Any, **named: Any) -> None:
    """Take up a connection by TLS; one that was gone before costs the others nothing."""
    try:
        SecureChannel(server, sock, *arguments, **named)
    except OSError:
        sock.close()


class Compiled(BytecodeCache):
    """Compiled templates in memory, shared by applications that compile them alike."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Hand out what was compiled of the same text."""
        checksum, code = self._known.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        if bucket.code is not None:
            self._known[bucket.key] = (bucket.checksum, bucket.code)


COMPILED = Compiled()
"""Of all applications whose templates get their words by `kiosk.app.set_words`."""


def compile_ahead(app: Flask) -> None:
    """Compile every template `app` may draw; what was compiled for another costs next to nothing.

    About half a second of processor time the first time, to be spent where nobody waits.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)


# Of a flood it would write a line for each request that has to wait, and fill a card with them.
logging.getLogger("waitress").setLevel(logging.ERROR)

_PATIENCE_S = 10.0
_DISPATCHER_S = 0.1
_LOOK_S = 5
"""Seconds between two looks for connections nobody uses."""

_MOST_PORT = 65_535
_BACKLOG = 1024
"""Connections that wait to be taken."""
_LARGEST_HEAD = 16 * 1024
_WAITING = 256 * 1024
"""Bytes of an answer that may wait for a slow reader."""

KIOSK = Bounds()
"""More threads than live updates allowed at once, so that touches are always answered."""
GUESTS = Bounds(threads=96, connections=300, per_address=24, idle_s=15)
"""64 streams and room beside them (PAGES 4)."""

_BUSY = Text(
    de="Der Anschluss {port} ist schon belegt; mit --port einen anderen nennen (0: irgendein "
    "freier) oder das andere Programm beenden.",
    en="Port {port} is already in use; name another with --port (0: any free one) or stop the "
    "other program.",
)
_NO_PORT = Text(
    de="{port} ist kein Anschluss; mit --port eine Zahl von 0 bis 65535 nennen (0: irgendein "
    "freier).",
    en="{port} is not a port; name a number from 0 to 65535 with --port (0: any free one).",
)
_CANNOT = Text(
    de="Die Seite kann auf {host}:{port} nicht angeboten werden ({why}); Adresse und Port prüfen.",
    en="The page cannot be served on {host}:{port} ({why}); check address and port.",
)
_ONLY_HERE = Text(
    de="Die Seite des Tisches gibt es nur auf diesem Gerät: unter [page] darf host nur 127.0.0.1 "
    "sein, nicht {host}. Für Handys gibt es „Handys“ am Tisch, zum Bedienen [phones] host_mode.",
    en="The table's page is for this device only: under [page], host may be 127.0.0.1 alone, not "
    '{host}. For phones there is "Phones" at the table, to work it [phones] host_mode.',
)
_DEBUG = Text(
    de="Mit eingeschalteter Fehlersuche (FLASK_DEBUG) wird nichts im Netz angeboten; bitte "
    "ausschalten.",
    en="Nothing is offered in the network while debugging (FLASK_DEBUG) is on; please turn it off.",
)


class PortTakenError(PlainError):
    """Another program has the port."""


def only_here(host: str) -> None:
    """Refuse an address that others reach.

    Raises:
        PlainError: it is one.
    """
    if not is_loopback(host):
        raise PlainError(_ONLY_HERE.format(host=host))


class PageServer:
    """Serves one application until closed; the port is taken on construction.

    `network`: whether others may reach it; else the host has to be this machine's loopback.
    `busy` is said where the port is taken, with the place `{port}`; `debug`: whether what `app`
    wraps is being debugged; `word`: what it is called just now, another word after each change;
    `tls`: it is served by HTTPS alone.

    Raises:
        PlainError: the port is taken or may not be used, or the page would be open to others.
    """

    def __init__(
        self,
        app: Flask | WSGIApplication,
        host: str,
        port: int,
        bounds: Bounds = KIOSK,
        *,
        network: bool = False,
        busy: Text = _BUSY,
        debug: bool = False,
        word: Callable[[], str] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if not 0 <= port <= _MOST_PORT:
            raise PlainError(_NO_PORT.format(port=port))
        if not is_loopback(host):
            if not network:
                only_here(host)
            if debug or (isinstance(app, Flask) and app.debug):
                raise PlainError(_DEBUG)
        self._app = app
        self._host, self._scheme = host, "http" if tls is None else "https"
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortTakenError(busy.format(port=port)) from error
            raise PlainError(_CANNOT.format(host=host, port=port, why=os_reason(error))) from error
        own = token_hex(4)
        self._server = waitress.create_server(
            telling(app, word or (lambda: own)),
            sockets=[listening],
            threads=bounds.threads,
            ident="mehrkopf",
            connection_limit=bounds.connections,
            channel_timeout=bounds.idle_s,
            cleanup_interval=_LOOK_S,
            max_request_header_size=_LARGEST_HEAD,
            max_request_body_size=bounds.body,
            inbuf_overflow=bounds.body,
            outbuf_high_watermark=_WAITING,
            asyncore_use_poll=True,
            # Read on while an answer is made: so a phone that leaves is noticed at once.
            channel_request_lookahead=1,
        )
        self._server.trigger.close()
        self._server.trigger = Waker(self._server._map)
        self._server.bounds = bounds
        self._server.addresses = Counter()
        self._server.channel_class = BoundedChannel if tls is None else secure_channel
        self._server.tls = tls
        self._thread = threading.Thread(target=self._server.run, name="page", daemon=True)

    @property
    def port(self) -> int:
        """The port that was taken."""
        return int(self._server.effective_port)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"{self._scheme}://{self._host}:{self.port}/"

    def start(self) -> None:
        """Begin to answer, all templates compiled."""
        if isinstance(self._app, Flask):
            compile_ahead(self._app)
        self._thread.start()

    @property
    def serves(self) -> bool:
        """Whether it has begun to answer."""
        return self._thread.ident is not None

    def close(self) -> None:
        """Stop answering, live updates included."""
        if self._thread.ident is None:
            self._close_all()
        else:
            # In the server's own thread: its loop ends once nothing is left to listen on.
            self._server.trigger.pull_trigger(self._close_all)
            self._thread.join(timeout=_PATIENCE_S)
        self._server.task_dispatcher.shutdown(timeout=_DISPATCHER_S)

    def _close_all(self) -> None:
        wasyncore.close_all(self._server._map, ignore_all=True)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
