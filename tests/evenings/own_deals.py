"""Deals by chance for the own evenings: played by the rules, so that everybody is innocent."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

from engine.cards import Family, card
from engine.games.schafkopf.counts import printed
from kiosk.simulate.playing import anyhow, deal_cards, play_out, start
from kiosk.simulate.records import line_of
from kiosk.simulate.tables import kinds, table
from models.evening.moment import DealPlan


@dataclass(frozen=True)
class Played:
    """Deals of one evening, whole and as plans for the compositor."""

    lines: tuple[str, ...]
    plans: tuple[DealPlan, ...]
    seats: int


def playable(codes: frozenset[str]) -> list[tuple[str, int]]:
    """Return games and numbers of seats whose cards a deck has; two lay their cards open."""
    fitting = []
    tables = [("schafkopf", 4), ("bavarian", 4), *(("mehrkopf", n) for n in (3, 4, 5, 6, 7))]
    for name, seats in tables:
        needed = set(table(name, seats, random.Random(1)).deck)
        if needed <= codes or (seats <= 4 and set(_french(needed).values()) <= codes):
            fitting.append((name, seats))
    if set(table("sheepshead", 5, random.Random(1)).deck) <= codes:
        fitting.append(("sheepshead", 5))
    return fitting


def played(game: str, seats: int, codes: frozenset[str], seed: int, deals: int) -> Played:
    """Return so many deals of an evening, the dealer moving on by chance."""
    chance = random.Random(seed)
    lines, plans = [], []
    for number in range(deals):
        line, plan = _deal(game, seats, codes, chance, f"{game}-{seats}-{seed}-{number}")
        lines.append(json.dumps(line, ensure_ascii=False))
        plans.append(plan)
    return Played(tuple(lines), tuple(plans), seats)


def _deal(
    game: str, seats: int, codes: frozenset[str], chance: random.Random, name: str
) -> tuple[dict[str, Any], DealPlan]:
    kind = chance.choice([one for one in kinds(game, seats) if one != "hochzeit"])
    seated = table(game, seats, chance, kind=kind)
    deal = play_out(start(deal_cards(seated, chance)), anyhow(chance)).deal
    size = len(seated.seats)
    winners = tuple(
        seated.winner(deal.plays[at : at + size]) for at in range(0, len(deal.plays), size)
    )
    line = line_of(deal, name)
    if not set(seated.deck) <= codes:
        line = _in_french(line, set(seated.deck))
    plays = line["plays"]
    assert isinstance(plays, list)
    return line, DealPlan(name, tuple((seat, code) for seat, code in plays), winners)


def _french(german: set[str]) -> dict[str, str]:
    """Return German codes to those printed on a French deck."""
    cards = tuple(card(code, Family.GERMAN) for code in sorted(german))
    twins = printed(cards, Family.FRENCH)
    return {one.code: twin.code for one, twin in zip(cards, twins, strict=True)}


def _in_french(line: dict[str, Any], deck: set[str]) -> dict[str, Any]:
    """Return the deal as it is played with a French deck."""
    twins = _french(deck)
    suits = {code[0]: twin[0] for code, twin in twins.items()}
    contract = dict(line["contract"])
    if "suit" in contract:
        contract["suit"] = suits[contract["suit"]]
    plays = [[seat, twins[code]] for seat, code in line["plays"]]
    return {**line, "suits": "french", "contract": contract, "plays": plays}
