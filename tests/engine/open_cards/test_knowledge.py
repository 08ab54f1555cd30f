"""What a player could know: exactly the ways to lie in which nobody erred, each as often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engine.cards import Card
from engine.open_cards.deal import OpenDeal, dealt
from engine.open_cards.game import OpenGame
from engine.open_cards.knowledge import Chances, Knowledge
from tests.engine.open_cards.apart import Hands, Rulebook, Trick
from tests.engine.open_cards.made import Made, make

Plays = list[tuple[int, Card]]
KINDS = (
    ("schafkopf", 4, "rufspiel"),
    ("mehrkopf", 4, "rufspiel"),
    ("mehrkopf", 5, "rufspiel"),
    ("mehrkopf", 4, "hochzeit"),
    ("schafkopf", 4, "wenz"),
    ("sheepshead", 5, "jd"),
    ("sheepshead", 5, "called"),
    ("bierkopf", 4, "teams"),
)


def played(rng: Random, made: Made) -> Plays:
    deal = dealt(made.facts, made.had)
    assert isinstance(deal, OpenDeal)
    game = OpenGame(deal)
    at, plays = game.start, Plays()
    while at.rem:
        bit = rng.choice([bit for bit in deal.card_of if bit & game.legal(at)])
        plays.append((deal.seats[game.mover(at)], deal.card_of[bit]))
        at = game.after(at, bit)
    return plays


def shared_out(cards: list[Card], room: list[tuple[int, int]]) -> Iterator[dict[Card, int]]:
    """Every way to share cards out to places with room."""
    if not room:
        yield {}
        return
    (place, count), *others = room
    for chosen in combinations(cards, count):
        rest = [card for card in cards if card not in chosen]
        for way in shared_out(rest, others):
            yield {**dict.fromkeys(chosen, place), **way}


def fits(made: Made, had: dict[Card, int], plays: Plays) -> bool:
    """Whether nobody erred by then, by rules written apart."""
    facts, contract = made.facts, made.record.contract
    assert contract is not None
    caller = -1 if contract.seat is None else contract.seat
    setting, called = facts.setting, facts.setting.called
    hands: Hands = {
        seat: tuple(card for card, who in had.items() if who == seat) for seat in setting.seats
    }
    if called is not None and contract.details.get("partner") != "jd":
        own = hands[caller]
        of_suit = [c for c in own if setting.klass[c] == setting.klass[called]]
        others = [c for c in of_suit if c not in (called, setting.schoene)]
        if called not in had or called in own or not others:
            return False
        if called.code[1] == "T":
            aces = {code for code in ("CA", "SA", "HA") for c in own if c.code == code}
            apart = {c.code for c in setting.deck if c not in had}
            if not aces | apart >= {"CA", "SA", "HA"} or called.code[0] + "A" in apart:
                return False
    if contract.kind == "hochzeit" and any(setting.klass[c] == 0 for c in hands[caller]):
        return False
    book = Rulebook.of(made.record, setting, hands)
    size, past, trick = len(setting.seats), list[Trick](), list[tuple[int, Card]]()
    for seat, card in plays:
        if card not in book.legal(hands[seat], seat, tuple(trick), tuple(past)):
            return False
        hands[seat] = tuple(c for c in hands[seat] if c is not card)
        trick.append((seat, card))
        if len(trick) == size:
            past.append(tuple(trick))
            trick = []
    return True


def ways(made: Made, plays: Plays, play: int) -> set[frozenset[tuple[str, int]]]:
    """Every way in which the cards may lie for who lays card `play`, written apart."""
    seat, laid = plays[play][0], plays[:play]
    known = {card: who for who, card in laid}
    known |= {card: who for who, card in plays if who == seat}
    contract = made.record.contract
    apart = [card for card in made.facts.setting.deck if card not in made.had]
    knows_apart = contract is not None and contract.seat == seat
    unseen = [
        card
        for card in made.facts.setting.deck
        if card not in known and not (knows_apart and card in apart)
    ]
    room = [
        (other, sum(1 for who, _ in plays[play:] if who == other))
        for other in made.facts.setting.seats
        if other != seat
    ]
    if not knows_apart and apart:
        room.append((-1, len(apart)))
    found = set()
    for way in shared_out(unseen, room):
        had = {card: who for card, who in {**known, **way}.items() if who >= 0}
        if fits(made, had, laid):
            found.add(frozenset((card.code, who) for card, who in had.items()))
    return found


@pytest.mark.parametrize(("game", "players", "kind"), KINDS)
def test_every_way_that_fits_is_drawn_and_no_other(game: str, players: int, kind: str) -> None:
    rng = Random(f"{game} {players} {kind}")
    for _ in range(3):
        made = make(rng, game, players, kind)
        plays = played(rng, made)
        play = len(plays) - players * (1 if players > 4 else 2)
        expected = ways(made, plays, play)
        while len(expected) > 30:
            play += 1
            expected = ways(made, plays, play)
        knowledge = Knowledge(made.played(plays), made.had, play)
        drawn: Counter[frozenset[tuple[str, int]]] = Counter()
        for world in knowledge.worlds(20 * len(expected)):
            if world is not None:
                drawn[
                    frozenset(
                        (card.code, world.deal.seats[world.deal.owner[bit]])
                        for card, bit in world.deal.bit_of.items()
                    )
                ] += 1
        assert set(drawn) == expected, (made.record, plays, play)
        assert max(drawn.values()) < 45


def test_the_same_deal_always_says_the_same() -> None:
    rng = Random(5)
    made = make(rng, "schafkopf", 4, "rufspiel")
    plays = played(rng, made)
    knowledge = Knowledge(made.played(plays), made.had, 9)
    one, two = (
        [world.deal.hands for world in knowledge.worlds(20) if world is not None] for _ in range(2)
    )
    other = [w.deal.hands for w in knowledge.worlds(20, "other") if w is not None]
    assert one == two != other


def test_chances_are_even_and_below_their_end() -> None:
    chances = Chances("even")
    counts = Counter(chances.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(880 < count < 1120 for count in counts.values())
    large = 10**30
    assert all(chances.below(large) < large for _ in range(100))
    assert chances.below(1) == 0
