"""The house rules of Sheepshead and its preset."""

from __future__ import annotations

from engine.options import Choice, Flag, OptionSpec, Preset, Sourced
from engine.text import Text

OPTIONS = (
    OptionSpec(
        "double_on_bump",
        Flag(),
        Text(
            de="Ob ein verlorenes Spiel des Pickers doppelt zählt",
            en="Whether the picker's loss counts double",
        ),
    ),
    OptionSpec(
        "leaster_blind",
        Choice(("ignored", "first", "last")),
        Text(
            de="Zu welchem Stich der Blind im Leaster zählt, wenn das Spiel es nicht sagt",
            en="To which trick the blind counts in a leaster, where the deal does not say",
        ),
    ),
    OptionSpec(
        "leaster_needs_trick",
        Flag(),
        Text(
            de="Ob den Leaster nur gewinnt, wer einen Stich hat",
            en="Whether a leaster can only be won with a trick",
        ),
    ),
    OptionSpec(
        "leaster_tie",
        Choice(("split", "none")),
        Text(
            de="Ob sich Gleiche den Leaster teilen oder niemand zahlt",
            en="Whether equals split a leaster or nobody pays",
        ),
    ),
    OptionSpec(
        "revoke",
        Choice(("offender_pays_all", "none")),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
)

SHEEPSHEAD_PRESET = Preset(
    "sheepshead",
    Text(de="Sheepshead", en="Sheepshead"),
    {
        "double_on_bump": Sourced(True, "PG scoring"),
        "leaster_blind": Sourced("ignored", "PG leaster"),
        "leaster_needs_trick": Sourced(True, "RULES 0.7"),
        "leaster_tie": Sourced("split", "RULES 0.7"),
        "revoke": Sourced("offender_pays_all", "RULES 0.17"),
    },
)
