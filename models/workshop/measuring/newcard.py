"""Finding the new card on tables never seen: centre within 6 mm, angle, false alarms."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.measuring.shares import NONE, Share
from models.workshop.pictures import Picture
from models.workshop.rendering.scenes import Pair, pair
from models.workshop.rendering.textures import cut
from vision.reading.nets import Net, propose

NEAR = 6.0
"""A centre counts as found within this many millimetres."""

STRAIGHT = 6.0
"""An angle counts as right within this many degrees."""

CONFIDENT = 0.45
"""A proposal from this confidence on counts as an alarm."""


@dataclass(frozen=True)
class NewCardOutcome:
    """What became of one pair: error of the best proposal in mm and degrees, its confidence."""

    nuisance: str
    new: bool
    confidence: float
    millimetres: float
    degrees: float

    @property
    def found(self) -> bool:
        """The card was found where it lies."""
        return self.new and self.confidence >= CONFIDENT and self.millimetres <= NEAR

    @property
    def alarmed(self) -> bool:
        """Something was reported."""
        return self.confidence >= CONFIDENT


def judge(net: Net, one: Pair) -> NewCardOutcome:
    """Run the net on a pair and compare the best proposal with the truth."""
    best = propose(net, one.before, one.after)[:1]
    if not best:
        return NewCardOutcome(one.nuisance, bool(one.quads), 0.0, math.inf, 90.0)
    millimetres, degrees = math.inf, 90.0
    for quad in one.quads:
        middle, side = quad.mean(0), quad[3] - quad[0]
        far = math.hypot(best[0].x - middle[0], best[0].y - middle[1]) / one.millimetre
        if far < millimetres:
            turn = best[0].theta + math.pi / 2 - math.atan2(float(side[1]), float(side[0]))
            millimetres, degrees = far, abs(math.degrees(math.asin(math.sin(turn))))
    return NewCardOutcome(one.nuisance, bool(one.quads), best[0].confidence, millimetres, degrees)


def outcomes(
    net: Net,
    decks: Sequence[FaceDeck],
    *,
    nuisance: str,
    count: int,
    pairs: int,
    seed: int,
    surfaces: Sequence[Picture] = (),
) -> list[NewCardOutcome]:
    """Judge pairs with `count` new cards; every second table a photographed surface."""
    rng = np.random.default_rng([seed, count, *nuisance.encode()])
    results = []
    for number in range(pairs):
        surface = None
        if surfaces and number % 2:
            surface = cut(surfaces[int(rng.integers(len(surfaces)))], rng, 384)
        one = pair(
            decks[number % len(decks)],
            rng,
            number % 3,
            nuisance=nuisance,
            count=count,
            surface=surface,
        )
        if bool(one.quads) == bool(count):
            results.append(judge(net, one))
    return results


def found_share(results: Sequence[NewCardOutcome]) -> Share:
    """Pairs whose card was found."""
    return Share(sum(r.found for r in results), len(results))


def straight_share(results: Sequence[NewCardOutcome]) -> Share:
    """Found cards whose angle is right."""
    found = [r for r in results if r.found]
    return Share(sum(r.degrees <= STRAIGHT for r in found), len(found))


def alarm_share(results: Sequence[NewCardOutcome]) -> Share:
    """Pairs in which something was reported."""
    return Share(sum(r.alarmed for r in results), len(results))


def total(shares: Sequence[Share]) -> Share:
    """Sum of shares."""
    return sum(shares, NONE)
