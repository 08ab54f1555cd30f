"""What may be called, and with which deck."""

from __future__ import annotations

from engine.games.schafkopf.kinds import KINDS
from engine.games.schafkopf.messages import KIND_TITLES, TOUT
from engine.options import Choice, OptionSpec, Several
from engine.text import Text

CONTRACT_KINDS = tuple(KIND_TITLES)
"""Every kind the family knows."""

MUSS = "muss"
"""The word in `games` for the Muss-Spiel, which is any game its holder declares."""


def tout_word(kind: str) -> str:
    """Return the word in `games` for the Tout of a kind."""
    return f"{kind} tout"


def _games() -> dict[str, Text]:
    """Return what `games` may list: kinds, their Touts, the Muss-Spiel (RULES 0.14)."""
    words = dict(KIND_TITLES)
    for name, kind in KINDS.items():
        if kind.tout:
            words[tout_word(name)] = TOUT.format(game=kind.title)
    words[MUSS] = Text(de="Muss-Spiel", en="Must game")
    return words


CALLS_OPTIONS = (
    OptionSpec(
        "games",
        Several(_games()),
        Text(
            de="Was angesagt werden darf, in dieser Folge", en="What may be called, in this order"
        ),
    ),
    OptionSpec(
        "deck",
        Choice(
            {
                "full": Text(de="lange Karte, mit Achtern und Siebenern", en="full deck"),
                "short": Text(
                    de="kurze Karte: 24 Karten ohne Achter und Siebener, sechs Stiche",
                    en="short deck: 24 cards without eights and sevens, six tricks",
                ),
            }
        ),
        Text(de="Mit welchem Blatt gespielt wird", en="Which deck is played with"),
    ),
    OptionSpec(
        "trump_suit",
        Choice(
            {
                "H": Text(de="Herz; Schellen kann gerufen werden", en="Hearts; Bells is callable"),
                "S": Text(de="Schellen; Herz kann gerufen werden", en="Bells; Hearts is callable"),
            }
        ),
        Text(
            de="Welche Farbe Trumpf ist, wo keine angesagt wird",
            en="Which suit is trump where none is named",
        ),
    ),
)
