"""One deal with open cards as a few numbers: all that the search knows of a game.

A card is a bit. The cards of a class lie together, weakest lowest, the trumps above all others: in
a trick the higher bit wins, as far as it is of the class led or a trump. Seats that hold cards are
places 0..n-1 clockwise. Which cards these are, what they count, who plays with whom and what is
owed all come from the game (`Setting` and `TwoSides`).

Every card has to be known for certain, and every play right (`opened`): a deal with an error in it
is judged by the table, and what came of the error says nothing about the cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.games import game as game_named
from engine.games.facts import TRUMP, UNKNOWN, Facts, Setting, gather
from engine.games.two_sides import Holders, TwoSides
from engine.games.wording import INFORMATIONAL
from engine.open_cards.bonds import Bond, Bonds, unbound
from engine.referee.evaluation import evaluate
from engine.text import Text

NO_CLASS = -1
"""Stands for the class led where nothing was led yet."""


@dataclass(frozen=True, slots=True)
class CardClass:
    """Cards that are followed by each other: `width` bits from bit `offset` on."""

    offset: int
    width: int

    @property
    def mask(self) -> int:
        """All its cards."""
        return (1 << self.width) - 1 << self.offset


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """One deal whose hands are all known."""

    seats: tuple[int, ...]
    """The seat at the table of each place."""
    side: tuple[bool, ...]
    """Which places play for the side whose points are counted."""
    hands: tuple[int, ...]
    """The cards of each place before the first trick."""
    classes: tuple[CardClass, ...]
    """Plain suits first; the trumps, where there are any, last."""
    trumps: int
    """All trumps."""
    card_of: dict[int, Card]
    bit_of: dict[Card, int]
    points: dict[int, int]
    class_of: dict[int, int]
    owner: dict[int, int]
    """The place that plays a card."""
    otherwise: tuple[int, ...]
    """Classes that must be played, in this order, by whoever cannot follow."""
    bonds: Bonds
    leader: int
    """The place that leads to the first trick."""
    apart: int
    """Points that the side has without a trick."""
    steps: tuple[int, ...]
    """The points at which the result becomes another."""

    @property
    def all_cards(self) -> int:
        """Every card that is played."""
        return sum(self.hands)

    def count(self, cards: int) -> int:
        """Return the points of some cards."""
        return sum(worth for bit, worth in self.points.items() if bit & cards)

    def winning(self, led: int) -> int:
        """Return the cards that can win a trick to which this class was led."""
        return self.trumps | self.classes[led].mask


def open_deal(setting: Setting, sides: TwoSides, had: Holders, leader: int) -> OpenDeal:
    """Return a deal as numbers.

    Args:
        setting: what holds before the first card.
        sides: what it is played for, and what is owed.
        had: who plays which card.
        leader: the seat that leads to the first trick.
    """
    place_of = {seat: place for place, seat in enumerate(setting.seats)}
    by_class: dict[int, list[Card]] = {}
    for card in had:
        by_class.setdefault(setting.klass[card], []).append(card)
    numbers = sorted(by_class, key=lambda klass: (klass == TRUMP, klass))
    bit_of: dict[Card, int] = {}
    classes: list[CardClass] = []
    for number in numbers:
        offset = len(bit_of)
        members = sorted(by_class[number], key=lambda card: setting.strength[card])
        bit_of.update({card: 1 << offset + rank for rank, card in enumerate(members)})
        classes.append(CardClass(offset, len(members)))
    hands = [0] * len(setting.seats)
    for card, seat in had.items():
        hands[place_of[seat]] |= bit_of[card]
    index_of = {klass: index for index, klass in enumerate(numbers)}
    return OpenDeal(
        seats=setting.seats,
        side=tuple(seat in sides.side for seat in setting.seats),
        hands=tuple(hands),
        classes=tuple(classes),
        trumps=classes[index_of[TRUMP]].mask if TRUMP in index_of else 0,
        card_of={bit: card for card, bit in bit_of.items()},
        bit_of=bit_of,
        points={bit: setting.points[card] for card, bit in bit_of.items()},
        class_of={bit: index_of[setting.klass[card]] for card, bit in bit_of.items()},
        owner={bit: place_of[had[card]] for card, bit in bit_of.items()},
        otherwise=tuple(index_of[klass] for klass in setting.otherwise if klass in index_of),
        bonds=_bonds(sides, tuple(hands), bit_of, place_of, index_of, classes),
        leader=place_of[leader],
        apart=sides.apart,
        steps=sides.steps,
    )


def _bonds(
    sides: TwoSides,
    hands: tuple[int, ...],
    bit_of: dict[Card, int],
    place_of: dict[int, int],
    index_of: dict[int, int],
    classes: list[CardClass],
) -> Bonds:
    suits = [each.suit for each in sides.dues] + [each.suit for each in sides.keeps]
    if not suits:
        return unbound(hands)
    suit = index_of[suits[0]]
    bonds = [
        Bond(
            place_of[due.seat],
            tuple(bit_of[card] for card in due.cards),
            due.away_from,
            due.around_from,
            due.free,
        )
        for due in sides.dues
    ]
    keeps = {place_of[each.seat]: sum(bit_of[card] for card in each.cards) for each in sides.keeps}
    return Bonds(suit, classes[suit].mask, hands, bonds, keeps)


NOT_PLAYED = Text(
    de="Von diesem Spiel ist keine Karte aufgeschrieben.",
    en="No card of this deal is on record.",
)
NOT_TO_THE_END = Text(
    de="Dieses Spiel wurde nicht bis zur letzten Karte gespielt.",
    en="This deal was not played to the last card.",
)
NOT_CERTAIN = Text(
    de="Eine Karte dieses Spiels wurde nicht gesehen oder ist zweifelhaft.",
    en="A card of this deal was not seen or is in doubt.",
)
FOUND_WRONG = Text(
    de="In diesem Spiel wurde etwas nicht nach den Regeln gespielt; was, steht beim Ergebnis.",
    en="Something in this deal was not played by the rules; its result says what.",
)
FROM_PILES = Text(
    de="Zu zweit mit Stapeln wird nicht mit offenen Karten gerechnet.",
    en="Deals for two with piles are not worked out with open cards.",
)
OTHER_POINTS = Text(
    de="Die Augen dieses Spiels zählen anders, als die Stiche sagen.",
    en="The points of this deal are not simply those of its tricks.",
)


def opened(record: DealRecord) -> OpenDeal | Text:
    """Return a finished deal with open cards, or why it is not worked out."""
    game = game_named(record.game)
    facts = gather(record, game.setting)
    why = _not_certain(facts)
    if why is not None:
        return why
    report = evaluate(record)
    if any(verdict.kind not in INFORMATIONAL for verdict in report.verdicts):
        return FOUND_WRONG
    had = {play.card: play.seat for play in record.plays if play.card is not None}
    return dealt(facts, had)


def dealt(facts: Facts, had: Holders) -> OpenDeal | Text:
    """Return the deal in which these seats hold these cards, or why it is not worked out."""
    record = facts.record
    game = game_named(record.game)
    sides = game.two_sides(facts, had)
    if isinstance(sides, Text):
        return sides
    return open_deal(facts.setting, sides, had, game.leader(record, facts.setting))


def _not_certain(facts: Facts) -> Text | None:
    setting = facts.setting
    if facts.record.contract is None or not facts.plays:
        return NOT_PLAYED
    if setting.piles is not None:
        return FROM_PILES
    if facts.doubtful or UNKNOWN in facts.klasses or UNKNOWN in facts.led:
        return NOT_CERTAIN
    return None if len(facts.plays) == setting.play_count else NOT_TO_THE_END
