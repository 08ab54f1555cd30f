"""What the camera tells between two deals: cards shown, counted, strewn and dealt, and hands."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.cards import GERMAN_32, Card, card
from engine.deal.record import Contract, DealRecord, Play
from engine.rules.house_rules import rules_from
from tests.kiosk.seen_deals import CLEAR, QUAD, place, scores
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
    Place,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)


def lying(
    track: int, at: Place, t: float, face: Card | None = None, chance: random.Random | None = None
) -> Sighting:
    chance = chance or random.Random(track)
    face = face or GERMAN_32[track % 32]
    return Sighting(track, t, t + 0.2, QUAD, at, scores(face, CLEAR, chance))


def strewn(track: int, t: float, chance: random.Random) -> Sighting:
    where = Place(chance.gauss(0, 40), chance.gauss(0, 40), chance.uniform(0, 3.1))
    return lying(track, where, t, chance=chance)


def quiet_minutes(seed: int) -> list[VisionEvent]:
    """Ten minutes between two deals, every scene of them, as a watcher with faults tells it.

    It takes hands for cards, tells some cards of a heap, misses sweeps and empty tables.
    """
    chance = random.Random(seed)
    events: list[VisionEvent] = []
    t, track = 0.0, 1000 * seed
    while t < 600.0:
        scene = chance.choice(["hand", "shown", "count", "heap", "dealt", "foreign", "moved"])
        many = {"hand": 1, "shown": 2, "count": 4, "heap": 9}.get(scene, 0)
        own = chance.randrange(4)
        pause = {"heap": 0.12, "hand": 1.0, "shown": 3.0, "count": 0.8}.get(scene, 1.0)
        for _ in range(many):
            track, t = track + 1, t + pause * chance.uniform(0.5, 1.5)
            where = place(own, chance)
            one = strewn(track, t, chance) if scene == "heap" else lying(track, where, t)
            events.append(one)
            if scene in ("hand", "shown") and chance.random() < 0.9:
                events.append(CardTakenBack(track, t + 0.5, t + 0.7))
        if scene == "dealt":
            events += [FaceDownSeen(t + n, t + n + 0.2, QUAD, place(n)) for n in range(4)]
        if scene == "foreign":
            events.append(ForeignSeen(t, t + 0.2, QUAD, place(own), 0.5))
        if scene == "moved":
            events.append(CameraMoved(t, far=chance.random() < 0.5))
        t += 5.0
        if many >= 4 and chance.random() < 0.9:
            events.append(TrickCleared(t, t + 0.2, many, None))
        for activity in (TableActivity.SWEPT, TableActivity.HAND, TableActivity.EMPTY):
            if chance.random() < 0.9:
                events.append(ActivityChanged(t + 0.3, activity))
    return events


def tout() -> DealRecord:
    """A Tout by seat 0 that loses the first trick; the rest lies as it was thrown in."""
    rules = rules_from({"preset": "schafkopf"}, "schafkopf")
    contract = Contract("wenz", 0, tout=True)
    record = DealRecord("tout", "schafkopf", rules, 4, 3, contract=contract)
    lost = ["SA", "SU", "S8", "S7"]
    rest = [face for face in GERMAN_32 if face.code not in lost]
    plays = [Play(seat, card(code)) for seat, code in enumerate(lost)]
    plays += [Play((1 + n) % 4, face) for n, face in enumerate(rest)]
    return replace(record, plays=tuple(plays))
