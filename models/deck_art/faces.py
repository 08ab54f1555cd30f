"""The deck `isar`: 48 faces and a back."""

from __future__ import annotations

from models.deck_art.aces import ass
from models.deck_art.back import lozenge_back
from models.deck_art.courts import court
from models.deck_art.frame import index, paper
from models.deck_art.ink import Drawing, Layer
from models.deck_art.numbers import pips

SUITS = "EGHS"
RANKS = "AZSKOUG9876P"
CODES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 48 card codes, suit then rank."""
BACK = "back"


def face(code: str) -> Drawing:
    """Everything on the face named by a card code, or on the `back`.

    Raises:
        KeyError: `code` is neither.

    """
    if code == BACK:
        return (*paper(), Layer(lozenge_back()))
    if code not in CODES:
        raise KeyError(code)
    suit, rank = code[0], code[1]
    if rank == "A":
        return paper() + ass(suit) + index(suit, rank)
    if rank in "Z9876":
        return paper() + pips(suit, rank) + index(suit, rank)
    return paper() + court(suit, rank) + index(suit, rank, with_sign=rank in "KSG")
