"""Random deals of the Schafkopf family, played by the rules but for planted errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.reference.cards import FAMILY, deck, trumps_of
from tests.reference.deal import Line, Play, each_of, is_short, seats_of, taker, under_of
from tests.reference.duties import Walk, callable_suits, opened
from tests.reference.house import BIDDABLE_TOUT, has_game, house_of

Hands = dict[int, list[str]]

ERRONEOUS = 0.4
"""The share of deals with planted errors."""
ERROR = 0.1
"""How often a card of such a deal is taken at random out of the whole hand."""
DUTY_ERROR = 0.3
"""How often a card is laid that follows suit and breaks another rule, where there is one."""
TURN_ERROR = 0.01
"""How often somebody else lays the next card."""
TRIES = 2000
TARIFF = ("call", "solo", "ramsch", "hochzeit", "sie", "schneider", "schwarz", "laufende")


@dataclass(frozen=True)
class Made:
    """A deal line and the truth about the hands when play began, in German codes."""

    line: Line
    hands: Hands
    """In a Hochzeit after the exchange, in Sheepshead after the bury."""
    covered: dict[str, str] = field(default_factory=dict)
    """Two people: which card lies below which."""
    planted: bool = False
    """Whether it claims what cannot be."""
    running: bool = False
    """Whether it was broken off in the middle, without an end."""
    told: Line | None = None
    """The same deal card by card, where the line tells only its result."""

    @property
    def dealt(self) -> Hands:
        """What each had before the exchange of a Hochzeit."""
        contract = self.line["contract"]
        if self.planted or contract is None or contract["kind"] != "hochzeit":
            return self.hands
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        _exchange(hands, {**contract, "gave": contract["back"], "back": contract["gave"]})
        return hands


def shuffled(rng: Random, line: Line) -> Hands:
    """The whole deck dealt out."""
    seats = seats_of(line)
    cards = deck(line["game"], len(seats), short=is_short(line))
    rng.shuffle(cards)
    each = each_of(line)
    return {seat: cards[i * each : (i + 1) * each] for i, seat in enumerate(seats)}


def started(rng: Random, game: str, players: int) -> Line:
    """A line with table and dealer and nothing else."""
    line: Line = {"v": 1, "game": game, "players": players, "dealer": rng.randrange(players)}
    return line


def house_rules(rng: Random, line: Line) -> None:
    """Who sits out, what it costs, and now and then the short deck."""
    game, players = line["game"], line["players"]
    most = 6 if game == "mehrkopf" else 4
    if players > most and rng.random() < 0.5:
        line["out"] = [line["dealer"]]  # left out, it is the dealer all the same (DE 7 Spieler)
    elif game == "mehrkopf" and players >= 5 and rng.random() < 0.15:
        line["out"] = [rng.randrange(players)]
    if rng.random() < 0.2:
        names = [name for name in TARIFF if rng.random() < 0.6]
        line["rules"] = {"preset": game, "tariff": {name: rng.randint(1, 60) for name in names}}
    if game == "schafkopf" and rng.random() < 0.2:
        line["rules"] = {**line.get("rules", {}), "preset": game, "deck": "short"}


def family_deal(rng: Random, game: str, players: int) -> Made:
    """A deal of mehrkopf (3 to 7), schafkopf or bavarian."""
    line = started(rng, game, players)
    house_rules(rng, line)
    seats = seats_of(line)
    house = house_of(line)
    kinds = [kind for kind in house.games if has_game(house, len(seats), kind)]
    if is_short(line):
        kinds.remove("sie")  # eight trumps are no hand of six
    weights = [6 if kind == "rufspiel" else 1 if kind == "sie" else 2 for kind in kinds]
    kind = rng.choices(kinds, weights)[0]
    hands, contract = _contract(rng, line, seats, kind)
    if kind not in ("sie", "ramsch", "hochzeit") and house.muss and rng.random() < 0.1:
        contract = _muss(rng, contract, hands)
    line["contract"] = contract
    line["doubles"] = doublings(rng, line, seats, contract, hands)
    recorded = {seat: list(hand) for seat, hand in hands.items()}
    if kind == "hochzeit":
        _exchange(hands, contract)
    if kind == "sie":
        line["plays"], line["end"] = [], {"kind": "laid_down"}
    else:
        line["plays"] = played(rng, line, hands)
    whole = len(line["plays"]) == sum(map(len, hands.values()))
    if rng.random() < 0.5 or not whole:
        line["hands"] = [recorded.get(seat, []) for seat in range(players)]
        if whole and rng.random() < 0.3:
            line["hands"] = [[forgotten(rng, card) for card in hand] for hand in line["hands"]]
    return Made(line, hands)


def forgotten(rng: Random, card: str) -> str:
    """A card of a recorded hand, now and then one that nobody saw."""
    return "??" if rng.random() < 0.3 else card


def nixer_deal(rng: Random) -> Made:
    """Cards thrown in for six Nixer, rightly or not, with the hand recorded whole or in part."""
    while True:
        line = started(rng, "mehrkopf", rng.randint(4, 6))
        hands = shuffled(rng, line)
        seat = rng.choice(seats_of(line))
        nixers = sum(card[1] in "9876" for card in hands[seat])
        if nixers >= rng.choice([0, 5, 5, 6, 6]):
            break
    line["contract"], line["plays"], line["doubles"] = None, [], []
    line["end"] = {"kind": "thrown_in", "why": "nixer", "seat": seat}
    line["hands"] = [list(hands[each]) for each in range(line["players"])]
    if rng.random() < 0.5:
        line["hands"] = [[forgotten(rng, card) for card in hand] for hand in line["hands"]]
    elif rng.random() < 0.3:
        line["hands"] = [[] if each == seat else hand for each, hand in enumerate(line["hands"])]
    return Made(line, hands)


def _contract(rng: Random, line: Line, seats: list[int], kind: str) -> tuple[Hands, dict[str, Any]]:
    """Deal until somebody may declare the kind, and declare it."""
    game, people = line["game"], len(seats)
    normal = trumps_of(game, people, {"kind": "rufspiel"})
    for _ in range(TRIES):
        hands = shuffled(rng, line)
        seat = rng.choice(seats)
        contract: dict[str, Any] = {"kind": kind, "seat": seat}
        if kind == "ramsch":
            return hands, {"kind": kind, "why": rng.choice(["all_pass", "last_game"])}
        if kind == "sie":
            return _sie(rng, hands, seat), contract
        if kind == "rufspiel":
            suits = callable_suits(normal, hands[seat])
            if suits:
                contract["suit"] = suit = rng.choice(suits)
                if rng.random() < 0.2:
                    # DEAL_FILE, `called`: the Schöne is called with the Ass, named or not
                    both = [suit + "A", suit + "S"][: 2 if people >= 5 else 1]
                    contract["called"] = rng.choice([suit + "A", [suit + "A"], both])
                return hands, contract
        elif kind == "hochzeit":
            found = _wedding(rng, hands, seats, seat, people)
            if found is not None:
                return hands, found
        else:
            if kind in ("solo", "farbwenz", "farbgeier"):
                contract["suit"] = rng.choice("EGHS")
            if kind in BIDDABLE_TOUT and rng.random() < 0.15:
                contract["tout"] = True
                if rng.random() < 0.6:
                    hands = _strong(rng, line, hands, seat, contract)
            return hands, contract
    raise AssertionError(kind)


def _sie(rng: Random, hands: Hands, seat: int) -> Hands:
    """The eight highest Stammtrümpfe in one hand."""
    eight = [suit + rank for rank in "OU" for suit in "EGHS"]
    rest = [card for hand in hands.values() for card in hand if card not in eight]
    rng.shuffle(rest)
    made: Hands = {}
    for each, hand in hands.items():
        made[each] = eight if each == seat else [rest.pop() for _ in hand]
    return made


def _strong(rng: Random, line: Line, hands: Hands, seat: int, contract: dict[str, Any]) -> Hands:
    """A hand that may win a Tout: the highest trumps, and what is left at random."""
    cards = [card for hand in hands.values() for card in hand]
    trumps = trumps_of(line["game"], len(hands), contract)
    best = trumps.of(cards)[: rng.randint(4, len(hands[seat]))]
    aces = [suit + "A" for suit in "EGHS" if suit + "A" not in best]
    best += aces[: len(hands[seat]) - len(best)]
    rest = [card for card in cards if card not in best]
    rng.shuffle(rest)
    best += [rest.pop() for _ in range(len(hands[seat]) - len(best))]
    made: Hands = {}
    for each, hand in hands.items():
        made[each] = best if each == seat else [rest.pop() for _ in hand]
    return made


def _wedding(
    rng: Random, hands: Hands, seats: list[int], seat: int, people: int
) -> dict[str, Any] | None:
    """A Hochzeit: the only trump of a hand against a plain card of another (DE Hochzeit)."""
    trumps = trumps_of("mehrkopf", people, {"kind": "hochzeit"})
    own = trumps.of(hands[seat])
    partner = rng.choice([each for each in seats if each != seat])
    plain = [card for card in hands[partner] if not trumps.is_trump(card)]
    if len(own) != 1 or not plain:
        return None
    back = rng.choice(plain)
    return {"kind": "hochzeit", "seat": seat, "partner": partner, "gave": own[0], "back": back}


def _exchange(hands: Hands, contract: dict[str, Any]) -> None:
    seat, partner = contract["seat"], contract["partner"]
    hands[seat].remove(contract["gave"])
    hands[partner].remove(contract["back"])
    hands[seat].append(contract["back"])
    hands[partner].append(contract["gave"])


def _muss(rng: Random, contract: dict[str, Any], hands: Hands) -> dict[str, Any]:
    """A Muss-Spiel: who has the named card had to declare (DE Muss-Spiel)."""
    if "EO" in hands[contract["seat"]] and rng.random() < 0.5:
        return {**contract, "muss": True}
    return {**contract, "muss": rng.choice(hands[contract["seat"]])}


def doublings(
    rng: Random, line: Line, seats: list[int], contract: dict[str, Any], hands: Hands
) -> list[Any]:
    """Doublings that the preset has, said in time and by the right side."""
    house = house_of(line)
    said: list[Any] = []
    told = rng.random() < 0.5
    if house.legen:
        for seat in seats:
            if rng.random() < 0.1:
                word = rng.choice(["legen", "klopfen"])
                said.append({"say": word, "seat": seat, "after": 0} if told else word)
    if contract["kind"] in ("ramsch", "sie") or rng.random() < 0.7:
        return said
    declarers = {contract["seat"], contract.get("partner")}
    if contract["kind"] == "rufspiel":
        called = contract["suit"] + "A"
        declarers |= {seat for seat in seats if called in hands[seat]}
    after = rng.choice([0, 1])
    for step, word in enumerate(house.stoss[: rng.randint(0, 4)]):
        side = [seat for seat in seats if (seat in declarers) == (step % 2 == 1)]
        said.append({"say": word, "seat": rng.choice(side), "after": after} if told else word)
    return said


def played(
    rng: Random,
    line: Line,
    dealt: Hands,
    covered: dict[str, str] | None = None,
    *,
    clean: bool = False,
) -> list[list[Any]]:
    """Play a deal to its end, in German codes; `line` gets the `end` it needs."""
    covered = covered or {}
    game, contract = line["game"], line["contract"]
    seats = tuple(seats_of(line))
    trumps = trumps_of(game, len(seats), contract)
    walk = Walk(line, seats, trumps, opened(dealt, covered), covered=covered)
    sloppy = not clean and rng.random() < ERRONEOUS
    plays: list[list[Any]] = []
    total = sum(map(len, dealt.values()))
    lost = bool(contract.get("tout")) and rng.random() < 0.7
    while len(plays) < total:
        seat = walk.next_seat()
        if sloppy and rng.random() < TURN_ERROR:
            seat = rng.choice(walk.waiting() if walk.table else seats)
        card = _chosen(rng, walk, seat, sloppy=sloppy)
        walk.lay(Play(len(plays), seat, card))
        plays.append([seat, card])
        if lost and not walk.table and _taken_from(walk, contract["seat"]):
            if game in FAMILY and len(plays) < total:
                line["end"] = {"kind": "tout_lost"}
            return plays
    return plays


def _chosen(rng: Random, walk: Walk, seat: int, *, sloppy: bool) -> str:
    """A card that may be laid; from a sloppy player now and then one that may not."""
    hand = walk.hands[seat]
    faults = {card: walk.faults(seat, card) for card in hand}
    legal = [card for card in hand if not faults[card]]
    if sloppy:
        against_duty = [card for card in hand if faults[card] and "revoke" not in faults[card]]
        if against_duty and rng.random() < DUTY_ERROR:
            return rng.choice(against_duty)
        if rng.random() < ERROR:
            return rng.choice(hand)
    return rng.choice(legal or hand)


def _taken_from(walk: Walk, soloist: int) -> bool:
    """Whether the last trick went to another than the soloist."""
    last = tuple(walk.done[-len(walk.seats) :])
    return taker(last, walk.trumps, under_of(walk.line)) != soloist
