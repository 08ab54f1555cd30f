"""The house rules of the Schafkopf family, a module for each theme.

A new option is an `OptionSpec` in its theme's module (each word it may say with its meaning, as an
answer to the option's own sentence), a field of `HouseRules`, and a value with its source in every
preset; `tests/engine/test_rules.py` complains where one of them is missing. A new theme is a module
and a line in `THEMES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.games.schafkopf.kinds import Kind
from engine.games.schafkopf.options.auction import AUCTION_OPTIONS
from engine.games.schafkopf.options.called_card import CALLED_CARD_OPTIONS
from engine.games.schafkopf.options.calls import CALLS_OPTIONS, GAMES, games_option
from engine.games.schafkopf.options.doublings import DOUBLINGS_OPTIONS
from engine.games.schafkopf.options.errors import ERRORS_OPTIONS
from engine.games.schafkopf.options.house import HouseRules, house
from engine.games.schafkopf.options.laufende import LAUFENDE_OPTIONS
from engine.games.schafkopf.options.people import PEOPLE_OPTIONS
from engine.games.schafkopf.options.prices import PRICES_OPTIONS
from engine.games.schafkopf.options.ramsch import RAMSCH_OPTIONS
from engine.games.schafkopf.options.rounds import ROUNDS_OPTIONS
from engine.games.schafkopf.options.stock import STOCK_OPTIONS
from engine.games.scoring_options import SCORING_OPTIONS
from engine.options import Theme
from engine.text import Text

THEMES = (
    Theme(Text(de="Spiele und Karten", en="Games and cards"), CALLS_OPTIONS),
    Theme(Text(de="Wie viele am Tisch sitzen", en="How many sit at the table"), PEOPLE_OPTIONS),
    Theme(Text(de="Die Ansage", en="The auction"), AUCTION_OPTIONS),
    Theme(Text(de="Verdoppeln", en="Doubling"), DOUBLINGS_OPTIONS),
    Theme(Text(de="Preise", en="Prices"), PRICES_OPTIONS),
    Theme(Text(de="Laufende", en="Laufende"), LAUFENDE_OPTIONS),
    Theme(Text(de="Die gerufene Karte", en="The called card"), CALLED_CARD_OPTIONS),
    Theme(Text(de="Ramsch", en="Ramsch"), RAMSCH_OPTIONS),
    Theme(Text(de="Stock", en="Stock"), STOCK_OPTIONS),
    Theme(Text(de="Runden", en="Rounds"), ROUNDS_OPTIONS),
    Theme(Text(de="Fehler", en="Errors"), ERRORS_OPTIONS),
    Theme(Text(de="Der Stand des Abends", en="The evening's score"), SCORING_OPTIONS),
)
"""The family's house rules under their headings, in the order in which a table is asked."""


def themes_for(kinds: Mapping[str, Kind], *more: Theme) -> tuple[Theme, ...]:
    """Return the house rules of a game with its own kinds of contract, and its own rules last."""
    listed = games_option(kinds)
    return (
        *(
            replace(
                theme,
                options=tuple(listed if each.name == GAMES else each for each in theme.options),
            )
            for theme in THEMES
        ),
        *more,
    )


OPTIONS = tuple(option for theme in THEMES for option in theme.options)
"""Every option of the family."""

__all__ = ["OPTIONS", "THEMES", "HouseRules", "house", "themes_for"]
