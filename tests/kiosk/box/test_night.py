"""What is lit follows the wish and the hour by itself; nobody has to lay a card for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from engine.cards import GERMAN_32
from engine.journal.journal import Journal
from firmware_bridge.strip import Picture
from kiosk.box.light import LightChoice, TableLight
from kiosk.box.sections import StripSettings
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.table.writer import CuePlayer, Table
from tests.firmware_bridge.link.fake_chip import DEADLINE


class Lit:
    """A table that waits, its light, and the time of day."""

    def __init__(self) -> None:
        self.hour = 21
        self.table: Table | None = None
        self._news = threading.Condition()
        settings = StripSettings(lights=60, brightness=1.0)
        self.light = TableLight(settings, listener=self._changed, now=self._now)

    def brightest(self) -> int:
        return max(map(max, self.light.picture))

    def until(self, brightest: int) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self.brightest() == brightest, DEADLINE)

    def _now(self) -> datetime:
        return datetime(2026, 11, 22, self.hour, 59).astimezone()

    def _changed(self, picture: Picture) -> None:
        with self._news:
            self._news.notify_all()
        if self.table is not None:
            self.table.post(lambda core: core.refresh())


@contextmanager
def lit_table(folder: Path) -> Iterator[Lit]:
    lit = Lit()
    cues = CuePlayer(lit.light, lit.light.look)
    director = Director(GERMAN_32, RoundDeals())
    journal = Journal.open(folder / "journal.sqlite")
    lit.table = table = Table(journal, director=director, light=cues)
    try:
        yield lit
    finally:
        lit.table = None
        table.close()
        cues.close()


def test_the_standing_picture_follows_the_clock_both_ways(tmp_path: Path) -> None:
    with lit_table(tmp_path) as lit:
        lit.light.follow_the_night(every=0.01)
        assert lit.until(60), "at rest everything glows"
        lit.hour = 22
        assert lit.until(15), "a quarter of it"
        lit.hour = 6
        assert lit.until(60)


def test_the_standing_picture_follows_the_choice(tmp_path: Path) -> None:
    with lit_table(tmp_path) as lit:
        assert lit.until(60)
        lit.light.choose(LightChoice(1.0, "on"))
        assert lit.until(15)
        lit.light.choose(LightChoice(0.4, "off"))
        assert lit.until(24)
