"""Which deals are compared: every game and number of people, and planted claims among them.

What becomes of a deal besides its last card is chosen here as well: rulings, deals broken off, and
results told by hand.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.reference.auctions import auction
from tests.reference.compare import TURN, settled, shown_at
from tests.reference.deal import read
from tests.reference.dealing import Made, family_deal, nixer_deal
from tests.reference.dealing_house import house_deal
from tests.reference.dealing_others import bierkopf_deal, sheepshead_deal, two_player_deal
from tests.reference.duties import wrong_acts
from tests.reference.penalties import COSTLY
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
            bids = auction(rng, deal.line) if rng.random() < 0.25 else None
            if bids is not None:
                deal.line["bids"] = bids
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


def ruled(rng: Random, made: Made) -> Made:
    """Some of the deals with errors get a ruling; some are stopped by it when the error shows."""
    if made.told is not None:
        return made
    deal = read(made.line, made.hands, made.covered)
    acts = list(wrong_acts(deal))
    costly = [act for act in acts if act.kind in COSTLY]
    if any(act.kind in TURN for act in acts):
        return made  # what the cards prove then depends on whether their order is right
    if deal.covered and "reveals" not in made.line:
        return made  # nor is anything proven where nobody says what was turned over
    if not costly or not deal.whole or rng.random() < 0.6:
        return made
    act = rng.choice(costly)
    ruling = rng.choice(["upheld", "upheld", "dismissed", "waived"])
    made.line["rulings"] = [
        {"kind": act.kind, "seat": act.seat, "play": act.play, "ruling": ruling}
    ]
    shown = shown_at(deal, act)
    if ruling == "upheld" and shown is not None and rng.random() < 0.5:
        made.line["plays"] = made.line["plays"][: shown + 1]
        made.line["end"] = {"kind": "ruled"}
    return made


def by_hand(made: Made) -> Made:
    """The same deal as somebody would tell it on the score pad: no cards, only the result."""
    line = made.line
    if line["game"] == "bierkopf" or line["players"] == 2 or line["contract"]["kind"] == "sie":
        return made
    deal = read(line, made.hands, made.covered)
    if not deal.whole or line["contract"].get("tout"):
        return made
    result = settled(deal)
    end: dict[str, Any] = {"kind": "entered"}
    if result.points is None:
        end["points_by_seat"] = list(result.points_by_seat)
        end["tricks_by_seat"] = list(result.tricks)
        if len(result.winners) < deal.people - 1:
            return made
        if line["contract"]["kind"] == "ramsch":
            end["losers"] = [seat for seat in deal.seats if seat not in result.winners]
    else:
        others = [seat for seat in deal.seats if seat not in result.declarers]
        end["points"] = [result.points[0]]
        end["tricks"] = [
            sum(result.tricks[seat] for seat in side) for side in (result.declarers, others)
        ]
        end["partners"] = [seat for seat in result.declarers if seat != line["contract"]["seat"]]
        if result.laufende:
            end["laufende"] = result.laufende
    drop = ("plays", "hands", "blind", "end")
    told = {name: value for name, value in line.items() if name not in drop}
    return replace(made, line={**told, "plays": [], "end": end}, told=line)


def broken_off(rng: Random, made: Made) -> Made:
    """The deal as it lies in the middle of the play, without an end."""
    line = made.line
    if made.told is not None or len(line["plays"]) < 2 or line["contract"].get("tout"):
        return made
    cut = rng.randint(1, len(line["plays"]) - 1)
    line["plays"] = line["plays"][:cut]
    line.pop("end", None)
    if line.get("reveals"):
        line["reveals"] = [each for each in line["reveals"] if each[0] <= cut]
    return replace(made, running=True)
