"""What may be called, and with which deck."""

from __future__ import annotations

from engine.options import Choice, OptionSpec, Several
from engine.text import Text

CONTRACT_KINDS = ("rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch")
"""Every kind the family knows, lowest first."""

CALLS_OPTIONS = (
    OptionSpec(
        "games",
        Several(CONTRACT_KINDS),
        Text(
            de="Was angesagt werden darf, in dieser Folge", en="What may be called, in this order"
        ),
    ),
    OptionSpec(
        "deck",
        Choice(("full", "short")),
        Text(de="Lange oder kurze Karte (24 Karten)", en="Full or short deck (24 cards)"),
    ),
)
