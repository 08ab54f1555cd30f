"""Lawful auctions that lead to a contract: what was said before it, in each preset's own way."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.reference.deal import Line, seats_of

Bids = list[list[Any]]
LEVELS = ["pass", "normal", "solo", "tout"]


def auction(rng: Random, line: Line) -> Bids | None:
    """What was said before the contract; None where the documents do not say how."""
    contract = line["contract"]
    people = len(seats_of(line))
    if line["game"] == "sheepshead":
        return None if people == 2 else picking(line)
    if line["game"] == "bierkopf" or people == 2 or contract["kind"] in ("hochzeit", "sie"):
        return None
    if contract["kind"] == "ramsch":
        by_rule = line["game"] == "mehrkopf" and contract["why"] == "all_pass"  # RULES 0.11
        return all_passed(line) if by_rule else None
    if contract.get("muss"):
        return None  # who must declare has passed before: in which order it is told is open
    ways = {"mehrkopf": two_steps, "bavarian": play_too, "schafkopf": named}
    return ways[line["game"]](rng, line)


def all_passed(line: Line) -> Bids:
    """Nobody played."""
    return [[seat, "pass"] for seat in seats_of(line)]


def picking(line: Line) -> Bids:
    """PG Pick and Win: in turn from the dealer's left, until one picks up the blind."""
    if line["contract"]["kind"] == "leaster":
        return all_passed(line)
    seats = seats_of(line)
    picker = line["contract"]["seat"]
    return [[seat, "pass"] for seat in seats[: seats.index(picker)]] + [[picker, "pick"]]


def two_steps(rng: Random, line: Line) -> Bids:
    """RULES 0.10: each says once how high; who said the highest first wins and names the game."""
    contract, seats = line["contract"], seats_of(line)
    high = 1 if contract["kind"] == "rufspiel" else 3 if contract.get("tout") else 2
    bids: Bids = []
    won = False
    for seat in seats:
        if seat == contract["seat"]:
            won = True
            bids.append([seat, LEVELS[high]])
            continue
        # three play Solos only (DE 3 Spieler)
        lower = [level for level in LEVELS[: high + won] if len(seats) > 3 or level != "normal"]
        bids.append([seat, rng.choice(["pass", *lower])])
    return [*bids, [contract["seat"], contract]]


def play_too(rng: Random, line: Line) -> Bids:
    """AB 2.1: play or pass; who has more than a call game says "play too", the first one "good"."""
    contract, seats = line["contract"], seats_of(line)
    before = seats[: seats.index(contract["seat"])]
    first = None
    if contract["kind"] != "rufspiel" and before and rng.random() < 0.6:
        first = rng.choice(before)
    bids: Bids = []
    for seat in seats:
        if seat == first:
            bids.append([seat, "play"])
        elif seat == contract["seat"]:
            bids.append([seat, "play" if first is None else "play_too"])
        else:
            bids.append([seat, "pass"])
    if first is not None:
        bids.append([first, "good"])
    return [*bids, [contract["seat"], contract]]


def named(rng: Random, line: Line) -> Bids:
    """Practice: each in turn passes or names a game."""
    contract = line["contract"]
    told = {name: value for name, value in contract.items() if name != "seat" or rng.random() < 0.5}
    return [[seat, told if seat == contract["seat"] else "pass"] for seat in seats_of(line)]
