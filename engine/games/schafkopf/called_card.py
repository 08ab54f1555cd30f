"""The duties of whoever holds a called card (Bringregel, RULES 0.1, 0.2 and 7).

One walk over the tricks tells, for a seat that holds the called Ass, the called Schöne or both,
what it did wrong: the card due was not laid when another led the suit (`called_card_withheld`), not
led when the seat led the suit itself (`called_card_underled`), or thrown off too early
(`called_card_discarded`). The Ass is due first; who has both brings the Schöne at the next lead.
With enough cards of the suit both may be kept back, when leading (running away) or when following
(playing around), as the house rule says; how many that took stands with the breach as its excuse.
A card that was not seen counts in the seat's favour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from engine.cards import Card
from engine.deal.report import TrickView
from engine.games.called_cards import (
    DISCARDED,
    UNDERLED,
    WITHHELD,
    Breach,
    Calling,
    Excuse,
    Held,
    may_be_of_suit,
)
from engine.games.facts import UNKNOWN, Facts
from engine.games.schafkopf.house_rules import HouseRules


def calling_of(facts: Facts, house: HouseRules) -> Calling | None:
    """Return what was called and the duties that come with it; None where nothing was."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None or contract.seat not in setting.rotation or setting.called is None:
        return None
    suit = setting.klass.get(setting.called, UNKNOWN)
    if suit == UNKNOWN:
        return None
    cards = (setting.called,) if setting.schoene is None else (setting.called, setting.schoene)
    assert contract.seat is not None
    return Calling(
        contract.seat,
        suit,
        cards,
        contract.details.get("renonce") is not True,
        partial(breaches, house),
    )


def breaches(house: HouseRules, facts: Facts, seat: int, held: Held) -> tuple[Breach, ...]:
    """Return what `seat` did wrong were it to hold exactly the called cards in `held`."""
    contract, setting = facts.record.contract, facts.setting
    assert contract is not None
    assert setting.called is not None
    mine = dict(held)
    if seat == contract.seat:
        mine.pop(setting.called, None)
        if not house.caller_must_bring_schoene and setting.schoene is not None:
            mine.pop(setting.schoene, None)
    if not mine:
        return ()
    suit = setting.klass[setting.called]
    walk = _Walk(facts, house, seat, suit, setting.called, setting.schoene, mine)
    return tuple(walk.breaches())


@dataclass(slots=True)
class _Walk:
    """One seat's way through the tricks, from the first to the last."""

    facts: Facts
    house: HouseRules
    seat: int
    suit: int
    ass: Card
    schoene: Card | None
    held: Held
    was_led: bool = False
    """The suit was led in an earlier trick, for certain."""
    searched: set[Card] = field(default_factory=set)
    """Cards whose turn came at a lead of the suit, or may have come."""
    away: Excuse | None = None
    """What the seat must have held for its low lead to have been running away."""
    found: list[Breach] = field(default_factory=list)

    def breaches(self) -> list[Breach]:
        """Go through the tricks until no called card is left to lay."""
        size = len(self.facts.setting.seats)
        shown = {laid // size for laid in self.held.values() if laid is not None}
        for number, trick in enumerate(self.facts.tricks):
            led = self.facts.led[number]
            if led not in (self.suit, UNKNOWN) and number not in shown:
                continue
            due = self._due(trick.start)
            if due is None:
                break
            play = self._play_of(trick)
            if led == self.suit:
                self._suit_led(due, trick.leader == self.seat, play)
            elif led == UNKNOWN:
                if trick.leader == self.seat:
                    break  # He may have run away: nothing that follows is certain.
                self.searched.update(self.held)
            elif play is not None:
                self._may_discard(number, play)
        return self.found

    def _due(self, start: int) -> Card | None:
        """Return the called card that is due next, the Ass before the Schöne (DE Normalspiel)."""
        for card in (self.ass, self.schoene):
            if card is not None and card in self.held:
                laid = self.held[card]
                if laid is None or laid >= start:
                    return card
        return None

    def _play_of(self, trick: TrickView) -> int | None:
        """Return the index of the seat's play in a trick whose seats are in order."""
        order = self.facts.setting.rotation.get(trick.leader, ())
        if self.seat not in order:
            return None
        index = trick.start + order.index(self.seat)
        return index if index < len(self.facts.plays) else None

    def _suit_led(self, due: Card, leads: bool, play: int | None) -> None:
        if play is not None:
            brought = self.held[due] == play
            if not brought and self.facts.plays[play].card is not None:
                self._kept_back(due, leads, play)
            self.searched.update((due,) if brought else self.held)
        self.was_led = True

    def _kept_back(self, due: Card, leads: bool, play: int) -> None:
        """Note a trick of the suit without the card due, with what would make it right."""
        excuses = () if self.away is None else (self.away,)
        own = self._away(due, play) if leads else self._around(due, play)
        if own is not None:
            excuses = (*excuses, own)
            if leads:
                self.away = own
        self.found.append(Breach(UNDERLED if leads else WITHHELD, play, due, excuses))

    def _away(self, due: Card, play: int) -> Excuse | None:
        """Davonlaufen: leading low before the suit was led (AB 3.1, RULES 7.2)."""
        if self.was_led or not self._may_keep(due, "lead"):
            return None
        return Excuse(play, self._least())

    def _around(self, due: Card, play: int) -> Excuse | None:
        """Umspielen: cards that lay in earlier tricks count as gone (RULES 0.2)."""
        if not self._may_keep(due, "follow"):
            return None
        start = play - play % len(self.facts.setting.seats)
        gone = sum(1 for index in range(start) if may_be_of_suit(self.facts, self.suit, index))
        return Excuse(play, self._least() - gone)

    def _may_keep(self, due: Card, when: str) -> bool:
        by_rule = self.house.umspielen_when in (when, "any")
        own_count = self.house.schoene_umspielen == "same_count"
        return by_rule and (own_count or due is self.ass or self.ass in self.held)

    def _least(self) -> int:
        """Return how many cards of the suit leave fewer to the others than there are others."""
        least = self.house.umspielen_min
        if isinstance(least, int):
            return least
        setting = self.facts.setting
        size = sum(1 for klass in setting.klass.values() if klass == self.suit)
        return size - (len(setting.seats) - 1) + 1

    def _may_discard(self, number: int, play: int) -> None:
        """Note a called card thrown off before its turn.

        The last trick is free (AB 3.1), and so is the one before it for who has nothing but the Ass
        and the Schöne left.
        """
        if self.house.called_discard == "free":
            return
        left = self.facts.setting.trick_count - number
        in_hand = sum(1 for laid in self.held.values() if laid is None or laid >= play)
        if left <= in_hand:
            return
        for card, laid in self.held.items():
            if laid == play and card not in self.searched:
                excuses = () if self.away is None else (self.away,)
                self.found.append(Breach(DISCARDED, play, card, excuses))
