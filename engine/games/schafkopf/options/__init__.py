"""The house rules of the Schafkopf family, a module for each theme.

A new option is an `OptionSpec` in its theme's module, a field of `HouseRules`, and a value with its
source in every preset; `tests/engine/test_rules.py` complains where one of them is missing.
"""

from __future__ import annotations

from engine.games.schafkopf.options.called_card import CALLED_CARD_OPTIONS
from engine.games.schafkopf.options.calls import CALLS_OPTIONS
from engine.games.schafkopf.options.errors import ERRORS_OPTIONS
from engine.games.schafkopf.options.house import HouseRules, house
from engine.games.schafkopf.options.laufende import LAUFENDE_OPTIONS
from engine.games.schafkopf.options.prices import PRICES_OPTIONS
from engine.games.schafkopf.options.ramsch import RAMSCH_OPTIONS

OPTIONS = (
    *CALLS_OPTIONS,
    *PRICES_OPTIONS,
    *LAUFENDE_OPTIONS,
    *CALLED_CARD_OPTIONS,
    *RAMSCH_OPTIONS,
    *ERRORS_OPTIONS,
)
"""Every option of the family, in the order in which a table is asked."""

__all__ = ["OPTIONS", "HouseRules", "house"]
