"""What an error costs that stops the deal."""

from __future__ import annotations

from engine.options import Choice, OptionSpec
from engine.text import Text

ERRORS_OPTIONS = (
    OptionSpec(
        "revoke",
        Choice(("offender_pays_all", "game_lost", "none")),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
    OptionSpec(
        "revoke_price",
        Choice(("base", "schneider", "schwarz")),
        Text(de="Zu welchem Preis ein Fehler gilt", en="At which price an error is settled"),
    ),
)
