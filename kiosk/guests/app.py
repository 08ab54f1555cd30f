"""The guests' application: phones look on. It has no way to write and knows nobody who could.

Its door shows the table and takes no command; its routes answer GET, HEAD and OPTIONS alone; it
has neither session nor cookie.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from secrets import token_hex

from flask import Blueprint, Flask, abort, request

from engine.text import Text
from kiosk.app import MAX_BODY, set_words
from kiosk.guests import pages, replay_pages
from kiosk.guests import words as w
from kiosk.guests.files import Files
from kiosk.guests.painter import Painter
from kiosk.guests.replays import MOST_REELS, Replays
from kiosk.guests.streams import Places, Terms
from kiosk.guests.throttle import MOST, Throttle
from kiosk.guests.window import Window
from kiosk.pages import errors, headers
from kiosk.pages.settings import PageSettings
from kiosk.replay.library import JournalShelf, Library
from kiosk.view import TableDoor

__all__ = ["GuestSettings", "Offer", "create_guest_app"]

LONGEST_ADDRESS = 512
"""Characters of an address with its question; ours have under a hundred."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A page of another area that phones may see too: GET routes only, finished deals only."""

    words: Text
    path: str
    """Where the page is, for the row of links below."""
    blueprint: Blueprint


OFFERED: tuple[Offer, ...] = ()
"""Pages phones see beside table, score and deals."""


@dataclass(frozen=True, slots=True)
class GuestSettings:
    """How the phones' pages are served."""

    page: PageSettings = field(default_factory=PageSettings)
    """The kiosk's own: language where a phone asks for neither of ours, words of the region, badge
    of a recording."""
    trusted_hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    """Names and addresses the pages answer to; any port."""
    terms: Terms = field(default_factory=Terms)
    requests: int = MOST
    """Requests of one address in ten seconds."""


def create_guest_app(door: TableDoor, settings: GuestSettings | None = None) -> Flask:
    """Return the application that shows `door`'s table to phones."""
    settings = settings or GuestSettings()
    app = Flask("kiosk", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        TRUSTED_HOSTS=list(settings.trusted_hosts),
        LANGUAGE=settings.page.language,
        BOOT=token_hex(4),
    )
    window = Window(door)
    app.extensions["door"] = window
    # Nothing of the kiosk that could be worked is within reach of these pages.
    page = replace(settings.page, desk=None, workshop=None, exports=None)
    app.extensions["page_settings"] = page
    app.extensions["places"] = Places(settings.terms)
    app.extensions["painter"] = Painter(
        window,
        app.config["BOOT"],
        pages.draw,
        pages.frame,
        lambda: (page.recording(), page.region.chosen, page.in_money()),
    )
    app.extensions["replays"] = Replays(_library(page))
    set_words(app, page)
    recorded = page.archive.path is not None
    app.jinja_env.globals.update(w=w, offered=OFFERED, recorded=recorded)
    app.url_map.merge_slashes = False
    app.add_url_rule(
        "/static/<path:filename>", endpoint="static", view_func=Files().answer, methods=["GET"]
    )
    app.before_request(_within_bounds)
    app.before_request(pages.choose_language)
    app.register_blueprint(pages.bp)
    app.register_blueprint(replay_pages.bp)
    for offer in OFFERED:
        app.register_blueprint(offer.blueprint)
    app.after_request(headers.harden)
    errors.register(app)
    app.wsgi_app = Throttle(app.wsgi_app, settings.requests)  # type: ignore[method-assign, assignment]
    return app


def _library(page: PageSettings) -> Library:
    """Return the recorded deals, read only, from the journal the table writes."""
    path = page.archive.path
    shelf = None if path is None else JournalShelf(path)
    return Library(shelf, page.recall, MOST_REELS)


def _within_bounds() -> None:
    """Refuse what no page of ours sends, before anything is made of it."""
    if len(request.full_path) > LONGEST_ADDRESS:
        abort(414)
