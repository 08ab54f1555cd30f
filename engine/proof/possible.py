"""Can the unseen cards lie so that nobody but the released did anything wrong?

`clearly_possible` looks at a moment of an honest deal and says yes at sight where it can; no means
that it cannot tell. `possible` is the full answer: who holds an unseen called card decides which
duties bound whom, so every place it can lie in is a hypothesis of its own, and an excuse ("he held
at least four of the suit then") sets that many unseen cards of the suit aside for the seat.

What is left is counting (`can_be_spread`; Hall's condition, RULES 13 T2). Cards come in sorts, all
of one sort alike; a place takes a number of cards and may refuse some sorts, and the places take
exactly as many cards as there are. The cards can be spread if and only if no group of places has
more room than there are cards that one of the group accepts. Only groups that refuse something in
common can be too roomy, so nothing is ever searched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.caching import Slot
from engine.cards import Card
from engine.games.called_cards import (
    ILLEGAL_CALL,
    CallCourse,
    Calling,
    Excuse,
    called_view,
    suit_shown,
)
from engine.games.facts import UNKNOWN, Facts, cards_left, goes_on
from engine.games.revokes import Denials
from engine.proof.claims import BEFORE, Act, UnseenPlace, unseen_sizes
from engine.proof.position import Holding, Position


def can_be_spread(sizes: Sequence[int], places: Iterable[tuple[int, int]]) -> bool:
    """Tell whether the cards can be spread.

    Args:
        sizes: number of cards of each sort; sort i is bit i of the places' masks.
        places: mask of the refused sorts, and room. The rooms add up to the number of cards.
    """
    return spare_cards(sizes, places) >= 0


def spare_cards(sizes: Sequence[int], places: Iterable[tuple[int, int]]) -> int:
    """Return by how many cards the tightest group of places is supplied beyond its room.

    Below none where the cards cannot be spread. One card less, and one place less for it, takes at
    most one away. Arguments as for `can_be_spread`.
    """
    spare = total = sum(sizes)
    roomiest: dict[int, int] = {}
    for refused, room in places:
        if not refused or not room:
            continue
        groups = [(refused, room)]
        for common, held in roomiest.items():
            both = common & refused
            if both:
                groups.append((both, held + room))
        for common, held in groups:
            if held > roomiest.get(common, 0):
                roomiest[common] = held
                beyond = total - _cards(sizes, common) - held
                if beyond < spare:
                    if beyond < 0:
                        return beyond
                    spare = beyond
    return spare


def _cards(sizes: Sequence[int], mask: int) -> int:
    """Return how many cards the sorts of a mask have."""
    count = 0
    while mask:
        lowest = mask & -mask
        count += sizes[lowest.bit_length() - 1]
        mask ^= lowest
    return count


NOBODY: frozenset[int] = frozenset()
NOTHING: frozenset[Act] = frozenset()

_HOLDS_ONE = Excuse(0, 1)
"""What a caller says of the called suit (DE Normalspiel)."""
_SetAside = tuple[int, int, int]
"""Unseen cards of the called suit: how many, for which seat, laid from which play on."""


def possible(
    position: Position, seats: Collection[int] = NOBODY, acts: Collection[Act] = NOTHING
) -> bool:
    """Tell whether nobody but the released need have done anything wrong.

    Args:
        position: the moment.
        seats: seats of which nothing is taken for granted.
        acts: single acts that are taken to have been wrong.
    """
    seats, acts = frozenset(seats), frozenset(acts)
    for act in position.broken:
        if act not in acts and act[1] not in seats:
            return False
    refused = position.refusals(seats, acts)
    if position.calling is None:
        rooms = [place.room for place in position.places]
        return can_be_spread(position.sizes, list(zip(refused, rooms, strict=True)))
    case = _Case(position, position.calling, refused, seats, acts)
    return case.quiet() if case.is_quiet else any(case.hypotheses())


@dataclass(frozen=True, slots=True)
class _Case:
    """A position with called cards, and what is released."""

    position: Position
    calling: Calling
    refused: Sequence[int]
    seats: frozenset[int]
    acts: frozenset[Act]

    @property
    def _caller_bound(self) -> bool:
        caller = self.calling.caller
        return caller not in self.seats and (ILLEGAL_CALL, caller, BEFORE) not in self.acts

    @property
    def is_quiet(self) -> bool:
        """Whether no duty was in question yet, whoever holds the called cards."""
        facts = self.position.facts
        return (
            self.calling.suit not in facts.led
            and UNKNOWN not in facts.klasses
            and len(self.position.singled) == len(self.calling.cards)
        )

    def quiet(self) -> bool:
        """Tell whether the cards can be spread where only the call itself says something."""
        places = self.position.places
        if not self._caller_bound:
            return self._fits(places, places, [])
        caller = self.calling.caller
        others = [place for place in places if place.seat != caller]
        says_one = {caller: [_HOLDS_ONE]} if self.calling.must_hold else {}
        if self._fits(others, places, self._set_aside(says_one, None, None)):
            return True
        own = [place for place in places if place.seat == caller and place.room]
        return len(self.calling.cards) > 1 and bool(own) and self._fits(others, own, [])

    def hypotheses(self) -> Iterator[bool]:
        """Yield for each hypothesis about the called cards whether it is possible."""
        ass, *others = self.calling.cards
        schoene_places = self.position.whereabouts(others[0]) if others else [None]
        ass_places = [
            place
            for place in self.position.whereabouts(ass)
            if place.seat != self.calling.caller or not self._caller_bound
        ]
        for schoene in schoene_places:
            holding: Holding = ((others[0], schoene.play),) if schoene is not None else ()
            alone = self._needed(schoene.seat if schoene is not None else None, holding)
            together: list[UnseenPlace] = []
            single: list[tuple[UnseenPlace, dict[int, list[Excuse]]]] = []
            for place in ass_places:
                needed = self._needs(ass, place, schoene, holding, alone)
                if needed is None:
                    continue
                if needed == alone and (schoene is None or place.seat != schoene.seat):
                    together.append(place)
                else:
                    single.append((place, needed))
            if together and alone is not None:
                yield self._stands(together, schoene, alone, None)
            for place, needed in single:
                yield self._stands([place], schoene, needed, place)

    def _needs(
        self,
        ass: Card,
        place: UnseenPlace,
        schoene: UnseenPlace | None,
        holding: Holding,
        alone: dict[int, list[Excuse]] | None,
    ) -> dict[int, list[Excuse]] | None:
        """Return the excuses needed with the Ass in `place`; None where nothing excuses."""
        mine: Holding = ((ass, place.play),)
        if schoene is not None and schoene.seat == place.seat:
            return self._needed(place.seat, (*mine, *holding))
        needed = self._needed(place.seat, mine)
        return None if needed is None or alone is None else {**alone, **needed}

    def _needed(self, seat: int | None, holding: Holding) -> dict[int, list[Excuse]] | None:
        if seat is None or seat in self.seats:
            return {}
        needed = self.position.excuses_needed(seat, holding, self.acts)
        if needed is None:
            return None
        return {seat: needed} if needed else {}

    def _stands(
        self,
        ass_places: Sequence[UnseenPlace],
        schoene: UnseenPlace | None,
        needed: dict[int, list[Excuse]],
        ass: UnseenPlace | None,
    ) -> bool:
        """Tell whether the cards can be spread; `ass` is its place where that is only one."""
        if self.calling.must_hold and self._caller_bound:
            caller = self.calling.caller
            needed = {**needed, caller: [*needed.get(caller, ()), _HOLDS_ONE]}
        places = self.position.places if schoene is None else [schoene]
        return self._fits(ass_places, places, self._set_aside(needed, ass, schoene))

    def _set_aside(
        self, needed: dict[int, list[Excuse]], ass: UnseenPlace | None, schoene: UnseenPlace | None
    ) -> list[_SetAside]:
        """Return the unseen cards of the suit that the excuses take, the latest first."""
        found: list[_SetAside] = []
        unseen = [place for place in (ass, schoene) if place is not None and place.room]
        for seat, excuses in needed.items():
            already = 0
            for excuse in sorted(excuses, key=lambda each: -each.since):
                have = already + suit_shown(self.position.facts, self.calling, seat, excuse.since)
                have += sum(
                    1
                    for place in unseen
                    if place.seat == seat and (place.play is None or place.play >= excuse.since)
                )
                if have < excuse.need:
                    found.append((excuse.need - have, seat, excuse.since))
                    already += excuse.need - have
        return found

    def _fits(
        self,
        ass_places: Sequence[UnseenPlace],
        schoene_places: Sequence[UnseenPlace],
        set_aside: Sequence[_SetAside],
    ) -> bool:
        """Tell whether the cards can be spread with the called cards in the places given.

        What the caller holds of the suit may be a card that he says is his.
        """
        caller, mask = self.calling.caller, self.position.inside.get(self.calling.suit, 0)
        others = [each for each in set_aside if each[1] != caller]
        if len(others) < len(set_aside):
            for sort in self.position.claimed:
                if mask & 1 << sort and self._spread(ass_places, schoene_places, others, sort):
                    return True
        return self._spread(ass_places, schoene_places, set_aside)

    def _spread(
        self,
        ass_places: Sequence[UnseenPlace],
        schoene_places: Sequence[UnseenPlace],
        set_aside: Sequence[_SetAside],
        held: int | None = None,
    ) -> bool:
        """Tell whether the cards can be spread, the sort `held` in the caller's hand."""
        sizes = list(self.position.sizes)
        suit = self.calling.suit
        masks = list(self.refused)
        wanted = dict(zip(self.calling.cards, (ass_places, schoene_places), strict=False))
        for card, sort in self.position.singled:
            for number, place in enumerate(self.position.places):
                if place not in wanted[card]:
                    masks[number] |= 1 << sort
        if held is not None:
            for number, place in enumerate(self.position.places):
                if place.seat != self.calling.caller:
                    masks[number] |= 1 << held
        for count, seat, since in set_aside:
            sizes[suit] -= count
            if sizes[suit] < 0:
                return False
            bit = 1 << len(sizes)
            sizes.append(count)
            for number, place in enumerate(self.position.places):
                his = place.seat == seat and (place.play is None or place.play >= since)
                if not his or masks[number] & 1 << suit:
                    masks[number] |= bit
        rooms = [place.room for place in self.position.places]
        return can_be_spread(sizes, list(zip(masks, rooms, strict=True)))


_LOOK = Slot[tuple[Facts, Denials, object, int]]()
"""The last look: facts, denials, what the call asked then, and cards to spare.

A card uses up at most one to spare, so that many more cards need no look of their own as long as
nothing new is denied.
"""


def clearly_possible(
    facts: Facts, calling: Calling | None, denials: Denials, never_played: Sequence[Card]
) -> bool:
    """Tell whether it is seen at once that nobody need have done anything wrong.

    Args:
        facts: a deal whose seats are in order and in which no card lies twice.
        calling: its called cards.
        denials: what was denied; none of it disproved.
        never_played: cards known to be in nobody's hand.
    """
    standing = denials.standing
    if UNKNOWN in facts.klasses:
        return False
    if calling is not None and (calling.claims or calling.lacks):
        return False
    look = None if calling is None else called_view(facts, calling)
    course = CallCourse.KEPT if look is None else look.course
    if course is CallCourse.OPEN:
        return False
    owes = calling is not None and calling.must_hold and not (look and look.caller_has_shown)
    if not standing and not owes and course is CallCourse.KEPT:
        return True
    memo = facts.record.memo
    asked = course, owes, calling.caller if calling is not None else None, never_played
    last = memo.latest(_LOOK)
    if last is not None:
        before, said, asked_before, spare = last
        if spare > 0 and said is denials and asked_before == asked and goes_on(before, facts):
            memo.keep(_LOOK, (facts, denials, asked, spare - 1))
            return True
    unasked = course is CallCourse.UNASKED
    spare = _spare(
        facts, denials, never_played, calling if owes else None, calling if unasked else None
    )
    if spare < 0:
        return False
    memo.keep(_LOOK, (facts, denials, asked, spare))
    return True


def _spare(
    facts: Facts,
    denials: Denials,
    never_played: Sequence[Card],
    owing: Calling | None,
    unasked: Calling | None,
) -> int:
    """Return the cards to spare; below none where it takes more than a look to tell.

    `owing` is the calling whose caller has not shown a card of the suit yet, `unasked` the calling
    whose Ass may be anywhere but with the caller.
    """
    left = cards_left(facts)
    rooms = {seat: left[seat] for seat in facts.setting.seats}
    refused = dict.fromkeys(rooms, 0)
    for seat, klass in denials.standing:
        refused[seat] |= 1 << klass
    sizes = unseen_sizes(facts, never_played)
    if owing is not None:
        # One of the suit is the caller's; any that is not called will do.
        if refused[owing.caller] & 1 << owing.suit:
            return -1
        rooms[owing.caller] -= 1
        sizes[owing.suit] -= 1
    if unasked is not None:
        # The Ass is a sort of its own: the caller says that he has not got it.
        ass = 1 << len(sizes)
        sizes[unasked.suit] -= 1
        sizes.append(1)
        for seat, mask in refused.items():
            if seat == unasked.caller or mask & 1 << unasked.suit:
                refused[seat] = mask | ass
    spare = min(*rooms.values(), *sizes, 0)
    if spare < 0:
        return spare
    spare = spare_cards(sizes, [(refused[seat], room) for seat, room in rooms.items()])
    if owing is not None:
        spare = min(spare, rooms[owing.caller], sizes[owing.suit])
    return spare if unasked is None else min(spare, sizes[unasked.suit])
