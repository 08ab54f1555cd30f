"""What depends on how many sit at the table: decks, who sits out, hands that may be thrown in."""

from __future__ import annotations

from engine.cards import Rank
from engine.games.look_back import LOOK_BACK_OPTION
from engine.games.words import rank_text
from engine.options import Choice, Flag, OptionSpec, Several, Whole
from engine.text import Text

NIXER = (Rank.NEUN, Rank.ACHT, Rank.SIEBEN, Rank.SECHS, Rank.PREUSSE)
"""Ranks that can count as Nixer: those without Augen, and the Preuße by house rule."""

PEOPLE_OPTIONS = (
    OptionSpec(
        "two_player_trump",
        Choice(
            {
                "any_suit": Text(
                    de="Ober, Unter und die Farbe, die angesagt wird",
                    en="Ober, Unter and the suit that is named",
                ),
                "hearts": Text(de="Ober, Unter und immer Herz", en="Ober, Unter and always Hearts"),
            }
        ),
        Text(de="Was zu zweit Trumpf ist", en="What is trump with two players"),
    ),
    OptionSpec(
        "heart_prussian_is_trump",
        Flag(),
        Text(
            de="Der Herz-Preuße ist der niedrigste Trumpf, wo Herz Trumpf ist",
            en="The Prussian of Hearts is the lowest trump where Hearts are trump",
        ),
    ),
    OptionSpec(
        "sit_out",
        Choice(
            {
                "one_too_many": Text(
                    de="der Geber, wenn einer mehr da ist, als das Spiel Spieler hat",
                    en="the dealer, if there is one more than the game has players",
                ),
                "dealer": Text(
                    de="immer der Geber, wenn das Spiel auch mit einem weniger geht",
                    en="always the dealer, if the game can be played by one less",
                ),
            }
        ),
        Text(de="Wer aussetzt", en="Who sits out"),
    ),
    OptionSpec(
        "nixer_min",
        Whole(1, 8, {"never": Text(de="nie", en="never")}),
        Text(
            de="Mit wie vielen Nixern und keinem Stammtrumpf zusammengeworfen werden darf",
            en="With how many Nixer and no main trump a hand may be thrown in",
        ),
    ),
    OptionSpec(
        "nixer_ranks",
        Several({rank.letter: rank_text(rank) for rank in NIXER}),
        Text(de="Welche Karten Nixer sind", en="Which cards are Nixer"),
    ),
    LOOK_BACK_OPTION,
)
