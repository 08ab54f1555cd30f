"""How a Ramsch is lost and what it costs."""

from __future__ import annotations

from engine.options import Choice, OptionSpec
from engine.text import Text

RAMSCH_OPTIONS = (
    OptionSpec(
        "ramsch_jungfrau",
        Choice(("none", "double_each", "double_once")),
        Text(
            de="Ob ein Spieler ohne Stich den Ramsch verdoppelt",
            en="Whether a player without a trick doubles the Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_durchmarsch",
        Choice(("off", "wins")),
        Text(
            de="Ob alle Stiche den Ramsch gewinnen",
            en="Whether taking every trick wins the Ramsch",
        ),
    ),
    OptionSpec(
        "ramsch_tie",
        Choice(("higher_trump", "more_tricks", "shared")),
        Text(
            de="Wer bei gleichen Augen den Ramsch verliert",
            en="Who loses the Ramsch when points are equal",
        ),
    ),
)
