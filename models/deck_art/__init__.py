"""The project's own deck `isar`, drawn by code: SVG faces for the page, pixels for the nets."""

from __future__ import annotations

from models.deck_art.faces import BACK, CODES, face
from models.deck_art.rasterise import Picture, painted
from models.deck_art.svg import picture

__all__ = ["BACK", "CODES", "Picture", "raster", "svg"]


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
