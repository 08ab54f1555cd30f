"""Another evening without another start: the page's server stays, what stands behind it changes.

What prevents a start is shown on the page, for a device without a keyboard has nothing else. That
small application needs no table; its forms carry a token of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Literal

from flask import Flask, Response, make_response, render_template, request

from engine.journal.journal import DamagedError
from engine.text import Language, PlainError, Text
from kiosk.home.data_folder import Home, not_writable
from kiosk.web import server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Show = Literal["own", "sample", "camera"]
"""The table's own evening, the filmed one for demonstration, or the own one with a camera that was
plugged in meanwhile."""

_CANNOT = Text(
    de="Von hier aus geht das nicht. Bitte das Programm ohne diese Angaben neu starten.",
    en="That cannot be done from here. Please start the program again without these options.",
)
_MOMENT = Text(de="Einen Moment …", en="Just a moment …")


class Swaps:
    """Takes the wish for another evening; whoever runs the program waits for it.

    Without `possible` ones, as in a test of the pages, nothing can be wished.
    """

    def __init__(self, possible: Iterable[Show] = ()) -> None:
        self.possible = frozenset(possible)
        self._wished: Show | None = None
        self._again = False
        self._news = threading.Event()

    @property
    def demonstrates(self) -> bool:
        """Whether the filmed evening can be shown from here."""
        return "sample" in self.possible

    def wish(self, show: Show) -> None:
        """Ask for another evening; it comes within a moment.

        Raises:
            PlainError: it cannot be had here.
        """
        if show not in self.possible:
            raise PlainError(_CANNOT)
        self._wished = show
        self._news.set()

    def again(self) -> None:
        """Ask for the same evening once more: what prevented it may be mended."""
        self._again = True
        self._news.set()

    def stop(self) -> None:
        """Wake who waits: the program ends."""
        self._news.set()

    def wait(self, still: Callable[[], None]) -> Show | Literal["again"] | None:
        """Wait for a wish; None where the program ends. `still` is called once an hour."""
        while not self._news.wait(3600.0):
            still()
        self._news.clear()
        wished, self._wished = self._wished, None
        again, self._again = self._again, False
        return "again" if again and wished is None else wished


class Curtain:
    """The application that a server holds: it hands each request to the one shown just now."""

    def __init__(self, meanwhile: WSGIApplication) -> None:
        self._meanwhile = self._app = meanwhile

    def rise(self, app: WSGIApplication) -> None:
        """Show an application."""
        self._app = app

    def fall(self) -> None:
        """Show what says to wait."""
        self._app = self._meanwhile

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer as the application shown does."""
        return self._app(environ, start)


def waiting(language: Language) -> WSGIApplication:
    """Return what is shown between two evenings: one sentence, and the page asks again by itself.

    It needs no table, and a form sent to it changes nothing.
    """
    app = Flask("kiosk")

    @app.route("/", defaults={"path": ""}, methods=["GET", "POST"])
    @app.route("/<path:path>", methods=["GET", "POST"])
    def wait(path: str) -> Response:
        del path
        return server.harden(waiting_page(language, 503))

    return app


def waiting_page(language: Language, status: int = 200) -> Response:
    """Return the sentence that asks to wait."""
    words = {"sentence": _MOMENT.in_language(language), "lang": language}
    response = make_response(render_template("start/moment.html", **words), status)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = "1; url=/"
    return response


TITLE = Text(de="Da fehlt noch etwas", en="Something is missing")
AGAIN = Text(de="Noch einmal versuchen", en="Try again")
ASIDE = Text(de="Beiseitelegen, neu anfangen", en="Lay it aside, begin anew")
ASIDE_LONG = Text(
    de="Die beschädigte Datei wird umbenannt und bleibt liegen; gelöscht wird nichts. Die Punkte "
    "darin stehen danach nicht mehr auf der Seite, bis jemand sie rettet.",
    en="The damaged file is renamed and kept; nothing is deleted. The scores in it are not on the "
    "page afterwards until somebody rescues them.",
)
SURE = Text(de="Wirklich neu anfangen?", en="Really begin anew?")
BACK = Text(de="Abbrechen", en="Cancel")


def trouble(error: PlainError, language: Language, swaps: Swaps, home: Home) -> Flask:
    """Return the page that says why the program cannot start and offers what can be done."""
    app = Flask("kiosk")
    app.config["TRUSTED_HOSTS"] = ["127.0.0.1", "localhost"]
    token, damaged = token_hex(16), isinstance(error, DamagedError)

    def page(*, sure: bool = False, status: int = 503, sentence: Text = error.text) -> Response:
        words = {
            "lang": language,
            "title": (SURE if sure else TITLE).in_language(language),
            "sentence": (ASIDE_LONG if sure else sentence).in_language(language),
            "again": AGAIN.in_language(language),
            "aside": ASIDE.in_language(language),
            "back": BACK.in_language(language),
            "sure": sure,
            "damaged": damaged,
            "token": token,
        }
        answer = make_response(render_template("start/trouble.html", **words), status)
        return server.harden(answer)

    def guarded(act: Callable[[], object]) -> Response:
        if not compare_digest(request.form.get("token", "").encode(), token.encode()):
            return page(status=400)
        try:
            act()
        except PlainError as failed:
            return page(status=409, sentence=failed.text)
        swaps.again()
        return server.harden(waiting_page(language))

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def show(path: str) -> Response:
        return page(sure=damaged and path == "aside")

    @app.post("/again")
    def again() -> Response:
        return guarded(lambda: None)

    @app.post("/aside")
    def aside() -> Response:
        return guarded(lambda: lay_aside(home, datetime.now()) if damaged else None)

    return app


def lay_aside(home: Home, now: datetime) -> Path:
    """Rename a damaged journal; returns where it lies now. Its log stays with it.

    Raises:
        PlainError: it cannot be renamed.
    """
    kept = home.root / f"journal-damaged-{now:%Y%m%d-%H%M%S}.sqlite"
    try:
        for end in ("-wal", "-shm", ""):
            part = home.journal.with_name(home.journal.name + end)
            if part.exists():
                part.rename(kept.with_name(kept.name + end))
    except OSError as error:
        raise not_writable(home.root, error) from error
    return kept
