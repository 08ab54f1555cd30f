"""Deals as a poor camera would tell them: look-alikes, blur, cards missed, doubled and none at all.

Nothing is drawn; what the nets would say is drawn by lot. Similarities are made like those of a
card net (the true card high, the rest low, each card's look-alikes close behind) and turned into
scores by the temperature the program uses, so they are as sure of themselves as the real ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.deal.record import DealRecord
from tests.kiosk.seen_deals import QUAD, normalised
from vision.sighting import (
    ActivityChanged,
    CardTakenBack,
    Place,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

DEALING_S = 30.0
"""How long the camera looks before a deal's first card."""
_TEMPERATURE = 0.03


@dataclass(frozen=True, slots=True)
class Noise:
    """How poor the camera is. Shares are per card unless said otherwise."""

    name: str
    alike: float = 0.12
    """How much less similar a look-alike is to a clear picture, on average."""
    spread: float = 0.04
    """Standard deviation of every similarity."""
    blurred: float = 0.03
    """Share of cards seen badly at first; half of them get a better look."""
    missed: float = 0.0
    doubled: float = 0.0
    """Share of cards told a second time, as another track, when they were only moved."""
    phantom: float = 0.0
    """Share of moments at which a hand is taken for a card."""
    quick: float = 0.0
    """Share of neighbours in a trick that come between two rests: which was first is not seen."""
    unswept: float = 0.0
    """Share of tricks whose sweep was not seen."""
    careless: float = 0.05
    """Share of cards that come to lie anywhere in the middle."""


STUDIO = Noise("clear", alike=0.24, spread=0.03, blurred=0.0, careless=0.0)
PUB = Noise(
    "pub", alike=0.2, spread=0.045, missed=0.004, doubled=0.004, phantom=0.002, quick=0.01,
    unswept=0.002,
)  # fmt: skip
DIM = Noise(
    "dim", alike=0.14, spread=0.05, blurred=0.06, missed=0.008, doubled=0.008, phantom=0.004,
    quick=0.02, unswept=0.004, careless=0.1,
)  # fmt: skip
BAD = replace(DIM, name="bad", missed=0.25)
HALF = replace(DIM, name="half", missed=0.5)
LEVELS = (STUDIO, PUB, DIM)
QUALITIES = {"good": STUDIO, "usual": PUB, "poor": DIM, "bad": BAD, "half": HALF}
"""As `python -m tests.bench camera` calls them."""


Told = VisionEvent | tuple[Sighting, Sighting]
"""What the camera says; two cards of one rest in any order, until somebody puts them in order."""


class Camera:
    """What one camera would say of one deck; the look-alikes are the deck's."""

    def __init__(self, deck: Sequence[Card], noise: Noise, seed: int) -> None:
        self.deck = tuple(deck)
        self._noise = noise
        self._chance = random.Random(seed)
        self._twins = self._look_alikes()
        self._track = 0
        self.shows: dict[int, int] = {}
        """Track to the index of the play it shows; what was no play has none."""

    def _look_alikes(self) -> dict[Card, tuple[Card, ...]]:
        """Return for each card those that look like it: neighbours in rank, and another suit's."""
        twins: dict[Card, tuple[Card, ...]] = {}
        for face in self.deck:
            suit = [each for each in self.deck if each.suit is face.suit]
            at = suit.index(face)
            near = [suit[other] for other in (at - 1, at + 1) if 0 <= other < len(suit)]
            same = [each for each in self.deck if each.rank is face.rank and each is not face]
            twins[face] = tuple(self._chance.sample(near, 1) + self._chance.sample(same, 1))
        return twins

    def look_alikes(self, face: Card) -> tuple[Card, ...]:
        """Return the cards that look like this one."""
        return self._twins[face]

    def scores(self, face: Card | None, clearness: float) -> tuple[float, ...]:
        """Return the scores of a picture of `face`; None is something that is no card."""
        noise, chance = self._noise, self._chance
        seen = {each: chance.gauss(0.4, 0.1) for each in self.deck}
        if face is not None:
            seen[face] = 0.45 + clearness * chance.gauss(0.48, noise.spread)
            for twin in self._twins[face]:
                behind = max(0.0, chance.gauss(noise.alike, noise.spread)) * clearness
                seen[twin] = seen[face] - behind + chance.gauss(0.0, noise.spread / 2)
        return normalised([seen[each] / _TEMPERATURE for each in self.deck])

    def tell(self, record: DealRecord, start: float = 0.0) -> list[Told]:
        """Return a whole deal, told as it is seen."""
        size = record.players - len(record.out)
        self.shows.clear()
        events: list[Told] = [ActivityChanged(start, TableActivity.EMPTY)]
        t = start + DEALING_S
        for begin in range(0, len(record.plays), size):
            told, t = self._trick(record, begin, size, t)
            events += told
        return events

    def _trick(
        self, record: DealRecord, begin: int, size: int, t: float
    ) -> tuple[list[Told], float]:
        noise, chance = self._noise, self._chance
        events: list[Told] = []
        for index, play in enumerate(record.plays[begin : begin + size], begin):
            before = events[-1] if events else None
            quick = isinstance(before, Sighting) and chance.random() < noise.quick
            t += 0.0 if quick else chance.uniform(0.9, 2.5)
            if chance.random() < noise.missed:
                continue
            told = self._card(play.card, self.place(play.seat, record.players), t)
            first = told[0]
            self.shows[self._track] = index
            if quick and isinstance(before, Sighting) and isinstance(first, Sighting):
                events[-1] = (first, before)
                told = told[1:]
            events += told
            if chance.random() < noise.doubled:
                where = self.place(play.seat, record.players)
                events.append(self._sighting(self.scores(play.card, 0.9), where, t + 0.6))
                self.shows[self._track] = index
            if chance.random() < noise.phantom:
                events += self._hand(t + 0.5)
        t += chance.uniform(1.0, 2.0)
        if events and chance.random() >= noise.unswept:
            events.append(TrickCleared(t, t + 0.1, _tracks(events), None))
        events.append(ActivityChanged(t + 0.1, TableActivity.EMPTY))
        return events, t

    def _card(self, face: Card | None, where: Place, t: float) -> list[Told]:
        chance = self._chance
        blurred = chance.random() < self._noise.blurred
        first = self._sighting(self.scores(face, 0.35 if blurred else 1.0), where, t)
        if not blurred or chance.random() < 0.5:
            return [first]
        better = self.scores(face, 0.9)
        return [first, replace(first, known_t=t + 0.5, log_scores=better)]

    def _hand(self, t: float) -> list[Told]:
        where = Place(self._chance.gauss(0, 60), self._chance.gauss(0, 60), self._chance.random())
        hand = self._sighting(self.scores(None, 1.0), where, t)
        if self._chance.random() < 0.5:
            return [hand]
        return [hand, CardTakenBack(hand.track, t + 0.3, t + 0.4)]

    def sighting(self, face: Card, where: Place, t: float) -> Sighting:
        """Return a clear look at a card at this place, as another thing than all before."""
        return self._sighting(self.scores(face, 1.0), where, t)

    def _sighting(self, scores: tuple[float, ...], where: Place, t: float) -> Sighting:
        self._track += 1
        return Sighting(self._track, t, t + 0.12, QUAD, where, scores)

    def place(self, seat: int, seats: int) -> Place:
        """Return where a seat's card comes to lie."""
        chance = self._chance
        angle = 2 * math.pi * seat / seats
        if chance.random() < self._noise.careless:
            return Place(chance.gauss(0, 45), chance.gauss(0, 45), chance.uniform(0, math.pi))
        x = -35 * math.sin(angle) + chance.gauss(0, 18)
        y = -35 * math.cos(angle) + chance.gauss(0, 18)
        theta = math.atan2(-math.cos(angle), -math.sin(angle)) + chance.gauss(0, 0.25)
        return Place(x, y, theta % math.pi)


def _tracks(events: Sequence[Told]) -> int:
    """Return how many things the watcher takes for lying cards."""
    told = [each for event in events for each in (event if isinstance(event, tuple) else (event,))]
    lying = {event.track for event in told if isinstance(event, Sighting)}
    return len(lying - {event.track for event in told if isinstance(event, CardTakenBack)})
