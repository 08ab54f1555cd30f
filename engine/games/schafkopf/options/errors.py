"""What an error costs that stops the deal."""

from __future__ import annotations

from engine.options import Choice, OptionSpec
from engine.text import Text

ERRORS_OPTIONS = (
    OptionSpec(
        "revoke",
        Choice(
            {
                "offender_pays_all": Text(
                    de="wer ihn gemacht hat, zahlt jeden anderen Spieler allein",
                    en="who made it pays every other player, alone",
                ),
                "game_lost": Text(
                    de="seine Partei hat das Spiel verloren und zahlt wie sonst",
                    en="his team has lost the game and pays as usual",
                ),
                "trick_lost": Text(
                    de="der Stich gehört der anderen Partei, und es wird weitergespielt",
                    en="the trick goes to the other side, and play goes on",
                ),
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
    OptionSpec(
        "revoke_side",
        Choice(
            {
                "team": Text(de="jeder seiner Partei", en="everyone of his team"),
                "offender": Text(
                    de="er allein für seine Partei; wer mit ihm spielt, zahlt und bekommt nichts",
                    en="he alone for his team; whoever plays with him pays and gets nothing",
                ),
            }
        ),
        Text(
            de="Wer zahlt, wenn ein Fehler das Spiel verloren hat",
            en="Who pays when an error has lost the game",
        ),
    ),
    OptionSpec(
        "revoke_price",
        Choice(
            {
                "base": Text(de="zum Grundpreis des Spiels", en="at the base price of the game"),
                "schneider": Text(
                    de="zum Grundpreis mit Schneider", en="at the base price with Schneider"
                ),
                "schwarz": Text(
                    de="zum Grundpreis mit Schneider und Schwarz",
                    en="at the base price with Schneider and Schwarz",
                ),
            }
        ),
        Text(de="Zu welchem Preis ein Fehler gilt", en="At which price an error is settled"),
    ),
    OptionSpec(
        "late_proof",
        Choice(
            {
                "resettle": Text(
                    de="das Spiel wird noch einmal abgerechnet", en="the deal is settled again"
                ),
                "stands": Text(
                    de="es bleibt bei der Abrechnung, wie gespielt wurde",
                    en="the settlement stands as it was played",
                ),
            }
        ),
        Text(
            de="Was gilt, wenn ein Fehler erst nach der letzten Karte anerkannt wird",
            en="What happens when an error is upheld only after the last card",
        ),
    ),
)
