"""Deals that claim what cannot be: each planter makes one, played without a wrong card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.reference.cards import FRENCH_GAMES, cards_each, deck, to_french, trumps_of
from tests.reference.claims import TOP_EIGHT
from tests.reference.deal import Line, read, seats_of
from tests.reference.dealing import Hands, Made, nixer_deal, played, shuffled
from tests.reference.declared import settle
from tests.reference.duties import callable_suits

Planter = Callable[[Random], Made]
PEOPLE = {"schafkopf": [4], "bavarian": [4], "mehrkopf": [4, 5, 6, 7]}


def _begun(rng: Random, game: str, players: int) -> tuple[Line, Hands]:
    """A table with everything dealt and nothing called."""
    line: Line = {"v": 1, "game": game, "players": players, "dealer": rng.randrange(players)}
    if players == 7 and game == "mehrkopf":
        line["out"] = [line["dealer"]]
    line["doubles"] = []
    return line, shuffled(rng, line)


def finished(rng: Random, line: Line, hands: Hands, *, record: bool = False) -> Made:
    """The deal played; hands are recorded where the claim is about them."""
    french = line["game"] in FRENCH_GAMES
    plays = played(rng, line, hands, clean=True)
    line["plays"] = [[seat, to_french(card) if french else card] for seat, card in plays]
    if record or rng.random() < 0.5:
        line["hands"] = [
            [to_french(card) if french else card for card in hands.get(seat, [])]
            for seat in range(line["players"])
        ]
    return Made(line, hands, planted=True)


def _family(rng: Random, *games: str) -> tuple[Line, Hands, int]:
    """A table of one of the games and a seat that will declare."""
    game = rng.choice(games)
    line, hands = _begun(rng, game, rng.choice(PEOPLE[game]))
    return line, hands, rng.choice(seats_of(line))


def _called(rng: Random, *games: str) -> tuple[Line, Hands, int]:
    """A lawful Rufspiel, not yet played."""
    while True:
        line, hands, seat = _family(rng, *games)
        trumps = trumps_of(line["game"], len(hands), {"kind": "rufspiel"})
        suits = callable_suits(trumps, hands[seat])
        if suits:
            line["contract"] = {"kind": "rufspiel", "seat": seat, "suit": rng.choice(suits)}
            return line, hands, seat


def foreign_kind(rng: Random) -> Made:
    """A contract that the preset does not have."""
    game, players, kind = rng.choice(
        [
            ("bavarian", 4, "geier"),
            ("bavarian", 4, "farbwenz"),
            ("bavarian", 4, "ramsch"),
            ("bavarian", 4, "hochzeit"),
            ("schafkopf", 4, "hochzeit"),
            ("mehrkopf", 4, "farbwenz"),
            ("mehrkopf", 5, "farbgeier"),
            ("mehrkopf", 4, "niederer"),
            ("mehrkopf", 3, "rufspiel"),
            ("mehrkopf", 3, "hochzeit"),
        ]
    )
    line, hands = _begun(rng, game, players)
    seat = rng.choice(seats_of(line))
    contract: dict[str, Any] = {"kind": kind, "seat": seat}
    if kind in ("rufspiel", "farbwenz", "farbgeier"):
        contract["suit"] = rng.choice("EGS")
    if kind == "ramsch":
        contract = {"kind": kind, "why": rng.choice(["all_pass", "last_game"])}
    if kind == "hochzeit":
        partner = rng.choice([each for each in seats_of(line) if each != seat])
        contract |= {"partner": partner, "gave": hands[seat][0], "back": hands[partner][0]}
        hands[seat][0], hands[partner][0] = hands[partner][0], hands[seat][0]
    line["contract"] = contract
    return finished(rng, line, hands)


def renonce(rng: Random) -> Made:
    """A suit called without a card of it, told as renonce."""
    while True:
        line, hands, seat = _family(rng, "schafkopf", "bavarian", "mehrkopf")
        trumps = trumps_of(line["game"], len(hands), {"kind": "rufspiel"})
        held = {trumps.klass(card) for card in hands[seat]}
        missing = [suit for suit in "EGS" if suit not in held]
        if missing:
            contract = {"kind": "rufspiel", "seat": seat, "suit": rng.choice(missing)}
            line["contract"] = {**contract, "renonce": True}
            return finished(rng, line, hands)


def called_ten(rng: Random) -> Made:
    """A ten called where no house rule knows it."""
    line, hands, seat = _family(rng, "schafkopf", "bavarian", "mehrkopf")
    suits = [suit for suit in "EGS" if suit + "Z" not in hands[seat]]
    suit = rng.choice(suits or ["E"])
    line["contract"] = {"kind": "rufspiel", "seat": seat, "suit": suit, "called": suit + "Z"}
    return finished(rng, line, hands)


def unlawful_call(rng: Random) -> Made:
    """The own Ass called, a suit without a card of it, or the trump suit."""
    while True:
        line, hands, seat = _family(rng, "schafkopf", "bavarian", "mehrkopf")
        trumps = trumps_of(line["game"], len(hands), {"kind": "rufspiel"})
        wrong = [suit for suit in "EGHS" if suit not in callable_suits(trumps, hands[seat])]
        if wrong:
            line["contract"] = {"kind": "rufspiel", "seat": seat, "suit": rng.choice(wrong)}
            return finished(rng, line, hands, record=True)


def muss(rng: Random) -> Made:
    """A Muss-Spiel where there is none, by one without the card, or with a card of another deck."""
    line, hands, seat = _called(rng, "schafkopf", "bavarian", "mehrkopf", "mehrkopf")
    if "EO" in hands[seat] and len(hands) >= 6:
        return muss(rng)
    others = [card for each, hand in hands.items() if each != seat for card in hand]
    card: str | bool = rng.choice(
        [rng.choice(others), rng.choice(others), "G6" if len(hands) < 6 else "EO"]
    )
    if "EO" not in hands[seat] and rng.random() < 0.5:
        card = True
    line["contract"]["muss"] = card
    return finished(rng, line, hands)


def tout_call(rng: Random) -> Made:
    """A Tout that is no Solo."""
    line, hands, _ = _called(rng, "schafkopf", "bavarian", "mehrkopf")
    line["contract"]["tout"] = True
    made = finished(rng, {**line, "contract": {**line["contract"], "tout": False}}, hands)
    made.line["contract"]["tout"] = True
    return made


def family_doubles(rng: Random) -> Made:
    """Doublings that the house has not, out of order, twice, or from the wrong side."""
    game = rng.choice(["schafkopf", "bavarian", "mehrkopf"])
    line, hands, seat = _called(rng, game)
    choices: list[list[Any]] = [
        ["bock"],
        ["crack"],
        ["doubler"],
        ["resupra"],
        ["kontra", "kontra"],
        ["re"],
        ["kontra", "supra"],
        [{"say": "kontra", "seat": seat, "after": 0}],
    ]
    opponent = next(
        each
        for each in seats_of(line)
        if each != seat and line["contract"]["suit"] + "A" not in hands[each]
    )
    late = rng.randint(2, 20)
    choices.append([{"say": "kontra", "seat": opponent, "after": late}])
    choices.append(
        [
            {"say": "kontra", "seat": opponent, "after": 0},
            {"say": "re", "seat": opponent, "after": 0},
        ]
    )
    if game == "mehrkopf":
        choices += [["kontra"], ["klopfen"], ["legen"]]
    elif game == "bavarian":
        choices += [["klopfen"], ["legen", "kontra"]]
    else:
        choices.append(["klopfen"] * 6)
        choices.append([{"say": "legen", "seat": seat, "after": 0}] * 2)
    line["doubles"] = rng.choice(choices)
    return finished(rng, line, hands)


def false_sie(rng: Random) -> Made:
    """A Sie by a hand that has not the eight highest."""
    while True:
        line, hands, seat = _family(rng, "schafkopf", "bavarian", "mehrkopf")
        if not set(hands[seat]) >= TOP_EIGHT:
            break
    line["contract"] = {"kind": "sie", "seat": seat}
    line["plays"], line["end"] = [], {"kind": "laid_down"}
    line["hands"] = [hands.get(each, []) for each in range(line["players"])]
    return Made(line, hands, planted=True)


def laid_down(rng: Random) -> Made:
    """A Rufspiel that ends by laying down, or as a Tout that was lost."""
    line, hands, _ = _called(rng, "schafkopf", "bavarian", "mehrkopf")
    made = finished(rng, line, hands, record=True)
    keep = rng.choice([0, len(made.line["plays"])])
    made.line["plays"] = made.line["plays"][:keep]
    made.line["end"] = {"kind": rng.choice(["laid_down", "laid_down", "tout_lost"])}
    return made


def wedding(rng: Random) -> Made:
    """A Hochzeit with a gift, or a return, that was not in the hand or is not what it must be."""
    line, hands = _begun(rng, "mehrkopf", rng.choice([4, 5, 6]))
    seat, partner = rng.sample(seats_of(line), 2)
    trumps = trumps_of("mehrkopf", len(hands), {"kind": "hochzeit"})
    own, other = trumps.of(hands[seat]), trumps.of(hands[partner])
    plain = [card for card in hands[partner] if not trumps.is_trump(card)]
    if len(own) > 1 and plain:
        gave, back = own[0], plain[0]
    else:
        gave, back = (own or hands[seat])[0], (other or hands[partner])[0]
    if rng.random() < 0.4:
        third = next(each for each in seats_of(line) if each not in (seat, partner))
        gave = hands[third][0]
    contract = {"kind": "hochzeit", "seat": seat, "partner": partner, "gave": gave, "back": back}
    line["contract"] = contract
    line["hands"] = [list(hands[each]) for each in range(line["players"])]
    recorded = line["hands"]
    moved = {each: list(hand) for each, hand in hands.items()}
    if gave in moved[seat]:
        moved[seat][moved[seat].index(gave)] = back
        moved[partner][moved[partner].index(back)] = gave
    made = finished(rng, line, moved)
    made.line["hands"] = recorded
    return Made(made.line, hands, planted=True)


def entered(rng: Random) -> Made:
    """A result told by hand beside all the cards, which say another."""
    line, hands, _ = _called(rng, "schafkopf", "bavarian", "mehrkopf")
    made = finished(rng, line, hands)
    result = settle(read(made.line, made.hands))
    assert result.points is not None
    own, total = result.points[0], sum(result.points)
    wrong = rng.choice([each for each in range(1, total) if abs(each - own) > 15])
    partners = [seat for seat in result.declarers if seat != line["contract"]["seat"]]
    made.line["end"] = {"kind": "entered", "partners": partners, "points": [wrong]}
    return made


def wrong_counts(rng: Random) -> Made:
    """Hands of seven and nine, a card too many, somebody out twice, a short deck with five."""
    line, hands, seat = _called(rng, "schafkopf", "bavarian", "mehrkopf")
    made = finished(rng, line, hands, record=True)
    line = made.line
    way = rng.choice(["hands", "nixer", "plays", "out", "short", "piles", "blind"])
    if way == "hands":
        one, two = rng.sample(seats_of(line), 2)
        line["plays"] = line["plays"][: rng.choice([0, len(line["plays"])])]
        line["hands"][two] = [*line["hands"][two], line["hands"][one][-1]]
        line["hands"][one] = line["hands"][one][:-1]
    elif way == "nixer":
        # a hand with a card forgotten, and not even as unseen, proves nothing against its owner
        thrown = nixer_deal(rng)
        seat = thrown.line["end"]["seat"]
        thrown.line["hands"] = [thrown.hands[each] for each in range(thrown.line["players"])]
        thrown.line["hands"][seat] = thrown.line["hands"][seat][:-1]
        return Made(thrown.line, thrown.hands, planted=True)
    elif way == "plays":
        line["plays"] = [*line["plays"], [seat, rng.choice(hands[seat])]]
    elif way == "out":
        line["out"] = [seat, seat] if line["players"] < 7 else [line["dealer"]] * 2
    elif way == "short":
        line["rules"] = {"preset": line["game"], "deck": "short"}
        line["players"] = 5
        line["game"] = line["rules"]["preset"] = "mehrkopf"
        line["hands"], line["plays"] = None, []
        line["contract"] = {"kind": "wenz", "seat": 0}
        line["dealer"] = 1
        line.pop("out", None)
    elif way == "piles":
        line["piles"] = [[["??", card] for card in hand] for hand in line["hands"]]
        line["hands"] = None
    else:
        line["blind"] = rng.sample(deck(line["game"], len(seats_of(line))), 2)
    return made


def pick(rng: Random) -> Made:
    """What a picker may not claim."""
    way = rng.choice(["forced", "under", "jack", "no call-up", "own", "bury", "blind", "die"])
    players = {"no call-up": 5, "die": 5, "own": 5}.get(way, rng.choice([4, 5]))
    while True:
        line: Line = {
            "v": 1,
            "game": "sheepshead",
            "players": players,
            "dealer": rng.randrange(players),
            "doubles": [],
        }
        cards = deck("sheepshead", players)
        rng.shuffle(cards)
        each = cards_each("sheepshead", players)
        hands = {seat: cards[i * each : (i + 1) * each] for i, seat in enumerate(seats_of(line))}
        bury = cards[players * each :]
        seat = rng.choice(seats_of(line))
        contract: dict[str, Any] = {"kind": "pick", "seat": seat, "partner": "jd"}
        contract["bury"] = list(map(to_french, bury))
        line["blind"] = list(contract["bury"])
        has_jack = "SU" in hands[seat]
        if way == "forced" and seat != line["dealer"]:
            contract["forced"] = True
            break
        if way == "under":
            contract["under"] = to_french(hands[seat][0])
            break
        if way == "jack" and not has_jack and "SU" not in bury and "HU" not in hands[seat]:
            contract["called"] = "HJ"
            break
        if way == "no call-up" and has_jack and "HU" not in (*hands[seat], *bury):
            contract["called"] = "HJ"
            dealer = seat == line["dealer"]  # it may have been forced, though nothing says so
            when = "never" if dealer else rng.choice(["never", "forced_dealer"])
            line["rules"] = {"preset": "sheepshead", "call_up": when}
            break
        own = [card for card in hands[seat] if card[1] == "A" and card[0] != "S"]
        if way == "own" and own:
            contract |= {"partner": "called", "called": to_french(own[0])}
            break
        if way == "bury":
            contract["bury"] = contract["bury"][:-1]
            break
        if way == "blind":
            line["blind"] = [*line["blind"], to_french(hands[seat][0])]
            break
        if way == "die":
            contract["die"] = {"roll": 2, "bury": list(map(to_french, hands[seat][:2]))}
            break
    line["contract"] = {**contract, "under": None} if way == "under" else contract
    if way == "die":
        line["contract"] = {key: value for key, value in contract.items() if key != "die"}
    made = finished(rng, line, hands)
    made.line["contract"] = contract
    return made


def sheepshead_doubles(rng: Random) -> Made:
    """Two doublers, cracks out of order or by one who could pick, doublings of other games."""
    line: Line = {"v": 1, "game": "sheepshead", "players": 5, "dealer": rng.randrange(5)}
    cards = deck("sheepshead", 5)
    rng.shuffle(cards)
    hands = {seat: cards[i * 6 : i * 6 + 6] for i, seat in enumerate(seats_of(line))}
    seats = seats_of(line)
    picker = rng.choice(seats[1:4])
    contract = {"kind": "pick", "seat": picker, "partner": "jd"}
    line["contract"] = {**contract, "bury": list(map(to_french, cards[30:]))}
    line["blind"] = line["contract"]["bury"]
    behind = seats[-1]
    line["doubles"] = rng.choice(
        [
            ["doubler", "doubler"],
            ["recrack"],
            ["crack", "crack"],
            ["kontra"],
            ["klopfen"],
            ["double"],
            [{"say": "crack", "seat": seats[0], "after": 0}],
            [{"say": "crack", "seat": picker, "after": 0}],
            [{"say": "crack", "seat": behind, "after": 3}],
            [
                {"say": "crack", "seat": behind, "after": 0},
                {"say": "recrack", "seat": behind, "after": 0},
            ],
        ]
    )
    return finished(rng, line, hands)


def bierkopf_doubles(rng: Random) -> Made:
    """Bierkopf's doublings out of turn."""
    line: Line = {"v": 1, "game": "bierkopf", "players": 4, "dealer": rng.randrange(4)}
    cards = deck("bierkopf", 4)
    rng.shuffle(cards)
    seats = seats_of(line)
    hands = {seat: cards[i * 5 : i * 5 + 5] for i, seat in enumerate(seats)}
    line["contract"] = {"kind": "teams", "teams": [[0, 2], [1, 3]]}
    first = {"say": "double", "seat": seats[0], "after": 0}
    line["doubles"] = rng.choice(
        [
            ["kontra"],
            ["klopfen", "klopfen"],
            [{"say": "double", "seat": seats[3], "after": 0}],
            [{"say": "double", "seat": seats[1], "after": 5}],
            [first, {"say": "double", "seat": seats[2], "after": 4}],
            [first, {"say": "double", "seat": seats[1], "after": 1}],
        ]
    )
    return finished(rng, line, hands)


PLANTERS: tuple[Planter, ...] = (
    foreign_kind,
    renonce,
    called_ten,
    unlawful_call,
    muss,
    tout_call,
    family_doubles,
    false_sie,
    laid_down,
    wedding,
    entered,
    wrong_counts,
    pick,
    sheepshead_doubles,
    bierkopf_doubles,
)
OF_THE_HOUSE: tuple[Planter, ...] = (renonce, foreign_kind, family_doubles, sheepshead_doubles)
"""Those whose claim needs no card to be seen: it cannot be in a result told by hand either."""
