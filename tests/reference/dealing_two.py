"""Random deals of the layouts for two: Offiziersschafkopf and Sheepshead's two hands."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from tests.reference.cards import deck, to_french
from tests.reference.dealing import Made, played, started


def two_player_deal(rng: Random, game: str) -> Made:
    """A deal for two, its piles told whole or turned over as the play goes."""
    line = started(rng, game, 2)
    cards = deck(game, 2)
    rng.shuffle(cards)
    hands = {seat: cards[seat * 16 : seat * 16 + 16] for seat in range(2)}
    spell: Callable[[str], str] = to_french if game == "sheepshead" else str
    if game == "sheepshead":
        line["contract"] = {"kind": "two_hands"}
        piles = {seat: [hand[i * 3 : i * 3 + 3] for i in range(4)] for seat, hand in hands.items()}
    else:
        seat = rng.randrange(2)
        line["contract"] = {"kind": "solo", "seat": seat, "suit": rng.choice("EGHS")}
        piles = {seat: [hand[i * 2 : i * 2 + 2] for i in range(8)] for seat, hand in hands.items()}
    covered = {
        above: below for each in piles.values() for pile in each for below, above in pairwise(pile)
    }
    line["doubles"] = []
    plays = played(rng, line, hands, covered)
    line["plays"] = [[seat, spell(card)] for seat, card in plays]
    told = rng.random() < 0.5
    line["piles"] = [
        [
            [spell(card) if told or card == pile[-1] else "??" for card in pile]
            for pile in piles[seat]
        ]
        for seat in range(2)
    ]
    if not told:
        line["reveals"] = _reveals(plays, piles, covered, spell)
    if game == "sheepshead":
        line["hands"] = [list(map(spell, hands[seat][12:])) for seat in range(2)]
    return Made(line, hands, covered)


def _reveals(
    plays: list[list[Any]],
    piles: dict[int, list[list[str]]],
    covered: dict[str, str],
    spell: Callable[[str], str],
) -> list[list[Any]]:
    """What was turned over after each trick: cards laid by then, seat, pile, card."""
    found: list[list[Any]] = []
    for index, (seat, card) in enumerate(plays):
        if card in covered:
            place = next(i for i, pile in enumerate(piles[seat]) if card in pile)
            found.append([index - index % 2 + 2, seat, place, spell(covered[card])])
    return sorted(found)
