"""Another evening without another start: the page's server stays, what stands behind it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

from flask import Flask, Response, make_response, render_template

from engine.text import Language, PlainError, Text
from kiosk.pages import headers

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
        return headers.harden(waiting_page(language, 503))

    return app


def waiting_page(language: Language, status: int = 200) -> Response:
    """Return the sentence that asks to wait."""
    words = {"sentence": _MOMENT.in_language(language), "lang": language}
    response = make_response(render_template("welcome/moment.html", **words), status)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = "1; url=/"
    return response
