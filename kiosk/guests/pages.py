"""The phones' pages, their live updates, and the answer for phones that ask by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import cast

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    make_response,
    render_template,
    request,
    stream_with_context,
)
from flask.typing import ResponseReturnValue

from engine.text import Language
from kiosk.guests import screens
from kiosk.guests import words as w
from kiosk.guests.files import takes_gzip
from kiosk.guests.painter import Painter, Painting, Sheet, is_id
from kiosk.guests.streams import Places
from kiosk.pages.door import refuse, the_door
from kiosk.pages.live import gone
from kiosk.view import TableView

bp = Blueprint("guests", __name__)

LANGUAGES: tuple[Language, ...] = ("de", "en")
RETRY_AFTER = 30
"""Seconds after which a phone that found no place for live updates tries again."""
POLL = 3
"""Seconds between two questions of such a phone."""
LONGEST_WAIT = 1.0
"""Seconds after which a stream looks whether it is still wanted."""


@dataclass(frozen=True, slots=True)
class Looking:
    """What one phone looks at and has seen of it."""

    page: str
    language: Language
    known: str
    """Id of the newest painting it has; empty for none."""


def painter() -> Painter:
    """Return who draws this application's pages."""
    return cast(Painter, current_app.extensions["painter"])


def places() -> Places:
    """Return the places for live updates."""
    return cast(Places, current_app.extensions["places"])


def choose_language() -> None:
    """Let the request's language be the one of its address, else the phone's own."""
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        g.language = asked
        return
    default = current_app.config["LANGUAGE"]
    others = [language for language in LANGUAGES if language != default]
    g.language = request.accept_languages.best_match([default, *others]) or default


def draw(page: str, view: TableView) -> str:
    """Draw a page's changing part."""
    return render_template("guests/stage.html", shown=screens.shown(page, view))


def frame(page: str, painting: Painting) -> str:
    """Draw a whole page."""
    return render_template(
        "guests/page.html",
        page=page,
        painting=painting,
        poll=POLL,
        retry=RETRY_AFTER,
        beat=places().terms.heartbeat,
    )


@bp.get("/")
def table() -> ResponseReturnValue:
    """Show the table as it runs."""
    return _sheet("table")


@bp.get("/scores")
def scores() -> ResponseReturnValue:
    """Show the score."""
    return _sheet("scores")


@bp.get("/deals")
def deals() -> ResponseReturnValue:
    """Show the evening's deals."""
    return _sheet("deals")


@bp.get("/live")
def live() -> ResponseReturnValue:
    """Stream whole states; 503 with `Retry-After` where all places are taken."""
    looking = _looking("after")
    address = request.remote_addr or ""
    if not places().take(address):
        refused = Response(w.NO_ROOM.in_language(looking.language), 503, mimetype="text/plain")
        refused.headers["Retry-After"] = str(RETRY_AFTER)
        return refused
    response = Response(
        stream_with_context(_messages(places(), looking, gone(request.environ))),
        mimetype="text/event-stream",
    )
    response.headers["X-Accel-Buffering"] = "no"
    held = places()
    response.call_on_close(lambda: held.give(address))
    return response


@bp.get("/api/state")
def state() -> ResponseReturnValue:
    """Return the newest state as JSON (`id`, `body`); 304 where the phone has it (`since`)."""
    looking = _looking("since")
    painting = painter().newest(looking.page, looking.language)
    if painting.id == looking.known:
        return Response(status=304)
    return Response(painting.answer, mimetype="application/json")


def _sheet(page: str) -> Response:
    return sent(painter().sheet(page, g.language))


def sent(sheet: Sheet) -> Response:
    """Answer with a whole page."""
    packed = takes_gzip()
    response = make_response(sheet.packed if packed else sheet.plain)
    response.content_type = "text/html; charset=utf-8"
    if packed:
        response.content_encoding = "gzip"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def _looking(field: str) -> Looking:
    """Read what the phone looks at; 400 in plain words where that cannot be."""
    page = request.args.get("see", "table")
    if page not in screens.PAGES:
        refuse(w.BAD_PAGE)
    known = request.headers.get("Last-Event-ID") or request.args.get(field, "")
    if known and not is_id(known):
        refuse(w.BAD_ID)
    return Looking(page, g.language, known)


def _messages(held: Places, looking: Looking, left: Callable[[], bool]) -> Iterator[bytes]:
    """Yield each new state whole, and a sign of life where there is none."""
    door, who, known = the_door(), painter(), looking.known
    ends = monotonic() + held.terms.lifetime
    yield b"retry: 2000\n\n"
    quiet = monotonic()
    while True:
        painting = who.newest(looking.page, looking.language)
        now = monotonic()
        if painting.id != known:
            known, quiet = painting.id, now
            yield painting.message
        elif now - quiet >= held.terms.heartbeat:
            quiet = now
            yield b"event: alive\ndata: .\n\n"
        if held.over:
            yield b"event: off\ndata: .\n\n"
            return
        patience = min(LONGEST_WAIT, held.terms.heartbeat, ends - monotonic())
        if patience <= 0 or left():
            return
        before = monotonic()
        if door.wait(painting.version, patience) is None and monotonic() - before < patience / 2:
            return  # the table was closed; waiting on would only spin
