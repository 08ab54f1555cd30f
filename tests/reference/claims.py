"""What a record may not claim: contracts, doublings, counts that the house or the cards rule out.

`impossible` names what a line claims against the documents. It knows the preset's letter, the deck
and the truth about the hands; how a program answers such a claim (a verdict, a note, a refusal) is
its own choice, but it may not pay without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.reference import declared
from tests.reference.cards import (
    FAMILY,
    blind_size,
    deck,
    from_french,
    trumps_of,
)
from tests.reference.deal import Line, each_of, is_short, read, seats_of
from tests.reference.duties import callable_suits
from tests.reference.house import BIDDABLE_TOUT, STOSS, has_game, house_of

Hands = dict[int, list[str]]
TOP_EIGHT = {suit + rank for rank in "OU" for suit in "EGHS"}


def impossible(line: Line, hands: Hands) -> Iterator[str]:
    """Name every claim of a line that cannot be; `hands` is what was dealt, in German codes."""
    yield from counts(line)
    contract = line.get("contract")
    if contract is None:
        return
    yield from (family_doublings if line["game"] in FAMILY else other_doublings)(line, hands)
    if line["game"] in FAMILY:
        yield from family_contract(line, contract, hands)
    if line["game"] == "sheepshead" and contract["kind"] == "pick":
        yield from picked(line, contract, hands)
    yield from ending(line, contract, hands)


def counts(line: Line) -> Iterator[str]:
    """Numbers of people and cards that do not fit the game (RULES 1)."""
    game, people = line["game"], len(seats_of(line))
    out = line.get("out") or []
    if len(set(out)) < len(out):
        yield "out twice"
    if is_short(line) and people != 4:
        yield "short deck"  # RULES 0.32: six cards each are a game of four
        return
    each = each_of(line)
    if len(line["plays"]) > each * people:
        yield "too many plays"
    layout = people == 2
    in_hand = 4 if layout and game == "sheepshead" else 0 if layout else each
    told = [line["hands"][seat] for seat in seats_of(line)] if line.get("hands") else []
    if any(hand and len(hand) != in_hand for hand in told):
        yield "hand of a wrong size"
    if line.get("blind") and len(line["blind"]) != blind_size(people) * (game == "sheepshead"):
        yield "blind of a wrong size"
    if line.get("piles"):
        if not layout:
            yield "piles without a layout"
        else:
            shape = [3] * 4 if game == "sheepshead" else [2] * 8
            if any([len(pile) for pile in piles] != shape for piles in line["piles"]):
                yield "piles of a wrong size"


def family_contract(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """Contracts that the preset does not have or the hands rule out."""
    kind, people = contract["kind"], len(seats_of(line))
    house = house_of(line)
    if not has_game(house, people, kind):
        yield f"{kind} where there is none"
        return
    if contract.get("tout") and kind not in BIDDABLE_TOUT:
        yield "tout of what is no Solo"
    if contract.get("muss"):
        yield from muss(line, contract, hands)
    if contract.get("renonce") and not granted(house.renonce, contract):
        yield "renonce where there is none"
    if kind == "rufspiel":
        yield from call(line, contract, hands)
    if kind == "hochzeit":
        yield from wedding(line, contract, hands)
    if kind == "sie" and not set(hands[contract["seat"]]) >= TOP_EIGHT:
        yield "sie without the eight"  # DE Sie: die obersten acht Stammtrümpfe
    if kind == "ramsch" and not house.muss and contract.get("seat") is not None:
        yield "a seat that declares a ramsch"


def granted(when: str, contract: dict[str, Any]) -> bool:
    """Whether an exception holds that is for everybody, or for one who must declare."""
    return when == "always" or (when == "muss" and bool(contract.get("muss")))


def muss(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """DE Muss-Spiel: the dealer names a card, whoever owns it declares."""
    if not house_of(line).muss:
        yield "muss where there is none"
        return
    card = "EO" if contract["muss"] is True else contract["muss"]
    if card not in deck(line["game"], len(seats_of(line))):
        yield "muss card of another deck"
    elif card not in hands[contract["seat"]]:
        yield "muss without its card"


def call(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """DE Normalspiel: a suit of which one holds a card but not the Ass; never trump."""
    suit = contract["suit"]
    called = contract.get("called") or suit + "A"
    first = called if isinstance(called, str) else called[0]
    if first[1] == "Z":
        aces = {"EA", "GA", "SA"} <= set(hands[contract["seat"]])
        if not aces or not granted(house_of(line).called_ten, contract):
            yield "called ten where there is none"
    elif suit == "H":
        yield "trump suit called"
    elif not contract.get("renonce"):
        trumps = trumps_of(line["game"], len(seats_of(line)), contract)
        if suit not in callable_suits(trumps, hands[contract["seat"]]):
            yield "call without a right to it"


def wedding(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """DE Hochzeit: the only trump of one against a card, no trump, of another."""
    trumps = trumps_of(line["game"], len(seats_of(line)), contract)
    giver, partner = hands[contract["seat"]], hands[contract["partner"]]
    if contract["gave"] not in giver:
        yield "gift that was not in the hand"
    elif trumps.of(giver) != [contract["gave"]]:
        yield "gift that is not the only trump"
    if contract["back"] not in partner:
        yield "return that was not in the hand"
    elif trumps.is_trump(contract["back"]):
        yield "trump given back"


def spoken(line: Line) -> list[tuple[str, int | None, int | None]]:
    """The doublings as word, seat, cards on the table."""
    return [
        (each, None, None) if isinstance(each, str) else (each["say"], each["seat"], each["after"])
        for each in line["doubles"]
    ]


def family_doublings(line: Line, hands: Hands) -> Iterator[str]:
    """Legen once a seat (RULES 0.32); Kontra, Re, Supra, Resupra once each in turn (AB 4.1)."""
    house = house_of(line)
    said = spoken(line)
    early = [seat for word, seat, _ in said if word in ("legen", "klopfen")]
    if early and not house.legen:
        yield "legen where there is none"
    named = Counter(seat for seat in early if seat is not None)
    if len(early) > len(seats_of(line)) or any(times > 1 for times in named.values()):
        yield "legen twice"
    stoss = [each for each in said if each[0] in STOSS]
    if stoss and not house.stoss:
        yield "kontra where there is none"
    elif [word for word, _, _ in stoss] != list(STOSS[: len(stoss)]):
        yield "stoss out of order"
    if any(word not in (*STOSS, "legen", "klopfen") for word, _, _ in said):
        yield "doubling of another game"
    contract = line["contract"]
    if contract["kind"] in ("ramsch", "sie"):
        if stoss:
            yield "kontra without declarers"
        return
    side = declaring(contract, hands)
    last = 1  # AB 4.1: before the second card is played to the first trick
    for word, seat, after in stoss:
        if seat is not None and (seat in side) != (word in ("re", "resupra")):
            yield "doubling from the wrong side"
        if after is not None:
            if after > last:
                yield "doubling too late"
            last = after


def declaring(contract: dict[str, Any], hands: Hands) -> set[int]:
    """Who may say Re."""
    side = {contract["seat"], contract.get("partner", contract["seat"])}
    if contract["kind"] == "rufspiel":
        called = contract["suit"] + "A"
        side |= {seat for seat, hand in hands.items() if called in hand}
    return side


def other_doublings(line: Line, hands: Hands) -> Iterator[str]:
    """Sheepshead's doubler, crack and recrack; Bierkopf's doublings in turn."""
    said = spoken(line)
    words = [word for word, _, _ in said]
    if line["game"] == "bierkopf":
        if set(words) - {"double"}:
            yield "doubling of another game"
        yield from doubled(line, said)
        return
    if set(words) - {"doubler", "crack", "recrack"}:
        yield "doubling of another game"
    if words.count("doubler") > 1:
        yield "two doublers"  # PG Doublers: never quadrupled for one hand
    if words.count("crack") > 1 or words.count("recrack") > words.count("crack"):
        yield "crack out of order"
    if line["contract"]["kind"] != "pick":
        if "crack" in words:
            yield "crack without a picker"
        return
    seats = seats_of(line)
    picker = line["contract"]["seat"]
    behind = seats[seats.index(picker) + 1 :]
    if "crack" in words and not behind:
        yield "crack with nobody behind the picker"
    for word, seat, after in said:
        if word == "crack" and seat is not None and seat not in behind:
            yield "crack by one who could pick"
        if word == "recrack" and seat is not None and seat != picker:
            yield "recrack by another than the picker"
        if word in ("crack", "recrack") and after:
            yield "crack too late"


def doubled(line: Line, said: list[tuple[str, int | None, int | None]]) -> Iterator[str]:
    """BK: seats 1 to 3 before the first card, then the other team, from two cards on."""
    seats = seats_of(line)
    before: tuple[int | None, int | None] | None = None
    for _, seat, after in said:
        if before is None:
            if after:
                yield "first double too late"
            if seat == seats[3]:
                yield "first double by the fourth"
        else:
            if None not in (seat, before[0]) and (seat or 0) % 2 == (before[0] or 0) % 2:
                yield "double by the team that doubled"
            if after is not None and after < 2:
                yield "second double too early"
        before = (seat, after)


def picked(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """Sheepshead: what a picker may claim (PG Identifying a Partner, Dealer forced to pick)."""
    people = line["players"]
    rules = line.get("rules", {})
    own = [*hands[contract["seat"]], *map(from_french, contract.get("bury") or ())]
    called = from_french(contract["called"]) if contract.get("called") else None
    if contract.get("forced") and contract["seat"] != line["dealer"]:
        yield "forced by one who does not deal"
    if contract.get("under") and contract.get("partner") != "called":
        yield "under without a called suit"
    if contract.get("partner") in ("jd", "called") and people == 3:
        yield "partner with three"
    if contract.get("die") and people != 7:
        yield "die without seven"
    if contract.get("bury") and len(contract["bury"]) != (2 if people == 7 else blind_size(people)):
        yield "bury of a wrong size"
    if contract.get("partner") == "jd" and called is not None:
        when = rules.get("call_up", "always")
        if when == "never" or (when == "forced_dealer" and contract["seat"] != line["dealer"]):
            yield "call-up where there is none"
        elif "SU" not in own:
            yield "call-up without the jack"
    if contract.get("partner") == "called" and called is not None:
        if called in own:
            yield "own card called"
        if called[0] == "S" or called[1] not in "AZ":
            yield "called what cannot be called"


def ending(line: Line, contract: dict[str, Any], hands: Hands) -> Iterator[str]:
    """Ends that do not belong to the contract, and results that the cards contradict."""
    end = line.get("end") or {}
    if end.get("kind") == "laid_down" and contract["kind"] != "sie":
        yield "laid down what is no Sie"
    if end.get("kind") == "tout_lost" and not contract.get("tout"):
        yield "tout lost that was none"
    if end.get("kind") == "entered" and line["plays"]:
        result = declared.settle(read({**line, "end": None}, hands))
        if result.points is not None and end["points"][0] != result.points[0]:
            yield "result that the cards contradict"
