"""The real pages on a real server, for the browser tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from engine.events import Envelope
from engine.report import Status, Verdict
from engine.state import TableState
from firmware_bridge.cues import Outside, picture
from kiosk.app import PageSettings, create_app
from kiosk.saying import DEFAULT_SAYING, Saying
from kiosk.table_core import Live
from kiosk.view import TableDoor
from vision.sighting import TableActivity


class TouchOnly:
    """A follower without a camera: the cards are certain, the house rule says when to speak."""

    def __init__(self, saying: Saying = DEFAULT_SAYING) -> None:
        self._saying = saying

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        """Show every proven verdict of the deal on the table that is due."""
        del news
        shown, claimable = sayable(state, self._saying)
        return Live(
            shown=shown,
            claimable=claimable,
            stood=stood(state, self._saying),
            strip=picture(state, Outside(alerts=shown)),
            activity=TableActivity.STABLE,
            source="camera",
        )


def sayable(state: TableState, saying: Saying) -> tuple[tuple[Verdict, ...], tuple[Verdict, ...]]:
    """Return the proven verdicts of the deal on the table: those due, and those for a claim."""
    deal = state.last_deal
    if deal is None:
        return (), ()
    proven = [verdict for verdict in deal.report.verdicts if verdict.status is Status.PROVEN]
    due = tuple(verdict for verdict in proven if saying.due(verdict, deal))
    return due, tuple(verdict for verdict in proven if saying.claimable(verdict, deal))


def stood(state: TableState, saying: Saying) -> tuple[Verdict, ...]:
    """Return what was due while the newest deal ran, where that does not count after all."""
    deal = state.last_deal
    if deal is None:
        return ()
    proven = [verdict for verdict in deal.report.verdicts if verdict.status is Status.PROVEN]
    return tuple(verdict for verdict in proven if saying.stood(verdict, deal))


@contextmanager
def served(door: TableDoor, settings: PageSettings | None = None) -> Iterator[str]:
    """Serve the pages on a free port; yields their address."""
    with serving(create_app(door, settings)) as address:
        yield address


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """Serve an application on a free port; yields its address."""
    server: Any = create_server(app, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # In the server's own thread: its loop ends once nothing is left to listen on.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map, ignore_all=True))
        thread.join(timeout=30)
        server.task_dispatcher.shutdown(timeout=0.1)
