"""What may have been played: a deal as tricks, and what may follow from the next thing seen.

A `Hypothesis` puts each thing the camera saw somewhere: it is a card of a trick, a second look at
one, of the next deal, or no play at all. In a trick the seats follow each other, so who laid a card
follows from who led and how many came before, nobody's card (`NOBODY`) included.
`after_sighting`, `after_sweep`, `after_taken_up`, `after_dark`, and for people's words `after_told`
and `with_named`, yield the successors of one hypothesis, each with what it costs (`priors`).

Pure values: looks are numbers, seats are places in the round of those who play. Which successor is
likely is weighed in `weighing`, and the best are carried on in `explanation`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kiosk.director.priors import Priors

NOBODY = -1
"""The place of a card that nobody saw."""
UNSEEN_SWEEP = -1
"""A trick that left the table without a sweep that was seen."""
DARK_SWEEP = -2
"""The same, while nobody could see the table: nothing unusual in that."""
NOT_SEEN_GOING = (UNSEEN_SWEEP, DARK_SWEEP)
"""What stands in place of a sweep's number where none was seen."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, running or over."""

    leader: int
    """Who led: a place in the round, 0 is Vorhand."""
    looks: tuple[int, ...]
    """What lies there, in the order of play; `NOBODY` for a card that was not seen."""
    sweep: int | None = None
    """Number of the sweep that took it, `UNSEEN_SWEEP`, `DARK_SWEEP`, None while it lies there."""

    @property
    def seen(self) -> int:
        """How many of its cards were seen."""
        return len(self.looks) - self.looks.count(NOBODY)

    def with_look(self, at: int, look: int) -> Trick:
        """Return the trick with one more card at a place in its order."""
        return replace(self, looks=(*self.looks[:at], look, *self.looks[at:]))

    def without(self, look: int) -> Trick:
        """Return the trick without a card; those after it were laid one earlier."""
        return replace(self, looks=tuple([each for each in self.looks if each != look]))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which all that was seen of a deal may have come about."""

    tricks: tuple[Trick, ...] = ()
    cost: float = 0.0
    """Nats of everything unusual it holds (`priors`); places and cards are weighed elsewhere."""
    asides: tuple[int, ...] = ()
    """What lies there and is no play."""
    same: tuple[tuple[int, int], ...] = ()
    """A look, and a later look that shows the same card once more."""
    hidden: bool = False
    """What lies there may be seen anew: the last sweep was none, or nobody could see the table."""
    unwatched: bool = False
    """Since the last card nobody could see the table for a moment."""
    next_deal: tuple[int, ...] = ()
    """What is of the next deal: this one is over."""

    @property
    def running(self) -> Trick | None:
        """The trick that lies there; None where none does."""
        if self.tricks and self.tricks[-1].sweep is None:
            return self.tricks[-1]
        return None

    def with_last(self, trick: Trick, cost: float = 0.0) -> Hypothesis:
        """Return the hypothesis with another last trick."""
        return replace(self, tricks=(*self.tricks[:-1], trick), cost=self.cost + cost)

    def with_next(self, trick: Trick, cost: float = 0.0) -> Hypothesis:
        """Return the hypothesis with one more trick."""
        return replace(self, tricks=(*self.tricks, trick), cost=self.cost + cost)


@dataclass(frozen=True, slots=True)
class Begun:
    """A deal that the camera opened, and that may have begun before anybody looked."""

    cost: float
    """Nats that it did."""
    empty: bool = False
    """Whether the table was seen empty before its first card: what was laid before was swept."""


@dataclass(frozen=True, slots=True)
class Table:
    """What holds for every hypothesis of a deal."""

    size: int
    """Cards a trick has."""
    tricks: int
    """Tricks the deal has."""
    priors: Priors
    begun: Begun | None = None
    """What may have been played before anybody looked; None: nothing can have been."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What matters of a thing seen for what may follow."""

    look: int
    lead: float
    """Nats by which it looks more like one card than like any other."""
    paused: bool = False
    """Whether nothing was seen before it for as long as dealing takes."""


def no_card_cost(hypothesis: Hypothesis, sight: Sight, priors: Priors) -> float:
    """Return what it costs to hold that a thing is no play."""
    if hypothesis.asides:
        return priors.no_card_either
    clear = priors.shown if hypothesis.running is None else priors.no_card
    return min(clear, priors.no_card_unclear + priors.no_card_clearer * sight.lead)


def missed_cost(hypothesis: Hypothesis, priors: Priors, *, dark: bool = False) -> float:
    """Return what it costs that one more card was not seen: a camera that misses some misses more.

    As after counting: each that was missed makes the next so much likelier (Laplace's rule).
    """
    if dark:
        return priors.unwatched_missed
    gaps = sum([t.looks.count(NOBODY) for t in hypothesis.tricks if t.seen])
    return max(priors.unwatched_missed, priors.missed - math.log(1 + gaps))


def after_sighting(
    hypothesis: Hypothesis, sight: Sight, table: Table, spare: float
) -> Iterator[Hypothesis]:
    """Yield what a hypothesis may become with a new thing that came to lie there.

    What costs more than `spare` nats may be left out.
    """
    priors, look = table.priors, sight.look
    if hypothesis.next_deal:
        looks = (*hypothesis.next_deal, look)
        yield replace(hypothesis, next_deal=looks, cost=hypothesis.cost + priors.next_deal_card)
        return
    before = replace(hypothesis, hidden=False, unwatched=False)
    dark = hypothesis.unwatched
    cost = no_card_cost(hypothesis, sight, priors)
    yield replace(before, asides=(*before.asides, look), cost=before.cost + cost)
    running = hypothesis.running
    if running is not None:
        yield from _seen_again(hypothesis, running, look, priors)
        yield from _next_card(before, running, sight, table, dark=dark)
    yield from _new_trick(before, sight, table, spare, dark=dark)


def _seen_again(
    hypothesis: Hypothesis, running: Trick, look: int, priors: Priors
) -> Iterator[Hypothesis]:
    cost = priors.seen_again if hypothesis.hidden else priors.moved
    twice = {second for _, second in hypothesis.same}
    for lying in running.looks:
        if lying != NOBODY and lying not in twice:
            pairs = (*hypothesis.same, (lying, look))
            yield replace(hypothesis, same=pairs, cost=hypothesis.cost + cost)


def _next_card(
    before: Hypothesis, running: Trick, sight: Sight, table: Table, *, dark: bool
) -> Iterator[Hypothesis]:
    """Yield the thing as a card of the running trick: the next, after a gap, or seen late."""
    priors, laid = table.priors, len(running.looks)
    yield from _filled(before, len(before.tricks) - 1, sight.look)
    missed = missed_cost(before, priors, dark=dark)
    for gap in range(table.size - laid):
        looks = (*running.looks, *[NOBODY] * gap, sight.look)
        yield before.with_last(replace(running, looks=looks), gap * missed)
    for at, lying in enumerate(running.looks):
        if lying != NOBODY and laid < table.size:
            yield before.with_last(running.with_look(at, sight.look))


def _new_trick(
    before: Hypothesis, sight: Sight, table: Table, spare: float, *, dark: bool = False
) -> Iterator[Hypothesis]:
    """Yield the thing as the first card seen of a new trick, whoever led it."""
    priors = table.priors
    missed = missed_cost(before, priors, dark=dark)
    whole = priors.unwatched_trick if dark else priors.trick_missed
    running = before.running
    base = before
    if running is not None:
        lacking = table.size - len(running.looks)
        looks = (*running.looks, *[NOBODY] * lacking)
        unseen = 0.0 if dark else priors.sweep_unseen
        if lacking * missed + unseen > spare:
            return
        swept = Trick(running.leader, looks, DARK_SWEEP if dark else UNSEEN_SWEEP)
        base = before.with_last(swept, lacking * missed + unseen)
    left = spare - (base.cost - before.cost)
    yield from _over(base, sight, table, left)
    yield from _led(base, sight, table, missed, left)
    nobody = (NOBODY,) * table.size
    if not base.tricks and table.begun is not None:
        # Whatever came before was laid while nobody looked: that it was much says nothing.
        before = replace(base, cost=base.cost + table.begun.cost)
        if not table.begun.empty:
            yield from _led(before, sight, table, 0.0, left)
        if table.tricks > 1:
            trick = before.with_next(Trick(0, nobody, UNSEEN_SWEEP))
            yield from _led(trick, sight, table, missed if table.begun.empty else 0.0, left)
    elif whole <= left and len(base.tricks) + 1 < table.tricks and base.tricks:
        # Who led the trick that nobody saw hangs on the one before, as always.
        lost = base.with_next(Trick(base.tricks[-1].leader, nobody, UNSEEN_SWEEP), whole)
        yield from _led(lost, sight, table, missed, left - whole)


def _over(base: Hypothesis, sight: Sight, table: Table, spare: float) -> Iterator[Hypothesis]:
    """Yield the thing as the first card of the next deal; nobody saw the tricks still lacking."""
    if len(base.tricks) < 2 or not sight.paused:
        # What ends with its first trick was none (`false_start`).
        return
    priors, lacking = table.priors, table.tricks - len(base.tricks)
    nobody = Trick(base.tricks[0].leader, (NOBODY,) * table.size, UNSEEN_SWEEP)
    cost, tricks = 0.0, base.tricks
    if lacking and not base.tricks[0].seen:
        # Of those before anybody looked there were more.
        cost, tricks = priors.over_early, (*[nobody] * lacking, *base.tricks)
    elif lacking:
        cost, tricks = priors.given_up, (*base.tricks, *[nobody] * lacking)
    cost += priors.next_deal_card
    if cost <= spare:
        yield replace(base, tricks=tricks, next_deal=(sight.look,), cost=base.cost + cost)


def _led(
    base: Hypothesis, sight: Sight, table: Table, missed: float, spare: float
) -> Iterator[Hypothesis]:
    """Yield the thing as the first card seen of a trick, by who led and how many were missed."""
    if len(base.tricks) >= table.tricks:
        return
    for gap in range(table.size):
        if gap * missed > spare:
            break
        for leader in range(table.size):
            looks = (*[NOBODY] * gap, sight.look)
            lead = table.priors.lead_missed * (gap > 0 < missed)
            yield base.with_next(Trick(leader, looks), gap * missed + lead)


def after_sweep(
    hypothesis: Hypothesis, sweep: int, counted: int, table: Table
) -> Iterator[Hypothesis]:
    """Yield what a hypothesis may become when everything seems to have left the table."""
    priors = table.priors
    if hypothesis.next_deal:
        yield hypothesis
        return
    running = hypothesis.running
    asides = len(hypothesis.asides)
    gone = replace(hypothesis, asides=(), hidden=False)
    if running is None:
        # What was no play is gone, or nothing lay there.
        wrong = priors.miscounted * (counted != asides)
        yield replace(gone, cost=gone.cost + wrong)
        return
    last = hypothesis.tricks[-2] if len(hypothesis.tricks) > 1 else None
    lay_on = last.seen if last is not None and last.sweep in NOT_SEEN_GOING else 0
    fits = {running.seen + more for more in (0, asides, lay_on, lay_on + asides)}
    wrong = priors.miscounted * (counted not in fits)
    lacking = table.size - len(running.looks)
    looks = (*running.looks, *[NOBODY] * lacking)
    yield gone.with_last(
        replace(running, looks=looks, sweep=sweep),
        lacking * missed_cost(hypothesis, priors, dark=hypothesis.unwatched) + wrong,
    )
    if table.begun is not None and len(hypothesis.tricks) == 1:
        yield replace(gone, tricks=(), cost=gone.cost + priors.false_start)
    # It was none: an arm hid the table, or those that went were only half of the trick.
    none = replace(hypothesis, asides=(), hidden=True)
    yield replace(none, cost=none.cost + priors.sweep_none + wrong)
    if lay_on and last is not None and lacking:
        late = priors.sweep_late - priors.sweep_unseen * (last.sweep == UNSEEN_SWEEP)
        wrong = priors.miscounted * (counted != lay_on)
        tricks = (*hypothesis.tricks[:-2], replace(last, sweep=sweep), running)
        yield replace(gone, tricks=tricks, cost=gone.cost + late + wrong)
    if asides and counted == asides:
        # Only what was no play is gone.
        yield gone


def after_dark(hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """Yield a hypothesis after a time without a view: what lies there may be seen anew."""
    yield replace(hypothesis, hidden=True, unwatched=True)


def after_taken_up(hypothesis: Hypothesis, look: int, priors: Priors) -> Iterator[Hypothesis]:
    """Yield what a hypothesis becomes when a thing that lay there is taken up again."""
    if look in hypothesis.asides:
        asides = tuple([each for each in hypothesis.asides if each != look])
        yield replace(hypothesis, asides=asides)
        return
    if look in hypothesis.next_deal:
        rest = tuple([each for each in hypothesis.next_deal if each != look])
        yield replace(hypothesis, next_deal=rest)
        return
    running = hypothesis.running
    pairs = tuple([pair for pair in hypothesis.same if look not in pair])
    if running is None or look not in running.looks:
        yield replace(hypothesis, same=pairs)
        return
    again = next((second for first, second in hypothesis.same if first == look), None)
    if again is not None:
        looks = tuple([again if each == look else each for each in running.looks])
        yield replace(hypothesis, same=pairs).with_last(replace(running, looks=looks))
        return
    less = running.without(look)
    if less.seen == 0:
        tricks = hypothesis.tricks[:-1]
        yield replace(hypothesis, tricks=tricks, cost=hypothesis.cost + priors.taken_up, same=pairs)
    else:
        yield replace(hypothesis, same=pairs).with_last(less, priors.taken_up)


def after_told(hypothesis: Hypothesis, look: int, table: Table) -> Iterator[Hypothesis]:
    """Yield what a hypothesis becomes with a card a person told of: the next, or one missed."""
    running = hypothesis.running
    if running is not None:
        if len(running.looks) < table.size:
            yield hypothesis.with_last(replace(running, looks=(*running.looks, look)))
        yield from _filled(hypothesis, len(hypothesis.tricks) - 1, look)
    yield from _new_trick(hypothesis, Sight(look, 0.0), table, math.inf)


def with_named(hypothesis: Hypothesis, look: int, trick: int, table: Table) -> Iterator[Hypothesis]:
    """Yield what a hypothesis becomes when a person says which card it was that nobody saw.

    Where none is missing in its trick (the card that told of the gap was none) it is the next one.
    """
    running = hypothesis.running
    if trick < len(hypothesis.tricks) and NOBODY in hypothesis.tricks[trick].looks:
        yield from _filled(hypothesis, trick, look)
    elif trick == len(hypothesis.tricks) - 1 and running is not None:
        if len(running.looks) < table.size:
            yield hypothesis.with_last(replace(running, looks=(*running.looks, look)))
    elif trick == len(hypothesis.tricks) and running is None:
        yield from _new_trick(hypothesis, Sight(look, 0.0), table, math.inf)


def _filled(hypothesis: Hypothesis, number: int, look: int) -> Iterator[Hypothesis]:
    """Yield the hypothesis with a look as each card of a trick that nobody saw until now."""
    trick = hypothesis.tricks[number]
    for at, lying in enumerate(trick.looks):
        if lying == NOBODY:
            looks = (*trick.looks[:at], look, *trick.looks[at + 1 :])
            tricks = list(hypothesis.tricks)
            tricks[number] = replace(trick, looks=looks)
            yield replace(hypothesis, tricks=tuple(tricks))
