"""Who deals and what is called: from a file of calls, or simply on round the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.deal.record import DealRecord, JsonObject
from engine.dealfile.lines import deals_in
from engine.evening.deal_log import opening_events
from engine.evening.state import TableState
from engine.events import Announced, DealStarted, EveningStarted, Event
from engine.text import PlainError, Text
from kiosk.home.texts import read_text

_UNREADABLE = Text(
    de="Die Ansagen {file} sind nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="The calls {file} cannot be read ({why}); check the path and permissions.",
)
_LINE = Text(
    de="Zeile {line} von {file} ist kein Spiel: {why}",
    en="Line {line} of {file} is not a deal: {why}",
)
_EMPTY = Text(
    de="In {file} steht kein Spiel; hinein gehört eine Zeile je Spiel.",
    en="There is no deal in {file}; it needs one line for each deal.",
)
_MIXED = Text(
    de="In {file} wechseln Spiel oder Spielerzahl; bitte für jeden Abend eine eigene Datei nehmen.",
    en="The game or the number of players changes within {file}; please use one file for each "
    "evening.",
)


@dataclass(frozen=True, slots=True)
class CalledDeal:
    """One line of a deal file, read and as it stood."""

    record: DealRecord
    rules: JsonObject


def read_deals(path: Path) -> tuple[CalledDeal, ...]:
    """Read a deal file in which everything must be good.

    Raises:
        PlainError: the file cannot be read, a line is no deal, or it holds none.
    """
    return _deals_of(read_text(path, _UNREADABLE), path)


def _deals_of(text: str, file: object) -> tuple[CalledDeal, ...]:
    deals: list[CalledDeal] = []
    for found in deals_in(text):
        if found.record is None:
            raise PlainError(_LINE.format(line=found.line, file=file, why=found.error))
        rules = found.fields.get("rules")
        deals.append(CalledDeal(found.record, rules if isinstance(rules, dict) else {}))
    if not deals:
        raise PlainError(_EMPTY.format(file=file))
    return tuple(deals)


class Deals(Protocol):
    """Says how the next deal begins."""

    def next(self, state: TableState, leader: int | None) -> tuple[Event, ...]:
        """Return the events that open the next deal; none when there is no further one.

        `leader` is the seat whose card lies first, where the camera has an idea.
        """
        ...


class CalledDeals:
    """Deals as a file of calls lists them."""

    def __init__(self, path: Path) -> None:
        self._take(read_deals(path), path)

    @classmethod
    def of(cls, text: str, file: str) -> CalledDeals:
        """Return the deals of a text; `file` is what to call it.

        Raises:
            PlainError: a line is no deal, it holds none, or game or players change within it.
        """
        made = cls.__new__(cls)
        made._take(_deals_of(text, file), file)
        return made

    def _take(self, lines: tuple[CalledDeal, ...], file: object) -> None:
        self.lines = lines
        first = lines[0].record
        for line in lines:
            if (line.record.game, line.record.players) != (first.game, first.players):
                raise PlainError(_MIXED.format(file=file))

    @property
    def first(self) -> DealRecord:
        """The first deal: game, players and suits of the evening."""
        return self.lines[0].record

    def evening(
        self, name: str, seats: Sequence[str], deck: str, models: dict[str, str]
    ) -> EveningStarted:
        """Return the event that opens the evening these deals belong to."""
        return EveningStarted(
            evening=name,
            game=self.first.game,
            rules=self.lines[0].rules,
            seats=tuple(seats),
            deck=deck,
            models=models,
        )

    def next(self, state: TableState, leader: int | None) -> tuple[Event, ...]:
        """Return the next line's events."""
        number = len(state.finished)
        if number >= len(self.lines):
            return ()
        line = self.lines[number]
        record = line.record
        rules = None if line.rules == self.lines[0].rules else line.rules
        return tuple(opening_events(record, state.next_carry, rules))


class RoundDeals:
    """Deals without calls: the dealer moves on clockwise, what is played is said on the page."""

    def next(self, state: TableState, leader: int | None) -> tuple[Event, ...]:
        """Return the start of the next deal; the first one is led by whose card lies there."""
        number = state.deals_started + 1
        dealer = state.next_dealer
        if number == 1 and leader is not None:
            dealer = (leader - 1) % len(state.seats)
        started = DealStarted(f"{state.evening}-{number}", dealer, state.next_out(dealer))
        called = state.next_contract
        return (started,) if called is None else (started, Announced(called))
