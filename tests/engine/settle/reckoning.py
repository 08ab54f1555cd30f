"""A deal of two sides reckoned once more, from whole hands and without the engine.

Written from the rule documents over card codes: `payout` gives what each seat gets and what the
Stock gains, in exact fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.simulate.table import TRUMP, Deal

POINTS = {"A": 11, "Z": 10, "S": 6, "K": 4, "O": 3, "U": 2, "G": 1, "P": -7}


@dataclass
class Said:
    """What besides the cards decides the payment."""

    options: Mapping[str, Any]
    tout: bool = False
    doubles: int = 0
    stock: int = 0
    points: dict[int, int] = field(default_factory=dict)
    tricks: dict[int, int] = field(default_factory=dict)


def side(deal: Deal) -> set[int]:
    """The declarers, by who was dealt what."""
    table = deal.table
    called = {table.ace, table.schoene} - {None}
    found = {seat for seat, hand in deal.hands.items() if called & set(hand)}
    return found | {table.caller or 0} | ({table.partner} if table.partner is not None else set())


def count(deal: Deal, said: Said) -> None:
    table = deal.table
    size = len(table.seats)
    said.points = dict.fromkeys(table.seats, 0)
    said.tricks = dict.fromkeys(table.seats, 0)
    for begin in range(0, len(deal.plays), size):
        trick = deal.plays[begin : begin + size]
        winner = table.winner(trick)
        said.points[winner] += sum(POINTS.get(code[1], 0) for _, code in trick)
        said.tricks[winner] += 1


def run(deal: Deal, declarers: set[int], options: Mapping[str, Any]) -> int:
    """Laufende: positive for the declarers, negative for the others, 0 where too few."""
    table = deal.table
    trumps = sorted(
        (code for code in table.deck if table.klasses[code] == TRUMP),
        key=lambda code: -table.height[code],
    )
    if options["laufende_scope"] == "stamm":
        high = {"wenz": "U", "farbwenz": "U", "geier": "O", "farbgeier": "O", "niederer": "G"}
        trumps = [code for code in trumps if code[1] in high.get(table.kind, "OUG")]
    owner = {code: seat for seat, hand in deal.hands.items() for code in hand}
    ours = owner[trumps[0]] in declarers
    length = 0
    while length < len(trumps) and (owner[trumps[length]] in declarers) == ours:
        length += 1
    least = options["laufende_min"]
    if not options["laufende"] or length < least.get(table.kind, least["default"]):
        return 0
    return length if ours else -length


def payout(deal: Deal, said: Said) -> tuple[list[Fraction], int]:
    table, options = deal.table, said.options
    count(deal, said)
    declarers = side(deal)
    others = set(table.seats) - declarers
    total = sum(POINTS.get(code[1], 0) for code in table.deck)
    ours = sum(said.points[seat] for seat in declarers)
    taken = sum(said.tricks[seat] for seat in declarers)
    every = sum(said.tricks.values())
    won = taken == every if said.tout else 2 * ours > total
    game, bonus = base(deal, options), grade(said, total, ours, taken, every, won=won)
    length = run(deal, declarers, options)
    laufende = abs(length) * options["tariff"]["laufende"]
    if said.tout and (won or options["tout_doubles_when"] == "always"):
        game *= 2
        bonus *= 2 if options["tout_doubles"] == "all" else 1
        laufende *= 1 if options["tout_doubles"] == "base" else 2
    winners, losers = (declarers, others) if won else (others, declarers)
    gets = dict.fromkeys(range(table.players), Fraction(0))
    back = options["laufende_to"] == "holder" and (length > 0) != won
    flow(gets, losers, winners, game + bonus + (0 if back else laufende), said)
    if back:
        flow(gets, winners, losers, laufende, said)
    change = stock(gets, declarers, said, seeks=table.kind in ("rufspiel", "hochzeit"), won=won)
    return [gets[seat] for seat in range(table.players)], change


def base(deal: Deal, options: Mapping[str, Any]) -> int:
    tariff = options["tariff"]
    if len(deal.table.seats) == 2:
        return int(tariff["call"])
    named = {"rufspiel": "call", "hochzeit": "hochzeit"}
    return int(tariff[named.get(deal.table.kind, "solo")])


def grade(said: Said, total: int, ours: int, taken: int, every: int, *, won: bool) -> int:
    """Schneider and Schwarz: for the other side below a quarter, for declarers by house rule."""
    tariff, free = said.options["tariff"], said.options["declarer_schneider_free"]
    if said.tout and (said.options["tout_doubles"] != "all" or not won):
        return 0
    if won:
        schneider, schwarz = 4 * (total - ours) < total, taken == every
    elif free == "never":
        return 0
    else:
        least = total // 4 + 1 if free == "total/4+1" else free
        schneider, schwarz = ours < least, taken == 0
    if schwarz or said.tout:
        return int(tariff["schneider"] + tariff["schwarz"])
    return int(tariff["schneider"]) if schneider else 0


def flow(
    gets: dict[int, Fraction], payers: set[int], payees: set[int], amount: int, said: Said
) -> None:
    """Every payer pays once into a pot; against one alone, or per head, each pays each."""
    amount *= 2**said.doubles
    per_head = 1 in (len(payers), len(payees)) or said.options["pot_split"] == "per_head"
    for seat in payers:
        gets[seat] -= amount * (len(payees) if per_head else 1)
    for seat in payees:
        gets[seat] += Fraction(amount * len(payers), 1 if per_head else len(payees))


def stock(
    gets: dict[int, Fraction], declarers: set[int], said: Said, *, seeks: bool, won: bool
) -> int:
    """Who plays for the Stock takes it by winning and doubles it by losing."""
    to = said.options["stock_to"]
    if (to == "call_won" and not seeks) or (to == "solo_won" and seeks):
        return 0
    if not won and said.options["stock_lost"] == "stays":
        return 0
    sign = 1 if won else -1
    for seat in declarers:
        gets[seat] += Fraction(sign * said.stock, len(declarers))
    return -sign * said.stock
