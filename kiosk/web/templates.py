"""What the templates of all our applications find: filters, words, and what holds everywhere."""

from __future__ import annotations

import re
from typing import Literal

from flask import Flask
from jinja2 import StrictUndefined

from kiosk.exports import chart
from kiosk.screens.evening_list import Book
from kiosk.screens.frame import acts
from kiosk.screens.rulings import RulingLines
from kiosk.table.undo import undoing
from kiosk.web import language
from kiosk.web.door import preferences
from kiosk.web.language import day
from kiosk.web.server import COMPILED
from kiosk.web.stage import bars, begun_again, mishap, recording
from kiosk.web.swap import Swaps
from kiosk.words import (
    backup,
    box,
    calls,
    camera,
    camera_setup,
    clips,
    decks,
    evening,
    exports,
    help,
    house_rules,
    menu,
    moments,
    names,
    pages,
    parts,
    phone_camera,
    phones,
    privacy,
    replay,
    rows,
    score_pad,
    start,
)

MAX_BODY = 64 * 1024
"""Bytes of the largest accepted request."""


NOT_EVERYWHERE: dict[str, object] = {
    "phones": None,
    "claims": False,
    "room": lambda: None,
    "round_over": lambda state: None,
    "next_round": lambda view: None,
    "rulings": lambda state: RulingLines(),
    "swaps": Swaps(),
    "rest_ms": 0,
    "look_on": lambda: None,
}
"""What pages of the table's own screen say and others do not: about phones, claims, a full disk, a
round that is over or comes next, what its organiser ruled, another evening, and how long a place of
the foot that changes takes no tap."""


def _course(listed: Book, shape: Literal["squat", "tall"]) -> str:
    """Return how an evening went as a picture, counted as its pages count."""
    shown = listed.in_cents() if preferences().in_money() else listed
    shapes = {"squat": chart.SQUAT, "tall": chart.TALL}
    return chart.svg(shown, language.language(), "dark", shapes[shape])


def letters(name: str) -> int:
    """Return the room that the longest word of a name takes in letters of common width.

    A word that may break (`hyphened`) takes the room of its longer part.
    """
    words = hyphened(name).replace("-", "- ").replace(SOFT_HYPHEN, "- ").split() or [""]
    wide = [sum(letter in "mwMW" for letter in word) for word in words]
    rooms = (len(word) + (more + 1) // 2 for word, more in zip(words, wide, strict=True))
    return min(14, max(rooms))


def before_amount(said: str) -> str:
    """Return words that an amount follows; a colon keeps it off a number at their end.

    >>> before_amount("Nr. 9 zahlt an Nr. 1"), before_amount("Resi zahlt an Toni")
    ('Nr. 9 zahlt an Nr. 1:', 'Resi zahlt an Toni')
    """
    return said + ":" if said[-1:].isdigit() else said


def hyphened(name: str) -> str:
    """Return a name whose long words may break in one place, where the break shows a hyphen.

    The place is the one nearest to the middle that stands before a consonant and a vowel.
    """
    return re.sub(rf"[^\W\d_]{{{_WHOLE + 1},}}", lambda word: _parted(word[0]), name)


def _parted(word: str) -> str:
    middle = len(word) / 2
    places = [at.start() for at in _SYLLABLE.finditer(word) if 3 <= at.start() <= len(word) - 3]
    at = min(places or [len(word) // 2], key=lambda place: abs(place - middle))
    return word[:at] + SOFT_HYPHEN + word[at:]


SOFT_HYPHEN = "\u00ad"
_WHOLE = 12
"""A word of so many letters never breaks."""
_SYLLABLE = re.compile(r"(?<=\w)(?:sch|ch|ph|th|[b-df-hj-np-tv-xzß])(?=[aeiouyäöü])", re.IGNORECASE)


def set_words(app: Flask, **more: object) -> None:
    """Give the templates of `app` their filters and words, and `more` that only its own say."""
    app.jinja_env.bytecode_cache = COMPILED
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["tr"] = language.tr
    app.jinja_env.filters["both"] = language.both
    app.jinja_env.filters["printed"] = language.printed
    app.jinja_env.filters["number"] = language.number
    app.jinja_env.filters["amount"] = language.amount
    app.jinja_env.filters["owed"] = language.owed
    app.jinja_env.filters["day"] = day
    app.jinja_env.filters["before_amount"] = before_amount
    app.jinja_env.filters["letters"] = letters
    app.jinja_env.filters["hyphened"] = hyphened
    app.jinja_env.globals.update(
        page_words=pages,
        pad_words=score_pad,
        call_words=calls,
        evening_words=evening,
        export_words=exports,
        help_words=help,
        replay_words=replay,
        camera_words=camera,
        setup_words=camera_setup,
        privacy_words=privacy,
        clip_words=clips,
        deck_words=decks,
        rows_words=rows,
        box_words=box,
        start_words=start,
        rules_words=house_rules,
        menu_words=menu,
        moment_words=moments,
        name_words=names,
        backup_words=backup,
        part_words=parts,
        phone_words=phones,
        eye_words=phone_camera,
        language=language.language,
        course=_course,
        bars=bars,
        undoing=undoing,
        acts=acts,
        boot=app.config["BOOT"],
        recording=recording,
        mishap=mishap,
        begun_again=begun_again,
        **NOT_EVERYWHERE,
    )
    app.jinja_env.globals.update(more)
