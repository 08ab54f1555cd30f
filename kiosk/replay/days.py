"""When an evening was, in words."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_time

from engine.text import Language, Text

_LOCALES: dict[Language, str] = {"de": "de_DE", "en": "en_GB"}
_PATTERNS: dict[Language, str] = {"de": "EEEE, d. MMMM y", "en": "EEEE d MMMM y"}


def evening_day(at: str) -> date | None:
    """Return the day an evening is named by everywhere: the one on which it began, if it is one."""
    found = _read(at)
    return None if found is None else found.date()


def day_text(at: str) -> Text:
    """Return the day of a time of the journal; as it stands there where it is none."""
    day = evening_day(at)
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
