"""The Stock: deals nobody played pay in, a game that is won takes it (RULES 0.32).

In practice the declarers of the next call game take it when they win, and pay together as much
again into it when they lose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.games.facts import Facts
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.case import Case
from engine.games.schafkopf.teams import called_cards
from engine.games.shares import STOCK, Ledger, Payment, each_to_each, ledger, pot, together
from engine.record import Contract


def thrown_in(facts: Facts, house: HouseRules) -> Ledger:
    """Return what a deal costs that was not played: into the Stock where all passed."""
    end = facts.record.end or {}
    pays = end.get("kind") == "thrown_in" and end.get("why") == "all_pass"
    amount = house.stock_pay if pays else 0
    return ledger(facts.setting.players, each_to_each(facts.setting.seats, (STOCK,), amount))


def _partners_sought(facts: Facts, contract: Contract) -> bool:
    return bool(called_cards(facts.setting)) or "partner" in contract.details


_PLAYS_FOR_IT: Mapping[str, Callable[[Facts, Contract], bool]] = {
    "call_won": _partners_sought,
    "solo_won": lambda facts, contract: not _partners_sought(facts, contract),
    "any_won": lambda facts, contract: True,
}
"""By the option `stock_to`."""


def stock_payments(case: Case, declarers: Sequence[int], *, won: bool) -> list[Payment]:
    """Return what declarers take from the Stock when they win, or add to it when they lose."""
    stock, house = case.facts.record.stock, case.house
    if not stock or not _PLAYS_FOR_IT[house.stock_to](case.facts, case.contract):
        return []
    if won:
        return pot((STOCK,), declarers, stock)
    return together(declarers, STOCK, stock) if house.stock_lost == "doubled" else []
