"""Which deals are compared: every game and number of people, and planted claims among them."""

from __future__ import annotations

from random import Random

from tests.reference.altering import broken_off, by_hand, ruled
from tests.reference.dealing import Made, family_deal, nixer_deal
from tests.reference.dealing_house import house_deal
from tests.reference.dealing_others import bierkopf_deal, sheepshead_deal
from tests.reference.dealing_two import two_player_deal
from tests.reference.planting import OF_THE_HOUSE, PLANTERS

TABLES = (
    ("schafkopf", 4),
    ("schafkopf", 5),
    ("bavarian", 4),
    ("bavarian", 5),
    ("bierkopf", 4),
    *(("mehrkopf", people) for people in range(2, 8)),
    *(("sheepshead", people) for people in range(2, 8)),
)
CLAIMS = 4
"""Every so many deals one claims what cannot be."""


def sample(seed: int, count: int, only: str = "") -> list[Made]:
    """So many random deals of the tables whose name has `only` in it, with their ids."""
    rng = Random(seed)
    tables = [table for table in TABLES if only in name_of(*table)]
    made = []
    for number in range(count):
        if number % CLAIMS == CLAIMS - 1 and not only:
            planter = PLANTERS[number // CLAIMS % len(PLANTERS)]
            deal = planter(rng)
            if planter in OF_THE_HOUSE and rng.random() < 0.3:
                deal = by_hand(deal)
        else:
            deal = random_deal(rng, *tables[number % len(tables)])
            if not only and rng.random() < 0.08:
                deal = house_deal(rng)
            deal = altered(rng, deal, nixer=not only)
        deal.line["id"] = f"{seed}-{number}"
        made.append(deal)
    return made


def name_of(game: str, people: int) -> str:
    """A table in words."""
    return f"{game} with {people}"


def random_deal(rng: Random, game: str, people: int) -> Made:
    """A random deal of a game with so many people at the table."""
    if people == 2:
        return two_player_deal(rng, game)
    if game == "bierkopf":
        return bierkopf_deal(rng)
    if game == "sheepshead":
        return sheepshead_deal(rng, people)
    return family_deal(rng, game, people)


def altered(rng: Random, deal: Made, *, nixer: bool) -> Made:
    """A deal as it came, or with another end; `nixer`: or another that was thrown in."""
    way = rng.random()
    if way < 0.05:
        return by_hand(deal)
    if way < 0.15:
        return broken_off(rng, deal)
    if way < 0.18 and nixer:
        return nixer_deal(rng)
    return ruled(rng, deal)
