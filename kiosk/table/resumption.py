"""Which evening a start goes on with: the table's own, a recording's, or the sample's.

After a restart that found an evening going on, `resumption` is the question how it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import CardPlayed, EveningEnded, Event
from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import parts
from engine.text import PlainError, Text
from kiosk.director.deal_source import CalledDeals
from kiosk.director.seen_plays import newest_two, recorded_until
from kiosk.home.clock import day_of

SAMPLE = Path(__file__).resolve().parents[2] / "models" / "sample"
SAMPLE_VIDEO = SAMPLE / "evening.mp4"
SAMPLE_DECK = "isar"
SAMPLE_CALLS = SAMPLE / "evening.calls.jsonl"

_ROOM_S = 0.6
"""So long the table must have been seen empty for a new watcher to begin there."""
_NO_SAMPLE = Text(
    de="Die Vorführung fehlt ({path}); das Programm neu installieren oder mit --source ein Video "
    "oder eine Kamera nennen.",
    en="The demonstration is missing ({path}); reinstall the program or name a video or camera "
    "with --source.",
)


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where in a recording to go on."""

    seek: float
    """Seconds: the table was empty then, so that the watcher can find its feet."""
    until: float
    """Seconds: everything up to here is recorded."""


def sample_is_there() -> bool:
    """Tell whether the sample evening came with the program."""
    return SAMPLE_VIDEO.exists() and SAMPLE_CALLS.exists()


def check_sample() -> None:
    """Make sure that the sample evening is there.

    Raises:
        PlainError: it is not.
    """
    for path in (SAMPLE_VIDEO, SAMPLE_CALLS):
        if not path.exists():
            raise PlainError(_NO_SAMPLE.format(path=path))


def is_complete(state: TableState, calls: CalledDeals) -> bool:
    """Return whether every called deal of the evening is over, or somebody ended it before."""
    whole = len(state.finished) >= len(calls.lines)
    return state.evening is not None and (whole or state.ended is not None)


def open_sample_journal(path: Path, calls: CalledDeals) -> Journal:
    """Open the demonstration's journal: the one in progress, else a fresh one.

    Raises:
        PlainError: it cannot be opened.
    """
    journal = Journal.open(path)
    if not is_complete(state_of(journal), calls):
        return journal
    journal.close()
    for part in parts(path):
        part.unlink()
    return Journal.open(path)


def state_of(journal: Journal) -> TableState:
    """Return the table as the journal's last evening left it."""
    evenings = journal.evenings()
    return fold(journal.events(after=evenings[-1].seq - 1 if evenings else 0))


def is_left_open(path: Path) -> bool:
    """Tell whether the journal at `path` holds an evening that nobody ended.

    A damaged journal counts as one: the start has to say so, not to play something else over it.

    Raises:
        PlainError: it cannot be opened for another reason.
    """
    if not parts(path):
        return False
    try:
        journal = Journal.open(path)
    except DamagedError:
        return True
    try:
        return state_of(journal).running
    finally:
        journal.close()


def opening(
    state: TableState,
    calls: CalledDeals,
    video: str,
    seats: Sequence[str],
    deck: str,
    models: Mapping[str, str],
) -> tuple[Event, ...]:
    """Return the events that open a called evening; none where it is already running."""
    name = f"{date.today().isoformat()}-{video}"
    if state.running and not is_complete(state, calls) and _same(state.evening, video):
        return ()
    count = calls.first.players
    names = [*seats[:count], *(str(seat + 1) for seat in range(len(seats), count))]
    started = calls.evening(f"{name}-{state.last_seq + 1}", names, deck, dict(models))
    return (EveningEnded(), started) if state.running else (started,)


def _same(evening: str | None, video: str) -> bool:
    return evening is not None and f"-{video}-" in evening


def resumption(state: TableState) -> Resumption | None:
    """Return where in its recording an evening goes on; None at the beginning."""
    until = recorded_until(state) if state.running else None
    if until is None:
        return None
    swept = _sweeps(state)
    return Resumption(swept[-1] if swept else 0.0, until)


def _sweeps(state: TableState) -> list[float]:
    """Return when the table was seen empty, leaving out where a card followed at once."""
    deals = newest_two(state)
    events = [laid.event for deal in deals for laid in deal.laid]
    cards = [event.t for event in events if isinstance(event, CardPlayed) and event.t is not None]
    empty = [sweep.t for deal in deals for sweep in deal.sweeps if sweep.t is not None]
    return [t for t in empty if not any(0 <= card - t < _ROOM_S for card in cards)]


_NOON = 12
"""Who plays past midnight still plays the evening before."""


def is_old(evening: str | None, now: datetime) -> bool:
    """Tell whether an evening, named by its date, is not this one."""
    # The name goes on after the day: 2026-11-20-17.
    began = day_of((evening or "")[:10])
    if began is None:
        return False
    days = (now.date() - began).days
    return days > 1 or (days == 1 and now.hour >= _NOON)
