"""Which language a visitor reads, and how words, numbers and days are written in it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import cast

from babel.dates import format_date
from babel.numbers import format_currency, format_decimal
from flask import Blueprint, Response, current_app, g, redirect, request, session
from markupsafe import Markup

from engine.evening.scoring import in_cents
from engine.text import Language, Text
from kiosk.home.prints import in_print
from kiosk.home.region import in_region
from kiosk.screens import cards
from kiosk.screens.cards import Face
from kiosk.web.door import preferences, serving, the_door

bp = Blueprint("language", __name__)

_PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
}
"""Parts of a unit where a pot does not divide, as they are printed."""
_OTHER: dict[Language, Language] = {"de": "en", "en": "de"}
_LOCALES: dict[Language, str] = {"de": "de_DE", "en": "en_GB"}


def language() -> Language:
    """Return the visitor's language: the one chosen here, else the table's default.

    A guest's phone has no session; its request says the language (`g.language`).
    """
    chosen = g.get("language") or session.get("language")
    if chosen in ("de", "en"):
        return cast(Language, chosen)
    return cast(Language, current_app.config["LANGUAGE"])


def tr(text: Text | str) -> str:
    """Return `text` in the visitor's language and the table's words; names pass unchanged."""
    if not isinstance(text, Text):
        return text
    chosen = language()
    said = text.in_language(chosen)
    seats = the_door().view().state.seats
    if chosen == "de":
        said = in_region(said, preferences().region.choice, seats)
    pack = pack_printed()
    return in_print(said, pack, chosen, seats) if pack else said


def in_both(asked: bool) -> None:
    """Let this page say what `both` writes in both languages: nobody has chosen one yet."""
    g.both = asked


def both(text: Text | str) -> str:
    """Return `text` as `tr` does, on a page of both languages with the other one after it."""
    if not g.get("both") or not isinstance(text, Text):
        return tr(text)
    other = _OTHER[language()]
    said = Markup('<span>{} · <span lang="{}">{}</span></span>')
    return said.format(tr(text), other, text.in_language(other))


def printed(face: Face) -> Face:
    """Return a card with what is printed on the table's pack."""
    return cards.as_print(cards.printed(face, preferences().region.choice.index), pack_printed())


def pack_printed() -> str:
    """Return what is printed on the pack a page is about: the table's, unless it says another."""
    about: str | None = g.get("printed")
    return preferences().printed(the_door().view().state.deck) if about is None else about


def about_pack(name: str) -> None:
    """Let this page call cards as a print calls them, whatever lies on the table."""
    g.printed = name


def number(value: int | Fraction, *, sign: bool = False) -> str:
    """Write a number exactly; with `sign` a plus before gains; losses have a true minus."""
    plus = "+" if sign and value > 0 else ""
    before = "−" if value < 0 else plus
    whole, part = divmod(abs(Fraction(value)), 1)
    written = str(format_decimal(whole, locale=_LOCALES[language()]))
    if not part:
        return before + written
    if part in _PARTS:
        return before + (written if whole else "") + _PARTS[part]
    return f"{before}{written} {part.numerator}/{part.denominator}"


def amount(value: int | Fraction, *, sign: bool = False) -> str:
    """Write an amount of the score as a number, or in money (as wished, house's `unit`)."""
    if not preferences().in_money():
        return number(value, sign=sign)
    cents = in_cents(value, the_door().view().state.rules)
    if cents is None:
        return number(value, sign=sign)
    euros = str(
        format_currency(Decimal(round(abs(cents))) / 100, "EUR", locale=_LOCALES[language()])
    )
    if value < 0:
        return f"−{euros}"
    return f"+{euros}" if sign and value > 0 else euros


def owed(cents: int) -> str:
    """Write what is paid at the end as all other amounts are: in units, or in money."""
    unit = in_cents(1, the_door().view().state.rules)
    if unit is None or preferences().in_money():
        return euros(cents)
    return number(Fraction(cents) / unit)


def euros(cents: int | Fraction) -> str:
    """Write cents as euros."""
    return str(format_currency(Decimal(round(cents)) / 100, "EUR", locale=_LOCALES[language()]))


@bp.post("/language")
def switch() -> Response:
    """Change to the other language and go back to where the visitor was.

    On the table's own screen it is the table's from now on: its voice speaks it too.
    """
    other = _OTHER[language()]
    session["language"] = other
    if serving().at_table:
        preferences().wishes.change(language=other)
    return cast(Response, redirect(local_path(request.form.get("next", "/")), code=303))


def local_path(path: str) -> str:
    """Return `path` if it stays on this page's own host, else the table."""
    safe = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if safe and path.isprintable() else "/"


def day(iso: str, *, weekday: bool = False) -> str:
    """Write a day, "20. November 2026"; what is no date stays as it is."""
    try:
        found = date.fromisoformat(iso)
    except ValueError:
        return iso
    form = "full" if weekday else "long"
    return str(format_date(found, form, locale=_LOCALES[language()]))
