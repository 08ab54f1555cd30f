"""The organiser's Flask application: pages for a laptop, a display for the hall.

Whoever reaches them by this machine alone needs no password; where the pages are open to others,
only the hall's display is without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from secrets import token_bytes
from typing import cast

from flask import (
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException, SecurityError
from werkzeug.routing import RequestRedirect

from engine.text import Language, PlainError, Text
from kiosk.organiser.access import Password
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.desk.ledger import MOST_TYPED
from kiosk.organiser.pages import (
    frame,
    hall,
    lists,
    people,
    protests,
    ranking,
    rounds,
    takeaway,
    terms,
)
from kiosk.organiser.tournament import moment
from kiosk.web import server
from kiosk.web.pin import Tries
from kiosk.web.static_files import own_files
from kiosk.words import organiser as w

_SENTENCES: dict[int, Text] = {404: w.NOT_FOUND, 405: w.BAD_REQUEST, 413: w.TOO_LARGE}
OPEN = frozenset({"static", "sign_in", "signing_in", "language", "hall.display"})
"""What is there without the password."""


@dataclass(frozen=True, slots=True)
class OrganiserServing:
    """How the pages are served."""

    language: Language = "de"
    trusted_hosts: Sequence[str] = ("127.0.0.1", "localhost")
    secret_key: bytes = field(default_factory=lambda: token_bytes(32))
    """Signs the session; kept across starts by the caller."""
    password: Password | None = None
    """Asked for before anything but the hall's display; None: only this machine reaches them."""


def create_organiser_app(desk: Desk, serving: OrganiserServing | None = None) -> Flask:
    """Return the application that shows a desk and hands it what is typed."""
    serving = serving or OrganiserServing()
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.config.update(
        SECRET_KEY=serving.secret_key,
        SESSION_COOKIE_NAME="mehrkopf-tournament",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=2 * MOST_TYPED,
        MAX_FORM_MEMORY_SIZE=2 * MOST_TYPED,
        TRUSTED_HOSTS=list(serving.trusted_hosts),
        LANGUAGE=serving.language,
    )
    app.extensions[frame.EXTENSION] = desk
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(tr=frame.tr, first_up=frame.first_up)
    app.jinja_env.globals.update(
        w=w, number=frame.number, signed=frame.signed, kept=frame.kept, chosen=frame.chosen
    )
    app.jinja_env.globals.update(deal_name=frame.deal_name, deal_names=frame.deal_names)
    app.jinja_env.globals.update(moment=moment)
    app.context_processor(lambda: _frame(serving))
    app.wsgi_app = server.closing_files(app.wsgi_app)  # type: ignore[method-assign, assignment]
    CSRFProtect(app)
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=own_files().answer, methods=["GET"]
    )
    for blueprint in (
        rounds.bp,
        people.bp,
        lists.bp,
        ranking.bp,
        protests.bp,
        takeaway.bp,
        terms.bp,
        hall.bp,
    ):
        app.register_blueprint(blueprint)
    app.add_url_rule("/language", "language", frame.switch_language, methods=["POST"])
    if serving.password is not None:
        _guard(app, serving.password)
    # The last one named runs first.
    app.after_request(_replay_policy)
    app.after_request(server.harden)
    for kind, answer in _ERRORS.items():
        app.register_error_handler(kind, answer)
    return app


def _frame(serving: OrganiserServing) -> dict[str, object]:
    """Return what every template finds."""
    found: dict[str, object] = {
        "language": frame.language(),
        "signed_in": serving.password is not None and bool(session.get("signed_in")),
        "said": g.get("refused"),
        "ways": frame.WAYS,
        "here": "/" + g.get("shown", request.path).split("/")[1],
        "address": g.get("shown", request.path),
    }
    if request.endpoint != "static" and "unframed" not in g:
        found["tournament"] = frame.desk().tournament
    return found


def _guard(app: Flask, password: Password) -> None:
    """Ask for the password before anything that is not open to the hall."""
    tries = Tries()

    def first() -> ResponseReturnValue | None:
        if request.endpoint in OPEN or session.get("signed_in"):
            return None
        if request.headers.get("HX-Request"):
            # A part of a page that renews itself: the whole page has to go there.
            return make_response("", 204, {"HX-Redirect": "/sign-in"})
        return redirect("/sign-in", code=303)

    def page(said: Text | None = None, status: int = 200) -> ResponseReturnValue:
        return make_response(render_template("sign_in.html", said=said), status)

    def sign_in() -> ResponseReturnValue:
        return page(g.get("refused"))

    def signing_in() -> ResponseReturnValue:
        who = request.remote_addr or ""
        if seconds := tries.waits(who):
            return page(w.WAIT.format(s=round(seconds) + 1), 429)
        if not password.fits(request.form.get("password", "")):
            tries.wrong(who)
            return page(w.WRONG_PASSWORD, 403)
        session.clear()
        session["signed_in"] = True
        return redirect("/", code=303)

    def sign_out() -> Response:
        session.clear()
        return cast(Response, redirect("/sign-in", code=303))

    app.before_request(first)
    app.add_url_rule("/sign-in", "sign_in", sign_in, methods=["GET"])
    app.add_url_rule("/sign-in", "signing_in", signing_in, methods=["POST"])
    app.add_url_rule("/sign-out", "sign_out", sign_out, methods=["POST"])


def _replay_policy(response: Response) -> Response:
    """Leave the replay, one file with script and style in it, to the policy it names itself."""
    if request.endpoint == "protests.replay" and response.status_code == HTTPStatus.OK:
        response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
    return response


def _page(sentence: Text, status: int) -> ResponseReturnValue:
    # Where the database is what fails, it cannot be asked what the tournament is called.
    g.unframed = True
    back = frame.page_before() if request.method == "POST" else "/"
    return make_response(render_template("error.html", sentence=sentence, back=back), status)


def _plain(error: PlainError) -> ResponseReturnValue:
    """Show the page of a refused form again, with the sentence and everything that was typed."""
    if request.method == "POST" and "refused" not in g:
        # What was refused before stands under its form's address, which is no page.
        g.shown, g.refused = _page_at(frame.page_before()), error.text
        try:
            name, values = current_app.url_map.bind("").match(g.shown, method="GET")
            return make_response(current_app.view_functions[name](**values), 409)
        except (HTTPException, RequestRedirect, PlainError):
            g.pop("shown")
    return _page(error.text, 409)


def _token(error: CSRFError) -> ResponseReturnValue:
    return _page(w.BAD_TOKEN, 400)


def _page_at(path: str) -> str:
    """Return the page of an address, else the one that it lies below; at last the first."""
    while path.strip("/"):
        try:
            current_app.url_map.bind("").match(path, method="GET")
        except (HTTPException, RequestRedirect):
            path = path.rpartition("/")[0] or "/"
        else:
            return path
    return "/"


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET":
        # A form that was refused leaves its address in the browser, which may ask for it again.
        return frame.to(_page_at(request.path))
    if status < 400:
        return error.get_response()
    return _page(_SENTENCES.get(status, w.BAD_REQUEST if status < 500 else w.BROKEN), status)


def _host(error: SecurityError) -> ResponseReturnValue:
    return make_response(w.BAD_REQUEST.en, 400)


def _broken(error: Exception) -> ResponseReturnValue:
    current_app.logger.exception("a page failed", exc_info=error)
    return make_response(w.BROKEN.in_language(frame.language()), 500)


_ERRORS: dict[type[Exception], Callable[..., ResponseReturnValue]] = {
    PlainError: _plain,
    CSRFError: _token,
    SecurityError: _host,
    HTTPException: _http,
    Exception: _broken,
}
