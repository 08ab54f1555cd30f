"""The set-up pages of one application: which there are, and the words they are drawn with."""

from __future__ import annotations

from flask import Flask

from kiosk.setup import (
    deck_pages,
    deck_words,
    look_page,
    look_words,
    pages,
    place_pages,
    place_words,
    words,
)


def register(app: Flask) -> None:
    """Let `app` serve the set-up pages."""
    app.jinja_env.globals.update(sw=words, dw=deck_words, pw=place_words, lw=look_words)
    for blueprint in (pages.switch_bp, pages.bp, place_pages.bp, deck_pages.bp, look_page.bp):
        app.register_blueprint(blueprint)
    # Before whoever reads the form first.
    app.before_request_funcs.setdefault(None, []).insert(0, deck_pages.allow_decks)
