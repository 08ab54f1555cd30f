"""What the watcher told of a recording against what happened there, counted for each prior.

Truth is that of the compositor: when each card came to rest, where, of which seat, and when each
trick was on its taker's pile. Everything the watcher says is one of a card's first look, a further
look at one that lies there, or no play.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from kiosk.director.priors import SAME_REST_S
from models.workshop.measuring.shares import NONE, Share
from vision.arrays import Floats
from vision.sighting import CardTakenBack, Sighting, TrickCleared, VisionEvent

CLEAR_NATS = 6.0
"""A look that is this much more like one card than like any other is clear."""
_EARLY_S = 0.6
"""A card may be told so long before truth says that it rests: the last of its way is short."""
_LATE_S = 0.3
_GOING_S = 1.1
"""So long before a trick is on its pile a hand comes for it."""
_NAMED, _NEAR = 1.0, 0.6
"""How far from where a card lies its look may be, card widths: of its name, of any name."""
_PUSHED = 1.5
"""How far a card may have been pushed, card widths."""
_AWAY = 3.0
"""Spreads from which on a card was thrown carelessly."""


@dataclass(frozen=True)
class Recording:
    """What happened on an evening, and what was told of it."""

    name: str
    truth: Sequence[dict[str, Any]]
    events: Sequence[VisionEvent]
    codes: tuple[str, ...]
    """Cards of the deck, in the order of the scores."""
    angles: tuple[float, ...]
    """Where the seats are, degrees clockwise from the lower edge."""


@dataclass(eq=False)
class Card:
    """A card that was laid."""

    code: str
    seat: int
    rest: float
    """Seconds at which it came to rest."""
    centre: Floats
    width: float
    """Its short side, pixels."""
    first: Thing | None = None
    """The look by which it was seen at first."""
    again: list[Thing] = field(default_factory=list)


@dataclass(eq=False)
class Trick:
    """A trick, as it was played."""

    cards: list[Card]
    taken: float
    """Seconds at which it was on its taker's pile."""
    taker: int
    cleared: Swept | None = None

    @property
    def seen(self) -> list[Card]:
        """The cards that were seen, as they were laid."""
        return [card for card in self.cards if card.first is not None]


@dataclass(eq=False)
class Thing:
    """Whatever the watcher told as one new card (a track)."""

    at: int
    """Its place among all that was told."""
    t: float
    known_t: float
    centre: Floats
    place: tuple[float, float, float]
    """Millimetres and radians on the table plane."""
    code: str
    """The card it looked like most, at its last look."""
    lead: float
    """By how many nats it did so before any other."""
    shows: Card | None = None
    gone: int | None = None
    """Where among all that was told it was said to be taken up again."""


@dataclass(eq=False)
class Swept:
    """A sweep that was told."""

    at: int
    t: float
    cards: int
    direction: float | None


@dataclass
class Counts:
    """What was counted, added up over recordings."""

    shares: dict[str, Share] = field(default_factory=dict)
    spots: list[tuple[float, float, float]] = field(default_factory=list)
    """Of each card how far towards its seat and across it lies, mm, and how askew, radians."""
    passed: list[int] = field(default_factory=list)
    """Of each card that was seen late, how many laid after it were seen before."""
    leads: list[float] = field(default_factory=list)
    """Leads of what was no play, nats."""
    cards: int = 0

    def note(self, name: str, hit: bool) -> None:
        """Count one more try."""
        self.shares[name] = self.share(name) + Share(int(hit), 1)

    def share(self, name: str) -> Share:
        """Return how often of how many something happened."""
        return self.shares.get(name, NONE)

    def add(self, other: Counts) -> None:
        """Add what was counted elsewhere."""
        for name, share in other.shares.items():
            self.shares[name] = self.share(name) + share
        self.spots += other.spots
        self.passed += other.passed
        self.leads += other.leads
        self.cards += other.cards


@dataclass(frozen=True)
class Landing:
    """How far cards fall from where their seat lays them."""

    reach: float
    """How far from the middle towards its seat a card lies on average, mm."""
    spread: float
    """Standard deviation along each axis of those within three spreads, mm."""
    turn: float
    """Standard deviation of how askew those lie, degrees."""
    careless: Share
    """Cards further than three spreads from there, or further askew."""


def count(recording: Recording) -> Counts:
    """Count what the watcher told of a recording."""
    counts = Counts()
    deals = list(_deals(recording.truth))
    tricks = [trick for _, _, played in deals for trick in played]
    things, sweeps = _told(recording, {card.code for trick in tricks for card in trick.cards})
    for trick in tricks:
        _match(trick, things)
    false = _match_sweeps(tricks, sweeps)
    counts.cards = sum(len(trick.cards) for trick in tricks)
    for trick in tricks:
        _count_cards(trick, counts)
        _count_looks(trick, false, recording.angles, counts)
    _count_things(deals, things, sweeps, counts)
    _count_sweeps(tricks, things, sweeps, false, recording.angles, counts)
    return counts


def landing(spots: Sequence[tuple[float, float, float]]) -> Landing | None:
    """Return how far cards fall from where their seat lays them; None without cards."""
    if not spots:
        return None
    out, across, turned = np.asarray(spots, float).T
    inside = np.ones(len(spots), bool)
    reach = spread = turn = 0.0
    for _ in range(2):
        reach = float(out[inside].mean())
        squares = (out - reach) ** 2 + across**2
        spread = math.sqrt(float(squares[inside].mean()) / 2)
        turn = math.sqrt(float((turned[inside] ** 2).mean()))
        inside = (squares <= (_AWAY * spread) ** 2) & (np.abs(turned) <= _AWAY * turn)
    return Landing(reach, spread, math.degrees(turn), Share(int((~inside).sum()), len(spots)))


# Truth.


def _deals(truth: Iterable[dict[str, Any]]) -> Iterator[tuple[float, float, list[Trick]]]:
    """Yield when each deal begins and ends, and its tricks."""
    begun, tricks, cards = 0.0, list[Trick](), list[Card]()
    for line in truth:
        seconds = float(line["seconds"])
        match line["kind"]:
            case "deal":
                begun, tricks, cards = seconds, [], []
            case "card":
                quad = np.asarray(line["quad"], float)
                width = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min())
                cards.append(Card(line["card"], line["seat"], seconds, quad.mean(0), width))
            case "trick_taken":
                tricks.append(Trick(cards, seconds, line["seat"]))
                cards = []
            case "deal_end":
                yield begun, seconds, tricks


# What was told.


def _told(recording: Recording, played: set[str]) -> tuple[list[Thing], list[Swept]]:
    """Return the things and sweeps that were told; only cards `played` are looked for."""
    columns = [(place, code) for place, code in enumerate(recording.codes) if code in played]
    things: dict[int, Thing] = {}
    sweeps: list[Swept] = []
    for at, event in enumerate(recording.events):
        match event:
            case Sighting():
                ranked = sorted((event.log_scores[place], code) for place, code in columns)
                code, lead = ranked[-1][1], ranked[-1][0] - ranked[-2][0]
                if event.track in things:
                    known = things[event.track]
                    known.code, known.lead = code, lead
                    continue
                where = (event.place.x, event.place.y, event.place.theta)
                centre = np.asarray(event.quad, float).mean(0)
                things[event.track] = Thing(at, event.t, event.known_t, centre, where, code, lead)
            case CardTakenBack():
                if event.track in things:
                    things[event.track].gone = at
            case TrickCleared():
                sweeps.append(Swept(at, event.t, event.cards, event.direction))
            case _:
                pass
    return list(things.values()), sweeps


def _match(trick: Trick, things: Sequence[Thing]) -> None:
    """Find the first look of each card, and the further ones."""
    end = trick.taken + _LATE_S

    def free(card: Card) -> Iterator[Thing]:
        for thing in things:
            if thing.shows is None and card.rest - _EARLY_S <= thing.known_t and thing.t <= end:
                yield thing

    for card in trick.cards:
        named = (each for each in free(card) if each.code == card.code)
        card.first = next((each for each in named if _apart(each, card) <= _NAMED), None)
        if card.first is not None:
            card.first.shows = card
    for card in trick.cards:
        if card.first is not None:
            continue
        near = [each for each in free(card) if _apart(each, card) <= _NEAR]
        if near:
            card.first = min(near, key=lambda each: abs(each.t - card.rest))
            card.first.shows = card
    for card in trick.cards:
        for thing in list(free(card)):
            if thing.code == card.code and _apart(thing, card) <= _PUSHED:
                thing.shows = card
                card.again.append(thing)


def _apart(thing: Thing, card: Card) -> float:
    """Return how far a thing is from where a card lies, card widths."""
    return float(np.linalg.norm(thing.centre - card.centre)) / card.width


def _match_sweeps(tricks: Sequence[Trick], sweeps: Sequence[Swept]) -> list[Swept]:
    """Find the sweep of each trick; return those told while a trick lay there."""
    going = [trick.taken - _GOING_S for trick in tricks]
    false: list[Swept] = []
    for sweep in sweeps:
        over = bisect_left(going, sweep.t) - 1
        if over >= 0 and tricks[over].cleared is None:
            tricks[over].cleared = sweep
        elif over + 1 < len(tricks) and sweep.t >= tricks[over + 1].cards[0].rest:
            false.append(sweep)
    return false


# Counting.


def _count_cards(trick: Trick, counts: Counts) -> None:
    """Count what was missed of a trick, and in which order the rest was seen."""
    for place, card in enumerate(trick.cards):
        counts.note("missed", card.first is None)
        if place == 0:
            counts.note("lead_missed", card.first is None)
    counts.note("trick_missed", not trick.seen)
    looks = [card.first for card in trick.cards if card.first is not None]
    for place, look in enumerate(looks):
        before = [other for other in looks[place + 1 :] if other.at < look.at]
        quick = bool(before) and look.t <= min(other.t for other in before) + SAME_REST_S
        counts.note("late", bool(before) and not quick)
        if before and not quick:
            counts.passed.append(len(before))
            counts.note("later", len(before) > 1)
    for one, two in pairwise(looks):
        if abs(one.t - two.t) <= SAME_REST_S:
            counts.note("same_rest", two.at < one.at)


def _count_looks(
    trick: Trick, false: Sequence[Swept], angles: tuple[float, ...], counts: Counts
) -> None:
    """Count how the cards of a trick looked, where they lay, and which were seen again."""
    hidden = [sweep for sweep in false if trick.cards[0].rest <= sweep.t < trick.taken - _GOING_S]
    for card in trick.seen:
        look = card.first
        assert look is not None
        wrong = look.code != card.code
        counts.note("wrong", wrong)
        if look.lead > CLEAR_NATS:
            counts.note("misread", wrong)
        counts.spots.append(_spot(look.place, math.radians(angles[card.seat])))
        back = [each for each in card.again if any(look.at < s.at < each.at for s in hidden)]
        counts.note("moved", len(card.again) > len(back))
        if any(look.at < sweep.at for sweep in hidden):
            counts.note("seen_again", bool(back))


def _spot(place: tuple[float, float, float], angle: float) -> tuple[float, float, float]:
    """Return how far towards a seat and across it a card lies, and how askew."""
    x, y, theta = place
    out_x, out_y = -math.sin(angle), -math.cos(angle)
    turned = (theta - math.atan2(out_y, out_x) + math.pi / 2) % math.pi - math.pi / 2
    return x * out_x + y * out_y, x * out_y - y * out_x, turned


def _count_things(
    deals: Sequence[tuple[float, float, list[Trick]]],
    things: Sequence[Thing],
    sweeps: Sequence[Swept],
    counts: Counts,
) -> None:
    """Count what was told as a card and was no play."""
    for thing in things:
        deal = next((deal for deal in deals if deal[0] <= thing.t <= deal[1]), None)
        none = thing.shows is None
        counts.note("outside", deal is None)
        if thing.gone is not None:
            counts.note("taken_up", not none)
        if deal is None:
            continue
        running = any(trick.cards[0].rest <= thing.t <= trick.taken for trick in deal[2])
        lead = any(card.first is thing for trick in deal[2] for card in trick.cards[:1])
        counts.note("no_play", none)
        counts.note("no_card" if running and not lead else "shown", none and _clear(thing))
        if not _clear(thing):
            counts.note("no_card_unclear", none)
        if none:
            counts.leads.append(thing.lead)
        if _asides(things, sweeps, thing.at):
            counts.note("no_card_either", none)


def _clear(thing: Thing) -> bool:
    return thing.lead > CLEAR_NATS


def _asides(things: Sequence[Thing], sweeps: Sequence[Swept], at: int) -> int:
    """Return how many things that are no play were told and not swept yet, nor taken up."""
    swept = max((sweep.at for sweep in sweeps if sweep.at < at), default=-1)
    lying = (each for each in things if swept < each.at < at and each.shows is None)
    return sum(each.gone is None or each.gone > at for each in lying)


def _count_sweeps(
    tricks: Sequence[Trick],
    things: Sequence[Thing],
    sweeps: Sequence[Swept],
    false: Sequence[Swept],
    angles: tuple[float, ...],
    counts: Counts,
) -> None:
    """Count which sweeps were seen, when, with how many cards and whither."""
    for _ in false:
        counts.note("sweep_none", True)
    for number, trick in enumerate(tricks):
        sweep = trick.cleared
        if trick.seen:
            counts.note("sweep_unseen", sweep is None)
        if sweep is None:
            continue
        counts.note("sweep_none", False)
        following = tricks[number + 1].seen if number + 1 < len(tricks) else []
        led = min((c.first.at for c in following if c.first is not None), default=math.inf)
        counts.note("sweep_late", led < sweep.at)
        lying = [card.first for card in trick.seen if card.first is not None]
        kept = sum(each.gone is None or each.gone > sweep.at for each in lying)
        fits = {kept, kept + _asides(things, sweeps, sweep.at)}
        counts.note("miscounted", sweep.cards not in fits)
        counts.note("no_direction", sweep.direction is None)
        if sweep.direction is not None:
            counts.note("other_taker", _towards(sweep.direction, angles) != trick.taker)


def _towards(direction: float, angles: tuple[float, ...]) -> int:
    """Return the seat to which a direction on the table plane points most."""

    def along(seat: int) -> float:
        angle = math.radians(angles[seat])
        return -math.sin(angle) * math.cos(direction) - math.cos(angle) * math.sin(direction)

    return max(range(len(angles)), key=along)
