"""What all pages of the organiser share: the desk behind them, language, numbers, typed words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import cast
from urllib.parse import urlsplit

from flask import Response, current_app, g, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.text import Language, PlainError, Text
from kiosk.organiser.admission import number_at_table
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.tournament import MINUS, points_text
from kiosk.web.language import local_path
from kiosk.words import organiser as w

EXTENSION = "desk"
WAYS: tuple[tuple[str, Text], ...] = (
    ("/", w.OVERVIEW),
    ("/people", w.PEOPLE),
    ("/draw", w.DRAW),
    ("/lists", w.LISTS),
    ("/ranking", w.RANKING),
    ("/protests", w.PROTESTS),
    ("/files", w.FILES),
    ("/terms", w.TERMS),
    ("/hall", w.HALL),
)
_NUMBER = re.compile(r"[+-]?[0-9]{1,7}")
_POINTS = re.compile(r"([+-]?[0-9]{1,7})(/[1-9][0-9]{0,2})?")
_NO_NUMBER = Text(
    de="„{word}“ ist keine ganze Zahl; bitte noch einmal.",
    en='"{word}" is not a whole number; please try again.',
)


def desk() -> Desk:
    """Return the desk behind this application."""
    return cast(Desk, current_app.extensions[EXTENSION])


def language() -> Language:
    """Return the language chosen here, else the one the pages were started in."""
    chosen = session.get("language")
    return cast(Language, chosen if chosen in ("de", "en") else current_app.config["LANGUAGE"])


def tr(text: Text | str) -> str:
    """Return a text in the visitor's language; names pass unchanged."""
    return text.in_language(language()) if isinstance(text, Text) else text


def switch_language() -> ResponseReturnValue:
    """Change to the other language and go back to where the visitor was."""
    session["language"] = "en" if language() == "de" else "de"
    return redirect(local_path(request.form.get("next", "/")), code=303)


def page_before() -> str:
    """Return the page that sent a form, as a path of this application."""
    return local_path(urlsplit(request.headers.get("Referer", "/")).path or "/")


def number(value: int | Fraction) -> str:
    """Write points with a true minus; what is no whole number as a fraction."""
    return points_text(Fraction(value))


def signed(value: Fraction) -> str:
    """Write points of a penalty or credit: never without their sign."""
    return f"{'+' if value > 0 else ''}{number(value)}"


def first_up(words: str) -> str:
    """Write words that stand alone with a capital: "Calls Leaves"."""
    return words[:1].upper() + words[1:]


def deal_name(deal: int) -> Text:
    """Write which deal it is as its table counts, and whether the table lost it."""
    there = number_at_table(deal)
    return Text(de=str(deal), en=str(deal)) if deal == there else w.LOST_DEAL.format(n=there)


def deal_names(deals: Iterable[int]) -> Text:
    """Write several of them; `NONE_OF_THEM` where there are none."""
    named = [deal_name(deal) for deal in deals]
    if not named:
        return w.NONE_OF_THEM
    return Text(de=", ".join(each.de for each in named), en=", ".join(each.en for each in named))


def whole(word: str) -> int:
    """Return the whole number that was typed, its minus however it was typed.

    Raises:
        PlainError: it is none.
    """
    plain = _plain(word)
    if not _NUMBER.fullmatch(plain):
        raise PlainError(_NO_NUMBER.format(word=word.strip()[:20]))
    return int(plain)


def points(word: str) -> Fraction:
    """Return the points that were typed, a whole number or a fraction such as 20/3.

    Raises:
        PlainError: they are none.
    """
    plain = _plain(word)
    if not _POINTS.fullmatch(plain):
        raise PlainError(_NO_NUMBER.format(word=word.strip()[:20]))
    return Fraction(plain)


def _plain(word: str) -> str:
    """Return a typed number with the minus of a keyboard."""
    return word.strip().replace(MINUS, "-").replace("\u2013", "-")


def typed(name: str) -> str:
    """Return what was typed into a field; empty where it is left out."""
    return request.form.get(name, "").strip()


def kept(name: str, value: object = "") -> object:
    """Return what stands in a field: what was typed where the form was refused, else the value."""
    return request.form.get(name, value) if "refused" in g else value


def chosen(name: str, value: object, now: bool, at: int = 0) -> bool:
    """Whether a choice or a tick stands: as sent where the form was refused, else as it is `now`.

    A browser sends nothing of a tick that is not set; `ticks` names those of a form. `at` counts
    the fields of one name.
    """
    if "refused" not in g:
        return now
    sent = request.form.getlist(name)
    if name in request.form.getlist("ticks"):
        return str(value) in sent
    return now if at >= len(sent) else sent[at] == str(value)


def to(address: str) -> Response:
    """Go on to a page after a form."""
    return cast(Response, redirect(address, code=303))
