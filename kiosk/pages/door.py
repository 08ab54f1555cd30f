"""Where the pages find the table, and what they refuse before it is even asked."""

from __future__ import annotations

from typing import NoReturn, cast

from flask import abort, current_app, make_response

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import Text
from kiosk import messages as m
from kiosk.pages.errors import page
from kiosk.pages.settings import PageSettings
from kiosk.view import TableDoor


def the_door() -> TableDoor:
    """Return the table behind this application."""
    return cast(TableDoor, current_app.extensions["door"])


def settings() -> PageSettings:
    """Return how these pages are set up."""
    return cast(PageSettings, current_app.extensions["page_settings"])


def refuse(sentence: Text, status: int = 400) -> NoReturn:
    """End the request with one plain sentence."""
    abort(make_response(page(sentence, status)))


def read_card(code: str, family: Family) -> Card:
    """Return the card a form names; 400 in plain words where there is none."""
    try:
        return card(code, family)
    except UnknownCardError:
        refuse(m.UNKNOWN_CARD.format(code=code[:8]))
