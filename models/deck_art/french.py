"""The deck `lech`: 52 French faces and a back, drawn by the same hand as the German `isar`."""

from __future__ import annotations

from models.deck_art.aces import ass
from models.deck_art.back import lozenge_back
from models.deck_art.frame import index, paper
from models.deck_art.french_courts import french_court
from models.deck_art.ink import Drawing, Layer
from models.deck_art.numbers import pips

SUITS = "CSHD"
RANKS = "AKQJT98765432"
CODES = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 52 card codes, suit then rank."""
GERMAN_INDEX = {"Q": "D", "J": "B"}
"""What packs for Germany print for queen and jack: Dame, Bube (A. Pollett, "Indices",
members.tripod.com/a_pollett/cardindd.htm: Germany A, K, D, B)."""
GERMAN_CODES = tuple(code for code in CODES if code[1] in GERMAN_INDEX)
"""The cards that have another letter there."""
BACK = "back"
_DEEP, _LIGHT = "#5c1f22", "#c98f72"
"""Wine red and clay: nobody takes the back for the other deck's."""


def french_face(code: str, german: bool = False) -> Drawing:
    """Everything on the face named by a card code, or on the `back`; `german` with D and B.

    Raises:
        KeyError: `code` is neither.

    """
    if code == BACK:
        return (*paper(), Layer(lozenge_back(_DEEP, _LIGHT)))
    if code not in CODES:
        raise KeyError(code)
    # The German suits' letters are taken: in the drawings the French ones are written small.
    suit, rank = code[0].lower(), code[1]
    if rank == "A":
        return paper() + ass(suit) + index(suit, rank)
    if rank in "KQJ":
        printed = GERMAN_INDEX.get(rank, rank) if german else rank
        return paper() + french_court(suit, rank) + index(suit, printed)
    return paper() + pips(suit, rank) + index(suit, rank)
