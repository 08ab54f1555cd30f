"""Stock, Bock and Ramsch rounds from one deal to the next (practice; RULES 0.32).

The documents know none of them: every preset leaves them off and a house switches them on. How
the Stock is paid within a deal is `settle`'s; here it is only carried on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.cards import Suit
from engine.deal.record import Contract, DealRecord
from engine.deal.report import DealResult
from engine.games.carry import Carry
from engine.games.schafkopf.house_rules import HouseRules

_UNPLAYED = frozenset({"thrown_in", "void"})
"""Ends of deals that use up nothing of a round."""
_WITH_PARTNER = frozenset({"rufspiel", "hochzeit", "ramsch"})
"""Kinds that are no Solo."""

Trigger = Callable[[DealRecord, DealResult], bool]


def carries(house: HouseRules) -> bool:
    """Tell whether the house carries anything from deal to deal."""
    return bool(house.stock_pay or house.bock_after or house.ramsch_after)


def carried(
    carry: Carry, record: DealRecord, result: DealResult | None, house: HouseRules
) -> Carry:
    """Return what the next deal finds.

    A deal without a result (left open, cards unseen that decide it) changes nothing. Cards thrown
    in use up no deal of a round, nor does a game that somebody declared instead of the Ramsch.
    """
    if result is None:
        return carry
    played = (record.end or {}).get("kind") not in _UNPLAYED
    ramsch = record.contract is not None and record.contract.kind == "ramsch"
    bock_left = carry.bock - 1 if played and carry.bock else carry.bock
    ramsch_left = carry.ramsch - 1 if ramsch and played and carry.ramsch else carry.ramsch
    happened = {name for name, trigger in TRIGGERS.items() if trigger(record, result)}
    if carry.bock and not bock_left:
        happened.add("bock_round")
    if carry.ramsch and not ramsch_left:
        happened.add("ramsch_round")
    if happened.intersection(house.bock_after) and (house.bock_again == "extend" or not bock_left):
        bock_left += _length(house.bock_round, record)
    if happened.intersection(house.ramsch_after) and not ramsch_left:
        ramsch_left = _length(house.ramsch_round, record)
    stock = carry.stock + result.stock_change
    return replace(carry, stock=stock, bock=bock_left, ramsch=ramsch_left)


def set_contract(carry: Carry) -> Contract | None:
    """Return the Ramsch of a Ramsch round; None where there is an auction."""
    return Contract("ramsch") if carry.ramsch else None


def _length(deals: int | str, record: DealRecord) -> int:
    return deals if isinstance(deals, int) else record.players


def _all_pass(record: DealRecord, result: DealResult) -> bool:
    return (record.end or {}).get("why") == "all_pass"


def _solo(record: DealRecord) -> Contract | None:
    contract = record.contract
    return None if contract is None or contract.kind in _WITH_PARTNER else contract


def _heart_solo(record: DealRecord, result: DealResult) -> bool:
    contract = record.contract
    return (
        contract is not None
        and contract.kind == "solo"
        and contract.suit in (Suit.HERZ, Suit.HEARTS)
    )


def _solo_lost(record: DealRecord, result: DealResult) -> bool:
    return _solo(record) is not None and result.winner == "defenders"


def _tout(record: DealRecord, result: DealResult) -> bool:
    return record.contract is not None and record.contract.tout


def _sie(record: DealRecord, result: DealResult) -> bool:
    return record.contract is not None and record.contract.kind == "sie"


def _said(record: DealRecord, word: str) -> bool:
    return any(doubling.say == word for doubling in record.doubles)


def _kontra_lost(record: DealRecord, result: DealResult) -> bool:
    return _said(record, "kontra") and result.winner == "declarers"


def _re_lost(record: DealRecord, result: DealResult) -> bool:
    return _said(record, "re") and result.winner == "defenders"


def _schwarz(record: DealRecord, result: DealResult) -> bool:
    return result.schwarz


def _even(record: DealRecord, result: DealResult) -> bool:
    played_out = record.contract is not None and record.end is None
    return played_out and result.points is not None and result.points[0] == result.points[1]


TRIGGERS: Mapping[str, Trigger] = {
    "all_pass": _all_pass,
    "heart_solo": _heart_solo,
    "solo_lost": _solo_lost,
    "tout": _tout,
    "sie": _sie,
    "kontra_lost": _kontra_lost,
    "re_lost": _re_lost,
    "schwarz": _schwarz,
    "even": _even,
}
"""When each reason of `options.rounds` has happened in a deal; the end of a round is no deal's."""
