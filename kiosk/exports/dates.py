"""Days as people write them."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date

from engine.text import Language
from kiosk.pages.language import language

_LOCALES: dict[Language, str] = {"de": "de_DE", "en": "en_GB"}


def day(iso: str, *, weekday: bool = False) -> str:
    """Write a day, "20. November 2026"; what is no date stays as it is."""
    try:
        found = date.fromisoformat(iso)
    except ValueError:
        return iso
    form = "full" if weekday else "long"
    return str(format_date(found, form, locale=_LOCALES[language()]))
