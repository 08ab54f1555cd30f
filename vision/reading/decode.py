"""Which card was which: one assignment over the whole deal.

Every card is in the deck once, so the plays of a deal are decoded together: the assignment of
cards to plays with the greatest total log-likelihood. Barring cards greedily as they are read is
worse than not barring at all (one early misread poisons a later card); the whole deal is solved
again after each card instead. How sure a reading is follows from the same sum: its regret is what
the best assignment in which this play was another card would cost.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from engine.cards import Card
from vision.arrays import Floats

NOT_A_CARD_COST = 40.0
"""Nats for leaving a play without a card: only where the deck has none left for it."""
_FLOOR = -30.0
_ALTERNATIVES = 4


@dataclass(frozen=True, slots=True)
class Decoding:
    """The deal as it is best explained. All tuples run over the plays, in their order."""

    best: tuple[Card | None, ...]
    """The card of each play; None where the deck has no card left for it."""
    regret: tuple[float, ...]
    """Nats the best deal in which this play was another card is worse; infinite where fixed."""
    alternatives: tuple[tuple[tuple[Card, float], ...], ...]
    """The likeliest other cards of each play with their regret, best first."""
    probability: tuple[float, ...]
    """Of the best card, by the regrets of all others; 1 where fixed."""


def decode(
    scores: Sequence[Sequence[float]],
    cards: Sequence[Card],
    penalties: Sequence[Mapping[Card, float]] | None = None,
    fixed: Mapping[int, Card] | None = None,
) -> Decoding:
    """Assign a card to each play.

    Args:
        scores: one row a play, one log-likelihood a card in the order of `cards`.
        cards: the enrolled deck's cards, each in the deck once.
        penalties: nats to take off a card's score, one mapping a play; soft, for people do revoke.
        fixed: plays answered by a person, by index; a fixed card is open to no other play. Two
            plays fixed to the same card are both believed.

    Raises:
        ValueError: a row or `penalties` has the wrong length, or `fixed` names no play.
    """
    fixed = dict(fixed or {})
    _check(scores, cards, penalties, fixed)
    cost = _costs(scores, cards, penalties)
    open_plays = [play for play in range(len(scores)) if play not in fixed]
    taken = set(fixed.values())
    open_cards = [index for index, card in enumerate(cards) if card not in taken]
    reduced = cost[np.ix_(open_plays, open_cards)] if open_plays else np.zeros((0, 0))
    chosen, regrets = _solve(reduced)
    best: list[Card | None] = [fixed.get(play) for play in range(len(scores))]
    regret = [math.inf] * len(scores)
    others: list[tuple[tuple[Card, float], ...]] = [()] * len(scores)
    probability = [1.0] * len(scores)
    for row, play in enumerate(open_plays):
        own = chosen[row]
        best[play] = cards[open_cards[own]] if own < len(open_cards) else None
        ranked = sorted(
            (float(regrets[row, column]), index)
            for column, index in enumerate(open_cards)
            if column != own
        )
        others[play] = tuple((cards[index], nats) for nats, index in ranked[:_ALTERNATIVES])
        regret[play] = ranked[0][0] if ranked else math.inf
        probability[play] = 1.0 / (1.0 + sum(math.exp(-min(nats, 700.0)) for nats, _ in ranked))
    return Decoding(tuple(best), tuple(regret), tuple(others), tuple(probability))


def _check(
    scores: Sequence[Sequence[float]],
    cards: Sequence[Card],
    penalties: Sequence[Mapping[Card, float]] | None,
    fixed: Mapping[int, Card],
) -> None:
    if any(len(row) != len(cards) for row in scores):
        raise ValueError("every play needs one score for each card")
    if penalties is not None and len(penalties) != len(scores):
        raise ValueError("penalties need one mapping for each play")
    if any(not 0 <= play < len(scores) for play in fixed):
        raise ValueError("fixed names a play that is not there")


def _costs(
    scores: Sequence[Sequence[float]],
    cards: Sequence[Card],
    penalties: Sequence[Mapping[Card, float]] | None,
) -> Floats:
    cost = -np.maximum(np.asarray(scores, float).reshape(len(scores), len(cards)), _FLOOR)
    column = {card: index for index, card in enumerate(cards)}
    for play, mapping in enumerate(penalties or ()):
        for card, nats in mapping.items():
            if card in column:
                cost[play, column[card]] += nats
    return np.asarray(cost, float)


def _solve(cost: Floats) -> tuple[list[int], Floats]:
    """Return each row's column and, for every row and column, what forcing the pair would cost.

    The matrix is made square: a column of its own for each play that gets no card, and rows of
    cost nothing for the cards that are not played. Between two perfect matchings lie only closed
    exchanges, so the best matching through a pair is the cheapest closed exchange through it:
    one run of all-pairs shortest paths gives the regrets of all pairs at once, exactly.
    """
    rows, columns = cost.shape
    size = rows + columns
    square = np.zeros((size, size))
    square[:rows, :columns] = cost
    square[:rows, columns:] = NOT_A_CARD_COST
    assigned_rows, assigned = linear_sum_assignment(square)
    own = np.empty(size, int)
    own[assigned_rows] = assigned
    step = square[:, own] - square[np.arange(size), own][:, None]
    path = step.copy()
    for middle in range(size):
        path = np.minimum(path, path[:, middle : middle + 1] + path[middle : middle + 1, :])
    owner = np.empty(size, int)
    owner[own] = np.arange(size)
    regrets = np.zeros((rows, columns))
    for column in range(columns):
        holder = owner[column]
        regrets[:, column] = step[:rows, holder] + path[holder, :rows]
        if holder < rows:
            regrets[holder, column] = 0.0
    return [int(value) for value in own[:rows]], np.maximum(regrets, 0.0)
