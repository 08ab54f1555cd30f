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
from numpy.typing import NDArray
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
    plays, count = len(scores), len(cards)
    if set(map(len, scores)) - {count}:
        raise ValueError("every play needs one score for each card")
    if penalties is not None and len(penalties) != plays:
        raise ValueError("penalties need one mapping for each play")
    if not fixed.keys() <= set(range(plays)):
        raise ValueError("fixed names a play that is not there")
    cost = -np.maximum(np.asarray(scores, float).reshape(plays, count), _FLOOR)
    column = {card: index for index, card in enumerate(cards)}
    for play, mapping in enumerate(penalties or ()):
        for card, nats in mapping.items():
            if card in column:
                cost[play, column[card]] += nats
    taken = set(fixed.values())
    open_plays = [play for play in range(plays) if play not in fixed]
    open_cards = [card for card in cards if card not in taken]
    own, regrets = _solve(cost[open_plays][:, [column[card] for card in open_cards]])
    # A play's own card is no alternative to itself; a play without a card has none of its own.
    held = np.flatnonzero(own < len(open_cards))
    regrets[held, own[held]] = np.inf
    ranking = np.argsort(regrets, axis=1, kind="stable")[:, :_ALTERNATIVES]
    ranked = np.take_along_axis(regrets, ranking, axis=1)
    sure = 1.0 / (1.0 + np.exp(-regrets).sum(1))
    best: list[Card | None] = [fixed.get(play) for play in range(plays)]
    regret = [math.inf] * plays
    others: list[tuple[tuple[Card, float], ...]] = [()] * plays
    probability = [1.0] * plays
    for row, play in enumerate(open_plays):
        others[play] = tuple(
            [
                (open_cards[index], nats)
                for index, nats in zip(ranking[row].tolist(), ranked[row].tolist(), strict=True)
                if index != own[row]
            ]
        )
        if own[row] < len(open_cards):
            best[play] = open_cards[own[row]]
        if others[play]:
            regret[play] = others[play][0][1]
        probability[play] = float(sure[row])
    return Decoding(tuple(best), tuple(regret), tuple(others), tuple(probability))


def _solve(cost: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return each row's column and, for every row and column, what forcing the pair would cost.

    A row that gets none has a number beyond the columns.

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
    own = linear_sum_assignment(square)[1]
    step = square[:, own] - square[np.arange(size), own][:, None]
    path = step.copy()
    for middle in range(size):
        through = path[:, middle : middle + 1] + path[middle : middle + 1, :]
        np.minimum(path, through, out=path)
    holders = np.argsort(own)[:columns]
    regrets = np.maximum(step[:rows, holders] + path[holders, :rows].T, 0.0)
    played = np.flatnonzero(holders < rows)
    regrets[holders[played], played] = 0.0
    return own[:rows], regrets
