"""Random positions of every game: right play, wrong play, wrong calls, late in the deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.deal.record import DealRecord
from tests.engine.brute.worlds import Position
from tests.simulate.playing import Choose, SimulatedPlay, deal_cards, start
from tests.simulate.records import cut, record_of
from tests.simulate.table import GAMES, Deal, SimulatedTable, kinds, table

MOST_UNSEEN = 12
"""How many cards may be unseen for every distribution to be counted."""
_ERRORS = (0.0, 0.02, 0.05, 0.1, 0.3, 1.0)


def careless(chance: random.Random, rate: float) -> Choose:
    """Return a player who lays any card at all now and then."""

    def choose(play: SimulatedPlay, legal: Sequence[str]) -> str:
        wild = chance.random() < rate
        return chance.choice(play.cards[play.turn] if wild else legal)

    return choose


def forgetful(chance: random.Random) -> Choose:
    """Return a player who follows suit, knows no called card and leads its suit often."""

    def choose(play: SimulatedPlay, legal: Sequence[str]) -> str:
        cards = [card for card in play.cards[play.turn] if "revoke" not in play.wrongs(card)]
        searched = [card for card in cards if play.table.klasses[card] == play.table.searched]
        often = not play.trick and searched and chance.random() < 0.6
        return chance.choice(searched if often else cards)

    return choose


@dataclass(frozen=True)
class Late:
    """A deal with everything known and the first moment at which few cards are unseen."""

    deal: Deal
    first: int

    @cached_property
    def record(self) -> DealRecord:
        """What the engine is told of the whole deal."""
        return record_of(self.deal)

    def at(self, count: int) -> tuple[DealRecord, Position]:
        """Return what the engine is told and what the oracle is told once `count` cards lie."""
        return cut(self.record, count), position_of(self.deal, count)


def position_of(deal: Deal, count: int) -> Position:
    """Return what the table has seen once `count` cards lie."""
    plays = tuple(deal.plays[:count])
    laid = {card for _, card in plays}
    pairs = ((deal.gave, deal.table.partner), (deal.back, deal.table.caller))
    known = tuple(
        (card, seat) for card, seat in pairs if card and seat is not None and card not in laid
    )
    return Position(deal.table, plays, deal.hidden if deal.bury_known else (), known)


def random_table(
    chance: random.Random, game: str | None = None, players: int | None = None
) -> SimulatedTable:
    """Return a table of any game whose hands are closed; Rufspiel comes up often."""
    if game is None or players is None:
        game, players = chance.choice([each for each in GAMES if each[1] != 2])
    calls = "rufspiel" in kinds(game, players)
    kind = "rufspiel" if calls and chance.random() < 0.5 else None
    return table(game, players, chance, kind=kind, any_rules=True)


def random_deal(made: SimulatedTable, chance: random.Random) -> Deal:
    """Deal and play it out, well or badly."""
    deal = deal_cards(made, chance, honest=chance.random() > 0.1)
    deal.bury_known = made.kind == "pick" and chance.random() < 0.5
    play = start(deal)
    called = made.ace is not None and chance.random() < 0.3
    choose = forgetful(chance) if called else careless(chance, chance.choice(_ERRORS))
    while not play.over:
        play.lay(choose(play, play.legal()))
    return deal


def late(made: SimulatedTable, chance: random.Random, most: int = MOST_UNSEEN) -> Late:
    """Return a random deal from where at most `most` cards are unseen."""
    deal = random_deal(made, chance)
    seen = len(deal.hidden) if deal.bury_known else 0
    return Late(deal, max(1, len(made.deck) - seen - most))


def lates(seed: int) -> Iterator[Late]:
    """Yield random deals without end."""
    chance = random.Random(seed)
    while True:
        yield late(random_table(chance), chance)
