"""Another evening without another start: the page's server stays, what stands behind it changes.

What prevents a start is shown on the page, for a device without a keyboard has nothing else. That
small application needs no table; its forms carry a token of their own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hmac import compare_digest
from secrets import token_hex
from typing import TYPE_CHECKING, Literal

from flask import Flask, Response, make_response, render_template, request

from engine.journal.check import DamagedError
from engine.text import NO_WORDS, Language, PlainError, Text
from kiosk.home.clock import TableClock
from kiosk.home.data_folder import Home
from kiosk.screens.values import sentences
from kiosk.table import salvage
from kiosk.web import server
from kiosk.words import launch as w

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Show = Literal["own", "sample", "camera"]
"""The table's own evening, the filmed one for demonstration, or the own one with a camera that was
plugged in meanwhile."""

_CANNOT = Text(
    de="Das geht gerade nicht: An diesem Tisch läuft nur dieser eine Abend.",
    en="That cannot be done now: this table has this one evening alone.",
)
_MOMENT = Text(de="Einen Moment …", en="Just a moment …")


SESSION = "mehrkopf"
"""Name of the cookie in which the page keeps what a screen chose."""
HEARS_S = 1.0
"""So often the main thread looks up from its wait: a signal that comes to a thread which just
begins a process is handled only then."""
_STILL_S = 3600.0


class Swaps:
    """Takes the wish for another evening; whoever runs the program waits for it.

    Without `possible` ones, as in a test of the pages, nothing can be wished.
    """

    def __init__(self, possible: Iterable[Show] = ()) -> None:
        self.possible = frozenset(possible)
        """What can be had; whoever runs the program says so once it knows."""
        self._wished: Show | None = None
        self._again = False
        self._job: Callable[[], object] | None = None
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

    def between(self, job: Callable[[], object]) -> None:
        """Have something done while no table runs; then the same evening comes again."""
        self._job = job
        self.again()

    def work(self) -> None:
        """Do what was asked for; called while no table runs."""
        job, self._job = self._job, None
        if job is not None:
            job()

    def stop(self) -> None:
        """Wake who waits: the program ends."""
        self._news.set()

    def ends(self, seconds: float) -> bool:
        """Wait, before there is a page to wish on; whether the program is to end."""
        return self._news.wait(seconds)

    def wait(self, still: Callable[[], None]) -> Show | Literal["again"] | None:
        """Wait for a wish; None where the program ends. `still` is called once an hour."""
        hour = time.monotonic() + _STILL_S
        while not self._news.wait(HEARS_S):
            if time.monotonic() >= hour:
                hour += _STILL_S
                still()
        self._news.clear()
        wished, self._wished = self._wished, None
        again, self._again = self._again, False
        return "again" if again and wished is None else wished


class Curtain:
    """The application that a server holds: it hands each request to the one shown just now."""

    def __init__(self, meanwhile: WSGIApplication) -> None:
        self._meanwhile = self._app = meanwhile
        self._word = ""

    def rise(self, app: WSGIApplication) -> None:
        """Show an application."""
        self._app, self._word = app, token_hex(4)

    def fall(self) -> None:
        """Show what says to wait."""
        self._app, self._word = self._meanwhile, ""

    def word(self) -> str:
        """Return a word that is another for each application shown, and none meanwhile."""
        return self._word

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer as the application shown does."""
        return self._app(environ, start)


def waiting(language: Language) -> WSGIApplication:
    """Return what is shown between two evenings: one sentence, and the page asks again by itself.

    It needs no table, and a form sent to it changes nothing. Whoever asked for a page gets it then:
    a code for a phone is shown by the evening that gives way and looked at in the next.
    """
    app = Flask("kiosk")

    @app.route("/", defaults={"path": ""}, methods=["GET", "POST"])
    @app.route("/<path:path>", methods=["GET", "POST"])
    def wait(path: str) -> Response:
        del path
        return server.harden(waiting_page(language, 503, here=request.method == "GET"))

    return app


def waiting_page(language: Language, status: int = 200, *, here: bool = False) -> Response:
    """Return the sentence that asks to wait; `here`: the same address is asked for after it."""
    words = {"sentence": _MOMENT.in_language(language), "lang": language, "here": here}
    response = make_response(render_template("start/moment.html", **words), status)
    response.headers["Retry-After"] = "1"
    return response


@dataclass(frozen=True, slots=True)
class WayOut:
    """A tap that gets the table going all the same."""

    key: str
    words: Text
    act: Callable[[], object]
    """Called before the start is tried again.

    Raises:
        PlainError: it cannot be done.
    """
    sure: Text | None = None
    """What has to be known before; then it is asked once more."""
    lead: bool = False
    """Whether it is what most people will want, before trying again."""


def journal_ways(error: Exception, home: Home, *, aside: bool = False) -> tuple[WayOut, ...]:
    """Return the ways out of a journal that cannot be opened: going on, laying it aside.

    `aside`: whether it may be laid aside though it is not damaged.
    """
    lay = WayOut("aside", w.ASIDE, lambda: salvage.lay_aside(home), w.ASIDE_LONG)
    if not isinstance(error, DamagedError):
        return (lay,) if aside else ()
    if not error.condition.whole:
        return (lay,)
    stamp = TableClock().stamp
    whole = WayOut("go-on", salvage.GO_ON, lambda: salvage.go_on(error, stamp()), lead=True)
    return (whole, lay)


def trouble(
    error: PlainError,
    language: Language,
    swaps: Swaps,
    ways: tuple[WayOut, ...] = (),
    chosen: Callable[[Language], object] = lambda language: None,
    hint: Text = NO_WORDS,
) -> Flask:
    """Return the page that says why the table cannot be had and offers what can be done.

    `hint` stands below what is wrong. `chosen` is told where somebody went on in another language:
    the next page speaks it too.
    """
    app = Flask("kiosk")
    app.config["TRUSTED_HOSTS"] = ["127.0.0.1", "localhost"]
    token = token_hex(16)
    known = {way.key: way for way in ways}
    what, said = w.TITLE, error.text
    if isinstance(error, DamagedError):
        what, said = salvage.DAMAGED, salvage.sentence(error.condition)

    def spoken() -> Language:
        found: dict[str, Language] = {"de": "de", "en": "en"}
        return found.get(request.values.get("lang", ""), language)

    def page(asked: WayOut | None = None, status: int = 503, sentence: Text = said) -> Response:
        now = spoken()
        title, long = what, sentence
        if asked is not None:
            title, long = w.SURE.format(way=asked.words), asked.sure or sentence
        words = {
            "lang": now,
            "other": "en" if now == "de" else "de",
            "other_word": w.OTHER_LANGUAGE.in_language(now),
            "title": title.in_language(now),
            "sentence": long.in_language(now),
            "hint": sentences(hint, w.WAYS).in_language(now) if asked is None and ways else "",
            "again": w.AGAIN.in_language(now),
            "back": w.BACK.in_language(now),
            "asked": None if asked is None else (asked.key, asked.words.in_language(now)),
            "lead": next((way.key for way in ways if way.lead), ""),
            "ways": [(way.key, way.words.in_language(now), way.sure is not None) for way in ways],
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
        answer = waiting_page(now := spoken())
        if now != language:
            chosen(now)
            # What the screen remembers of another language would come before it.
            answer.delete_cookie(SESSION)
        swaps.again()
        return server.harden(answer)

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def show(path: str) -> Response:
        way = known.get(path)
        return page(way if way is not None and way.sure is not None else None)

    @app.post("/again")
    def again() -> Response:
        return guarded(lambda: None)

    @app.post("/<key>")
    def out(key: str) -> Response:
        way = known.get(key)
        return page(status=404) if way is None else guarded(way.act)

    return app
