"""The running deal decoded as a whole: all plays, all scores, one assignment."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from engine.cards import Card, Family, UnknownCardError, french_twin, german_twin
from engine.games import penalties
from engine.record import DealRecord
from engine.state import DealState
from kiosk.looks import look
from kiosk.suppose import seating, supposed
from vision.reading.decode import NOT_A_CARD_COST, Decoding, decode

T = TypeVar("T")

LIKELY_NATS = 6.0
"""Readings up to this much worse than the best one are still held possible (about 1 in 400)."""
DOUBT_NATS = 6.0
"""Places that fit the seats worse than this in sum (two cards at least) make the cards doubtful."""

_MOST_SUPPOSED = 12
_FORCED = 1e4


class Deck:
    """The cards of the deal in play, and where their scores stand in the enrolled profile."""

    def __init__(self, playing: Sequence[Card], profile: Sequence[Card]) -> None:
        columns = {face: column for column, face in enumerate(profile)}
        printed = {face: _printed(face, profile[0].family) for face in playing}
        found = {face: columns[twin] for face, twin in printed.items() if twin in columns}
        self.columns = tuple(found.values())
        self.cards = tuple(found)
        self.missing = tuple(face for face in playing if face not in found)

    def scores(self, log_scores: Sequence[float]) -> tuple[float, ...]:
        """Return the scores of this deck's cards."""
        return tuple(log_scores[column] for column in self.columns)


def _printed(face: Card, family: Family) -> Card | None:
    if face.family is family:
        return face
    try:
        return french_twin(face) if family is Family.FRENCH else german_twin(face)
    except UnknownCardError:
        return None


@dataclass(frozen=True)
class Reading:
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

    def options(self, play: int, most: int = 4) -> tuple[Card, ...]:
        """Return what the play may be, likeliest first."""
        best = self.decoding.best[play]
        others = [face for face, _ in self.decoding.alternatives[play]]
        every = ([best] if best is not None else []) + others
        return tuple(every[:most])

    def by_look(self, play: int, most: int = 4) -> tuple[Card, ...]:
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
        return (*first, *(face for _, face in ranked if face is not best))[:most]


class Reader:
    """Decodes the deals of one game with one deck; remembers what the rules said of each prefix."""

    def __init__(self, deck: Deck, angles: tuple[float, ...], *, told: bool = False) -> None:
        """Read with a deck; where the plays' scores are another's, all stays as it was `told`."""
        self.deck = deck
        self._told = told
        self._angles = angles
        self._flat = (-math.log(max(1, len(deck.cards))),) * len(deck.cards)
        self._known: dict[object, Mapping[Card, float]] = {}

    def read(self, deal: DealState, extra: Sequence[tuple[float, ...]] = ()) -> Reading:
        """Decode the deal, with `extra` scores (of the profile) as plays yet to be recorded."""
        rows: list[tuple[float, ...]] = []
        seen: list[bool] = []
        fixed: dict[int, Card] = {}
        for index, laid in enumerate(deal.laid):
            scores = None if self._told else look(laid).scores
            told = laid.card if laid.fixed or self._told else None
            if told is not None and told in self.deck.cards:
                fixed[index] = told
            rows.append(self._flat if scores is None else self.deck.scores(scores))
            seen.append(scores is not None or told is not None)
        rows.extend(self.deck.scores(scores) for scores in extra)
        seen.extend(True for _ in extra)
        soft = self._soft(deal, rows, fixed, len(extra))
        plain = reading(
            self.deck.cards, seqs=deal.seqs, rows=rows, seen=seen, fixed=fixed, soft=soft
        )
        return plain if extra else self._by_seats(deal, plain)

    def _by_seats(self, deal: DealState, plain: Reading) -> Reading:
        """Doubt the cards that won tricks where the seats that follow from them fit badly.

        One card misread hands the lead to the wrong seat and every later card with it. Where the
        cards lie does not say whose they are, but it tells which of two likely readings of that
        one card is the better.
        """
        here = supposed(deal, plain.decoding.best)
        fit = seating(here, self._angles)
        if fit > -DOUBT_NATS:
            return plain
        best: tuple[float, int, Card] | None = None
        others = sorted(plain.likely_others(LIKELY_NATS), key=lambda other: other[2])
        for play, face, nats in others[:_MOST_SUPPOSED]:
            there = supposed(deal, self.again(plain, {play: face}))
            gain = seating(there, self._angles) - fit - nats
            if best is None or gain > best[0]:
                best = (gain, play, face)
        return plain if best is None else self._torn(plain, *best)

    def _torn(self, plain: Reading, gain: float, play: int, face: Card) -> Reading:
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

    def again(self, read: Reading, forced: Mapping[int, Card]) -> tuple[Card | None, ...]:
        """Return the best cards of all plays if some of them were these."""
        return assigned(self.deck.cards, read.rows, {**read.fixed, **forced}, read.soft)

    def _decoded(self, read: Reading, forced: Mapping[int, Card]) -> Decoding:
        return decode(read.rows, self.deck.cards, read.soft, {**read.fixed, **forced})

    def _soft(
        self,
        deal: DealState,
        rows: Sequence[tuple[float, ...]],
        fixed: Mapping[int, Card],
        extra: int,
    ) -> tuple[Mapping[Card, float], ...]:
        """Return what the rules expect of each play.

        They are asked about the deal as the cards alone explain it, not as it happens to be
        recorded: else a correction would change what is expected, and with it the correction.
        """
        count = len(rows) - extra
        there = supposed(deal, assigned(self.deck.cards, rows, fixed)[:count]).record
        soft = [self._penalty(there, index) for index in range(count)]
        return (*soft, *[self._penalty(there, count)] * extra)

    def _penalty(self, record: DealRecord, index: int) -> Mapping[Card, float]:
        """Soft cost of a card as play `index`, in nats.

        What is already played needs no cost here: the assignment uses each card once.
        """
        prefix = record.plays[:index]
        called = record.contract
        key = (record.id, None if called is None else (called.kind, called.suit), prefix)
        if key not in self._known:
            if len(self._known) > 20_000:
                self._known.clear()
            said = penalties(replace(record, plays=prefix))
            gone = {play.card for play in prefix}
            self._known[key] = {face: nats for face, nats in said.items() if face not in gone}
        return self._known[key]


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def reading(
    cards: Sequence[Card],
    *,
    seqs: Sequence[int],
    rows: Sequence[tuple[float, ...]],
    seen: Sequence[bool],
    fixed: Mapping[int, Card],
    soft: Sequence[Mapping[Card, float]],
) -> Reading:
    """Decode rows of scores; `seqs` may be shorter than `rows` where plays are yet unrecorded."""
    decoding = decode(rows, cards, soft, fixed)
    column = {face: index for index, face in enumerate(cards)}
    loss = 0.0
    for index, row in enumerate(rows):
        best = decoding.best[index]
        if index in fixed or not seen[index]:
            continue
        loss += max(row) - (row[column[best]] if best is not None else min(row) - 1.0)
    return Reading(
        tuple(seqs),
        tuple(cards),
        tuple(rows),
        tuple(seen),
        dict(fixed),
        tuple(soft),
        decoding,
        loss,
    )


def assigned(
    cards: Sequence[Card],
    rows: Sequence[tuple[float, ...]],
    fixed: Mapping[int, Card],
    soft: Sequence[Mapping[Card, float]] = (),
) -> tuple[Card | None, ...]:
    """Return the best cards of all plays, without their regrets."""
    column = {face: index for index, face in enumerate(cards)}
    cost = np.full((len(rows), len(cards) + len(rows)), NOT_A_CARD_COST)
    if rows:
        cost[:, : len(cards)] = -np.asarray(rows)
    for index, expected in enumerate(soft):
        for face, nats in expected.items():
            if face in column:
                cost[index, column[face]] += nats
    for index, face in fixed.items():
        cost[index, column[face]] = -_FORCED
    _, chosen = linear_sum_assignment(cost)
    return tuple(cards[at] if at < len(cards) else None for at in chosen)
