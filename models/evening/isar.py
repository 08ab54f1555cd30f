"""The deck `isar` as cards for the compositor."""

from __future__ import annotations

from models import deck_art
from models.evening.painter import Deck

WIDTH_MM = 58.0
HEIGHT_MM = 92.8


def isar_deck() -> Deck:
    """Return the project's own deck, 48 cards."""
    height = 320
    faces = {code: deck_art.raster(code, height) for code in deck_art.CODES}
    return Deck(faces, deck_art.raster(deck_art.BACK, height), WIDTH_MM, HEIGHT_MM)
