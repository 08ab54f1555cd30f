"""The set-up pages of one application: which there are, and the words they are drawn with."""

from __future__ import annotations

from flask import Flask

from kiosk.setup import pages, words


def register(app: Flask) -> None:
    """Let `app` serve the set-up pages."""
    app.jinja_env.globals.update(sw=words)
    for blueprint in (pages.switch_bp, pages.bp):
        app.register_blueprint(blueprint)
