"""The family's options with their types, as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.options import Rules


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
