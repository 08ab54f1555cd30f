"""The Stock: a pot that deals nobody played pay into."""

from __future__ import annotations

from engine.options import Choice, OptionSpec, Whole
from engine.text import Text

STOCK_OPTIONS = (
    OptionSpec(
        "stock_pay",
        Whole(0, 1_000_000),
        Text(
            de="Was jeder in den Stock zahlt, wenn alle passen (mit 0 gibt es keinen)",
            en="What everyone pays into the Stock when all pass (with 0 there is none)",
        ),
    ),
    OptionSpec(
        "stock_to",
        Choice(
            {
                "call_won": Text(
                    de="die Spieler des nächsten gewonnenen Rufspiels",
                    en="the declarers of the next call game that they win",
                ),
                "solo_won": Text(
                    de="der Spieler des nächsten gewonnenen Solos",
                    en="the declarer of the next Solo won",
                ),
                "any_won": Text(
                    de="die Spieler des nächsten Spiels, das sie gewinnen",
                    en="the declarers of the next game of any kind that they win",
                ),
            }
        ),
        Text(de="Wer den Stock gewinnt", en="Who wins the Stock"),
    ),
    OptionSpec(
        "stock_lost",
        Choice(
            {
                "stays": Text(de="er bleibt liegen", en="it stays"),
                "doubled": Text(
                    de="sie zahlen zusammen noch einmal so viel hinein",
                    en="together they pay as much again into it",
                ),
            }
        ),
        Text(
            de="Was mit dem Stock geschieht, wenn sie das Spiel verlieren",
            en="What happens to the Stock when they lose that game",
        ),
    ),
)
