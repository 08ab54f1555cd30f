"""The page's server: waitress in a thread of its own."""

from __future__ import annotations

import errno
import threading

import waitress
from flask import Flask
from waitress import wasyncore

from engine.text import PlainError, Text, os_reason

_PATIENCE_S = 10.0
_DISPATCHER_S = 0.1

_MOST_PORT = 65_535

THREADS = 12
"""More than the live updates allowed at once, so that touches are always answered."""

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


class PageServer:
    """Serves one application until closed; the port is taken on construction.

    Raises:
        PlainError: the port is taken or may not be used.
    """

    def __init__(self, app: Flask, host: str, port: int) -> None:
        if not 0 <= port <= _MOST_PORT:
            raise PlainError(_NO_PORT.format(port=port))
        self._host = host
        try:
            self._server = waitress.create_server(
                app, host=host, port=port, threads=THREADS, ident="mehrkopf"
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PlainError(_BUSY.format(port=port)) from error
            raise PlainError(_CANNOT.format(host=host, port=port, why=os_reason(error))) from error
        self._thread = threading.Thread(target=self._server.run, name="page", daemon=True)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self._host}:{self._server.effective_port}/"

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop answering, live updates included."""
        # In the server's own thread: its loop ends once nothing is left to listen on.
        self._server.trigger.pull_trigger(self._close_all)
        if self._thread.ident is not None:
            self._thread.join(timeout=_PATIENCE_S)
        self._server.task_dispatcher.shutdown(timeout=_DISPATCHER_S)

    def _close_all(self) -> None:
        wasyncore.close_all(self._server._map, ignore_all=True)
