"""The replay without a table: the pages of `mehrkopf replay`, on this machine alone."""

from __future__ import annotations

from secrets import token_bytes, token_hex

from flask import Flask, redirect
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect

from engine.state import TableState
from engine.text import Language, PlainError
from kiosk.app import set_words
from kiosk.commands import Command
from kiosk.pages import errors, headers, language
from kiosk.pages.settings import PageSettings
from kiosk.replay import addresses, pages
from kiosk.replay import words as w
from kiosk.replay.library import Library
from kiosk.view import TableView

_MOST_BODY = 4096


class NoTable:
    """A door behind which nothing happens."""

    def __init__(self, state: TableState) -> None:
        self._view = TableView(version=0, state=state, report=None)

    def view(self) -> TableView:
        """Return the table; nothing ever changes there."""
        return self._view

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Return nothing: nothing will ever be new."""
        return None

    def do(self, command: Command) -> None:
        """Refuse.

        Raises:
            PlainError: always.
        """
        raise PlainError(w.NOTHING_TO_DO)


def create_replay_app(
    library: Library,
    chosen: Language,
    speed: int = 1,
    settings: PageSettings | None = None,
    state: TableState | None = None,
) -> Flask:
    """Return the application that shows the evenings of a library and nothing else.

    Args:
        library: the evenings.
        chosen: the language to begin with.
        speed: that at which its player begins.
        settings: how a table writes money and the names of suits.
        state: an evening by whose rules money is counted and whose names are left as they are.
    """
    settings = PageSettings(language=chosen) if settings is None else settings
    app = Flask("kiosk")
    app.config.update(
        SECRET_KEY=token_bytes(32),
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="mehrkopf-replay",
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=_MOST_BODY,
        TRUSTED_HOSTS=list(settings.trusted_hosts),
        LANGUAGE=chosen,
        BOOT=token_hex(4),
        REPLAY_SPEED=speed,
        REPLAY_ALONE=True,
    )
    app.extensions["door"] = NoTable(TableState() if state is None else state)
    app.extensions["page_settings"] = settings
    app.extensions[pages.EXTENSION] = library
    CSRFProtect(app)
    set_words(app, settings)
    app.register_blueprint(pages.bp)
    app.register_blueprint(language.bp)
    app.add_url_rule("/", view_func=_front)
    app.after_request(headers.harden)
    errors.register(app)
    return app


def _front() -> ResponseReturnValue:
    return redirect(addresses.EVENINGS, code=302)
