"""What may be called, and with which deck."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.schafkopf.kinds import KINDS, Kind
from engine.options import Choice, OptionSpec, Several
from engine.text import Text

GAMES = "games"
"""The name of the option that lists what may be called."""
MUSS = "muss"
"""The word in `games` for the Muss-Spiel, which is any game its holder declares."""


def tout_word(kind: str) -> str:
    """Return the word in `games` for the Tout of a kind."""
    return f"{kind} tout"


def games_option(kinds: Mapping[str, Kind]) -> OptionSpec:
    """Return the option that lists what may be called: kinds, their Touts, the Muss-Spiel."""
    words = {name: kind.title for name, kind in kinds.items()}
    for name, kind in kinds.items():
        if kind.tout:
            words[tout_word(name)] = kind.tout_said.format(game=kind.title)
    words[MUSS] = Text(de="Muss-Spiel", en="Must game")
    return OptionSpec(
        GAMES,
        Several(words),
        Text(
            de="Was angesagt werden darf, in dieser Folge", en="What may be called, in this order"
        ),
    )


WHEN_ALLOWED = {
    "never": Text(de="nie", en="never"),
    "muss": Text(de="nur wer im Muss-Spiel ansagen muss", en="only who must declare a Must game"),
    "always": Text(de="immer", en="always"),
}
"""What may be allowed to everybody, or to those who have to declare."""

CALLS_OPTIONS = (
    games_option(KINDS),
    OptionSpec(
        "renonce",
        Choice(WHEN_ALLOWED),
        Text(
            de="Wann eine Farbe gerufen werden darf, von der man keine Karte hat (Renonce)",
            en="When a suit may be called of which one has no card (Renonce)",
        ),
    ),
    OptionSpec(
        "called_ten",
        Choice(WHEN_ALLOWED),
        Text(
            de="Wann eine Zehn rufen darf, wer alle Sauen hat, die gerufen werden können",
            en="When who has every Ace that can be called may call a Ten",
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
                "H": Text(
                    de="Herz; Schellen kann gerufen werden", en="Hearts; Bells can be called"
                ),
                "S": Text(
                    de="Schellen; Herz kann gerufen werden", en="Bells; Hearts can be called"
                ),
            }
        ),
        Text(
            de="Welche Farbe Trumpf ist, wo keine angesagt wird",
            en="Which suit is trump where none is named",
        ),
    ),
)
