"""Made-up deals of every game that is worked out, each by rules drawn with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from engine.cards import Card, Family
from engine.deal.record import Contract, DealRecord, Play
from engine.games import game as game_named
from engine.games.facts import Facts, gather
from engine.rules.house_rules import rules_from
from tests.engine.open_cards.apart import Rulebook

GAMES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("schafkopf", 4, ("rufspiel", "rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier")),
    ("bavarian", 4, ("rufspiel", "rufspiel", "solo", "wenz")),
    ("mehrkopf", 4, ("rufspiel", "rufspiel", "solo", "wenz", "geier", "hochzeit")),
    ("mehrkopf", 5, ("rufspiel", "rufspiel", "solo", "wenz", "geier", "niederer", "farbwenz")),
    ("mehrkopf", 6, ("rufspiel", "rufspiel", "solo", "niederer", "farbgeier")),
    ("mehrkopf", 3, ("solo", "wenz", "farbwenz")),
    ("sheepshead", 5, ("jd", "called", "called", "none")),
    ("sheepshead", 4, ("called", "none")),
    ("bierkopf", 4, ("teams",)),
)
"""Game, people and what is played."""
_NAMED = ("solo", "farbwenz", "farbgeier")
_FAMILY = ("schafkopf", "bavarian", "mehrkopf")


@dataclass(frozen=True)
class Made:
    """One deal before its first card."""

    record: DealRecord
    facts: Facts
    hands: Mapping[int, tuple[Card, ...]]
    """What each seat plays."""
    book: Rulebook

    @property
    def had(self) -> dict[Card, int]:
        return {card: seat for seat, hand in self.hands.items() for card in hand}

    @property
    def leader(self) -> int:
        return game_named(self.record.game).leader(self.record, self.facts.setting)

    def played(self, plays: list[tuple[int, Card]]) -> DealRecord:
        return self.record.with_plays(tuple(Play(seat, card) for seat, card in plays))


def make(rng: Random, game: str, players: int, kind: str) -> Made:
    """Return a deal; drawn again until its call is one that may be made."""
    while True:
        made = _draw(rng, game, players, kind)
        if made is not None:
            return made


def any_deal(rng: Random) -> Made:
    game, players, kinds = rng.choice(GAMES)
    return make(rng, game, players, rng.choice(kinds))


def _rules(rng: Random, game: str) -> dict[str, object]:
    if game in _FAMILY:
        return {
            "umspielen_when": rng.choice(("lead", "follow", "any", "never")),
            "umspielen_min": rng.choice(("computed", 2, 3)),
            "called_discard": rng.choice(("last_trick_only", "free")),
            "schoene_umspielen": rng.choice(("same_count", "with_ass")),
            "caller_must_bring_schoene": rng.choice((True, False)),
        }
    return {"must_trump": rng.random() < 0.8} if game == "bierkopf" else {}


def _draw(rng: Random, name: str, players: int, kind: str) -> Made | None:
    game = game_named(name)
    rules = rules_from(_rules(rng, name), name)
    family = game.family
    deck = list(game.deck(rules, players, family))
    rng.shuffle(deck)
    record = DealRecord("made", name, rules, players, rng.randrange(players), family=family)
    size = game.setting(record).hand_size
    hands = {seat: deck[seat * size : (seat + 1) * size] for seat in range(players)}
    contract = _contract(rng, record, kind, hands, deck[players * size :])
    if contract is None:
        return None
    record = replace(record, contract=contract)
    facts = gather(record, game.setting)
    called = facts.setting.called
    had = {seat: tuple(hand) for seat, hand in hands.items()}
    klass = facts.setting.klass
    if called is not None and contract.details.get("partner") != "jd":
        assert contract.seat is not None
        own = [card for card in had[contract.seat] if klass[card] == klass[called]]
        if not own or called in had[contract.seat] or _never(contract, called):
            return None
        if called.rank.letter in "TZ" and not _all_aces(had[contract.seat], family):
            return None
    if kind == "hochzeit":
        assert contract.seat is not None
        if any(klass[card] == 0 for card in had[contract.seat]):
            return None
    return Made(record, facts, had, Rulebook.of(record, facts.setting, had))


def _never(contract: Contract, called: Card) -> bool:
    bury = contract.details.get("bury")
    return isinstance(bury, list) and called.code in bury


def _all_aces(hand: tuple[Card, ...], family: Family) -> bool:
    fail = "CSH" if family is Family.FRENCH else "EGH"
    return {card.code[0] for card in hand if card.code[1] == "A"}.issuperset(fail)


def _contract(
    rng: Random,
    record: DealRecord,
    kind: str,
    hands: dict[int, list[Card]],
    over: list[Card],
) -> Contract | None:
    seat = rng.randrange(record.players)
    if record.game == "bierkopf":
        return Contract("teams", details={"teams": [[0, 2], [1, 3]]})
    if record.game == "sheepshead":
        details: dict[str, object] = {"partner": kind, "bury": [card.code for card in over]}
        if kind == "called":
            details["called"] = rng.choice(("CA", "SA", "HA", "CT", "ST", "HT"))
            if str(details["called"])[1] == "T":
                _give_aces(rng, hands, seat, over)
                details["bury"] = [card.code for card in over]
        return Contract("pick", seat, details=details)
    shapes = game_named(record.game).contract_kinds(record.rules, record.players, record.family)
    suits = shapes[kind].suits
    details = {}
    if kind == "hochzeit":
        details["partner"] = rng.choice([each for each in range(record.players) if each != seat])
        _take_trumps(hands, seat)
    return Contract(kind, seat, rng.choice(suits) if suits else None, details=details)


def _give_aces(rng: Random, hands: dict[int, list[Card]], seat: int, over: list[Card]) -> None:
    """Give a picker who calls a ten the three aces that he says are his."""
    for code in ("CA", "SA", "HA"):
        whose, place = next(
            (hand, hand.index(card))
            for hand in (*hands.values(), over)
            for card in hand
            if card.code == code
        )
        if whose is not hands[seat]:
            free = [i for i, card in enumerate(hands[seat]) if card.code[1] != "A"]
            other = rng.choice(free)
            whose[place], hands[seat][other] = hands[seat][other], whose[place]


def _take_trumps(hands: dict[int, list[Card]], seat: int) -> None:
    """Give whoever offers a Hochzeit no trump."""
    for place, card in enumerate(hands[seat]):
        if card.code[0] == "H" or card.code[1] in "OUG":
            for other, hand in hands.items():
                plain = [c for c in hand if not (c.code[0] == "H" or c.code[1] in "OUG")]
                if other != seat and plain:
                    hand[hand.index(plain[0])], hands[seat][place] = card, plain[0]
                    break
