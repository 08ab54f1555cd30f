"""Who plays with whom (EN, normal game and wedding game), and what that asks of the partner.

A called card makes its holder the caller's partner. With five and more people the Schöne is called
with the Ass, so that two or three play together. A Hochzeit names both declarers from the start;
what went from hand to hand in it is told once the deal is over (RULES 0.18).

Whoever holds a called card has duties (Bringregel, RULES 0.1, 0.2 and 7). One walk over the tricks
tells, for a seat that holds the called Ass, the called Schöne or both, what it did wrong: the card
due was not laid when another led the suit (`called_card_withheld`), not led when the seat led the
suit itself (`called_card_underled`), or thrown off too early (`called_card_discarded`). The Ass is
due first; who has both brings the Schöne at the next lead. With enough cards of the suit both may
be kept back, when leading (running away) or when following (playing around), as the house rule
says; how many that took stands with the breach as its excuse. A card that was not seen counts in
the seat's favour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product

from engine.cards import Card
from engine.deal.record import Contract, DealRecord
from engine.deal.report import TrickView
from engine.games.base import Teams
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
from engine.games.facts import TRUMP, UNKNOWN, Facts, Setting
from engine.games.hidden import Hidden, named_cards, not_played
from engine.games.schafkopf.house_rules import HouseRules
from engine.games.schafkopf.messages import BACK, GAVE


def called_cards(setting: Setting) -> tuple[Card, ...]:
    """Return the cards that name partners: none, the Ass, or the Ass and the Schöne."""
    if setting.called is None:
        return ()
    return (setting.called,) if setting.schoene is None else (setting.called, setting.schoene)


def holders(facts: Facts) -> dict[Card, int]:
    """Return who had which card: from hands and layouts where they are on record, and the plays."""
    had: dict[Card, int] = {}
    for seat, piles in enumerate(facts.record.piles or ()):
        had.update((card, seat) for pile in piles for card in pile if card is not None)
    for reveal in facts.record.reveals:
        if reveal.card is not None:
            had[reveal.card] = reveal.seat
    for seat, hand in enumerate(facts.record.hands or ()):
        for card in hand:
            if card is not None:
                had[card] = seat
    for play in facts.plays:
        if play.card is not None:
            had[play.card] = play.seat
    return {**_stated(facts), **had}


def _stated(facts: Facts) -> dict[Card, int]:
    """Return who had the called card as people say of a deal that ended before it lay.

    Believed of whoever may hold it still: not of the caller, nor of a seat whose cards all lie.
    """
    contract, called = facts.record.contract, facts.setting.called
    holder = (facts.record.end or {}).get("holder")
    if contract is None or called is None or holder not in facts.setting.seats:
        return {}
    laid = sum(play.seat == holder for play in facts.plays)
    if holder == contract.seat or laid >= facts.setting.hand_size:
        return {}
    assert isinstance(holder, int)
    return {called: holder}


def teams(facts: Facts) -> Teams:
    """Return who plays with whom; a partner counts as known once the called card lies."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None or contract.seat is None:
        return _NOBODY if contract is None else _ALONE
    if setting.called is None:
        return _together(contract, (), known=True)
    cards = called_cards(setting)
    shown: dict[Card, int] = {}
    for play in facts.record.plays:
        if play.card in cards:
            shown.setdefault(play.card, play.seat)
    return _together(contract, tuple(shown.values()), known=len(shown) == len(cards))


_NOBODY = Teams((), known=False)
_ALONE = Teams((), known=True)


def declarers_of(facts: Facts, had: Mapping[Card, int]) -> tuple[int, ...] | None:
    """Return the declarers, lowest seat first; empty where everybody plays alone.

    None where nothing was announced, or where it is not known who had a called card.

    Args:
        facts: the deal.
        had: who had which card, see `holders`.
    """
    contract, cards = facts.record.contract, called_cards(facts.setting)
    if contract is None or any(card not in had for card in cards):
        return None
    if contract.seat is None:
        return ()
    return _together(contract, tuple(had[card] for card in cards), known=True).declarers


def possible_declarers(facts: Facts, had: Mapping[Card, int]) -> tuple[tuple[int, ...], ...]:
    """Return every team of declarers there may be; one where the called cards were seen.

    A card that was not seen may be with whoever has cards left; the called Ass not with the caller,
    who may not hold what he calls (EN, normal game).

    Args:
        facts: a deal that somebody declared.
        had: who had which card, see `holders`.
    """
    contract, setting = facts.record.contract, facts.setting
    assert contract is not None
    cards = called_cards(setting)
    if had.keys() >= set(cards):
        return (_together(contract, tuple([had[card] for card in cards]), known=True).declarers,)
    laid = [play.seat for play in facts.plays]
    holding = [seat for seat in setting.seats if laid.count(seat) < setting.hand_size]
    options: list[list[int]] = []
    for card in cards:
        others = [seat for seat in holding if card != setting.called or seat != contract.seat]
        options.append([had[card]] if card in had else others)
    sides = {_together(contract, each, known=True).declarers for each in product(*options)}
    return tuple(sorted(sides))


def _together(contract: Contract, called: tuple[int, ...], *, known: bool) -> Teams:
    """Return the caller's team with the holders of the called cards and who accepted."""
    assert contract.seat is not None
    accepted = contract.details.get("partner")
    also = (*called, accepted) if isinstance(accepted, int) else called
    return _team(contract.seat, also, known)


@lru_cache(maxsize=1024)
def _team(caller: int, others: tuple[int, ...], known: bool) -> Teams:
    partners = tuple(sorted({*others} - {caller}))
    return Teams(tuple(sorted((caller, *partners))), known, partners)


def hidden(record: DealRecord, setting: Setting, deck: Sequence[Card]) -> tuple[Hidden, ...]:
    """Return the trump that was given and the card that came back for it.

    The trump is the partner's to play afterwards, the other card the giver's.
    """
    contract = record.contract
    partner = None if contract is None else contract.details.get("partner")
    if contract is None or contract.kind != "hochzeit" or contract.seat is None:
        return ()
    if not isinstance(partner, int):
        return ()
    fields = (("gave", GAVE, partner, True), ("back", BACK, contract.seat, False))
    return tuple(
        Hidden(
            name,
            title,
            1,
            tuple(
                each
                for each in not_played(record, deck, (whose,))
                if (setting.klass.get(each) == TRUMP) is trump
            ),
            named_cards(contract.details.get(name), record),
        )
        for name, title, whose, trump in fields
    )


def calling_of(facts: Facts, house: HouseRules) -> Calling | None:
    """Return what was called and the duties that come with it; None where nothing was."""
    contract, setting = facts.record.contract, facts.setting
    if contract is None or contract.seat not in setting.rotation or setting.called is None:
        return None
    suit = setting.klass.get(setting.called, UNKNOWN)
    if suit == UNKNOWN:
        return None
    assert contract.seat is not None
    return Calling(
        contract.seat,
        suit,
        called_cards(setting),
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


def least_to_keep_back(setting: Setting, suit: int, house: HouseRules) -> int:
    """Return how many cards of the called suit leave fewer to the others than there are others."""
    least = house.umspielen_min
    if isinstance(least, int):
        return least
    size = sum(1 for klass in setting.klass.values() if klass == suit)
    return size - (len(setting.seats) - 1) + 1


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
        return least_to_keep_back(self.facts.setting, self.suit, self.house)

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
