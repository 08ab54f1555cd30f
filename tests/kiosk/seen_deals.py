"""A deal as the camera would tell it: sightings with scores drawn from a model that is calibrated.

Each card gives a vector with one raised entry in unit noise; the log-likelihoods follow from that
model exactly, so that a probability of 0.9 is wrong in one case of ten.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from engine.cards import GERMAN_32, Card, cards
from engine.deal.record import Contract, DealRecord, Play
from engine.evening.deal import DealState
from engine.evening.state import TableState
from engine.events import Announced, DealStarted, EveningStarted, Event
from engine.rules.house_rules import rules_from
from kiosk.director.director import Director
from kiosk.director.seen_plays import latest
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.table.writer import MemoryTable
from vision.sighting import Place, Quad, Sighting, TrickCleared, VisionEvent

CLEAR = 9.0
"""How far the entry is raised: never misread."""
DIM = 4.4
"""Misread about once in thirty cards."""
QUAD: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))


def scores(
    card: Card, strength: float, chance: random.Random, deck: Sequence[Card] = GERMAN_32
) -> tuple[float, ...]:
    seen = [chance.gauss(strength if each is card else 0.0, 1.0) for each in deck]
    return normalised([strength * value for value in seen])


def normalised(values: Sequence[float]) -> tuple[float, ...]:
    top = max(values)
    norm = top + math.log(sum(math.exp(value - top) for value in values))
    return tuple(value - norm for value in values)


def torn(likely: Card, other: Card, nats: float) -> tuple[float, ...]:
    """A reading that is `nats` surer of one card than of another, and sure it is no third."""
    return normalised([0.0 if c is likely else -nats if c is other else -20.0 for c in GERMAN_32])


def place(seat: int, chance: random.Random | None = None, seats: int = 4) -> Place:
    angle = 2 * math.pi * seat / seats
    x, y = -45.0 * math.sin(angle), -45.0 * math.cos(angle)
    theta = math.atan2(-math.cos(angle), -math.sin(angle))
    if chance is not None:
        x, y = x + chance.gauss(0, 12), y + chance.gauss(0, 12)
        theta += chance.gauss(0, 0.15)
    return Place(x, y, theta % math.pi)


def seen(
    record: DealRecord, strength: float = CLEAR, seed: int = 1, start: float = 0.0
) -> list[VisionEvent]:
    """The whole deal: a card every second, each trick swept."""
    chance = random.Random(seed)
    events: list[VisionEvent] = []
    t = start
    for index, play in enumerate(record.plays):
        t += 1.0
        assert play.card is not None
        likely = scores(play.card, strength, chance)
        track = round(start) * 10 + index
        events.append(Sighting(track, t, t + 0.2, QUAD, place(play.seat, chance), likely))
        if index % 4 == 3:
            t += 1.0
            events.append(TrickCleared(t, t + 0.2, 4, None))
    return events


def with_doubt(record: DealRecord, index: int, other: str, nats: float) -> list[VisionEvent]:
    """The deal with a play that is `nats` surer of its card than of another."""
    events = seen(record)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)][index]
    sighting = events[at]
    assert isinstance(sighting, Sighting)
    true = record.plays[index].card
    assert true is not None
    events[at] = replace(sighting, log_scores=torn(true, cards(other)[0], nats))
    return events


def exchanged(record: DealRecord, one: int, other: int, nats: float) -> list[VisionEvent]:
    """The deal with two plays of which each may be the other's card, by `nats` less likely each."""
    events = seen(record)
    at = [number for number, event in enumerate(events) if isinstance(event, Sighting)]
    for play, second in ((one, other), (other, one)):
        sighting, true, false = events[at[play]], record.plays[play].card, record.plays[second].card
        assert isinstance(sighting, Sighting)
        assert true is not None
        assert false is not None
        events[at[play]] = replace(sighting, log_scores=torn(true, false, nats))
    return events


class OneDeal:
    """Deals as one record was called, once."""

    def __init__(self, *records: DealRecord) -> None:
        self._records = records

    def next(self, state: TableState, leader: int | None) -> tuple[Event, ...]:
        if len(state.finished) >= len(self._records):
            return ()
        record = self._records[len(state.finished)]
        return (DealStarted(record.id, record.dealer), Announced(record.contract))


def session(*records: DealRecord, saying: Saying = DEFAULT_SAYING) -> MemoryTable:
    """A table at which these deals are about to be played."""
    director = Director(GERMAN_32, OneDeal(*records), saying=saying)
    started = MemoryTable(director)
    evening = EveningStarted("test", records[0].game, {}, ("A", "B", "C", "D"), "isar", {})
    started.commit((evening,))
    return started


def revoke_deal() -> DealRecord:
    """Wenz by seat 0: seat 2 throws Herz on Gras in trick 3 and plays Gras in trick 4."""
    plays = [
        (0, "EA"), (1, "E7"), (2, "E8"), (3, "E9"),
        (0, "GA"), (1, "G7"), (2, "H7"), (3, "G8"),
        (0, "SA"), (1, "S7"), (2, "S8"), (3, "S9"),
        (0, "HA"), (1, "H8"), (2, "H9"), (3, "HK"),
        (0, "GZ"), (1, "GK"), (2, "G9"), (3, "GO"),
        (0, "EZ"), (1, "EK"), (2, "EO"), (3, "SZ"),
        (0, "EU"), (1, "GU"), (2, "HO"), (3, "HZ"),
        (0, "SU"), (1, "HU"), (2, "SO"), (3, "SK"),
    ]  # fmt: skip
    rules = rules_from({"preset": "schafkopf"}, "schafkopf")
    record = DealRecord("revoke", "schafkopf", rules, 4, 3, contract=Contract("wenz", 0))
    laid = tuple(Play(seat, cards(code)[0]) for seat, code in plays)
    return replace(record, plays=laid)


def told(table: MemoryTable, events: Sequence[VisionEvent]) -> DealState:
    """Tell a table all this and return the deal it comes to."""
    for event in events:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    return deal
