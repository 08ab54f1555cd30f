"""Whatever goes wrong is told in one plain sentence, in the visitor's language."""

from __future__ import annotations

from flask import Flask, current_app, g, make_response, render_template, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from engine.text import PlainError, Text
from kiosk import messages as m

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


def register(app: Flask) -> None:
    """Let `app` answer every failure with `page`."""
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
