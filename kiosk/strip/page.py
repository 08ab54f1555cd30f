"""The page of the strip (`/strip`): how it does, how bright it is, and its test."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.names import short
from kiosk.strip import words as w
from kiosk.strip.choice import BRIGHTNESS
from kiosk.strip.light import TableLight
from kiosk.strip.patterns import painted, patterns
from kiosk.strip.screen import StripScreen, strip_screen
from kiosk.strip.settings import NIGHTS

bp = Blueprint("strip", __name__)


def light() -> TableLight:
    """Return the table's light."""
    return settings().light


@bp.get("/strip")
def show() -> ResponseReturnValue:
    """Show the whole page."""
    return stage.sub_page("strip/strip.html", the_door().view(), _screen())


@bp.get("/strip/live")
def live() -> ResponseReturnValue:
    """Return the part that changes by itself."""
    return stage.sub_page("strip/live.html", the_door().view(), _screen())


@bp.get("/strip/facts")
def facts() -> ResponseReturnValue:
    """Return the figures, which change too."""
    return stage.sub_page("strip/facts.html", the_door().view(), _screen())


@bp.post("/strip/look")
def choose() -> ResponseReturnValue:
    """Set the brightness, or when it is night."""
    choice, form = light().choice, request.form
    if form.get("brightness", "") in map(str, BRIGHTNESS):
        choice = replace(choice, brightness=float(form["brightness"]))
    elif form.get("night") in NIGHTS:
        night = next(night for night in NIGHTS if night == form["night"])
        choice = replace(choice, night=night)
    else:
        refuse(w.WRONG_CHOICE)
    try:
        light().choose(choice)
    finally:
        testing = light().testing
        if testing in _tests():
            _test(testing)
    return redirect("/strip", code=303)


@bp.post("/strip/test")
def test() -> ResponseReturnValue:
    """Show a test on the lights, or end it."""
    key = request.form.get("what", "")
    if key == "end":
        light().end_test()
    elif key in _tests():
        _test(key)
    else:
        refuse(w.WRONG_TEST)
    return redirect("/strip", code=303)


def _tests() -> frozenset[str]:
    """Return the keys of the tests there are, with the people there are now."""
    return frozenset(pattern.key for pattern in patterns(_names()))


def _test(key: str) -> None:
    """Show a test as bright as is wanted now."""
    light().test(key, painted(key, light().look(), len(_names())))


def _names() -> tuple[str, ...]:
    """Return who sits there, or who is expected, by the names for little room."""
    return short(the_door().view().state.seats or settings().seats)


def _screen() -> StripScreen:
    here = light()
    return strip_screen(
        here.settings,
        here.status,
        here.choice,
        _names(),
        testing=here.testing,
        by_night=here.by_night,
        buttons=settings().buttons_trouble(),
    )
