"""How likely a hypothesis of a deal is, in nats: all that is known of it in one sum.

Cards as they look, each in the deck once; places against the seats they would be of; the order they
came in; who led against who won, and where tricks went; what the rules expect of each card (people
do revoke, so that only costs); and what is unusual (`priors`). 0 is a deal in which nothing is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from engine.cards import Card
from engine.deal.record import DealRecord, Play
from engine.games.facts import TrickRule
from engine.referee.evaluation import penalties
from kiosk.director.deal_decoding import assigned
from kiosk.director.hypothesis import NOBODY, UNSEEN_SWEEP, Hypothesis, Trick
from kiosk.director.priors import SAME_REST_S, Priors

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
Cards = Mapping[int, Card]
"""The card of each look that is a play, as the deal is best explained."""
_MOST_KEPT = 4096
"""Results kept of each kind: some ten cards' worth of hypotheses."""
_FLOOR = -30.0
_FEW_LEFT = 6
"""With so few cards left, which of them a missed card may be tells who can have won its trick."""
_TORN = 2
"""So many of the most doubtful looks are read otherwise where the rules speak against the deal."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing the camera saw, or a card a person told, for weighing."""

    row: tuple[float, ...] | None
    """Log-likelihood of each card of the deck; None where only a person told of it."""
    fits: tuple[float, ...] | None
    """For each place in the round how much worse it explains where the card lies than the best."""
    t: float | None
    """When it came to rest."""
    lead: float = math.inf
    """Nats by which it looks more like one card than like any other."""
    told: Card | None = None
    """What a person said it is."""
    known: bool = False
    """A person said that it is a play."""
    gone: bool = False
    """A person said that it was no play."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A hypothesis, how likely it is and what its cards are then."""

    hypothesis: Hypothesis
    nats: float
    cards: Cards


class _Expectation:
    """What the rules expect of the card after some plays, and of those after it."""

    __slots__ = ("after", "nats", "record")

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.nats: Mapping[Card, float] | None = None
        self.after: dict[tuple[int, Card | None], _Expectation] = {}


class Scale:
    """Weighs the hypotheses of one deal; what was worked out is kept by value."""

    def __init__(
        self,
        record: DealRecord,
        seats: Sequence[int],
        rule: TrickRule,
        leader: int,
        deck: Sequence[Card],
        priors: Priors,
    ) -> None:
        """Weigh a deal of `record`; `seats` play, Vorhand first.

        `leader` is who should lead the first trick, as a place in that round.
        """
        self._record = replace(record, plays=())
        self._seats, self._rule, self._leader = tuple(seats), rule, leader
        self._deck = tuple(deck)
        self._column = {face: at for at, face in enumerate(deck)}
        self._priors = priors
        self._first = priors.next_dealer if record.contract is None else priors.first_lead
        self.seen: list[Seen] = []
        self.taker: list[int | None] = []
        """Of each sweep, towards which place in the round it went, if that was seen."""
        self._root, self._nodes = _Expectation(self._record), 1
        self._assigned: dict[tuple[object, ...], tuple[float, dict[int, Card]]] = {}
        self._placed: dict[Trick, float] = {}
        self._won: dict[tuple[Card | None, ...], int | None] = {}
        self._may_have_won: dict[object, tuple[int, ...]] = {}

    def changed(self) -> None:
        """Forget what was worked out: something seen before looks otherwise now."""
        self._assigned.clear()
        self._placed.clear()

    def weigh(self, hypothesis: Hypothesis) -> Weighed:
        """Return how likely a hypothesis is."""
        nats, cards = self._read_by_duties(hypothesis)
        nats += sum([self.placed(trick) for trick in hypothesis.tricks])
        nats -= self._led(hypothesis, cards) + hypothesis.cost
        return Weighed(hypothesis, nats + self._read_by_leads(hypothesis, cards), cards)

    def _read_by_duties(self, hypothesis: Hypothesis) -> tuple[float, dict[int, Card]]:
        """Return what the cards and what the rules hold against them cost, and the cards.

        One reading may be legal where the likelier by look is not, or make other plays legal.
        """
        loss, cards = self._read(hypothesis)
        duties = self._duties(hypothesis, cards)
        best = -loss - duties, cards
        if loss > 0.5 * self._priors.misread:
            # Some card lies twice as it looks; which of them is another the rules tell as well.
            loss, others = self._read(hypothesis, self._against(hypothesis, cards))
            best = max(best, (-loss - self._duties(hypothesis, others), others), key=_first)
        torn = sorted((self.seen[look].lead, look) for look in cards)
        for lead, look in torn[:_TORN]:
            if lead >= duties or self.seen[look].told is not None:
                break
            loss, others = self._read(hypothesis, {look: {cards[look]: -_FLOOR}})
            best = max(best, (-loss - self._duties(hypothesis, others), others), key=_first)
        return best

    def _read_by_leads(self, hypothesis: Hypothesis, cards: dict[int, Card]) -> float:
        """Return what is won where a card was misread, rather than that another led than won.

        Changes `cards`. One card misread gives the lead to the wrong seat.
        """
        won = 0.0
        for before, trick in pairwise(hypothesis.tricks):
            cost = self.lead_cost(before, trick.leader, cards)
            if cost < self._priors.other_lead:
                continue
            best: tuple[float, int, Card] | None = None
            for at, look in enumerate(before.looks):
                row = None if look == NOBODY else self.seen[look].row
                if row is None or look not in cards or self.seen[look].told is not None:
                    continue
                own = row[self._column[cards[look]]]
                for face, score in zip(self._deck, row, strict=True):
                    gain = cost - (own - score)
                    if face is cards[look] or gain <= (0.0 if best is None else best[0]):
                        continue
                    if face in cards.values():
                        continue
                    faces = [cards.get(each) for each in before.looks]
                    faces[at] = face
                    first = self._winner(tuple(faces))
                    if first is not None and (before.leader + first) % len(self._seats) == (
                        trick.leader
                    ):
                        best = gain, look, face
            if best is not None:
                won += best[0]
                cards[best[1]] = best[2]
        return won

    # Cards.

    def _read(
        self, hypothesis: Hypothesis, against: Mapping[int, Mapping[Card, float]] | None = None
    ) -> tuple[float, dict[int, Card]]:
        """Return what it costs that some cards look otherwise, and the cards, each once.

        `against` is held against some cards of some looks beside that, nats.
        """
        used = [look for trick in hypothesis.tricks for look in trick.looks if look != NOBODY]
        key = (frozenset(used), hypothesis.same)
        if against is None and key in self._assigned:
            loss, known = self._assigned[key]
            return loss, dict(known)
        again: dict[int, list[int]] = {}
        for first, second in hypothesis.same:
            again.setdefault(first, []).append(second)
        rows: list[tuple[float, ...]] = []
        looks: list[int] = []
        fixed: dict[int, Card] = {}
        told: dict[int, Card] = {}
        best = 0.0
        for look in used:
            others = [self.seen[each] for each in again.get(look, ())]
            word = next((e.told for e in (self.seen[look], *others) if e.told is not None), None)
            if word is not None:
                told[look] = word
                if word in self._column:
                    # What a person said goes before this look; another one has to look like it.
                    at = self._column[word]
                    best += sum([max(e.row) - e.row[at] for e in others if e.row is not None])
                    fixed[len(rows)] = word
                    rows.append((0.0,) * len(self._deck))
                    looks.append(look)
                continue
            shown = [e.row for e in (self.seen[look], *others) if e.row is not None]
            if not shown:
                continue
            row = shown[0]
            best += max(row)
            for other in shown[1:]:
                best += max(other)
                row = tuple([one + two for one, two in zip(row, other, strict=True)])
            rows.append(row)
            looks.append(look)
        soft = [] if against is None else [against.get(look, {}) for look in looks]
        chosen = assigned(self._deck, rows, fixed, soft)
        cards = dict(told)
        for look, row, face in zip(looks, rows, chosen, strict=True):
            if look in told:
                continue
            if face is None:
                best -= _FLOOR
                continue
            best -= max(row[self._column[face]], _FLOOR)
            cards[look] = face
        if against is None:
            _keep(self._assigned, key, (best, dict(cards)))
        return best, cards

    # What the rules expect.

    def _duties(self, hypothesis: Hypothesis, cards: Cards) -> float:
        """Return what plays that the rules do not expect cost."""
        nats = 0.0
        for look, node, face in self._plays(hypothesis, cards):
            if face is None:
                continue
            if node.nats is None:
                node.nats = _expected(node.record)
            cost = node.nats.get(face, 0.0)
            if cost and self.seen[look].told is None:
                nats += cost
        return nats

    def _against(self, hypothesis: Hypothesis, cards: Cards) -> dict[int, Mapping[Card, float]]:
        """Return what the rules hold against other cards of each look."""
        return {
            look: node.nats
            for look, node, _ in self._plays(hypothesis, cards)
            if node.nats is not None
        }

    def _plays(
        self, hypothesis: Hypothesis, cards: Cards
    ) -> Iterator[tuple[int, _Expectation, Card | None]]:
        """Yield the look of every play, what is expected of it, and its card."""
        if self._nodes > _MOST_KEPT:
            self._root, self._nodes = _Expectation(self._record), 1
        node, seats = self._root, self._seats
        size = len(seats)
        for trick in hypothesis.tricks:
            place = trick.leader
            for look in trick.looks:
                face = cards.get(look)
                yield look, node, face
                key = (place, face)
                following = node.after.get(key)
                if following is None:
                    following = _Expectation(node.record.with_play(Play(seats[place], face)))
                    node.after[key] = following
                    self._nodes += 1
                node = following
                place = place + 1 if place + 1 < size else 0

    # Places and order.

    def placed(self, trick: Trick) -> float:
        """Return how well a trick's cards lie for their seats, and in their order; at most 0."""
        known = self._placed.get(trick)
        if known is not None:
            return known
        size, nats = len(self._seats), 0.0
        for at, look in enumerate(trick.looks):
            fits = None if look == NOBODY else self.seen[look].fits
            if fits is not None:
                nats += fits[(trick.leader + at) % size]
        nats -= self._late(trick)
        _keep(self._placed, trick, nats)
        return nats

    def _late(self, trick: Trick) -> float:
        """Return what it costs that cards stand before some that came earlier."""
        known = [
            (t, look)
            for look in trick.looks
            if look != NOBODY and (t := self.seen[look].t) is not None
        ]
        cost, priors = 0.0, self._priors
        for at, came in enumerate(known):
            # Two of one moment are told in the order the watcher puts them in.
            passed = [other for other in known[at + 1 :] if other < came]
            if not passed:
                continue
            if came[0] <= min(passed)[0] + SAME_REST_S:
                cost += priors.same_rest
            else:
                cost += priors.late + priors.later * (len(passed) - 1)
        return cost

    # Who led and who took what.

    def may_have_won(self, trick: Trick, cards: Cards) -> tuple[int, ...]:
        """Return the places in the round that may have won a whole trick, by its cards."""
        faces = tuple(map(cards.get, trick.looks))
        left: frozenset[Card] | None = None
        if faces.count(None) == 1 and len(self._deck) - len(cards) <= _FEW_LEFT:
            left = frozenset(self._deck).difference(cards.values())
        key = (trick.leader, faces, left)
        known = self._may_have_won.get(key)
        if known is None:
            known = self._winners(trick.leader, faces, left)
            _keep(self._may_have_won, key, known)
        return known

    def _winners(
        self, leader: int, faces: tuple[Card | None, ...], left: frozenset[Card] | None
    ) -> tuple[int, ...]:
        """Return who may have won; a card that nobody saw is one of `left`, if that is known."""
        size = len(self._seats)
        won = self._winner(faces)
        if won is not None:
            return ((leader + won) % size,)
        if left:
            gap = faces.index(None)
            each = [self._winner((*faces[:gap], face, *faces[gap + 1 :])) for face in left]
            may = {at for at in each if at is not None}
            if None not in each:
                return tuple([(leader + at) % size for at in sorted(may)])
        shown = [at for at, face in enumerate(faces) if face is not None]
        best = self._winner(tuple([faces[at] for at in shown])) if shown else None
        if best is None or faces[0] is None:
            # An unseen lead may have been of any suit.
            return tuple(range(size))
        unseen = [at for at, face in enumerate(faces) if face is None]
        return tuple([(leader + at) % size for at in (shown[best], *unseen)])

    def _winner(self, faces: tuple[Card | None, ...]) -> int | None:
        if faces not in self._won:
            _keep(self._won, faces, self._rule(faces))
        return self._won[faces]

    def _led(self, hypothesis: Hypothesis, cards: Cards) -> float:
        """Return what leads by others than won, and tricks that went elsewhere, cost."""
        cost = 0.0
        before: Trick | None = None
        for trick in hypothesis.tricks:
            cost += self.lead_cost(before, trick.leader, cards) + self.taker_cost(trick, cards)
            before = trick
        return cost

    def taker_cost(self, trick: Trick, cards: Cards) -> float:
        """Return what it costs that a trick went where it was seen to go."""
        taker = self._taker(trick)
        if taker is None:
            return 0.0
        may = self.may_have_won(trick, cards)
        return math.log(len(may)) + self._priors.other_taker * (taker not in may)

    def lead_cost(self, before: Trick | None, leader: int, cards: Cards) -> float:
        """Return what it costs that `leader` leads after the trick `before`."""
        if before is None:
            return self._first * (self._leader != leader)
        may = self.may_have_won(before, cards)
        if leader not in may:
            return self._priors.other_lead
        taker = self._taker(before)
        if taker is None or len(may) == 1:
            return math.log(len(may))
        return 0.0 if taker == leader else self._priors.other_taker

    def _taker(self, trick: Trick) -> int | None:
        sweep = trick.sweep
        return None if sweep is None or sweep == UNSEEN_SWEEP else self.taker[sweep]


def _expected(record: DealRecord) -> Mapping[Card, float]:
    """Return what the rules hold against each card that may come next."""
    gone = {play.card for play in record.plays}
    return {face: nats for face, nats in penalties(record).items() if face not in gone}


def _first(read: tuple[float, dict[int, Card]]) -> float:
    return read[0]


def _keep(kept: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = value
