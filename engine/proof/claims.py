"""What every seat has said about its hand, and what is known of it without anybody's word.

A seat that does not follow says that it has none of the class led, and by some games' rules none of
what is due then either (`Setting.otherwise`); a contract may say the same of
a hand before the first card. Facts are the cards that lie, how many each seat still holds, and
cards that everybody saw go into a hand. A card that was laid but not seen is a place of its own,
with room for one card out of the hand its seat had then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.games.facts import UNKNOWN, Facts, Foreknown
from engine.games.revokes import kind_of_denial, read_denials

BEFORE = -1
"""Stands for the play of an act that was wrong before the first card."""

Act = tuple[str, int, int]
"""Kind, seat and play of something that may have been wrong."""


@dataclass(frozen=True, slots=True)
class Denial:
    """At `play` a seat said that it had no card of a class left."""

    act: Act
    klass: int

    @property
    def seat(self) -> int:
        """Who said it."""
        return self.act[1]

    @property
    def play(self) -> int:
        """When; `BEFORE` where the contract says it."""
        return self.act[2]


@dataclass(frozen=True, slots=True)
class UnseenPlace:
    """Where unseen cards lie."""

    seat: int | None
    """Whose hand they came from; None for cards that nobody plays."""
    play: int | None
    """The play that laid the card unseen; None for the hand itself."""
    room: int


def read_claims(facts: Facts, foreknown: Foreknown) -> tuple[list[Denial], frozenset[Act]]:
    """Return the denials that may still be true, and those that the seat's own cards disprove."""
    denials = read_denials(facts)
    standing = [
        Denial((kind_of_denial(facts, play, klass), seat, play), klass)
        for (seat, klass), plays in denials.standing.items()
        for play in plays
    ]
    broken = {
        (kind_of_denial(facts, play, facts.klasses[shown]), facts.plays[play].seat, play)
        for play, shown in denials.wrong
    }
    for seat, klass in foreknown.denials:
        denial = Denial((foreknown.kind, seat, BEFORE), klass)
        if any(
            play.seat == seat and of == klass
            for play, of in zip(facts.plays, facts.klasses, strict=True)
        ):
            broken.add(denial.act)
        else:
            standing.append(denial)
    return standing, frozenset(broken)


def places_of(facts: Facts, never_played: Sequence[Card]) -> tuple[UnseenPlace, ...]:
    """Return every place where unseen cards lie."""
    setting = facts.setting
    laid = [play.seat for play in facts.plays]
    places = [
        UnseenPlace(seat, None, setting.hand_size - laid.count(seat)) for seat in setting.seats
    ]
    if UNKNOWN in facts.klasses:
        places += [
            UnseenPlace(play.seat, index, 1)
            for index, play in enumerate(facts.plays)
            if facts.klasses[index] == UNKNOWN
        ]
    hidden = len(setting.deck) - setting.hand_size * len(setting.seats) - len(never_played)
    return (*places, UnseenPlace(None, None, hidden)) if hidden else tuple(places)


def unseen_sizes(facts: Facts, never_played: Sequence[Card]) -> list[int]:
    """Return how many cards of each class were not seen; index is the class."""
    seen = facts.klasses.count
    sizes = [size - seen(klass) for klass, size in enumerate(facts.setting.class_sizes)]
    for card in never_played:
        sizes[facts.setting.klass[card]] -= 1
    return sizes


def known_owners(facts: Facts, foreknown: Foreknown, called: Sequence[Card]) -> Mapping[Card, int]:
    """Return the unseen cards that are known to be in a hand, called cards left out."""
    if not foreknown.owners:
        return {}
    laid = {play.card for play in facts.plays}
    return {
        card: seat
        for card, seat in foreknown.owners.items()
        if card not in laid and card not in called and card in facts.setting.klass
    }
