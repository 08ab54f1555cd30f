"""What a known hand allows before the first card. Pure functions; nobody's hand is known here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.cards import Card, Rank, Suit
from engine.games.modes import german_suit, suit_class
from engine.games.schafkopf.options import HouseRules

STAMM_RANKS = frozenset({Rank.OBER, Rank.UNTER, Rank.GEFREITER, Rank.QUEEN, Rank.JACK})
"""The main trumps, whatever is played (EN, card values)."""
_ASSE = (Rank.ASS, Rank.ACE)
_TENS = (Rank.ZEHN, Rank.TEN)
_FEWEST_PEOPLE = 4
"""Two and three people do not throw in (RULES 0.30)."""


def may_throw_in(hand: Sequence[Card | None], house: HouseRules, people: int) -> bool:
    """Tell whether a hand may be thrown in: enough Nixer, and no main trump (EN, dealing).

    A card that was not seen counts in favour of who threw it in.

    Args:
        hand: the cards as dealt; None for one not seen.
        house: which ranks are Nixer, and how many it takes.
        people: how many hold cards.
    """
    least = house.nixer_min
    if people < _FEWEST_PEOPLE or not isinstance(least, int):
        return False
    if any(card is not None and card.rank in STAMM_RANKS for card in hand):
        return False
    return sum(1 for card in hand if card is None or card.rank.letter in house.nixer_ranks) >= least


def suits_to_call(
    hand: Collection[Card], klass: Mapping[Card, int], suits: Sequence[Suit]
) -> tuple[Suit, ...]:
    """Return the suits that may be called from a hand (EN, normal game; RULES 0.34).

    A suit needs a card that is no trump, and its Ass has to be in another hand. The Schöne counts
    as a card of its suit.

    Args:
        hand: every card of the hand.
        klass: the classes of the normal game.
        suits: the suits that can be called at all.
    """
    return tuple(suit for suit in suits if _may_call(hand, klass, suit))


def can_call(
    hand: Collection[Card], klass: Mapping[Card, int], suits: Sequence[Suit], house: HouseRules
) -> bool:
    """Tell whether a normal game could be called from a hand, by choice and not by a Muss.

    Where the house allows it always, a suit may be called without a card of it (Renonce), and a
    Ten where every Ass that can be called is in the hand (RULES 5).
    """
    if suits_to_call(hand, klass, suits):
        return True
    own = {card.suit for card in hand if card.rank in _ASSE}
    german = {german_suit(suit) for suit in own}
    if not german.issuperset(suits):
        return house.renonce == "always"
    tens = {german_suit(card.suit) for card in hand if card.rank in _TENS}
    return house.called_ten == "always" and not tens.issuperset(suits)


def _may_call(hand: Collection[Card], klass: Mapping[Card, int], suit: Suit) -> bool:
    plain = suit_class(suit)
    of_suit = [card for card in hand if klass.get(card) == plain]
    return bool(of_suit) and all(card.rank not in _ASSE for card in of_suit)
