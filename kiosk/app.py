"""The kiosk's Flask application: every page is drawn from the door's newest `TableView`.

The stage element of the first page carries `data-screen` (`start`, `wait`, `table`, `alert`,
`result`, `over`), each card `data-card` (its code), `data-seq` and `data-seat`, so that a test or
a helper can read what people see.
"""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined

from kiosk import call_words, camera_words, entry_words, messages
from kiosk.auction import page as auction
from kiosk.comfort import page as comfort_page
from kiosk.comfort import words as comfort_words
from kiosk.comfort.comfort import Comfort
from kiosk.exports import page_words as exports_words
from kiosk.exports import pages as evening_pages
from kiosk.exports import take
from kiosk.exports.dates import day
from kiosk.guests import phone_pages, phone_words, pin_pages
from kiosk.guests.files import Files
from kiosk.pages import (
    alert,
    call,
    check,
    deals,
    doubling,
    drawing,
    entry,
    errors,
    headers,
    hidden,
    language,
    layout,
    live,
    once,
    people,
    result,
    table,
    unsettled,
)
from kiosk.pages.compiled import COMPILED
from kiosk.pages.settings import PageSettings
from kiosk.pages.strip import bars
from kiosk.regional import page as regional
from kiosk.regional import words as region_words
from kiosk.replay import pages as replay
from kiosk.setup import routes as setup
from kiosk.strip import page as strip_page
from kiosk.strip import words as strip_words
from kiosk.view import TableDoor
from kiosk.welcome import (
    menu,
    menu_words,
    resume,
    resume_words,
    room_words,
    rules,
    rules_words,
    space,
    walk,
)
from kiosk.welcome import words as welcome_words

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["PageSettings", "create_app"]

MAX_BODY = 64 * 1024
"""Bytes of the largest accepted request."""


def create_app(door: TableDoor, settings: PageSettings | None = None) -> Flask:
    """Return the application that shows `door`'s table and hands it what people tap."""
    settings = settings or PageSettings()
    app = Flask(__name__, static_folder=None)
    app.config.update(_config(settings))
    app.extensions["door"] = door
    app.extensions["page_settings"] = settings
    app.extensions["comfort"] = settings.comfort or Comfort()
    app.extensions["streams"] = live.Streams(
        settings.streams, settings.heartbeat, settings.lifetime
    )
    app.wsgi_app = _closing_files(app.wsgi_app)  # type: ignore[method-assign, assignment]
    CSRFProtect(app)
    once.register(app, settings.double_tap)
    set_words(app, settings)
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=Files().answer, methods=["GET"]
    )
    for module in (
        table,
        call,
        entry,
        deals,
        doubling,
        drawing,
        people,
        alert,
        check,
        hidden,
        layout,
        result,
        unsettled,
        evening_pages,
        take,
        live,
        language,
        regional,
        comfort_page,
        strip_page,
        auction,
        replay,
        walk,
        resume,
        rules,
        space,
        menu,
        phone_pages,
        pin_pages,
    ):
        app.register_blueprint(module.bp)
    setup.register(app)
    app.after_request(headers.harden)
    errors.register(app)
    return app


def _closing_files(inner: WSGIApplication) -> WSGIApplication:
    """Let our own side close the files it serves.

    The server's file wrapper leaves a file open where the reader goes away at the wrong moment.
    """

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ.pop("wsgi.file_wrapper", None)
        return inner(environ, start)

    return answer


def _config(settings: PageSettings) -> dict[str, Any]:
    return {
        "SECRET_KEY": settings.secret_key,
        "SESSION_COOKIE_SAMESITE": "Strict",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_NAME": "mehrkopf",
        "WTF_CSRF_TIME_LIMIT": None,
        "WTF_CSRF_SSL_STRICT": False,
        "MAX_CONTENT_LENGTH": MAX_BODY,
        "TRUSTED_HOSTS": list(settings.trusted_hosts),
        "LANGUAGE": settings.language,
        "BOOT": token_hex(4),
    }


def set_words(app: Flask, settings: PageSettings) -> None:
    """Give the templates of `app` their filters and words."""
    app.jinja_env.bytecode_cache = COMPILED
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["tr"] = language.tr
    app.jinja_env.filters["printed"] = language.printed
    app.jinja_env.filters["number"] = language.number
    app.jinja_env.filters["amount"] = language.amount
    app.jinja_env.filters["euros"] = language.euros
    app.jinja_env.filters["day"] = day
    app.jinja_env.globals.update(
        m=messages,
        e=entry_words,
        x=exports_words,
        cw=camera_words,
        region_words=region_words,
        cf=comfort_words,
        stw=strip_words,
        c=call_words,
        ww=welcome_words,
        rw=resume_words,
        hw=rules_words,
        mw=menu_words,
        roomw=room_words,
        room=settings.reception.room.words,
        swaps=settings.reception.swaps,
        language=language.language,
        units_in_cents=language.units_in_cents,
        bars=bars,
        boot=app.config["BOOT"],
        phones=phone_words.PHONES if settings.desk is not None else None,
        claims=settings.claims,
        recording=settings.recording,
    )
