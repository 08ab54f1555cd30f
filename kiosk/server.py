"""The pages' servers: waitress, each in a thread of its own with a pool of its own."""

from __future__ import annotations

import errno
import ipaddress
import logging
import socket
import threading
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import waitress
from flask import Flask
from waitress import wasyncore

from engine.text import PlainError, Text, os_reason
from kiosk.guests.connections import Bounds, Watched
from kiosk.pages.compiled import compile_ahead

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

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
_LARGEST_BODY = 256 * 1024
"""Bytes the server itself takes; the applications refuse a quarter of that in plain words."""
_WAITING = 256 * 1024
"""Bytes of an answer that may wait for a slow reader."""

KIOSK = Bounds()
"""More threads than live updates allowed at once, so that touches are always answered."""
GUESTS = Bounds(threads=96, connections=300, per_address=24, idle_s=15)
"""64 streams and room beside them (KIOSK 3.4)."""

_BUSY = Text(
    de="Der Anschluss {port} ist schon belegt; mit --port einen anderen nennen (0: irgendein "
    "freier) oder das andere Programm beenden.",
    en="Port {port} is already in use; name another with --port (0: any free one) or stop the "
    "other program.",
)
_NO_PORT = Text(
    de="{port} ist kein Anschluss; mit --port eine Zahl von 0 bis 65535 nennen (0: irgendein "
    "freier).",
    en="{port} is no port; name a number from 0 to 65535 with --port (0: any free one).",
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


class PageServer:
    """Serves one application until closed; the port is taken on construction.

    `network`: whether others may reach it; else the host has to be this machine's loopback.
    `busy` is said where the port is taken, with the place `{port}`; `debug`: whether what `app`
    wraps is being debugged.

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
    ) -> None:
        if not 0 <= port <= _MOST_PORT:
            raise PlainError(_NO_PORT.format(port=port))
        if not is_loopback(host):
            if not network:
                raise PlainError(_ONLY_HERE.format(host=host))
            if debug or (isinstance(app, Flask) and app.debug):
                raise PlainError(_DEBUG)
        self._app = app
        self._host = host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PlainError(busy.format(port=port)) from error
            raise PlainError(_CANNOT.format(host=host, port=port, why=os_reason(error))) from error
        self._server = waitress.create_server(
            app,
            sockets=[listening],
            threads=bounds.threads,
            ident="mehrkopf",
            connection_limit=bounds.connections,
            channel_timeout=bounds.idle_s,
            cleanup_interval=_LOOK_S,
            max_request_header_size=_LARGEST_HEAD,
            max_request_body_size=_LARGEST_BODY,
            outbuf_high_watermark=_WAITING,
            asyncore_use_poll=True,
            # Read on while an answer is made: so a phone that leaves is noticed at once.
            channel_request_lookahead=1,
        )
        self._server.bounds = bounds
        self._server.addresses = Counter()
        self._server.channel_class = Watched
        self._thread = threading.Thread(target=self._server.run, name="page", daemon=True)

    @property
    def port(self) -> int:
        """The port that was taken."""
        return int(self._server.effective_port)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self._host}:{self.port}/"

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
            # Awake already it may have closed all, its own wake-up call too, before it is woken.
            with suppress(OSError):
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
