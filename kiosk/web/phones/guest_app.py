"""The guests' application: phones look on. It has no way to write and knows nobody who could.

Its door shows the table and takes no command; its routes answer GET, HEAD and OPTIONS alone; it
has neither session nor cookie.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

from flask import Blueprint, Flask, abort, request

from engine.text import PlainError, Text
from kiosk.replay.library import JournalShelf, Library
from kiosk.replay.open_cards import FINDER, Finder
from kiosk.replay.reel import Recall
from kiosk.table.commands import Command
from kiosk.table.view import TableDoor, TableView
from kiosk.web import door as web_door
from kiosk.web import server
from kiosk.web.phones import guest_pages, guest_replays
from kiosk.web.phones.guest_pages import PagePainter
from kiosk.web.phones.guest_replays import MOST_REELS, Replays
from kiosk.web.phones.limits import MOST_REQUESTS, Places, Terms, Throttle
from kiosk.web.settings import Preferences, Serving
from kiosk.web.stage import EXTENSION as STAGE
from kiosk.web.stage import StageService
from kiosk.web.static_files import own_files
from kiosk.web.templates import MAX_BODY, set_words
from kiosk.words import phones as w


class GuestWindow:
    """Shows what `door` shows and takes no command."""

    def __init__(self, door: TableDoor) -> None:
        self._door = door

    def view(self) -> TableView:
        """Return the newest picture."""
        return self._door.view()

    def wait(self, after: int, timeout: float) -> TableView | None:
        """Block until another picture than version `after` is there."""
        return self._door.wait(after, timeout)

    def do(self, command: Command) -> None:
        """Refuse.

        Raises:
            PlainError: always.
        """
        raise PlainError(w.NOT_THIS)


__all__ = ["GuestOffer", "GuestSettings", "create_guest_app"]

LONGEST_ADDRESS = 512
"""Characters of an address with its question; ours have under a hundred."""


@dataclass(frozen=True, slots=True)
class GuestOffer:
    """A page of another area that phones may see too: GET routes only, finished deals only."""

    words: Text
    path: str
    """Where the page is, for the row of links below."""
    blueprint: Blueprint


OFFERED: tuple[GuestOffer, ...] = ()
"""Pages phones see beside table, score and deals."""


@dataclass(frozen=True, slots=True)
class GuestSettings:
    """How the phones' pages are served."""

    serving: Serving = field(default_factory=Serving)
    """Language where a phone asks for neither of ours, and the names the pages answer to."""
    preferences: Preferences = field(default_factory=Preferences)
    stage: StageService = field(default_factory=StageService)
    journal: Path | None = None
    """Where finished deals are read from; None: there is no replay."""
    recall: Recall = field(default_factory=Recall)
    finder: Finder | None = None
    """Knows deals with open cards; None: no phone sees any."""
    terms: Terms = field(default_factory=Terms)
    requests: int = MOST_REQUESTS
    """Requests of one address in ten seconds."""


def create_guest_app(door: TableDoor, settings: GuestSettings | None = None) -> Flask:
    """Return the application that shows `door`'s table to phones."""
    settings = settings or GuestSettings()
    app = Flask("kiosk", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        TRUSTED_HOSTS=list(settings.serving.trusted_hosts),
        LANGUAGE=settings.serving.language,
        BOOT=token_hex(4),
    )
    window, wished = GuestWindow(door), settings.preferences
    web_door.show(app, window, settings.serving, wished)
    app.extensions[STAGE] = settings.stage
    app.extensions["places"] = Places(settings.terms)
    app.extensions["painter"] = PagePainter(
        window,
        app.config["BOOT"],
        guest_pages.draw,
        guest_pages.frame,
        lambda: (settings.stage.recording(), wished.region.choice, wished.in_money()),
    )
    app.extensions["replays"] = Replays(_library(settings))
    app.extensions[FINDER] = settings.finder
    set_words(app, offered=OFFERED, recorded=settings.journal is not None)
    app.url_map.merge_slashes = False
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=own_files().answer, methods=["GET"]
    )
    app.before_request(_within_bounds)
    app.before_request(guest_pages.choose_language)
    app.register_blueprint(guest_pages.bp)
    app.register_blueprint(guest_replays.bp)
    for offer in OFFERED:
        app.register_blueprint(offer.blueprint)
    app.after_request(server.harden)
    web_door.register_errors(app)
    app.wsgi_app = Throttle(app.wsgi_app, settings.requests)  # type: ignore[method-assign, assignment]
    return app


def _library(settings: GuestSettings) -> Library:
    """Return the recorded deals, read only, from the journal the table writes."""
    shelf = None if settings.journal is None else JournalShelf(settings.journal)
    return Library(shelf, settings.recall, MOST_REELS)


def _within_bounds() -> None:
    """Refuse what no page of ours sends, before anything is made of it."""
    if len(request.full_path) > LONGEST_ADDRESS:
        abort(414)
