"""The table's time, and how days and times of the journal are read and written.

The time is the system's until a person says at the start what time it is. From then on it runs on
the monotonic clock, so that nothing that sets the system's clock later moves the evening.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from babel.dates import format_date, format_time

from engine.journal.clock import implausible, question, read_moment
from engine.journal.journal import Journal
from engine.text import Language, PlainError, Text

_KEEPERS = (Path("/dev/rtc0"), Path("/run/systemd/timesync/synchronized"))
"""A clock chip, or the mark that the network has set the clock."""
_SAME = timedelta(minutes=2)
"""A person enters whole minutes, and needs one to do it."""


def system_time() -> datetime:
    """Return the system's time with its offset."""
    return datetime.now().astimezone()


def built() -> datetime:
    """Return when the program was put here."""
    return datetime.fromtimestamp(Path(__file__).stat().st_mtime).astimezone()


def time_is_kept() -> bool:
    """Tell whether a clock chip or the network keeps the system's clock right."""
    return any(path.exists() for path in _KEEPERS)


def last_recorded(journal: Journal) -> datetime | None:
    """Return when the newest event was recorded; None where nothing was or its time is unread."""
    newest = list(journal.events(after=journal.last_seq - 1)) if journal.last_seq else []
    try:
        moment = datetime.fromisoformat(newest[-1].at) if newest else None
    except ValueError:
        return None
    return None if moment is None or moment.tzinfo is None else moment


class TableClock:
    """The time that events are stamped with; asked and set by any thread.

    What is set is one value put in place at once.
    """

    def __init__(
        self,
        last: datetime | None = None,
        built: datetime | None = None,
        *,
        kept: bool = True,
        system: Callable[[], datetime] = system_time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._last = last
        self._built = built
        self._kept = kept
        self._system = system
        self._steady = steady
        self._set: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """Return the time, with its offset."""
        if self._set is None:
            return self._system()
        moment, at = self._set
        return moment + timedelta(seconds=self._steady() - at)

    def stamp(self) -> str:
        """Return the time, RFC 3339 with offset, to the millisecond."""
        return self.now().isoformat(timespec="milliseconds")

    def question(self) -> Text | None:
        """Return what the start asks about the time; None where the time is right."""
        if self._set is not None or self._built is None:
            return None
        return question(self._system(), self._last, self._built, kept=self._kept)

    def wrong(self) -> Text | None:
        """Return why the time cannot be right, where it has to be entered before anything else."""
        if self._set is not None or self._built is None:
            return None
        return implausible(self._system(), self._last, self._built)

    def start(self) -> datetime:
        """Return where somebody begins who dials the time: now, or the latest moment known."""
        if self.wrong() is None or self._built is None:
            return self.now()
        last = self._last or self._built
        return max(last.astimezone(), self._built)

    def asked(self, said: str) -> None:
        """Take what the start was told about the time; nothing where it asks nothing.

        Raises:
            PlainError: the time is wrong and was not told, or what was told cannot be the time.
        """
        if self.question() is None:
            return
        if said.strip():
            self.set_to(said)
        elif (wrong := self.wrong()) is not None:
            raise PlainError(wrong)

    def set_to(self, said: str) -> None:
        """Take the time from a person, such as `2026-11-21T19:30`.

        Who confirms the minute that the clock shows leaves it as it is.

        Raises:
            PlainError: it is no time, or cannot be the time either.
        """
        moment = read_moment(said, self._system())
        if self.wrong() is None and abs(moment - self._system()) < _SAME:
            self._kept = True
            return
        if self._built is not None:
            wrong = implausible(moment, self._last, self._built)
            if wrong is not None:
                raise PlainError(wrong)
        self._set = (moment, self._steady())


_LOCALES: dict[Language, str] = {"de": "de_DE", "en": "en_GB"}
_PATTERNS: dict[Language, str] = {"de": "EEEE, d. MMMM y", "en": "EEEE d MMMM y"}


def day_of(at: str) -> date | None:
    """Return the day of a time as it was at the table, None where it is none.

    An evening is named everywhere by the day on which it began.
    """
    found = _read(at)
    return None if found is None else found.date()


def iso_day(at: str) -> str:
    """Return the day of a time as "2026-11-20", empty where it is none.

    Names of files are made of it: nothing but a day comes through.
    """
    day = day_of(at)
    return "" if day is None else day.isoformat()


def day_text(at: str) -> Text:
    """Return the day of a time of the journal; as it stands there where it is none."""
    day = day_of(at)
    return Text(de=at, en=at) if day is None else Text(de=_day(day, "de"), en=_day(day, "en"))


def time_text(at: str) -> Text | None:
    """Return the time of day of a time of the journal, None where it is none."""
    found = _read(at)
    if found is None:
        return None
    written = str(format_time(found.timetz(), "HH:mm", tzinfo=found.tzinfo, locale="de_DE"))
    return Text(de=f"{written} Uhr", en=written)


def _read(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None


def _day(day: date, language: Language) -> str:
    return str(format_date(day, _PATTERNS[language], locale=_LOCALES[language]))
