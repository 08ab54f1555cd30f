"""Opening a deal from what the camera sees, and taking back one that turns out to be none.

Between two deals cards are thrown in, shown, counted, shuffled and dealt, and hands and glasses
come and go. What the camera takes for a card is held back (`Waiting`) until it looks like a first
trick: laid one after the other, from seats that follow each other clockwise; a single card is never
enough. Then `Beginning` closes the deal before, opens the new one and records every card held, each
with the time it came. What is called on the page needs none of this.

Cards thrown in before a deal may lie like a trick all the same, and every play then stands a trick
too late. That the first trick was none is one of the hypotheses (`priors.false_start`). It shows
when its cards come again, for each is in the deck once. A deal of which no card is left then is
taken back (`withdrawn`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.deal.report import TOUT_LOST
from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealStarted,
    Envelope,
    Event,
    LeadSeen,
    TrickTaken,
    Undone,
)
from kiosk.director.deal_source import Deals
from kiosk.director.hypothesis import Begun
from kiosk.director.priors import PRIORS, SAME_REST_S
from kiosk.director.seat_likelihood import Spot, hand_scores, likeliest_seat, seat_scores
from kiosk.director.seen_plays import is_full, seat_order, swept_plays, trick_size
from vision.sighting import Sighting, TableActivity, TrickCleared

LOOK_S = 10.0
"""A camera that looked for longer before a deal's first card saw it dealt: a trick takes less."""
_CLEAR = frozenset({TableActivity.EMPTY, TableActivity.LYING})
"""Nothing lies there that may be a play."""
_GONE = frozenset({TableActivity.SWEPT, TableActivity.NO_PICTURE, TableActivity.STARTING})


@dataclass(frozen=True, slots=True)
class CardsLying:
    """Whose turn it would be if a deal began: the seats that hold cards, clockwise."""

    order: tuple[int, ...]
    """From the leader on, where one is known, else from any seat."""
    leader_known: bool
    angles: tuple[float, ...]
    """Of all seats, degrees clockwise from the lower edge."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The cards that may be the first of a deal, in the order they came."""

    held: tuple[Sighting, ...] = ()
    clear: bool = True
    """Whether the table was seen empty since something other than play was going on."""

    def seen(self, sighting: Sighting) -> Waiting:
        """Hold a card; a better look at one that is held takes its place."""
        held = list(self.held)
        for index, old in enumerate(held):
            if old.track == sighting.track:
                held[index] = replace(sighting, t=old.t)
                return replace(self, held=tuple(held))
            if _same_card(old, sighting):
                return self
        # What was seen late but had come before goes where it belongs.
        return replace(self, held=tuple(sorted((*held, sighting), key=lambda each: each.t)))

    def without(self, tracks: Sequence[int]) -> Waiting:
        """Let go of cards: they were lifted again, or are recorded."""
        kept = tuple(sighting for sighting in self.held if sighting.track not in tracks)
        return replace(self, held=kept)

    def during(self, activity: TableActivity) -> Waiting:
        """Take note of what the table looks like."""
        if activity in _CLEAR:
            return Waiting()
        return Waiting(clear=False) if activity in _GONE else self

    def lead(self, table: CardsLying) -> tuple[Sighting, ...]:
        """Return the beginning of a deal among what is held, empty where it is none."""
        size = len(table.order)
        fitting = [
            (nats - PRIORS.opening_enough * (size - len(cards)) / max(1, size - 2), cards)
            for nats, cards in self._readings(table)
            if (self.clear or len(cards) == size) and not _together(cards)
        ]
        return _best(fitting)

    def trick(self, table: CardsLying, cleared: int) -> tuple[Sighting, ...]:
        """Return the trick among what is held, now that `cleared` cards were swept together.

        One card of it may have been missed, or be one that was taken for another that lies there.
        """
        size = len(table.order)
        if not self.clear or not len(self.held) - 1 <= cleared <= size + 1:
            return ()
        whole = [(nats + PRIORS.opening_unlike, cards) for nats, cards in self._readings(table)]
        # Some quick players are one thing, a handful thrown down at once is another.
        quick = max(1, (size - 1) // 2)
        full = [each for each in whole if len(each[1]) == size]
        found = _best([each for each in full if _together(each[1]) <= quick])
        if found or len(self.held) != size - 1 or size < 3:
            return found
        spots = [spot_of(sighting) for sighting in self.held]
        fits = max(_with_gap(gap, spots, table) for gap in range(size)) >= PRIORS.opening_enough
        return self.held if fits and not _together(self.held) else ()

    def too_many(self, table: CardsLying) -> bool:
        """Tell whether more cards lie there than a trick has, a hand taken for one included."""
        return len(self.held) > len(table.order) + 1

    def _readings(self, table: CardsLying) -> list[tuple[float, tuple[Sighting, ...]]]:
        """Return what may be the cards of a trick, and how well; of one too many one is none."""
        held, size = self.held, len(table.order)
        sets = [(held, 0.0)] if len(held) <= size else []
        if len(held) == size + 1:
            sets = [(held[:at] + held[at + 1 :], PRIORS.opening_none) for at in range(len(held))]
        return [
            (in_turn([spot_of(sighting) for sighting in cards], table) - nats - late, cards)
            for taken, none in sets
            if len(taken) >= 2
            for nats in (none + max(0.0, from_one_hand(taken, table)),)
            for cards, late in _orders(taken, size)
        ]


def _orders(cards: tuple[Sighting, ...], size: int) -> Iterator[tuple[tuple[Sighting, ...], float]]:
    """Yield the cards as they came and, of a whole trick, with one that was seen late put earlier.

    Each with the nats it costs to think so.
    """
    yield cards, 0.0
    for late in range(1, len(cards) if len(cards) == size else 0):
        for to in range(late):
            rest = cards[:late] + cards[late + 1 :]
            quick = cards[late].t <= cards[to].t + SAME_REST_S
            yield (*rest[:to], cards[late], *rest[to:]), PRIORS.same_rest if quick else PRIORS.late


def _best(found: Sequence[tuple[float, tuple[Sighting, ...]]]) -> tuple[Sighting, ...]:
    """Return the cards that fit best, none where they do not fit well enough."""
    nats, cards = max(found, key=lambda each: each[0], default=(-1.0, ()))
    return cards if nats >= 0 else ()


def _with_gap(gap: int, spots: Sequence[Spot], table: CardsLying) -> float:
    """Return `in_turn` where the card in place `gap` of the trick was missed."""
    return in_turn([*spots[:gap], None, *spots[gap:]], table)


def in_turn(spots: Sequence[Spot | None], table: CardsLying) -> float:
    """Return how much better the places fit seats in turn than any seats at all, in nats.

    None is a card that was not seen.
    """
    leads = [_led_by(first, spots, table) for first in range(len(table.order))]
    others = len(leads) - 1
    if not others:
        return 0.0
    first = PRIORS.opening_leader if table.leader_known else 1.0 / len(leads)
    shares = [first, *[(1.0 - first) / others] * others]
    return math.log(sum(share * math.exp(nats) for share, nats in zip(shares, leads, strict=True)))


def _led_by(first: int, spots: Sequence[Spot | None], table: CardsLying) -> float:
    total = 0.0
    for step, spot in enumerate(spots):
        if spot is None:
            continue
        scores = seat_scores(spot, table.angles)
        seat = table.order[(first + step) % len(table.order)]
        total += scores[seat] - _anyhow(spot, table)
    return total


def from_one_hand(cards: Sequence[Sighting], table: CardsLying) -> float:
    """Return how much better the places fit one person laying all the cards, in nats.

    He lays them before himself, each turned towards him: patience, or a trick told again.
    """
    spots = [spot_of(sighting) for sighting in cards]
    anyhow = sum(_anyhow(spot, table) for spot in spots)
    hands = zip(*(hand_scores(spot, table.angles) for spot in spots), strict=True)
    best: float = max(sum(scores) for scores in hands)
    return best - anyhow


def _anyhow(spot: Spot, table: CardsLying) -> float:
    """Return how well the place fits some seat that holds cards."""
    scores = seat_scores(spot, table.angles)
    return math.log(sum(math.exp(scores[seat]) for seat in table.order) / len(table.order))


def _together(held: Sequence[Sighting]) -> int:
    """Return how many cards came in the same moment as the one before."""
    return sum(after.t - before.t < SAME_REST_S for before, after in pairwise(held))


def _same_card(old: Sighting, new: Sighting) -> bool:
    """Tell whether both are surely the same card, which is in the deck once: it was moved."""
    one, other = _likeliest_two(old), _likeliest_two(new)
    return one[0] == other[0] and min(one[1], other[1]) > PRIORS.opening_same


def _likeliest_two(sighting: Sighting) -> tuple[int, float]:
    """Return the likeliest card and by how many nats it leads the next."""
    scores = sighting.log_scores
    first = max(range(len(scores)), key=scores.__getitem__)
    rest = [score for index, score in enumerate(scores) if index != first]
    return first, scores[first] - max(rest, default=-math.inf)


def spot_of(sighting: Sighting) -> Spot:
    """Return where the card lies, as it is recorded."""
    place = sighting.place
    return (round(place.x, 1), round(place.y, 1), round(place.theta, 3))


Angles = Callable[[int], tuple[float, ...]]
"""Where so many seats are, degrees clockwise from the lower edge."""


class Beginning:
    """What may become the next deal, at one table."""

    def __init__(self, deals: Deals, angles: Angles) -> None:
        self._deals = deals
        self._angles = angles
        self._waiting = Waiting()
        self._due: tuple[Sighting, ...] = ()
        """Cards of the deal that was found to have begun, still to be recorded."""
        self._opened: tuple[str, int] | None = None
        """The deal the camera opened, and how many events said what it is."""
        self._before: tuple[Sighting | TrickCleared, ...] = ()
        """The rest of a trick that lay there when the camera began to look, and its sweep."""
        self._looks_since: float | None = None
        """Since when the camera looks without a break, in seconds."""
        self.found_begun = Begun(PRIORS.begun_before)
        """What may have been played of the deal found last before the camera looked."""
        self._only_begun = False
        """Whether the table was not empty yet since the camera began to look."""
        self._activity: TableActivity | None = None
        self._finished = 0

    def forget(self) -> None:
        """Another watcher sees the table from now on."""
        self._waiting, self._due, self._only_begun = Waiting(), (), False

    def look(self, activity: TableActivity, t: float) -> None:
        """Take note of what the table looks like from the second `t` on."""
        self._activity = activity
        if activity is TableActivity.NO_PICTURE:
            self._looks_since = None
        elif activity is TableActivity.STARTING or self._looks_since is None:
            self._looks_since = t
        self._waiting = self._waiting.during(activity)
        if activity in (TableActivity.STARTING, TableActivity.EMPTY):
            self._only_begun = activity is TableActivity.STARTING

    def follow(self, state: TableState) -> None:
        """Take note of deals that ended: until the table was empty nothing opens the next one."""
        if len(state.finished) == self._finished:
            return
        self._finished = len(state.finished)
        if not self._due:
            self._waiting = Waiting(clear=self._activity is None or self._activity in _CLEAR)

    def pending(self, deal: DealState | None) -> bool:
        """Tell whether a card seen now is no play yet: no deal is on that a person announced."""
        if deal is None or is_full(deal):
            return True
        return not deal.laid and (deal.contract is None or self.opened(deal))

    # What is seen.

    def sighted(self, sighting: Sighting, state: TableState) -> None:
        """Hold a card back, and look whether a deal has begun."""
        self._waiting = self._waiting.seen(sighting)
        table = self._table(state)
        if table is None or self._waiting.too_many(table):
            self._waiting = Waiting(clear=False)
        elif found := self._waiting.lead(table):
            self._has_begun(found)
            self._waiting = Waiting()

    def _has_begun(self, found: tuple[Sighting, ...]) -> None:
        self._due = found
        if found:
            since = self._looks_since
            at_once = since is not None and found[0].t - since < LOOK_S
            cost = PRIORS.begun_before_at_once if at_once else PRIORS.begun_before
            empty = not (self._only_begun or self._before)
            self.found_begun = Begun(cost, empty)

    def taken_back(self, track: int) -> None:
        """A card that was held back was lifted again."""
        self._waiting = self._waiting.without((track,))

    def cleared(self, cleared: TrickCleared, state: TableState) -> None:
        """The cards held back left the table: they were a whole trick, or nothing."""
        table = self._table(state)
        self._has_begun(() if table is None else self._waiting.trick(table, cleared.cards))
        self._before = ()
        if table is not None and not self._due and self._only_begun:
            self._before = self._rest(table, cleared)
        self._only_begun = False
        self._waiting = Waiting(clear=self._activity is not TableActivity.SWEPT)

    def _rest(
        self, table: CardsLying, cleared: TrickCleared
    ) -> tuple[Sighting | TrickCleared, ...]:
        """Return what may be the rest of a trick whose first cards nobody saw."""
        held = self._waiting.held
        anyone = replace(table, leader_known=False)
        if not 0 < len(held) < len(table.order) or cleared.cards != len(held):
            return ()
        fits = len(held) == 1 or in_turn([spot_of(each) for each in held], anyone) >= 0
        return (*held, cleared) if fits else ()

    # What follows.

    def steps(self, state: TableState, known_t: float) -> tuple[Event, ...]:
        """Return the next events of a deal that has begun; none when all its cards are recorded."""
        deal = state.deal
        if not self._due:
            return ()
        if deal is None:
            events = self._deals.next(state, self._leader(state))
            self._due = self._due if events else ()
            self._opened = _named(events)
            return events
        if is_full(deal):
            return (*_unswept(deal, known_t), *closing(deal))
        return ()

    def begun(self, deal: DealState) -> tuple[Sighting | TrickCleared, ...]:
        """Return what was seen first of a deal that is open now, once."""
        if is_full(deal) or not self._due:
            return ()
        due, self._due = (*self._before, *self._due), ()
        self._before = ()
        return due

    @property
    def has_begun(self) -> bool:
        """Whether a deal was found to have begun whose cards are still to be recorded."""
        return bool(self._due)

    def opened(self, deal: DealState) -> bool:
        """Tell whether the camera opened a deal."""
        return self._opened is not None and self._opened[0] == deal.id

    def withdrawn(self, deal: DealState | None) -> tuple[Event, ...]:
        """Return what takes back a deal the camera opened when none of its cards is left."""
        if deal is None or self._due or deal.laid or not self.untold(deal):
            return ()
        return (Undone(deal.head.seq),)

    def untold(self, deal: DealState) -> bool:
        """Tell whether all that is known of a deal comes from the camera."""
        if self._opened is None or self._opened[0] != deal.id:
            return False
        cards = (
            CardPlayed,
            CardCorrected,
            CardRemoved,
            CardInserted,
            CardMoved,
            LeadSeen,
            TrickTaken,
            Undone,
        )
        said = [entry for entry in deal.log if not isinstance(entry.envelope.event, cards)]
        return len(said) == self._opened[1] and not deal.fixed

    # Who would lead.

    def _table(self, state: TableState) -> CardsLying | None:
        """Return whose turn it would be; None where no further deal is to come, or nobody sits."""
        if not state.running:
            return None
        before = state
        if state.deal is not None and is_full(state.deal):
            before = _after(state, closing(state.deal))
        deal = before.deal
        if deal is not None:
            known = True
        else:
            events = self._deals.next(before, 0)
            deal = _after(before, events).deal if events else None
            # Where whoever lies first decides who dealt, nobody knows who leads.
            known = events == self._deals.next(before, 1 % len(before.seats))
        if deal is None:
            return None
        order = tuple(seat_order(deal, deal.next_seat))
        return CardsLying(order, known, self._angles(deal.record.players))

    def _leader(self, state: TableState) -> int:
        seats = len(state.seats)
        return likeliest_seat(spot_of(self._due[0]), range(seats), self._angles(seats))


def closing(deal: DealState) -> tuple[Event, ...]:
    """Return the end of a deal whose cards all lie; one that was decided earlier ends as that."""
    # engine.deal.report knows a single such end, a lost Tout: what lay after it was thrown in.
    return (DealClosed() if deal.decided is None else DealClosed({"kind": TOUT_LOST}),)


def _unswept(deal: DealState, t: float) -> list[Event]:
    lying = len(deal.laid) - swept_plays(deal)
    return [TrickTaken(t=t) for _ in range(lying // trick_size(deal))]


def _named(events: tuple[Event, ...]) -> tuple[str, int] | None:
    for index, event in enumerate(events):
        if isinstance(event, DealStarted):
            return event.id, len(events) - index - 1
    return None


def _after(state: TableState, events: tuple[Event, ...]) -> TableState:
    last = state.last_seq
    return fold([Envelope(last + 1 + n, "", event) for n, event in enumerate(events)], state)
