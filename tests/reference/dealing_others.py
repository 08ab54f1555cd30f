"""Random deals of Sheepshead, Bierkopf and the layouts for two, played like the others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from tests.reference.cards import Trumps, blind_size, cards_each, deck, to_french, trumps_of
from tests.reference.deal import Line, seats_of
from tests.reference.dealing import Hands, Made, played, started

JACKS = ["SU", "HU", "GU", "EU"]
"""In the order in which they are called up (RULES 0.26)."""


def french_line(line: Line, recorded: dict[str, Any], plays: list[list[Any]]) -> None:
    """Put cards into a line, in the codes it is written in."""
    line["plays"] = [[seat, to_french(card)] for seat, card in plays]
    for name, value in recorded.items():
        if name == "hands":
            line[name] = [list(map(to_french, hand)) for hand in value]
        else:
            line[name] = list(map(to_french, value))


def bierkopf_deal(rng: Random) -> Made:
    """A deal of Bierkopf with doublings in turn."""
    line = started(rng, "bierkopf", 4)
    seats = seats_of(line)
    cards = deck("bierkopf", 4)
    rng.shuffle(cards)
    hands = {seat: cards[i * 5 : i * 5 + 5] for i, seat in enumerate(seats)}
    line["contract"] = {"kind": "teams", "teams": [[0, 2], [1, 3]]}
    line["doubles"] = _doubled(rng, seats)
    plays = played(rng, line, hands)
    recorded = {"hands": [hands[seat] for seat in range(4)]} if rng.random() < 0.5 else {}
    french_line(line, recorded, plays)
    return Made(line, hands)


def _doubled(rng: Random, seats: list[int]) -> list[Any]:
    """One of the first three before the first card; from two cards on the teams in turn (BK)."""
    if rng.random() < 0.5:
        return []
    told = rng.random() < 0.6
    seat, after = rng.choice(seats[:3]), 0
    said: list[Any] = [{"say": "double", "seat": seat, "after": after}]
    while rng.random() < 0.4:
        seat = (seat + rng.choice([1, 3])) % 4
        after = rng.randint(max(after, 2), 19)
        said.append({"say": "double", "seat": seat, "after": after})
    return said if told else ["double"] * len(said)


def sheepshead_deal(rng: Random, players: int) -> Made:
    """A deal of Sheepshead: picked, with any kind of partner, or a leaster."""
    line = started(rng, "sheepshead", players)
    seats = seats_of(line)
    cards = deck("sheepshead", players)
    rng.shuffle(cards)
    each = cards_each("sheepshead", players)
    dealt = {seat: cards[i * each : (i + 1) * each] for i, seat in enumerate(seats)}
    blind = cards[-blind_size(players) :]
    recorded: dict[str, Any] = {}
    if rng.random() < 0.5:
        recorded["hands"] = [dealt[seat] for seat in range(players)]
    if rng.random() < 0.6:
        recorded["blind"] = blind
    hands = {seat: list(hand) for seat, hand in dealt.items()}
    line["doubles"] = ["doubler"] if rng.random() < 0.1 else []
    if rng.random() < 0.15:
        line["contract"] = {"kind": "leaster"}
        if rng.random() < 0.4:
            where = rng.choice(["none", "first", "last", rng.randint(1, each)])
            line["contract"]["blind_to"] = where
            recorded["blind"] = blind
    else:
        picker = rng.choice(seats)
        line["contract"] = _picked(rng, line, hands, blind, picker)
        line["doubles"] += _cracked(rng, seats, picker)
    plays = played(rng, line, hands)
    french_line(line, recorded, plays)
    return Made(line, hands)


def _cracked(rng: Random, seats: list[int], picker: int) -> list[Any]:
    """A crack by one who had no chance to pick, and the picker's answer (RULES 0.28)."""
    behind = seats[seats.index(picker) + 1 :]
    if not behind or rng.random() < 0.75:
        return []
    said: list[Any] = [{"say": "crack", "seat": rng.choice(behind), "after": 0}]
    if rng.random() < 0.4:
        said.append({"say": "recrack", "seat": picker, "after": 0})
    return said if rng.random() < 0.6 else [each["say"] for each in said]


def _picked(rng: Random, line: Line, hands: Hands, blind: list[str], picker: int) -> dict[str, Any]:
    """Pick up, bury and find a partner; `hands` become what is played with."""
    players = line["players"]
    contract: dict[str, Any] = {"kind": "pick", "seat": picker}
    forced = picker == line["dealer"] and rng.random() < 0.2
    if forced:
        contract["forced"] = True
        line["rules"] = {"preset": "sheepshead", "all_pass": "forced_pick"}
    own = hands[picker]
    own += blind[:2] if players == 7 else blind
    ways = {3: ["none"], 4: ["none", "jd", "called", "alone"], 5: ["jd", "called", "alone"]}
    way = rng.choice(ways.get(players, ["jd", "jd", "alone"]))
    size = 2 if players == 7 else len(blind)
    bury = rng.sample(own, size)
    if way == "called" and not _call(rng, contract, own, bury):
        way = "jd"
    if way == "alone":
        contract["alone"] = True
        contract["partner"] = rng.choice(["jd", "called", "none"]) if players == 5 else "jd"
        if contract["partner"] == "called":
            contract["partner"] = "none"
    elif way != "called":
        contract["partner"] = way
    left = [card for card in own if card not in bury]
    if way == "jd" and "SU" in left and rng.random() < 0.5:
        jack = next((jack for jack in JACKS if jack not in own), None)
        if jack is not None:
            contract["called"] = to_french(jack)
    if rng.random() < 0.8:
        contract["bury"] = list(map(to_french, bury))
    hands[picker] = left
    if players == 7:
        roll = rng.randint(1, 6)
        helper = hands[(picker + roll) % 7]
        helper += blind[2:]
        extra = rng.sample(helper, 2)
        hands[(picker + roll) % 7] = [card for card in helper if card not in extra]
        contract["die"] = {"roll": roll, "bury": list(map(to_french, extra))}
        if contract.get("called") and contract["called"] in map(to_french, extra):
            del contract["called"]
    return contract


def _call(rng: Random, contract: dict[str, Any], own: list[str], bury: list[str]) -> bool:
    """Call an ace, or where none can be called a ten or with an under; False where nothing can."""
    trumps = trumps_of("sheepshead", 5, contract)
    left = [card for card in own if card not in bury]
    aces = [suit + "A" for suit in "EGH" if suit + "A" in own]
    suits = _callable(trumps, own, own)
    contract["partner"] = "called"
    if suits:
        kept = _callable(trumps, own, left)
        if not kept:
            return False
        contract["called"] = to_french(rng.choice(kept) + "A")
        return True
    if len(aces) == 3:
        tens = [suit for suit in "EGH" if suit + "Z" not in own and suit + "A" in left]
        if not tens:
            return False
        contract["called"] = to_french(rng.choice(tens) + "Z")
        return True
    suit = rng.choice([suit for suit in "EGH" if suit + "A" not in own])
    contract["called"] = to_french(suit + "A")
    contract["under"] = to_french(rng.choice(left))
    return True


def _callable(trumps: Trumps, own: list[str], left: list[str]) -> list[str]:
    """The fail suits of which a card is left and the ace is not the picker's (PG)."""
    return [
        suit
        for suit in "EGH"
        if suit + "A" not in own and any(trumps.klass(card) == suit for card in left)
    ]


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
