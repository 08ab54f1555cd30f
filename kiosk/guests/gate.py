"""The gate before the kiosk in the network: nothing behind it answers a phone that is not let in.

A WSGI application in front of the kiosk's own, not a check inside it: a page that was forgotten
there is locked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from secrets import token_hex
from typing import TYPE_CHECKING, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect
from werkzeug.http import parse_cookie

from engine.text import PlainError, Text
from kiosk.app import MAX_BODY, set_words
from kiosk.guests import host_words as w
from kiosk.guests.files import Files
from kiosk.guests.pages import choose_language
from kiosk.guests.pairing import Pairings, Phone
from kiosk.guests.pin import same
from kiosk.guests.throttle import Throttle
from kiosk.guests.window import Window
from kiosk.pages import errors, headers
from kiosk.pages.settings import PageSettings
from kiosk.view import TableDoor

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

COOKIE = "mehrkopf-phone"
TICKET = "mehrkopf-ticket"
KEPT_S = 90 * 24 * 3600
"""Seconds a phone keeps its secret; the PIN is asked for after half a day all the same."""
_LONGEST_NAME = 20
_LONGEST_SECRET = 64

bp = Blueprint("gate", __name__)


class Gate:
    """Lets phones on the list through to `kiosk`; all else is answered by the gate's own pages."""

    def __init__(self, kiosk: WSGIApplication, gate: WSGIApplication, pairings: Pairings) -> None:
        self._kiosk = kiosk
        self._gate = gate
        self._pairings = pairings

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        phone = self._phone(environ)
        if phone is not None and self._pairings.awake(phone):
            environ["mehrkopf.phone"] = phone.id
            environ["mehrkopf.banned"] = lambda: phone not in self._pairings.phones
            return self._kiosk(environ, start)
        return self._gate(environ, start)

    def _phone(self, environ: WSGIEnvironment) -> Phone | None:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        secret = cookies.get(COOKIE, "")
        return self._pairings.known(secret) if 0 < len(secret) <= _LONGEST_SECRET else None


def create_gate_app(door: TableDoor, pairings: Pairings, settings: PageSettings) -> Flask:
    """Return the pages before the gate: the code, then the PIN."""
    app = Flask("kiosk", static_folder=None)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SESSION_COOKIE_NAME="mehrkopf-gate",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        MAX_CONTENT_LENGTH=MAX_BODY,
        TRUSTED_HOSTS=list(settings.trusted_hosts),
        LANGUAGE=settings.language,
        BOOT=token_hex(4),
    )
    app.extensions["door"] = Window(door)
    app.extensions["pairings"] = pairings
    app.extensions["page_settings"] = settings
    CSRFProtect(app)
    set_words(app, settings)
    app.jinja_env.globals.update(w=w)
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=Files().answer, methods=["GET"]
    )
    app.before_request(choose_language)
    app.register_blueprint(bp)
    app.after_request(headers.harden)
    errors.register(app)
    app.wsgi_app = Throttle(app.wsgi_app)  # type: ignore[method-assign, assignment]
    return app


def _pairings() -> Pairings:
    return cast(Pairings, current_app.extensions["pairings"])


@bp.get("/pair")
def pair() -> ResponseReturnValue:
    """Ask for the code, or for the PIN of a phone that is on its way in."""
    return _page()


@bp.get("/")
@bp.get("/<path:anywhere>")
def anywhere(anywhere: str = "") -> ResponseReturnValue:
    """Lead whoever is not let in to the gate."""
    return redirect("/pair", code=HTTPStatus.SEE_OTHER)


@bp.post("/pair")
def give_code() -> ResponseReturnValue:
    """Take the one-time code."""
    try:
        code = request.form.get("code", "")[:_LONGEST_SECRET]
        ticket = _pairings().redeem(code, request.remote_addr or "")
    except PlainError as error:
        return _page(error.text)
    response = redirect("/pair", code=HTTPStatus.SEE_OTHER)
    return _with_cookie(cast(Response, response), TICKET, ticket, None)


@bp.post("/pin")
def give_pin() -> ResponseReturnValue:
    """Take the PIN, or the host's choice of one."""
    digits, again = request.form.get("pin", ""), request.form.get("again")
    phone = _phone()
    try:
        if phone is not None:
            _pairings().wake(phone, digits)
            return redirect("/", code=HTTPStatus.SEE_OTHER)
        same(digits, again)
        name = _name(request.form.get("name", ""))
        secret = _pairings().enter(request.cookies.get(TICKET, ""), digits, name)
    except PlainError as error:
        return _page(error.text)
    response = cast(Response, redirect("/", code=HTTPStatus.SEE_OTHER))
    response.delete_cookie(TICKET, httponly=True, samesite="Strict")
    return _with_cookie(response, COOKIE, secret, KEPT_S)


def _with_cookie(response: Response, name: str, value: str, seconds: int | None) -> Response:
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Strict")
    return response


def _phone() -> Phone | None:
    return _pairings().known(request.cookies.get(COOKIE, ""))


def _name(typed: str) -> str:
    seen = "".join(sign for sign in typed if sign.isprintable()).strip()
    return seen[:_LONGEST_NAME] or w.SOME_PHONE.in_language(g.language)


def _page(wrong: Text | None = None) -> Response:
    """Return the gate as this phone has to see it."""
    known = _phone()
    ticket = known is None and _pairings().has_ticket(request.cookies.get(TICKET, ""))
    page = render_template(
        "guests/gate.html",
        step="pin" if known is not None or ticket else "code",
        choose=ticket and not _pairings().pin.is_set,
        new=known is None,
        code=request.args.get("code", "")[:_LONGEST_SECRET],
        wrong=wrong,
    )
    return make_response(page, HTTPStatus.OK if wrong is None else HTTPStatus.CONFLICT)
