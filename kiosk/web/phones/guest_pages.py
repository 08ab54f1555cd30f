"""The phones' pages, their live updates, and the answer for phones that ask by themselves.

They show the kiosk's own screen values, drawn without anything to tap; nothing is added to them, so
that what the kiosk keeps to itself (DESIGN 8) no phone shows either. A state is drawn once for
each page and language. Each painting has an id, and a new one is given only where what the phones
show has changed: a light that runs round the table sends nothing to fifty phones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from threading import Lock
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

from engine.text import LANGUAGES, Language, Text
from kiosk.screens import by_ear, facts
from kiosk.screens import score as score_screen
from kiosk.screens import table as table_screen
from kiosk.screens.table import in_play
from kiosk.screens.values import Ask, CameraBadge
from kiosk.table.view import TableDoor, TableView
from kiosk.web import stage
from kiosk.web.door import paid_by, refuse, the_door
from kiosk.web.live import gone, message
from kiosk.web.phones.limits import Places
from kiosk.web.static_files import pack, takes_gzip
from kiosk.words import phones as w

_DRAWN = frozenset({"alert.html", "table.html", "result.html", "wait.html", "end.html"})
"""The stage's screens that have a drawing for phones; any other is one for the table alone."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One page's changing part: which template draws it, and what."""

    template: str
    screen: object
    camera: CameraBadge
    ask: Ask | None = None
    """The question the table is asked, where there is one."""
    backs: int = 0
    """Cards that lie face down."""
    paused: Text | None = None
    said: Text | None = None
    """What a screen reader is told of the play; None where the page is not about it."""


@dataclass(frozen=True, slots=True)
class NoEvening:
    """Nothing to look at yet."""

    lead: Text = w.NO_EVENING
    long: Text = w.NO_EVENING_LONG


def shown(page: str, view: TableView) -> Shown:
    """Return what `page` (`table`, `scores`, `deals`) shows.

    Raises:
        KeyError: there is no such page.
    """
    template, screen = _PAGES[page](view)
    here = page == "table" and bool(view.state.seats)
    ask = table_screen.ask(view) if here else None
    return Shown(
        template=f"phones/{template}",
        screen=screen,
        camera=camera(view),
        ask=ask,
        backs=facts.backs(view) if here else 0,
        paused=facts.paused(view),
        said=by_ear.now_said(screen, ask, paid_by(view.state)) if page == "table" else None,
    )


def camera(view: TableView) -> CameraBadge:
    """Return what is said about the camera: why it sees nothing is for the table alone to mend.

    A device or an address may be named there.
    """
    badge = facts.camera(view)
    theirs = view.camera.note is not None and badge.long == view.camera.note
    return replace(badge, long=w.CAMERA_NOTE) if theirs else badge


def _table(view: TableView) -> tuple[str, object]:
    if not view.state.seats:
        return "front.html", NoEvening()
    template, screen = in_play(view, stage.order_of(view.state.last_deal))
    if template not in _DRAWN:
        return "wait.html", table_screen.between_deals(view)
    return template, screen


def _scores(view: TableView) -> tuple[str, object]:
    return "scores.html", score_screen.scores(view)


def _deals(view: TableView) -> tuple[str, object]:
    return "deals.html", score_screen.listed(view)


_PAGES = {"table": _table, "scores": _scores, "deals": _deals}
PAGES = tuple(_PAGES)
"""The pages phones can see."""


EVENT = "state"
_ID = re.compile(r"[0-9a-f]{8}-[0-9]{1,15}", re.ASCII)

Draw = Callable[[str, TableView], str]
"""Draws a page's changing part in the language of the request."""
Frame = Callable[[str, "Painting"], str]
"""Draws the whole page round it."""


def is_id(word: str) -> bool:
    """Tell whether `word` looks like the id of a painting."""
    return _ID.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class Painting:
    """One page's changing part in one language, as it is sent."""

    id: str
    version: int
    """The newest picture of the table that looks like this."""
    beside: object
    """What else it was drawn from: the badge of a recording, the words of the region."""
    body: str
    message: bytes
    """As a live update."""
    answer: bytes
    """As an answer to a phone that asks by itself (JSON)."""


@dataclass(frozen=True, slots=True)
class PaintedPage:
    """A whole page as it is sent."""

    of: str
    plain: bytes
    packed: bytes


class PagePainter:
    """Draws each page once; whoever asks meanwhile waits for that one drawing.

    `boot` (8 hex digits) makes ids unlike those before a restart.
    """

    def __init__(
        self, door: TableDoor, boot: str, draw: Draw, frame: Frame, beside: Callable[[], object]
    ) -> None:
        self._door = door
        self._boot = boot
        self._draw = draw
        self._frame = frame
        self._beside = beside
        self._paintings: dict[tuple[str, Language], Painting] = {}
        self._sheets: dict[tuple[str, Language], PaintedPage] = {}
        self._gates: dict[tuple[str, Language], Lock] = {}
        self._all = Lock()
        self._numbers = count(1)

    def newest(self, page: str, language: Language) -> Painting:
        """Return how `page` looks now; called in a request of that language."""
        known = self._paintings.get((page, language))
        view, beside = self._door.view(), self._beside()
        if known is not None and (known.version, known.beside) == (view.version, beside):
            return known
        with self._gate(page, language):
            known = self._paintings.get((page, language))
            view = self._door.view()
            if known is None or (known.version, known.beside) != (view.version, beside):
                known = self._paint(page, language, view, beside, known)
            return known

    def sheet(self, page: str, language: Language) -> PaintedPage:
        """Return the whole page as it looks now; called in a request of that language."""
        painting = self.newest(page, language)
        known = self._sheets.get((page, language))
        if known is not None and known.of == painting.id:
            return known
        plain = self._frame(page, painting).encode()
        made = PaintedPage(painting.id, plain, pack(plain))
        self._sheets[page, language] = made
        return made

    def _gate(self, page: str, language: Language) -> Lock:
        with self._all:
            return self._gates.setdefault((page, language), Lock())

    def _paint(
        self,
        page: str,
        language: Language,
        view: TableView,
        beside: object,
        before: Painting | None,
    ) -> Painting:
        # Without empty lines and indents, which live updates do not carry: what the phone compares
        # is the same whatever way it came.
        drawn = self._draw(page, view).splitlines()
        body = "\n".join(line.strip() for line in drawn if line.strip())
        number = before.id if before is not None and before.body == body else self._next_id()
        painting = Painting(
            id=number,
            version=view.version,
            beside=beside,
            body=body,
            message=message(EVENT, number, body).encode(),
            answer=json.dumps({"id": number, "body": body}, ensure_ascii=False).encode(),
        )
        self._paintings[page, language] = painting
        return painting

    def _next_id(self) -> str:
        return f"{self._boot}-{next(self._numbers)}"


bp = Blueprint("guest_pages", __name__)

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


def painter() -> PagePainter:
    """Return who draws this application's pages."""
    return cast(PagePainter, current_app.extensions["painter"])


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
    return render_template("phones/stage.html", shown=shown(page, view))


def frame(page: str, painting: Painting) -> str:
    """Draw a whole page."""
    return render_template(
        "phones/page.html",
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
def show_deals() -> ResponseReturnValue:
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


def sent(sheet: PaintedPage) -> Response:
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
    if page not in PAGES:
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
