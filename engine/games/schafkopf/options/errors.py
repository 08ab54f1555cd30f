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
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
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
)
