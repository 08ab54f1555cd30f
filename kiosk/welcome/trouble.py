"""What prevents the start, shown on the page: a device without a keyboard has nothing else.

This small application needs no table. Its forms carry a token of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex

from flask import Flask, Response, make_response, render_template, request

from engine.journal_file import DamagedError
from engine.text import Language, PlainError, Text
from kiosk.home import Home, not_writable
from kiosk.pages import headers
from kiosk.welcome.swap import Swaps, waiting_page

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
        answer = make_response(render_template("welcome/trouble.html", **words), status)
        return headers.harden(answer)

    def guarded(act: Callable[[], object]) -> Response:
        if not compare_digest(request.form.get("token", ""), token):
            return page(status=400)
        try:
            act()
        except PlainError as failed:
            return page(status=409, sentence=failed.text)
        swaps.again()
        return headers.harden(waiting_page(language))

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
