"""One moment of a deal: what is known, what every seat has claimed, and where cards may be.

Anything can be released, a seat or a single act: then nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.games.called_cards import ILLEGAL_CALL, NOT_KEPT, Breach, Calling, Excuse
from engine.games.facts import UNKNOWN, Facts, Foreknown
from engine.proof.claims import (
    BEFORE,
    Act,
    Denial,
    UnseenPlace,
    known_owners,
    places_of,
    read_claims,
    unseen_sizes,
)

Holding = tuple[tuple[Card, int | None], ...]
"""Called cards in one hand, each with the play that laid it; None: still there."""


@dataclass(slots=True)
class Position:
    """What is known once the plays of `facts` lie, and what follows."""

    facts: Facts
    calling: Calling | None
    standing: Sequence[Denial]
    broken: frozenset[Act]
    """Denials that their seats' own cards disprove."""
    places: tuple[UnseenPlace, ...]
    sizes: list[int]
    """Unseen cards of each sort: the classes, then one sort a singled-out card."""
    singled: list[tuple[Card, int]]
    """Unseen called cards with their sort."""
    owned: list[tuple[int, int]]
    """Sorts of cards known to be in a hand, with the seat."""
    claimed: list[int]
    """Sorts of unseen cards that the caller says are his."""
    withheld: tuple[int, Act] | None
    """Of these the one he did not play when the suit was led, and what it is if he has it."""
    inside: dict[int, int]
    """Class to the mask of its sorts."""
    _walks: dict[tuple[int, Holding], tuple[Breach, ...]] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Whether the counts fit; where they do not, something was recorded wrongly."""
        rooms = [place.room for place in self.places]
        return min(rooms) >= 0 and min(self.sizes) >= 0 and sum(rooms) == sum(self.sizes)

    def groups(self, seat: int) -> list[tuple[Act, ...]]:
        """Return what `seat` may have done wrong, acts that stand or fall together in one group.

        Denials of one class by plays belong together, whichever duty they were about, and so does
        everything with called cards. What a seat's own cards disprove (`broken`) is left out, for
        that is proven already.
        """
        by_class: dict[tuple[bool, int], set[Act]] = {}
        for denial in self.standing:
            if denial.seat == seat:
                key = denial.play == BEFORE, denial.klass
                by_class.setdefault(key, set()).add(denial.act)
        found = [_in_order(acts) for acts in by_class.values()]
        if self.calling is not None:
            if seat == self.calling.caller:
                found.append(((ILLEGAL_CALL, seat, BEFORE),))
            if self.withheld is not None and seat == self.calling.caller:
                found.append((self.withheld[1],))
            breaches = {
                (each.kind, seat, each.play)
                for held in self._holdings(seat)
                for each in self._breaches(seat, held)
            }
            if breaches:
                found.append(_in_order(breaches))
        return sorted(found)

    def card_of(self, act: Act) -> Card | None:
        """Return the called card that an act is about."""
        kind, seat, play = act
        if self.calling is None:
            return None
        for held in self._holdings(seat):
            for each in self._breaches(seat, held):
                if (each.kind, each.play) == (kind, play):
                    return each.card
        return self.calling.cards[0] if kind == ILLEGAL_CALL else None

    def refusals(self, seats: frozenset[int], acts: frozenset[Act]) -> list[int]:
        """Return for each place the mask of the sorts that cannot lie there."""
        refused = [0] * len(self.places)
        for denial in self.standing:
            _, seat, said = denial.act
            if seat in seats or denial.act in acts:
                continue
            mask = self.inside.get(denial.klass, 0)
            for number, place in enumerate(self.places):
                if place.seat == seat and (place.play is None or place.play > said):
                    refused[number] |= mask
        for sort, owner in self.owned:
            for number, place in enumerate(self.places):
                if place.seat != owner:
                    refused[number] |= 1 << sort
        if self.calling is not None:
            caller = self.calling.caller
            if self.withheld is not None and caller not in seats and self.withheld[1] not in acts:
                sort, act = self.withheld
                for number, place in enumerate(self.places):
                    if place.seat == caller and (place.play is None or place.play > act[2]):
                        refused[number] |= 1 << sort
            if caller not in seats and (ILLEGAL_CALL, caller, BEFORE) not in acts:
                self._refuse_by_call(self.calling, refused)
        return refused

    def _refuse_by_call(self, calling: Calling, refused: list[int]) -> None:
        """Add what cannot lie where by the caller's word."""
        his = (calling.caller, None)
        claimed = sum(1 << sort for sort in self.claimed)
        lacked = 1 << calling.suit if calling.lacks else 0
        for number, place in enumerate(self.places):
            refused[number] |= lacked if place.seat in his else claimed

    def _holdings(self, seat: int) -> Iterator[Holding]:
        """Yield every way `seat` may hold called cards."""
        assert self.calling is not None
        ways: list[Holding] = [()]
        for card in self.calling.cards:
            more = [
                (*way, (card, place.play))
                for way in ways
                for place in self.whereabouts(card)
                if place is not None and place.seat == seat
            ]
            elsewhere = any(place is None or place.seat != seat for place in self.whereabouts(card))
            ways = [*(ways if elsewhere else []), *more]
        return iter(ways)

    def whereabouts(self, card: Card) -> list[UnseenPlace]:
        """Return every place where a called card may be, by the cards that lie alone."""
        for index, play in enumerate(self.facts.plays):
            if play.card is card:
                return [UnseenPlace(play.seat, index, 0)]
        return [place for place in self.places if place.room]

    def _breaches(self, seat: int, held: Holding) -> tuple[Breach, ...]:
        assert self.calling is not None
        key = seat, held
        known = self._walks.get(key)
        if known is None:
            known = self.calling.breaches(self.facts, seat, dict(held)) if held else ()
            self._walks[key] = known
        return known

    def excuses_needed(self, seat: int, held: Holding, acts: frozenset[Act]) -> list[Excuse] | None:
        """Return what makes everything right that `seat` did with `held`; None if nothing does."""
        needed: list[Excuse] = []
        for breach in self._breaches(seat, held):
            if (breach.kind, seat, breach.play) in acts:
                continue
            if not breach.excuses:
                return None
            if not any(excuse in needed for excuse in breach.excuses):
                needed.append(breach.excuses[-1])
        return needed


def _in_order(acts: Iterable[Act]) -> tuple[Act, ...]:
    return tuple(sorted(acts, key=lambda act: (act[2], act[0])))


def position(
    facts: Facts, calling: Calling | None, foreknown: Foreknown, never_played: Sequence[Card]
) -> Position:
    """Return the position of facts that a count may rest on (`grades.trusted_facts`)."""
    standing, broken = read_claims(facts, foreknown)
    sizes = unseen_sizes(facts, never_played)
    inside = {klass: 1 << klass for klass in range(len(sizes))}
    called = calling.cards if calling is not None else ()
    laid = {play.card for play in facts.plays}
    singled: list[tuple[Card, int]] = []
    owned: list[tuple[int, int]] = []

    def single_out(card: Card) -> int:
        klass, sort = facts.setting.klass[card], len(sizes)
        sizes[klass] -= 1
        sizes.append(1)
        inside[klass] |= 1 << sort
        return sort

    for card in called:
        if card not in laid:
            singled.append((card, single_out(card)))
    claimed: list[int] = []
    withheld: tuple[int, Act] | None = None
    if calling is not None and calling.claims:
        away = laid.union(never_played)
        sorts = {card: single_out(card) for card in calling.claims if card not in away}
        claimed = [*sorts.values()]
        withheld = _withheld(facts, calling, sorts)
        if any(p.card in calling.claims and p.seat != calling.caller for p in facts.plays):
            broken |= {(ILLEGAL_CALL, calling.caller, BEFORE)}
    for card, seat in known_owners(facts, foreknown, called).items():
        owned.append((single_out(card), seat))
    places = places_of(facts, never_played)
    return Position(
        facts, calling, standing, broken, places, sizes, singled, owned, claimed, withheld, inside
    )


def _withheld(
    facts: Facts, calling: Calling, claimed: Mapping[Card, int]
) -> tuple[int, Act] | None:
    """Return the claimed card that was due at the first lead of the suit and did not come."""
    suit = calling.suit
    due = next((card for card in claimed if facts.setting.klass[card] == suit), None)
    if due is None or suit not in facts.led:
        return None
    number = facts.led.index(suit)
    start, size = facts.tricks[number].start, len(facts.setting.seats)
    for index in range(start, min(start + size, len(facts.plays))):
        play = facts.plays[index]
        if play.seat == calling.caller and UNKNOWN not in (
            facts.klasses[index],
            *facts.led[:number],
        ):
            return claimed[due], (NOT_KEPT, play.seat, index)
    return None
