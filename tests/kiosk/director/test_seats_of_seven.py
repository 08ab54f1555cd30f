"""Six and seven people before the camera: who sits out takes no trick, whatever it looks like."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from engine.cards import GERMAN_48, Card, cards
from engine.evening.deal import DealState
from engine.events import EveningStarted
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.table.writer import MemoryTable
from models.workshop.evening.moment import calls
from tests.evenings.own_deals import Played, played
from tests.kiosk.seen_deals import CLEAR, QUAD, normalised, place
from vision.sighting import Sighting, TrickCleared, VisionEvent

CODES = frozenset(card.code for card in GERMAN_48)


def scores(card: Card, chance: random.Random) -> tuple[float, ...]:
    told = [CLEAR * chance.gauss(CLEAR * (each is card), 1.0) for each in GERMAN_48]
    return normalised(told)


def towards(seat: int, seats: int) -> float:
    """The direction in which things go to a seat, as the camera tells it."""
    angle = 2 * math.pi * seat / seats
    return math.atan2(-math.cos(angle), -math.sin(angle))


def deal_of(game: Played, folder: Path) -> MemoryTable:
    file = folder / "calls.jsonl"
    file.write_text("\n".join(calls(game.lines)) + "\n", encoding="utf-8")
    table = MemoryTable(Director(GERMAN_48, CalledDeals(file)))
    names = tuple("ABCDEFG"[: game.seats])
    table.commit((EveningStarted("test", "mehrkopf", {}, names, "isar", {}),))
    return table


def as_seen(game: Played, to: int) -> list[VisionEvent]:
    """The deal as the camera tells it; every trick seems to go to seat `to`."""
    chance = random.Random(5)
    plays, size = game.plans[0].plays, len(game.plans[0].plays) // len(game.plans[0].winners)
    events: list[VisionEvent] = []
    t = 0.0
    for index, (seat, code) in enumerate(plays):
        t += 1.0
        lies = place(seat, chance, game.seats)
        told = scores(cards(code)[0], chance)
        events.append(Sighting(index, t, t + 0.2, QUAD, lies, told))
        if index % size == size - 1:
            t += 1.0
            events.append(TrickCleared(t, t + 0.2, size, towards(to, game.seats)))
    return events


def heard(table: MemoryTable, events: list[VisionEvent]) -> DealState:
    for event in events:
        table.hear(event)
    (deal,) = table.state.finished
    return deal


@pytest.mark.parametrize("seats", [6, 7])
def test_a_trick_goes_to_somebody_who_plays(seats: int, tmp_path: Path) -> None:
    game = played("mehrkopf", seats, CODES, 7, 1)
    playing = {seat for seat, _ in game.plans[0].plays}
    out = next(iter(set(range(seats)) - playing), 0)
    table = deal_of(game, tmp_path)
    deal = heard(table, as_seen(game, out))
    laid = [(each.seat, each.card.code if each.card else None) for each in deal.laid]
    assert laid == list(game.plans[0].plays)
    assert len(deal.sweeps) == len(game.plans[0].winners)
    assert all(sweep.seat in playing for sweep in deal.sweeps)
    assert table.state.oddities == ()
