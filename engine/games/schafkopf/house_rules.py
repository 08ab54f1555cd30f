"""The house rules of the Schafkopf family: the themes, and their values with types.

A new option is an `OptionSpec` in its theme (`game_options`, `price_options`; each word it may say
with its meaning, as an answer to the option's own sentence), a field of `HouseRules`, and a value
with its source in every preset; `tests/engine/test_rules.py` complains where one is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.games.common_options import SCORING_OPTIONS
from engine.games.schafkopf.game_options import (
    AUCTION_OPTIONS,
    CALLED_CARD_OPTIONS,
    CALLS_OPTIONS,
    DOUBLINGS_OPTIONS,
    GAMES,
    PEOPLE_OPTIONS,
    ROUNDS_OPTIONS,
    games_option,
)
from engine.games.schafkopf.kinds import ContractKind
from engine.games.schafkopf.price_options import (
    ERRORS_OPTIONS,
    LAUFENDE_OPTIONS,
    PRICES_OPTIONS,
    RAMSCH_OPTIONS,
    STOCK_OPTIONS,
)
from engine.options import Rules, Theme
from engine.text import Text


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One table's house rules; each field is the option of the same name."""

    games: tuple[str, ...]
    renonce: str
    called_ten: str
    deck: str
    trump_suit: str
    two_player_trump: str
    heart_prussian_is_trump: bool
    sit_out: str
    nixer_min: int | str
    nixer_ranks: tuple[str, ...]
    look_back: str
    auction: str
    tie_order: str
    solo_order: str
    all_pass: str
    seven_choice: str
    muss_card: str
    redeal_dealer: str
    misdeal_dealer: str
    tariff: Mapping[str, int]
    ramsch_price: int
    hochzeit_price: int
    sie_factor: int
    pot_split: str
    laufende: bool
    laufende_min: Mapping[str, int]
    laufende_scope: str
    laufende_claim: str
    laufende_to: str
    declarer_schneider_free: int | str
    tout_doubles: str
    tout_doubles_when: str
    umspielen_when: str
    umspielen_min: int | str
    called_discard: str
    schoene_umspielen: str
    caller_must_bring_schoene: bool
    ramsch_jungfrau: str
    ramsch_durchmarsch: str
    ramsch_durchmarsch_from: int | str
    ramsch_tie: str
    ramsch_block: str
    revoke: str
    revoke_side: str
    revoke_price: str
    late_proof: str
    legen: bool
    stoss: str
    contra_until: int | str
    scoring: str
    unit: int
    stock_pay: int
    stock_to: str
    stock_lost: str
    bock_after: tuple[str, ...]
    bock_round: int | str
    bock_again: str
    ramsch_after: tuple[str, ...]
    ramsch_round: int | str
    settle: str

    @property
    def short(self) -> bool:
        """Whether the short deck of 24 cards is played."""
        return self.deck == "short"


_FIELDS = tuple(each.name for each in fields(HouseRules))
_HOUSE: dict[str, HouseRules] = {}
"""By the rules' key: asked for several times with every card."""


def house(rules: Rules) -> HouseRules:
    """Return the typed options of checked rules."""
    known = _HOUSE.get(rules.key)
    if known is None:
        # Every value has passed its option's `check`, which is what gives it the field's type.
        values: dict[str, Any] = {name: rules.options[name] for name in _FIELDS}
        known = _HOUSE[rules.key] = HouseRules(**values)
    return known


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


def themes_for(kinds: Mapping[str, ContractKind], *more: Theme) -> tuple[Theme, ...]:
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
