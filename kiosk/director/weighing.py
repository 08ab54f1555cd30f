"""How likely a hypothesis of a deal is, in nats: all that is known of it in one sum.

Cards as they look, each in the deck once; places against the seats they would be of; the order they
came in; who led against who won, and where tricks went; what the rules expect of each card (people
do revoke, so that only costs); and what is unusual (`priors`). 0 is a deal in which nothing is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.deal.record import DealRecord, Play
from engine.games.facts import TrickRule
from engine.referee.evaluation import penalties
from kiosk.director.deal_decoding import each_once
from kiosk.director.hypothesis import NOBODY, NOT_SEEN_GOING, Hypothesis, Trick
from kiosk.director.priors import SAME_REST_S, Priors

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
Matrix = NDArray[np.float64]
Cards = Mapping[int, Card]
"""The card of each look that is a play, as the deal is best explained."""
_MOST_KEPT = 4096
"""Results kept of each kind: some ten cards' worth of hypotheses."""
_FLOOR = -30.0
_FEW_LEFT = 6
"""With so few cards left, which of them a missed card may be tells who can have won its trick."""


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

    __slots__ = ("after", "nats", "record", "tricks")

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.nats: Mapping[Card, float] | None = None
        self.after: dict[tuple[int, Card | None], _Expectation] = {}
        self.tricks: dict[object, tuple[float, _Expectation]] = {}
        """What whole tricks that follow cost, and what is expected after them."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What some looks together say of their cards."""

    looks: tuple[int, ...]
    """Those that were seen, in the order of the rows."""
    rows: Matrix
    """Log-likelihood of each card of the deck, a row a look."""
    most: float
    """Of the likeliest card of each look together, other looks at the same cards included."""
    fixed: Mapping[int, int]
    """Of rows whose card a person told the column of the card."""
    told: Mapping[int, Card]
    """Cards a person told."""
    doubtful: tuple[float, int]
    """By how much the most doubtful look leads, and which that is."""
    otherwise: dict[int, tuple[float, Mapping[int, Card]]] = field(default_factory=dict)
    """Readings in which one look is not what it is best explained as, as far as asked for."""


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
        self._assigned: dict[object, tuple[_Evidence, float, Mapping[int, Card]]] = {}
        self._rows: dict[int, Matrix | None] = {}
        self._peaks: dict[int, float] = {}
        self._told: set[int] = set()
        """The looks of which a person said what they are."""
        self._placed: dict[Trick, float] = {}
        self._won: dict[tuple[Card | None, ...], int | None] = {}
        self._may_have_won: dict[object, tuple[int, ...]] = {}

    def add(self, seen: Seen) -> int:
        """Take in one more look; return its number."""
        self.seen.append(seen)
        number = len(self.seen) - 1
        if seen.told is not None:
            self._told.add(number)
        return number

    def changed(self) -> None:
        """Forget what was worked out: something seen before looks otherwise now."""
        self._assigned.clear()
        self._placed.clear()
        self._rows.clear()
        self._told = {look for look, seen in enumerate(self.seen) if seen.told is not None}

    def weigh(self, hypothesis: Hypothesis, least: float = -math.inf) -> Weighed | None:
        """Return how likely a hypothesis is; None where it is surely below `least` nats."""
        apart = sum([self.placed(trick) for trick in hypothesis.tricks]) - hypothesis.cost
        read = self._read_by_duties(hypothesis, least - apart)
        if read is None:
            return None
        nats, cards = read
        return Weighed(hypothesis, nats + apart - self._led(hypothesis, cards), cards)

    def _read_by_duties(
        self, hypothesis: Hypothesis, least: float
    ) -> tuple[float, Mapping[int, Card]] | None:
        """Return what the cards and what the rules hold against them cost, and the cards.

        One reading may be legal where the likelier by look is not, or make other plays legal. None
        where no reading reaches `least`.
        """
        key = (
            frozenset([look for trick in hypothesis.tricks for look in trick.looks]),
            hypothesis.same,
        )
        known = self._assigned.get(key)
        if known is None:
            evidence = self._evidence(hypothesis)
            known = (evidence, *self._read(evidence, {}))
            _keep(self._assigned, key, known)
        evidence, loss, cards = known
        if -loss < least:
            return None
        duties = self._duties(hypothesis, cards)
        best = -loss - duties, cards
        if loss > 0.5 * self._priors.misread:
            # Some card lies twice as it looks; which of them is another the rules tell as well.
            again, others = self._read(evidence, self._against(hypothesis, cards))
            best = max(best, (-again - self._duties(hypothesis, others), others), key=_first)
        lead, look = evidence.doubtful
        if lead < duties and look in cards:
            # The most doubtful look is another card, if the rules hold so much against it.
            if look not in evidence.otherwise:
                evidence.otherwise[look] = self._read(evidence, {look: {cards[look]: -_FLOOR}})
            again, others = evidence.otherwise[look]
            if -again > max(best[0], least):
                best = max(best, (-again - self._duties(hypothesis, others), others), key=_first)
        return best

    # Cards.

    def _evidence(self, hypothesis: Hypothesis) -> _Evidence:
        again: dict[int, list[int]] = {}
        for first, second in hypothesis.same:
            again.setdefault(first, []).append(second)
        rows: list[Matrix] = []
        looks: list[int] = []
        fixed: dict[int, int] = {}
        told: dict[int, Card] = {}
        most = 0.0
        doubtful = math.inf, NOBODY
        for look in sorted([each for trick in hypothesis.tricks for each in trick.looks]):
            if look == NOBODY:
                continue
            if look not in self._told:
                doubtful = min(doubtful, (self.seen[look].lead, look))
            if look not in again and look not in self._told:
                row = self._row(look)
                if row is not None:
                    most += self._peaks[look]
                    rows.append(row)
                    looks.append(look)
                continue
            shown = [look, *again.get(look, ())]
            word = next((w for each in shown if (w := self.seen[each].told) is not None), None)
            if word is not None:
                told[look] = word
                if word in self._column:
                    # What a person said goes before this look; another one has to look like it.
                    at = self._column[word]
                    others = [self._row(each) for each in shown[1:]]
                    most += sum([float(r.max() - r[at]) for r in others if r is not None])
                    fixed[len(rows)] = at
                    rows.append(np.zeros(len(self._deck)))
                    looks.append(look)
                continue
            seen = [row for each in shown if (row := self._row(each)) is not None]
            if seen:
                most += sum([float(row.max()) for row in seen])
                rows.append(seen[0] if len(seen) == 1 else np.sum(seen, axis=0))
                looks.append(look)
        matrix = np.array(rows) if rows else np.empty((0, len(self._deck)))
        return _Evidence(tuple(looks), matrix, most, fixed, told, doubtful)

    def _row(self, look: int) -> Matrix | None:
        if look not in self._rows:
            row = self.seen[look].row
            self._rows[look] = None if row is None else np.array(row)
            self._peaks[look] = 0.0 if row is None else max(row)
        return self._rows[look]

    def _read(
        self, evidence: _Evidence, against: Mapping[int, Mapping[Card, float]]
    ) -> tuple[float, Mapping[int, Card]]:
        """Return what it costs that some cards look otherwise, and the cards, each once.

        `against` is held against some cards of some looks beside that, nats.
        """
        rows = evidence.rows
        extra = np.zeros_like(rows) if against else None
        for number, look in enumerate(evidence.looks):
            for face, nats in against.get(look, {}).items():
                if extra is not None and face in self._column:
                    extra[number, self._column[face]] = nats
        chosen = each_once(rows if extra is None else rows - extra, evidence.fixed)
        cards = dict(evidence.told)
        seen = chosen < len(self._deck)
        scores = rows[seen, chosen[seen]]
        loss = evidence.most - float(np.maximum(scores, _FLOOR).sum())
        loss -= _FLOOR * (len(chosen) - len(scores))
        for look, at in zip(evidence.looks, chosen.tolist(), strict=True):
            if at < len(self._deck) and look not in evidence.told:
                cards[look] = self._deck[at]
        return loss, cards

    # What the rules expect.

    def _duties(self, hypothesis: Hypothesis, cards: Cards) -> float:
        """Return what plays that the rules do not expect cost."""
        if self._nodes > _MOST_KEPT:
            self._root, self._nodes = _Expectation(self._record), 1
        node, nats = self._root, 0.0
        for trick in hypothesis.tricks:
            faces = tuple(map(cards.get, trick.looks))
            told = tuple([look for look in trick.looks if look in self._told])
            key = (trick.leader, faces, told)
            known = node.tricks.get(key)
            if known is None:
                known = node.tricks[key] = self._trick_duties(node, trick, cards)
            nats += known[0]
            node = known[1]
        return nats

    def _trick_duties(
        self, node: _Expectation, trick: Trick, cards: Cards
    ) -> tuple[float, _Expectation]:
        nats = 0.0
        for look, before, face, after in self._plays(node, trick, cards):
            if face is not None:
                if before.nats is None:
                    before.nats = _expected(before.record)
                if look not in self._told:
                    nats += before.nats.get(face, 0.0)
            node = after
        return nats, node

    def _against(self, hypothesis: Hypothesis, cards: Cards) -> dict[int, Mapping[Card, float]]:
        """Return what the rules hold against other cards of each look."""
        against: dict[int, Mapping[Card, float]] = {}
        node = self._root
        for trick in hypothesis.tricks:
            for look, before, _, after in self._plays(node, trick, cards):
                if before.nats is not None:
                    against[look] = before.nats
                node = after
        return against

    def _plays(
        self, node: _Expectation, trick: Trick, cards: Cards
    ) -> Iterator[tuple[int, _Expectation, Card | None, _Expectation]]:
        """Yield of each play of a trick its look, what is expected of it, its card, and after it.

        `node` is what is expected of the first.
        """
        seats = self._seats
        for at, look in enumerate(trick.looks):
            place = (trick.leader + at) % len(seats)
            face = cards.get(look)
            following = node.after.get((place, face))
            if following is None:
                record = node.record.branch(Play(seats[place], face))
                following = node.after[(place, face)] = _Expectation(record)
                self._nodes += 1
            yield look, node, face, following
            node = following

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
            if trick.seen or not hypothesis.next_deal:
                # Of the tricks that a deal lacks when it is over nothing is held of who led.
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
        if len(may) == 1:
            return 0.0
        taker = self._taker(before)
        if taker is None:
            return math.log(len(may))
        return 0.0 if taker == leader else self._priors.other_taker

    def _taker(self, trick: Trick) -> int | None:
        sweep = trick.sweep
        return None if sweep is None or sweep in NOT_SEEN_GOING else self.taker[sweep]


def _expected(record: DealRecord) -> Mapping[Card, float]:
    """Return what the rules hold against each card that may come next."""
    gone = {play.card for play in record.plays}
    return {face: nats for face, nats in penalties(record).items() if face not in gone}


def _first(read: tuple[float, Mapping[int, Card]]) -> float:
    return read[0]


def _keep(kept: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = value
