"""What every page reaches the table by: its door, how it is served, and how a request is refused.

Whatever goes wrong is told in one plain sentence, in the visitor's language. A form sent again by
the same browser within a moment is a finger that bounced: it gets the answer to the first. Taking
one step back too many would cost what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, NoReturn, cast

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from engine.cards import Card, Family, UnknownCardError, card
from engine.evening.state import TableState
from engine.options import Rules
from engine.text import PlainError, Text
from kiosk.table.view import TableDoor
from kiosk.web.settings import Preferences, Serving
from kiosk.words import pages as m

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SENTENCES: dict[int, Text] = {
    400: m.BAD_REQUEST,
    404: m.NOT_FOUND,
    405: m.BAD_METHOD,
    413: m.TOO_LARGE,
    503: m.TOO_MANY,
}


def page(sentence: Text, status: int) -> ResponseReturnValue:
    """Return the error page; it needs neither a session nor a known host."""
    said = {"title": m.ERROR, "sentence": sentence, "back": m.TO_TABLE}
    return make_response(render_template("error.html", **said), status)


def readable(inner: WSGIApplication) -> WSGIApplication:
    """Let no address through whose question is no UTF-8: what reads it further in would fail."""

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        asked = environ.get("QUERY_STRING", "").encode("latin-1", "replace")
        environ["QUERY_STRING"] = asked.decode("utf-8", "replace").encode().decode("latin-1")
        return inner(environ, start)

    return answer


def register_errors(app: Flask) -> None:
    """Let `app` answer every failure with `page`."""
    app.wsgi_app = readable(app.wsgi_app)  # type: ignore[method-assign, assignment]
    app.register_error_handler(PlainError, _plain)
    app.register_error_handler(CSRFError, _token)
    app.register_error_handler(SecurityError, _host)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _plain(error: PlainError) -> ResponseReturnValue:
    return page(error.text, 409)


def _token(error: CSRFError) -> ResponseReturnValue:
    return page(m.BAD_TOKEN, 400)


def _host(error: SecurityError) -> ResponseReturnValue:
    return page(m.BAD_HOST, 400)


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if isinstance(error.description, Text):
        return page(error.description, status)
    if status < 400:
        return error.get_response()
    return page(_SENTENCES.get(status, m.BAD_REQUEST if status < 500 else m.BROKEN), status)


def _broken(error: Exception) -> ResponseReturnValue:
    current_app.logger.exception("a page failed", exc_info=error)
    # In plain strings: the table's own words are asked of a table that may be what failed.
    chosen = g.get("language") or session.get("language") or current_app.config["LANGUAGE"]
    texts = {"title": m.ERROR, "sentence": m.BROKEN, "back": m.TO_TABLE}
    said = {name: text.in_language(chosen) for name, text in texts.items()}
    return make_response(render_template("error.html", **said), 500)


def the_door() -> TableDoor:
    """Return the table behind this application."""
    return cast(TableDoor, current_app.extensions["door"])


def show(app: Flask, door: TableDoor, serving: Serving, preferences: Preferences | None) -> None:
    """Let `app` show the table behind `door`, served like this and as the table prefers it."""
    app.extensions["door"], app.extensions["serving"] = door, serving
    app.extensions["preferences"] = preferences or Preferences()


def paid_by(state: TableState) -> Rules | None:
    """Return by which rules amounts are money; None where the pages show them as numbers."""
    return state.rules if preferences().in_money() else None


def serving() -> Serving:
    """Return how these pages are served."""
    return cast(Serving, current_app.extensions["serving"])


def preferences() -> Preferences:
    """Return what the table wished of its pages."""
    return cast(Preferences, current_app.extensions["preferences"])


def refuse(sentence: Text, status: int = 400) -> NoReturn:
    """End the request with one plain sentence."""
    abort(make_response(page(sentence, status)))


def read_card(code: str, family: Family) -> Card:
    """Return the card a form names; 400 in plain words where there is none."""
    try:
        return card(code, family)
    except UnknownCardError:
        refuse(m.UNKNOWN_CARD.format(code=code[:8]))


def by_script() -> bool:
    """Tell whether a script sent the form: it shows no page that is answered with an error."""
    return bool(request.headers.get("HX-Request"))


def go(where: str) -> ResponseReturnValue:
    """Go to a page; a script is told so, it cannot follow by itself."""
    if by_script():
        return Response(status=204, headers={"HX-Redirect": where})
    return redirect(where, code=303)


PATIENCE_S = 10.0
"""Longest wait of a second tap for the answer to the first."""
_KEPT_HEADERS = ("Location", "HX-Redirect", "Content-Type")

_SLOW = frozenset({"/double"})
"""What answers a doubling is said by others, who take their time: it is not urgent, and a second
tap may come late. A step back may be followed by another at once: one too many says what it took
and comes back by a tap, one that is lost says nothing."""
_SLOWER = 3
_MOVES_ON = frozenset({"said", "seat"})
"""Fields of `/double` that the first tap changes: where its button was, the answer's stands now."""

Key = tuple[object, ...]


@dataclass
class Tap:
    """One tap and, once it is there, its answer."""

    at: float
    answered: Event = field(default_factory=Event)
    status: int = 500
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class Taps:
    """The taps of the last moment. `window` in seconds; 0 lets every tap count."""

    def __init__(self, window: float, clock: Callable[[], float] = monotonic) -> None:
        self._window = window
        self._clock = clock
        self._gate = Lock()
        self._taps: dict[Key, Tap] = {}

    def first(self, key: Key) -> tuple[Tap, bool]:
        """Return the tap that counts for this form, and whether it is this one."""
        with self._gate:
            now = self._clock()
            self._taps = {
                each: tap for each, tap in self._taps.items() if now - tap.at < self._window
            }
            known = self._taps.get(key)
            if known is not None:
                return known, False
            tap = self._taps[key] = Tap(now)
            return tap, True


def register_taps(app: Flask, window: float) -> None:
    """Let `app` answer a form sent twice within `window` seconds once."""
    taps, slow = Taps(window), Taps(_SLOWER * window)

    @app.before_request
    def again() -> ResponseReturnValue | None:
        if request.method != "POST":
            return None
        besides = {"csrf_token"} | (_MOVES_ON if request.path == "/double" else set())
        fields = sorted(pair for pair in request.form.items(multi=True) if pair[0] not in besides)
        known = slow if request.path in _SLOW else taps
        tap, counts = known.first((session.get("csrf_token"), request.path, tuple(fields)))
        if counts:
            g.tap = tap
            return None
        tap.answered.wait(PATIENCE_S)
        return Response(tap.body, tap.status, tap.headers)

    @app.after_request
    def answered(response: Response) -> Response:
        tap: Tap | None = g.pop("tap", None)
        if tap is not None:
            tap.status, tap.body = response.status_code, response.get_data()
            tap.headers = {
                name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers
            }
            tap.answered.set()
        return response
