"""One deal as it is best explained: the likely hypotheses, carried on with each thing seen.

Multiple-hypothesis tracking with a beam (Reid 1979; Cox and Hingorani 1996): every likely
hypothesis yields its successors, those are weighed, and the best are kept. What was seen is kept as
well, so that a word of a person that changes what was known before is followed by it once more.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.scores import Scores
from kiosk.director.hypothesis import (
    NOBODY,
    Hypothesis,
    Sight,
    Table,
    after_dark,
    after_sighting,
    after_sweep,
    after_taken_up,
    after_told,
    with_named,
)
from kiosk.director.priors import PAUSE_S
from kiosk.director.seat_likelihood import Spot
from kiosk.director.weighing import Scale, Seen, Weighed

WIDTH = 16
"""Hypotheses carried on."""
_WEIGHED = 24
"""Successors weighed in full; the others are further behind by all but their cards."""
LIKELY_NATS = 11.0
"""What is further behind the best than this is never heard of again (one in sixty thousand)."""

_SPARE_NATS = 6.0
"""So much at most the likeliest successor costs; only then are all others of use looked at."""
_WHOLE_NATS = 1.5
"""A deal is over where what lets it go on is less likely by this (one in six)."""

_Follow = Callable[[Hypothesis, Table, float], Iterator[Hypothesis]]
"""What a hypothesis may become; what costs more than so many nats may be left out."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One thing that was seen or told: of which look, and what follows from it."""

    look: int | None
    follow: _Follow


@dataclass(frozen=True, slots=True)
class Look:
    """One thing that came to lie there, as it is recorded if it is a play."""

    track: int | None
    """As the journal numbers it; None for a card that a person told of."""
    scores: Scores | None = None
    spot: Spot | None = None
    t: float | None = None
    known_t: float | None = None
    seq: int | None = None
    """The play by which a person told of it, where no track names it."""


class Explanation:
    """The hypotheses of one deal, the likeliest first."""

    def __init__(self, scale: Scale, table: Table) -> None:
        self._scale = scale
        self._table = table
        self._steps: list[_Step] = []
        self._known: set[int] = set()
        """The looks that are plays by a person's word, as far as they are followed."""
        self._of_track: dict[int, int] = {}
        self.looks: list[Look] = []
        self.sweeps: list[tuple[float, int | None]] = []
        """When each sweep was known, in seconds, and the seat it went to if that was seen."""
        self.likely: tuple[Weighed, ...] = (_nothing_seen(scale),)

    @property
    def best(self) -> Weighed:
        """The likeliest hypothesis."""
        return self.likely[0]

    def within(self, nats: float) -> list[Weighed]:
        """Return the hypotheses that are less likely than the best by `nats` at most."""
        least = self.best.nats - nats
        return [each for each in self.likely if each.nats >= least]

    def others(self) -> Iterator[tuple[float, Weighed]]:
        """Yield every hypothesis but the best, with how likely it is, in [0, 1]."""
        weights = [math.exp(each.nats - self.best.nats) for each in self.likely]
        total = sum(weights)
        for weight, each in list(zip(weights, self.likely, strict=True))[1:]:
            yield weight / total, each

    def is_whole(self) -> bool:
        """Tell whether by every hypothesis near the best the last trick is swept."""
        return all(
            len(each.hypothesis.tricks) == self._table.tricks and each.hypothesis.running is None
            for each in self.within(_WHOLE_NATS)
        )

    @property
    def may_be_over(self) -> bool:
        """Whether some of what lies there may be of the next deal."""
        return any(each.hypothesis.next_deal for each in self.likely)

    def is_of_next_deal(self, number: int) -> bool:
        """Tell whether by the best hypothesis a look is of the next deal."""
        return number in self.best.hypothesis.next_deal

    def shares(self) -> dict[int, float]:
        """Return for each look how likely it is what it is by the best hypothesis, in [0, 1].

        The same card of the same trick by the same seat, or no play there either.
        """
        total, same = 0.0, dict[int, float]()
        best = _places(self.best.hypothesis)
        for each in self.likely:
            weight = math.exp(each.nats - self.best.nats)
            total += weight
            there = _places(each.hypothesis)
            for number in range(len(self.looks)):
                if best.get(number) == there.get(number):
                    same[number] = same.get(number, 0.0) + weight
        return {number: weight / total for number, weight in same.items()}

    @property
    def left_out(self) -> int:
        """How many things that look clearly like cards are no plays by the best hypothesis.

        Those that show a play once more, that are of the next deal, or that a person said to be
        none do not count.
        """
        best, priors = self.best.hypothesis, self._table.priors
        told = {*_places(best), *best.next_deal, *(look for pair in best.same for look in pair)}
        clear = priors.no_card - priors.no_card_unclear
        return sum(
            number not in told and not seen.gone and priors.no_card_clearer * seen.lead >= clear
            for number, seen in enumerate(self._scale.seen)
        )

    def look_of(self, track: int) -> int | None:
        """Return the look with this track, None where none has it."""
        return self._of_track.get(track)

    def told(self, number: int) -> Card | None:
        """Return what a person said a look is."""
        return self._scale.seen[number].told

    def known(self, number: int) -> bool:
        """Tell whether a person said that a look is a play."""
        return self._scale.seen[number].known

    def is_gone(self, number: int) -> bool:
        """Tell whether a person said that a look is no play."""
        return self._scale.seen[number].gone

    # What the camera says.

    def see(self, look: Look, seen: Seen) -> None:
        """A thing came to lie there."""
        before = max([each.t for each in self.looks if each.t is not None], default=math.inf)
        number = self._add(look, seen)
        sight = Sight(number, seen.lead, (seen.t or -math.inf) - before >= PAUSE_S)
        self._step(number, lambda each, table, spare: after_sighting(each, sight, table, spare))

    def look_again(self, number: int, look: Look, seen: Seen) -> None:
        """A thing that lies there is seen better."""
        self.looks[number] = replace(self.looks[number], scores=look.scores)
        self._scale.seen[number] = replace(self._scale.seen[number], row=seen.row, lead=seen.lead)
        self._weigh_again()

    def sweep(self, known_t: float, cards: int, seat: int | None, taker: int | None) -> None:
        """All cards left the table, towards `seat`, the place `taker` in the round, if seen."""
        number = len(self.sweeps)
        self.sweeps.append((known_t, seat))
        self._scale.taker.append(taker)
        self._step(None, lambda each, table, _: after_sweep(each, number, cards, table))

    def lose_sight(self) -> None:
        """For a moment nobody could see the table."""
        self._step(None, lambda each, table, _: after_dark(each))

    def taken_up(self, number: int) -> None:
        """A thing that lay there was taken up again."""
        self._step(number, lambda each, table, _: after_taken_up(each, number, table.priors))

    # What people say.

    def tell(self, look: Look, card: Card | None, before: int | None) -> None:
        """A person told of a card that was laid before the look `before`, or now."""
        number = self._add(look, Seen(None, None, look.t, told=card, known=True))
        step = _Step(number, lambda each, table, _: after_told(each, number, table))
        places = [at for at, each in enumerate(self._steps) if each.look == before is not None]
        if not places:
            self._steps.append(step)
            self._follow(step)
        else:
            self._steps.insert(places[0], step)
            self._again()

    def name(self, look: Look, card: Card, trick: int) -> None:
        """A person said which card it was that nobody saw in a trick."""
        number = self._add(look, Seen(None, None, None, told=card, known=True))
        self._step(number, lambda each, table, _: with_named(each, number, trick, table))

    def say(self, number: int, card: Card | None, *, known: bool) -> None:
        """A person said which card a look is, or took that back (not `known`)."""
        self._scale.seen[number] = replace(self._scale.seen[number], told=card, known=known)
        self._weigh_again()

    def deny(self, number: int, *, gone: bool = True) -> None:
        """A person said that a look is no play, or that it is one after all."""
        self._scale.seen[number] = replace(self._scale.seen[number], gone=gone)
        self._again()

    def with_scale(self, scale: Scale, table: Table) -> None:
        """Explain the same once more: something about the deal itself is known by now."""
        scale.seen, scale.taker = self._scale.seen, self._scale.taker
        self._scale, self._table = scale, table
        self._again()

    # The beam.

    def _add(self, look: Look, seen: Seen) -> int:
        self.looks.append(look)
        number = self._scale.add(seen)
        if look.track is not None:
            self._of_track.setdefault(look.track, number)
        return number

    def _step(self, look: int | None, follow: _Follow) -> None:
        step = _Step(look, follow)
        self._steps.append(step)
        self._follow(step)

    def _again(self) -> None:
        """Follow everything once more from the beginning of the deal."""
        self._scale.changed()
        self._known.clear()
        self.likely = (_nothing_seen(self._scale),)
        for step in self._steps:
            if step.look is None or not self._scale.seen[step.look].gone:
                self._follow(step)

    def _weigh_again(self) -> None:
        self._scale.changed()
        self._known = {look for look, seen in enumerate(self._scale.seen) if seen.known}
        possible = [each.hypothesis for each in self.likely if self._possible(each.hypothesis)]
        if possible:
            self._keep(possible)
        else:
            self._again()

    def _follow(self, step: _Step) -> None:
        if step.look is not None and self._scale.seen[step.look].known:
            self._known.add(step.look)
        found: dict[object, tuple[float, Hypothesis]] = {}
        best = -math.inf
        for parent in self.likely:
            # A successor may at most win back what its parent's last trick cost.
            most = parent.nats + parent.hypothesis.cost + self._last_cost(parent) + LIKELY_NATS
            spare = parent.nats + LIKELY_NATS - max(best, self.best.nats - _SPARE_NATS)
            for child in step.follow(parent.hypothesis, self._table, spare):
                if most - child.cost < best or not self._possible(child):
                    continue
                guess = self._guess(parent, child)
                if guess + LIKELY_NATS < best:
                    continue
                best = max(best, guess)
                key = (
                    child.tricks,
                    child.same,
                    child.hidden,
                    child.unwatched,
                    len(child.asides),
                    child.next_deal,
                )
                if key not in found or found[key][0] < guess:
                    found[key] = guess, child
        if found:
            ranked = sorted(found.values(), key=lambda each: -each[0])[:_WEIGHED]
            self._keep([child for guess, child in ranked if guess + LIKELY_NATS >= best])

    def _last_cost(self, parent: Weighed) -> float:
        tricks = parent.hypothesis.tricks
        if not tricks:
            return 0.0
        before = tricks[-2] if len(tricks) > 1 else None
        led = self._scale.lead_cost(before, tricks[-1].leader, parent.cards)
        return led - self._scale.placed(tricks[-1])

    def _keep(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Weigh hypotheses, those that seem likeliest first, and carry on the likeliest."""
        kept: list[Weighed] = []
        least = -math.inf
        for hypothesis in hypotheses:
            weighed = self._scale.weigh(hypothesis, least)
            if weighed is None:
                continue
            insort(kept, weighed, key=_unlikeliness)
            del kept[WIDTH:]
            least = kept[0].nats - LIKELY_NATS
            if len(kept) == WIDTH:
                least = max(least, kept[-1].nats)
        least = kept[0].nats - LIKELY_NATS
        self.likely = tuple([each for each in kept if each.nats >= least])

    def _possible(self, hypothesis: Hypothesis) -> bool:
        """Tell whether every card a person told of is a play."""
        if not self._known:
            return True
        used = {look for trick in hypothesis.tricks for look in trick.looks}
        return self._known <= used

    def _guess(self, parent: Weighed, child: Hypothesis) -> float:
        """Return about how likely a successor is: its cards are those of `parent`."""
        before, scale = parent.hypothesis, self._scale
        nats = parent.nats - (child.cost - before.cost)
        same = 0
        for old, new in zip(before.tricks, child.tricks, strict=False):
            if old is not new:
                break
            same += 1
        for tricks, sign in ((before.tricks, -1.0), (child.tricks, 1.0)):
            for at in range(same, len(tricks)):
                trick = tricks[at]
                if child.next_deal and not trick.seen:
                    continue
                nats += sign * scale.placed(trick)
                led = scale.lead_cost(tricks[at - 1] if at else None, trick.leader, parent.cards)
                nats -= sign * (led + scale.taker_cost(trick, parent.cards))
        return nats


def _nothing_seen(scale: Scale) -> Weighed:
    weighed = scale.weigh(Hypothesis())
    assert weighed is not None
    return weighed


def _unlikeliness(weighed: Weighed) -> float:
    return -weighed.nats


def _places(hypothesis: Hypothesis) -> dict[int, tuple[int, int, int]]:
    """Return the trick, the place in it and the leader of each look that is a play."""
    return {
        look: (number, at, trick.leader)
        for number, trick in enumerate(hypothesis.tricks)
        for at, look in enumerate(trick.looks)
        if look != NOBODY
    }
