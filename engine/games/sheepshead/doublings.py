"""Crack, recrack and doublers (PG, variations; RULES 0.28).

Crack is said once, before the first lead, by a seat that was not asked because another picked
before it; recrack answers it, by the picker. What is judged is only what was noted with seat and
moment. One that was upheld as illegal does not count, nor does what answered it.

Doublers go from deal to deal: where all pass the cards are thrown in and the next deal counts
double. Several such deals in a row make as many of the following ones count double, never one of
them four times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal.record import DealRecord, Doubling
from engine.deal.report import DealResult, Grade, Known, Verdict
from engine.games.auction.stages import speaking_order
from engine.games.carry import Carry
from engine.games.facts import Facts
from engine.games.sheepshead.contract import picked
from engine.options import Rules

CRACK, RECRACK, DOUBLER = "crack", "recrack", "doubler"
KIND = "illegal_double"
_PLAYED = {"off": (), "crack": (CRACK,), "recrack": (CRACK, RECRACK)}


def offered(rules: Rules) -> tuple[str, ...]:
    """Return the doublings that may be told under these house rules.

    A doubler always: where the evening does not carry it on, the table says it.
    """
    return (*_PLAYED[str(rules.options["crack"])], DOUBLER)


def counting(facts: Facts) -> int:
    """Return how many doublings count: all that nobody upheld as illegal.

    Where nobody picked there is nobody to crack; of what is told then only doublers count.
    """
    doubles = facts.record.doubles
    if picked(facts.record) is None:
        return sum(each.say == DOUBLER for each in doubles)
    upheld = {each.verdict for each in facts.record.rulings if each.ruling == "upheld"}
    gone = {index for index, verdict in _judged(facts) if verdict.id in upheld}
    cracks = {index for index, each in enumerate(doubles) if each.say == CRACK}
    if cracks and cracks <= gone:
        gone |= {index for index, each in enumerate(doubles) if each.say == RECRACK}
    return len(doubles) - len(gone)


def doubling_verdicts(facts: Facts) -> tuple[Verdict, ...]:
    """Return a verdict for each doubling that was out of place."""
    found: dict[str, Verdict] = {}
    for _, verdict in _judged(facts):
        found.setdefault(verdict.id, verdict)
    return tuple(found.values())


def _judged(facts: Facts) -> Iterator[tuple[int, Verdict]]:
    for index, double in enumerate(facts.record.doubles):
        if double.seat is None or double.after is None or double.say not in (CRACK, RECRACK):
            continue
        if not facts.plays or double.seat >= facts.setting.players:
            continue
        if out_of_place(facts.record, index, double):
            # Before the first card there is no play to hang it on: it is told with that card.
            play = min(max(0, double.after - 1), len(facts.plays) - 1)
            yield index, _verdict(double.seat, play)


def out_of_place(record: DealRecord, index: int, double: Doubling) -> bool:
    """Tell whether a crack or recrack of known seat and moment was not its turn to be said."""
    call, before = picked(record), record.doubles[:index]
    if call is None or double.after or any(each.say == double.say for each in before):
        return True
    if double.say not in _PLAYED[str(record.rules.options["crack"])]:
        return True
    if double.say == RECRACK and not any(each.say == CRACK for each in before):
        return True
    return double.seat not in may_say(record, double.say)


def may_say(record: DealRecord, word: str) -> tuple[int, ...]:
    """Return who may say a doubling, by the call."""
    call, order = picked(record), speaking_order(record)
    if call is None or word not in (CRACK, RECRACK):
        return order
    return (call.picker,) if word == RECRACK else order[order.index(call.picker) + 1 :]


def _verdict(seat: int, play: int) -> Verdict:
    known = (Known(Grade.OWN_PLAY, play),)
    return Verdict(KIND, seat, play, (), play, suspects=(seat,), grades=known)


def carries(rules: Rules) -> bool:
    """Tell whether the house plays doublers."""
    return rules.options["all_pass"] == "doubler"


def carried(carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
    """Return what the next deal finds; a deal without a result changes nothing."""
    if result is None or not carries(record.rules):
        return carry
    end = record.end or {}
    if end.get("kind") == "thrown_in":
        return replace(carry, doublers=carry.doublers + (end.get("why") == "all_pass"))
    if end.get("kind") == "void":
        return carry
    return replace(carry, doublers=max(0, carry.doublers - 1))
