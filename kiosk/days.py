"""Days and times of the journal: the one rule which day a time is, and how it is written."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_time

from engine.text import Language, Text

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
