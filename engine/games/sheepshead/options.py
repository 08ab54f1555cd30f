"""The house rules of Sheepshead and its preset."""

from __future__ import annotations

from engine.options import Choice, Flag, OptionSpec, Preset, Sourced, Theme
from engine.text import Text

_SCORING = (
    OptionSpec(
        "double_on_bump",
        Flag(),
        Text(
            de="Ob ein verlorenes Spiel des Pickers doppelt zählt",
            en="Whether the picker's loss counts double",
        ),
    ),
)

_LEASTER = (
    OptionSpec(
        "leaster_blind",
        Choice(
            {
                "ignored": Text(de="zu keinem", en="to none"),
                "first": Text(de="zum ersten", en="to the first"),
                "last": Text(de="zum letzten", en="to the last"),
            }
        ),
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
        Choice(
            {
                "split": Text(de="sie teilen sich den Gewinn", en="they share what is paid"),
                "none": Text(de="niemand zahlt", en="nobody pays"),
            }
        ),
        Text(
            de="Was gilt, wenn im Leaster mehrere gleich wenig Augen haben",
            en="What happens when several have the fewest points of a leaster",
        ),
    ),
)

_ERRORS = (
    OptionSpec(
        "revoke",
        Choice(
            {
                "offender_pays_all": Text(
                    de="wer ihn gemacht hat, zahlt jeden anderen Spieler allein",
                    en="who made it pays every other player, alone",
                ),
                "none": Text(de="nichts", en="nothing"),
            }
        ),
        Text(de="Was ein Fehler kostet", en="What an error costs"),
    ),
)

THEMES = (
    Theme(Text(de="Abrechnung", en="Scoring"), _SCORING),
    Theme(Text(de="Leaster", en="Leaster"), _LEASTER),
    Theme(Text(de="Fehler", en="Errors"), _ERRORS),
)

OPTIONS = tuple(option for theme in THEMES for option in theme.options)

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
