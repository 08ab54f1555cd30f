"""Live updates: server-sent events that carry whole snapshots, never differences.

Each message's id is the version of the `TableView` it shows, so that a browser that comes back
with `Last-Event-ID` gets the newest picture at once, or nothing where it has it already.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Semaphore
from time import monotonic, sleep

from flask import Blueprint, Response, current_app, make_response, request, stream_with_context
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from kiosk import messages as m
from kiosk.pages import errors, stage
from kiosk.pages.door import the_door
from kiosk.view import TableDoor, TableView

bp = Blueprint("live", __name__)

RETRY_AFTER = 60
"""Seconds after which a refused screen may ask again."""
SHORTEST_GAP = 0.17
"""Seconds between two messages: a strip that changes faster would flash above 3 Hz."""


class Streams:
    """How many live streams may run, and how long; each one holds a thread of the server."""

    def __init__(self, most: int, heartbeat: float, lifetime: float) -> None:
        self._free = Semaphore(most)
        self.heartbeat = heartbeat
        self.lifetime = lifetime

    def take(self) -> bool:
        """Take a place for a stream; False when all are taken."""
        return self._free.acquire(blocking=False)

    def give(self) -> None:
        """Hand a place back."""
        self._free.release()


@bp.get("/live")
def live() -> ResponseReturnValue:
    """Stream the stage, or the other pages' `notice` or `strip`, as the address says (`see`)."""
    streams: Streams = current_app.extensions["streams"]
    if not streams.take():
        refused = make_response(errors.page(m.TOO_MANY, 503))
        refused.headers["Retry-After"] = str(RETRY_AFTER)
        return refused
    generate_csrf()  # the forms inside the messages need the session's token
    asked = request.args.get("see", "stage")
    see = asked if asked in ("stage", "notice", "strip") else "stage"
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    response = Response(
        stream_with_context(_messages(the_door(), streams, see, known)),
        mimetype="text/event-stream",
    )
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(streams.give)
    return response


def event_id(view: TableView) -> str:
    """Return the live updates' id of `view`; unlike after a restart of the program."""
    return f"{current_app.config['BOOT']}-{view.version}"


def _messages(door: TableDoor, streams: Streams, see: str, known: str) -> Iterator[str]:
    ends = monotonic() + streams.lifetime
    yield "retry: 2000\n\n"
    view: TableView | None = door.view()
    if view is not None and event_id(view) == known:
        after, view = view.version, None
    while True:
        if view is not None:
            yield message(see, event_id(view), stage.fragment(view, see))
            after = view.version
            sleep(SHORTEST_GAP)
        else:
            yield ": alive\n\n"
        now = monotonic()
        patience = min(streams.heartbeat, ends - now)
        if patience <= 0:
            return
        view = door.wait(after, patience)
        if view is None and monotonic() - now < patience / 2:
            return  # the table was closed; waiting on would only spin


def message(name: str, number: str, body: str) -> str:
    """Return one server-sent event; every line of `body` becomes a `data` line."""
    lines = "".join(f"data: {line}\n" for line in body.splitlines() if line.strip())
    return f"event: {name}\nid: {number}\n{lines}\n"
