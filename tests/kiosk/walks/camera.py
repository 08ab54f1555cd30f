"""A camera that sees what a test lays, and says it to the real director of a real table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from engine.cards import Card
from engine.journal.journal import Journal
from firmware_bridge.strip import SimulatedStrip
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.view import CameraStatus
from kiosk.table.writer import CuePlayer, Table
from tests.kiosk.seen_deals import QUAD, normalised, place
from vision.sighting import (
    ActivityChanged,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

EVENING = datetime.fromisoformat("2026-11-20T20:00:00+01:00")
SURE, MISREAD = 40.0, 12.0
"""Nats by which a card is told from all others; by which a wrong one is preferred to the true."""


class Watch:
    """The table's time: one second later with every look."""

    def __init__(self) -> None:
        self._seconds = 0

    def __call__(self) -> str:
        """Return the time, RFC 3339."""
        self._seconds += 1
        return (EVENING + timedelta(seconds=self._seconds)).isoformat(timespec="milliseconds")


class Camera:
    """Tells the table about the cards that are laid."""

    def __init__(self, deck: Sequence[Card], table: Table, director: Director) -> None:
        self._deck, self._table, self._director = tuple(deck), table, director
        self._t, self._track = 0.0, 0

    def lay(self, seat: int, card: Card, seats: int, other: Card | None = None) -> None:
        """See a card laid; with `other`, take it for that one."""
        self._t += 1.5
        self._track += 1
        where = place(seat, seats=seats)
        scores = self._scores(card, other)
        self._tell(Sighting(self._track, self._t, self._t + 0.1, QUAD, where, scores))

    def sweep(self, cards: int) -> None:
        """See a trick taken."""
        self._t += 1.5
        self._tell(TrickCleared(self._t, self._t + 0.1, cards, None))
        self._tell(ActivityChanged(self._t + 0.2, TableActivity.EMPTY))

    def _scores(self, card: Card, other: Card | None) -> tuple[float, ...]:
        best = {card: 0.0 if other is None else -MISREAD} | ({} if other is None else {other: 0.0})
        return normalised([best.get(each, -SURE) for each in self._deck])

    def _tell(self, event: VisionEvent) -> None:
        self._table.hear(event)


@contextmanager
def watched(path: Path, deck: Sequence[Card]) -> Iterator[tuple[Table, Camera, Director]]:
    """Open a table with a camera above it; its journal is a file, as at home."""
    director = Director(deck, RoundDeals())
    cues = CuePlayer(SimulatedStrip())
    table = Table(Journal.open(path), Watch(), director=director, source="camera", light=cues)
    table.call(lambda core: core.sees(CameraStatus(TableActivity.STABLE)))
    try:
        yield table, Camera(deck, table, director), director
    finally:
        table.close()
        cues.close()
