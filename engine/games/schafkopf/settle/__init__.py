"""What a deal is worth (RULES sections 0.3 to 0.5, 0.17, 0.32, 5, 8 and 12).

price = (base + Schneider + Schwarz + Laufende) doubled for each doubling. A soloist settles with
each opponent; between two teams every loser pays the price into a pot that the winners share.

One idea a module: `case` is what there is to settle, `ends` says whose the tricks are that nobody
played, `outcome` who won and how clearly, `laufende` counts the run, `price` adds up, `declared`
puts a game of two sides together, `ramsch` settles a deal without declarers, `stock` what lies on
the table, `penalty` an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.facts import Facts
from engine.games.schafkopf.doublings import counting
from engine.games.schafkopf.options import HouseRules
from engine.games.schafkopf.settle.case import Case
from engine.games.schafkopf.settle.declared import settle_declared
from engine.games.schafkopf.settle.ends import rest_of
from engine.games.schafkopf.settle.penalty import penalty
from engine.games.schafkopf.settle.ramsch import settle_ramsch
from engine.games.schafkopf.settle.stock import thrown_in
from engine.games.schafkopf.settle.told import check_told, settle_told
from engine.games.tally import tally
from engine.report import DealResult, Verdict

__all__ = ["check_told", "penalty", "settle", "settle_told", "thrown_in"]


def settle(facts: Facts, house: HouseRules, upheld: Sequence[Verdict] = ()) -> DealResult | None:
    """Return the settlement of a deal that is over, as played.

    None where cards were not seen that decide it: every way they can lie has to give the same.

    Args:
        facts: the deal.
        house: the table's house rules.
        upheld: errors that people upheld; those that stop a deal are settled by `penalty`.
    """
    contract, counted = facts.record.contract, tally(facts)
    if contract is None or counted is None:
        return None
    case = Case(
        facts,
        house,
        contract,
        counted,
        rest_of(facts, contract),
        tuple(upheld),
        counting(facts, house),
    )
    return settle_ramsch(case) if contract.seat is None else settle_declared(case)
