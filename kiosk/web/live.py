"""Live updates: server-sent events that carry whole snapshots, never differences.

Each message's id is the version of the `TableView` it shows, so that a browser that comes back
with `Last-Event-ID` gets the newest picture at once, or nothing where it has it already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from secrets import token_hex
from threading import Lock
from time import monotonic, sleep
from typing import Any, cast

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    request,
    session,
    stream_with_context,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from kiosk.table.view import TableDoor, TableView
from kiosk.web import door as web_door
from kiosk.web import stage
from kiosk.web.door import the_door
from kiosk.web.server import is_loopback
from kiosk.words import pages as m

bp = Blueprint("live", __name__)

RETRY_AFTER = 60
"""Seconds after which a refused screen may ask again."""
PER_VISITOR = 3
"""Streams of one browser at once: that many pages may stand open side by side."""
LONGEST_WAIT = 1.0
"""Seconds after which a stream looks whether it is still wanted."""
SHORTEST_GAP = 0.17
"""Seconds between two messages: a strip that changes faster would flash above 3 Hz."""


class Ticket:
    """One stream's place; `over` once a newer stream of the same visitor took it."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.over = False


class Streams:
    """How many live streams may run, and how long; each one holds a thread of the server.

    A browser that goes from page to page opens a stream on each, and the server notices only later
    that the ones before are gone. So a visitor's oldest stream makes room for the newest. Beside
    the `most` of all there is one place more that only the table's own screen gets: whatever else
    stands open, it is never sent away.
    """

    def __init__(self, most: int, heartbeat: float, lifetime: float) -> None:
        self._most = most
        self._taken: list[Ticket] = []
        self._kept: Ticket | None = None
        """The stream in the table's own place."""
        self._gate = Lock()
        self.heartbeat = heartbeat
        self.lifetime = lifetime

    def take(self, visitor: str, *, at_table: bool = False) -> Ticket | None:
        """Take a place for a stream; None when others hold them all.

        `at_table`: on the table's own screen. Its newest stream gets its place, where no other is.
        """
        with self._gate:
            own = [ticket for ticket in self._taken if ticket.visitor == visitor]
            if len(own) >= PER_VISITOR or (own and len(self._taken) >= self._most):
                own[0].over = True
                self._taken.remove(own[0])
            ticket = Ticket(visitor)
            if len(self._taken) < self._most:
                self._taken.append(ticket)
                return ticket
            if not at_table:
                return None
            if self._kept is not None:
                self._kept.over = True
            self._kept = ticket
            return ticket

    def standing(self) -> tuple[Ticket, ...]:
        """Return the places that are taken, the oldest first."""
        with self._gate:
            return (*self._taken, *(() if self._kept is None else (self._kept,)))

    def give(self, ticket: Ticket) -> None:
        """Hand a place back; a second time changes nothing."""
        with self._gate:
            if ticket in self._taken:
                self._taken.remove(ticket)
            if ticket is self._kept:
                self._kept = None


@bp.get("/live")
def live() -> ResponseReturnValue:
    """Stream the stage, or the other pages' `notice` or `strip`, as the address says (`see`)."""
    streams: Streams = current_app.extensions["streams"]
    generate_csrf()  # the forms inside the messages need the session's token
    visitor = session.setdefault("visitor", token_hex(8))
    here = web_door.serving().at_table and is_loopback(request.remote_addr or "")
    ticket = streams.take(visitor, at_table=here)
    if ticket is None:
        refused = make_response(web_door.page(m.TOO_MANY, 503))
        refused.headers["Retry-After"] = str(RETRY_AFTER)
        return refused
    asked = request.args.get("see", "stage")
    see = asked if asked in ("stage", "notice", "strip") else "stage"
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    response = Response(
        stream_with_context(
            _messages(the_door(), streams, ticket, see, known, gone(request.environ))
        ),
        mimetype="text/event-stream",
    )
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: streams.give(ticket))
    return response


def gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Return what tells whether the visitor has left, or may not look any more.

    The server notices the one while nothing is sent, a gate before these pages tells the other.
    """
    left = cast("Callable[[], bool]", environ.get("waitress.client_disconnected", bool))
    banned = cast("Callable[[], bool]", environ.get("mehrkopf.banned", bool))
    return lambda: left() or banned()


def event_id(view: TableView) -> str:
    """Return the live updates' id of `view`; unlike after a restart of the program."""
    return f"{current_app.config['BOOT']}-{view.version}"


def _messages(
    door: TableDoor,
    streams: Streams,
    ticket: Ticket,
    see: str,
    known: str,
    left: Callable[[], bool],
) -> Iterator[str]:
    ends = monotonic() + streams.lifetime
    yield "retry: 2000\n\n"
    quiet = monotonic()
    badge = stage.recording()
    view: TableView | None = door.view()
    if view is not None and event_id(view) == known:
        after, view = view.version, None
    while True:
        if view is not None:
            yield message(see, event_id(view), stage.fragment(view, see))
            after, quiet = view.version, monotonic()
            sleep(SHORTEST_GAP)
        elif monotonic() - quiet >= streams.heartbeat:
            yield ": alive\n\n"
            quiet = monotonic()
        now = monotonic()
        patience = min(LONGEST_WAIT, streams.heartbeat, ends - now)
        if patience <= 0 or ticket.over or left():
            return
        view = door.wait(after, patience)
        if view is None and monotonic() - now < patience / 2:
            return  # the table was closed; waiting on would only spin
        if badge != stage.recording():
            # Another program began or ended a recording; the table knows nothing of it.
            badge, view = stage.recording(), view or door.view()


def message(name: str, number: str, body: str) -> str:
    """Return one server-sent event; every line of `body` becomes a `data` line."""
    lines = "".join(f"data: {line}\n" for line in body.splitlines() if line.strip())
    return f"event: {name}\nid: {number}\n{lines}\n"
