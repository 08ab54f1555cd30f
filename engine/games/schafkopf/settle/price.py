"""What the losers owe (EN, settling the score; RULES sections 0.3, 0.5 and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.facts import Facts
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.case import Case
from engine.games.schafkopf.settle.outcome import Outcome
from engine.games.shares import Payment, Split, each_to_each, pot

_SPLITS: Mapping[str, Split] = {"equal": pot, "per_head": each_to_each}
"""By the option `pot_split`."""


@dataclass(frozen=True, slots=True)
class Price:
    """What flows between the sides, before it is split."""

    game: int
    """From each loser to the winners."""
    back: int
    """From each winner to the losers, for Laufende that these held (`laufende_to` = `holder`)."""

    @property
    def net(self) -> int:
        """What a loser owes after all; below nothing where the Laufende outweigh the game."""
        return self.game - self.back


def base_price(facts: Facts, house: HouseRules) -> int:
    """Return the price of the game alone (EN, base rate)."""
    return house.tariff[facts.setting.base]


def price_of(case: Case, outcome: Outcome, laufende: int) -> Price:
    """Return the price of a game of two sides; `laufende` is positive "with", else "without"."""
    house, contract, doublings = case.house, case.contract, case.doublings
    base = base_price(case.facts, house)
    grade = house.tariff["schneider"] * outcome.schneider
    grade += house.tariff["schwarz"] * outcome.schwarz
    extra = house.tariff["laufende"] * abs(laufende)
    if contract.tout and (outcome.won or house.tout_doubles_when == "always"):
        base *= 2
        grade *= 2 if house.tout_doubles == "all" else 1
        extra *= 1 if house.tout_doubles == "base" else 2
    if house.laufende_to == "holder" and (laufende > 0) != outcome.won:
        return Price((base + grade) << doublings, extra << doublings)
    return Price((base + grade + extra) << doublings, 0)


def payments(
    house: HouseRules, winners: Sequence[int], losers: Sequence[int], price: Price
) -> list[Payment]:
    """Return who pays whom; a soloist settles with each opponent (EN, settling the score)."""
    alone = len(winners) == 1 or len(losers) == 1
    split = each_to_each if alone else _SPLITS[house.pot_split]
    return [*split(losers, winners, price.game), *split(winners, losers, price.back)]
