"""What a deal is worth, and what an upheld error costs (RULES 0.3 to 0.5, 0.17, 0.32, 5, 8 and 12).

price = (base + Schneider + Schwarz + Laufende) doubled for each doubling. A soloist settles with
each opponent; between two teams every loser pays the price into a pot that the winners share.
`case` is what there is to settle; `declared` settles a game of two sides, `ramsch` one without
declarers, `entered` a result that people tell.

Of several errors the one that was played first counts (DE, Abrechnung). Where the offender's team
is to lose but is not known yet, he pays alone. An error that costs a trick, and one that costs
nothing, do not stop the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.deal.report import DealResult, Verdict
from engine.games.base import Penalty
from engine.games.facts import Facts, tally
from engine.games.payouts import Payment, each_to_each, ledger
from engine.games.schafkopf.case import Case, unplayed_tricks
from engine.games.schafkopf.declared_settlement import Price, base_price, payments, settle_declared
from engine.games.schafkopf.duties import counting_doublings
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.partners import declarers_of, holders
from engine.games.schafkopf.ramsch import settle_ramsch
from engine.games.wording import INFORMATIONAL


@dataclass(frozen=True, slots=True)
class _Error:
    """One error at its price."""

    facts: Facts
    house: HouseRules
    offender: int
    price: int


def penalty(facts: Facts, house: HouseRules, verdict: Verdict) -> Penalty | None:
    """Return what a verdict costs were it upheld; None where it stops nothing."""
    pays = _PAYS.get(house.revoke)
    if facts.record.contract is None or pays is None:
        return None
    if verdict.seat is None or verdict.kind in INFORMATIONAL:
        return None
    if house.late_proof == "stands" and len(facts.plays) >= facts.setting.play_count:
        return None
    price = base_price(facts, house)
    price += sum(house.tariff[name] for name in _ON_TOP[house.revoke_price])
    price <<= counting_doublings(facts, house)
    paid = ledger(facts.setting.players, pays(_Error(facts, house, verdict.seat, price)))
    return Penalty(price, paid.payout)


_ON_TOP: Mapping[str, tuple[str, ...]] = {
    "base": (),
    "schneider": ("schneider",),
    "schwarz": ("schneider", "schwarz"),
}
"""What of the tariff an error costs on top of the game, by the option `revoke_price`."""


def _pays_all(error: _Error) -> list[Payment]:
    """The offender pays every other player, his own partner too (DE, Abrechnung)."""
    others = [seat for seat in error.facts.setting.seats if seat != error.offender]
    return each_to_each((error.offender,), others, error.price)


def _loses_game(error: _Error) -> list[Payment]:
    """The offender's team has lost; by house rule he pays all of it himself."""
    losers = _side_of(error.facts, error.offender)
    winners = [seat for seat in error.facts.setting.seats if seat not in losers]
    paid = payments(error.house, winners, losers, Price(error.price, 0))
    if error.house.revoke_side == "offender":
        return [Payment(error.offender, each.payee, each.amount) for each in paid]
    return paid


_PAYS: Mapping[str, Callable[[_Error], list[Payment]]] = {
    "offender_pays_all": _pays_all,
    "game_lost": _loses_game,
}
"""By the option `revoke`; what is missing does not stop the deal."""


def _side_of(facts: Facts, seat: int) -> tuple[int, ...]:
    declarers = declarers_of(facts, holders(facts))
    if not declarers:
        return (seat,)
    if seat in declarers:
        return declarers
    return tuple(other for other in facts.setting.seats if other not in declarers)


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
        unplayed_tricks(facts, contract),
        tuple(upheld),
        counting_doublings(facts, house),
    )
    return settle_ramsch(case) if contract.seat is None else settle_declared(case)
