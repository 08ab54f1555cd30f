"""Deals that only a house rule allows: the same claims, and the rule that grants them beside it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.reference.cards import trumps_of
from tests.reference.deal import Line, seats_of
from tests.reference.dealing import Made, shuffled
from tests.reference.duties import callable_suits
from tests.reference.house import HOUSES
from tests.reference.planting import family_doubles, finished, foreign_kind, renonce


def house_deal(rng: Random) -> Made:
    """A deal that its preset would not have and its house rules do."""
    way = rng.choice([_renonce, _kind, _doubles, _ten, _muss])
    return way(rng)


def _granted(made: Made, **rules: Any) -> Made:
    line = made.line
    line["rules"] = {**(line.get("rules") or {}), "preset": line["game"], **rules}
    return replace(made, planted=False)


def _renonce(rng: Random) -> Made:
    return _granted(renonce(rng), renonce="always")


def _kind(rng: Random) -> Made:
    """A Solo or a Ramsch of practice at a table that plays by a book."""
    while True:
        made = foreign_kind(rng)
        kind, people = made.line["contract"]["kind"], len(seats_of(made.line))
        if kind in ("geier", "farbwenz", "farbgeier", "ramsch") and people >= 4:
            return _granted(made, games=[*HOUSES[made.line["game"]].games, kind])


def _doubles(rng: Random) -> Made:
    """Legen and Kontra where the preset has neither."""
    while True:
        made = family_doubles(rng)
        if made.line["doubles"] in (["kontra"], ["klopfen"], ["legen"], ["legen", "kontra"]):
            return _granted(made, legen=True, stoss="resupra")


def _muss(rng: Random) -> Made:
    """A Muss-Spiel where practice plays it; who cannot call names a suit that he has not."""
    line: Line = {"v": 1, "game": "schafkopf", "players": 4, "dealer": rng.randrange(4)}
    line["doubles"] = []
    hands = shuffled(rng, line)
    seat = next(seat for seat, hand in hands.items() if "EO" in hand)
    suits = callable_suits(trumps_of("schafkopf", 4, {"kind": "rufspiel"}), hands[seat])
    missing = [suit for suit in "EGS" if suit + "A" not in hands[seat]]
    if not suits and not missing:
        return _muss(rng)
    contract = {"kind": "rufspiel", "seat": seat, "suit": rng.choice(suits or missing)}
    line["contract"] = {**contract, "muss": rng.choice([True, "EO"])}
    if not suits:
        line["contract"]["renonce"] = True
    games = [*HOUSES["schafkopf"].games, "muss"]
    line["rules"] = {"preset": "schafkopf", "games": games}
    return replace(finished(rng, line, hands), planted=False)


def _ten(rng: Random) -> Made:
    """A ten called by one who has all three Asses that could be."""
    while True:
        line: Line = {"v": 1, "game": rng.choice(["schafkopf", "bavarian", "mehrkopf"])}
        line |= {"players": 4, "dealer": rng.randrange(4), "doubles": []}
        hands = shuffled(rng, line)
        seat = rng.randrange(4)
        suits = [suit for suit in "EGS" if suit + "Z" not in hands[seat]]
        if suits and {"EA", "GA", "SA"} <= set(hands[seat]):
            suit = rng.choice(suits)
            contract = {"kind": "rufspiel", "seat": seat, "suit": suit, "called": suit + "Z"}
            line["contract"] = contract
            line["rules"] = {"preset": line["game"], "called_ten": "always"}
            return replace(finished(rng, line, hands), planted=False)
