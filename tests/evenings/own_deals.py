"""Deals by chance for the own evenings: played by the rules, so that everybody is innocent."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Family, card
from engine.dealfile.reader import parse_line
from engine.games.schafkopf.duties import RAMSCH_BARRED
from engine.games.schafkopf.house_rules import printed
from engine.referee.evaluation import evaluate
from models.workshop.evening.moment import DealPlan
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import line_of
from tests.simulate.table import kinds, table


@dataclass(frozen=True)
class Played:
    """Deals of one evening, whole and as plans for the compositor."""

    lines: tuple[str, ...]
    plans: tuple[DealPlan, ...]
    seats: int
    meant: Mapping[str, str] = field(default_factory=dict)
    """Codes printed on the deck to those the game calls the cards by, where they differ."""

    def name(self, code: str) -> str:
        """Return what the game calls the card on which `code` is printed."""
        return self.meant.get(code, code)


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
    twins: dict[str, str] = {}
    for number in range(deals):
        line, plan = _deal(game, seats, chance, f"{game}-{seats}-{seed}-{number}")
        cards = {code for _, code in plan.plays}
        if not cards <= codes:
            # The page calls the cards of such a game by their German names whatever is printed.
            twins |= _french(cards)
            printed_plays = tuple((seat, twins[code]) for seat, code in plan.plays)
            plan = DealPlan(plan.id, printed_plays, plan.winners)
        lines.append(json.dumps(line, ensure_ascii=False))
        plans.append(plan)
    meant = {twin: code for code, twin in twins.items()}
    return Played(tuple(lines), tuple(plans), seats, meant)


def _deal(
    game: str, seats: int, chance: random.Random, name: str
) -> tuple[dict[str, Any], DealPlan]:
    kind = chance.choice([one for one in kinds(game, seats) if one != "hochzeit"])
    while True:
        seated = table(game, seats, chance, kind=kind)
        deal = play_out(start(deal_cards(seated, chance)), anyhow(chance)).deal
        line = line_of(deal, name)
        if not _barred(line):
            break
    size = len(seated.seats)
    winners = tuple(
        seated.winner(deal.plays[at : at + size]) for at in range(0, len(deal.plays), size)
    )
    plays = line["plays"]
    assert isinstance(plays, list)
    return line, DealPlan(name, tuple((seat, code) for seat, code in plays), winners)


def _barred(line: Mapping[str, object]) -> bool:
    """Whether this game could not be called with these cards: it is drawn without seeing them."""
    verdicts = evaluate(parse_line(json.dumps(line))).verdicts
    return any(verdict.kind == RAMSCH_BARRED for verdict in verdicts)


def _french(german: set[str]) -> dict[str, str]:
    """Return German codes to those printed on a French deck."""
    cards = tuple(card(code, Family.GERMAN) for code in sorted(german))
    twins = printed(cards, Family.FRENCH)
    return {one.code: twin.code for one, twin in zip(cards, twins, strict=True)}
