"""The real pages on a real server, for the browser tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from engine.events import Envelope
from engine.report import Status
from engine.state import TableState
from firmware_bridge.cues import Outside, picture
from kiosk.app import PageSettings, create_app
from kiosk.table_core import Live
from kiosk.view import TableDoor
from vision.sighting import TableActivity


class TouchOnly:
    """A follower without a camera: what the cards laid by touch prove may be said at once."""

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        """Show every proven verdict of the deal on the table."""
        del news
        deal = state.last_deal
        verdicts = deal.report.verdicts if deal is not None else ()
        shown = tuple(verdict for verdict in verdicts if verdict.status is Status.PROVEN)
        return Live(
            shown=shown,
            strip=picture(state, Outside(alerts=shown)),
            activity=TableActivity.STABLE,
            source="camera",
        )


@contextmanager
def served(door: TableDoor, settings: PageSettings | None = None) -> Iterator[str]:
    """Serve the pages on a free port; yields their address."""
    server: Any = create_server(create_app(door, settings), host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # In the server's own thread: its loop ends once nothing is left to listen on.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map, ignore_all=True))
        thread.join(timeout=30)
        server.task_dispatcher.shutdown(timeout=0.1)
