"""Reads cards at proposed places, and all cards of a deal together.

Where the picture looks most like an enrolled card wins. Edges bring a proposal close; the last
millimetres are found by what is recognised there, because the embedding net notices a shifted crop
better than any edge detector does under overlap.

A cosine similarity is no probability. Divided by a temperature and normalised it is a usable
log-likelihood (`log_scores`); the temperature was chosen on rendered cards, never on photographs
or recorded evenings, and stands in `models.toml`. What is less like anything enrolled than a usual
view is trusted less, and no look is trusted without end.

Which card was which is one assignment over the whole deal (`decode`). Every card is in the deck
once, so the plays of a deal are decoded together: the assignment of cards to plays with the
greatest total log-likelihood. Barring cards greedily as they are read is worse than not barring at
all (one early misread poisons a later card); the whole deal is solved again after each card
instead. How sure a reading is follows from the same sum: its regret is what the best assignment in
which this play was another card would cost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import Card
from vision.arrays import Floats, Image
from vision.reading.nets import Nets, embed, half_turned
from vision.reading.pose import Edges, Pose, crop, crop_corners
from vision.reading.profile import Profile

_similarity = attrgetter("similarity")


class Likeness:
    """Gives a reading its words; whoever inherits holds the similarities to each card."""

    __slots__ = ()

    similarities: Floats

    @property
    def top(self) -> int:
        """Index of the most similar card."""
        return int(self.similarities.argmax())

    @property
    def similarity(self) -> float:
        """Similarity to the most similar card."""
        return float(self.similarities.max())

    @property
    def margin(self) -> float:
        """By how much the most similar card leads the next."""
        two = np.partition(self.similarities, -2)[-2:]
        return float(two[1] - two[0])


_STEP = 0.035
_TURN = 0.035
_GROW = 0.03
_ROUNDS = 4
_ENOUGH = 0.01
"""A round of climbing that gains less was wide enough: the next one takes smaller steps."""
_FINEST = 0.25
_FITTED = 6
"""Of many starts only the likeliest are fitted to edges."""
_EDGE_LOSS = 0.02


@dataclass(frozen=True, slots=True)
class CardReading(Likeness):
    """What is seen at a pose: the similarity to each card of the profile."""

    pose: Pose
    similarities: Floats


Skip = Callable[[CardReading], bool]
"""Knows readings that are explained already."""


def nothing(_: CardReading) -> bool:
    """Skip no reading."""
    return False


class CardReader:
    """Reads poses of pictures with one profile."""

    def __init__(self, profile: Profile, nets: Nets) -> None:
        self.profile = profile
        self.nets = nets
        self._edges: tuple[Image, Edges] | None = None
        self._vectors: tuple[Image, dict[Pose, Floats]] | None = None

    def edges(self, image: Image) -> Edges:
        """Return the edges of a picture; those of the last one asked for are kept.

        The picture must not be painted into between two calls.
        """
        if self._edges is None or self._edges[0] is not image:
            self._edges = (image, Edges(image))
        return self._edges[1]

    def read(self, image: Image, poses: Sequence[Pose]) -> list[CardReading]:
        """Read every pose as it is."""
        if not poses:
            return []
        rows = self.profile.similarities(self._embedded(image, poses))
        return [CardReading(pose, row) for pose, row in zip(poses, rows, strict=True)]

    def read_quads(self, image: Image, quads: Sequence[Floats]) -> list[Floats]:
        """Return how like each card what lies within four corners is, first side short."""
        if not quads:
            return []
        crops = np.stack([crop_corners(image, quad) for quad in quads])
        return list(self.profile.similarities(embed(self.nets.reading, crops)))

    def _embedded(self, image: Image, poses: Sequence[Pose]) -> Floats:
        """Return the net's vectors [n,128] at poses; those of the last picture are remembered.

        The picture must not be painted into between two calls.
        """
        if self._vectors is None or self._vectors[0] is not image:
            self._vectors = (image, {})
        known = self._vectors[1]
        new = [pose for pose in dict.fromkeys(poses) if pose not in known]
        if new:
            crops = np.stack([crop(image, pose) for pose in new])
            for pose, vector in zip(new, embed(self.nets.reading, crops), strict=True):
                known[pose] = vector
        return np.stack([known[pose] for pose in poses])

    def view(self, image: Image, pose: Pose) -> Floats:
        """Return the net's vectors [2,128] of what is at a pose, as it lies and turned by half."""
        turned = embed(self.nets.reading, half_turned(crop(image, pose)[None]))
        return np.concatenate([self._embedded(image, [pose]), turned])

    def likeness_to_back(self, image: Image, pose: Pose) -> float:
        """Return how like an enrolled back the picture is at a pose; -1 where none is enrolled."""
        vectors = self._embedded(image, [pose])
        return float(self.profile.likeness_to_negatives(vectors)[0, 0])

    def best(self, image: Image, poses: Sequence[Pose]) -> CardReading | None:
        """Read every pose and return the reading most similar to some card."""
        readings = self.read(image, poses)
        return max(readings, key=_similarity, default=None)

    def align(
        self, image: Image, start: CardReading, sizes: float = 0.0, rounds: int = _ROUNDS
    ) -> CardReading:
        """Climb to the most similar pose near `start`.

        `sizes` is how far, as a share, the size may wander from the start's: a camera that looks
        a little aslant sees far cards smaller.
        """
        top = self._climbed(image, start.pose, sizes, rounds)
        return top if top.similarity > start.similarity else start

    def _climbed(
        self, image: Image, start: Pose, sizes: float, rounds: int = _ROUNDS
    ) -> CardReading:
        best, step = self.read(image, [start])[0], 1.0
        for _ in range(rounds):
            around = self.read(image, _neighbours(best.pose, start, step, sizes))
            vertex = self.read(image, [_vertex(best, around, step)])
            found = max([*around, *vertex], key=_similarity)
            gain = found.similarity - best.similarity
            if gain > 0:
                best = found
            if gain < _ENOUGH:
                step /= 2
                if step < _FINEST:
                    break
        return best

    def locate(
        self,
        image: Image,
        edges: Edges,
        starts: Sequence[Pose],
        sizes: float = 0.0,
        skip: Skip = nothing,
    ) -> CardReading | None:
        """Return the best reading near any of the poses `starts`, or None without any.

        Readings that `skip` knows already do not count.
        """
        readings = self.read(image, starts)
        likeliest = sorted(readings, key=lambda reading: -reading.similarity)[:_FITTED]
        fits = [_fitted(edges, reading.pose) for reading in likeliest]
        readings += self.read(image, fits)
        readings = [reading for reading in readings if not skip(reading)]
        if not readings:
            return None
        found = max(readings, key=_similarity)
        there = self._climbed(image, found.pose, sizes)
        settled = self.on_edges(image, edges, there)
        return None if skip(settled) else settled

    def on_edges_of(self, image: Image, edges: Edges, start: Pose) -> CardReading:
        """Return the reading on the edges near the pose `start`."""
        return self.read(image, [_fitted(edges, start)])[0]

    def on_edges(self, image: Image, edges: Edges, reading: CardReading) -> CardReading:
        """Return the reading shifted onto the edges beside it, unless it is read worse there."""
        pose = reading.pose
        there = self.read(image, [edges.fit(pose, pose.height * 0.03, math.radians(2))])[0]
        return there if there.similarity >= reading.similarity - _EDGE_LOSS else reading


def _fitted(edges: Edges, start: Pose) -> Pose:
    return edges.fit(start, start.height * 0.07, math.radians(8))


def _neighbours(pose: Pose, origin: Pose, step: float, sizes: float) -> list[Pose]:
    """Return a pose on either side along each unknown: across, along, angle, size where it may."""
    reach = _STEP * pose.height * step
    c, s = math.cos(pose.theta) * reach, math.sin(pose.theta) * reach
    around = [pose.moved(c, s), pose.moved(-c, -s), pose.moved(-s, c), pose.moved(s, -c)]
    around += [pose.moved(theta=_TURN * step), pose.moved(theta=-_TURN * step)]
    grow = 1 + _GROW * step
    share = pose.height / origin.height
    if sizes and 1 - sizes <= share / grow and share * grow <= 1 + sizes:
        around += [pose.moved(k=grow), pose.moved(k=1 / grow)]
    return around


def _vertex(middle: CardReading, around: Sequence[CardReading], step: float) -> Pose:
    """Return the top of the parabolas through `middle` and its neighbours on both sides."""
    own = middle.similarity
    shifts = []
    for ahead, behind in zip(around[::2], around[1::2], strict=True):
        slope = ahead.similarity - behind.similarity
        bow = 2 * own - ahead.similarity - behind.similarity
        steep = 2 * bow <= abs(slope)
        shifts.append(math.copysign(1.0, slope) if steep else slope / (2 * bow))
    across, along, turn = shifts[:3]
    pose = middle.pose
    reach = _STEP * pose.height * step
    c, s = math.cos(pose.theta) * reach, math.sin(pose.theta) * reach
    return pose.moved(
        across * c - along * s,
        across * s + along * c,
        turn * _TURN * step,
        (1 + _GROW * step) ** shifts[3] if len(shifts) > 3 else 1.0,
    )


_USUAL = 0.90
"""Similarity of a usual view to its card: there the temperature is as measured."""
_CLEAR = 0.95
"""From here on a view is as trusted as can be."""
_UNLIKE = 3.7
"""By what share a whole unit of similarity less raises the temperature."""
LOOK_DOUBT = 0.002
"""Share of looks, however clear, taken to say nothing: what a look cannot know."""


def log_scores(similarities: Floats, temperature: float) -> tuple[float, ...]:
    """Return natural-log likelihoods, one a card, whose probabilities sum to one.

    A view unlike all that was enrolled (another copy, glare, a poor enrolment picture) lies as
    often near a wrong card as near its own: there the same lead counts for less. The numbers are
    chosen by `python -m models.workshop.measuring.poor_enrolment --choose`, on own renders.
    """
    unlike = _USUAL - min(float(similarities.max()), _CLEAR)
    scaled = similarities.astype(np.float64) / (temperature * (1 + _UNLIKE * unlike))
    raised = np.exp(scaled - scaled.max())
    chances = (1 - LOOK_DOUBT) * raised / raised.sum() + LOOK_DOUBT / len(raised)
    return tuple(np.log(chances).tolist())


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
    """Of the best card, by the regrets of all others; 1 where fixed. Never more than a look bears:
    that each card is in the deck once leaves LOOK_DOUBT as it is, and the less a look speaks for
    the card that the others leave, the likelier is that it shows none of the deck."""


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
    looks = np.maximum(np.asarray(scores, float).reshape(plays, count), _FLOOR)
    cost = -looks
    column = {card: index for index, card in enumerate(cards)}
    for play, mapping in enumerate(penalties or ()):
        for card, nats in mapping.items():
            if card in column:
                cost[play, column[card]] += nats
    taken = set(fixed.values())
    open_plays = [play for play in range(plays) if play not in fixed]
    open_cards = [card for card in cards if card not in taken]
    open_columns = np.array([column[card] for card in open_cards], np.intp)
    own, regrets = _solve(cost[open_plays][:, open_columns])
    # A play's own card is no alternative to itself; a play without a card has none of its own.
    held = np.flatnonzero(own < len(open_cards))
    regrets[held, own[held]] = np.inf
    ranking = np.argsort(regrets, axis=1, kind="stable")[:, :_ALTERNATIVES]
    ranked = np.take_along_axis(regrets, ranking, axis=1)
    whole = np.full(len(own), count)
    whole[held] = open_columns[own[held]]
    sure = 1.0 / (1.0 + np.exp(-regrets).sum(1) + _unborne(looks[open_plays], whole))
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


def _unborne(looks: Floats, own: NDArray[np.intp]) -> Floats:
    """Return for each play the odds that its look shows none of the deck, against its own card.

    A look that says nothing (LOOK_DOUBT) may have been of anything: of a card of another print, of
    something that is no card. `own` beyond the columns is a play without a card.
    """
    raised = np.exp(looks - looks.max(1, keepdims=True, initial=_FLOOR))
    shares = raised / raised.sum(1, keepdims=True)
    rows = np.flatnonzero(own < looks.shape[1])
    odds = np.zeros(len(looks))
    odds[rows] = LOOK_DOUBT / (1.0 - LOOK_DOUBT) / shares[rows, own[rows]]
    return odds


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
