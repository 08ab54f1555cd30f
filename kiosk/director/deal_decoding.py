"""The running deal decoded as a whole: all plays, all scores, one assignment."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import Card, Family, Suit, UnknownCardError, french_twin, german_twin
from engine.deal.record import DealRecord, Play
from engine.evening.deal import DealState
from engine.games import game
from engine.referee.evaluation import penalties
from engine.scores import Scores
from kiosk.director.priors import PRIORS
from kiosk.director.seen_plays import nats, supposed
from vision.reading.reader import NOT_A_CARD_COST, Decoding, decode

T = TypeVar("T")
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Seen = tuple[tuple[tuple[float, ...], ...], tuple[tuple[int, Card], ...]]
"""Scores of the plays, and those whose card a person said."""
_Expected = tuple[Mapping[Card, float], ...]

LIKELY_NATS = 6.0
"""Readings up to this much worse than the best one are still held possible (about 1 in 400)."""
_MOST_OPTIONS = 4
"""Cards a person is offered for a play."""
_MOST_KEPT = 256
"""Results kept of each kind: a few deals with all that was weighed in them, some 20 kB each."""
_FORCED = 1e4


class DecodedDeck:
    """The cards of the deal in play, and where their scores stand in the enrolled profile."""

    def __init__(self, playing: Sequence[Card], profile: Sequence[Card]) -> None:
        columns = {face: column for column, face in enumerate(profile)}
        printed = {face: _printed(face, profile[0].family) for face in playing}
        found = {face: columns[twin] for face, twin in printed.items() if twin in columns}
        self.columns = tuple(found.values())
        self.cards = tuple(found)
        self.row_of = {face: at for at, face in enumerate(self.cards)}
        """Where a card stands in a row of scores."""
        self.missing = tuple(face for face in playing if face not in found)

    def scores(self, log_scores: Sequence[float]) -> tuple[float, ...]:
        """Return the scores of this deck's cards."""
        return tuple([log_scores[column] for column in self.columns])


def _printed(face: Card, family: Family) -> Card | None:
    if face.family is family:
        return face
    try:
        return french_twin(face) if family is Family.FRENCH else german_twin(face)
    except UnknownCardError:
        return None


def lacking(records: Iterable[DealRecord], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards these deals are played with that a deck does not hold, each once."""
    missing: dict[Card, None] = {}
    for record in records:
        count = record.players - len(record.out)
        playing = game(record.game).deck(record.rules, count, record.family)
        missing |= dict.fromkeys(DecodedDeck(playing, cards).missing)
    return tuple(missing)


@dataclass(frozen=True)
class DealReading:
    """The plays of a deal as they are best explained."""

    seqs: tuple[int, ...]
    cards: tuple[Card, ...]
    """The deck in play; the rows run in this order."""
    rows: tuple[tuple[float, ...], ...]
    seen: tuple[bool, ...]
    """Whether the play was seen (or told) at all."""
    fixed: Mapping[int, Card]
    soft: tuple[Mapping[Card, float], ...]
    """What the rules expect of each play: nats against cards that would break them."""
    decoding: Decoding
    loss: float
    """Nats by which the deal is less likely than its cards each for itself: two plays that look
    like the same card cost about what the second-best reading of one of them costs."""

    def sure(self, play: int, nats: float) -> bool:
        """Whether every other reading of the play is at least `nats` worse."""
        return self.decoding.regret[play] >= nats

    def likely_others(self, nats: float) -> Iterator[tuple[int, Card, float]]:
        """Return every other reading of a seen play that is less than `nats` worse."""
        for play in range(len(self.seqs)):
            for face, worse in self.decoding.alternatives[play]:
                if worse < nats and self.seen[play]:
                    yield play, face, worse

    def options(self, play: int) -> tuple[Card, ...]:
        """Return what the play may be, likeliest first."""
        best = self.decoding.best[play]
        others = [face for face, _ in self.decoding.alternatives[play]]
        every = ([best] if best is not None else []) + others
        return tuple(every[:_MOST_OPTIONS])

    def by_look(self, play: int) -> tuple[Card, ...]:
        """Return what the play looks like, likeliest first, whatever else was played.

        The best reading comes first, for it lies on the page; nothing follows it where the play
        was not seen.
        """
        best = self.decoding.best[play]
        first = () if best is None else (best,)
        row = self.rows[play]
        if len(set(row)) <= 1:
            return first
        ranked = sorted(zip(row, self.cards, strict=True), key=lambda scored: -scored[0])
        return (*first, *(face for _, face in ranked if face is not best))[:_MOST_OPTIONS]


class DealReader:
    """Decodes the deals of one game with one deck, each deal once.

    What was worked out is kept by value: by what was seen of the plays, what people said of them,
    and whose turn it was. So a card that is weighed, recorded and then shown is decoded once.
    """

    def __init__(self, deck: DecodedDeck, *, told: bool = False) -> None:
        """Read with a deck; where the plays' scores are another's, all stays as it was `told`."""
        self.deck = deck
        self._told = told
        self._flat = (-math.log(max(1, len(deck.cards))),) * len(deck.cards)
        self._rows: dict[Scores, tuple[float, ...]] = {}
        """Scores as they are recorded, as scores of this deck's cards."""
        self._expected: dict[tuple[str, str, Suit | None, tuple[Play, ...]], _Expected] = {}
        """What the rules expect of each card laid and of the next one, by what was laid."""
        self._assigned: dict[_Seen, tuple[Card | None, ...]] = {}
        self._decodings: dict[tuple[_Seen, int], tuple[_Expected, Decoding]] = {}

    def read(self, deal: DealState, coming: Scores | None = None) -> DealReading:
        """Decode the deal; `coming` are the recorded scores of a play that is not recorded yet."""
        rows: list[tuple[float, ...]] = []
        seen: list[bool] = []
        fixed: dict[int, Card] = {}
        for index, laid in enumerate(deal.laid):
            scores = None if self._told else laid.scores
            told = laid.card if laid.fixed or self._told else None
            if told is not None and told in self.deck.cards:
                fixed[index] = told
            rows.append(self._flat if scores is None else self._row(scores))
            seen.append(scores is not None or told is not None)
        if coming is not None:
            rows.append(self._row(coming))
            seen.append(True)
        plays: _Seen = (tuple(rows), tuple(fixed.items()))
        soft = self._soft(deal, plays)
        plain = DealReading(
            deal.seqs,
            self.deck.cards,
            plays[0],
            tuple(seen),
            fixed,
            soft,
            decoding := self._decode(plays, soft),
            self._loss(plays[0], seen, fixed, decoding),
        )
        return plain if coming is not None else self._by_leads(deal, plain)

    def _row(self, scores: Scores) -> tuple[float, ...]:
        row = self._rows.get(scores)
        if row is None:
            row = self._rows[scores] = self.deck.scores(nats(scores))
            _forget_oldest(self._rows)
        return row

    def _decode(self, plays: _Seen, soft: _Expected) -> Decoding:
        # What is expected is kept as well, so that its identity stands for its value.
        key = (plays, id(soft))
        kept = self._decodings.get(key)
        if kept is None:
            decoding = decode(plays[0], self.deck.cards, soft, dict(plays[1]))
            kept = self._decodings[key] = soft, decoding
            _forget_oldest(self._decodings)
        return kept[1]

    def _loss(
        self,
        rows: Sequence[tuple[float, ...]],
        seen: Sequence[bool],
        fixed: Mapping[int, Card],
        decoding: Decoding,
    ) -> float:
        """Return by how many nats the deal is less likely than its cards each for itself."""
        loss = 0.0
        for index, row in enumerate(rows):
            if index in fixed or not seen[index]:
                continue
            best = decoding.best[index]
            loss += max(row) - (min(row) - 1.0 if best is None else row[self.deck.row_of[best]])
        return loss

    def _by_leads(self, deal: DealState, plain: DealReading) -> DealReading:
        """Doubt the cards that decided tricks after which another led than won by them.

        One card misread gives the lead to the wrong seat. Which of two readings is the better one
        who led next tells, unless that was a mistake (`priors.other_lead`).
        """
        size = len(deal.head.active)
        best = plain.decoding.best
        for start in range(size, len(deal.laid), size):
            first = start - size
            trick = [
                best[at] if plain.seen[at] else deal.laid[at].card for at in range(first, start)
            ]
            won = deal.rule(trick)
            led = deal.laid[start]
            if led.led is None or won is None or deal.laid[first + won].seat == led.seat:
                continue
            for play, face, worse in sorted(
                plain.likely_others(PRIORS.other_lead), key=lambda other: other[2]
            ):
                if not first <= play < start or play in plain.fixed:
                    continue
                there = [*trick[: play - first], face, *trick[play - first + 1 :]]
                other = deal.rule(there)
                if other is not None and deal.laid[first + other].seat == led.seat:
                    plain = self._torn(plain, PRIORS.other_lead - worse, play, face)
                    best = plain.decoding.best
                    break
        return plain

    def _torn(self, plain: DealReading, gain: float, play: int, face: Card) -> DealReading:
        """Return the reading where `play` is `face` if that gains, else with its lead cut down."""
        decoding, other = plain.decoding, face
        first = decoding.best[play]
        if gain > 0 and first is not None:
            decoding, other = self._decoded(plain, {play: face}), first
        rest = [pair for pair in plain.decoding.alternatives[play] if pair[0] not in (face, other)]
        ranked = sorted([(other, abs(gain)), *rest], key=lambda pair: pair[1])
        chance = 1.0 / (1.0 + sum(math.exp(-nats) for _, nats in ranked))
        torn = replace(
            decoding,
            regret=_with(decoding.regret, play, ranked[0][1]),
            alternatives=_with(decoding.alternatives, play, tuple(ranked)),
            probability=_with(decoding.probability, play, chance),
        )
        return replace(plain, decoding=torn)

    def again(self, read: DealReading, forced: Mapping[int, Card]) -> tuple[Card | None, ...]:
        """Return the best cards of all plays if some of them were these."""
        return assigned(self.deck.cards, read.rows, {**read.fixed, **forced}, read.soft)

    def _decoded(self, read: DealReading, forced: Mapping[int, Card]) -> Decoding:
        return decode(read.rows, self.deck.cards, read.soft, {**read.fixed, **forced})

    def _soft(self, deal: DealState, plays: _Seen) -> _Expected:
        """Return what the rules expect of each play, those yet to be recorded included.

        They are asked about the deal as the cards alone explain it, not as it happens to be
        recorded: else a correction would change what is expected, and with it the correction.
        """
        best = self._assigned.get(plays)
        if best is None:
            best = self._assigned[plays] = assigned(self.deck.cards, plays[0], dict(plays[1]))
            _forget_oldest(self._assigned)
        there = supposed(deal, best[: len(deal.laid)]).record
        return self._expect(there, len(plays[0]))

    def _expect(self, record: DealRecord, count: int) -> _Expected:
        """Return the soft cost of each card as one of the first `count` plays, in nats.

        What is already played needs no cost here: the assignment uses each card once.
        """
        if count == 0:
            return ()
        called, prefix = record.contract, record.plays[: count - 1]
        kind, suit = ("", None) if called is None else (called.kind, called.suit)
        key = (record.id, kind, suit, prefix)
        known = self._expected.get(key)
        if known is None:
            said = penalties(replace(record, plays=prefix))
            gone = {play.card for play in prefix}
            here = {face: nats for face, nats in said.items() if face not in gone}
            known = self._expected[key] = (*self._expect(record, count - 1), here)
            _forget_oldest(self._expected)
        return known


def _forget_oldest(kept: dict[_Key, _Value]) -> None:
    if len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def assigned(
    cards: Sequence[Card],
    rows: Sequence[tuple[float, ...]],
    fixed: Mapping[int, Card],
    soft: Sequence[Mapping[Card, float]] = (),
) -> tuple[Card | None, ...]:
    """Return the best cards of all plays, without their regrets."""
    column = {face: index for index, face in enumerate(cards)}
    scores = np.array(rows) if rows else np.empty((0, len(cards)))
    for index, expected in enumerate(soft):
        for face, penalty in expected.items():
            if face in column:
                scores[index, column[face]] -= penalty
    chosen = each_once(scores, {index: column[face] for index, face in fixed.items()})
    return tuple([cards[at] if at < len(cards) else None for at in chosen.tolist()])


def each_once(scores: NDArray[np.float64], fixed: Mapping[int, int]) -> NDArray[np.int64]:
    """Return of each row the column that is best where none is taken twice.

    Where it had best be no card the column is beyond those of `scores`. `fixed` says of some rows
    which column it is.
    """
    count, width = scores.shape
    cost = np.full((count, width + count), NOT_A_CARD_COST)
    np.negative(scores, out=cost[:, :width])
    for index, at in fixed.items():
        cost[index, at] = -_FORCED
    chosen: NDArray[np.int64] = linear_sum_assignment(cost)[1]
    return chosen
