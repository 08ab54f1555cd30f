"""The project's own decks, drawn by code: SVG faces for the page, pixels for the nets.

`isar` is German, `lech` French; `lech_db` is its queens and jacks with the German index.
"""

from __future__ import annotations

from models.workshop.deck_art.drawing import Picture, painted
from models.workshop.deck_art.french import CODES as FRENCH_CODES
from models.workshop.deck_art.french import GERMAN_CODES, french_face
from models.workshop.deck_art.german import BACK, CODES, face
from models.workshop.deck_art.svg import picture

__all__ = [
    "BACK",
    "CODES",
    "FRENCH_CODES",
    "GERMAN_CODES",
    "Picture",
    "french_svg",
    "german_svg",
    "raster",
    "svg",
]


def svg(code: str) -> str:
    """Draw the SVG file of a card code, or of `back`.

    Raises:
        KeyError: `code` is neither.

    """
    return picture(face(code), code)


def raster(code: str, height: int) -> Picture:
    """Draw the face `height` pixels high as a BGRA array, transparent outside the round corners.

    Raises:
        KeyError: `code` is neither a card code nor `back`.

    """
    return painted(face(code), height)


def french_svg(code: str) -> str:
    """Draw the SVG file of a French card code, or of `back`.

    Raises:
        KeyError: `code` is neither.

    """
    return picture(french_face(code), code)


def german_svg(code: str) -> str:
    """Draw the SVG file of a French queen or jack as packs for Germany print it: D and B.

    Raises:
        KeyError: `code` is neither.

    """
    if code not in GERMAN_CODES:
        raise KeyError(code)
    return picture(french_face(code, german=True), code)
