"""A declared game with every hand known: the sides, the steps of the result, the called cards.

`partners` walks the tricks for the referee, who knows no hand; what it asks of the holder of a
called card is said here in numbers (EN, normal game; RULES 0.1, 0.2 and 7).
"""

from __future__ import annotations

from engine.games.facts import UNKNOWN, Facts
from engine.games.schafkopf.case import FIXED_PRICE
from engine.games.schafkopf.declared_settlement import declarers_free
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.partners import called_cards, declarers_of, least_to_keep_back
from engine.games.two_sides import (
    BY_TRICKS,
    EACH_ALONE,
    SIDES_UNKNOWN,
    Due,
    Holders,
    TwoSides,
)
from engine.text import Text


def two_sides(facts: Facts, house: HouseRules, had: Holders) -> TwoSides | Text:
    """Return what the deal is played for; a reason where two sides do not play for points."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None:
        return SIDES_UNKNOWN
    if contract.seat is None:
        return EACH_ALONE
    if contract.tout or contract.kind in FIXED_PRICE:
        return BY_TRICKS
    declarers = declarers_of(facts, had)
    if not declarers:
        return SIDES_UNKNOWN
    free = declarers_free(setting, house)
    steps = {setting.total // 2 + 1, 3 * setting.total // 4 + 1}
    steps |= set() if free is None else {free}
    return TwoSides(declarers, tuple(sorted(steps)), dues=_dues(facts, house, had))


def _dues(facts: Facts, house: HouseRules, had: Holders) -> tuple[Due, ...]:
    """Return what the holders of the called cards owe."""
    contract, setting = facts.record.contract, facts.setting
    assert contract is not None
    by_seat: dict[int, list[int]] = {}
    cards = called_cards(setting)
    for number, card in enumerate(cards):
        seat = had[card]
        exempt = seat == contract.seat and (
            card is setting.called or not house.caller_must_bring_schoene
        )
        if not exempt and setting.klass.get(card, UNKNOWN) != UNKNOWN:
            by_seat.setdefault(seat, []).append(number)
    found = []
    for seat, numbers in by_seat.items():
        suit = setting.klass[cards[0]]
        # Whoever holds the Schöne alone may keep it back only where the house counts it like the
        # Ass; the Ass comes first in `called_cards`.
        may = 0 in numbers or house.schoene_umspielen == "same_count"
        least = least_to_keep_back(setting, suit, house)
        when = house.umspielen_when if may else ""
        found.append(
            Due(
                seat,
                tuple(cards[number] for number in numbers),
                suit,
                away_from=least if when in ("lead", "any") else None,
                around_from=least if when in ("follow", "any") else None,
                free=house.called_discard == "free",
            )
        )
    return tuple(found)
