"""One single fault in a deal that is else seen clearly: what a camera or the players do wrong.

Half of the deals of each fault go one way and half another, where there are two (a trick swept
early was hidden by an arm, or taken in two halves).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum

from engine.cards import Card
from tests.kiosk.seen_deals import normalised
from tests.simulate.noisy_camera import Camera, Told
from tests.simulate.noisy_deals import EVERY, Case, case_of, honest
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.table import table
from vision.sighting import (
    ActivityChanged,
    CardTakenBack,
    Place,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)


class Fault(Enum):
    """What goes wrong, once in a deal."""

    NONE = "none"
    MISSED = "missed"
    """A card nobody saw."""
    EXCHANGED = "exchanged"
    """Two neighbours of a trick told the wrong way round: at one rest, or one found late."""
    EARLY = "early"
    """A trick swept before it was whole: hidden by an arm and seen again, or taken in two parts."""
    UNSWEPT = "unswept"
    """A trick whose sweep was not seen, or that lay on beside the next."""
    LEADER = "leader"
    """Another leads than who won: players are mistaken, or the card that decides it is misread."""
    SHOWN = "shown"
    """Some cards of a hand laid open side by side and taken up again, one by one or together."""
    UNBEGUN = "unbegun"
    """The first cards were not seen, two tricks less one at most."""


_MISREAD_NATS = (0.5, 2.5)
"""A card misread is taken for the other one by this much."""
_SIDE_MM = 45.0
_MOST_SHOWN = 4


_WAYS = {
    Fault.EXCHANGED: ("at one rest", "one found late"),
    Fault.EARLY: ("hidden by an arm", "taken in two parts"),
    Fault.UNSWEPT: ("lay on", "sweep not seen"),
    Fault.LEADER: ("mistake of the players", "card misread"),
    Fault.SHOWN: ("taken up one by one", "taken up together"),
}


def way_of(fault: Fault, seed: int) -> str:
    """Return which way of the fault a deal goes; empty where there is but one."""
    ways = _WAYS.get(fault)
    return "" if ways is None else ways[0 if _first_way(fault, seed) else 1]


def deal_with(fault: Fault, seed: int) -> Case:
    """Return a legal deal for this fault; the games take turns."""
    if fault is Fault.LEADER and _first_way(fault, seed):
        return _led_by_mistake(seed)
    return honest(seed, EVERY)


def _dice(fault: Fault, seed: int) -> random.Random:
    return random.Random(f"{fault.value} {seed}")


def _first_way(fault: Fault, seed: int) -> bool:
    return _dice(fault, seed).random() < 0.5


def _led_by_mistake(seed: int) -> Case:
    """Return a deal in which another than the winner of a trick leads to the next, by mistake."""
    chance = random.Random(seed)
    game, players = EVERY[seed % len(EVERY)]
    play = start(deal_cards(table(game, players, chance), chance))
    seats = play.table.seats
    trick = chance.randrange(1, play.table.hand_size)
    play_out(play, anyhow(chance), trick * len(seats))
    play.turn = chance.choice([seat for seat in seats if seat != play.turn])
    return case_of(play_out(play, anyhow(chance)).deal, seed, {})


def tell(fault: Fault, case: Case, camera: Camera, seed: int) -> list[Told]:
    """Return the deal as this camera tells it, with the fault."""
    told = camera.tell(case.record)
    if fault is Fault.NONE:
        return told
    events = [event for event in told if not isinstance(event, tuple)]
    if len(events) < len(told):
        raise ValueError("a single fault needs a camera that makes none by itself")
    chance = _dice(fault, seed)
    chance.random()
    scene = _Scene(case, camera, events, chance, _first_way(fault, seed))
    return list(_TELLERS[fault](scene))


class _Scene:
    """A deal told right, to be told wrong in one thing."""

    def __init__(
        self,
        case: Case,
        camera: Camera,
        events: list[VisionEvent],
        chance: random.Random,
        first_way: bool,
    ) -> None:
        self.case = case
        self.camera = camera
        self.events = events
        self.chance = chance
        self.first_way = first_way
        self.plays = case.record.plays
        self.size = case.record.players - len(case.record.out)
        self.tricks = len(self.plays) // self.size

    def card(self, play: int) -> int:
        """Return where the first look at a play stands among the events."""
        return next(
            at
            for at, event in enumerate(self.events)
            if isinstance(event, Sighting) and self.camera.shows.get(event.track) == play
        )

    def seen(self, play: int) -> Sighting:
        """Return the first look at a play."""
        event = self.events[self.card(play)]
        assert isinstance(event, Sighting)
        return event

    def sweep(self, trick: int) -> int:
        """Return where the sweep of a trick stands."""
        sweeps = [at for at, each in enumerate(self.events) if isinstance(each, TrickCleared)]
        return sweeps[trick]

    def count(self, at: int, cards: int) -> None:
        """Say how many cards a sweep took."""
        event = self.events[at]
        assert isinstance(event, TrickCleared)
        self.events[at] = replace(event, cards=cards)


def _missed(scene: _Scene) -> Sequence[VisionEvent]:
    play = scene.chance.randrange(len(scene.plays))
    scene.count(scene.sweep(play // scene.size), scene.size - 1)
    del scene.events[scene.card(play)]
    return scene.events


def _exchanged(scene: _Scene) -> Sequence[VisionEvent]:
    trick = scene.chance.randrange(scene.tricks)
    play = trick * scene.size + scene.chance.randrange(scene.size - 1)
    first, second = scene.seen(play), scene.seen(play + 1)
    at, then = scene.card(play), scene.card(play + 1)
    later = second.t
    if scene.first_way:
        later = first.t
    scene.events[at] = replace(second, track=first.track, t=first.t, known_t=first.known_t)
    again = replace(first, track=second.track, t=later, known_t=later + 0.12)
    scene.events[then] = again
    scene.camera.shows.update({first.track: play + 1, second.track: play})
    return scene.events


def _early(scene: _Scene) -> Sequence[VisionEvent]:
    trick = scene.chance.randrange(scene.tricks)
    lying = scene.chance.randrange(1, scene.size)
    begin = trick * scene.size
    at = scene.card(begin + lying - 1)
    t = scene.seen(begin + lying - 1).t
    new: list[VisionEvent] = [TrickCleared(t + 0.4, t + 0.5, lying, None)]
    if scene.first_way:
        for play in range(begin, begin + lying):
            where = scene.seen(play).place
            moved = Place(where.x + scene.chance.gauss(0, 1), where.y, where.theta)
            face = scene.plays[play].card
            assert face is not None
            again = scene.camera.sighting(face, moved, t + 0.65)
            scene.camera.shows[again.track] = play
            new.append(again)
    else:
        new.append(ActivityChanged(t + 0.5, TableActivity.EMPTY))
        scene.count(scene.sweep(trick), scene.size - lying)
    scene.events[at + 1 : at + 1] = new
    return scene.events


def _unswept(scene: _Scene) -> Sequence[VisionEvent]:
    trick = scene.chance.randrange(scene.tricks - 1)
    at = scene.sweep(trick)
    gone = 1
    if scene.first_way:
        scene.count(scene.sweep(trick + 1), 2 * scene.size)
        gone = 2
    del scene.events[at : at + gone]
    return scene.events


def _leader(scene: _Scene) -> Sequence[VisionEvent]:
    if scene.first_way:
        return scene.events
    play, other = scene.chance.choice(sorted(_deciding(scene), key=str))
    face = scene.plays[play].card
    assert face is not None
    seen = scene.seen(play)
    deck = list(scene.camera.deck)
    scores = [score - max(seen.log_scores) for score in seen.log_scores]
    scores[deck.index(other)] = 0.0
    scores[deck.index(face)] = -scene.chance.uniform(*_MISREAD_NATS)
    misread = replace(seen, log_scores=normalised(scores))
    scene.events[scene.card(play)] = misread
    return scene.events


def _deciding(scene: _Scene) -> list[tuple[int, Card]]:
    """Return the plays of any trick but the last that would, as another card, win or lose it.

    A card that lies by then is none of them; look-alikes come first, any other if there is none.
    """
    found: list[tuple[int, Card, bool]] = []
    deck = scene.camera.deck
    for trick in range(scene.tricks - 1):
        begin = trick * scene.size
        laid = scene.case.deal.plays[begin : begin + scene.size]
        won = scene.case.deal.table.winner(laid)
        gone = {play.card for play in scene.plays[: begin + scene.size]}
        for slot, (seat, code) in enumerate(laid):
            face = scene.plays[begin + slot].card
            assert face is not None, code
            for other in deck:
                there = [*laid[:slot], (seat, other.code), *laid[slot + 1 :]]
                if other not in gone and scene.case.deal.table.winner(there) != won:
                    alike = other in scene.camera.look_alikes(face)
                    found.append((begin + slot, other, alike))
    twins = [(play, other) for play, other, alike in found if alike]
    return twins or [(play, other) for play, other, _ in found]


def _shown(scene: _Scene) -> Sequence[VisionEvent]:
    seat = scene.chance.choice(scene.case.deal.table.seats)
    trick = scene.chance.choice([0, scene.chance.randrange(scene.tricks - 1)])
    held = [play.card for play in scene.plays[trick * scene.size :] if play.seat == seat]
    most = min(_MOST_SHOWN, scene.size - 1, len(held))
    faces = scene.chance.sample(held, scene.chance.randint(2, most))
    at = 1 if trick == 0 else scene.sweep(trick - 1) + 2
    before = scene.events[at - 1]
    assert isinstance(before, ActivityChanged)
    shown = list(_laid_open(scene, faces, seat, before.t + 1.0))
    last = shown[-1]
    assert isinstance(last, ActivityChanged)
    rest = [_later(event, last.t - before.t) for event in scene.events[at:]]
    return [*scene.events[:at], *shown, *rest]


def _laid_open(
    scene: _Scene, faces: Sequence[Card | None], seat: int, t: float
) -> Iterator[VisionEvent]:
    """Yield cards of one hand side by side before it, and their going."""
    middle = scene.camera.place(seat, scene.case.record.players)
    tracks: list[int] = []
    for number, face in enumerate(faces):
        assert face is not None
        aside = (number - (len(faces) - 1) / 2) * _SIDE_MM
        across = math.cos(middle.theta + math.pi / 2), math.sin(middle.theta + math.pi / 2)
        place = replace(middle, x=middle.x + aside * across[0], y=middle.y + aside * across[1])
        sighting = scene.camera.sighting(face, place, t)
        tracks.append(sighting.track)
        yield sighting
        t += scene.chance.uniform(0.4, 1.0)
    t += 1.5
    if scene.first_way:
        for track in reversed(tracks):
            yield CardTakenBack(track, t, t + 0.1)
            t += 0.4
    else:
        yield TrickCleared(t, t + 0.1, len(tracks), None)
    yield ActivityChanged(t + 0.2, TableActivity.EMPTY)


def _later(event: VisionEvent, by: float) -> VisionEvent:
    if isinstance(event, ActivityChanged):
        return replace(event, t=event.t + by)
    assert isinstance(event, Sighting | TrickCleared)
    return replace(event, t=event.t + by, known_t=event.known_t + by)


def _unbegun(scene: _Scene) -> Sequence[VisionEvent]:
    unseen = scene.chance.randrange(1, 2 * scene.size)
    left = -unseen % scene.size
    if left:
        scene.count(scene.sweep(unseen // scene.size), left)
    looks = TableActivity.STARTING if left else TableActivity.EMPTY
    first = scene.seen(unseen)
    return [ActivityChanged(first.t - 0.5, looks), *scene.events[scene.card(unseen) :]]


_TELLERS: dict[Fault, Callable[[_Scene], Sequence[VisionEvent]]] = {
    Fault.MISSED: _missed,
    Fault.EXCHANGED: _exchanged,
    Fault.EARLY: _early,
    Fault.UNSWEPT: _unswept,
    Fault.LEADER: _leader,
    Fault.SHOWN: _shown,
    Fault.UNBEGUN: _unbegun,
}
